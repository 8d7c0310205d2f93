"""Where the agent itself has put the keyboard, in programs that do not tell where it is.

A click into a place for text puts it there. It is believed only as long as the window shows the
same place, and around it nothing grave that was not there before: a page can change by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

from uitars_runtime.gate.reach import key_names
from uitars_runtime.gate.words import risk_of
from uitars_runtime.types import (
    Action,
    Box,
    Button,
    Click,
    Drag,
    Move,
    Point,
    Press,
    Scroll,
    Type,
    Wait,
)

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame
    from uitars_runtime.gate.facts import Facts

_MOVED = 8
"""Pixels by which the edges of one place for text may seem to differ."""
_OTHER = 2
"""Lines around it that come or go while somebody writes: one of a status bar that changed."""
_KEEPING = frozenset(
    {
        *("up", "down", "left", "right", "home", "end", "pageup", "pagedown"),
        *("backspace", "delete", "insert", "shift", "capslock", "space"),
    }
)
"""Keys that leave the keyboard where it is, in a place for text."""
_EDITING = frozenset("acvxzy")
"""With Control, too."""


class Reader(Protocol):
    """Reads a screenshot."""

    def within(self, seen: Frame, area: Box, /, without: Box | None = None) -> str: ...

    def field(self, seen: Frame, place: Point, area: Box, /) -> Box | None: ...


class Caret(msgspec.Struct, frozen=True):
    """A click of the agent: device pixel, and what the window was then."""

    at: Point
    pid: int | None
    area: Box | None
    seen: Frame

    def holds(self, facts: Facts) -> bool:
        """Whether these facts are of the window that was clicked."""
        return (self.pid, self.area) == (facts.pid, facts.area)

    def field(self, reader: Reader, seen: Frame, area: Box) -> Box | None:
        """The place for text that was clicked, where it is there still.

        `area`: the window in pixels of the screenshot."""
        place = Point(self.at.x - seen.origin.x, self.at.y - seen.origin.y)
        now = reader.field(seen, place, area)
        if now is None or seen.origin != self.seen.origin:
            return None
        then = reader.field(self.seen, place, area)
        if then is None or not _alike(now, then):
            return None
        before = set(reader.within(self.seen, area, then).splitlines())
        after = set(reader.within(seen, area, now).splitlines())
        grave = any(risk_of(line, misread=True) for line in after - before)
        return None if grave or len(before ^ after) > _OTHER else now


def placed(action: Action, facts: Facts, seen: Frame) -> Caret | None:
    """Where the keyboard is after this action, as far as it puts it somewhere."""
    match action:
        case Click(at=at, button=Button.LEFT) | Drag(start=at):
            place = Point(at.x + seen.origin.x, at.y + seen.origin.y)
            return Caret(place, facts.pid, facts.area, seen)
        case _:
            return None


def keeps(action: Action, held: frozenset[str]) -> bool:
    """Whether an action, in a place for text, leaves the keyboard there."""
    match action:
        case Type(text=text):
            return "\t" not in text and not key_names(held) - {"shift"}
        case Press(keys=keys):
            names = key_names((*held, *keys))
            if "ctrl" in names:
                return names <= _KEEPING | _EDITING | {"ctrl"}
            return all(name in _KEEPING or len(name) == 1 for name in names)
        case Scroll() | Wait() | Move():
            return True
        case _:
            return False


def _alike(one: Box, other: Box) -> bool:
    edges = zip(
        (one.left, one.top, one.right, one.bottom),
        (other.left, other.top, other.right, other.bottom),
        strict=True,
    )
    return all(abs(a - b) <= _MOVED for a, b in edges)
