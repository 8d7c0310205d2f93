"""Whether a target is still what the model saw: by the picture, and by what heirs know beside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uitars_runtime.hands.crops import crop_around, differs
from uitars_runtime.protocols import Desktop
from uitars_runtime.types import (
    Action,
    Click,
    Drag,
    KeyDown,
    OpenWindow,
    Place,
    Point,
    Press,
    Scroll,
    Type,
)

if TYPE_CHECKING:
    from uitars_runtime.desktop.capture import Grab
    from uitars_runtime.frame import Frame


class PictureTarget:
    """Implements `Target` by looking again at the pixels around a point. Heirs know of windows."""

    def __init__(self, desktop: Desktop) -> None:
        self._desktop = desktop
        self._last: Frame | None = None

    def remember(self, seen: Frame, /) -> None:
        """Note the last screenshot."""
        self._last = seen

    def windows(self) -> tuple[OpenWindow, ...] | None:
        """Nobody asks this desktop for them."""
        return None

    def place(self) -> Place:
        """Windows are not asked for here."""
        return Place()

    def changed(self, action: Action, seen: Frame, /) -> str:
        """Empty when the target is the same; else what is different, in one sentence."""
        if self._last is None or self._last.grab != seen.grab:
            return "that is not the last screenshot."
        match action:
            case Click(at=point) | Scroll(at=point):
                return self._points_changed((point,), seen)
            case Drag(start=start, end=end):
                return self._points_changed((start, end), seen)
            case Type() | Press() | KeyDown():
                return self._keyboard_changed()
            case _:
                return ""

    def _points_changed(self, points: tuple[Point, ...], seen: Frame) -> str:
        now = self._look()
        for point in points:
            if not seen.size.contains(point):
                return "the target lies outside the screenshot."
            if now.size != seen.size:
                return "the screen changed size."
            if self._covered(point, seen):
                return "another window lies under the target."
            crop = crop_around(point, seen)
            if differs(seen.part(crop), now.part(crop)):
                return "the screen changed under the target."
        return ""

    def _look(self) -> Frame | Grab:
        """The screen now."""
        return self._desktop.observe()

    def _covered(self, _point: Point, _seen: Frame) -> bool:
        """Whether another window than then is at a pixel of the screenshot."""
        return False

    def _keyboard_changed(self) -> str:
        """What is different about who has the keyboard; empty where nothing is known to be."""
        return ""
