"""An imagined program as the eyes would see it: a window with one of its sections in front.

Boxes are where toolkits put them, to the pixel only by chance. Letters are misread and pictures
taken for others as often as by the eyes (`noise/`); all else is seen as it is. Not here: what is
asked (`asking.py`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import Final, NamedTuple

from msgspec.structs import replace

from uitars_runtime.backends.embedded.network.embeddings import all_names, spoken
from uitars_runtime.element import Element, Role
from uitars_runtime.geometry import holds, overlap
from uitars_runtime.types import Box, Size
from uitars_train.instructions.imagined.reading import Kind, Place, Program, Section, Thing
from uitars_train.noise.errors import drawn_meanings, meanings_of, misread

_SIZES: Final = (Size(1024, 768), Size(1280, 800), Size(1366, 768), Size(1600, 900))
_LETTER, _LINE, _PITCH, _ICON = 7, 18, 28, 24
"""Pixels of a letter's width, a line's height, from line to line, and of an icon's side."""
_MARGIN, _GAP = 12, 20
_LABEL, _FIELD, _TICK, _SIDE = 150, 180, 26, 190
"""Pixels of width: of a label and a field at least, of a tick's box, and of a side bar."""
_MENUS: Final = ("File", "Edit", "View", "Tools", "Help")
_BARS: Final = 0.6
"""Share of windows that show a bar of icons which nobody asks about."""
_TREE: Final = 0.35
"""Share of screens where a tree tells names of icons."""
_ACTS: Final = 0.4
"""Share of lists whose rows have things of their own at their ends, the same in each."""
_MOST_ACTS: Final = 3
_ACT_GAP: Final = 40
"""Pixels from the longest row to the first of them."""
_USUAL: Final = ("Delete", "Edit", "Open", "Remove", "View", "Details", "Copy", "Share", "Rename")
"""What stands there in many programs."""
_NAMELESS: Final = 0.25
"""Share of fields that the eyes do not name by their label."""
_CHORDS, _CHORD = 0.5, 0.4
"""Share of menus with keys beside entries, and of their entries."""
_ALIKE: Final = 0.5
"""Share of words that a drawing and a meaning's name have in common at least."""
_LITTLE: Final = frozenset({"a", "the", "of", "with", "in", "and", "to", "out", "on"})
_TICKED: Final = (Kind.TICK, Kind.RADIO)
TWO_STATES: Final = (*_TICKED, Kind.TAB)
"""What may stand as is wanted: a tick that is on or off, a radio that is chosen, a tab in front."""
_BESIDE: Final = (Kind.BUTTON, Kind.HEAD, Kind.TAB, Kind.ICON)
"""What stands beside its like; the rest stands below it."""
_ROLES: Final = {
    Kind.ENTRY: Role.MENU_ITEM,
    Kind.ICON: Role.ICON,
    Kind.BUTTON: Role.BUTTON,
    Kind.TICK: Role.CHECKBOX,
    Kind.RADIO: Role.RADIO,
    Kind.CHOICE: Role.COMBO,
    Kind.FIELD: Role.FIELD,
    Kind.SLIDER: Role.SLIDER,
    Kind.TAB: Role.TAB,
    Kind.HEAD: Role.HEADER,
    Kind.ROW: Role.ITEM,
    Kind.LINK: Role.LINK,
}


class Asked(NamedTuple):
    """The thing of a section that is asked for, and how it stands."""

    at: int
    on: bool = False


class Shown(NamedTuple):
    """One element of a window."""

    seen: Element
    """As the eyes see it."""
    true: Element
    """As its program would tell it."""
    known: bool = True
    """Whether what is seen tells what it is."""


class Seen(NamedTuple):
    """A window of a program."""

    shown: tuple[Shown, ...]
    box: Box | None
    """Of the thing that is asked for; None where it lies beyond the screen's edge."""
    size: Size

    @property
    def elements(self) -> tuple[Element, ...]:
        """What the eyes see of it."""
        return tuple(one.seen for one in self.shown)


def seen(program: Program, section: Section, asked: Asked, rng: random.Random) -> Seen:
    """A window of the program that shows the section."""
    return _Window(program, section, asked, rng).seen()


class _Window:
    """A window being laid out, from top to bottom."""

    def __init__(
        self, program: Program, section: Section, asked: Asked, rng: random.Random
    ) -> None:
        self._program, self._section, self._asked, self._rng = program, section, asked, rng
        self._size = rng.choice(_SIZES)
        self._tree = rng.random() < _TREE
        self._shown: list[Shown] = []
        self._box: Box | None = None
        self._left, self._top = rng.randint(0, 80), rng.randint(0, 60)

    def seen(self) -> Seen:
        self._add(Role.TITLE, self._program.name, self._left + 300, self._top + 6)
        self._top += 32
        match self._section.place:
            case Place.DIALOG | Place.SETTINGS:
                self._body(self._section)
            case Place.MENU:
                opened = self._menu_bar()
                below = self._top
                self._bar()
                self._background()
                self._popup(opened, below)
            case Place.TOOLBAR:
                self._menu_bar()
                self._across(self._section)
                self._background()
            case Place.PAGE | Place.SIDEBAR | Place.LIST | Place.TABS:
                self._menu_bar()
                self._bar()
                self._body(self._section)
                self._background()
        screen = Box(0, 0, self._size.width, self._size.height)
        inside = tuple(one for one in self._shown if holds(screen, one.seen.box))
        kept = self._box if any(one.seen.box == self._box for one in inside) else None
        return Seen(inside, kept, self._size)

    def _others(self, *places: Place) -> list[Section]:
        parts = self._program.sections
        return [one for one in parts if one.place in places and one is not self._section]

    # ------------------------------------------------------------------ parts of a window

    def _menu_bar(self) -> int:
        """Where the asked menu begins; a program without menus has a bar only by chance."""
        own = [one.title for one in self._program.sections if one.place is Place.MENU]
        if not own and self._rng.random() < _BARS:
            return self._left
        left = opened = self._left + _MARGIN
        for name in dict.fromkeys((_MENUS[0], *own, _MENUS[-1]) if own else _MENUS):
            if name == self._section.title:
                opened = left
            if name:
                self._add(Role.MENU, name, left, self._top)
            left += len(name) * _LETTER + _GAP
        self._top += _PITCH
        return opened

    def _bar(self) -> None:
        bars = self._others(Place.TOOLBAR)
        if bars and self._rng.random() < _BARS:
            self._across(self._rng.choice(bars))

    def _popup(self, left: int, top: int) -> None:
        """The asked menu, over whatever lies there."""
        things, rng = self._section.things, self._rng
        right = left + 140 + max(len(one.name) for one in things) * _LETTER
        cover = Box(left, top, right, top + len(things) * _LINE + _MARGIN)
        self._shown = [one for one in self._shown if not overlap(one.seen.box, cover)]
        keys, states = rng.random() < _CHORDS, self._states(self._section)
        for at, thing in enumerate(things):
            role = Role.CHECKBOX if thing.kind in _TICKED else Role.MENU_ITEM
            found = self._add(role, thing.name, left + 24, top + 2, on=states.get(at))
            self._note(self._section, at, found)
            if keys and rng.random() < _CHORD:
                self._add(Role.TEXT, f"Ctrl+{rng.choice('ABDEGHIKLMNPQRSTW')}", right - 60, top + 2)
            top += _LINE

    def _across(self, section: Section) -> None:
        left, states = self._left + _MARGIN, self._states(section)
        for at, thing in enumerate(section.things):
            found = self._thing(thing, left, self._top, states.get(at))
            self._note(section, at, found)
            left = found.right + self._rng.randint(6, 14)
        self._top += _PITCH + 8

    def _body(self, section: Section) -> None:
        states, left = self._states(section), self._left + _MARGIN
        beside, acts = False, self._acts(section)
        for at, thing in enumerate(section.things):
            if not (beside and thing.kind in _BESIDE):
                left = self._left + _MARGIN
                self._top += _PITCH if at else 0
            beside = thing.kind in _BESIDE
            found = self._thing(thing, left, self._top, states.get(at))
            self._note(section, at, found)
            left = found.right + self._rng.randint(8, _GAP)
            if thing.kind is Kind.ROW:
                for act, right in acts:
                    self._thing(act, right, self._top, None)
        self._top += _PITCH + 6

    def _acts(self, section: Section) -> list[tuple[Thing, int]]:
        """What every row of a list has at its end, and where: the program's own buttons and icons,
        or usual ones."""
        rows = [one for one in section.things if one.kind is Kind.ROW]
        if not rows or self._rng.random() >= _ACTS:
            return []
        own = [
            one
            for part in self._others(*Place)
            for one in part.things
            if one.kind in (Kind.BUTTON, Kind.ICON)
        ]
        usual = [
            Thing(Kind.BUTTON, name, "", "", ()) for name in self._rng.sample(_USUAL, _MOST_ACTS)
        ]
        found: list[tuple[Thing, int]] = []
        longest = max(len(one.name) for one in rows)
        right = self._left + _MARGIN + longest * _LETTER + _ACT_GAP
        for thing in self._rng.sample([*own, *usual], self._rng.randint(1, _MOST_ACTS)):
            found.append((thing, right))
            right += (_ICON if thing.kind is Kind.ICON else len(thing.name) * _LETTER) + _GAP
        return found

    def _background(self) -> None:
        """Some of what else the window shows."""
        others = self._others(Place.SIDEBAR, Place.LIST, Place.PAGE, Place.TABS)
        if others:
            begun = self._left
            self._left += self._rng.choice((0, 0, _SIDE))
            self._body(self._rng.choice(others))
            self._left = begun

    # ------------------------------------------------------------------ things

    def _states(self, section: Section) -> dict[int, bool]:
        """How ticks stand, by chance or as asked; one of radios or tabs beside each other is on."""
        wanted = self._asked if section is self._section else None
        states: dict[int, bool] = {}
        for kind, run in _runs(section):
            if kind is Kind.TICK:
                states |= {at: self._rng.random() < 0.5 for at in run}
            elif kind in TWO_STATES:
                free = [at for at in run if wanted is None or at != wanted.at]
                front = self._rng.choice(free) if free else None
                if wanted is not None and wanted.at in run and wanted.on:
                    front = wanted.at
                states |= {at: at == front for at in run}
        if wanted is not None and wanted.at in states:
            states[wanted.at] = wanted.on
        return states

    def _note(self, section: Section, at: int, box: Box) -> None:
        if section is self._section and at == self._asked.at:
            self._box = box

    def _thing(self, thing: Thing, left: int, top: int, on: bool | None) -> Box:
        """Adds what is seen of a thing; where one would click."""
        match thing.kind:
            case Kind.ICON:
                return self._icon(thing, left, top)
            case Kind.CHOICE | Kind.FIELD | Kind.SLIDER:
                return self._labelled(thing, left, top)
            case _:
                return self._add(_ROLES[thing.kind], thing.name, left, top, on=on)

    def _labelled(self, thing: Thing, left: int, top: int) -> Box:
        label = self._add(Role.TEXT, f"{thing.name}:", left, top)
        start = max(left + _LABEL, label.right + _MARGIN)
        box = Box(start, top - 2, start + _FIELD, top + _LINE + 4)
        name = "" if self._rng.random() < _NAMELESS else thing.name
        value = "" if thing.kind is Kind.SLIDER else misread(thing.value, 1.0, self._rng)
        role = _ROLES[thing.kind]
        true = Element(box, role, "" if thing.kind is Kind.SLIDER else thing.value, thing.name)
        self._shown.append(Shown(Element(box, role, value, name), true))
        return box

    def _icon(self, thing: Thing, left: int, top: int) -> Box:
        box = Box(left, top, left + _ICON, top + _ICON)
        meant = meaning_of(thing.drawing, thing.name)
        meanings = meanings_of(meant, self._rng)
        name = thing.name if self._tree else ""
        icon = meanings[0][0] if meanings else ""
        drawn = Element(box, Role.ICON, "", name, icon=icon, meanings=meanings)
        known = bool(name) or meant in dict(meanings)
        self._shown.append(
            Shown(drawn, Element(box, Role.ICON, "", thing.name, icon=thing.drawing), known)
        )
        return box

    def _add(self, role: Role, text: str, left: int, top: int, *, on: bool | None = None) -> Box:
        wide = _TICK if role in (Role.CHECKBOX, Role.RADIO) else 0
        read = misread(text, 1.0, self._rng)
        box = Box(left, top, left + wide + max(8, len(text) * _LETTER), top + _LINE)
        on, in_front = on is True, on is True and role is Role.TAB
        drawn = Element(box, role, read, read, checked=on and not in_front, selected=in_front)
        self._shown.append(Shown(drawn, replace(drawn, text=text, name=text)))
        return box


def _runs(section: Section) -> Iterator[tuple[Kind, list[int]]]:
    """Things of one kind that follow each other, by their places."""
    places = range(len(section.things))
    for kind, run in groupby(places, key=lambda at: section.things[at].kind):
        yield kind, list(run)


@cache
def meaning_of(drawing: str, name: str) -> str:
    """The meaning, of those that the eyes were seen to give, that has most words in common with
    what a picture shows, else with what it is for; empty where none has enough."""
    for text in (drawing, name):
        found = max(drawn_meanings(), key=lambda meaning: _likeness(meaning, text))
        if _likeness(found, text) >= _ALIKE:
            return found
    return ""


def _likeness(meaning: str, text: str) -> float:
    """Share of words that a text has in common with the likest name of a meaning."""
    wanted = _words(text)
    names = (spoken(meaning), *all_names().get(meaning, ()))
    return max(len(mine & wanted) / max(1, len(mine | wanted)) for mine in map(_words, names))


@cache
def _words(text: str) -> frozenset[str]:
    return frozenset(word.strip(".,").lower() for word in text.split()) - _LITTLE
