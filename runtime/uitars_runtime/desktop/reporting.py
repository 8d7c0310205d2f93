"""What desktops have in common: the check of points, patience, and saying what changed."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from uitars_runtime.desktop.refused import Refused
from uitars_runtime.desktop.settle import PATIENCE
from uitars_runtime.types import Action, Box, KeyDown, KeyUp, Move, Point, Wait

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame

_SHORT_PATIENCE = 0.25


def inside(point: Point, seen: Frame) -> None:
    """Raises `Refused` for a point that is not on the screenshot; nothing is ever clamped."""
    if not seen.size.contains(point):
        raise Refused(
            f"the point ({point.x}, {point.y}) lies outside the screen, which is"
            f" {seen.size.width} by {seen.size.height} pixels."
        )


def patience(action: Action) -> float:
    """Seconds to wait for the first effect of an action."""
    match action:
        case Wait():
            return 0.0
        case Move() | KeyDown() | KeyUp():
            # Hovering and holding a modifier mostly have none.
            return _SHORT_PATIENCE
        case _:
            return PATIENCE


def waited(seconds: float) -> str:
    """Wait so long; what is said of it."""
    time.sleep(seconds)
    return "Waited 1 second." if seconds == 1 else f"Waited {seconds:g} seconds."


def change_in_words(changed: Box | None) -> str:
    """What is different, in a sentence that the model can read."""
    if changed is None:
        return "Nothing on the screen changed."
    return (
        f"The screen changed between ({changed.left}, {changed.top})"
        f" and ({changed.right}, {changed.bottom})."
    )
