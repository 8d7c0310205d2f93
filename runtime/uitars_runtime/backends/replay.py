"""Models without weights: the proposals of a recorded run, or replies given by hand.

`replay:RUN` runs the real loop, gate and hands on what a model said once. It proposes what was
recorded and looks at nothing: on a screen of another size a recorded point may be elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Self

from msgspec.structs import replace

from uitars_runtime.errors import ModelError, Stopped
from uitars_runtime.protocols import Completion, PastStep, Prompt, Stop
from uitars_runtime.types import Proposal, Task, Tokens

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame


REPLAY = "replay:"
"""How the name of a recording begins; it does not listen to what it is told."""


class ReplayModel:
    """Proposes what it is given, in order."""

    def __init__(self, name: str, dialect: str, proposals: Iterable[Proposal]) -> None:
        self.name = name
        self.dialect = dialect
        self._proposals = tuple(proposals)
        self._next = 0

    @classmethod
    def of_run(cls, reference: str) -> Self:
        """The run meant by an id, `last` or a path. Raises `UsageError` or `JournalError`."""
        from uitars_runtime.journal import find_run, read_run

        run = read_run(find_run(reference))
        # Nobody is asked again, and the pictures of that prompt lie in the other run.
        proposals = (replace(step.proposal, prompt=None) for step in run.steps)
        return cls(f"{REPLAY}{run.started.run}", run.started.dialect, proposals)

    def propose(
        self,
        task: Task,
        recalled: Sequence[str],
        past: Sequence[PastStep],
        seen: Frame,
        stop: Stop,
        /,
    ) -> Proposal:
        """The next proposal. Raises `ModelError` when there is none, or `Stopped`."""
        if stop.is_set():
            raise Stopped
        if self._next == len(self._proposals):
            raise _used_up(self.name, len(self._proposals))
        self._next += 1
        return self._proposals[self._next - 1]

    def close(self) -> None:
        """Nothing is open."""


class ScriptedBackend:
    """Gives replies written by hand, in order, so that a dialect has something real to parse."""

    def __init__(self, replies: Iterable[str], name: str = "scripted") -> None:
        self.name = name
        self._replies = tuple(replies)
        self.prompts: list[Prompt] = []
        """What it was asked, for whoever wants to look."""

    def complete(
        self, prompt: Prompt, stop: Stop, on_text: Callable[[str], None] | None = None, /
    ) -> Completion:
        """The next reply, word by word. Raises `ModelError` where there is none, `Stopped`."""
        self.prompts.append(prompt)
        if len(self.prompts) > len(self._replies):
            raise _used_up(self.name, len(self._replies))
        reply = self._replies[len(self.prompts) - 1]
        words = reply.split(" ")
        for number, word in enumerate(words):
            if stop.is_set():
                raise Stopped
            if on_text is not None:
                on_text(word if number == len(words) - 1 else f"{word} ")
        return Completion(reply, Tokens(generated=len(words)))

    def close(self) -> None:
        """Nothing is open."""


def _used_up(name: str, count: int) -> ModelError:
    return ModelError(
        f"The {count} replies of {name} are used up and the task is not finished.",
        "Replay a run that finished, or give more steps.",
    )
