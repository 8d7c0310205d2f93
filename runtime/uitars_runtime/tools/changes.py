"""What is another in a folder than it was, as lines that a person reads before they say yes."""

from __future__ import annotations

import itertools
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from uitars_runtime.escaping import visible
from uitars_runtime.tools.descriptors import FILE, FOLDER, ROOT
from uitars_runtime.tools.edits import difference
from uitars_runtime.trees import below

_TEXT = 64 * 1024
"""Bytes of a file of which a diff is shown."""


def paths(root: Path) -> Iterator[str]:
    """Everything below the root, relative to it. Raises `OSError` where a path is too long."""
    for entry in below(root):
        yield os.path.relpath(entry.path, root)


class Changes(msgspec.Struct, frozen=True):
    """Lines that tell what is another than it was."""

    gone: tuple[str, ...]
    changed: tuple[str, ...]
    """One line each: what these held is lost."""
    rest: tuple[str, ...]
    """What was added, and where links lead, and before it the diffs of what was changed."""


def changes(before: Path, after: Path, of: Iterable[str]) -> Changes:
    """D gone, M changed, A added; diffs of texts. A path that lies in neither folder is no change.
    No link is followed, nothing outside the folders is read."""
    gone, changed, differences, added = list[str](), list[str](), list[str](), list[str]()
    for path in sorted(of):
        with _Entry(before, path) as old, _Entry(after, path) as new:
            if new.status is None:
                if old.status is not None:
                    gone.append(f"D {visible(path)}")
            elif old.status is None:
                added += [f"A {_named(path, new)}", *_diff("", new.text(), path)]
            elif _differs(old, new):
                changed.append(f"M {_named(path, new)}")
                differences += _diff(old.text(), new.text(), path)
    return Changes(tuple(gone), tuple(changed), (*differences, *added))


def _named(path: str, entry: _Entry) -> str:
    """The path, and where it leads if it is a link."""
    return visible(f"{path} -> {entry.target()}" if entry.is_link() else path)


class _Entry:
    """What lies at a path below a folder, reached through folders alone."""

    def __init__(self, root: Path, path: str) -> None:
        *folders, self._name = path.split("/")
        self.status: os.stat_result | None = None
        """None where there is nothing."""
        self._folder = -1
        try:
            self._folder = os.open(root, ROOT)
            for folder in folders:
                self._enter(folder)
            self.status = os.stat(self._name, dir_fd=self._folder, follow_symlinks=False)
        except OSError:
            self.status = None

    def __enter__(self) -> _Entry:
        return self

    def __exit__(self, *_: object) -> None:
        if self._folder >= 0:
            os.close(self._folder)

    def _enter(self, folder: str) -> None:
        """One folder deeper; only that one stays open, however deep it goes."""
        above = self._folder
        self._folder = os.open(folder, FOLDER, dir_fd=above)
        os.close(above)

    def is_link(self) -> bool:
        """Whether a link lies there."""
        return self.status is not None and stat.S_ISLNK(self.status.st_mode)

    def target(self) -> str:
        """Where a link leads."""
        return os.readlink(self._name, dir_fd=self._folder)

    def pieces(self) -> Iterator[bytes]:
        """The content of a regular file."""
        descriptor = os.open(self._name, FILE, dir_fd=self._folder)
        with os.fdopen(descriptor, "rb") as file:
            while piece := file.read(1 << 20):
                yield piece

    def text(self) -> str | None:
        """The text of a small regular file; None for anything else."""
        found = self.status
        if found is None or not stat.S_ISREG(found.st_mode) or found.st_size > _TEXT:
            return None
        try:
            return next(self.pieces(), b"")[: _TEXT + 1].decode()
        except (UnicodeDecodeError, OSError):
            return None


def _differs(one: _Entry, other: _Entry) -> bool:
    first, second = one.status, other.status
    if first is None or second is None or first.st_mode != second.st_mode:
        return first is not second
    if one.is_link():
        return one.target() != other.target()
    if not stat.S_ISREG(first.st_mode):
        return False
    if first.st_size != second.st_size:
        return True
    pairs = itertools.zip_longest(one.pieces(), other.pieces())
    return any(mine != theirs for mine, theirs in pairs)


def _diff(old: str | None, new: str | None, path: str) -> Iterator[str]:
    if old is not None and new is not None:
        # Only a line break ends a line: a name or a text must not write a line of its own.
        for line in difference(visible(path), old, new).split("\n"):
            if line:
                yield line[0] + visible(line[1:].expandtabs())
