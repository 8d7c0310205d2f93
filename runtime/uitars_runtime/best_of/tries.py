"""Tries one task several times, each from the same checkpoint, and leaves the best one.

The first try takes what the model finds likeliest, as a run alone does; those after it are drawn.
They are played one after the other: eyes and decoder keep all cores of a small machine busy, so
side by side they would be no faster and need as many desktops.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import msgspec

from uitars_runtime import paths
from uitars_runtime.best_of.choice import Choice, Tried, best, ends_all
from uitars_runtime.best_of.stage import Stage, staged
from uitars_runtime.errors import ModelError
from uitars_runtime.journal_disk import write_whole
from uitars_runtime.outcomes.judge import OutcomeJudge
from uitars_runtime.protocols import Stop
from uitars_runtime.run import Request
from uitars_runtime.run_record import Ending, RunEnded, RunStarted
from uitars_runtime.types import Step

FILE = "choice.json"

Event = RunStarted | Step | RunEnded


class Order(msgspec.Struct, frozen=True):
    """What is to be tried, and how often at most."""

    request: Request
    tries: int
    temperature: float = 1.0
    """Of those after the first."""
    seed: int = 1


class Begun(msgspec.Struct, frozen=True):
    """A try begins."""

    number: int
    tries: int


def played(
    order: Order, judge: OutcomeJudge, run: Callable[[Request], Iterator[Event]], stop: Stop
) -> Generator[Begun | Event, None, Choice]:
    """The tries, as they go; at the end which of them remains. It ends early where no further try
    can be better. `run`: plays one. Raises what a run raises, and `UsageError` for a desktop
    without checkpoints."""
    place = order.request.settings.run_dir
    folder = paths.new_tries_folder(Path(place) if place else None)
    tries: list[Tried] = []
    with _gone_if_empty(folder), staged(order.request, folder.name[-8:]) as stage:
        while True:
            number = len(tries) + 1
            yield Begun(number, order.tries)
            one = yield from _tried(order, number, stage, folder, judge, run, stop)
            tries.append(one)
            verifies = bool(order.request.verify)
            if number == order.tries or ends_all(one, verifies=verifies):
                break
            stage.again()
        choice = Choice(folder, order.tries, judge.name, best(tries), tuple(tries))
        stage.leave(choice.chosen.number)
    write_whole(folder / FILE, msgspec.json.format(msgspec.json.encode(record(choice))) + b"\n")
    return choice


@contextlib.contextmanager
def _gone_if_empty(folder: Path) -> Generator[None]:
    """Where no try came to be recorded nobody could find the folder to forget it."""
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # it holds something
            folder.rmdir()


def _tried(
    order: Order,
    number: int,
    stage: Stage,
    folder: Path,
    judge: OutcomeJudge,
    run: Callable[[Request], Iterator[Event]],
    stop: Stop,
) -> Generator[Event, None, Tried]:
    name, ended = "", None
    for event in run(_request(order, number, stage, folder)):
        if isinstance(event, RunStarted):
            name = event.run
        if isinstance(event, RunEnded):
            ended = event
        yield event
    if ended is None:
        raise AssertionError("a run ended without its end")
    ended = msgspec.structs.replace(ended, files=stage.keep(number, folder / name, ended.files))
    return _judged(Tried(number, folder / name, ended, 0.0), judge, stop)


def _judged(tried: Tried, judge: OutcomeJudge, stop: Stop) -> Tried:
    """With the judge's score. A judge that fails costs no try: it counts as unknown."""
    if tried.ended.ending is not Ending.FINISHED:
        return tried
    try:
        return msgspec.structs.replace(tried, score=judge.score(tried.run, "", stop))
    except ModelError as error:
        return msgspec.structs.replace(tried, score=None, unjudged=str(error))


def _request(order: Order, number: int, stage: Stage, folder: Path) -> Request:
    """One try. It remembers nothing and is not remembered: else one would read of the other."""
    request = stage.request
    settings = msgspec.structs.replace(request.settings, run_dir=str(folder), memory=False)
    if number == 1:
        return msgspec.structs.replace(request, settings=settings)
    return msgspec.structs.replace(
        request, settings=settings, temperature=order.temperature, seed=order.seed + number
    )


def record(choice: Choice) -> dict[str, object]:
    """The choice as JSON says it."""
    return {
        "asked": choice.asked,
        "played": len(choice.tries),
        "chosen": choice.chosen.number,
        "judge": choice.judge,
        "folder": str(choice.folder),
        "tries": [
            {
                "run": one.run.name,
                "ending": one.ended.ending,
                "exit_code": one.ended.exit_code,
                "evidence": one.ended.evidence,
                "verified": one.ended.verified,
                "score": one.score,
                "unjudged": one.unjudged,
                "steps": one.ended.steps,
                "seconds": one.ended.seconds,
            }
            for one in choice.tries
        ],
    }
