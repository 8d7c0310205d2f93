"""Files into the workspace of a session and out of it. No symbolic link is followed there: what
runs in the session may have made one that leads out."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import stat
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from uitars_runtime.errors import UsageError
from uitars_runtime.tools.descriptors import FILE, NEW
from uitars_runtime.tools.files import OutsideError, parent

_UNNAMED: Final = os.O_TMPFILE | os.O_WRONLY | os.O_CLOEXEC
_UNKNOWN: Final = (errno.EOPNOTSUPP, errno.EISDIR)
"""How a file system says that it has no files without a name."""


def put(source: Path, name: str, workspace: Path) -> None:
    """Copy a file, or a folder with all its files, to this name in the workspace. Raises
    `UsageError`."""
    try:
        if source.is_dir():
            for found in files_below(source):
                put(found, f"{name}/{found.relative_to(source)}", workspace)
            return
        if source.exists() and not source.is_file():  # a pipe would be waited for
            raise OutsideError("it is not a regular file")
        with source.open("rb") as file:
            mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
            with written(name, workspace, mode) as out:
                shutil.copyfileobj(file, out)
    except (OutsideError, OSError) as error:
        raise refused(f"{source} cannot be put there as {name}", error) from error


def files_below(folder: Path) -> list[Path]:
    """The regular files of a person's folder; a link may lead anywhere."""
    return sorted(one for one in folder.rglob("*") if one.is_file() and not one.is_symlink())


@contextmanager
def written(name: str, workspace: Path, mode: int = 0o644) -> Generator[BinaryIO]:
    """A file of the workspace that takes its place under this name once all of it is written. Until
    then it has no name, so that nothing is left where who writes it is killed; but on file systems
    that know no such files. Raises `OutsideError`, `OSError`."""
    with parent(name, workspace, create=True) as (folder, last):
        beside = f".{secrets.token_hex(8)}"
        try:
            descriptor, named = os.open(".", _UNNAMED, mode, dir_fd=folder), False
        except OSError as error:
            if error.errno not in _UNKNOWN:
                raise
            descriptor, named = os.open(beside, NEW, mode, dir_fd=folder), True
        try:
            with os.fdopen(descriptor, "wb") as out:
                yield out
                out.flush()
                if not named:
                    os.link(f"/proc/self/fd/{descriptor}", beside, dst_dir_fd=folder)
            os.rename(beside, last, src_dir_fd=folder, dst_dir_fd=folder)
        except BaseException:
            with suppress(FileNotFoundError):
                os.unlink(beside, dir_fd=folder)
            raise


def get(name: str, target: Path, workspace: Path) -> None:
    """Copy a file of the workspace, or a folder with all its files, here. Raises `UsageError`."""
    try:
        with parent(name, workspace, create=False) as (folder, last):
            found = os.stat(last, dir_fd=folder, follow_symlinks=False)
            if stat.S_ISDIR(found.st_mode):
                _get_folder(last, folder, target)
            else:
                _get_file(last, folder, target)
    except RecursionError as error:
        raise UsageError(f"{name} cannot be got: its folders are nested too deep.") from error
    except (OutsideError, OSError) as error:
        raise refused(f"{name} cannot be got", error) from error


def _get_folder(name: str, folder: int, target: Path) -> None:
    for root, _, files, descriptor in os.fwalk(name, dir_fd=folder, follow_symlinks=False):
        place = target / os.path.relpath(root, name)
        place.mkdir(parents=True, exist_ok=True)
        for file in files:
            kind = os.stat(file, dir_fd=descriptor, follow_symlinks=False).st_mode
            if stat.S_ISREG(kind):
                _get_file(file, descriptor, place / file)


def _get_file(name: str, folder: int, target: Path) -> None:
    with opened(name, folder) as file:
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("wb") as out:
                shutil.copyfileobj(file, out)
        except OSError as error:
            raise refused(f"{target} cannot be written", error) from error


@contextmanager
def opened(name: str, folder: int) -> Generator[BinaryIO]:
    """A regular file in an open folder. Raises `OutsideError`, `OSError`."""
    with os.fdopen(os.open(name, FILE, dir_fd=folder), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OutsideError("it is not a regular file")
        yield file


def refused(title: str, error: Exception) -> UsageError:
    """What a person is told of a file that cannot be had or made."""
    match error:
        case OSError():
            return UsageError(f"{title}: {(error.strerror or str(error)).lower()}.")
        case _:
            return UsageError(f"{title}: {error}.")
