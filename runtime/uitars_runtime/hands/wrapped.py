"""Hands around the hands of a run: they keep still while a person has paused it, and a face may add
to them. On the run's thread."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from uitars_runtime.control import Control
from uitars_runtime.types import (
    Action,
    Claim,
    DecidedBy,
    Decision,
    Outcome,
    Performed,
    ToolOffer,
    Verdict,
)

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame
    from uitars_runtime.hands.opening import OpenHands


class WrappedHands:
    """Implements `OpenHands` by those it is given."""

    def __init__(self, hands: OpenHands) -> None:
        self.hands = hands

    @property
    def desktop_name(self) -> str:
        return self.hands.desktop_name

    @property
    def environment(self) -> Mapping[str, str]:
        return self.hands.environment

    @property
    def warning(self) -> str:
        return self.hands.warning

    @property
    def endpoint(self) -> str:
        return self.hands.endpoint

    @property
    def tools(self) -> tuple[ToolOffer, ...]:
        return self.hands.tools

    def observe(self) -> Frame:
        return self.hands.observe()

    def perform(self, action: Action, seen: Frame, claimed: Claim = "", /) -> Performed:
        return self.hands.perform(action, seen, claimed)

    def restart(self) -> bool:
        return self.hands.restart()

    def close(self) -> None:
        self.hands.close()


class HeldHands(WrappedHands):
    """Hands that keep still from the moment a person pauses, also when the model was thinking."""

    def __init__(self, hands: OpenHands, control: Control) -> None:
        super().__init__(hands)
        self._control = control

    def perform(self, action: Action, seen: Frame, claimed: Claim = "", /) -> Performed:
        """As the hands do; while the run is paused nothing is done."""
        reason = self._control.paused
        if not reason:
            return self.hands.perform(action, seen, claimed)
        return refused(DecidedBy.USER, "pause", reason)


def refused(by: DecidedBy, rule: str, reason: str) -> Performed:
    """A no to an action that the gate was not even asked about."""
    verdict = Verdict(Decision.DENY, by, rule, reason)
    return Performed(verdict, Outcome(ok=False, text=f"Not done: {reason} Look again."))
