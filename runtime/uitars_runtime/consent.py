"""What a person is asked about an action, and what they answer.

Who decides whether there is a question is the gate; who puts it is an `Asker` (`protocols.py`).
"""

from __future__ import annotations

import enum

import msgspec

from uitars_runtime.types import Action, Correction, Point, Verdict


class Reach(enum.StrEnum):
    """How far a yes reaches."""

    ONCE = "once"
    RUN = "run"
    """The same rule in the same program, until this run ends."""
    APP = "app"
    """The same rule in the same program, until it is revoked or expires."""


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a person is asked. Facts come from the hands, never from the model's prose."""

    action: Action
    risk: str
    rule: str
    window: str
    """Title of the window that the action would hit."""
    seconds: float
    """How long silence is waited for; then it is a no."""
    reason: str = ""
    """One sentence: why a person is asked."""
    application: str = ""
    """Program of that window, as the display names it (class and process)."""
    crop: bytes = b""
    """PNG of the screen around the target; empty where the action has no place."""
    target: Point | None = None
    """The target's pixel in the crop, where the cross-hair belongs."""
    effect: str = ""
    """What a dry run of the action would change, as lines of text; empty where none was made."""
    reaches: tuple[Reach, ...] = (Reach.ONCE,)
    """How far a yes may reach; never further for credentials."""


class Consent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person's answer to a question."""

    verdict: Verdict
    reach: Reach = Reach.ONCE
    correction: Correction | None = None
    """With a yes: do this instead. It is reviewed again, and what it may do is asked again."""
    words: str = ""
    """What the person says to the model about it."""


class Reviewed(msgspec.Struct, frozen=True):
    """The gate's answer to a proposed action, and what is to be done on a yes."""

    verdict: Verdict
    action: Action
    """The proposed action, or the one that a person put in its place."""
    correction: Correction | None = None
    """Set where a person changed the action."""
    words: str = ""
    """What the person says to the model about it."""
