"""Trees of files that somebody else made: nested deeper than Python recurses, and than a path is
long. Not here: what is done with the files."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)


def below(place: str | Path) -> Generator[os.DirEntry[str]]:
    """All that lies below a folder, each folder before what is in it; what is gone or cannot be
    read is left out. Raises `OSError` where a path is too long."""
    open_folders = [str(place)]
    while open_folders:
        try:
            with os.scandir(open_folders.pop()) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError as error:
            if error.errno == errno.ENAMETOOLONG:
                raise
            continue
        yield from entries
        open_folders.extend(entry.path for entry in entries if entry.is_dir(follow_symlinks=False))


def remove(folder: Path, last: str = "") -> None:
    """Take a folder away with all that is in it; what cannot be taken stays. `last`: a file that
    goes after all others, so that a removal which is killed half-way can be told by it."""
    with suppress(OSError):
        empty(folder, but=last)
        if last:
            (folder / last).unlink(missing_ok=True)
        folder.rmdir()


def empty(folder: Path, but: str = "") -> None:
    """Take away all that is in a folder, no link followed; what cannot be taken stays. `but`: a
    name in it that is left alone. Raises `OSError` where it is no folder."""
    top = os.open(folder, _FOLDER)
    try:
        while _lifts(top, but):
            pass
    finally:
        os.close(top)


def _lifts(top: int, but: str) -> bool:
    """Empty the folders of a folder, those in them moved up beside them; whether any was."""
    lifted = False
    for name in os.listdir(top):
        if name == but or _goes(name, top):
            continue
        with suppress(OSError):
            _open_up(name, top)
            inner = os.open(name, _FOLDER, dir_fd=top)
            try:
                for deeper in os.listdir(inner):
                    if not _goes(deeper, inner):
                        _open_up(deeper, inner)
                        os.rename(deeper, secrets.token_hex(16), src_dir_fd=inner, dst_dir_fd=top)
                        lifted = True
            finally:
                os.close(inner)
            os.rmdir(name, dir_fd=top)
    return lifted


def _open_up(name: str, folder: int) -> None:
    """Let a folder be changed whose owner closed it to themselves; no link is followed."""
    if not hasattr(os, "O_PATH"):
        return
    inner = os.open(name, os.O_PATH | _FOLDER, dir_fd=folder)
    try:
        os.chmod(f"/proc/self/fd/{inner}", 0o700)
    finally:
        os.close(inner)


def _goes(name: str, folder: int) -> bool:
    """Whether it could be taken away: a file, a link, or an empty folder."""
    for take in (os.unlink, os.rmdir):
        with suppress(OSError):
            take(name, dir_fd=folder)
            return True
    return False
