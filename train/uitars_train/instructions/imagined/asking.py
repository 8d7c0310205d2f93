"""Asks about imagined programs, as samples to learn from.

Of what is there: a click; of a tick that stands already as it is wanted: nothing more to do. Not
here: which files there are, how they are written (`reading.py`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.backends.embedded.requests.language import Foreign, read_task
from uitars_runtime.backends.embedded.situation import Situation, Span
from uitars_train.data.sample import UNKNOWN, Sample, Target
from uitars_train.instructions.imagined.reading import Kind, Program, Section, Wish
from uitars_train.instructions.imagined.screens import Seen, seen

_STANDS: Final = 0.2
"""Share of wishes for ticks that are fulfilled already."""
_LASTS: Final = (Kind.RADIO, Kind.TICK)


def asks(programs: Sequence[Program], seed: int) -> Iterator[Sample]:
    """Every wish of every program once, in any order, on a screen of its own; then again on
    others, without end."""
    for around in count(seed):
        rng = random.Random(around)
        wishes = [
            (program, section, at, wish)
            for program in programs
            for section in program.sections
            for at, thing in enumerate(section.things)
            for wish in thing.wishes
        ]
        if not wishes:
            return
        rng.shuffle(wishes)
        for program, section, at, wish in wishes:
            sample = _asked(program, section, at, wish, rng)
            if sample is not None:
                yield sample


def _asked(
    program: Program, section: Section, at: int, wish: Wish, rng: random.Random
) -> Sample | None:
    """None where the product would not read the sentence, or the eyes miss what is meant."""
    reading = read_task(wish.say)
    if isinstance(reading, Foreign):
        return None
    thing = section.things[at]
    stands = thing.kind in _LASTS and rng.random() < _STANDS
    found = seen(program, section, _states(section, at, wish.on is stands, rng), rng)
    situation = prepare((reading.task,), (), found.elements, found.size)
    target = Target(Act.FINISHED) if stands else _clicked(found, at, situation)
    if target is None:
        return None
    tags = (UNKNOWN,) * len(situation.words)
    return Sample(situation, target, f"imagined {thing.kind}", tags, last=True)


def _states(section: Section, at: int, on: bool, rng: random.Random) -> dict[int, bool]:
    """How ticks stand, the one that is asked for as told; of radios beside each other one is on."""
    things = section.things
    states = {
        place: rng.random() < 0.5 for place, one in enumerate(things) if one.kind is Kind.TICK
    }
    if things[at].kind is Kind.RADIO:
        group = [place for place, one in enumerate(things) if one.kind is Kind.RADIO]
        others = [place for place in group if place != at]
        front = at if on or not others else rng.choice(others)
        states |= {place: place == front for place in group}
    elif things[at].kind is Kind.TICK:
        states[at] = on
    return states


def _clicked(found: Seen, at: int, situation: Situation) -> Target | None:
    boxes = {found.elements[place].box for place in found.places.get(at, ())}
    right = tuple(place for place, element in enumerate(situation.elements) if element.box in boxes)
    last = situation.asked - 1
    while last > 0 and not situation.words[last].text[-1].isalnum():
        last -= 1
    return Target(Act.CLICK, Span(0, last), right) if right else None
