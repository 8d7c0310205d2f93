"""Doing an action with a mouse and a keyboard, and saying what changed: the same on every display
that has both."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from uitars_runtime.desktop.capture import Grab
from uitars_runtime.desktop.changes import difference, tiles_with
from uitars_runtime.desktop.checked_entry import CheckedEntry
from uitars_runtime.desktop.keyboard import Keyboard
from uitars_runtime.desktop.pointer import Pointer
from uitars_runtime.desktop.refused import Refused
from uitars_runtime.desktop.reporting import change_in_words, inside, patience, waited
from uitars_runtime.desktop.settle import Settler
from uitars_runtime.geometry import moved, on_screenshot
from uitars_runtime.types import (
    Action,
    Box,
    Click,
    Drag,
    KeyDown,
    KeyUp,
    Move,
    Outcome,
    Point,
    Press,
    Scroll,
    Type,
    Wait,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from uitars_runtime.frame import Frame


_AT_ONCE = 0.008
"""Seconds for which the picture that an action begins with is what the screen shows: half a frame
of a 60 Hz screen."""
_LOOKS = 4
"""Pictures in which a pointer takes its new place and its new form."""
_ANSWER = 0.01
"""Seconds in which a picture is taken that shows what a program lights up under the pointer: GTK
and Qt need 2 to 5 ms. Where only the pointer differs in a later one, no other is waited for."""
_POINTER = Box(-48, -48, 48, 48)
"""Where the image of a pointer lies around its place."""


class Working:
    """Acts on one display. Its caller turns failures of the display into `DesktopError`."""

    def __init__(
        self,
        grab: Callable[[], Grab],
        settler: Settler,
        pointer: Pointer,
        keyboard: Keyboard,
        text: CheckedEntry,
    ) -> None:
        self._grab = grab
        self._settler = settler
        self._pointer = pointer
        self._keyboard = keyboard
        self._text = text
        self._before: Grab | None = None
        """The screen before the action that is being done."""
        self._began = -math.inf
        """When it was grabbed, before anything was sent."""
        self._pointed: Point | None = None
        """Where the pointer last came to, as far as we moved it."""

    def look(self) -> Grab:
        """The screen at this moment. A check right at the beginning of an action costs no picture
        of its own, which many displays give only with their next frame."""
        if self._before is None or time.monotonic() - self._began > _AT_ONCE:
            return self._grab()
        return self._before

    def execute(self, action: Action, seen: Frame) -> Outcome:
        """Do it. Raises `TypeError` for an action that is none of a screen's."""
        before = self._before = self._grab()
        self._began = time.monotonic()
        if (before.geometry.width, before.geometry.height) != (seen.size.width, seen.size.height):
            return Outcome(ok=False, text="Not done: the screen changed size, look again.")
        try:
            if isinstance(action, Type):
                done, settled = self._text.enter(action.text, before)
            else:
                done = self._perform(action, seen)
                settled = self._settler.after(self._before, patience(action))
        except Refused as refusal:
            return Outcome(ok=False, text=f"Not done: {refusal}")
        changed = settled.changed
        return Outcome(
            ok=True, text=f"{done} {change_in_words(changed)}", changed=changed is not None
        )

    def look_again(self, at: Point) -> None:
        """The pointer has come to this device pixel. Where it is in the picture itself, it is no
        effect of what is about to be done there, and neither is what lights up under it."""
        came = time.monotonic()
        places = [one for one in (self._pointed, at) if one]
        self._pointed = at
        for _ in range(_LOOKS):
            before, grab = self._before, self._grab()
            self._before, self._began = grab, -math.inf
            answered = time.monotonic() - came >= _ANSWER and _unhurried()
            images = _images(places, grab) if answered else None
            if before is None or difference(before, grab, images) is None:
                return

    def enter_secret(self, enter: Callable[[], object]) -> Outcome:
        """Call what types a secret, and say no more of it than that."""
        before = self._grab()
        try:
            enter()
        except Refused as refusal:
            return Outcome(ok=False, text=f"Not done: {refusal}")
        changed = self._settler.after(before).changed
        return Outcome(
            ok=True,
            text=f"Entered a secret. {change_in_words(changed)}",
            changed=changed is not None,
        )

    def _perform(self, action: Action, seen: Frame) -> str:
        """Do it; what was done, as a sentence. Raises `Refused`."""
        match action:
            case Click(at=at, button=button, count=count):
                self._pointer.click(_on_device(at, seen), button, count)
                return "Clicked." if count == 1 else f"Clicked {count} times."
            case Move(at=at):
                self._pointer.move(_on_device(at, seen))
                return "Moved the pointer."
            case Drag(start=start, end=end):
                self._pointer.drag(_on_device(start, seen), _on_device(end, seen))
                return "Dragged."
            case Scroll(at=at, direction=direction, amount=amount):
                self._pointer.scroll(_on_device(at, seen), direction, amount)
                return f"Scrolled {direction} by {amount}."
            case Press(keys=keys):
                self._keyboard.press(keys)
                return f"Pressed {'+'.join(keys)}."
            case KeyDown(key=key):
                self._keyboard.hold(key)
                return f"Holding {key}."
            case KeyUp(key=key):
                self._keyboard.let_go(key)
                return f"Let {key} go."
            case Wait(seconds=seconds):
                return waited(seconds)
            case _:
                raise TypeError(f"{type(action).__name__} is no action of a screen")


def _unhurried() -> bool:
    """Whether programs get a processor when they want one; else they light up later."""
    return os.getloadavg()[0] <= (os.cpu_count() or 1)


def _images(places: list[Point], grab: Grab) -> NDArray[np.bool_]:
    """The tiles of a grab in which a pointer at these device pixels is drawn."""
    corner = Point(grab.geometry.left, grab.geometry.top)
    boxes = [on_screenshot(moved(_POINTER, place), corner) for place in places]
    return tiles_with(boxes, grab.words.shape)


def _on_device(point: Point, seen: Frame) -> Point:
    """Device pixels of a point of the screenshot. Raises `Refused` outside of it."""
    inside(point, seen)
    return Point(point.x + seen.origin.x, point.y + seen.origin.y)
