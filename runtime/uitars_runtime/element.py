"""One thing on the screen, as every source says it: pixels, accessibility tree, a generator."""

from __future__ import annotations

import enum
from collections.abc import Iterable

import msgspec

from uitars_runtime.geometry import Box, Point


class Role(enum.StrEnum):
    """What an element is. The trained reader knows this order: append, never reorder."""

    TEXT = "text"
    """Words that are not a control: labels, headings, paragraphs, status."""
    BUTTON = "button"
    CHECKBOX = "checkbox"
    RADIO = "radio"
    FIELD = "field"
    """Where text is entered: one line or many, a spin box too."""
    COMBO = "combo"
    """A drop-down list, closed."""
    MENU = "menu"
    """An entry of a menu bar."""
    MENU_ITEM = "menu_item"
    """An entry of an open menu or an open drop-down list."""
    TAB = "tab"
    ITEM = "item"
    """An entry of a list, a tree or a table."""
    HEADER = "header"
    """A column header."""
    LINK = "link"
    ICON = "icon"
    """A picture that works like a button and has no words."""
    SLIDER = "slider"
    SCROLLBAR = "scrollbar"
    TITLE = "title"
    """The title of a window."""
    OTHER = "other"
    """Neither words nor a control: a coarse patch of a picture, a drawn shape."""


class Element(msgspec.Struct, frozen=True):
    """Something a person could point at."""

    box: Box
    role: Role
    text: str = ""
    """The words on it, as read; empty for a picture or an empty field."""
    name: str = ""
    """What a person would call it: its own words, or those of the label beside it."""
    checked: bool = False
    selected: bool = False
    focused: bool = False
    disabled: bool = False
    icon: str = ""
    """For an icon, its meaning (`save`, `undo`, ...), or empty where it is not known."""
    colour: str = ""
    """The colour of its face in a word (red, grey, ...); empty where nobody looked."""
    confidence: float = 1.0
    """How sure the eyes are of the role, 0 to 1."""
    meanings: tuple[tuple[str, float], ...] = ()
    """What an icon may mean and how likely that is, 0 to 1, the likeliest first; empty where
    nobody weighed it, then `icon` is all that is known."""


def element_at(elements: Iterable[Element], at: Point) -> Element | None:
    """The smallest of those that hold a point."""
    holding = (one for one in elements if one.box.contains(at))
    return min(holding, key=lambda one: one.box.area, default=None)


class Control(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A control of a window, as its program tells it."""

    role: str
    name: str
    keys: tuple[str, ...] = ()
    """Chords that work it, keys joined by `+` as `keys.py` names them: `alt+d`."""
    shown: bool = True
    """Whether it is to be seen; an entry of a closed menu is worked by its chord alone."""
