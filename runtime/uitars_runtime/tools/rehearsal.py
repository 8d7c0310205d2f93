"""What a command would change, found by running it on a copy of the workspace.

The copy lies in the jail where the workspace would lie. A person reads the changes before they say
yes; the command then runs again in earnest.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from uitars_runtime.tools.edits import difference
from uitars_runtime.tools.jail import Jail, JailError

_BYTES = 64 * 1024 * 1024
_FILES = 5000
"""A larger workspace is not copied for a question."""
_SECONDS = 10.0
_OUTPUT = 4096
_LINES = 60
"""Lines of changes that are told."""
_TEXT = 64 * 1024
"""Bytes of a file of which a diff is shown."""


def rehearse(command: str, workspace: Path, *, leaving_out: str = "") -> str:
    """Run a command line on a copy; returns what it changed, one line each, then what it printed.

    `leaving_out`: a file of our own, that is no change. Says so where it cannot be tried.
    """
    if not _is_small(workspace):
        return "The workspace is too large to try it on a copy."
    with tempfile.TemporaryDirectory(prefix="uitars-rehearsal-") as place:
        copy = Path(place) / "copy"
        try:
            shutil.copytree(workspace, copy, symlinks=True, ignore=_special)
            ended = Jail(workspace, copy).run(command, _SECONDS, _OUTPUT)
        except (JailError, OSError) as error:
            return f"It cannot be tried on a copy: {error}."
        told = list(_changes(workspace, copy, leaving_out))
    if ended.code is None:
        told.append(f"[it did not end within {_SECONDS:g} s]")
    elif ended.code:
        told.append(f"[it ended with code {ended.code}]")
    if len(told) > _LINES:
        told = [*told[:_LINES], f"[{len(told) - _LINES} more lines]"]
    return "\n".join(told) or "It changed no file of a copy of the workspace."


def _is_small(workspace: Path) -> bool:
    size = count = 0
    for folder, _, names in os.walk(workspace):
        for name in names:
            count += 1
            size += os.lstat(os.path.join(folder, name)).st_size
            if size > _BYTES or count > _FILES:
                return False
    return True


def _special(folder: str, names: list[str]) -> list[str]:
    """Sockets, pipes and devices, which cannot be copied."""
    modes = {name: os.lstat(os.path.join(folder, name)).st_mode for name in names}
    kept = (stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK)
    return [name for name, mode in modes.items() if stat.S_IFMT(mode) not in kept]


def _changes(before: Path, after: Path, leaving_out: str) -> Iterator[str]:
    """One line for each path that is another: A added, D deleted, M changed; diffs of texts."""
    old, new = set(_paths(before)), set(_paths(after))
    for path in sorted((old | new) - {leaving_out}):
        if path not in new:
            yield f"D {path}"
        elif path not in old:
            yield f"A {path}"
            yield from _diff("", _text(after / path), path)
        elif _differs(before / path, after / path):
            yield f"M {path}"
            yield from _diff(_text(before / path), _text(after / path), path)


def _paths(root: Path) -> Iterator[str]:
    """Every file, link and folder below the root, relative to it."""
    for folder, folders, names in os.walk(root):
        for name in (*folders, *names):
            path = os.path.join(folder, name)
            if stat.S_IFMT(os.lstat(path).st_mode) in (stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK):
                yield os.path.relpath(path, root)


def _differs(one: Path, other: Path) -> bool:
    first, second = one.lstat(), other.lstat()
    if first.st_mode != second.st_mode:
        return True
    if stat.S_ISLNK(first.st_mode):
        return one.readlink() != other.readlink()
    if not stat.S_ISREG(first.st_mode):
        return False
    return first.st_size != second.st_size or one.read_bytes() != other.read_bytes()


def _diff(old: str | None, new: str | None, path: str) -> Iterator[str]:
    if old is not None and new is not None:
        yield from difference(path, old, new).splitlines()


def _text(path: Path) -> str | None:
    """The text of a small regular file; None for anything else."""
    found = path.lstat()
    if not stat.S_ISREG(found.st_mode) or found.st_size > _TEXT:
        return None
    try:
        return path.read_text("utf-8")
    except (UnicodeDecodeError, OSError):
        return None
