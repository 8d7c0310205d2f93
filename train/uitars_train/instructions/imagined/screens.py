"""An imagined program as the eyes would see it: a window with one of its sections in front.

Boxes are where toolkits put them, to the pixel only by chance; words are misread and pictures are
taken for others as often as the eyes do (`noise/`). Not here: what is asked (`asking.py`).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, NamedTuple

from uitars_runtime.backends.embedded.network.icon_names import all_names
from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box, Size
from uitars_train.instructions.imagined.reading import Kind, Place, Program, Section, Thing
from uitars_train.noise.errors import misread, told

_SIZES: Final = (Size(1024, 768), Size(1280, 800), Size(1366, 768), Size(1600, 900))
_LETTER, _LINE, _PITCH, _ICON = 7, 18, 28, 24
"""Pixels of a letter's width, a line's height, from line to line, and of an icon's side."""
_MARGIN: Final = 12
_LABEL: Final = 150
_FIELD: Final = 180
_SIDE: Final = 190
_MENUS: Final = ("File", "Edit", "View", "Tools", "Help")
_BARS: Final = 0.6
"""Share of windows that show a bar of icons which nobody asks about."""
_TREE: Final = 0.35
"""Share of screens where a tree tells names of icons."""
_UNLABELLED: Final = 0.25
"""Share of fields whose label the eyes take for a thing of its own only."""
_COMMON: Final = 0.3
"""Share of words of a drawing that a meaning's name has at least, to be that meaning."""


class Seen(NamedTuple):
    """What the eyes see of a program, and where the things of its section are among it."""

    elements: tuple[Element, ...]
    places: dict[int, tuple[int, ...]]
    """By thing of the section, its elements."""
    size: Size


def seen(program: Program, section: Section, on: dict[int, bool], rng: random.Random) -> Seen:
    """`on`: how ticks and radios of the section stand; the others as they come."""
    return _Window(program, section, on, rng).seen()


class _Window:
    """A window being laid out, from top to bottom."""

    def __init__(
        self, program: Program, section: Section, on: dict[int, bool], rng: random.Random
    ) -> None:
        self._program, self._section, self._on, self._rng = program, section, on, rng
        self._size = rng.choice(_SIZES)
        self._tree = rng.random() < _TREE
        self._elements: list[Element] = []
        self._places: dict[int, tuple[int, ...]] = {}
        self._left, self._top = rng.randint(0, 80), rng.randint(0, 60)

    def seen(self) -> Seen:
        rng, section = self._rng, self._section
        width = min(self._size.width - self._left, rng.randint(640, 1000))
        self._add(Role.TITLE, self._program.name, self._left + width // 2 - 40, self._top + 6)
        self._top += 32
        if section.place in (Place.DIALOG, Place.SETTINGS):
            self._body(section, asked=True)
            return self._made()
        opened = self._menu_bar()
        bars = [one for one in self._others(Place.TOOLBAR) if one is not section]
        if section.place is Place.TOOLBAR:
            self._across(section, asked=True)
        elif bars and rng.random() < _BARS:
            self._across(rng.choice(bars), asked=False)
        if section.place is Place.MENU:
            self._popup(section, opened)
        elif section.place is not Place.TOOLBAR:
            self._body(section, asked=True)
        self._background()
        return self._made()

    def _made(self) -> Seen:
        return Seen(tuple(self._elements), self._places, self._size)

    def _others(self, *places: Place) -> list[Section]:
        return [one for one in self._program.sections if one.place in places]

    # ------------------------------------------------------------------ parts of a window

    def _menu_bar(self) -> int:
        """Where the asked menu begins."""
        own = [one.title for one in self._others(Place.MENU) if one.title]
        if self._section.place is Place.PAGE and not own:
            return self._left
        names = [_MENUS[0], *own, _MENUS[-1]] if own else list(_MENUS)
        left, opened = self._left + _MARGIN, self._left + _MARGIN
        for name in dict.fromkeys(names):
            if name == self._section.title:
                opened = left
            self._add(Role.MENU, name, left, self._top)
            left += len(name) * _LETTER + 20
        self._top += _PITCH
        return opened

    def _popup(self, section: Section, left: int) -> None:
        top, widest = self._top, max(len(one.name) for one in section.things) * _LETTER
        keys = self._rng.random() < 0.5
        for at, thing in enumerate(section.things):
            ticked = thing.kind in (Kind.TICK, Kind.RADIO)
            role = Role.CHECKBOX if ticked else Role.MENU_ITEM
            self._place(at, self._add(role, thing.name, left + 24, top, on=self._on.get(at)))
            if keys and self._rng.random() < 0.4:
                chord = f"Ctrl+{self._rng.choice('ABCDEFGHIJKLMNOPQRSTUVWXYZ')}"
                self._add(Role.TEXT, chord, left + 60 + widest, top)
            top += _PITCH - 4
        self._top = max(self._top, top) if self._rng.random() < 0.5 else self._top

    def _across(self, section: Section, *, asked: bool) -> None:
        left = self._left + _MARGIN
        for at, thing in enumerate(section.things):
            mine = self._thing(thing, left, self._top, self._on.get(at))
            if asked:
                self._place(at, *mine)
            left = max(self._elements[one].box.right for one in mine) + self._rng.randint(6, 14)
        self._top += _PITCH + 8

    def _body(self, section: Section, *, asked: bool) -> None:
        if section.place is Place.TABS or all(
            one.kind in (Kind.TAB, Kind.HEAD, Kind.ICON) for one in section.things
        ):
            self._across(section, asked=asked)
            return
        left = self._left + _MARGIN
        buttons: list[int] = []
        for at, thing in enumerate(section.things):
            if thing.kind in (Kind.BUTTON, Kind.HEAD, Kind.TAB, Kind.ICON):
                buttons.append(at)
                continue
            self._line(buttons, section, left, asked=asked)
            mine = self._thing(thing, left, self._top, self._on.get(at))
            if asked:
                self._place(at, *mine)
            self._top += _PITCH
        self._line(buttons, section, left, asked=asked)

    def _line(self, waiting: list[int], section: Section, left: int, *, asked: bool) -> None:
        """Things that stand beside each other, before what stands below them."""
        if not waiting:
            return
        for at in waiting:
            mine = self._thing(section.things[at], left, self._top, None)
            if asked:
                self._place(at, *mine)
            left = self._elements[mine[-1]].box.right + self._rng.randint(8, 20)
        waiting.clear()
        self._top += _PITCH + 6

    def _background(self) -> None:
        """Some of what else the window shows."""
        others = [
            one
            for one in self._others(Place.SIDEBAR, Place.LIST, Place.PAGE, Place.TABS)
            if one is not self._section
        ]
        if others and self._top + 150 < self._size.height:
            kept = self._left
            self._left += self._rng.choice((0, 0, _SIDE))
            self._body(self._rng.choice(others), asked=False)
            self._left = kept

    # ------------------------------------------------------------------ things

    def _thing(self, thing: Thing, left: int, top: int, on: bool | None) -> tuple[int, ...]:
        """The elements of a thing."""
        match thing.kind:
            case Kind.ICON:
                return (self._icon(thing, left, top),)
            case Kind.CHOICE | Kind.FIELD | Kind.SLIDER:
                return self._labelled(thing, left, top)
            case _:
                return (self._add(_ROLES[thing.kind], thing.name, left, top, on=on),)

    def _labelled(self, thing: Thing, left: int, top: int) -> tuple[int, ...]:
        self._add(Role.TEXT, f"{thing.name}:", left, top)
        start = left + max(_LABEL, len(thing.name) * _LETTER + 16)
        box = Box(start, top - 2, start + _FIELD, top + _LINE + 4)
        name = "" if self._rng.random() < _UNLABELLED else thing.name
        value = "" if thing.kind is Kind.SLIDER else misread(thing.value, 1.0, self._rng)
        self._elements.append(Element(box, _ROLES[thing.kind], value, name))
        return (len(self._elements) - 1,)

    def _icon(self, thing: Thing, left: int, top: int) -> int:
        box = Box(left, top, left + _ICON, top + _ICON)
        meanings = told(meaning_of(thing), self._rng)
        name = thing.name if self._tree else ""
        icon = meanings[0][0] if meanings else ""
        self._elements.append(Element(box, Role.ICON, "", name, icon=icon, meanings=meanings))
        return len(self._elements) - 1

    def _add(self, role: Role, text: str, left: int, top: int, *, on: bool | None = None) -> int:
        wide = 26 if role in (Role.CHECKBOX, Role.RADIO) else 0
        read = misread(text, 1.0, self._rng)
        box = Box(left, top, left + wide + max(8, len(text) * _LETTER), top + _LINE)
        states = role in (Role.CHECKBOX, Role.RADIO)
        checked = states and (self._rng.random() < 0.5 if on is None else on)
        self._elements.append(Element(box, role, read, read, checked=checked))
        return len(self._elements) - 1

    def _place(self, at: int, *elements: int) -> None:
        self._places[at] = elements


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


def meaning_of(thing: Thing) -> str:
    """The meaning, of those that the eyes know, whose names have most words in common with what a
    picture shows and what it is for; empty where none has."""
    wanted = _words((thing.drawing, thing.name))
    best, shared = "", 0.0
    for meaning, names in all_names().items():
        for name in (meaning.replace("_", " "), *names):
            mine = frozenset(name.split())
            common = len(mine & wanted) / max(1, len(mine | wanted))
            if common > shared:
                best, shared = meaning, common
    return best if shared >= _COMMON else ""


def _words(texts: Sequence[str]) -> frozenset[str]:
    return frozenset(word.strip(".,").lower() for text in texts for word in text.split())
