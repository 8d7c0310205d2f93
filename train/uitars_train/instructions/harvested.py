"""The screens that instructions are about, looked up by program and place, told apart by marks.

A harvest that is made anew may put another screen in the same place: a mark of what the program
told says which one was meant. Screens whose truth was judged again have new marks; by their former
ones they are known as well. Not here: the instructions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Final

import msgspec

from uitars_runtime.errors import UsageError
from uitars_runtime.types import Size
from uitars_train.evaluate import fingerprint
from uitars_train.harvest.records import Look, Program, Screen
from uitars_train.harvest.store import SUFFIX, files, read

FOLDER: Final = Path(__file__).parents[2] / "harvest"
"""Of a checkout."""
FORMER: Final = "former_marks.tsv"
"""In the folder of a harvest: program, screen and the mark it had before."""


class Harvest:
    """A folder of harvested programs, each read when it is asked for."""

    def __init__(self, folder: Path = FOLDER) -> None:
        """Raises `UsageError` where there is no such folder."""
        files(folder)
        self._folder = folder
        self._programs: dict[str, Program] = {}
        self._marks: dict[str, tuple[str, ...]] = {}
        self._former = dict(_former(folder / FORMER))

    @property
    def names(self) -> tuple[str, ...]:
        """All programs."""
        return tuple(sorted(path.stem for path in files(self._folder)))

    def program(self, name: str) -> Program:
        """Raises `UsageError` where there is none of that name."""
        if name not in self._programs:
            self._programs[name] = self._read(name)
        return self._programs[name]

    def fingerprint(self, names: Iterable[str]) -> str:
        """Of programs, as their files are. Raises `UsageError` where there is none of a name."""
        return fingerprint.of_files(*map(self._file, names))

    def _read(self, name: str) -> Program:
        return read(self._file(name))

    def _file(self, name: str) -> Path:
        path = self._folder / f"{name}{SUFFIX}"
        if not path.exists():
            raise UsageError(
                f"No program “{name}” was harvested.",
                "`uitars-train instructions show` names those that were.",
            )
        return path

    def screen(self, name: str, place: int) -> Screen:
        """Raises `UsageError` where there is none."""
        screens = self.program(name).screens
        if not 0 <= place < len(screens):
            raise UsageError(f"{name} has screens 0 to {len(screens) - 1}, not {place}.")
        return screens[place]

    def look(self, name: str, place: int) -> Look:
        """How the screen was shown. Raises `UsageError`."""
        return self.program(name).looks[self.screen(name, place).look]

    def size(self, name: str, place: int) -> Size:
        """Of the picture, in pixels. Raises `UsageError`."""
        return self.look(name, place).size

    def mark(self, name: str, place: int) -> str:
        """The mark of a screen. Raises `UsageError`."""
        self.screen(name, place)
        return self.marks(name)[place]

    def is_marked(self, name: str, place: int, mark: str) -> bool:
        """Whether a mark is the screen's, today's or a former one. Raises `UsageError`."""
        return mark in (self.mark(name, place), self._former.get((name, place)))

    def marks(self, name: str) -> tuple[str, ...]:
        """Of all screens of a program. Raises `UsageError`."""
        if name not in self._marks:
            program = self.program(name)
            self._marks[name] = tuple(mark_of(program, screen) for screen in program.screens)
        return self._marks[name]


def mark_of(program: Program, screen: Screen) -> str:
    """Eight hexadecimal digits of all that the program tells of a screen and how it is shown; what
    the eyes make of it does not count, as they are trained anew."""
    shown = program.looks[screen.look], screen.window, screen.true
    data = msgspec.json.encode((program.name, *shown))
    return blake2b(data, digest_size=4).hexdigest()


def _former(path: Path) -> Iterator[tuple[tuple[str, int], str]]:
    """Former marks by program and place; nothing where there is no table."""
    if path.exists():
        for row in path.read_text("utf-8").splitlines()[1:]:
            name, place, mark = row.split("\t")
            yield (name, int(place)), mark
