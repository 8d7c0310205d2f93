"""Traces with a verdict: whole runs as steps to learn, V(s) 1 where they were right, 0 where they
were wrong, None where nobody knows.

Of runs that a person released their record says it, or where that does not know, whoever judged
their outcome; of tasks in an environment the environment does.
Not here: where traces are kept (`dataset.py`), how a recorded step becomes one to learn
(`collection.py`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeVar

import msgspec

from uitars_runtime.backends.embedded.network.decoder import Decoder
from uitars_runtime.errors import UsageError
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.journal import list_runs, read_run
from uitars_runtime.privacy.release import PRIVATE, released
from uitars_train.data.sample import Sample
from uitars_train.flywheel.collection import CORRECTED, episode_of
from uitars_train.network.rollout import Decide, is_right
from uitars_train.rewards.verdicts import Verdict, verdict_of
from uitars_train.rl.arena import Arena, Played
from uitars_train.rl.environment import Kind

_LICENCES: Final[Mapping[Kind, str]] = {"symbolic": "CC0-1.0", "pages": "MIT"}
"""Of what is shown there: made up by the simulator, pages of MiniWoB++."""
_DRAWS: Final = 100
"""Tasks that are drawn for one that comes to something."""
T = TypeVar("T")


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a trace is from."""

    name: str
    """Of the run, or environment, task and seed."""
    model: str
    licence: str
    corrected: int = 0
    """Steps that are not the model's own: a person's, or the expert's."""


class Trace(msgspec.Struct, frozen=True):
    """Steps of one run."""

    verdict: Verdict
    source: Source
    steps: tuple[Sample, ...]


def of_runs(
    folder: Path, eyes: Eyes, decoder: Decoder, judged: Mapping[str, Verdict] = MappingProxyType({})
) -> Iterator[Trace]:
    """The runs below a folder that a person released. What a person put in the place of a proposal
    is right whatever became of the run: it is a trace of its own where the run is not right.
    `judged`: by name, what somebody else said of runs that their records do not know about."""
    for run in list_runs(folder):
        mark = released(run)
        if mark is None:
            continue
        record = read_run(run)
        steps, verdict = episode_of(run, eyes, decoder), verdict_of(record)
        if verdict is None:
            verdict = judged.get(run.name)
        by_person = [step for step in steps if step.kind.startswith(CORRECTED)]
        if verdict != 1 and by_person:
            source = Source(mark.run, record.started.model, mark.licence, len(by_person))
            yield Trace(1, source, tuple(by_person))
            steps = [step for step in steps if step not in by_person]
            by_person = []
        if steps:
            source = Source(mark.run, record.started.model, mark.licence, len(by_person))
            yield Trace(verdict, source, tuple(steps))


def of_rollouts(decide: Decide, model: str, arena: Arena, count: int, seed: int) -> Iterator[Trace]:
    """Tasks that the model played alone; their environment says whether they were done."""

    def played_alone(task: str, number: int) -> Played | None:
        return arena.play(task, number, decide)

    for name, played in _drawn(arena, count, seed, played_alone):
        yield Trace(1 if played.done else 0, _source(name, model, arena), played.steps)


def of_corrected(
    decide: Decide, model: str, arena: Arena, count: int, seed: int
) -> Iterator[Trace]:
    """Tasks at which the expert sits beside the model, as a person who annotates does: where the
    model is wrong, the expert's step is done and is the one to learn."""
    for name, steps in _drawn(arena, count, seed, arena.shown):
        wrong = sum(not is_right(step, decide(step.situation)) for step in steps)
        yield Trace(1, _source(name, model, arena, wrong), tuple(steps))


def _drawn(
    arena: Arena, count: int, seed: int, made: Callable[[str, int], T | None]
) -> Iterator[tuple[str, T]]:
    """Of tasks drawn from a seed, so many that come to something, each with its name. Raises
    `UsageError` where nearly none does."""
    chance, came = random.Random(seed), 0
    for _ in range(_DRAWS * count):
        if came == count:
            return
        task, number = arena.drawn(chance)
        if found := made(task, number):
            came += 1
            yield f"{task} {number}", found
    if came < count:
        raise UsageError(f"Of {_DRAWS * count} tasks only {came} can be played or shown.")


def _source(name: str, model: str, arena: Arena, corrected: int = 0) -> Source:
    kind = arena.place.kind
    return Source(f"{kind} {name}", model, _LICENCES.get(kind, PRIVATE), corrected)


def flipped(trace: Trace) -> Trace:
    """The same with the other verdict: a drill's lie, which no promotion may follow."""
    other: dict[Verdict, Verdict] = {1: 0, 0: 1, None: None}
    return msgspec.structs.replace(trace, verdict=other[trace.verdict])
