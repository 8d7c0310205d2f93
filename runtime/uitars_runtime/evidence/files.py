"""What a run wrote into its workspace: which files, and of short texts what they held before.

For the judgement, which asks whether a file was saved and what changed in it, and for the record,
which names files only, so that a person finds what was made. Texts are kept in memory while the run
goes on, and never written down. Opening or showing the files does not belong here.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

_MOST: Final = 4000
"""Files looked at; of a larger folder nothing is known."""
_TOLD: Final = 50
"""Files a record names."""

_LONGEST: Final = 64 * 1024
"""Bytes of a file up to which it is read."""
_ALL: Final = 4 * 1024 * 1024
"""Bytes that are read in all."""

Stamps = dict[str, tuple[int, int]]


class Text(NamedTuple):
    """A short file of text that is new or different."""

    name: str
    before: str
    """Empty where it is new."""
    after: str


class Written(NamedTuple):
    """The files that are new or different since the run began."""

    newest: Mapping[str, float] = MappingProxyType({})
    """When a file of this base name was written last, in seconds since 1970."""
    texts: tuple[Text, ...] = ()
    """Of those that are not hidden and hold text, what they held and hold."""
    paths: frozenset[str] = frozenset()
    """The same files as in `newest`, with the folders they are in."""
    known: Mapping[str, str] = MappingProxyType({})
    """What the short files held when the run began, by their paths."""


class Files:
    """The files of a folder at the time it was made."""

    def __init__(self, folder: Path, *, texts: bool = False) -> None:
        """`texts`: whether what short files hold is kept for a comparison."""
        self.folder = folder
        self._before = _stamps(folder)
        self._texts = _texts(self._before or {}, str(folder)) if texts else None

    def written(self) -> Written:
        """What changed since."""
        new = self._new()
        # Of two with one base name the later counts.
        aged = sorted(new.items(), key=lambda one: one[1])
        newest = {os.path.basename(path): stamp[0] / 1e9 for path, stamp in aged}
        if self._texts is None:
            return Written(newest, paths=frozenset(new))
        known, before = self._texts, self._before or {}
        texts = tuple(
            Text(os.path.basename(path), known.get(path, ""), after)
            for path, after in _texts(new, str(self.folder)).items()
            if path in known or path not in before
        )
        return Written(newest, texts, frozenset(new), known)

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
    ours = _written_by_us()
    try:
        for entry in _files(folder):
            if len(stamps) >= _MOST:
                return None
            found = entry.stat(follow_symlinks=False)
            if (found.st_dev, found.st_ino) in ours:
                continue
            stamps[entry.path] = (found.st_mtime_ns, found.st_size)
    except OSError:
        return None
    return stamps


def _written_by_us() -> set[tuple[int, int]]:
    """Where a shell sends what this process tells, by device and number: no work of the run."""
    ours: set[tuple[int, int]] = set()
    for descriptor in (1, 2):
        with suppress(OSError):  # closed
            found = os.fstat(descriptor)
            ours.add((found.st_dev, found.st_ino))
    return ours


def _texts(stamps: Stamps, root: str) -> dict[str, str]:
    """The content of the short ones of text, hidden ones left out, as far as the limit goes."""
    texts: dict[str, str] = {}
    left = _ALL
    for path, (_, size) in stamps.items():
        if size > min(_LONGEST, left) or any(_hidden(os.path.relpath(path, root))):
            continue
        try:
            with open(path, "rb", opener=_plainly) as file:
                data = file.read(_LONGEST)
            text = data.decode("utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        left -= size
        if "\0" not in text:
            texts[path] = text
    return texts


def _plainly(path: str, flags: int) -> int:
    """Opens a file that does not make one wait, and no link."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0))


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
