"""A no lasts as long as the run: the question that a person denied is not put again.

What a person says to the agent since opens it again, for that may have been the answer to the no.
Not here: a yes that lasts (decisions.py), and the silence of a person, which is no answer.
"""

from __future__ import annotations

from uitars_runtime.consent import Consent, Question
from uitars_runtime.control import Control
from uitars_runtime.protocols import Asker
from uitars_runtime.types import Action, Click, DecidedBy, Decision, Drag, Point, Verdict

_NEAR = 8
"""Pixels by which a press may miss an earlier one and mean the same."""


class AskedOnce:
    """An `Asker` around another one, for one run."""

    def __init__(self, asker: Asker, control: Control) -> None:
        self._asker = asker
        self._control = control
        self._heard = 0
        self._denied: list[Question] = []

    def ask(self, question: Question, /) -> Consent:
        """The person's answer, or the no that they gave to the same question."""
        if self._control.said != self._heard:
            self._heard = self._control.said
            self._denied.clear()
        if any(same(question, denied) for denied in self._denied):
            reason = "The user denied the same before in this run."
            return Consent(Verdict(Decision.DENY, DecidedBy.USER, question.rule, reason))
        consent = self._asker.ask(question)
        verdict = consent.verdict
        if verdict.decision is Decision.DENY and verdict.by is DecidedBy.USER:
            self._denied.append(question)
        return consent


def same(one: Question, other: Question) -> bool:
    """Whether a person who answered the one has answered the other."""

    def facts(question: Question) -> tuple[str, ...]:
        return (
            question.rule, question.risk, question.reason, question.window, question.application,
            question.effect,
        )  # fmt: skip

    return facts(one) == facts(other) and _alike(one.action, other.action)


def _alike(one: Action, other: Action) -> bool:
    match one, other:
        case Click(), Click():
            buttons = one.button is other.button and one.count == other.count
            return buttons and _near(one.at, other.at)
        case Drag(), Drag():
            return _near(one.start, other.start) and _near(one.end, other.end)
        case _:
            return one == other


def _near(one: Point, other: Point) -> bool:
    return max(abs(one.x - other.x), abs(one.y - other.y)) <= _NEAR
