"""The grammar of the embedded model: the task, its earlier replies, what came of them, a picture.

Replies are UI-TARS text with points in pixels of the screenshot: `click(start_box='(x,y)')`.
Not here: what the model reads besides the prompt's words (backends/embedded).
"""

from __future__ import annotations

from collections.abc import Sequence

from uitars_runtime.dialects.coordinates import Native
from uitars_runtime.dialects.history import bad_reply
from uitars_runtime.dialects.replies import finished_reply, readable
from uitars_runtime.dialects.scanner import quoted, read_calls
from uitars_runtime.dialects.spelling import spell
from uitars_runtime.dialects.verbs import read_action
from uitars_runtime.frame import Frame
from uitars_runtime.memory.recalled import facts_for
from uitars_runtime.protocols import ImagePart, Message, PastStep, Prompt, Reply, TextPart
from uitars_runtime.types import Action, Decision, Point, Size, Step, Task

NAME = "uitars-nano"
CHANGED = "done, the screen changed"
UNCHANGED = "done, the screen did not change"
DONE = "done"
FAILED = "failed:"
REFUSED = "refused:"
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
        """The first message holds the task and, in parts of their own, short facts from memory."""
        asked, past = _still_asked(task, past)
        facts = facts_for(task.text, recalled)
        notes = [note for note in facts if len(note.split()) <= NOTE_MAX][:NOTES_MAX]
        messages = [Message("user", tuple(TextPart(text) for text in (asked, *notes)))]
        for item in past:
            messages.append(Message("assistant", (TextPart(_said(item.step)),)))
            messages.append(Message("user", (TextPart(_heard(item.step)),)))
        messages.append(Message("user", (ImagePart(seen, seen.size),)))
        return Prompt(tuple(messages))

    def parse(self, reply: str, size: Size, /) -> Reply:
        thought, call = split_reply(readable(reply))
        actions = [read_action(item, Native(), size) for item in read_calls(call)]
        return finished_reply(thought, actions)


def _still_asked(task: Task, past: Sequence[PastStep]) -> tuple[str, Sequence[PastStep]]:
    """The task and its history; after a finish that came too early, what was missing then is the
    whole task. The model was not trained on being contradicted, but does what is asked for."""
    for place in reversed(range(len(past))):
        missing = past[place].step.missing
        if missing:
            return f"{', then '.join(missing)}.", past[place + 1 :]
    return task.words, past


def split_reply(reply: str) -> tuple[str, str]:
    """The thought and the call. A call never holds a line break, so the last mark is the mark."""
    thought, _, call = reply.rpartition("Action:")
    return thought.strip().removeprefix("Thought:").strip(), call.strip()


def write_reply(thought: str, action: Action) -> str:
    """A whole reply, as it stands in a history and in training data."""
    spelled = spell(action)
    names = {"point": "start_box", "start": "start_box", "end": "end_box"}
    arguments = [
        f"{names.get(name, name)}='({value.x},{value.y})'"
        if isinstance(value, Point)
        else f"{name}={quoted(value)}"
        for name, value in spelled.arguments.items()
    ]
    return f"Thought: {thought}\nAction: {spelled.verb}({', '.join(arguments)})"


def _said(step: Step) -> str:
    if step.action is None:
        return bad_reply(step.proposal.raw)
    return write_reply(step.thought, step.action)


def _heard(step: Step) -> str:
    """What came of a step, in the words above."""
    if step.verdict is not None and step.verdict.decision is Decision.DENY:
        return f"{REFUSED} {step.verdict.reason}"
    if not step.outcome.ok:
        return f"{FAILED} {step.outcome.text}"
    if step.outcome.changed is None:
        return DONE
    return CHANGED if step.outcome.changed else UNCHANGED
