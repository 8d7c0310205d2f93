"""A person's answers to the gate as values."""

from __future__ import annotations

from uitars_runtime.consent import Consent, Question, Reach
from uitars_runtime.types import Action, Correction, DecidedBy, Decision, Verdict


def allowed(question: Question, reach: Reach = Reach.ONCE) -> Consent:
    return Consent(_verdict(question, Decision.ALLOW, "The user allowed it."), reach)


def denied(question: Question, words: str = "") -> Consent:
    """`words`: what the person says to the model about it."""
    return Consent(_verdict(question, Decision.DENY, "The user denied it."), words=words)


def corrected(question: Question, action: Action) -> Consent:
    """A yes to another action; the gate reviews it again."""
    verdict = _verdict(question, Decision.ALLOW, "The user changed it.")
    return Consent(verdict, correction=Correction(action))


def _verdict(question: Question, decision: Decision, reason: str) -> Verdict:
    return Verdict(decision, DecidedBy.USER, question.rule, reason)
