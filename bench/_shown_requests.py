"""Steps of the symbolic desktop whose screens show the request above all else, line by line.

Exercises, forms with instructions and chats do; no picture of `bench/rules` does.
"""

from __future__ import annotations

import textwrap
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

import msgspec

from uitars_runtime.backends.embedded.network.decoder import Decoder
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.backends.embedded.rules import Rule
from uitars_runtime.backends.embedded.situation import Decision, Situation
from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box, Point, Size
from uitars_train.data.episodes import episodes
from uitars_train.data.sample import UNSEEN, Sample
from uitars_train.network.rollout import is_right

_SEED: Final = 777_001
_WIDTH: Final = 34
"""Letters of a line."""
_LETTER, _LINE, _MARGIN = 11, 30, 12
"""Pixels."""


class Pages:
    """As many steps, with the decisions about them."""

    def __init__(self, count: int, decoder: Decoder) -> None:
        self.items = [_shown(sample) for sample in islice(_samples(), count)]
        self._decoder = decoder
        self._decided: dict[Situation, Decision] = {}

    def verdicts(self, rules: Sequence[Rule]) -> list[bool]:
        """Which steps are right with these rules."""
        return [self._is_right(item, rules) for item in self.items]

    def milliseconds(self, rule: Rule) -> float:
        """Time of the rule for a step, over the elements."""
        begun = time.perf_counter()
        for item in self.items:
            _situation(item, (rule,))
        return 1000 * (time.perf_counter() - begun) / len(self.items)

    def _is_right(self, item: Sample, rules: Sequence[Rule]) -> bool:
        situation = _situation(item, rules)
        if situation not in self._decided:
            self._decided[situation] = self._decoder.decide(situation).decision
        return is_right(_with(item, situation), self._decided[situation])


def _samples() -> Iterator[Sample]:
    for episode in episodes(_SEED, UNSEEN):
        yield from episode


def _shown(sample: Sample) -> Sample:
    """The same step further down on a screen whose first lines say the request."""
    seen = sample.situation
    lines = textwrap.wrap(_told(seen), _WIDTH)
    below = _LINE * len(lines) + _MARGIN
    page = msgspec.structs.replace(
        seen,
        elements=(
            *(_line(text, row) for row, text in enumerate(lines)),
            *(msgspec.structs.replace(item, box=_moved(item.box, below)) for item in seen.elements),
        ),
        history=tuple(
            msgspec.structs.replace(step, at=step.at and Point(step.at.x, step.at.y + below))
            for step in seen.history
        ),
        size=Size(seen.size.width, seen.size.height + below),
    )
    target = replace(
        sample.target, elements=tuple(at + len(lines) for at in sample.target.elements)
    )
    return replace(sample, situation=page, target=target)


def _told(situation: Situation) -> str:
    return situation.task[: situation.words[situation.asked - 1].end]


def _line(text: str, row: int) -> Element:
    top = _MARGIN + _LINE * row
    box = Box(_MARGIN, top, _MARGIN + _LETTER * len(text), top + _LINE - 6)
    return Element(box, Role.TEXT, text, text)


def _moved(box: Box, down: int) -> Box:
    return Box(box.left, box.top + down, box.right, box.bottom + down)


def _situation(item: Sample, rules: Sequence[Rule]) -> Situation:
    seen = item.situation
    notes = seen.task[len(_told(seen)) :].split("\n")[1:]
    asked = [_told(seen), *notes]
    return prepare(asked, seen.history, seen.elements, seen.size, None, rules)


def _with(item: Sample, situation: Situation) -> Sample:
    """The step with its target among the elements that are left."""
    meant = {item.situation.elements[at].box for at in item.target.elements}
    there = tuple(at for at, one in enumerate(situation.elements) if one.box in meant)
    gone = (-1,) if meant else ()
    return replace(item, situation=situation, target=replace(item.target, elements=there or gone))
