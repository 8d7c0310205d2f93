"""The grammar of the embedded model: the task, the steps so far as values, a picture.

Replies are UI-TARS text with points in pixels of the screenshot: `click(start_box='(x,y)')`.
Not here: what the model reads besides the prompt's words (backends/embedded).
"""

from __future__ import annotations

from collections.abc import Sequence

from uitars_runtime.dialects.coordinates import Native
from uitars_runtime.dialects.replies import finished_reply, readable
from uitars_runtime.dialects.scanner import quoted, read_calls
from uitars_runtime.dialects.spelling import spell
from uitars_runtime.dialects.verbs import read_action
from uitars_runtime.frame import Frame
from uitars_runtime.memory.recalled import facts_for
from uitars_runtime.protocols import ImagePart, Message, PastStep, Prompt, Reply, TextPart
from uitars_runtime.types import Action, Finish, Point, Size, Step, Task

NAME = "uitars-nano"
NOTES_MAX = 3
NOTE_MAX = 16
"""Words of a note; the model was not trained on longer ones."""


class EmbeddedDialect:
    """`Dialect` of the embedded model."""

    @property
    def name(self) -> str:
        return NAME

    def render(
        self, task: Task, recalled: Sequence[str], past: Sequence[PastStep], seen: Frame, /
    ) -> Prompt:
        """The first message holds the task and, in parts of their own, short facts from memory;
        the second one is the picture."""
        asked, steps = still_asked(task, tuple(item.step for item in past))
        facts = facts_for(task.text, recalled)
        notes = [note for note in facts if len(note.split()) <= NOTE_MAX][:NOTES_MAX]
        told = Message("user", tuple(TextPart(text) for text in (asked, *notes)))
        shown = Message("user", (ImagePart(seen, seen.size),))
        return Prompt((told, shown), past=steps)

    def parse(self, reply: str, size: Size, /) -> Reply:
        thought, call = split_reply(readable(reply))
        actions = [read_action(item, Native(), size) for item in read_calls(call)]
        return finished_reply(thought, actions)


def still_asked(task: Task, steps: tuple[Step, ...]) -> tuple[str, tuple[Step, ...]]:
    """The task and its history; after a finish that was not the end, what was missing then and what
    the person said since is the whole task. The model was not trained on being contradicted, but
    does what is asked for."""
    for place in reversed(range(len(steps))):
        heard = sum(len(step.said) for step in steps[: place + 1])
        missing, since = steps[place].missing, task.said[heard:]
        if missing:
            return "\n".join((f"{', then '.join(missing)}.", *since)), steps[place + 1 :]
        if since and _was_done(steps[place]):
            return "\n".join(since), steps[place + 1 :]
    return task.words, steps


def _was_done(step: Step) -> bool:
    """Whether the model said then, and nobody denied it, that all was done."""
    finish = isinstance(step.action, Finish) and step.action.status == "success"
    return finish and step.outcome.ok


def split_reply(reply: str) -> tuple[str, str]:
    """The thought and the call: the last line. A call never holds a line break, but what it types
    may hold the mark."""
    thought, _, call = f"\n{reply}".rpartition("\nAction:")
    return thought.strip().removeprefix("Thought:").strip(), call.strip()


def write_reply(thought: str, action: Action) -> str:
    """A whole reply: a thought and a call."""
    spelled = spell(action)
    names = {"point": "start_box", "start": "start_box", "end": "end_box"}
    arguments = [
        f"{names.get(name, name)}='({value.x},{value.y})'"
        if isinstance(value, Point)
        else f"{name}={quoted(value)}"
        for name, value in spelled.arguments.items()
    ]
    return f"Thought: {thought}\nAction: {spelled.verb}({', '.join(arguments)})"
