"""Writing files so that what is acknowledged stays: temporary file, fsync, rename.

Knows nothing of runs; `journal.py` says what is written and when.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from collections.abc import Generator
from pathlib import Path

from uitars_runtime.errors import JournalError

_PRIVATE_FILE = 0o600
_BINARY = getattr(os, "O_BINARY", 0)
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


@contextlib.contextmanager
def reporting(path: Path) -> Generator[None]:
    """Turn an `OSError` about this file into a `JournalError` that says what to do."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise JournalError(
                f"The disk is full: {path} was not written.",
                "Free some space and start the run again; every step recorded before is whole.",
            ) from error
        raise JournalError(
            f"{path} cannot be written: {error.strerror or error}.",
            "Check that the folder exists and belongs to you, or choose another with --run-dir.",
        ) from error


def write_whole(path: Path, data: bytes) -> None:
    """Put a file in place, whole or not at all, replacing an older one. Raises `JournalError`."""
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    with reporting(path):
        try:
            file = _create(part)
            try:
                _write_all(file, data)
                os.fsync(file)
            finally:
                os.close(file)
            part.replace(path)
            sync_folder(path.parent)
        except OSError:
            part.unlink(missing_ok=True)
            raise


def write_own(path: Path, data: bytes) -> None:
    """As `write_whole`, for a file of a person's own: its folder is made, and a link to where they
    keep it stays one. Not for records: an agent could have laid the link."""
    real = Path(os.path.realpath(path))
    with reporting(path):
        real.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(real, data)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable, where the system can (POSIX)."""
    if os.name != "posix":
        return
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


class AppendedFile:
    """A file that only grows by whole, durable pieces."""

    def __init__(self, path: Path) -> None:
        """Create the file, which must not exist. Raises `JournalError`."""
        self._path = path
        self._length = 0
        with reporting(path):
            self._file = _create(path)
            sync_folder(path.parent)

    def append(self, data: bytes) -> None:
        """Returns once the bytes are on disk; raises `JournalError` and leaves none of them."""
        with reporting(self._path):
            try:
                _write_all(self._file, data)
                os.fsync(self._file)
            except OSError:
                os.ftruncate(self._file, self._length)
                os.lseek(self._file, self._length, os.SEEK_SET)
                raise
        self._length += len(data)

    def close(self) -> None:
        os.close(self._file)


class Reserve:
    """Disk space kept aside, to be given back when the disk is full and a run must end cleanly."""

    def __init__(self, path: Path, size: int) -> None:
        """Occupy `size` bytes. Raises `JournalError`."""
        self._path = path
        with reporting(path):
            file = _create(path)
            try:
                _write_all(file, bytes(size))
            finally:
                os.close(file)

    def release(self) -> None:
        with reporting(self._path):
            self._path.unlink(missing_ok=True)


def _create(path: Path) -> int:
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, _PRIVATE_FILE)


def _write_all(file: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(file, view) :]
