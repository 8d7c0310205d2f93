"""Rejection sampling: what the model did in runs that were proved right becomes training data.

A recorded run is read back: each screenshot through the eyes, each step as the decision that it
comes from. Not here: who says that a run was right (`evaluate`), and the file of episodes
(`data/recorded.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from uitars_runtime.backends.embedded.network.click_point import drop, spot
from uitars_runtime.backends.embedded.network.history import history_of
from uitars_runtime.backends.embedded.network.vocabulary import MODIFIERS, NAMED_KEYS, Act
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.backends.embedded.situation import Decision, Done, Situation, Span
from uitars_runtime.backends.embedded.tokenizer import split_words, value_text
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.grounding import Side
from uitars_runtime.journal import read_frame, read_run
from uitars_runtime.types import Drag, Point, Step
from uitars_train.data.sample import Sample, Target

UNKNOWN = -1
"""The tag of a word whose part of the task nobody told."""


def episode_of(folder: Path, eyes: Eyes) -> list[Sample] | None:
    """The steps of a recorded run as samples; None where one of them cannot be read back."""
    run = read_run(folder)
    words = split_words(run.started.task.text)
    samples: list[Sample] = []
    for index, step in enumerate(run.steps):
        frame = read_frame(folder, step.observation)
        seen = eyes.look(frame)
        history = history_of(run.steps[:index], words)
        situation = prepare((run.started.task.text,), history, seen, frame.size, frame.pixels)
        done = history_of([step], words)
        target = _target(done[0], step, situation) if done else None
        if target is None:
            return None
        tags = (UNKNOWN,) * len(situation.words)
        last = index == len(run.steps) - 1
        samples.append(Sample(situation, target, f"own {target.act}", tags, last))
    return samples


def _target(done: Done, step: Step, situation: Situation) -> Target | None:
    """What the step decided, in terms of the words and elements of its situation."""
    idle = done.act in (Act.FINISHED, Act.WAIT)
    if done.serves is None and not idle:
        return None
    base = Target(done.act, done.serves)
    match done.act:
        case Act.CLICK | Act.DOUBLE | Act.RIGHT:
            return _pointed(base, done, situation)
        case Act.SCROLL:
            over = _at(done.at, situation)
            way = done.subject
            return Target(done.act, done.serves, over, direction=way) if over else None
        case Act.DRAG:
            action = step.action
            end = action.end if isinstance(action, Drag) else None
            start = _at(done.at, situation)
            onto = _onto(start, end, situation)
            return Target(done.act, done.serves, start, onto=onto) if start and onto else None
        case Act.TYPE:
            return typed(base, done.subject, situation)
        case Act.HOTKEY:
            return pressed(base, done.subject.split(), situation)
        case Act.WAIT | Act.FINISHED | Act.CALL_USER | Act.FAIL:
            return base


def _at(point: Point | None, situation: Situation) -> tuple[int, ...]:
    """Elements whose middle is a point."""
    return tuple(i for i, item in enumerate(situation.elements) if item.box.center == point)


def _onto(start: tuple[int, ...], end: Point | None, situation: Situation) -> tuple[int, ...]:
    """Elements that a drag from one of the first ones ends on."""
    seen = situation.elements
    boxes = [item.box for item in seen]
    return tuple(
        at for at in range(len(seen)) if any(drop(boxes[a], boxes[at]) == end for a in start)
    )


def _pointed(base: Target, done: Done, situation: Situation) -> Target | None:
    for side in Side:
        elements = tuple(
            index
            for index, item in enumerate(situation.elements)
            if spot(item, Decision(done.act, done.serves, element=index, side=side), situation)
            == done.at
        )
        if elements:
            return Target(base.act, base.serves, elements, side)
    return None


def typed(base: Target, text: str, situation: Situation) -> Target | None:
    """The same with words of the task or an element that say a text; None where nothing does."""
    count = len(situation.words)
    for first in range(count):
        for last in range(first, count):
            if value_text(situation.task, situation.words, first, last) == text:
                return Target(base.act, base.serves, text=Span(first, last))
    shown = tuple(i for i, item in enumerate(situation.elements) if item.text == text)
    return Target(base.act, base.serves, shown) if shown else None


def pressed(base: Target, names: Sequence[str], situation: Situation) -> Target | None:
    """The same with keys; None where one is neither in the vocabulary nor a word of the task."""
    keys: list[str | int] = []
    for name in names:
        if name in (*MODIFIERS, *NAMED_KEYS):
            keys.append(name)
            continue
        spelled = [i for i, word in enumerate(situation.words) if word.text.lower() == name]
        if not spelled:
            return None
        keys.append(spelled[0])
    return Target(base.act, base.serves, keys=tuple(keys))
