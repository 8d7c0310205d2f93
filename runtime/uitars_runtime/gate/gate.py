"""The gate that the hands ask before every action: explain, ask a person where needed, answer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec

from uitars_runtime.consent import Consent, Question, Reach, Reviewed
from uitars_runtime.element import Control
from uitars_runtime.errors import GateError
from uitars_runtime.gate.evidence import Evidence, Surroundings, Words
from uitars_runtime.gate.facts import NO_FACTS, Facts
from uitars_runtime.gate.picture import picture_of
from uitars_runtime.gate.policy import Explanation, Mode, Policy, explain
from uitars_runtime.gate.remembered import Decisions as RememberedDecisions
from uitars_runtime.protocols import Asker
from uitars_runtime.risk import Risk
from uitars_runtime.types import (
    Action,
    Claim,
    Correction,
    DecidedBy,
    Decision,
    KeyDown,
    KeyUp,
    Verdict,
)

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame

_NEVER_REMEMBERED = frozenset({Risk.R4, Risk.S_OTHER})
"""Classes whose yes is for one action only."""
_BOUNDED = frozenset({Risk.R0, Risk.R1, Risk.S_READ, Risk.S_WRITE})
"""Classes that stay within bounds also where no program is known that a yes could be bound to."""


class Decisions(Protocol):
    """What a person decided earlier for more than one action."""

    def granted(self, rule: str, facts: Facts, reach: Reach, /) -> bool:
        """Whether one of them is a yes; none that reaches further than that counts."""
        ...

    def remember(self, rule: str, facts: Facts, reach: Reach, /) -> None: ...


class Commands(Protocol):
    """Knows what is around commands, and what an action would change."""

    def around(self, action: Action, /) -> bool:
        """Whether a wall is around the command that an action runs, if it runs one."""
        ...

    def effect(self, action: Action, /) -> str:
        """Changes as lines of text, or why they are not known; empty for what is never tried."""
        ...


class Unrehearsed:
    """Commands that are walled in and of which nothing can be tried."""

    def around(self, _action: Action, /) -> bool:
        return True

    def effect(self, _action: Action, /) -> str:
        return ""


class Unknown:
    """Surroundings of which nothing is known."""

    def facts(self, _action: Action, /) -> Facts:
        return NO_FACTS

    def controls(self, _facts: Facts, /) -> tuple[Control, ...]:
        return ()


class PolicyGate:
    """Applies one policy for the whole run; the policy cannot change, and only a person's answer
    to a question grants anything."""

    def __init__(
        self,
        policy: Policy,
        grants: frozenset[Risk],
        asker: Asker,
        *,
        workspace: Path,
        own_sandbox: bool = False,
        ask_seconds: float = 60.0,
        surroundings: Surroundings | None = None,
        decisions: Decisions | None = None,
        commands: Commands | None = None,
        words: Words | None = None,
    ) -> None:
        """`own_sandbox`: whether this runtime started the desktop. `words`: asked where a program
        does not name what is clicked. Raises `GateError`."""
        if policy.mode is Mode.AUTONOMOUS and not own_sandbox:
            raise GateError(
                "autonomous-in-sandbox needs a desktop that this run started itself.",
                "Use --desktop sandbox, or another policy.",
            )
        if not (policy.network or own_sandbox):
            raise GateError(
                "The policy keeps programs off the network, which holds only on a desktop that this"
                " run started itself.",
                "Use --desktop sandbox, or another policy.",
            )
        if Risk.R4 in grants:
            raise GateError("R4 (credentials) can never be granted.")
        self._policy = policy
        self._grants = grants
        self._asker = asker
        self._workspace = workspace
        self._ask_seconds = ask_seconds
        self._evidence = Evidence(surroundings or Unknown(), words)
        self._decisions = decisions or RememberedDecisions(days=policy.days)
        self._commands = commands or Unrehearsed()
        self._held: set[str] = set()
        self._last: Facts = NO_FACTS

    def review(self, action: Action, seen: Frame, claimed: Claim = "", /) -> Reviewed:
        """Decide; asks a person where the policy says so, again for what they put in its place.

        Keys held by earlier actions count. `claimed`: the model's own word, last of all evidence.
        """
        reviewed = self._decide(action, seen, claimed)
        correction, words = reviewed.correction, reviewed.words
        # Each round is a person's answer, so that a person ends it.
        while correction is not None and reviewed.action != action:
            action = reviewed.action
            reviewed = self._decide(action, seen)
            correction = reviewed.correction or correction
            words = f"{words} {reviewed.words}".strip()
        if reviewed.verdict.decision is not Decision.ALLOW:
            return Reviewed(reviewed.verdict, reviewed.action, None, words)
        self._note_held(reviewed.action)
        return Reviewed(reviewed.verdict, reviewed.action, correction, words)

    def objection(self, action: Action, /) -> str:
        """The program itself may have moved the keyboard on to a button meanwhile."""
        moved = self._evidence.moved(action, self._last)
        return "something else has the keyboard by now." if moved else ""

    def tried(self, action: Action, seen: Frame, /, *, ok: bool) -> None:
        """A click that was done tells where the keyboard is; after a failure nobody knows."""
        if ok:
            self._evidence.done(action, self._last, seen)
        else:
            self._evidence.forget()

    def _decide(self, action: Action, seen: Frame, claimed: Claim = "") -> Reviewed:
        facts = self._evidence.of(action, seen, self._held)
        facts = self._last = msgspec.structs.replace(facts, claimed=claimed)
        explained = explain(
            action,
            self._policy,
            workspace=self._workspace,
            facts=facts,
            grants=self._grants,
            walled=self._commands.around(action),
        )
        match explained.decision:
            case "allow":
                return Reviewed(_by_policy(Decision.ALLOW, explained), action)
            case "deny":
                return Reviewed(_by_policy(Decision.DENY, explained), action)
            case "ask":
                return self._ask(action, seen, facts, explained)

    def _ask(self, action: Action, seen: Frame, facts: Facts, explained: Explanation) -> Reviewed:
        reach = min(self._policy.reach, _furthest(explained.risk, facts), key=tuple(Reach).index)
        if self._decisions.granted(explained.kept_as, facts, reach):
            said = f"{explained.reason} A person allowed this rule here before."
            return Reviewed(
                Verdict(Decision.ALLOW, DecidedBy.USER, f"remembered/{explained.rule}", said),
                action,
            )
        crop, target = picture_of(action, seen)
        question = Question(
            action=action,
            risk=explained.risk,
            rule=explained.rule,
            window=facts.window,
            seconds=self._ask_seconds,
            reason=explained.reason,
            application=_application(facts),
            crop=crop,
            target=target,
            effect=self._commands.effect(action),
            reaches=_up_to(reach),
        )
        consent = self._asker.ask(question)
        allowed = consent.verdict.decision is Decision.ALLOW
        if allowed and consent.reach is not Reach.ONCE and consent.reach in question.reaches:
            self._decisions.remember(explained.kept_as, facts, consent.reach)
        return _reviewed(action, consent)

    def _note_held(self, action: Action) -> None:
        match action:
            case KeyDown(key=key):
                self._held.add(key)
            case KeyUp(key=key):
                self._held.discard(key)
            case _:
                pass


def _furthest(risk: Risk, facts: Facts) -> Reach:
    """How far a yes may reach at most, whatever the policy says."""
    alike = all(
        (one.application, one.program) == (facts.application, facts.program) for one in facts.others
    )
    if risk in _NEVER_REMEMBERED or not alike:
        return Reach.ONCE
    if facts.application or facts.program:
        return Reach.APP
    # A tool, an address, a command, a window of which nobody knows whose it is.
    return Reach.RUN if risk in _BOUNDED else Reach.ONCE


def _up_to(reach: Reach) -> tuple[Reach, ...]:
    """Those that reach no further, the nearest first."""
    every = tuple(Reach)
    return every[: every.index(reach) + 1]


def _by_policy(decision: Decision, explained: Explanation) -> Verdict:
    return Verdict(decision, DecidedBy.POLICY, explained.rule, explained.reason)


def _reviewed(action: Action, consent: Consent) -> Reviewed:
    correction: Correction | None = consent.correction
    if consent.verdict.decision is not Decision.ALLOW:
        correction = None
    decided = correction.action if correction is not None else action
    return Reviewed(consent.verdict, decided, correction, consent.words)


def _application(facts: Facts) -> str:
    """The program as a person reads it: class, path and process."""
    process = f"process {facts.pid}" if facts.pid else ""
    details = ", ".join(part for part in (facts.program, process) if part)
    if not details or not facts.application:
        return facts.application or details
    return f"{facts.application} ({details})"
