"""Puts the audit log around gate and hands: the verdict before the action, what came of it after.

A verdict that cannot be written down is no verdict: the failure reaches the hands, which then do
nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.audit.entry import Entry, action_digest
from uitars_runtime.audit.log import AuditLog, now
from uitars_runtime.consent import Reviewed
from uitars_runtime.errors import JournalError
from uitars_runtime.protocols import Gate, Hands
from uitars_runtime.types import Action, Claim, Decision, Outcome, Performed, Verdict

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame


class Auditor:
    """Writes the entries of one run."""

    def __init__(self, log: AuditLog, run: str, policy: str) -> None:
        self._log = log
        self._run = run
        self._policy = policy

    def verdict(self, action: Action, verdict: Verdict) -> None:
        """Note what was decided. Raises `JournalError`."""
        self._log.add(
            lambda number, previous: Entry(
                number=number,
                at=now(),
                event="verdict",
                run=self._run,
                policy=self._policy,
                action=_kind(action),
                digest=action_digest(previous, action),
                decision=verdict.decision,
                by=verdict.by,
                rule=verdict.rule,
                previous=previous,
            )
        )

    def done(self, action: Action, outcome: Outcome) -> None:
        """Note what came of an action that was tried. Raises `JournalError`."""
        self._log.add(
            lambda number, previous: Entry(
                number=number,
                at=now(),
                event="done",
                run=self._run,
                action=_kind(action),
                digest=action_digest(previous, action),
                ok=outcome.ok,
                previous=previous,
            )
        )


class AuditedGate:
    """Implements `Gate`: asks another and writes down what it said before anybody acts on it."""

    def __init__(self, gate: Gate, auditor: Auditor) -> None:
        self._gate = gate
        self._auditor = auditor

    def review(self, action: Action, seen: Frame, claimed: Claim = "", /) -> Reviewed:
        """The other gate's answer, once it is on disk. Raises `JournalError`."""
        reviewed = self._gate.review(action, seen, claimed)
        self._auditor.verdict(reviewed.action, reviewed.verdict)
        return reviewed

    def objection(self, action: Action, /) -> str:
        """What the other gate sees; the outcome is on record."""
        return self._gate.objection(action)

    def tried(self, action: Action, seen: Frame, /, *, ok: bool) -> None:
        """The other gate may want to know."""
        self._gate.tried(action, seen, ok=ok)


class AuditedHands:
    """Implements `Hands`: has other hands act and writes down what came of it."""

    def __init__(self, hands: Hands, auditor: Auditor) -> None:
        self._hands = hands
        self._auditor = auditor

    def observe(self) -> Frame:
        return self._hands.observe()

    def perform(self, action: Action, seen: Frame, claimed: Claim = "", /) -> Performed:
        """As the other hands do; an entry that cannot be written is part of the outcome."""
        done = self._hands.perform(action, seen, claimed)
        if done.verdict is None or done.verdict.decision is not Decision.ALLOW:
            return done
        executed = action if done.correction is None else done.correction.action
        try:
            self._auditor.done(executed, done.outcome)
        except JournalError as error:
            text = f"{done.outcome.text} {error}".strip()
            return msgspec.structs.replace(done, outcome=Outcome(ok=False, text=text))
        return done

    def restart(self) -> bool:
        return self._hands.restart()

    def close(self) -> None:
        self._hands.close()


def _kind(action: Action) -> str:
    return str(action.__struct_config__.tag)
