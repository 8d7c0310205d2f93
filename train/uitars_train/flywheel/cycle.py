"""`uitars-train cycle`: one turn of the flywheel, from traces to a model that is promoted or not.

Gather traces with their verdicts, write a version of the dataset, train on what was wrong
(continual training), then on what was right (supervised fine-tuning), and lay the candidate beside
the model that it comes from on the same tasks. It takes that one's place only where the 95 %
interval of the paired difference lies above 0. UI-TARS-2 (arXiv 2509.02544) told the order of the
stages and V(s) in {0, 1}; every number here is ours. Training by reinforcement is no stage of it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

import msgspec
import torch

from uitars_runtime.backends.embedded.backend import default_folder
from uitars_runtime.backends.embedded.network.decoder import Decoder as Runtime
from uitars_runtime.backends.embedded.network.encoder import sentence_encoder
from uitars_runtime.backends.embedded.situation import Decision, Situation
from uitars_runtime.backends.registry import NANO
from uitars_runtime.errors import UsageError
from uitars_runtime.eyes.eyes import Eyes
from uitars_train.data.encoding import Example, collate, example
from uitars_train.data.recorded import varied
from uitars_train.data.sample import SEEN, Sample, Variety
from uitars_train.evaluate import fingerprint
from uitars_train.evaluate.intervals import Interval, paired
from uitars_train.flywheel.dataset import Added, Dataset, Store
from uitars_train.flywheel.traces import Trace, flipped, of_corrected, of_rollouts, of_runs
from uitars_train.network.export import export
from uitars_train.network.model import Decoder
from uitars_train.network.rollout import Decide, rollout
from uitars_train.network.training import update
from uitars_train.network.weights import read

PROMOTED: Final = "promoted.json"
_SIZE: Final = 32
_WRONG_SHARE: Final = 0.25
"""Updates of continual training for each of fine-tuning."""
_WRONG_RATE: Final = 0.25
"""Its learning rate, as a share of that of fine-tuning."""
_HELD_OUT: Final = 424_243
"""Seed of the tasks that promote."""


class Turn(msgspec.Struct, frozen=True):
    """What one cycle needs to know."""

    out: Path
    """The store's folder; candidates lie in it, too."""
    model: str = NANO
    """Folder with exported weights, or `nano`."""
    runs: Path | None = None
    """Recorded runs, of which those are read that a person released."""
    rollouts: int = 0
    """Tasks of the symbolic desktop that the model plays alone."""
    corrected: int = 0
    """Tasks there with the expert beside it."""
    parent: str = ""
    """The version of the dataset to grow."""
    updates: int = 100
    """Of supervised fine-tuning, each of 32 steps."""
    rate: float = 2e-4
    tasks: int = 600
    """On which the candidate is laid beside the model."""
    seed: int = 1
    flip: bool = False
    """A drill: every verdict is turned round."""
    variety: Variety = SEEN


class Compared(msgspec.Struct, frozen=True):
    """Two models on the same tasks."""

    tasks: int
    before: int
    """Tasks that the first did."""
    after: int
    """Tasks that the second did."""
    interval: Interval
    """95 %, of the difference of their shares."""

    @property
    def better(self) -> bool:
        """Whether the second is better beyond doubt."""
        return self.interval[0] > 0


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


def turn(order: Turn) -> Iterator[str]:
    """One cycle; tells each stage. Raises `UsageError` and `ModelError`."""
    torch.set_num_threads(1)
    torch.manual_seed(order.seed)  # pyright: ignore[reportUnknownMemberType]
    folder = default_folder() if order.model == NANO else Path(order.model)
    model, played = read(folder), Runtime(folder)
    store = Store(order.out)
    parent = order.parent and store.read(order.parent).version
    traces = _gathered(order, _deciding(played), fingerprint.of_model(order.model), played)
    added = store.add(map(flipped, traces) if order.flip else traces, order.seed, parent)
    yield _told(added)
    dataset = store.read(added.version)
    if not dataset.right:
        raise UsageError("No trace is right: there is nothing to learn.", "Release runs that are.")
    yield from _learned(model, dataset, order)
    place = order.out / "candidates" / f"{added.version[:12]}-{order.seed}"
    export(model, place)
    decides = _deciding(played), _deciding(Runtime(place))
    compared = compare(*decides, order.variety, order.tasks, _HELD_OUT)
    result = Turned(
        version=added.version,
        model=fingerprint.of_model(order.model),
        candidate=str(place.relative_to(order.out)),
        compared=compared,
        promoted=compared.better,
    )
    written = msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n"
    (place / "cycle.json").write_bytes(written)
    if result.promoted:
        (order.out / PROMOTED).write_bytes(written)
    low, high = compared.interval
    yield (
        f"{compared.before} and {compared.after} of {compared.tasks} tasks done;"
        f" difference {low:+.1%} to {high:+.1%}: {'' if result.promoted else 'not '}promoted\n"
    )


def _told(added: Added) -> str:
    return (
        f"version {added.version}: {added.right} traces right, {added.wrong} wrong,"
        f" {added.unknown} unknown and left out, {added.repeated} steps there already\n"
    )


def _gathered(order: Turn, decide: Decide, name: str, decoder: Runtime) -> Iterator[Trace]:
    played = of_rollouts(decide, name, order.variety, order.rollouts, order.seed)
    corrected = of_corrected(decide, name, order.variety, order.corrected, order.seed + 1)
    recorded = of_runs(order.runs, Eyes(), decoder) if order.runs is not None else ()
    return chain(recorded, corrected, played)


def _deciding(decoder: Runtime) -> Decide:
    def decide(situation: Situation) -> Decision:
        return decoder.decide(situation).decision

    return decide


# ----------------------------------------------------------------------------------------- learning


def _learned(model: Decoder, dataset: Dataset, order: Turn) -> Iterator[str]:
    wrong = math.ceil(order.updates * _WRONG_SHARE) if dataset.wrong else 0
    for name, episodes, updates, rate in (
        ("continual training", dataset.wrong, wrong, order.rate * _WRONG_RATE),
        ("fine-tuning", dataset.right, order.updates, order.rate),
    ):
        if updates:
            losses = learn(model, episodes, updates, rate, order.seed)
            yield f"{name}: {updates} updates, loss {losses[0]:.3f} to {losses[-1]:.3f}\n"


def learn(
    model: Decoder, episodes: Sequence[Sequence[Sample]], updates: int, rate: float, seed: int
) -> list[float]:
    """Some updates on steps drawn alike, seen a little otherwise each time; their losses. The rate
    falls to nothing."""
    chance = random.Random(seed)
    steps = [step for episode in episodes for step in episode]
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, betas=(0.9, 0.98), fused=True)
    losses: list[float] = []
    for number in range(updates):
        batch = collate(_drawn(steps, chance), chance)
        losses.append(update(model, optimizer, batch, rate * (1 - number / updates))[0])
    model.eval()
    return losses


def _drawn(steps: Sequence[Sample], chance: random.Random) -> list[Example]:
    """A batch. Raises `UsageError` where next to nothing can be said."""
    made: list[Example] = []
    encoder = sentence_encoder()
    for _ in range(100 * _SIZE):
        found = example(varied(chance.choice(steps), chance), encoder)
        if found is not None:
            made.append(found)
        if len(made) == _SIZE:
            return made
    raise UsageError("These steps cannot be said.", "They lie beyond what the network reads.")


# ---------------------------------------------------------------------------------------- comparing


def compare(first: Decide, second: Decide, variety: Variety, count: int, seed: int) -> Compared:
    """Both on the same tasks of the symbolic desktop; one that turns out to be out of reach for
    either is left out."""
    chance = random.Random(seed)
    before = after = gained = lost = tried = 0
    while tried < count:
        task = chance.getrandbits(62)
        one = rollout(random.Random(task), variety, first)
        other = rollout(random.Random(task), variety, second)
        if one is None or other is None:
            continue
        tried += 1
        before, after = before + one.done, after + other.done
        gained, lost = gained + (other.done > one.done), lost + (one.done > other.done)
    return Compared(tried, before, after, paired(gained, lost, tried))
