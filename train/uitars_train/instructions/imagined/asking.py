"""Asks for the things of imagined programs, as samples to learn from: a click on what is meant.

Not here: which files there are, how they are written (`reading.py`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import count

from uitars_runtime.backends.embedded.network.icon_names import likely
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.backends.embedded.requests.language import Foreign, read_task
from uitars_runtime.element import Element
from uitars_train.data.sample import UNKNOWN, Sample, Target
from uitars_train.instructions.imagined.reading import Kind, Program, Section, Thing, Wish
from uitars_train.instructions.imagined.screens import Asked, meaning_of, seen
from uitars_train.instructions.samples import all_of


def asks(programs: Sequence[Program], seed: int) -> Iterator[Sample]:
    """Every wish of every program once, in any order, on a screen of its own; then again on
    others, without end."""
    wishes = [
        (program, section, at, wish)
        for program in programs
        for section in program.sections
        for at, thing in enumerate(section.things)
        for wish in thing.wishes
    ]
    for around in count(seed) if wishes else ():
        rng = random.Random(around)
        rng.shuffle(wishes)
        for program, section, at, wish in wishes:
            sample = _asked(program, section, at, wish, rng)
            if sample is not None:
                yield sample


def _asked(
    program: Program, section: Section, at: int, wish: Wish, rng: random.Random
) -> Sample | None:
    """None where the product would not read the sentence, or nobody could tell what is meant."""
    reading = read_task(wish.say)
    if isinstance(reading, Foreign):
        return None
    found = seen(program, section, Asked(at, on=not wish.on), rng)
    situation = prepare((reading.task,), (), found.elements, found.size)
    right = tuple(
        place
        for place, element in enumerate(situation.elements)
        if element.box == found.box and _shows(element, section.things[at])
    )
    if not right:
        return None
    target = Target(Act.CLICK, all_of(situation), right)
    tags = (UNKNOWN,) * len(situation.words)
    return Sample(situation, target, f"imagined {section.things[at].kind}", tags, last=True)


def _shows(element: Element, thing: Thing) -> bool:
    """Whether it can be known for the thing: a picture without a name by what it may mean."""
    if thing.kind is not Kind.ICON or element.name:
        return True
    return meaning_of(thing.drawing, thing.name) in dict(likely(element))
