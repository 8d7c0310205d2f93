"""Asks for the things of imagined programs, as samples to learn from: a click on what is meant, and
nothing more where it stands as is wanted already.

Not here: which files there are, how they are written (`reading.py`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

from uitars_runtime.backends.embedded.network.embeddings import likely
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.backends.embedded.requests.language import Foreign, read_task
from uitars_runtime.element import Element
from uitars_train.data.sample import Sample, Target, untagged
from uitars_train.instructions.imagined.reading import Kind, Program, Section, Thing, Wish
from uitars_train.instructions.imagined.screens import TWO_STATES, Asked, meaning_of, seen
from uitars_train.instructions.samples import all_of

_SO_ALREADY: Final = 0.25
"""Share of ticks and radios that stand as is wanted."""


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
    thing = section.things[at]
    is_so = thing.kind in TWO_STATES and rng.random() < _SO_ALREADY
    found = seen(program, section, Asked(at, on=wish.on is is_so), rng)
    situation = prepare((reading,), (), found.elements, found.size)
    right = tuple(
        place
        for place, element in enumerate(situation.elements)
        if element.box == found.box and _shows(element, thing)
    )
    if not right:
        return None
    if is_so:
        return untagged(situation, Target(Act.FINISHED), "imagined already-so")
    target = Target(Act.CLICK, all_of(situation), right)
    return untagged(situation, target, f"imagined {thing.kind}")


def _shows(element: Element, thing: Thing) -> bool:
    """Whether it can be known for the thing: a picture without a name by what it may mean."""
    if thing.kind is not Kind.ICON or element.name:
        return True
    return meaning_of(thing.drawing, thing.name) in dict(likely(element))
