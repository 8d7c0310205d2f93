"""Rejection sampling: what was done in runs that were proved right becomes training data.

A recorded run is read back: each screenshot through the eyes, each action that was carried out in
words and elements. Where a person put another action in the place of the model's, theirs is the one
to learn. Runs of any model will do. Not here: who says that a run was right (`evaluate`), and the
file of episodes (`data/recorded.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from uitars_runtime.backends.embedded.network.decoder import Decoder
from uitars_runtime.backends.embedded.network.history import history_of
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.backends.embedded.requests.language import Foreign, read_task
from uitars_runtime.backends.embedded.situation import Situation, word_span
from uitars_runtime.backends.embedded.tokenizer import split_words
from uitars_runtime.dialects.embedded import still_asked
from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.journal import read_frame, read_run
from uitars_runtime.types import Action, Click, Decision, Drag, Point, Scroll, Step
from uitars_train.data.sample import UNKNOWN, Sample, Target
from uitars_train.flywheel.advice import target_of


def episode_of(folder: Path, eyes: Eyes, decoder: Decoder) -> list[Sample]:
    """The steps of a recorded run as samples, without those that were not carried out and those
    that no words and elements say."""
    run = read_run(folder)
    task = run.started.task
    samples: list[Sample] = []
    for index, step in enumerate(run.steps):
        task = msgspec.structs.replace(task, said=(*task.said, *step.said))
        asked, past = still_asked(task, run.steps[:index])
        reading = read_task(asked)
        if isinstance(reading, Foreign) or not _was_done(step):
            continue
        frame = read_frame(folder, step.observation)
        history = history_of(past, split_words(reading.task))
        seen = eyes.look(frame)
        situation = prepare((reading.task,), history, seen, frame.size, frame.pixels)
        target = _target(step, situation, decoder)
        if target is None:
            continue
        tags = (UNKNOWN,) * len(situation.words)
        last = index == len(run.steps) - 1
        samples.append(Sample(situation, target, f"{_teller(step)} {target.act}", tags, last))
    return samples


def _was_done(step: Step) -> bool:
    """Whether the gate let it through and it did not fail. An end that came too early failed."""
    allowed = step.verdict is not None and step.verdict.decision is Decision.ALLOW
    return allowed and step.outcome.ok


def _teller(step: Step) -> str:
    """Who knew what to do: the kind of steps that are drawn alike (`data/recorded.py`)."""
    if step.correction is not None:
        return "corrected"
    return "other" if step.grounding is None else "own"


def _target(step: Step, situation: Situation, decoder: Decoder) -> Target | None:
    if step.action is None:
        return None
    meant = step.grounding
    part = None if meant is None else meant.serves
    serves = None if part is None else word_span(situation.words, part.start, part.end)
    pointed = meant is not None and meant.target is not None
    done = Carried(step.action, situation.elements, pointed)
    return target_of(done, situation, decoder, serves)


class Carried(msgspec.Struct, frozen=True):
    """`Advice` that was carried out: right is what was hit."""

    action: Action
    elements: tuple[Element, ...]
    pointed: bool
    """Whether the very pixel was taken from an element, as the embedded model does it."""
    said: str = ""
    option: str = ""

    @property
    def entry(self) -> bool:
        """A pixel that was taken from an element may lie beside it."""
        hit = self._hit(_place(self.action))
        return self.pointed or (hit is not None and hit.role is Role.FIELD)

    def hits(self, points: Sequence[Point], end: int = 0) -> list[bool]:
        """Points of the same element."""
        place = _place(self.action, end)
        if self.pointed and not end:
            return [at == place for at in points]
        hit = self._hit(place)
        return [hit is not None and self._hit(at) == hit for at in points]

    def _hit(self, at: Point | None) -> Element | None:
        under = [] if at is None else [one for one in self.elements if one.box.contains(at)]
        return min(under, key=lambda one: one.box.area, default=None)


def _place(action: Action, end: int = 0) -> Point | None:
    """Where an action is; `end` 1: where a drag ends."""
    match action:
        case Click(at=at) | Scroll(at=at):
            return at
        case Drag(start=start, end=onto):
            return onto if end else start
        case _:
            return None
