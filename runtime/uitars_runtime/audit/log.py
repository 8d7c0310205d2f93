"""The audit log on disk: lines that are only ever added, and its head in another place.

The head names number, hash and end of the last line. Line first, then head, both on disk before the
call returns: a crash between the two leaves a line that nobody was told of, which the next writer
drops and notes. Everything else that does not fit is somebody's doing.
"""

from __future__ import annotations

import datetime
import io
import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from uitars_runtime import paths
from uitars_runtime.audit.entry import FIRST, Entry, decoded, encoded, line_hash
from uitars_runtime.errors import JournalError

_HEAD_BYTES = 256
_HERE = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_ADDED = os.O_RDWR | os.O_CREAT | os.O_APPEND | _HERE
"""How the log is opened; Windows would end its lines otherwise than their hashes say."""


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line."""

    number: int = 0
    hash: str = FIRST
    size: int = 0
    """Bytes of the log up to the end of that line."""


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a check found."""

    entries: int
    """Lines that are in order."""
    problem: str = ""
    """What is wrong first, in one sentence; empty when the whole log is in order."""


class AuditLog:
    """One log; several processes may write to it."""

    def __init__(self, file: Path | None = None, head: Path | None = None) -> None:
        """Default: the log among the data, the head among the states."""
        self._file = file or paths.data_folder() / "audit" / "log.jsonl"
        self._head = head or paths.state_folder() / "audit-head.json"

    def add(self, entry: Callable[[int, str], Entry]) -> None:
        """Add the entry made for a number and the hash before it. Raises `JournalError`."""
        try:
            with self._opened() as descriptor:
                head = self._read_head()
                head = self._repair(descriptor, head)
                self._append(descriptor, head, entry(head.number + 1, head.hash))
        except OSError as error:
            raise JournalError(
                f"The audit log {self._file} cannot be written: {error.strerror or error}.",
                "Nothing is done that cannot be accounted for. Make room or mend the folder.",
            ) from error

    def verify(self) -> Report:
        """Check every line and the head. Raises `JournalError` when the files cannot be read."""
        try:
            with self._standing() as data:
                head = self._read_head()
        except OSError as error:
            raise JournalError(f"The audit log cannot be read: {error}.") from error
        except JournalError as error:
            return Report(0, error.title)
        return _check(data, head)

    @contextmanager
    def _opened(self) -> Generator[int]:
        """The log, open and locked."""
        for folder in (self._file.parent, self._head.parent):
            paths.make_private(folder)
        descriptor = os.open(self._file, _ADDED, 0o600)
        try:
            _lock(descriptor, alone=True)
            yield descriptor
        finally:
            os.close(descriptor)

    @contextmanager
    def _standing(self) -> Generator[bytes]:
        """What the log holds; nobody adds a line meanwhile, so that its head fits it."""
        try:
            log = self._file.open("rb")
        except FileNotFoundError:
            yield b""
            return
        with log:
            _lock(log.fileno(), alone=False)
            yield log.read()

    def _read_head(self) -> Head:
        try:
            return msgspec.json.decode(self._head.read_bytes(), type=Head)
        except FileNotFoundError:
            return Head()
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise JournalError(
                f"The head of the audit log, {self._head}, is spoilt.",
                "Move log and head away together to begin a log afresh.",
            ) from error

    def _repair(self, descriptor: int, head: Head) -> Head:
        """Drop a line that was written but never told of; refuse a log that does not fit its head.

        Returns the head after the note about it.
        """
        size = os.fstat(descriptor).st_size
        if size == head.size:
            return head
        os.lseek(descriptor, min(head.size, size), os.SEEK_SET)
        rest = os.read(descriptor, size)
        if not rest or b"\n" in rest[:-1]:
            raise JournalError(
                f"The audit log {self._file} does not fit its head.",
                "See uitars audit verify; move log and head away together to begin afresh.",
            )
        os.ftruncate(descriptor, head.size)
        note = f"A line of {len(rest)} bytes that was not finished was dropped."
        return self._append(
            descriptor,
            head,
            Entry(number=head.number + 1, at=now(), event="repair", note=note, previous=head.hash),
        )

    def _append(self, descriptor: int, head: Head, entry: Entry) -> Head:
        line = encoded(entry)
        written = os.write(descriptor, line)
        if written != len(line):
            raise OSError(f"only {written} of {len(line)} bytes were written")
        _sync(descriptor)
        new = Head(entry.number, line_hash(line), head.size + len(line))
        # In one place and one sector, so that no loss of power can leave it behind or in halves.
        with open(self._head, "r+b", opener=_private) as file:
            file.write(msgspec.json.encode(new).ljust(_HEAD_BYTES))
            file.flush()
            _sync(file.fileno())
        return new


def now() -> str:
    """The wall clock, for people."""
    return datetime.datetime.now().astimezone().isoformat(timespec="milliseconds")


def _lock(descriptor: int, *, alone: bool) -> None:
    """Wait until no other process writes, and with `alone` none reads; until it is closed."""
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)


def _sync(descriptor: int) -> None:
    """Put content and size on disk; the times of a file need not wait."""
    if sys.platform in ("darwin", "win32"):
        os.fsync(descriptor)
    else:
        os.fdatasync(descriptor)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_CREAT, 0o600)


def _check(data: bytes, head: Head) -> Report:
    previous, number = FIRST, 0
    for line in io.BytesIO(data):
        try:
            entry = decoded(line)
        except ValueError as error:
            return Report(number, f"Line {number + 1} cannot be read: {error}.")
        if entry.number != number + 1:
            return Report(number, f"Line {number + 1} says it is number {entry.number}.")
        if entry.previous != previous:
            return Report(number, f"Line {number + 1} does not follow from the line before it.")
        previous, number = line_hash(line), number + 1
    if (number, previous, len(data)) != (head.number, head.hash, head.size):
        return Report(number, f"The head speaks of {head.number} lines and another last line.")
    return Report(number)
