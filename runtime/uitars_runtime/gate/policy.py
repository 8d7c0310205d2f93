"""The four policies as a table, and the one function that applies them.

`explain` is what `uitars policy explain` prints and what the gate obeys.
"""

from __future__ import annotations

import enum
from pathlib import Path
from typing import Literal

import msgspec

from uitars_runtime.errors import GateError
from uitars_runtime.gate.facts import NO_FACTS, Facts
from uitars_runtime.gate.risk import Risk
from uitars_runtime.gate.rules import classify
from uitars_runtime.types import Action


class Mode(enum.StrEnum):
    """A policy that comes with the product."""

    ASK_ALWAYS = "ask-always"
    ASK_ON_RISK = "ask-on-risk"
    ALLOW_LIST = "allow-list"
    AUTONOMOUS = "autonomous-in-sandbox"


Answer = Literal["allow", "ask", "deny"]

_CELLS: dict[Mode, tuple[Answer, ...]] = {
    #                 R0       R1       R2       R3      R4      S-read   S-write  S-other
    Mode.ASK_ALWAYS: ("allow", "ask", "ask", "ask", "ask", "ask", "ask", "ask"),
    Mode.ASK_ON_RISK: ("allow", "allow", "ask", "ask", "ask", "allow", "ask", "ask"),
    # Everything here needs a grant; what nobody listed is denied without a question.
    Mode.ALLOW_LIST: ("allow", "deny", "deny", "deny", "deny", "deny", "deny", "deny"),
    # No address is listed, so R3 stays closed. Commands run in a jail without a network.
    Mode.AUTONOMOUS: ("allow", "allow", "allow", "deny", "deny", "allow", "allow", "allow"),
}

TABLE: dict[Mode, dict[Risk, Answer]] = {
    mode: dict(zip(Risk, cells, strict=True)) for mode, cells in _CELLS.items()
}
"""What each policy says about each class before grants."""

_SAYS: dict[Answer, str] = {
    "allow": "allows it",
    "ask": "asks a person first",
    "deny": "does not allow it",
}


class Explanation(msgspec.Struct, frozen=True, rename={"risk": "class"}):
    """What would happen to an action, by which rule and why."""

    decision: Answer
    risk: Risk
    rule: str
    reason: str


def mode_named(name: str) -> Mode:
    """The policy of that name. Raises `GateError`."""
    try:
        return Mode(name)
    except ValueError:
        known = ", ".join(Mode)
        raise GateError(f"{name!r} is not a policy.", f"The policies are {known}.") from None


def explain(
    action: Action,
    mode: Mode,
    *,
    workspace: Path,
    facts: Facts = NO_FACTS,
    grants: frozenset[Risk] = frozenset(),
) -> Explanation:
    """Decide about an action on what the hands know about its target. Asks nobody."""
    risk, reason = classify(action, workspace, facts)
    if risk in grants and risk is not Risk.R4:
        return Explanation("allow", risk, f"grant/{risk}", f"{reason} The user granted {risk}.")
    decision = TABLE[mode][risk]
    return Explanation(
        decision, risk, f"{mode}/{risk}", f"{reason} The policy {mode} {_SAYS[decision]}."
    )
