"""Instructions as samples to learn from, by the way that steps of a teacher become samples.

Where no element that the eyes saw lies on the target, or no words of the sentence are the text to
type, the network cannot say the step: it is counted, not kept. Not here: mixing them into a stream
(`data/sample.py`).
"""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from uitars_runtime.backends.embedded.network.decoder import Decoder
from uitars_runtime.backends.embedded.network.history import history_of
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.backends.embedded.requests.language import Foreign, read_task
from uitars_runtime.backends.embedded.situation import Situation, Span, word_span
from uitars_runtime.backends.embedded.tokenizer import split_words
from uitars_runtime.element import Role
from uitars_runtime.types import Action, Click, Drag, Point, Scroll
from uitars_train.data.sample import Sample, untagged
from uitars_train.flywheel.advice import target_of
from uitars_train.harvest.records import Screen
from uitars_train.instructions.asked import steps_of
from uitars_train.instructions.by_rule.asking import asked_by_rule
from uitars_train.instructions.harvested import Harvest
from uitars_train.instructions.judging import does
from uitars_train.instructions.reading import HeldOut, Line
from uitars_train.instructions.records import Do, Instruction, Tag, action_of, target_element


class Written(NamedTuple):
    """A judged step as `Advice` of a teacher."""

    item: Instruction
    screen: Screen
    do: Do

    @property
    def action(self) -> Action:
        return action_of(self.do, self.screen)

    def hits(self, points: Sequence[Point], end: int = 0) -> list[bool]:
        """Points that any right step of this kind may be done at as well."""
        alike = [one for one in self.item.right if type(one) is type(self.do)]
        return [any(does(one, self.screen, self._moved(at, end)) for one in alike) for at in points]

    def _moved(self, at: Point, end: int) -> Action:
        match self.action:
            case Click(button=button, count=count):
                return Click(at, button, count)
            case Scroll(direction=direction):
                return Scroll(at, direction)
            case Drag(start=start, end=onto):
                return Drag(start, at) if end else Drag(at, onto)
            case action:
                return action

    @property
    def entry(self) -> bool:
        element = target_element(self.do, self.screen)
        return element is not None and element.role in (Role.FIELD, Role.COMBO)

    @property
    def said(self) -> str:
        element = target_element(self.do, self.screen)
        return "" if element is None else element.text

    @property
    def option(self) -> str:
        return ""


def samples(
    lines: Sequence[Line],
    harvest: Harvest,
    decoder: Decoder,
    held: HeldOut,
    missed: Counter[str],
) -> Iterator[list[Sample]]:
    """One episode of one sample a line, without what is held out. `missed`: counts, by kind of
    step, what the network cannot say. Raises `UsageError` where a screen is not there."""
    for line in lines:
        if held.holds(line):
            continue
        sample = sample_of(line.item, harvest, decoder)
        if sample is None:
            missed[str(line.item.right[0].__struct_config__.tag)] += 1
        else:
            yield [sample]


def made_by_rule(
    count: int, harvest: Harvest, decoder: Decoder, held: HeldOut
) -> Iterator[list[Sample]]:
    """As many asks by rule (`by_rule`), on programs that are not held out. Raises `UsageError`
    where a screen is not there."""
    programs = [name for name in harvest.names if name not in held.programs]
    asks = asked_by_rule(harvest, programs, random.Random(count))
    said = (sample_of(item, harvest, decoder) for item in asks)
    made = (sample for sample in said if sample is not None)
    for sample in islice(made, count):
        yield [dataclasses.replace(sample, kind=sample.kind.replace("said", "by rule"))]


def sample_of(item: Instruction, harvest: Harvest, decoder: Decoder) -> Sample | None:
    """The instruction in words and elements of its situation; None where they do not say it."""
    screen = harvest.screen(item.program, item.screen)
    situation = situation_of(item, harvest)
    if situation is None:
        return None
    serves = _served(item, situation)
    for do in item.right:
        target = target_of(Written(item, screen, do), situation, decoder, serves)
        if target is not None:
            return untagged(situation, target, f"said {item.tags[0]}")
    return None


def situation_of(item: Instruction, harvest: Harvest) -> Situation | None:
    """What the network is asked; None where the product would not read the sentence."""
    reading = read_task(item.say)
    if isinstance(reading, Foreign):
        return None
    history = history_of(steps_of(item, harvest), split_words(reading))
    seen = harvest.screen(item.program, item.screen).seen
    return prepare((reading,), history, seen, harvest.size(item.program, item.screen))


def _served(item: Instruction, situation: Situation) -> Span | None:
    """The part of the task that a step is for: the one that is told, else all of it where there is
    one goal; None where there are several."""
    if item.serves:
        start = item.say.find(item.serves)
        return word_span(situation.words, start, start + len(item.serves))
    if Tag.MULTI in item.tags:
        return None
    return all_of(situation)


def all_of(situation: Situation) -> Span:
    """All of what is said but the marks at its end."""
    last = situation.asked - 1
    while last > 0 and not situation.words[last].text[-1].isalnum():
        last -= 1
    return Span(0, last)
