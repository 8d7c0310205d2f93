"""Where an action goes: to places of the screenshot, or to what has the keyboard. Not here: what is
known of either."""

from __future__ import annotations

from abc import ABC, abstractmethod

import msgspec

from uitars_runtime.gate.facts import NO_FACTS, Facts
from uitars_runtime.types import Action, Click, Drag, KeyDown, Move, Point, Press, Scroll, Type


class AimedSurroundings(ABC):
    """`facts` of the gate's `Surroundings`. What is there its heirs know."""

    def facts(self, action: Action, /) -> Facts:
        """What is known now. Raises `DesktopError` when the desktop is gone."""
        match action:
            case Drag(start=start, end=end):
                return msgspec.structs.replace(self._at(start), others=(self._at(end),))
            case Click(at=place) | Move(at=place) | Scroll(at=place):
                return self._at(place)
            case Type() | Press() | KeyDown():
                return self._with_keyboard()
            case _:
                return NO_FACTS

    @abstractmethod
    def _at(self, place: Point) -> Facts:
        """Of a pixel of the screenshot."""

    @abstractmethod
    def _with_keyboard(self) -> Facts:
        """Of what has the keyboard."""
