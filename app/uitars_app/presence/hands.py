"""Hands that look past our own windows and do not touch them. Works on the run's thread."""

from __future__ import annotations

from typing import Protocol

from uitars_app.presence.mask import covered, hit, types
from uitars_runtime.frame import Frame
from uitars_runtime.hands.opening import OpenHands
from uitars_runtime.hands.wrapped import WrappedHands, refused
from uitars_runtime.types import (
    Action,
    Box,
    Claim,
    DecidedBy,
    Performed,
)

_RULE = "own-windows"


class Stage(Protocol):
    """Our windows on the desktop that the hands work on."""

    def step_aside(self) -> tuple[Box, ...]:
        """Take what is only presence off the screen; the rectangles of what stays, in device
        pixels."""
        ...

    def has_keyboard(self) -> bool:
        """Whether one of our windows has the keyboard."""
        ...

    def come_back(self, action: Action | None) -> None:
        """Show the presence again; the action that was done last, None after a look."""
        ...


class AttendedHands(WrappedHands):
    """Implements `OpenHands` around those of a run."""

    def __init__(self, hands: OpenHands, stage: Stage) -> None:
        super().__init__(hands)
        self._stage = stage
        self._windows: tuple[Box, ...] = ()
        self._seen: tuple[Frame, Frame] | None = None
        """What the loop was given, and what the hands saw."""

    def observe(self) -> Frame:
        """The screen without us. Raises `DesktopError`, `Stopped`."""
        self._windows = self._stage.step_aside()
        try:
            seen = self.hands.observe()
        finally:
            self._stage.come_back(None)
        shown = covered(seen, self._windows)
        self._seen = (shown, seen)
        return shown

    def perform(self, action: Action, seen: Frame, claimed: Claim = "", /) -> Performed:
        """As the hands do, but nothing is done to a window of ours. Raises as `observe`."""
        original = self._seen[1] if self._seen is not None and self._seen[0] is seen else seen
        windows = (*self._windows, *self._stage.step_aside())
        try:
            if hit(action, seen, windows):
                return refused(
                    DecidedBy.POLICY,
                    _RULE,
                    "That place is covered by a window of the assistant itself.",
                )
            if types(action) and self._stage.has_keyboard():
                return refused(
                    DecidedBy.POLICY, _RULE, "A window of the assistant itself has the keyboard."
                )
            return self.hands.perform(action, original, claimed)
        finally:
            self._stage.come_back(action)
