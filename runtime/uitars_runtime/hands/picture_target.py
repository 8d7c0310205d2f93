"""Whether a target is still what the model saw, on a desktop that tells nothing but its picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uitars_runtime.hands.crops import crop_around, differs
from uitars_runtime.protocols import Desktop
from uitars_runtime.types import Action, Click, Drag, OpenWindow, Place, Scroll

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame


class PictureTarget:
    """Implements `Target` by looking again at the pixels around a point."""

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
            case Click(at=point) | Scroll(at=point) | Drag(start=point):
                current = self._desktop.observe()
                crop = crop_around(point, seen)
                rows, columns = slice(crop.top, crop.bottom), slice(crop.left, crop.right)
                if differs(seen.pixels[rows, columns], current.pixels[rows, columns]):
                    return "the screen changed under the target."
                return ""
            case _:
                return ""
