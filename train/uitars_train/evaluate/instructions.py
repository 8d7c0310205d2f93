"""`uitars-train evaluate instructions`: first steps for sentences of people, on harvested screens.

The eyes have looked when the screens were harvested, so that no picture is needed: what they saw
goes to the decoder by the way of a run. Not here: the sentences (`instructions/`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Protocol

import msgspec

from uitars_runtime.backends.embedded.network.codec import write
from uitars_runtime.backends.embedded.network.decoder import Decoder
from uitars_runtime.dialects.embedded import EmbeddedDialect
from uitars_runtime.types import Action, AskUser
from uitars_train.evaluate.intervals import Counts, Interval, counted, intervals, wilson
from uitars_train.evaluate.kept import Kept
from uitars_train.evaluate.matching import match
from uitars_train.instructions.asked import steps_of
from uitars_train.instructions.harvested import Harvest
from uitars_train.instructions.judging import is_right
from uitars_train.instructions.reading import Line
from uitars_train.instructions.records import Instruction
from uitars_train.instructions.samples import situation_of


class Contender(Protocol):
    """Whoever says what to do next."""

    def __call__(self, item: Instruction, harvest: Harvest, /) -> Action | None: ...


def by_decoder(decoder: Decoder) -> Contender:
    """The embedded model: its decoder, between the rules of the product."""

    def act(item: Instruction, harvest: Harvest) -> Action | None:
        return with_confidence(decoder, item, harvest)[0]

    return act


def with_confidence(
    decoder: Decoder, item: Instruction, harvest: Harvest
) -> tuple[Action | None, float]:
    """What the embedded model does, never asking because it is in doubt, and how likely it finds
    that, 0 to 1."""
    situation = situation_of(item, harvest)
    if situation is None:
        return None, 0.0
    decided = decoder.decide(situation)
    reply = EmbeddedDialect().parse(write(decided.decision, situation), situation.size)
    return (reply.actions[0] if reply.actions else None), decided.confidence


def by_matching(item: Instruction, harvest: Harvest) -> Action | None:
    """String matching on what the same eyes saw."""
    done = [step.action for step in steps_of(item, harvest)]
    seen = harvest.screen(item.program, item.screen).seen
    return match(item.say, [one for one in done if one is not None], seen)


def by_asking(_item: Instruction, _harvest: Harvest) -> Action:
    """Whoever always asks: what a score without a single click would be."""
    return AskUser("")


class Missed(msgspec.Struct, frozen=True):
    """A first step that was not right."""

    where: str
    """File and line."""
    say: str
    got: Action | None
    tags: tuple[str, ...]


class Score(msgspec.Struct, frozen=True):
    """One contender: counts as [right, tried]; a sentence of several tags counts for each."""

    accuracy: float
    n: int
    interval: Interval
    by_tag: Counts
    by_style: Counts
    by_author: Counts
    by_program: Counts
    intervals: dict[str, Interval]
    """By tag."""
    wrong: tuple[Missed, ...]


class Report(msgspec.Struct, frozen=True):
    """A model with the baselines beside it."""

    model: str
    score: Score
    matching: Score
    asking: Score


def answers(
    lines: Sequence[Line], harvest: Harvest, act: Contender, kept: Kept[Action | None]
) -> Iterator[Action | None]:
    """What a contender does, line by line; `kept` has what it did before."""
    for index, line in enumerate(lines):
        yield kept.once(str(index), partial(act, line.item, harvest))


def score(lines: Sequence[Line], harvest: Harvest, got: Sequence[Action | None]) -> Score:
    """The answers against what is right. Raises `UsageError` where a screen is not there."""
    rights = [
        is_right(line.item, harvest.screen(line.item.program, line.item.screen), one)
        for line, one in zip(lines, got, strict=True)
    ]
    judged = list(zip(lines, rights, strict=True))
    by_tag = counted([(tag.value, right) for line, right in judged for tag in line.item.tags])
    wrong = tuple(
        Missed(line.where, line.item.say, got[index], tuple(tag.value for tag in line.item.tags))
        for index, (line, right) in enumerate(judged)
        if not right
    )
    tried, done = len(judged), sum(rights)
    return Score(
        accuracy=round(done / max(tried, 1), 4),
        n=tried,
        interval=wilson(done, tried),
        by_tag=by_tag,
        by_style=counted([(line.item.style.value, right) for line, right in judged]),
        by_author=counted([(line.author, right) for line, right in judged]),
        by_program=counted([(line.item.program, right) for line, right in judged]),
        intervals=intervals(by_tag),
        wrong=wrong,
    )
