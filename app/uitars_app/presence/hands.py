"""Hands that look past our own windows and do not touch them. Works on the run's thread."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from uitars_app.presence.mask import covered, hit, types
from uitars_runtime.frame import Frame
from uitars_runtime.hands.opening import OpenHands
from uitars_runtime.types import (
    Action,
    Box,
    DecidedBy,
    Decision,
    Outcome,
    Performed,
    ToolOffer,
    Verdict,
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


class AttendedHands:
    """Implements `OpenHands` around those of a run."""

    def __init__(self, hands: OpenHands, stage: Stage) -> None:
        self._hands = hands
        self._stage = stage
        self._windows: tuple[Box, ...] = ()
        self._seen: tuple[Frame, Frame] | None = None
        """What the loop was given, and what the hands saw."""

    @property
    def desktop_name(self) -> str:
        return self._hands.desktop_name

    @property
    def environment(self) -> Mapping[str, str]:
        return self._hands.environment

    @property
    def tools(self) -> tuple[ToolOffer, ...]:
        return self._hands.tools

    def observe(self) -> Frame:
        """The screen without us. Raises `DesktopError`, `Stopped`."""
        self._windows = self._stage.step_aside()
        try:
            seen = self._hands.observe()
        finally:
            self._stage.come_back(None)
        shown = covered(seen, self._windows)
        self._seen = (shown, seen)
        return shown

    def perform(self, action: Action, seen: Frame, /) -> Performed:
        """As the hands do, but nothing is done to a window of ours. Raises as `observe`."""
        original = self._seen[1] if self._seen is not None and self._seen[0] is seen else seen
        windows = (*self._windows, *self._stage.step_aside())
        try:
            if hit(action, seen, windows):
                return _refused("That place is covered by a window of the assistant itself.")
            if types(action) and self._stage.has_keyboard():
                return _refused("A window of the assistant itself has the keyboard.")
            return self._hands.perform(action, original)
        finally:
            self._stage.come_back(action)

    def restart(self) -> bool:
        return self._hands.restart()

    def close(self) -> None:
        self._hands.close()


def _refused(reason: str) -> Performed:
    verdict = Verdict(Decision.DENY, DecidedBy.POLICY, _RULE, reason)
    return Performed(verdict, Outcome(ok=False, text=f"Not done: {reason} Look again."))
