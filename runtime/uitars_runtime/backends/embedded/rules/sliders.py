"""Setting a slider or a spin box to the number that the task gives.

What does it is an element with that number as its name: the place on the slider where its knob must
go, or the arrow of the spin box. The place is reckoned from where the knob stood with which number
before, as the history says; the first move is a guess that the next one learns from. Clicking the
place means to drag the knob there, and where it stands as near as pixels go, a key.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from uitars_runtime.backends.embedded.network.vocabulary import Act, Side
from uitars_runtime.backends.embedded.situation import Came, Decision, Done, Situation
from uitars_runtime.element import Element, Role
from uitars_runtime.geometry import distance
from uitars_runtime.types import Box, Point

_WANTED: Final = re.compile(
    r"(?<![\w.])(-?\d+)\b[^.;]{0,30}?\b(slider|spinner|spin box)\b"
    r"|\b(slider|spinner|spin box)\b[^.;\d]{0,30}?(?<![\w.])(-?\d+)\b",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(r"[-–−]?\d{1,6}")
_KEYS: Final = ("left", "right")
_ARROWS: Final = ("down", "up")
_FAR: Final = 260
"""Pixels between a slider and the number that it stands at, at most."""
_KNOB: Final = 0.7
"""Thickness of a knob in that of its slider, at least."""
_UNITS: Final = 10
"""Numbers that a slider is first guessed to have."""
_NEAR: Final = 4
"""Pixels from which keys are better than the pointer."""
_THIN: Final = 3
"""Width in pixels of the place on the slider."""


class _Dial(NamedTuple):
    """A slider on the screen."""

    slider: Element
    knob: Element
    number: int
    """Where it stands."""

    @property
    def upright(self) -> bool:
        return self.slider.box.height > self.slider.box.width


def with_places_to_set(
    elements: Sequence[Element], task: str, history: Sequence[Done]
) -> tuple[Element, ...]:
    """The elements, and the place on a slider, or the same with an arrow of a spin box named by
    the number, as long as another number is set."""
    wanted = _WANTED.search(task)
    if wanted is None:
        return tuple(elements)
    number = int(wanted[1] or wanted[4])
    if (wanted[2] or wanted[3]).lower() != "slider":
        return _with_arrow(elements, number)
    dial = _dial(elements)
    if dial is None:
        return tuple(elements)
    # The knob is called by its number: so the history tells what it stood at.
    knob = msgspec.structs.replace(dial.knob, name=str(dial.number))
    named = tuple(knob if item is dial.knob else item for item in elements)
    if dial.number == number:
        return named
    return (*named, _place(dial, number, history))


def to_set(decision: Decision, situation: Situation) -> Decision:
    """The same decision, or what a click on the place of a slider means: a drag or a key.

    What was begun goes on until the number is reached, unless it changes nothing any more.
    """
    decision = _gone_on(situation) or decision
    index = decision.element
    if decision.act is not Act.CLICK or index is None or decision.side is not Side.ON:
        return decision
    place, seen = situation.elements[index], situation.elements
    dial = _dial(seen) if is_place_to_set(place) else None
    if dial is None:
        return decision
    way = int(place.name) - dial.number
    knob = seen.index(dial.knob)
    if abs(_along(place.box.center, dial) - _along(dial.knob.box.center, dial)) >= _NEAR:
        return Decision(Act.DRAG, decision.serves, element=knob, onto=index)
    touched = any(step.at and dial.slider.box.contains(step.at) for step in situation.history)
    if not touched:
        return Decision(Act.CLICK, decision.serves, element=knob)
    return Decision(Act.HOTKEY, decision.serves, keys=(_KEYS[way > 0],))


def is_place_to_set(item: Element) -> bool:
    """Whether it is the place on a slider where its knob must go."""
    thin = min(item.box.width, item.box.height) <= _THIN
    return item.role is Role.SLIDER and thin and _NUMBER.fullmatch(item.name) is not None


def _gone_on(situation: Situation) -> Decision | None:
    """A click on the place or the arrow that the last step was for, where it still is one."""
    wanted = _WANTED.search(situation.task)
    if wanted is None or not situation.history:
        return None
    number, last = wanted[1] or wanted[4], situation.history[-1]
    vain = [
        step.came in (Came.UNCHANGED, Came.FAILED, Came.REFUSED) for step in situation.history[-2:]
    ]
    turned = last.act is Act.HOTKEY and last.subject in _KEYS
    if vain == [True, True] or not (last.subject == number or last.dragged or turned):
        return None
    for index, item in enumerate(situation.elements):
        if item.name == number and (item.role is Role.SLIDER or item.icon in _ARROWS):
            return Decision(Act.CLICK, last.serves, element=index)
    return None


def _dial(elements: Sequence[Element]) -> _Dial | None:
    """The first slider with a knob and a number beside it."""
    for slider in elements:
        if slider.role is not Role.SLIDER or min(slider.box.width, slider.box.height) <= _THIN:
            continue
        knobs = [item for item in elements if _is_knob(item, slider.box)]
        numbers = [
            (distance(item.box, slider.box), item)
            for item in elements
            if item.role is not Role.SLIDER and _NUMBER.fullmatch(item.text)
        ]
        nearest = min(numbers, key=lambda pair: pair[0], default=None)
        if knobs and nearest is not None and nearest[0] <= _FAR:
            return _Dial(slider, knobs[0], _read(nearest[1].text))
    return None


def _read(text: str) -> int:
    return int(text.replace("–", "-").replace("−", "-"))


def _is_knob(item: Element, slider: Box) -> bool:
    thick = min(slider.width, slider.height)
    sized = _KNOB * thick <= min(item.box.width, item.box.height) <= thick
    return item.box != slider and not item.text and sized and slider.contains(item.box.center)


def _along(at: Point, dial: _Dial) -> int:
    return -at.y if dial.upright else at.x


def _place(dial: _Dial, wanted: int, history: Sequence[Done]) -> Element:
    """Where on the slider the number is."""
    box, here = dial.slider.box, _along(dial.knob.box.center, dial)
    half = min(box.width, box.height) // 2
    ends = (-box.bottom, -box.top) if dial.upright else (box.left, box.right)
    pitch = _pitch(dial, here, ends[1] - ends[0] - 2 * half, history)
    there = round(here + pitch * (wanted - dial.number))
    there = min(max(there, ends[0] + half), ends[1] - half)
    if dial.upright:
        place = Box(box.left, -there - _THIN // 2, box.right, -there + _THIN // 2 + 1)
    else:
        place = Box(there - _THIN // 2, box.top, there + _THIN // 2 + 1, box.bottom)
    return Element(place, Role.SLIDER, "", str(wanted))


def _pitch(dial: _Dial, here: int, length: int, history: Sequence[Done]) -> float:
    """Pixels from one number to the next."""
    stood = [
        (_along(step.at, dial), _read(step.dragged))
        for step in history
        if step.at is not None and _NUMBER.fullmatch(step.dragged)
    ]
    apart = [(abs(number - dial.number), at, number) for at, number in stood]
    _, at, number = max(apart, default=(0, here, dial.number))
    pitch = (here - at) / (dial.number - number) if number != dial.number else 0.0
    return pitch if pitch > 0 else length / _UNITS * (1 + len(stood))


def _with_arrow(elements: Sequence[Element], wanted: int) -> tuple[Element, ...]:
    """The arrow that leads to the number, called by it."""
    for field in elements:
        if field.role is not Role.FIELD or not _NUMBER.fullmatch(field.text):
            continue
        number = _read(field.text)
        icon = _ARROWS[wanted > number]
        if wanted == number:
            continue
        return tuple(
            msgspec.structs.replace(item, name=str(wanted))
            if item.icon == icon and _is_beside(item.box, field.box)
            else item
            for item in elements
        )
    return tuple(elements)


def _is_beside(arrow: Box, field: Box) -> bool:
    """Whether an arrow stands at the right end of a field, in it or close behind it."""
    level = field.top - 4 <= arrow.center.y <= field.bottom + 4
    return level and -2 * arrow.width <= arrow.left - field.right <= arrow.width
