"""Steps of a run as the network reads them: what was done, on what, for which words of the task.

Not here: what is made of a decision (codec.py), and what code alone knows of a run's steps
(`requests/starting.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from uitars_runtime.backends.embedded.network.vocabulary import DIRECTIONS, Act
from uitars_runtime.backends.embedded.situation import Came, Done, word_span
from uitars_runtime.backends.embedded.tokenizer import Word
from uitars_runtime.grounding import Grounding
from uitars_runtime.types import (
    Action,
    AskUser,
    Button,
    Click,
    Decision,
    Drag,
    Finish,
    Point,
    Press,
    Scroll,
    Step,
    Type,
    Wait,
)


def history_of(steps: Sequence[Step], words: Sequence[Word], before: int = 0) -> tuple[Done, ...]:
    """The steps that work the screen. `words`: those of the task, or of a part of it that has
    `before` characters before it."""
    done = (_done(step, words, before) for step in steps)
    return tuple(one for one in done if one is not None)


def came_of(step: Step) -> Came:
    """What came of a step."""
    if step.verdict is not None and step.verdict.decision is Decision.DENY:
        return Came.REFUSED
    if not step.outcome.ok:
        return Came.FAILED
    if step.outcome.changed is None:
        return Came.UNKNOWN
    return Came.CHANGED if step.outcome.changed else Came.UNCHANGED


class _Deed(NamedTuple):
    """What an action alone says."""

    act: Act
    subject: str = ""
    at: Point | None = None


def _done(step: Step, words: Sequence[Word], before: int) -> Done | None:
    deed = None if step.action is None else _deed(step.action)
    if deed is None:
        return None
    meant = step.grounding or Grounding()
    aimed = "" if meant.target is None else meant.target.name
    subject, dragged = deed.subject, ""
    if deed.act is Act.DRAG:
        subject, dragged = "" if meant.onto is None else meant.onto.name, aimed
    elif deed.act in (Act.CLICK, Act.DOUBLE, Act.RIGHT):
        subject = aimed
    part = meant.serves
    serves = None if part is None else word_span(words, part.start - before, part.end - before)
    return Done(deed.act, subject, deed.at, serves, came_of(step), dragged)


def _deed(action: Action) -> _Deed | None:
    match action:
        case Click(at=at, button=button, count=count):
            act = Act.RIGHT if button is Button.RIGHT else Act.DOUBLE if count > 1 else Act.CLICK
            return _Deed(act, "", at)
        case Drag(start=start):
            return _Deed(Act.DRAG, "", start)
        case Scroll(at=at, direction=direction):
            return _Deed(Act.SCROLL, direction if direction in DIRECTIONS else "", at)
        case Type(text=text):
            return _Deed(Act.TYPE, text)
        case Press(keys=keys):
            return _Deed(Act.HOTKEY, " ".join(keys))
        case Wait():
            return _Deed(Act.WAIT)
        case Finish(status=status):
            return _Deed(Act.FAIL if status == "failure" else Act.FINISHED)
        case AskUser():
            return _Deed(Act.CALL_USER)
        case _:
            return None
