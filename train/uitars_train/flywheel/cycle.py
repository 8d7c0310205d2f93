"""`uitars-train cycle`: one turn of the flywheel, from traces to a model that is promoted or not.

Gather traces with their verdicts, write a version of the dataset, train on what was wrong
(continual training), then on what was right (supervised fine-tuning), then by reinforcement, and
lay the candidate beside the model that it comes from on the same tasks. It takes that one's place
only where the 95 % interval of the paired difference lies above 0. UI-TARS-2 (arXiv 2509.02544)
told the order of the stages and V(s) in {0, 1}; every number here is ours.
"""

from __future__ import annotations

import math
import shutil
from collections.abc import Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Final

import msgspec
import torch

from uitars_runtime.backends.embedded.backend import default_folder, open_decoder
from uitars_runtime.backends.embedded.network.decoder import Decoder as Runtime
from uitars_runtime.backends.registry import NANO
from uitars_runtime.errors import UsageError
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.journal import list_runs
from uitars_runtime.replacing import can_be_written
from uitars_train.evaluate import fingerprint
from uitars_train.evaluate.intervals import Interval
from uitars_train.flywheel.dataset import Added, Dataset, Store
from uitars_train.flywheel.learning import learn, reinforced
from uitars_train.flywheel.traces import Trace, flipped, of_corrected, of_rollouts, of_runs
from uitars_train.network.export import export
from uitars_train.network.model import Decoder
from uitars_train.network.training import above_zero
from uitars_train.network.weights import read
from uitars_train.replacing import save_report
from uitars_train.rewards.verdicts import read_verdicts
from uitars_train.rl.arena import Arena
from uitars_train.rl.comparison import Compared, arena_for, check, compare, deciding
from uitars_train.rl.environment import Place

PROMOTED: Final = "promoted.json"
_TRAINED: Final = "trained.json"
"""In a candidate's folder: it has learned all that it was to, and how."""
_DONE: Final = "cycle.json"
"""In a candidate's folder: its cycle came to its end."""
_WRONG_SHARE: Final = 0.25
"""Updates of continual training for each of fine-tuning."""
_WRONG_RATE: Final = 0.25
"""Its learning rate, as a share of that of fine-tuning."""


class Turn(msgspec.Struct, frozen=True):
    """What one cycle needs to know."""

    out: Path
    """The store's folder; candidates lie in it, too."""
    model: str = NANO
    """Folder with exported weights, or `nano`."""
    runs: Path | None = None
    """Recorded runs, of which those are read that a person released."""
    verdicts: Path | None = None
    """What somebody said of the outcome of runs, as `uitars-train judge --json` writes it."""
    place: Place = Place()
    """Where the model plays, is taught, is reinforced and is laid beside the candidate: pages as
    the eyes see them there, however they are looked at before."""
    rollouts: int = 0
    """Tasks there that the model plays alone."""
    corrected: int = 0
    """Tasks there with the expert beside it."""
    parent: str = ""
    """The version of the dataset to grow."""
    updates: int = 100
    """Of supervised fine-tuning, each of 32 steps."""
    rate: float = 2e-4
    reinforced: float = 0.0
    """Minutes of PPO."""
    tasks: int = 600
    """On which the candidate is laid beside the model."""
    seed: int = 1
    flip: bool = False
    """A drill: every verdict is turned round."""
    report: Path | None = None
    """Where the outcome is written as JSON, too."""


class Turned(msgspec.Struct, frozen=True):
    """What a cycle came to; what stands in `promoted.json` where it was promoted."""

    version: str
    """Of the dataset that it learned from."""
    model: str
    """Fingerprint of the model that it comes from."""
    candidate: str
    """Folder of its files, below the store's."""
    compared: Compared
    promoted: bool


class Report(msgspec.Struct, frozen=True):
    """What a cycle came to, for other programs (`--json`)."""

    dataset: str
    """Its version."""
    sft: int
    """Traces of it that are right: what fine-tuning learned from."""
    ct: int
    """Those that are wrong, of continual training."""
    before: float
    """Share of the tasks that the model did."""
    after: float
    n: int
    interval: Interval
    """95 %, of the difference."""
    promoted: bool


class _Lesson(msgspec.Struct, frozen=True):
    """How a candidate learned, beside the traces and the seed that its folder is named after."""

    model: str
    """Fingerprint of the model that it comes from."""
    updates: int
    rate: float
    reinforced: float
    place: str
    looks: str
    pages: str
    """Fingerprint of the names of pages; empty on the symbolic desktop."""


def turn(order: Turn) -> Iterator[str]:
    """One cycle; tells each stage. One that was cut off while its candidate was compared goes on
    with that candidate. Raises `UsageError` and `ModelError`."""
    above_zero(rate=order.rate)
    if order.runs is not None and not order.runs.is_dir():
        raise UsageError(f"There is no folder {order.runs}.", "Give --runs a folder of runs.")
    if order.report is not None:
        can_be_written(order.report)
    order.out.mkdir(parents=True, exist_ok=True)  # what cannot be is said before hours go by
    torch.set_num_threads(1)
    torch.manual_seed(order.seed)  # pyright: ignore[reportUnknownMemberType]
    folder = default_folder() if order.model == NANO else Path(order.model)
    model, played = read(folder), open_decoder(folder)
    name = fingerprint.of_model(order.model)
    store = Store(order.out)
    parent = order.parent and store.read(order.parent).version
    with closing(Arena(order.place)) as arena:
        check(arena, order.tasks)
        traces = _gathered(order, arena, name, played)
        added = store.add(map(flipped, traces) if order.flip else traces, order.seed, parent)
    yield _told(added)
    dataset = store.read(added.version)
    if not dataset.right:
        raise UsageError("No trace is right: there is nothing to learn.", "Release runs that are.")
    candidate = order.out / "candidates" / f"{added.version[:12]}-{order.seed}"
    yield from _trained(model, dataset, order, name, candidate)
    with closing(arena_for(order.place)) as arena:
        other = open_decoder(candidate)
        compared = compare(deciding(played), deciding(other), arena, order.tasks)
    result = Turned(
        version=added.version,
        model=name,
        candidate=str(candidate.relative_to(order.out)),
        compared=compared,
        promoted=compared.better,
    )
    if result.promoted:
        save_report(order.out / PROMOTED, result)
    if order.report is not None:
        _report(order.report, result, dataset)
    save_report(candidate / _DONE, result)  # last: a cycle without it is done again
    low, high = compared.interval
    yield (
        f"{compared.before} and {compared.after} of {compared.tasks} tasks done;"
        f" difference {low:+.1%} to {high:+.1%}: {'' if result.promoted else 'not '}promoted\n"
    )


def _report(path: Path, turned: Turned, dataset: Dataset) -> None:
    compared = turned.compared
    before, after = compared.shares
    report = Report(
        dataset=turned.version,
        sft=len(dataset.right),
        ct=len(dataset.wrong),
        before=before,
        after=after,
        n=compared.tasks,
        interval=compared.interval,
        promoted=turned.promoted,
    )
    save_report(path, report)


def _trained(
    model: Decoder, dataset: Dataset, order: Turn, name: str, candidate: Path
) -> Iterator[str]:
    """Writes a candidate's files; one that has learned just this already stays. Raises
    `UsageError` for one that was laid beside its model."""
    if (candidate / _DONE).exists():
        raise UsageError(
            f"{candidate} has learned from these traces already.", "Give another --seed or --out."
        )
    lesson = _lesson(order, name)
    if _has_learned(candidate, lesson):
        yield f"{candidate} was trained before and is gone on with.\n"
        return
    if candidate.exists():  # of a cycle that was cut off while it learned, or learned otherwise
        shutil.rmtree(candidate)
    yield from _learned(model, dataset, order)
    export(model, candidate)
    if order.reinforced:
        yield f"reinforcement: {order.reinforced:g} minutes\n"
        run = candidate / "reinforced"
        export(reinforced(candidate, order.place, order.reinforced, order.seed, run), candidate)
    (candidate / _TRAINED).write_bytes(lesson)


def _lesson(order: Turn, name: str) -> bytes:
    tasks = order.place.tasks
    lesson = _Lesson(
        model=name,
        updates=order.updates,
        rate=order.rate,
        reinforced=order.reinforced,
        place=order.place.kind,
        looks=order.place.looks,
        pages="" if tasks is None else fingerprint.of_files(tasks),
    )
    return msgspec.json.format(msgspec.json.encode(lesson), indent=1) + b"\n"


def _has_learned(candidate: Path, lesson: bytes) -> bool:
    mark = candidate / _TRAINED
    return mark.exists() and mark.read_bytes() == lesson


def _told(added: Added) -> str:
    return (
        f"version {added.version}: {added.right} traces right, {added.wrong} wrong,"
        f" {added.unknown} unknown and left out, {added.repeated} steps there already\n"
    )


def _gathered(order: Turn, arena: Arena, name: str, decoder: Runtime) -> Iterator[Trace]:
    decide = deciding(decoder)
    played = of_rollouts(decide, name, arena, order.rollouts, order.seed)
    corrected = of_corrected(decide, name, arena, order.corrected, order.seed + 1)
    recorded = () if order.runs is None else _recorded(order.runs, order.verdicts, decoder)
    return chain(recorded, corrected, played)


def _recorded(runs: Path, verdicts: Path | None, decoder: Runtime) -> Iterator[Trace]:
    judged = {} if verdicts is None else read_verdicts(verdicts)
    if strange := sorted(judged.keys() - {run.name for run in list_runs(runs)}):
        raise UsageError(f"{verdicts} judges {strange[0]}, which is not in {runs}.")
    return of_runs(runs, Eyes(), decoder, judged)


def _learned(model: Decoder, dataset: Dataset, order: Turn) -> Iterator[str]:
    wrong = math.ceil(order.updates * _WRONG_SHARE) if dataset.wrong else 0
    for name, episodes, updates, rate in (
        ("continual training", dataset.wrong, wrong, order.rate * _WRONG_RATE),
        ("fine-tuning", dataset.right, order.updates, order.rate),
    ):
        if updates:
            losses = learn(model, episodes, updates, rate, order.seed)
            yield f"{name}: {updates} updates, loss {losses[0]:.3f} to {losses[-1]:.3f}\n"
