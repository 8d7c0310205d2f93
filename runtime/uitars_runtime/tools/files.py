"""Reading and writing text files of the workspace, and of nothing else.

A path is walked folder by folder from a descriptor of the workspace and no symbolic link is
followed, so that nothing outside can be reached, also when somebody changes folders meanwhile.
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from uitars_runtime.privacy.words import concealed_text, notes_in
from uitars_runtime.tools.descriptors import FILE, FOLDER, NEW, ROOT, can_open_below
from uitars_runtime.types import Outcome

READ_BYTES = 64 * 1024
WRITE_BYTES = 1024 * 1024


class OutsideError(Exception):
    """The path leads out of the workspace, or to nothing a file action may touch."""


def read_file(path: str, workspace: Path) -> Outcome:
    """The text of a file, its first 64 KiB at most."""
    data = _read(path, workspace, READ_BYTES + 1)
    if isinstance(data, Outcome):
        return data
    cut = len(data) > READ_BYTES
    try:
        # A character that the cut went through is left out, not an error.
        text = _whole(data[:READ_BYTES]).decode() if cut else data.decode()
    except UnicodeDecodeError as error:
        return Outcome(ok=False, text=f"{path} is not UTF-8 text: {error.reason}.")
    return Outcome(ok=True, text=f"{text}\n[only the first {READ_BYTES} bytes]" if cut else text)


def read_text(path: str, workspace: Path) -> str | Outcome:
    """The whole text of a file that could also be written; else an outcome that says why not."""
    data = _read(path, workspace, WRITE_BYTES + 1)
    if isinstance(data, Outcome):
        return data
    if len(data) > WRITE_BYTES:
        return Outcome(ok=False, text=f"{path} is longer than {WRITE_BYTES} bytes.")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        return Outcome(ok=False, text=f"{path} is not UTF-8 text: {error.reason}.")


def bytes_of(path: str, workspace: Path) -> int | None:
    """How many a file has; None where there is none, or it cannot be looked at."""
    try:
        with parent(path, workspace, create=False) as (folder, name):
            return os.stat(name, dir_fd=folder, follow_symlinks=False).st_size
    except (OutsideError, OSError):
        return None


def _read(path: str, workspace: Path, limit: int) -> bytes | Outcome:
    """The first bytes of a regular file; else an outcome that says why not."""
    try:
        with (
            parent(path, workspace, create=False) as (folder, name),
            os.fdopen(os.open(name, FILE, dir_fd=folder), "rb") as file,
        ):
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise OutsideError("it is not a regular file")
            return file.read(limit)
    except (OutsideError, OSError) as error:
        return _refusal("read", path, error)


def write_file(path: str, text: str, workspace: Path) -> Outcome:
    """Replace a file by this text in one step; folders on the way are made. What was hidden from
    whoever read the file is not written over."""
    try:
        data = text.encode()
    except UnicodeEncodeError as error:
        return Outcome(ok=False, text=f"The text is not valid Unicode: {error.reason}.")
    if len(data) > WRITE_BYTES:
        return Outcome(ok=False, text=f"The text is longer than {WRITE_BYTES} bytes.")
    if _hides_more(text, path, workspace):
        said = f"The text holds notes in the place of secrets; {path} was not written."
        return Outcome(ok=False, text=f"{said} Change its other parts with the tool that edits.")
    try:
        with parent(path, workspace, create=True) as (folder, name):
            _replace(folder, name, data)
    except (OutsideError, OSError) as error:
        return _refusal("written", path, error)
    return Outcome(ok=True, text=f"Wrote {len(data)} bytes to {path}.")


def _hides_more(text: str, path: str, workspace: Path) -> bool:
    """Whether a note of a text may stand in the place of a secret: all that this file shows are its
    own only where nothing of it is hidden."""
    if not (notes := notes_in(text)):
        return False
    read = read_text(path, workspace)
    old = "" if isinstance(read, Outcome) else read
    return bool(notes - notes_in(old)) or concealed_text(old) != old


def take(path: str, workspace: Path, limit: int) -> bytes:
    """The content of a file of the workspace, which is removed.

    Raises `OutsideError` for what is not a regular file of at most `limit` bytes, `OSError`.
    """
    with parent(path, workspace, create=False) as (folder, name):
        try:
            with os.fdopen(os.open(name, FILE, dir_fd=folder), "rb") as file:
                data = file.read(limit + 1)
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode) or len(data) > limit:
                    raise OutsideError("it is not a regular file, or too long")
        finally:
            _remove(name, folder)
    return data


@contextmanager
def parent(path: str, workspace: Path, *, create: bool) -> Generator[tuple[int, str]]:
    """Descriptor of the folder that the path's last part lies in, and that part."""
    if not can_open_below():
        raise OutsideError("this system cannot keep file actions inside the workspace")
    *folders, name = _parts(path, workspace)
    current = os.open(workspace, ROOT)
    try:
        for part in folders:
            if create:
                _make_folder(part, current)
            below = os.open(part, FOLDER, dir_fd=current)
            os.close(current)
            current = below
        yield current, name
    finally:
        os.close(current)


def _make_folder(name: str, folder: int) -> None:
    try:
        os.mkdir(name, dir_fd=folder)
    except FileExistsError:
        return


def _parts(path: str, workspace: Path) -> list[str]:
    """The path below the workspace, part by part."""
    if "\0" in path:
        raise OutsideError("a path cannot hold a zero character")
    root = os.path.realpath(workspace)
    # Without links on the way, shortening "a/../b" to "b" is exact.
    full = os.path.normpath(os.path.join(root, path))
    if full == root:
        raise OutsideError("it is the workspace itself")
    if not full.startswith(root + os.sep):
        raise OutsideError("it lies outside the workspace")
    return full[len(root) + 1 :].split(os.sep)


def _replace(folder: int, name: str, data: bytes) -> None:
    """Write beside the file, then put it in its place."""
    mode = None
    try:
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        pass
    else:
        if not stat.S_ISREG(found.st_mode):
            raise OutsideError("it is not a regular file")
        mode = found.st_mode & 0o777
    beside = f".uitars-{secrets.token_hex(8)}"
    try:
        with os.fdopen(os.open(beside, NEW, 0o644, dir_fd=folder), "wb") as file:
            if mode is not None:
                os.fchmod(file.fileno(), mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.rename(beside, name, src_dir_fd=folder, dst_dir_fd=folder)
    except OSError:
        _remove(beside, folder)
        raise


def _remove(name: str, folder: int) -> None:
    try:
        os.unlink(name, dir_fd=folder)
    except FileNotFoundError:
        return


def _whole(data: bytes) -> bytes:
    """The data without a UTF-8 character that was cut off at its end."""
    for back in range(1, min(4, len(data)) + 1):
        byte = data[-back]
        if byte & 0xC0 == 0x80:
            continue
        length = 4 if byte >= 0xF0 else 3 if byte >= 0xE0 else 2 if byte >= 0xC0 else 1
        return data if length <= back else data[:-back]
    return data


def _refusal(what: str, path: str, error: Exception) -> Outcome:
    match error:
        case OutsideError():
            why = str(error)
        case OSError():
            why = (error.strerror or str(error)).lower()
            if why == "too many levels of symbolic links":
                why = "it is a symbolic link, which file actions do not follow"
        case _:
            why = str(error)
    return Outcome(ok=False, text=f"{path} was not {what}: {why}.")
