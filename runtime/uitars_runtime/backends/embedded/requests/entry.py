"""What code does next in the network's place, and how it is said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from uitars_runtime.backends.embedded.network.history import came_of
from uitars_runtime.backends.embedded.requests.starting import Rest
from uitars_runtime.backends.embedded.situation import Came, called
from uitars_runtime.dialects.embedded import write_reply
from uitars_runtime.element import Element, element_at
from uitars_runtime.geometry import Point, intersection_over_union
from uitars_runtime.grounding import Grounding, Passage, SeenElement
from uitars_runtime.protocols import Completion
from uitars_runtime.types import Action, AskUser, Click, Drag, Press, Step, Type, Wait

Doing = Press | Type | Click | Drag | Wait | AskUser


LATE: Final = Wait(0.5)
"""Where it is looked once more."""
_SAME: Final = 0.5
"""Share of two boxes in common from which they are of one thing."""
_FAILED: Final = (Came.FAILED, Came.REFUSED)


class Entry(msgspec.Struct, frozen=True):
    """What is done next for a part of a request."""

    action: Doing
    serves: Passage
    target: SeenElement | None = None


def say(entry: Entry) -> Completion:
    """The reply."""
    grounding = Grounding(entry.serves, target=entry.target)
    return Completion(write_reply(_thought(entry), entry.action), grounding=grounding)


def _thought(entry: Entry) -> str:
    target = entry.target
    thing = "text “”" if target is None else f"{target.role.replace('_', ' ')} “{target.name}”"
    match entry.action:
        case Click():
            doing = f"click the {thing}"
        case Drag():
            doing = f"mark the {thing}"
        case Type(text=text):
            doing = f"type “{text}”"
        case Press(keys=keys):
            doing = f"press “{' '.join(keys)}”"
        case Wait():
            return "Nothing that the task needs is on the screen yet, so wait."
        case AskUser():
            return "A person has to say how to go on."
    return f"“{entry.serves.text}”: {doing}."


def unseen(elements: Sequence[Element], before: Sequence[Element]) -> Iterator[Element]:
    """What was not seen there before. What something new partly covers is read again with a
    slightly other box."""
    for one in elements:
        if not any(
            one.text == known.text and intersection_over_union(one.box, known.box) >= _SAME
            for known in before
        ):
            yield one


def goes_on(said: Sequence[Action | None], steps: Sequence[Step]) -> bool:
    """Whether the steps since are those that were said here, and could be done."""
    done = [step.action for step in steps]
    return done == said and not (steps and came_of(steps[-1]) in _FAILED)


def passage(rest: Rest, start: int, end: int) -> Passage:
    """Some letters of what is left of the task."""
    return Passage(rest.offset + start, rest.offset + end, rest.task[start:end])


def seen(elements: Sequence[Element], at: Point) -> SeenElement | None:
    """What lies at a place, as records keep it."""
    one = element_at(elements, at)
    return None if one is None else SeenElement(elements.index(one), one.box, one.role, called(one))
