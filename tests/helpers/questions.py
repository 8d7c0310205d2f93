"""Steps of a run in which a person was asked something."""

from __future__ import annotations

from typing import Final

from uitars_runtime.grounding import Grounding, Passage
from uitars_runtime.types import (
    ANSWER,
    Action,
    AskUser,
    Observation,
    Outcome,
    Proposal,
    Size,
    Step,
)

QUESTION: Final = "I am not sure what you mean by “it”. Shall I 1) click the A, or 2) click the B?"


def step(action: Action, serves: Passage | None = None, text: str = "") -> Step:
    proposal = Proposal("", action, "", grounding=Grounding(serves))
    return Step(0, Observation("", Size(9, 9)), proposal, None, Outcome(True, text))


def asked(answer: str, serves: Passage | None, question: str = QUESTION) -> Step:
    return step(AskUser(question), serves, f"{ANSWER}{answer}")


def passage(task: str, words: str) -> Passage:
    start = task.index(words)
    return Passage(start, start + len(words), words)


def question_of(action: Action) -> str:
    assert isinstance(action, AskUser)
    return action.question
