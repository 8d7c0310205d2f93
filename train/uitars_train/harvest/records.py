"""The values of a harvest: screens, each as seen and as true, and how one led to another.

Not here: how they lie on disk (`store.py`).
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.element import Element
from uitars_runtime.types import Size

if TYPE_CHECKING:
    from uitars_runtime.backends.embedded.situation import Situation


class Look(msgspec.Struct, frozen=True):
    """How a program was shown."""

    dark: bool
    font: str
    scale: float
    """Of letters and widgets; 1.0 as they come."""
    size: Size
    """Of the screen."""
    language: str = ""
    """As in `LANGUAGE`; empty for English."""


class Does(enum.StrEnum):
    """What was done to get to a screen."""

    CLICK = "click"
    RIGHT_CLICK = "right click"
    HOVER = "hover"
    SCROLL = "scroll"
    TYPE = "type"


class Deed(msgspec.Struct, frozen=True):
    """One step, and on which true element of the screen before."""

    does: Does
    element: int = -1
    """Index into `Screen.true` of the screen before; -1 where it was on none."""
    text: str = ""
    """What was typed."""


class Truth(msgspec.Struct, frozen=True):
    """A widget as its program tells it."""

    element: Element
    """In the product's terms: what is on it in words is its text, what it is called its name."""
    told: str
    """Its role as AT-SPI spells it."""
    description: str = ""
    """What the program adds to the name; of most icons their tool tip."""
    states: tuple[str, ...] = ()
    """States beside those of the element, as AT-SPI spells them: `expanded`, `editable`."""
    row: int = -1
    """Place among the visible rows of its list, tree or table, from 0; -1 where it lies in none."""
    column: int = -1
    confirmed: bool = False
    """Whether the pixels show it: its words were read there, or a control is drawn there."""
    crop: int = -1
    """Index into `Program.crops` of the control and a margin; -1 where none was kept."""


class Screen(msgspec.Struct, frozen=True):
    """One screen of a program at rest."""

    look: int
    """Index into `Program.looks`."""
    before: int
    """Index into `Program.screens` of the one it was reached from; -1 for the first of a start."""
    deeds: tuple[Deed, ...]
    """What led here from there."""
    window: str
    """Title of the window with the keyboard."""
    seen: tuple[Element, ...]
    """What the product's eyes saw, coloured from the pixels as `prepare` does."""
    true: tuple[Truth, ...]
    """What can be seen of what the programs tell."""


class Program(msgspec.Struct, frozen=True):
    """All that was kept of one program."""

    name: str
    package: str
    version: str
    toolkit: str
    licence: str
    looks: tuple[Look, ...]
    screens: tuple[Screen, ...]
    crops: tuple[bytes, ...]
    """Pictures (WebP, lossless) of controls, each different one once."""

    def situation(self, screen: Screen, task: str) -> Situation:
        """What the network is asked where somebody asks for `task` on this screen."""
        from uitars_runtime.backends.embedded.prepare import prepare

        return prepare((task,), (), screen.seen, self.looks[screen.look].size)
