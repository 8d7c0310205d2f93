"""A no lasts as long as the run: what is the same question, and what opens it again."""

from __future__ import annotations

import msgspec
import pytest

from uitars_runtime.consent import Consent, Question
from uitars_runtime.control import Control
from uitars_runtime.gate.denied import AskedOnce
from uitars_runtime.types import (
    Action,
    Click,
    DecidedBy,
    Decision,
    Drag,
    Point,
    Press,
    Type,
    Verdict,
)

SEND = Question(
    action=Click(Point(300, 200)), risk="R3", rule="ask-on-risk/R3", window="Mail", seconds=60.0,
    reason="What it presses says 'Send'.", application="mail",
)  # fmt: skip


class Person:
    """Says the same to every question and counts them."""

    def __init__(self, decision: Decision, by: DecidedBy = DecidedBy.USER) -> None:
        self._verdict = Verdict(decision, by, "", "as always")
        self.asked = 0

    def ask(self, question: Question, /) -> Consent:
        self.asked += 1
        return Consent(self._verdict)


@pytest.mark.parametrize(
    ("first", "second", "asked"),
    [
        (Click(Point(300, 200)), Click(Point(304, 196)), 1),
        (Click(Point(300, 200)), Click(Point(340, 200)), 2),
        (Click(Point(300, 200)), Click(Point(300, 200), count=2), 2),
        (Drag(Point(1, 1), Point(90, 9)), Drag(Point(2, 1), Point(91, 9)), 1),
        (Press(("delete",)), Press(("delete",)), 1),
        (Type("yes"), Type("no"), 2),
        (Type("yes"), Press(("y",)), 2),
    ],
)
def test_the_same_question_is_put_once(first: Action, second: Action, asked: int) -> None:
    person = Person(Decision.DENY)
    asker = AskedOnce(person, Control())
    for action in (first, second):
        consent = asker.ask(msgspec.structs.replace(SEND, action=action))
        assert consent.verdict.decision is Decision.DENY
        assert consent.verdict.by is DecidedBy.USER
    assert person.asked == asked


@pytest.mark.parametrize("field", ["window", "reason", "application", "rule", "risk", "effect"])
def test_another_place_or_reason_is_another_question(field: str) -> None:
    person = Person(Decision.DENY)
    asker = AskedOnce(person, Control())
    asker.ask(SEND)
    asker.ask(msgspec.structs.replace(SEND, **{field: "another"}))
    assert person.asked == 2


def test_words_to_the_agent_open_it_again() -> None:
    person, control = Person(Decision.DENY), Control()
    asker = AskedOnce(person, control)
    asker.ask(SEND)
    asker.ask(SEND)
    assert person.asked == 1
    control.say("Correct the address, then send it.")
    control.heard()
    asker.ask(SEND)
    asker.ask(SEND)
    assert person.asked == 2


@pytest.mark.parametrize(
    ("decision", "by"),
    [
        (Decision.ALLOW, DecidedBy.USER),
        (Decision.DENY, DecidedBy.TIMEOUT),
        (Decision.DENY, DecidedBy.NOBODY),
    ],
)
def test_a_yes_and_silence_are_not_remembered(decision: Decision, by: DecidedBy) -> None:
    person = Person(decision, by)
    asker = AskedOnce(person, Control())
    asker.ask(SEND)
    asker.ask(SEND)
    assert person.asked == 2
