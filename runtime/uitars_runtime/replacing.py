"""Files that are written whole or not at all, also on a full disk.

Not here: what is on disk before a run goes on (`journal_disk.py`).
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager, suppress
from errno import EISDIR
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

from uitars_runtime.errors import UsageError


def can_be_written(path: Path) -> None:
    """Raises `UsageError` where nobody could make the file, before hours of work for it."""
    try:
        if path.is_dir():
            raise IsADirectoryError(EISDIR, "it is a folder")
        if not _is_a_stream(path):
            with TemporaryFile(dir=next(folder for folder in path.parents if folder.exists())):
                pass
    except OSError as error:
        raise _refused(path, error) from error


@contextmanager
def replaced(path: Path) -> Generator[BinaryIO]:
    """What is written to it stands at `path` in the end, as `replaced_by` has it."""
    with replaced_by(path) as part, part.open("wb") as file:
        yield file


@contextmanager
def replaced_by(path: Path) -> Generator[Path]:
    """Where a file is to be written that stands at `path` in the end. Where that cannot be, nothing
    is left of it and what stood there stays. Raises `UsageError` for a disk that does not take
    it."""
    if _is_a_stream(path):
        with _refusing(path):
            yield path
        return
    place = path.resolve()
    part = place.with_name(f"{place.name}.part")
    try:
        with _refusing(path):
            yield part
            part.replace(place)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


@contextmanager
def _refusing(path: Path) -> Generator[None]:
    """Raises `UsageError` in the place of an `OSError`; that a reader has enough is none."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _refused(path, error) from error


def _is_a_stream(path: Path) -> bool:
    """A pipe or a terminal, such as `/dev/stdout`, takes what is written and cannot be replaced."""
    return path.exists() and not path.is_file() and not path.is_dir()


def _refused(path: Path, error: OSError) -> UsageError:
    return UsageError(
        f"{path} cannot be written: {error.strerror or error}.",
        "Make room there, or choose another place; what stood there before is whole.",
    )
