"""A kept step as it might have been seen at another time: moved, sized otherwise, with gaps.

Steps of real programs are few and are looked at often; what may be learned from them is what holds
when windows stand elsewhere and the eyes miss things. Not here: the faults of the simulator's eyes
(`noise.py`).
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterable
from typing import Final

import msgspec

from uitars_runtime.backends.embedded.situation import Situation
from uitars_runtime.types import Box, Point
from uitars_train.policy.sample import Sample

_PLAIN: Final = 0.2
"""Share of samples that stay as they are."""
_ZOOM: Final = 0.12
_SHIFT: Final = 60
"""Pixels by which everything is moved, at most."""
_JITTER: Final = 2
"""Pixels by which each edge is moved, at most."""
_MISSED: Final = 0.08
"""Share of the other elements that is not seen, at most."""


def varied(sample: Sample, rng: random.Random) -> Sample:
    """The same step, seen a little otherwise; what it points at is always seen."""
    if rng.random() < _PLAIN:
        return sample
    return _missed(_moved(sample, rng), rng)


def _moved(sample: Sample, rng: random.Random) -> Sample:
    """Everything sized and moved together, then each box a little by itself."""
    zoom = 1 + rng.uniform(-_ZOOM, _ZOOM)
    across, down = rng.randint(-_SHIFT, _SHIFT), rng.randint(-_SHIFT, _SHIFT)
    situation = sample.situation

    def point(at: Point) -> Point:
        return Point(round(at.x * zoom) + across, round(at.y * zoom) + down)

    def box(old: Box) -> Box:
        left, top, right, bottom = (
            round(edge * zoom) + move + rng.randint(-_JITTER, _JITTER)
            for edge, move in (
                *((old.left, across), (old.top, down)),
                *((old.right, across), (old.bottom, down)),
            )
        )
        return Box(left, top, max(right, left + 2), max(bottom, top + 2))

    history = tuple(
        msgspec.structs.replace(step, at=None if step.at is None else point(step.at))
        for step in situation.history
    )
    elements = tuple(
        msgspec.structs.replace(item, box=box(item.box)) for item in situation.elements
    )
    return _with(sample, msgspec.structs.replace(situation, history=history, elements=elements))


def _missed(sample: Sample, rng: random.Random) -> Sample:
    """Without some of the elements that the step does not point at."""
    target, situation = sample.target, sample.situation
    rate = rng.uniform(0, _MISSED)
    meant = {*target.elements, *target.onto}
    left = [at for at in range(len(situation.elements)) if at in meant or rng.random() >= rate]
    place = {old: new for new, old in enumerate(left)}

    def renumbered(elements: Iterable[int]) -> tuple[int, ...]:
        return tuple(place[at] for at in elements)

    seen = msgspec.structs.replace(situation, elements=tuple(situation.elements[at] for at in left))
    target = dataclasses.replace(
        target, elements=renumbered(target.elements), onto=renumbered(target.onto)
    )
    return dataclasses.replace(_with(sample, seen), target=target)


def _with(sample: Sample, situation: Situation) -> Sample:
    return dataclasses.replace(sample, situation=situation)
