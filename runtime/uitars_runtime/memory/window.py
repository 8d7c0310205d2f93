"""The last steps as the model sees them: in words, the latest with their pictures.

The words of all of them stay within a budget, however long the run: what is long is shortened as
it comes in, and when the budget is used up the older half leaves at once, so that the beginning of
the prompt stays the same for many steps and a server can reuse it. Which of the steps a prompt
shows is the dialect's choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

import msgspec

from uitars_runtime.memory.tokens import tokens_of
from uitars_runtime.protocols import PastStep
from uitars_runtime.types import Action, Step, Type, WriteFile

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame

_Kind = TypeVar("_Kind", bound=Action | None)

FRAMES = 5
"""Pictures kept; the families of models in use are trained with one to five."""
TOKENS = 12_000
"""About what the words of all steps may take."""
_SHARE = 8
"""One text of one step may take this part of the budget."""
_FIXED_TOKENS = 20
"""What a step takes beside its texts: a call and its arguments."""


class Window:
    """The latest steps of this run, in order; only the last `frames` of them keep their picture."""

    def __init__(self, frames: int = FRAMES, tokens: int = TOKENS) -> None:
        if frames < 0:
            raise ValueError(f"the number of pictures kept cannot be {frames}")
        if tokens < 1:
            raise ValueError(f"a window of {tokens} tokens shows nothing")
        self._frames = frames
        self._tokens = tokens
        self._past: list[PastStep] = []
        self._sizes: list[int] = []

    @property
    def past(self) -> Sequence[PastStep]:
        """Oldest first. A copy: it stays as it is when steps are added."""
        return tuple(self._past)

    def add(self, step: Step, frame: Frame) -> None:
        """Show one more step; the last one is always shown."""
        shown = shortened(step, self._tokens // _SHARE)
        self._past.append(PastStep(shown, frame))
        self._sizes.append(_size(shown))
        if sum(self._sizes) > self._tokens:
            self._leave(self._tokens // 2)
        old = len(self._past) - 1 - self._frames
        for index in range(max(0, old + 1)):
            self._past[index] = PastStep(self._past[index].step, None)

    def _leave(self, tokens: int) -> None:
        """Let the oldest steps go until the others fit."""
        total, first = sum(self._sizes), 0
        while total > tokens and first < len(self._sizes) - 1:
            total -= self._sizes[first]
            first += 1
        del self._past[:first], self._sizes[:first]


def shortened(step: Step, tokens: int) -> Step:
    """The step with its long texts shortened in the middle; the record keeps them whole."""
    replace = msgspec.structs.replace
    proposal = replace(
        step.proposal,
        thought=_without_middle(step.proposal.thought, tokens),
        action=_shortened_action(step.proposal.action, tokens),
    )
    outcome = replace(step.outcome, text=_without_middle(step.outcome.text, tokens))
    correction = step.correction
    if correction is not None:
        correction = replace(correction, action=_shortened_action(correction.action, tokens))
    return replace(step, proposal=proposal, outcome=outcome, correction=correction)


def _size(step: Step) -> int:
    action = msgspec.json.encode(step.action).decode() if step.action else ""
    texts = (step.thought, step.outcome.text, action, *step.said)
    return _FIXED_TOKENS + sum(map(tokens_of, texts))


def _shortened_action(action: _Kind, tokens: int) -> _Kind:
    match action:
        case Type(text=text) | WriteFile(text=text):
            return msgspec.structs.replace(action, text=_without_middle(text, tokens))
        case _:
            return action


def _without_middle(text: str, tokens: int) -> str:
    """Most of what fits from the beginning, the rest from the end."""
    if tokens_of(text) <= tokens:
        return text
    share = tokens / tokens_of(text)
    head, tail = int(len(text) * share * 0.7), int(len(text) * share * 0.2)
    left_out = len(text) - head - tail
    return f"{text[:head]}\n[… {left_out} characters left out …]\n{text[len(text) - tail :]}"
