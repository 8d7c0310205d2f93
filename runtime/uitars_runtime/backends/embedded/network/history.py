"""Steps of a run as the network reads them, and whether a decision would do again what changed
nothing before, or what a person refused, or comes to the same as another.

A model that sees the same screen and the same history says the same again; the next best step is
worth more than a run that gets stuck. What was refused is not for the model to try again, whatever
that costs. What was in vain costs nothing measurable: of 150 tasks of the symbolic desktop 99 are
done with it and 100 without. Not here: what is made of a decision (`codec.py`), and what code alone
knows of a run's steps (`requests/starting.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from uitars_runtime.backends.embedded.network.codec import spot, typed
from uitars_runtime.backends.embedded.network.vocabulary import POINTING, Act
from uitars_runtime.backends.embedded.situation import (
    Came,
    Decision,
    Done,
    Situation,
    Span,
    called,
    word_span,
)
from uitars_runtime.backends.embedded.tokenizer import Word
from uitars_runtime.element import Role
from uitars_runtime.grounding import Grounding
from uitars_runtime.types import (
    AskUser,
    Button,
    Click,
    Drag,
    Finish,
    Press,
    Scroll,
    Step,
    Type,
    Wait,
)
from uitars_runtime.types import Decision as Judged


def history_of(steps: Sequence[Step], words: Sequence[Word], before: int = 0) -> tuple[Done, ...]:
    """The steps that work the screen. `words`: those of the task, or of a part of it that has
    `before` characters before it."""
    done = (_done(step, words, before) for step in steps)
    return tuple(one for one in done if one is not None)


def came_of(step: Step) -> Came:
    if step.verdict is not None and step.verdict.decision is Judged.DENY:
        return Came.REFUSED
    if not step.outcome.ok:
        return Came.FAILED
    if step.outcome.changed is None:
        return Came.UNKNOWN
    return Came.CHANGED if step.outcome.changed else Came.UNCHANGED


def _done(step: Step, words: Sequence[Word], before: int) -> Done | None:
    meant = step.grounding or Grounding()
    match step.action:
        case Click(at=at, button=button, count=count):
            act = Act.RIGHT if button is Button.RIGHT else Act.DOUBLE if count > 1 else Act.CLICK
            done = Done(act, "" if meant.target is None else meant.target.name, at)
        case Drag(start=start):
            done = Done(Act.DRAG, "" if meant.onto is None else meant.onto.name, start)
        case Scroll(at=at, direction=direction):
            done = Done(Act.SCROLL, direction, at)
        case Type(text=text):
            done = Done(Act.TYPE, text)
        case Press(keys=keys):
            done = Done(Act.HOTKEY, " ".join(keys))
        case Wait():
            done = Done(Act.WAIT)
        case Finish(status=status):
            done = Done(Act.FAIL if status == "failure" else Act.FINISHED)
        case AskUser():
            done = Done(Act.CALL_USER)
        case _:
            return None
    return msgspec.structs.replace(done, serves=served(step, words, before), came=came_of(step))


def served(step: Step, words: Sequence[Word], before: int = 0) -> Span | None:
    """Which of the words a step was for, as of `history_of`; None for none of them."""
    part = None if step.grounding is None else step.grounding.serves
    return None if part is None else word_span(words, part.start - before, part.end - before)


_TRIES: Final = 2
_FIELD_TRIES: Final = 1
"""A field that has the focus shows no change when it is clicked; what follows is typing."""
_VAIN: Final = (Came.UNCHANGED, Came.FAILED, Came.REFUSED)
_DOING: Final = (*POINTING, Act.DRAG, Act.TYPE, Act.HOTKEY, Act.SCROLL)


def is_vain(decision: Decision, situation: Situation) -> bool:
    """Whether the last steps were this one, and none of them changed the screen.

    Twice is enough, and once for a field.
    """
    item = None if decision.element is None else situation.elements[decision.element]
    tries = _FIELD_TRIES if item is not None and item.role is Role.FIELD else _TRIES
    last = situation.history[-tries:]
    return len(last) == tries and all(
        step.came in _VAIN and _same(decision, step, situation) for step in last
    )


def is_refused(decision: Decision, situation: Situation) -> bool:
    """Whether it is what was refused in this run, or works the same control in another way. Right
    after a refusal nothing but another way is left: to wait, to ask or to call it done is none."""
    refused = [step for step in situation.history if step.came is Came.REFUSED]
    if refused and refused[-1] is situation.history[-1] and decision.act not in _DOING:
        return True
    return any(
        _same(decision, step, situation) or _on(decision, step, situation) for step in refused
    )


def to_one_end(one: Decision, other: Decision, situation: Situation) -> bool:
    """Whether it is the same step, or both enter one text: at once, or into the field first."""
    if one == other:
        return True
    typing, click = (one, other) if one.act is Act.TYPE else (other, one)
    if (typing.act, click.act) != (Act.TYPE, Act.CLICK) or click.element is None:
        return False
    field = situation.elements[click.element].role is Role.FIELD
    return field and typing.serves is not None and typing.serves.meets(click.serves)


def _on(decision: Decision, step: Done, situation: Situation) -> bool:
    """Whether both point at one control."""
    if decision.act not in POINTING or step.act not in POINTING or decision.element is None:
        return False
    box = situation.elements[decision.element].box
    return step.at is not None and box.contains(step.at)


def _same(decision: Decision, step: Done, situation: Situation) -> bool:
    if decision.act is not step.act:
        return False
    match decision.act:
        case Act.CLICK | Act.DOUBLE | Act.RIGHT if decision.element is not None:
            item = situation.elements[decision.element]
            return spot(item, decision, situation) == step.at
        case Act.DRAG if decision.element is not None and decision.onto is not None:
            start, onto = (situation.elements[at] for at in (decision.element, decision.onto))
            return (start.box.center, called(onto)) == (step.at, step.subject)
        case Act.TYPE:
            return typed(decision, situation) == step.subject
        case Act.HOTKEY:
            return " ".join(decision.keys) == step.subject
        case Act.SCROLL:
            return decision.direction == step.subject
        case _:
            return False
