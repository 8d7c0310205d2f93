"""The desktop of several tries: a session that is put back to its checkpoint before each.

What a checkpoint holds stands in docs/sandbox.md; the memory of processes is not in it. What a try
did beyond its session, over a network for example, is not undone.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
from collections.abc import Generator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from uitars_runtime.desktop.registry import kind_of, parted
from uitars_runtime.errors import UitarsError, UsageError
from uitars_runtime.run import Request, default_desktop, given_workspace

if TYPE_CHECKING:
    from uitars_runtime.sessions.record import SessionRecord

_START: Final = "start"
_PREFIX: Final = "best-of-"
"""Names of checkpoints that belong to tries begin so."""


class Stage(Protocol):
    """Where tries are played, one after the other."""

    @property
    def request(self) -> Request:
        """What each try is asked for, on this desktop."""
        ...

    def again(self) -> None:
        """As it was before the first try."""
        ...

    def keep(self, number: int, run: Path, files: Sequence[str], /) -> tuple[str, ...]:
        """A try is over, and what it has made of the desktop is not to be lost; where the files
        that it wrote are kept."""
        ...

    def leave(self, number: int, /) -> None:
        """What this try made of it is what remains."""
        ...


@contextmanager
def staged(request: Request, name: str) -> Generator[Stage]:
    """The stage of a request's desktop. `name`: tells its checkpoints, which go at the end, from
    others. Raises `UsageError` where effects would stay, `TakenError`, `DesktopError`."""
    where = request.settings.desktop or default_desktop()
    kind_of(where)
    kind, argument = parted(where)
    opened: AbstractContextManager[_Own | _Living]
    match kind:
        case "sandbox":
            opened = _own(request, argument)
        case "session":
            opened = _living(request, argument)
        case _:
            raise UsageError(
                f"The desktop {where!r} has no checkpoints: what each try does there would stay.",
                "Give --desktop sandbox, or --desktop session:ID.",
            )
    _sweep()
    with opened as stage:
        checkpoints = stage.checkpoints = _Checkpoints(stage.record, name)
        try:
            checkpoints.keep(_START)
            yield stage
        finally:
            checkpoints.remove()


class _Checkpoints:
    """Those of one session that belong to its tries."""

    def __init__(self, record: SessionRecord, name: str) -> None:
        self._record = record
        self._name = f"{_PREFIX}{name}"
        self._made: list[str] = []

    def keep(self, what: str) -> None:
        from uitars_runtime.sessions.folder import find
        from uitars_runtime.sessions.verbs import checkpoint

        name = f"{self._name}-{what}"
        self._made.append(name)
        # As it is now: what was restored has another display.
        checkpoint(find(self._record.id), name)

    def restore(self, what: str) -> None:
        from uitars_runtime.sessions.verbs import restore

        restore(self._record.id, f"{self._name}-{what}")

    def remove(self) -> None:
        from uitars_runtime.sessions.checkpoints import remove

        for name in self._made:
            # One that was not made, or that a person took away, is no trouble.
            with suppress(UitarsError):
                remove(self._record.id, name)


def _sweep() -> None:
    """Take away the checkpoints of tries that were killed together with their session."""
    from uitars_runtime.sessions import checkpoints
    from uitars_runtime.sessions.folder import living

    there = {record.id for record in living()}
    for session in checkpoints.sessions():
        for name in () if session in there else checkpoints.names(session):
            if name.startswith(_PREFIX):
                with suppress(UitarsError):
                    checkpoints.remove(session, name)


class _Living:
    """A session of the person's: the chosen try is what they find there."""

    checkpoints: _Checkpoints

    def __init__(self, record: SessionRecord, request: Request) -> None:
        self.record = record
        self.request = request
        self._last = 0

    def again(self) -> None:
        self.checkpoints.keep(str(self._last))
        self.checkpoints.restore(_START)

    def keep(self, number: int, _run: Path, files: Sequence[str], /) -> tuple[str, ...]:
        self._last = number
        return tuple(files)

    def leave(self, number: int, /) -> None:
        # The last try still stands there, with all that it did not save.
        if number != self._last:
            self.checkpoints.restore(str(number))


@contextmanager
def _living(request: Request, argument: str) -> Generator[_Living]:
    from uitars_runtime.sessions.folder import find

    record = find(argument)
    if record.order.workspace:
        raise UsageError(
            f"The session's workspace {record.workspace} is a folder of yours, which no checkpoint"
            " is restored into.",
            "Start a session without --workspace, and put files there: uitars sandbox put",
        )
    yield _Living(record, request)


class _Own:
    """A session that ends with the tries: what remains are the files of the chosen one."""

    checkpoints: _Checkpoints

    def __init__(self, record: SessionRecord, request: Request, given: Path | None) -> None:
        self.record = record
        self.request = request
        self._given = given
        self._began = files_of(Path(record.workspace))
        self._files: dict[int, Path] = {}

    def again(self) -> None:
        self.checkpoints.restore(_START)

    def keep(self, number: int, run: Path, files: Sequence[str], /) -> tuple[str, ...]:
        there = self._files[number] = run / "workspace"
        copy_files(Path(self.record.workspace), there)
        return tuple(str(there / Path(one).relative_to(self.record.workspace)) for one in files)

    def leave(self, number: int, /) -> None:
        if self._given is not None:
            give_back(self._files[number], self._given, self._began)


@contextmanager
def _own(request: Request, size: str) -> Generator[_Own]:
    from uitars_runtime.sessions.starting import start
    from uitars_runtime.sessions.terms import SessionOrder
    from uitars_runtime.sessions.verbs import ordered, stop

    given = given_workspace(request)
    settings = request.settings
    usual = SessionOrder(
        programs=settings.programs, accessibility=settings.accessibility, owner=os.getpid()
    )
    order = ordered(usual, size=size, browser=request.browser, lease={}, limits={})
    record = start(msgspec.structs.replace(order, owner=usual.owner))
    try:
        if given is not None:
            copy_files(given, Path(record.workspace))
        settings = msgspec.structs.replace(settings, desktop=f"session:{record.id}")
        there = msgspec.structs.replace(request, settings=settings, workspace="", browser="")
        yield _Own(record, there, given)
    finally:
        stop(record.id)


def copy_files(source: Path, target: Path) -> None:
    """Copy a folder with its links as they are. Sockets and pipes stay where they are: they are no
    files but a way to a program that runs, such as the one that git watches a folder with. Raises
    `UsageError`."""

    def others(folder: str, names: list[str]) -> list[str]:
        return [name for name in names if not _can_be_copied(Path(folder) / name)]

    try:
        shutil.copytree(source, target, symlinks=True, ignore=others, dirs_exist_ok=True)
    except OSError as error:
        raise UsageError(f"{source} cannot be copied: {error.strerror or error}.") from error


def _can_be_copied(path: Path) -> bool:
    return path.is_symlink() or path.is_dir() or path.is_file()


def give_back(source: Path, target: Path, began: Mapping[str, str]) -> None:
    """Put a try's files into the folder that they came from: those that it made or changed are
    written, and of those that were there as it `began`, what it removed goes. What it left alone
    stays as it is there: a person may have changed it meanwhile. Raises `UsageError`.

    No link is followed there, and none is made: programs of the try may have left links that lead
    elsewhere.
    """
    from uitars_runtime.sessions.files import put

    for name, held in sorted(files_of(source).items()):
        if held not in (began.get(name), _digest(target / name)):
            put(source / name, name, target)
    for name, held in began.items():
        if not os.path.lexists(source / name) and _digest(target / name) == held:
            (target / name).unlink()


def files_of(folder: Path) -> dict[str, str]:
    """The regular files below a folder: the digest of each by its path there."""
    found = (path for path in folder.rglob("*") if _is_file(path))
    return {str(path.relative_to(folder)): _digest(path) for path in found}


def _digest(path: Path) -> str:
    """Of what a regular file holds; empty for what is none."""
    if not _is_file(path):
        return ""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _is_file(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False
