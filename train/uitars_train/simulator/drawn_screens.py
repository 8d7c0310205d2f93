"""Worlds made of screens that real toolkits drew (`uitars_train.screens`), by their truth alone.

What a screen does not tell (the entries of its menus and lists, which rings exclude each other) is
made up or follows from the places of things. Not here: worlds without a model (`programs.py`).
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box, Size
from uitars_train.screens.icon_meanings import CALLED
from uitars_train.screens.screen import named
from uitars_train.simulator import lexicon, rates
from uitars_train.simulator.lexicon import Words, is_held_out
from uitars_train.simulator.world import Surface, Widget, World

_PNG: Final = slice(16, 24)
"""Where a picture's file says how wide and how high it is."""
_LINE: Final = 16
"""Pixels of height of a line of text on an ordinary screen."""
_TALL: Final = 3.2
"""Lines from which a field holds a document."""
_LARGEST: Final = 3.0
"""The most that such a screen is enlarged by, against an ordinary one."""
_APART: Final = (3, 4)
"""Lines of height between things below, and beside each other, that do not belong together."""
_ENTRIES: Final = 8
"""Entries of a menu that no list knows."""
_PASSIVE: Final = {Role.MENU_ITEM, Role.OTHER}
"""What an open menu shows, and what nobody names: not part of the world."""


class Drawn(msgspec.Struct, frozen=True):
    """What can be seen on one screen, back to front, and its size in pixels."""

    size: Size
    elements: tuple[Element, ...]


class _Truth(msgspec.Struct, frozen=True):
    elements: tuple[Element, ...]


def read_drawn(folder: Path) -> tuple[Drawn, ...]:
    """All screens of a folder that `uitars-train screens` wrote. Raises `UsageError` for none."""
    return tuple(map(_read, named(folder)))


def _read(path: Path) -> Drawn:
    truth = msgspec.json.decode(path.read_bytes(), type=_Truth)
    with path.with_suffix(".png").open("rb") as file:
        width, height = struct.unpack(">II", file.read(_PNG.stop)[_PNG])
    return Drawn(Size(width, height), truth.elements)


def drawn_world(drawn: Drawn, words: Words) -> World:
    """A world that looks like the screen. What has a label that training never sees is left out."""
    rng = words.rng
    kept = [item for item in drawn.elements if item.role not in _PASSIVE and not _held(item)]
    lines = sorted(item.box.height for item in kept if item.role is Role.TEXT)
    line = lines[len(lines) // 2] if lines else _LINE
    widgets = [_widget(item, line, words) for item in kept]
    _group(widgets, line)
    _rows(widgets, line)
    everything = Box(0, 0, drawn.size.width, drawn.size.height)
    titles = [w.text for w in widgets if w.role is Role.TITLE]
    surface = Surface(everything, rng.choice(titles) if titles else "", widgets)
    world = World(drawn.size, [Surface(everything), surface])
    world.zoom = min(max(line / _LINE, 1.0), _LARGEST)
    fields = [w for w in widgets if w.role is Role.FIELD and not w.disabled]
    focused = [w for w, item in zip(widgets, kept, strict=True) if item.focused and w in fields]
    if focused or (fields and rates.maybe(rng, "the focus is in a drawn field")):
        world.focus = rng.choice(focused or fields)
    return world


def _held(item: Element) -> bool:
    labels = (label.rstrip(":* ") for label in (item.name, item.text) if label)
    return item.role is not Role.MENU and any(map(is_held_out, labels))


def _widget(item: Element, line: int, words: Words) -> Widget:
    rng = words.rng
    widget = Widget(
        *(item.role, item.box, item.text, item.name if item.name != item.text else ""),
        checked=item.checked,
        selected=item.selected,
        disabled=item.disabled,
        icon=CALLED.get(item.icon, item.icon),
    )
    match item.role:
        case Role.FIELD:
            # A field that is named by nothing but its own words holds a hint, or else a value.
            own = item.text == item.name
            value = any(not (letter.isalpha() or letter in " .:") for letter in item.text)
            widget.name = "" if own and value else item.name
            widget.placeholder = own and widget.name != ""
            widget.many_lines = item.box.height > _TALL * line
        case Role.COMBO:
            widget.name = item.name
            count = rates.between(rng, "entries of a drawn list")
            listed = words.several("choices", count, "an entry of a drawn list is invented")
            options = [*listed, item.text]
            rng.shuffle(options)
            widget.options = tuple(option for option in options if option)
        case Role.MENU:
            invent = "an entry of an unknown menu is invented"
            known = lexicon.menus().get(item.text)
            entries = known or words.several("context", _ENTRIES, invent)
            widget.options = tuple(entries[: rates.between(rng, "entries of a drawn menu")])
        case Role.ITEM if rates.maybe(rng, "a drawn item has a menu"):
            count = rates.between(rng, "entries of a drawn item's menu")
            entries = words.several("context", count, "an entry of an item's menu is invented")
            widget.options = tuple(entries)
        case _:
            pass
    return widget


def _group(widgets: Sequence[Widget], line: int) -> None:
    """Rings and tabs that stand together exclude each other, and so do the entries of a list."""
    for role in (Role.RADIO, Role.TAB, Role.ITEM):
        before: Widget | None = None
        alike = [widget for widget in widgets if widget.role is role]
        for number, widget in enumerate(alike):
            joined = before is not None and _stand_together(before.box, widget.box, line)
            widget.group = before.group if before is not None and joined else f"{role}{number}"
            before = widget


def _stand_together(one: Box, other: Box, line: int) -> bool:
    below = abs(one.left - other.left) < 2 * line and 0 < other.top - one.top < _APART[0] * line
    beside = abs(one.top - other.top) < line and 0 <= other.left - one.right < _APART[1] * line
    return below or beside


def _rows(widgets: Sequence[Widget], line: int) -> None:
    """Buttons that share their words belong to the row that they stand in."""
    buttons = [widget for widget in widgets if widget.role is Role.BUTTON and widget.text]
    texts = [widget.text for widget in buttons]
    items = [widget for widget in widgets if widget.role is Role.ITEM and widget.text]
    for button in buttons:
        level = [w for w in items if abs(w.box.center.y - button.box.center.y) < line // 2]
        if level and texts.count(button.text) > 1:
            button.row = min(level, key=lambda w: w.box.left).text
