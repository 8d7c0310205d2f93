"""What files of checkpoints hold, each content once under its SHA-256: kept, checked, given back.

Many files are worked on at once: most of the time goes into the kernel's own work and into hashing,
which threads do beside each other.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import secrets
import shutil
from collections.abc import Callable, Collection, Generator, Iterable
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final, TypeVar

from uitars_runtime import paths

_CHUNK: Final = 1 << 20
_SMALL: Final = 8 << 20
"""Bytes of a file that is read once, to be hashed and written from memory."""
_MOST: Final = 1 << 30
"""Bytes that the kernel copies with one call."""
_AT_ONCE: Final = 64
"""Files that a thread takes at a time."""
_FICLONE: Final = 0x40049409
"""Shares a file's blocks with another one until either is changed (ioctl_ficlone(2))."""

_One = TypeVar("_One")
_Made = TypeVar("_Made")


class Objects:
    """The contents in one folder. Methods raise `OSError`; for any thread."""

    def __init__(self, folder: Path) -> None:
        """The folder is made when something is kept."""
        self._folder = folder

    @contextmanager
    def held(self, *, alone: bool = False) -> Generator[None]:
        """While it lasts nothing is taken away by others; `alone`: nothing is put there, either."""
        paths.make_private(self._folder)
        lock = os.open(self._folder / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
            yield
        finally:
            os.close(lock)

    def place(self, content: str) -> str:
        """Where it lies, or would lie."""
        return f"{self._folder}/{content[:2]}/{content}"

    def keep(self, path: str) -> str:
        """Keep what a file holds; its hash. One that was damaged here is whole again. Where a
        program has put a link or a pipe there since it was seen, that is not followed."""
        with open(path, "rb", buffering=0, opener=_opened) as reading:
            if os.fstat(reading.fileno()).st_size > _SMALL:
                return self._keep_large(reading)
            data = reading.read(_SMALL + 1)
            if len(data) > _SMALL:  # it grew
                reading.seek(0)
                return self._keep_large(reading)
            found = hashlib.sha256(data).hexdigest()
            if self.is_whole(found):
                return found
            with self._beside() as (name, writing):
                if _shares(reading, writing):
                    # It may have been written to since it was read: what is there counts.
                    found = _hash_of(writing)
                else:
                    writing.write(data)
                    writing.flush()
                self._put(name, found)
        return found

    def is_whole(self, content: str) -> bool:
        """Whether what is kept under a hash still has it."""
        try:
            with open(self.place(content), "rb", buffering=0) as reading:
                return _hash_of(reading) == content
        except FileNotFoundError:
            return False

    def give(self, content: str, target: str) -> None:
        """Make a file that holds it."""
        with (
            open(self.place(content), "rb", buffering=0) as reading,
            open(target, "xb", buffering=0) as writing,
        ):
            if not _shares(reading, writing):
                while os.sendfile(writing.fileno(), reading.fileno(), None, _MOST):
                    pass

    def sweep(self, used: Collection[str]) -> int:
        """Take away all but these, and what was left half written; how many bytes. Only while held
        alone."""
        freed = 0
        for folder, _, names in os.walk(self._folder):
            for name in names:
                path = os.path.join(folder, name)
                if name not in used and name != ".lock":
                    freed += os.lstat(path).st_size
                    os.unlink(path)
        for entry in os.scandir(self._folder):
            if entry.is_dir():
                with suppress(OSError):  # something is in it
                    os.rmdir(entry.path)
        return freed

    def _keep_large(self, reading: BinaryIO) -> str:
        found = _hash_of(reading)
        if self.is_whole(found):
            return found
        reading.seek(0)
        with self._beside() as (name, writing):
            if not _shares(reading, writing):
                shutil.copyfileobj(reading, writing, _CHUNK)
                writing.flush()
            writing.seek(0)
            found = _hash_of(writing)
            self._put(name, found)
        return found

    @contextmanager
    def _beside(self) -> Generator[tuple[str, BinaryIO]]:
        """A new file that nobody looks for; gone where it was not put into its place."""
        name = f"{self._folder}/.{secrets.token_hex(8)}"
        with open(name, "xb+") as writing:
            try:
                yield name, writing
            except BaseException:
                with suppress(FileNotFoundError):
                    os.unlink(name)
                raise

    def _put(self, name: str, content: str) -> None:
        place = self.place(content)
        try:
            os.replace(name, place)
        except FileNotFoundError:
            os.makedirs(os.path.dirname(place), mode=0o700, exist_ok=True)
            os.replace(name, place)


def at_once(work: Callable[[_One], _Made], many: Iterable[_One]) -> list[_Made]:
    """Do it with each of many, in threads; what came of them, in order. The first failure is
    raised."""
    # A host that keeps nothing never needs it.
    from concurrent.futures import ThreadPoolExecutor

    every = list(many)
    parts = [every[start : start + _AT_ONCE] for start in range(0, len(every), _AT_ONCE)]

    def each(part: list[_One]) -> list[_Made]:
        return [work(one) for one in part]

    with ThreadPoolExecutor(min(8, 2 * (os.cpu_count() or 1))) as threads:
        return [made for part in threads.map(each, parts) for made in part]


def _opened(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)


def _hash_of(reading: BinaryIO) -> str:
    """Of all from where it is read."""
    found = hashlib.sha256()
    while chunk := reading.read(_CHUNK):
        found.update(chunk)
    return found.hexdigest()


def _shares(reading: BinaryIO, writing: BinaryIO) -> bool:
    """Let an empty file have the blocks of another one, where the file system can."""
    try:
        fcntl.ioctl(writing.fileno(), _FICLONE, reading.fileno())
    except OSError:
        return False
    return True
