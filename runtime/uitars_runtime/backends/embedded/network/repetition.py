"""Whether a decision would do again what changed nothing before, or what a person refused.

A model that sees the same screen and the same history says the same again; the next best step is
worth more than a run that gets stuck. What was refused is not for the model to try again, whatever
that costs. What was in vain costs nothing measurable: of 150 tasks of the symbolic desktop 99 are
done with it and 100 without.
"""

from __future__ import annotations

from typing import Final

from uitars_runtime.backends.embedded.network.click_point import spot
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.situation import Came, Decision, Done, Situation
from uitars_runtime.backends.embedded.tokenizer import value_text
from uitars_runtime.element import Role

_TRIES: Final = 2
_FIELD_TRIES: Final = 1
"""A field that has the focus shows no change when it is clicked; what follows is typing."""
_VAIN: Final = (Came.UNCHANGED, Came.FAILED, Came.REFUSED)
_POINTING: Final = (Act.CLICK, Act.DOUBLE, Act.RIGHT)
_DOING: Final = (*_POINTING, Act.DRAG, Act.TYPE, Act.HOTKEY, Act.SCROLL)


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


def _on(decision: Decision, step: Done, situation: Situation) -> bool:
    """Whether both point at one control."""
    if decision.act not in _POINTING or step.act not in _POINTING or decision.element is None:
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
        case Act.TYPE if decision.text is not None:
            text = decision.text
            said = value_text(situation.task, situation.words, text.first, text.last)
            return said == step.subject
        case Act.HOTKEY:
            return " ".join(decision.keys) == step.subject
        case Act.SCROLL:
            return decision.direction == step.subject
        case _:
            return False
