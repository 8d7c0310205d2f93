"""Files that are written in any order, can be gone on with, and appear whole or not at all.

Every format here knows the place of every tensor before its numbers exist. So a file is made in its
full length under the name `NAME.part`, where a full disk shows at once; slices are written where
they belong; what is done, with what is told of it, is noted in `NAME.done`; at the end the file
takes its name. All files of a result keep their notes until all have their names and are on record.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Final, Self, cast

import msgspec

from uitars_quant.errors import QuantizeError, WriteError
from uitars_quant.memory import size_told
from uitars_quant.sources.foreign import damage_told, json_object
from uitars_quant.sources.tensors import Source

RECORD: Final = "uitars-quantize.json"
"""Name, or ending of the name, of the record beside a result."""
NOTE: Final = ".done"
"""Ending of the name of a note of what is done."""
_SYNC: Final = 64 << 20
"""Bytes written between two waits for the disk."""


@dataclass(frozen=True)
class Place:
    """Where a tensor's bytes go."""

    offset: int
    size: int


class PlannedFile:
    """A file under construction. `resume`: go on with what an earlier run of the same plan left."""

    def __init__(
        self, path: Path, head: bytes, places: Mapping[str, Place], plan: str, *, resume: bool
    ) -> None:
        """`head` stands at the start; `plan` tells runs of other options apart."""
        self.path = path
        self._places = places
        self._part = path.with_name(path.name + ".part")
        self._note = path.with_name(path.name + NOTE)
        self._fresh: list[tuple[str, object]] = []
        self._unsynced = 0
        check_free(path)
        size = max((place.offset + place.size for place in places.values()), default=len(head))
        mark = hashlib.sha256(b"with results" + head + plan.encode()).hexdigest()
        noted = _noted(self._note, mark) if resume else []
        # It has its name where a run was stopped before the result was on record.
        whole = bool(noted) and {name for name, _ in noted} == set(places)
        named = whole and not self._part.exists() and _is_so(path, head, size)
        self._lies = path if named else self._part
        try:
            self._stream = _alone(self._lies)
        except OSError as error:
            raise _cannot_write(path, size, error) from error
        noted = noted if self._stream.seek(0, os.SEEK_END) == size else []
        self.done = {name for name, _ in noted}
        self.told = [told for _, told in noted]
        try:
            # Written again where a run goes on, so that nothing follows a line that was torn.
            lines = [json.dumps(line) + "\n" for line in (mark, *noted)]
            self._note.write_text("".join(lines), encoding="utf-8")
            if not self.done:
                self._stream.truncate(0)
                _reserve(self._stream.fileno(), size)
                os.pwrite(self._stream.fileno(), head, 0)
            self._notes = self._note.open("a", encoding="utf-8")
        except OSError as error:
            remove(self._part, self._note)
            self._stream.close()
            raise _cannot_write(path, size, error) from error

    def write(self, name: str, data: bytes | memoryview, at: int = 0) -> None:
        """Bytes of a tensor, `at` bytes after its beginning."""
        place = self._places[name]
        if at + len(data) > place.size:
            raise ValueError(f"{name}: {at + len(data)} bytes for a place of {place.size}")
        try:
            written = 0
            while written < len(data):
                start = place.offset + at + written
                written += os.pwrite(self._stream.fileno(), data[written:], start)
        except OSError as error:
            raise _cannot_write(self.path, place.size, error) from error

    def finish_tensors(self, *names: str, told: object = None) -> None:
        """All bytes of these were written; noted as done once they are on disk, with what is told
        of them as JSON."""
        self._fresh += [(name, told) for name in names]
        self._unsynced += sum(self._places[name].size for name in names)
        if self._unsynced > _SYNC:
            self._sync()

    def _sync(self) -> None:
        try:
            # macOS has no fdatasync.
            getattr(os, "fdatasync", os.fsync)(self._stream.fileno())
            self._notes.writelines(json.dumps(line) + "\n" for line in self._fresh)
            self._notes.flush()
        except OSError as error:
            raise _cannot_write(self.path, self._unsynced, error) from error
        self.done.update(name for name, _ in self._fresh)
        self._fresh, self._unsynced = [], 0

    def complete(self) -> Path:
        """Where the whole file lies; all places must be done."""
        self._sync()
        missing = set(self._places) - self.done
        if missing:
            raise ValueError(f"not written: {sorted(missing)[:3]}")
        return self._lies

    def give_name(self) -> None:
        """Give the file its name; all places must be done. Its note stays for a later run."""
        whole = self.complete()
        try:
            whole.replace(self.path)
        except OSError as error:
            raise _cannot_write(self.path, 0, error) from error
        self._lies = self.path

    def publish(self) -> None:
        """Give the file its name, and remove its note; all places must be done."""
        self.give_name()
        self.close()
        self._note.unlink(missing_ok=True)

    def close(self) -> None:
        """Leave the file as it is, to go on with later; one in which nothing is done goes."""
        if self._stream.closed:
            return
        if self._fresh:
            self._sync()
        if not self.done:
            remove(self._part, self._note)
        self._stream.close()
        self._notes.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def identity(source: Source) -> str:
    """What tells a checkpoint from another one of the same shapes: names, sizes, times of files."""
    patterns = ("*.safetensors", "config.json")  # Which says what packed numbers mean.
    whole = [file for pattern in patterns for file in sorted(source.path.glob(pattern))]
    files = (*(whole or [source.path]), *source.companions)
    facts = [(str(file.resolve()), file.stat()) for file in files]
    told = [(name, fact.st_size, fact.st_mtime_ns) for name, fact in facts]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def recorded(record: Path) -> dict[str, str]:
    """Hashes of a result's files by their names, as its record has them; nothing where there is
    none. Raises `SourceError` for one that somebody altered."""
    if not record.is_file():
        return {}
    with damage_told(str(record)):
        return dict(cast("Mapping[str, str]", json_object(record).get("files", {})))


def digest(path: Path) -> str:
    """SHA-256 of a file, read in pieces."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def remove_earlier(folder: Path, names: Sequence[str]) -> None:
    """What an earlier result wrote and this one does not, as `chat_template.jinja`, goes where it
    is as it was written: engines would read it."""
    with suppress(QuantizeError):  # An altered record tells of nothing that is ours.
        for name, written in recorded(folder / RECORD).items():
            file = folder / name
            earlier = name not in names and Path(name).name == name and file.is_file()
            if earlier and digest(file) == written:
                remove(file)


def make_folder(folder: Path) -> None:
    """The folder, with those above it. Raises `WriteError`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _cannot_write(folder, 0, error) from error


def check_free(path: Path) -> None:
    """`WriteError` where no file can take this name: known before the work that would be lost."""
    if path.is_dir():
        raise _cannot_write(path, 0, IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR)))
    # A file would take the place of a device or a pipe, for everybody; so of the link /dev/stdout.
    if (path.exists() and not path.is_file()) or os.path.realpath(path.parent) == "/dev":
        raise WriteError(f"{path} is no regular file: it is not written over.")


def made_here(file: Path, mark: str, within: int = -1) -> bool:
    """Whether a file has the mark of its format's writer in its first bytes; one that cannot be
    read is taken for somebody else's."""
    try:
        with file.open("rb") as stream:
            return mark.encode() in stream.read(within)
    except OSError:
        return False


def check_place(path: Path) -> None:
    """As `check_free`; also where the folder, or the one that it will be made in, takes no file.
    One is made there and removed."""
    check_free(path)
    there = next(folder for folder in path.absolute().parents if os.path.lexists(folder))
    part = there / _begun(path).name
    try:
        part.touch()
        part.unlink()
    except OSError as error:
        raise _cannot_write(path, 0, error) from error


def write_whole(path: Path, data: bytes) -> None:
    """A small file in one step."""
    part = _begun(path)
    try:
        with part.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(path)
    except OSError as error:
        remove(part)
        raise _cannot_write(path, len(data), error) from error


def copy_whole(source: Path, path: Path) -> None:
    """A copy in one step; a link in its place is replaced, and what it leads to is left alone."""
    part = _begun(path)
    try:
        shutil.copyfile(source, part)
        part.replace(path)
    except OSError as error:
        remove(part)
        raise _cannot_write(path, source.stat().st_size, error) from error


def _begun(path: Path) -> Path:
    """A small file until it has its name: one that is nobody else's."""
    return path.with_name(f"{path.name}.{os.getpid()}.part")


def _alone(part: Path) -> FileIO:
    """An unfinished file, new or as it was left; `WriteError` where another run writes it."""
    import fcntl

    stream = FileIO(os.open(part, os.O_RDWR | os.O_CREAT, 0o666), "r+")
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # The other run may have given the file its name before it was locked here.
        free = part.exists() and os.path.samestat(os.fstat(stream.fileno()), part.stat())
    except BlockingIOError:
        free = False
    if not free:
        stream.close()
        raise WriteError(f"Another run writes {part.stem}.", "Let it end, or give another -o.")
    return stream


def _is_so(file: Path, head: bytes, size: int) -> bool:
    """Whether a file has this length and begins so."""
    try:
        with file.open("rb") as stream:
            return os.fstat(stream.fileno()).st_size == size and stream.read(len(head)) == head
    except OSError:
        return False


def _noted(note: Path, mark: str) -> list[tuple[str, object]]:
    """What an earlier run of the same plan finished, and told; a torn last line is none."""
    if not note.exists():
        return []
    try:
        lines = [json.loads(line) for line in note.read_bytes().split(b"\n")[:-1]]
        known = msgspec.convert(lines[1:], list[tuple[str, object]])
    except ValueError:  # What a power cut left of it, or somebody's hand.
        return []
    return known if lines[:1] == [mark] else []


def remove(*files: Path) -> None:
    """What was begun, where it can be removed; a disk that is only read holds nothing of it."""
    for file in files:
        with suppress(OSError):
            file.unlink()


def _reserve(descriptor: int, size: int) -> None:
    """Claim the disk's space where the system can, else only the length."""
    if not size:
        return
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(descriptor, 0, size)
    else:
        os.truncate(descriptor, size)


def _cannot_write(path: Path, size: int, error: OSError) -> WriteError:
    if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
        return WriteError(
            f"The disk has no room for {path.name} ({size_told(size)}).",
            "Free some space, or write elsewhere with -o; --resume goes on where this run stopped.",
        )
    return WriteError(f"{path} cannot be written ({error.strerror}).")
