"""Where programs and files of a command lie: programs of the system, files of the workspace."""

from __future__ import annotations

import glob
import os
import stat
from pathlib import Path

from uitars_runtime.commands.line import UnreadableError, Word

_PROGRAMS = ("/usr/bin", "/bin")
_MATCHES = 1000
"""File names that one pattern may stand for."""
_FOLDERS = 10_000
"""Folders that are looked through for links."""
_LINKS = 40
"""Links that the system follows on the way to one file."""


def program_path(name: str) -> str | None:
    """The path of a program of the system; None for any other.

    Itself and every folder above it belong to root and nobody else can write them, also where
    links lead, so that nobody but the system's owner decides what its name means.
    """
    folder, base = os.path.split(name)
    if folder not in ("", *_PROGRAMS):
        return None
    for place in _PROGRAMS:
        path = f"{place}/{base}"
        if os.access(path, os.X_OK) and os.path.isfile(path):
            return path if is_system(path) else None
    return None


def inside(path: str, workspace: str, folder: str) -> bool:
    """Whether a path, seen from a folder, lies in the workspace once all links are followed."""
    place = os.path.join(folder, path)
    if not path:
        return False
    try:
        if _asks_for_process(place):
            return False
        real = os.path.realpath(place)
    except OSError:
        return False  # a link in /proc that cannot be read leads somewhere else in any case
    return real == workspace or real.startswith(workspace + os.sep)


def _asks_for_process(place: str) -> bool:
    """Whether the way to an absolute path leads through /proc: what stands there is another thing
    for the process that looks than for the one that runs."""
    left = place.split("/")[::-1]
    here, links = "/", 0
    while left and links < _LINKS:
        here = os.path.normpath(os.path.join(here, left.pop()))
        if here == "/proc":
            return True
        if os.path.islink(here):
            left += os.readlink(here).split("/")[::-1]
            here, links = os.path.dirname(here), links + 1
            if left[-1] == "":  # from the root
                here = "/"
    return links == _LINKS


def all_inside(path: str, workspace: str, folder: str) -> bool:
    """The same for all that is found below a path by whoever follows links on the way; not for
    more than is worth looking through."""
    known: set[str] = set()
    left = [os.path.realpath(os.path.join(folder, path))]
    while left:
        here = left.pop()
        if here in known or not os.path.isdir(here):
            continue
        known.add(here)
        try:
            with os.scandir(here) as entries:
                found = [one for one in entries if one.is_symlink() or one.is_dir()]
        except OSError:
            continue  # what we may not read it may not either
        if len(known) > _FOLDERS or not all(inside(one.path, workspace, here) for one in found):
            return False
        left += [os.path.realpath(one.path) for one in found]
    return True


def has_links(path: str, folder: str, *, below: bool) -> bool:
    """Whether a path, seen from a folder, leads through a link; with `below` also whether one lies
    below it, or more than is worth looking through."""
    place = os.path.normpath(os.path.join(folder, path))
    if os.path.realpath(os.path.join(folder, path)) != place:
        return True
    if not below:
        return False
    for number, (here, folders, files) in enumerate(os.walk(place)):
        names = (*folders, *files)
        if number >= _FOLDERS or any(os.path.islink(f"{here}/{name}") for name in names):
            return True
    return False


def expanded(word: Word, workspace: str, folder: str) -> tuple[str, ...]:
    """The file names that bash would put in the place of a pattern; itself where there are none.

    Raises `UnreadableError` for a pattern that leaves the workspace.
    """
    if not word.pattern:
        return (word.text,)
    parts = word.text.split("/")
    if "" in parts[:-1] or ".." in parts or not inside(folder, workspace, folder):
        raise UnreadableError("A pattern of it may leave the workspace.")
    found = sorted(glob.glob(word.text, root_dir=folder))
    if len(found) > _MATCHES:
        raise UnreadableError(f"A pattern of it stands for more than {_MATCHES} files.")
    return tuple(found) or (word.text,)


def is_system(path: str) -> bool:
    """Whether nobody but root decides what stands at a path."""
    real = Path(path).resolve()
    return all(_only_root_writes(part) for part in (Path(path), real, *real.parents))


def _only_root_writes(path: Path) -> bool:
    found = path.lstat()
    others = stat.S_IWGRP | stat.S_IWOTH
    return found.st_uid == 0 and (path.is_symlink() or not found.st_mode & others)
