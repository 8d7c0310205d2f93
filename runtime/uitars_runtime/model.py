"""A model that looks at screens: a backend (weights) and a dialect (grammar) together.

One reply may ask for several actions. They are proposed one a step, without another call, for as
long as each was carried out as asked and the screen kept its size; anything else drops the rest,
because they were meant for a screen that did not come. Only the keys that the reply holds down are
still let go: a click with Control is three actions, and the model knows of one.

Not here: prompts and grammars (dialects/), weights and servers (backends/), the loop (loop.py).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

import msgspec

from uitars_runtime.dialects.history import bad_reply, complaint
from uitars_runtime.errors import DialectError
from uitars_runtime.frame import Frame
from uitars_runtime.prompt_record import Prompted, Shown, Turn, prompted
from uitars_runtime.protocols import (
    Backend,
    Completion,
    Dialect,
    ImagePart,
    Message,
    PastStep,
    Prompt,
    Stop,
    TextPart,
)
from uitars_runtime.types import Action, Decision, KeyDown, KeyUp, Proposal, Size, Task, Tokens


class ScreenModel:
    """Implements `Model` for every backend and dialect."""

    def __init__(
        self, backend: Backend, dialect: Dialect, on_text: Callable[[str], None] | None = None
    ) -> None:
        """`on_text` gets the pieces of a reply as they come; an empty one begins a reply."""
        self._backend = backend
        self._dialect = dialect
        self._on_text = on_text
        self._queue: deque[Proposal] = deque()
        self._proposed: Action | None = None
        self._size: Size | None = None
        """Of the screenshot that the queued actions were asked for."""
        self._turns: tuple[Turn, ...] = ()
        """What was asked last in this run."""
        self._held: set[str] = set()
        """Keys that actions of the last reply pressed and did not let go yet."""

    @property
    def name(self) -> str:
        return self._backend.name

    @property
    def dialect(self) -> str:
        return self._dialect.name

    def propose(
        self,
        task: Task,
        recalled: Sequence[str],
        past: Sequence[PastStep],
        seen: Frame,
        stop: Stop,
        /,
    ) -> Proposal:
        """The next action, or a proposal without one that says what was wrong with the reply.

        A reply that cannot be read is answered once with what is wrong. Raises what the backend
        raises, `ModelError` and `Stopped`; never because of what a reply holds.
        """
        self._note_held(past)
        if not self._may_continue(past, seen):
            self._queue = deque(one for one in self._queue if self._lets_go(one.action))
        if not self._queue:
            self._held.clear()
            prompt = self._dialect.render(task, recalled, past, seen)
            (first, *rest), asked = self._ask(prompt, seen.size, stop)
            first = msgspec.structs.replace(first, prompt=self._recorded(asked, past, seen))
            self._queue = deque((first, *rest))
            self._size = seen.size
        proposal = self._queue.popleft()
        self._proposed = proposal.action
        return proposal

    def close(self) -> None:
        self._backend.close()

    def _note_held(self, past: Sequence[PastStep]) -> None:
        match self._proposed:
            case _ if not past:
                self._held.clear()
            case KeyDown(key=key) if self._carried_out(past):
                self._held.add(key)
            case KeyUp(key=key) if self._carried_out(past):
                self._held.discard(key)
            case _:
                pass

    def _lets_go(self, action: Action | None) -> bool:
        return isinstance(action, KeyUp) and action.key in self._held

    def _may_continue(self, past: Sequence[PastStep], seen: Frame) -> bool:
        return seen.size == self._size and self._carried_out(past)

    def _carried_out(self, past: Sequence[PastStep]) -> bool:
        """Whether what was proposed last was done as it was asked for."""
        if not past:
            return False
        step = past[-1].step
        return (
            step.action == self._proposed
            and step.verdict is not None
            and step.verdict.decision is Decision.ALLOW
            and step.outcome.ok
        )

    def _recorded(self, prompt: Prompt, past: Sequence[PastStep], seen: Frame) -> Prompted:
        """The prompt as the step's record holds it."""
        before = self._turns if past else ()
        self._turns = _turns(prompt, past, seen)
        return prompted(before, self._turns)

    def _ask(self, prompt: Prompt, size: Size, stop: Stop) -> tuple[list[Proposal], Prompt]:
        """The proposals of one reply, of a second one where the first could not be read, and what
        was asked for it."""
        first = self._complete(prompt, stop)
        try:
            return self._proposals(first, size, first.tokens), prompt
        except DialectError as error:
            again = _with_complaint(prompt, first.text, _why(error, first, prompt))
        second = self._complete(again, stop)
        tokens = _sum(first.tokens, second.tokens)
        try:
            return self._proposals(second, size, tokens), again
        except DialectError as error:
            raw, problem = _whole(second.text), _whole(_why(error, second, again))
            return [Proposal("", None, raw, problem=problem, tokens=tokens)], again

    def _complete(self, prompt: Prompt, stop: Stop) -> Completion:
        if self._on_text is not None:
            self._on_text("")
        return self._backend.complete(prompt, stop, self._on_text)

    def _proposals(self, done: Completion, size: Size, tokens: Tokens) -> list[Proposal]:
        reply = self._dialect.parse(done.text, size)
        head, *rest = reply.actions
        raw = _whole(done.text)
        first = Proposal(
            reply.thought, head, raw, "", tokens, reply.claimed, done.grounding, done.confidence
        )
        return [
            first,
            *(Proposal(reply.thought, action, "", claimed=reply.claimed) for action in rest),
        ]


def _why(error: DialectError, done: Completion, prompt: Prompt) -> str:
    """What was wrong with a reply: of one that was cut off, not what its form then lacks."""
    if not done.cut_off:
        return str(error)
    return f"It was cut off after {prompt.max_tokens} tokens. Think and answer in fewer words."


def _with_complaint(prompt: Prompt, reply: str, problem: str) -> Prompt:
    turns = (
        Message("assistant", (TextPart(bad_reply(reply)),)),
        Message("user", (TextPart(complaint(problem)),)),
    )
    return msgspec.structs.replace(prompt, messages=(*prompt.messages, *turns))


def _turns(prompt: Prompt, past: Sequence[PastStep], seen: Frame) -> tuple[Turn, ...]:
    """The messages, with the step of each picture in its place; one that a dialect made itself
    counts as made of the screen it is asked about."""
    current = past[-1].step.index + 1 if past else 0
    steps = {id(item.frame): item.step.index for item in past} | {id(seen): current}

    def part(one: TextPart | ImagePart) -> str | Shown:
        match one:
            case TextPart(text=text):
                return _whole(text)
            case ImagePart(frame=frame, size=size):
                return Shown(steps.get(id(frame), current), size)

    return tuple(Turn(said.role, tuple(map(part, said.parts))) for said in prompt.messages)


def _whole(text: str) -> str:
    """The text without half characters, which cannot be written to a record."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _sum(first: Tokens, second: Tokens) -> Tokens:
    return Tokens(
        first.prompt + second.prompt,
        first.reused + second.reused,
        first.generated + second.generated,
    )
