"""Checkpoints: the files of a session and the command lines of its open programs, kept by content.

A checkpoint is a manifest; what its files hold lies beside it under the hash of it, once for all
checkpoints. Nothing of a process's memory is in it. Every byte is hashed when it is saved and again
before it is restored.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import shutil
import stat
from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from uitars_runtime import paths, trees
from uitars_runtime.browser.kept import KeptBrowser
from uitars_runtime.errors import UsageError
from uitars_runtime.escaping import visible
from uitars_runtime.sessions.folder import is_id, sessions_folder
from uitars_runtime.sessions.objects import Objects, at_once

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_MANIFEST: Final = "manifest.json"
_BEGINNING: Final = "beginning.json"
"""In the folder of a session that began with a checkpoint: the manifest of it, as it was then."""
_IN_USE: Final = frozenset(("SingletonLock", "SingletonCookie", "SingletonSocket"))
"""Links in a home by which a Chromium that runs says that a profile is its own."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One file, folder or link. Of a folder `content` is empty, of a link it is where it leads, of
    a file the hash."""

    root: str
    path: str
    mode: int
    """Type and permissions, as of stat."""
    changed: int
    """Nanoseconds since 1970."""
    content: str = ""
    raw: bool = False
    """Whether its path, or where a link leads, is no UTF-8: then characters stand for bytes."""

    @property
    def name(self) -> str:
        """Its path, as the system takes it."""
        return self._named(self.path)

    @property
    def leads(self) -> str:
        """Where a link leads."""
        return self._named(self.content)

    def _named(self, text: str) -> str:
        return os.fsdecode(text.encode("latin-1")) if self.raw else text


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A checkpoint."""

    roots: dict[str, str]
    """Where `workspace` and `home` were."""
    programs: tuple[str, ...]
    """Command lines of those that had windows."""
    entries: tuple[Entry, ...]
    browser: KeptBrowser | None = None
    """The pages of the session's own browser; None where none ran."""


class Kept(NamedTuple):
    """A checkpoint as it is listed."""

    name: str
    made: float
    """Seconds since 1970."""
    files: int
    bytes: int
    """What they hold together; -1 where the checkpoint is damaged."""


class _Sealed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is on disk."""

    hash: str
    manifest: msgspec.Raw


def save(
    session: str,
    name: str,
    roots: Mapping[str, Path],
    programs: tuple[str, ...],
    browser: KeptBrowser | None = None,
) -> Path:
    """Keep these folders under a name; what was kept under it before is replaced. Raises
    `UsageError`, also where the disk is full."""
    _folder(session, name)  # a name that is none changes nothing
    try:
        with held():
            return _saved(session, name, roots, programs, browser)
    except OSError as error:
        raise UsageError(f"The session cannot be kept: {error.strerror or error}.") from error


def held() -> AbstractContextManager[None]:
    """While it lasts, no checkpoint is taken away."""
    return _objects().held()


def _saved(
    session: str,
    name: str,
    roots: Mapping[str, Path],
    programs: tuple[str, ...],
    browser: KeptBrowser | None,
) -> Path:
    folder = _folder(session, name)
    entries = tuple(entry for root, place in roots.items() for entry in _entries(root, place))
    places = {root: str(place) for root, place in roots.items()}
    sealed = _sealed(Manifest(places, programs, entries, browser))
    paths.make_private(folder)
    beside = folder / f".{secrets.token_hex(4)}"
    try:
        with beside.open("xb") as writing:
            writing.write(sealed)
            writing.flush()
            # The one file that is written through: content that is lost with the machine's power is
            # noticed by its hash before anything is restored.
            os.fsync(writing.fileno())
        beside.replace(folder / _MANIFEST)
    except OSError:
        with suppress(OSError):
            beside.unlink()
        raise
    return folder


def load(session: str, name: str) -> Manifest:
    """A checkpoint, every byte of it checked. Raises `UsageError`, which names the file that is
    damaged."""
    manifest = _manifest(session, name)
    objects = _objects()
    files = {entry.content: entry for entry in manifest.entries if stat.S_ISREG(entry.mode)}
    for content, whole in zip(files, at_once(objects.is_whole, files), strict=True):
        if not whole:
            entry = files[content]
            place = Path(objects.place(content))
            raise _damaged(place, f"It holds {entry.root}/{visible(entry.name)}.")
    return manifest


def begin(session: str, name: str, folder: Path) -> Manifest:
    """A checkpoint, as `load` has it, for a living session with this folder: what it begins with
    stays as long as the folder does, also where another checkpoint takes this one's place. Raises
    `UsageError`, `OSError`."""
    with held():
        manifest = load(session, name)
        (folder / _BEGINNING).write_bytes(_sealed(manifest))
    return manifest


def names(session: str) -> list[str]:
    """The checkpoints of a session."""
    return sorted(file.parent.name for file in (_store() / session).glob(f"*/{_MANIFEST}"))


def sessions() -> list[str]:
    """The sessions that have checkpoints, also those that ended."""
    return sorted({file.parent.parent.name for file in _store().glob(f"*/*/{_MANIFEST}")})


def listed(session: str) -> list[Kept]:
    """The checkpoints of a session, the oldest first; their contents are not checked."""
    found: list[Kept] = []
    for name in names(session):
        made = (_folder(session, name) / _MANIFEST).stat().st_mtime
        try:
            entries = _manifest(session, name).entries
            contents = [entry.content for entry in entries if stat.S_ISREG(entry.mode)]
            size = sum(map(_size, contents))
        except UsageError:
            contents, size = [], -1
        found.append(Kept(name, made, len(contents), size))
    return sorted(found, key=lambda one: one.made)


def remove(session: str, name: str) -> int:
    """Take a checkpoint away, and contents that no other one has and no living session begins with;
    how many bytes are free. Where another one is damaged its contents cannot be told, and all stay.
    Raises `UsageError`."""
    folder = _folder(session, name)
    try:
        (folder / _MANIFEST).lstat()
    except FileNotFoundError as error:
        raise _missing(session, name) from error
    objects = _objects()
    with objects.held(alone=True):
        shutil.rmtree(folder)
        if not any(folder.parent.iterdir()):
            folder.parent.rmdir()
        used: set[str] = set()
        begun = sessions_folder().glob(f"*/{_BEGINNING}")
        for file in (*_store().glob(f"*/*/{_MANIFEST}"), *begun):
            try:
                used.update(entry.content for entry in _read(file).entries)
            except FileNotFoundError:
                continue  # its session has ended meanwhile
            except UsageError:
                return 0
        return objects.sweep(used)


def restore(manifest: Manifest, root: str, place: Path) -> None:
    """Fill an empty folder with what was kept of a root. Raises `OSError`."""
    place.mkdir(mode=0o700, exist_ok=True)
    folders: list[tuple[Path, Entry]] = []
    files: list[tuple[str, Entry]] = []
    for entry in manifest.entries:
        if entry.root != root:
            continue
        match stat.S_IFMT(entry.mode):
            case stat.S_IFDIR:
                target = place / entry.name
                target.mkdir(mode=0o700, exist_ok=True)
                folders.append((target, entry))
            case stat.S_IFLNK:
                (place / entry.name).symlink_to(entry.leads)
            case _:
                files.append((f"{place}/{entry.name}", entry))
    objects = _objects()

    def give(file: tuple[str, Entry]) -> None:
        target, entry = file
        objects.give(entry.content, target)
        _set(target, entry)

    at_once(give, files)
    # What is put into a folder changes it.
    for target, entry in reversed(folders):
        _set(target, entry)


def restore_beside(manifest: Manifest, root: str, place: Path) -> Path:
    """Fill a folder beside another one, which is to take its place; nothing is left of it where
    that fails, such as on a full disk. Raises `OSError`."""
    beside = place.with_name(f"{place.name}.coming")
    trees.remove(beside)
    try:
        restore(manifest, root, beside)
    except OSError:
        trees.remove(beside)
        raise
    return beside


def _entries(root: str, place: Path) -> list[Entry]:
    """Files, folders and links below a place; each folder before what is in it."""
    objects = _objects()

    def entry(path: str) -> Entry | None:
        try:
            found = os.lstat(path)
            content = _content(path, found, objects)
        except FileNotFoundError:
            return None  # gone meanwhile
        if content is None or (root == "home" and os.path.basename(path) in _IN_USE):
            return None
        name = path[len(str(place)) + 1 :]
        raw = not (_is_text(name) and _is_text(content))
        if raw:
            name, content = (os.fsencode(one).decode("latin-1") for one in (name, content))
        return Entry(root, name, found.st_mode, found.st_mtime_ns, content, raw)

    made = at_once(entry, (found.path for found in trees.below(place)))
    return [one for one in made if one is not None]


def _is_text(name: str) -> bool:
    """Whether it can be written down: a file may be called by any bytes."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _content(path: str, found: os.stat_result, objects: Objects) -> str | None:
    """What an entry says of its content, which is kept; None for what is no file (a socket)."""
    match stat.S_IFMT(found.st_mode):
        case stat.S_IFDIR:
            return ""
        case stat.S_IFLNK:
            return os.readlink(path)
        case stat.S_IFREG:
            return objects.keep(path)
        case _:
            return None


def _manifest(session: str, name: str) -> Manifest:
    """As it was written. Raises `UsageError`."""
    try:
        return _read(_folder(session, name) / _MANIFEST)
    except FileNotFoundError as error:
        raise _missing(session, name) from error


def _sealed(manifest: Manifest) -> bytes:
    """As it lies on disk."""
    data = msgspec.json.encode(manifest)
    return msgspec.json.encode(_Sealed(_hash(data), msgspec.Raw(data)))


def _read(file: Path) -> Manifest:
    """What was sealed. Raises `FileNotFoundError`, and `UsageError` where it is damaged."""
    try:
        sealed = msgspec.json.decode(file.read_bytes(), type=_Sealed)
        if _hash(bytes(sealed.manifest)) != sealed.hash:
            raise _damaged(file)
        return msgspec.json.decode(sealed.manifest, type=Manifest)
    except FileNotFoundError:
        raise
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _damaged(file) from error


def _set(target: str | Path, entry: Entry) -> None:
    os.chmod(target, stat.S_IMODE(entry.mode))
    os.utime(target, ns=(entry.changed, entry.changed))


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _store() -> Path:
    return paths.data_folder() / "checkpoints"


def _objects() -> Objects:
    return Objects(_store() / "objects")


def _size(content: str) -> int:
    try:
        return os.stat(_objects().place(content)).st_size
    except FileNotFoundError:
        return 0


def _folder(session: str, name: str) -> Path:
    """Raises `UsageError` for what is no session's id, or no name."""
    if not is_id(session):
        raise UsageError(f"{session!r} is no session's id.", "See: uitars sandbox list")
    if _NAME.fullmatch(name) is None:
        raise UsageError(
            f"{name!r} is no name of a checkpoint.", "Letters, digits, dots and dashes are."
        )
    return _store() / session / name


def _missing(session: str, name: str) -> UsageError:
    there = ", ".join(names(session)) or "none"
    return UsageError(
        f"There is no checkpoint {name!r} of the session {session}.", f"There is {there}."
    )


def _damaged(file: Path, more: str = "") -> UsageError:
    return UsageError(f"The checkpoint is damaged: {file}.", more or "It cannot be restored.")
