"""Files of imagined programs, as people write them; `train/instructions/README.md` says how.

    ## podcast editor
    # menu Track
    entry: Split at Cursor | cut it in two right here | ...
    # toolbar
    icon: scissors = Cut | ...
    # dialog Export
    field: Bit Rate = 128 | ...
    tick: Normalise loudness | + make them alike | - leave it as I recorded it

Not here: what such a program looks like (`screens.py`).
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from uitars_runtime.errors import UsageError
from uitars_train.instructions.reading import files_of

FOLDER: Final = Path("train/instructions/imagined")
_SUFFIX: Final = ".txt"
_BAR: Final = "|"
_EQUAL: Final = " = "
_WANTED, _UNWANTED = "+", "-"


class Kind(enum.StrEnum):
    """What a thing is."""

    ENTRY = "entry"
    ICON = "icon"
    BUTTON = "button"
    TICK = "tick"
    RADIO = "radio"
    CHOICE = "choice"
    FIELD = "field"
    SLIDER = "slider"
    TAB = "tab"
    HEAD = "head"
    ROW = "row"
    LINK = "link"


_HOLDING: Final = (Kind.ICON, Kind.CHOICE, Kind.FIELD, Kind.SLIDER)
"""Kinds whose name stands beside what it shows or holds."""


class Place(enum.StrEnum):
    """Where things stand together."""

    MENU = "menu"
    TOOLBAR = "toolbar"
    DIALOG = "dialog"
    PAGE = "page"
    SETTINGS = "settings"
    SIDEBAR = "sidebar"
    LIST = "list"
    TABS = "tabs"


class Wish(NamedTuple):
    """What somebody says."""

    say: str
    on: bool = True
    """How a tick shall stand."""


class Thing(NamedTuple):
    """Something that can be wanted."""

    kind: Kind
    name: str
    drawing: str
    """What the picture of an icon shows."""
    value: str
    """What a field, a choice or a slider holds."""
    wishes: tuple[Wish, ...]


class Section(NamedTuple):
    """Things that stand together, in their order."""

    place: Place
    title: str
    things: tuple[Thing, ...]


class Program(NamedTuple):
    """One that nobody has built."""

    name: str
    sections: tuple[Section, ...]


def read_programs(paths: Sequence[Path]) -> list[Program]:
    """Of files and folders of them. Raises `UsageError` with file and line."""
    found: list[Program] = []
    for path in files_of(paths, _SUFFIX):
        found += _programs(path)
    return found


def _programs(path: Path) -> Iterator[Program]:
    reader = _Reader()
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            yield from reader.line(line.strip())
        except ValueError as error:
            raise UsageError(f"{path}:{number}: {error}") from error
    try:
        yield from reader.ended()
    except ValueError as error:
        raise UsageError(f"{path}: {error}") from error


class _Reader:
    """A file being read, line by line."""

    def __init__(self) -> None:
        self._name = ""
        self._sections: list[tuple[Place, str, list[Thing]]] = []

    def line(self, text: str) -> Iterator[Program]:
        """The program that ends here, if one does. Raises `ValueError`."""
        if text.startswith("## "):
            yield from self.ended()
            self._name, self._sections = text.removeprefix("## ").strip(), []
        elif text.startswith("# "):
            self._sections.append((*_heading(text.removeprefix("# ").strip()), []))
        elif text:
            if not self._name or not self._sections:
                raise ValueError("A thing stands in a section (`# menu Edit`) of a program.")
            self._sections[-1][2].append(_thing(text))

    def ended(self) -> Iterator[Program]:
        """The program, if there is one. Raises `ValueError` for a section without things."""
        sections = tuple(
            Section(place, title, tuple(things)) for place, title, things in self._sections
        )
        empty = next((one for one in sections if not one.things), None)
        if empty is not None or (self._name and not sections):
            where = f"section {empty.place} {empty.title}".strip() if empty else "program"
            raise ValueError(f"{self._name!r} has a {where} without things.")
        if sections:
            yield Program(self._name, sections)


def _heading(text: str) -> tuple[Place, str]:
    place, _, title = text.partition(" ")
    try:
        return Place(place.lower()), title.strip()
    except ValueError:
        raise ValueError(f"A section is one of {', '.join(Place)}, not {place!r}.") from None


def _thing(text: str) -> Thing:
    head, *said = (part.strip() for part in text.split(_BAR))
    told, colon, rest = head.partition(":")
    if not colon or told not in tuple(Kind):
        raise ValueError(f"A thing is one of {', '.join(Kind)} and its name, not {head!r}.")
    kind = Kind(told)
    left, right = rest.strip(), ""
    if kind in _HOLDING:
        left, _, right = (part.strip() for part in f" {rest.strip()} ".partition(_EQUAL))
    name, drawing, value = (right, left, "") if kind is Kind.ICON else (left, "", right)
    wishes = tuple(_wish(one, kind) for one in said if one)
    if not (name or drawing) or not wishes:
        raise ValueError(f"{head!r} has no name, or nobody wants it.")
    return Thing(kind, name, drawing, value, wishes)


def _wish(text: str, kind: Kind) -> Wish:
    if kind not in (Kind.TICK, Kind.RADIO):
        return Wish(text)
    sign, said = text[0], text[1:].strip()
    if sign == _WANTED and said:
        return Wish(said)
    if sign == _UNWANTED and said and kind is Kind.TICK:
        return Wish(said, on=False)
    signs = "+ or -" if kind is Kind.TICK else "+ (one is switched off by another)"
    raise ValueError(f"Before what is said for a {kind} stands {signs}: {text!r}.")
