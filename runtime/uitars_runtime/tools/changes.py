"""What is another in a folder than it was, as lines that a person reads before they say yes."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from uitars_runtime.tools.edits import difference

_TEXT = 64 * 1024
"""Bytes of a file of which a diff is shown."""


def paths(root: Path) -> Iterator[str]:
    """Everything below the root, relative to it."""
    for folder, folders, names in os.walk(root):
        for name in (*folders, *names):
            path = os.path.join(folder, name)
            yield os.path.relpath(path, root)


def changes(before: Path, after: Path, of: Iterable[str]) -> Iterator[str]:
    """One line for each of these paths that is another: A added, D deleted, M changed; diffs of
    texts. A path that lies in neither folder is no change."""
    for path in sorted(of):
        old, new = before / path, after / path
        if not os.path.lexists(new):
            if os.path.lexists(old):
                yield f"D {path}"
        elif not os.path.lexists(old):
            yield f"A {path}"
            yield from _diff("", _text(new), path)
        elif _differs(old, new):
            yield f"M {path}"
            yield from _diff(_text(old), _text(new), path)


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
