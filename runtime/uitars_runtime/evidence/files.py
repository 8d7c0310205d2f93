"""What a run wrote into its workspace: names of files, never their content.

For the judgement, which asks whether a file was saved, and for the record, so that a person finds
what was made. Opening or showing the files does not belong here.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

_MOST: Final = 4000
"""Files looked at; of a larger folder nothing is known."""
_TOLD: Final = 50
"""Files a record names."""

Stamps = dict[str, tuple[int, int]]


class Written(NamedTuple):
    """Base names of the files that are new or different since the run began."""

    names: frozenset[str] = frozenset()


class Files:
    """The files of a folder at the time it was made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._before = _stamps(folder)

    def written(self) -> Written:
        """What changed since."""
        return Written(frozenset(os.path.basename(path) for path in self._new()))

    def told(self) -> tuple[str, ...]:
        """Where these files are, newest last, without hidden ones and without more than the newest
        of many: a program's own settings are nothing that somebody looks for."""
        new = self._new()
        root = str(self.folder)
        seen = [path for path in new if not any(_hidden(os.path.relpath(path, root)))]
        return tuple(sorted(seen, key=lambda path: (new[path], path))[-_TOLD:])

    def _new(self) -> Stamps:
        if self._before is None or (now := _stamps(self.folder)) is None:
            return {}
        return {path: stamp for path, stamp in now.items() if self._before.get(path) != stamp}


def _stamps(folder: Path) -> Stamps | None:
    """Time of change and size by path; None where there are too many or they cannot be read."""
    stamps: Stamps = {}
    try:
        for entry in _files(folder):
            if len(stamps) >= _MOST:
                return None
            found = entry.stat(follow_symlinks=False)
            stamps[entry.path] = (found.st_mtime_ns, found.st_size)
    except OSError:
        return None
    return stamps


def _hidden(path: str) -> Iterator[bool]:
    return (part.startswith(".") for part in path.split(os.sep))


def _files(folder: Path) -> Iterator[os.DirEntry[str]]:
    waiting = [str(folder)]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                else:
                    yield entry
