"""What a person decided for more than one action: for this run, or for a program until it expires.

Kept by rule and program, so that a yes never widens to another class or another program. A program
is its executable, with the hash of its content, and the class of its window. What reaches beyond
the run lies in one file that can be listed and revoked; a file that cannot be read is an error.
"""

from __future__ import annotations

import functools
import hashlib
import os
import sys
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime import paths
from uitars_runtime.consent import Reach
from uitars_runtime.errors import GateError
from uitars_runtime.journal_disk import write_whole

if TYPE_CHECKING:
    from uitars_runtime.gate.facts import Facts

_DAY = 86400.0


class Program(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a decision is bound to."""

    application: str
    path: str
    sha256: str
    script: str = ""
    """Name of the file that it runs, where it is an interpreter: that is the same for every one."""


class Remembered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One yes that reaches beyond its run."""

    rule: str
    program: Program
    until: float
    """When it expires, in seconds since 1970."""

    @property
    def name(self) -> str:
        """Short and stable; what `uitars policy revoke` takes."""
        key = "\0".join((self.rule, *msgspec.structs.astuple(self.program)))
        return hashlib.sha256(key.encode()).hexdigest()[:8]


class Decisions:
    """The decisions that count in one run."""

    def __init__(
        self, *, days: int = 30, file: Path | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        """`days`: how long a new decision lasts. `file`: default `decisions.json` among states."""
        self._seconds = days * _DAY
        self._file = file or decisions_file()
        self._clock = clock
        self._of_run: set[tuple[str, Program]] = set()

    def granted(self, rule: str, facts: Facts, reach: Reach = Reach.APP, /) -> bool:
        """Whether a person allowed this rule in this program before, by a yes that reaches no
        further than that: a policy may have become stricter since."""
        if reach is Reach.ONCE:
            return False
        program = _program(facts)
        if (rule, program) in self._of_run:
            return True
        return reach is Reach.APP and any(
            one.rule == rule and one.program == program for one in listed(self._file, self._clock)
        )

    def remember(self, rule: str, facts: Facts, reach: Reach, /) -> None:
        """Keep a yes as far as it reaches."""
        match reach:
            case Reach.ONCE:
                pass
            case Reach.RUN:
                self._of_run.add((rule, _program(facts)))
            case Reach.APP:
                new = Remembered(rule, _program(facts), self._clock() + self._seconds)
                with _locked(self._file):
                    others = [
                        one for one in listed(self._file, self._clock) if one.name != new.name
                    ]
                    write_whole(self._file, msgspec.json.encode([*others, new]))


def decisions_file() -> Path:
    """Where decisions that reach beyond a run lie."""
    return paths.state_folder() / "decisions.json"


def listed(file: Path, clock: Callable[[], float] = time.time) -> tuple[Remembered, ...]:
    """The decisions in the file that have not expired. Raises `GateError`."""
    try:
        found = msgspec.json.decode(file.read_bytes(), type=tuple[Remembered, ...])
    except FileNotFoundError:
        return ()
    except (OSError, msgspec.DecodeError, UnicodeError) as error:
        raise GateError(
            f"The remembered decisions in {file} cannot be read: {error}.",
            "Move the file away; nothing is remembered then.",
        ) from error
    return tuple(one for one in found if one.until > clock())


def revoke(file: Path, names: Iterable[str]) -> tuple[Remembered, ...]:
    """Forget the decisions of these names; returns them. Raises `GateError` for an unknown name."""
    with _locked(file):
        found = {one.name: one for one in listed(file)}
        wanted = set(names)
        if not wanted <= found.keys():
            unknown = ", ".join(sorted(wanted - found.keys()))
            raise GateError(f"Nothing is remembered as {unknown}.", "See uitars policy list.")
        left = [one for name, one in found.items() if name not in wanted]
        write_whole(file, msgspec.json.encode(left))
    return tuple(found[name] for name in sorted(wanted))


def _program(facts: Facts) -> Program:
    return Program(facts.application, facts.program, _content_hash(facts.program), facts.script)


def _content_hash(path: str) -> str:
    """SHA-256 of an executable; empty where it cannot be read."""
    try:
        found = os.stat(path)
        return _hashed(path, found.st_ino, found.st_size, found.st_mtime_ns)
    except OSError:
        return ""


@functools.lru_cache(maxsize=64)
def _hashed(path: str, _inode: int, _size: int, _changed: int) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def _locked(file: Path) -> Generator[None]:
    paths.make_private(file.parent)
    descriptor = os.open(file.with_suffix(".lock"), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
