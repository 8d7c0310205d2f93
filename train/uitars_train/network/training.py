"""The training run: resumable, one checkpoint every few minutes, one line of progress a minute.

It computes on a CUDA GPU where there is one, else on the CPU. Weights have 32 bits everywhere;
products are in bfloat16 where the hardware multiplies them.
"""

from __future__ import annotations

import math
import random
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
import torch

from uitars_runtime.backends.embedded.network.encoder import sentence_encoder
from uitars_runtime.errors import UsageError
from uitars_train.alone import alone
from uitars_train.data.encoding import Batch, Example, collate, example
from uitars_train.data.episodes import episodes
from uitars_train.data.sample import SHARE, Own, Variety
from uitars_train.data.stream import Producers
from uitars_train.ending import ended_early
from uitars_train.evaluate.intervals import Counts
from uitars_train.network import weights as checkpoint
from uitars_train.network.model import (
    Decoder,
    Shape,
    Teacher,
    knows,
    log_odds,
    surprises,
    tag_loss,
)
from uitars_train.network.quantization import Rounding
from uitars_train.network.rollout import SETS, STEPS_SEED, by_name
from uitars_train.network.weights import grown
from uitars_train.screens.screen import named

# -------------------------------------------------------------------------------- where it computes


Device = Literal["auto", "cpu", "cuda"]

_PROCESSOR: Final = Path("/proc/cpuinfo")
_NARROW: Final = frozenset({"amx_bf16", "avx512_bf16"})
"""What a processor says that multiplies bfloat16; on others torch converts, which takes six to nine
times as long as products in 32 bits."""


def device_named(name: Device) -> torch.device:
    """The device of a name; `auto` takes a GPU where torch finds one.

    Raises `UsageError` for `cuda` where there is none.
    """
    there = torch.cuda.is_available()
    if name == "cuda" and not there:
        raise UsageError(
            "There is no CUDA GPU that this build of torch can use.",
            "Leave --device away to train on the CPU, or install torch with CUDA.",
        )
    return torch.device("cuda" if there and name != "cpu" else "cpu")


def moved(batch: Batch, device: torch.device) -> Batch:
    """The batch on a device; the same one where it is there already."""
    return {name: tensor.to(device, non_blocking=True) for name, tensor in batch.items()}


def narrow_products(device: torch.device) -> AbstractContextManager[Any]:
    """Matrix products in bfloat16 inside of this, where that is faster than in 32 bits."""
    narrow = device.type != "cpu" or multiplies_bfloat16()
    return torch.autocast(device.type, torch.bfloat16, enabled=narrow)


def multiplies_bfloat16(told: Path = _PROCESSOR) -> bool:
    """Whether this processor does; one that says nothing of itself in `told` does not."""
    try:
        lines = told.read_text(errors="replace").splitlines()
    except OSError:
        return False
    flags = (line.partition(":")[2].split() for line in lines if line.startswith("flags"))
    return not _NARROW.isdisjoint(next(flags, ()))


# ------------------------------------------------------------------------------------------ the run


CHECKPOINT: Final = "checkpoint.pt"
_SCALES_LAST: Final = 40
"""Updates for which the scales of rounded weights are kept."""


class Settings(msgspec.Struct, frozen=True):
    """What a run needs to know."""

    out: Path
    minutes: float
    size: int = 64
    rate: float = 1.2e-3
    warmup: int = 50
    decay: float = 0.8
    """The last part of the run in which the rate falls to a twentieth."""
    rounded: float = 0.2
    """The last part of the run, with the product's numbers (`quantization.py`)."""
    seed: int = 1
    resume: bool = False
    start: Path | None = None
    """A folder with exported weights to go on from, such as those of the product."""
    grown: int = 0
    """Layers that are put between those of `start` and are learned alone (`growth.py`)."""
    teacher: Path | None = None
    """A folder with exported weights to be like where they are right (`model.Teacher`)."""
    distilled: float = 0.7
    """Of the loss there, how much that is."""
    producers: int = 1
    own: Path | None = None
    """Steps of successful runs (`data/sample.py`), mixed in."""
    share: float = SHARE
    """Of all samples, how many of these, at most."""
    screens: Path | None = None
    """Screens of real toolkits (`simulator/drawn_screens.py`) for a part of the worlds."""
    validation: int = 260
    """Episodes in each validation set."""
    shape: Shape = Shape()
    """Of a model that starts from nothing."""
    device: Device = "auto"


def train(settings: Settings) -> None:
    """Train for some minutes of wall time; SIGTERM and Ctrl-C end it early with a checkpoint.
    Raises `UsageError` for what cannot be."""
    _check(settings)
    torch.set_num_threads(1)
    torch.manual_seed(settings.seed)  # pyright: ignore[reportUnknownMemberType]
    with alone(settings.out):
        run = _Run(settings)
        with closing(run.source), ended_early() as ended:
            while not ended.is_set() and run.passed < 1:
                run.update()
            run.save()
        if not ended.is_set():  # all is on disk: who ends it now does not wait for the figures
            run.validate()


def _check(settings: Settings) -> None:
    """Raises `UsageError` for what would be found out minutes later, or not at all."""
    above_zero(
        minutes=settings.minutes,
        size=settings.size,
        rate=settings.rate,
        producers=settings.producers,
    )
    check_run(settings.out, resume=settings.resume)
    if settings.grown and settings.start is None:
        raise UsageError("--grown needs weights to put layers between.", "Give --start, too.")
    if settings.own is not None:
        Own.of(settings.own)
    if settings.screens is not None:
        named(settings.screens)


def above_zero(**numbers: float) -> None:
    """Raises `UsageError` for an option that has to be more than nothing."""
    for name, value in numbers.items():
        if not value > 0:
            raise UsageError(f"--{name} cannot be {value:g}.", "Give a number above 0.")


def check_run(out: Path, *, resume: bool) -> None:
    """Raises `UsageError` where a training would write over another one's checkpoint, and where
    there is none to go on from."""
    there = (out / CHECKPOINT).exists()
    if there and not resume:
        raise UsageError(f"{out} holds a run already.", "Give --resume, or another folder.")
    if resume and not there:
        raise UsageError(f"There is no checkpoint in {out}.", "Leave --resume away to start.")


class _Run:
    """One run at work: model, optimizer, source of batches, and the clocks of what is due."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.device = device_named(settings.device)
        self.model = _begun(settings).to(self.device)
        self.teacher: Teacher | None = None
        if settings.teacher is not None:
            teacher = checkpoint.read(settings.teacher).to(self.device).eval()
            self.teacher = Teacher(teacher, settings.distilled)
        self.rounding: Rounding | None = None
        self.optimizer = torch.optim.AdamW(
            [value for value in self.model.parameters() if value.requires_grad],
            lr=settings.rate,
            betas=(0.9, 0.98),
            weight_decay=0.01,
            fused=True,
        )
        self.path = settings.out / CHECKPOINT
        self.progress = checkpoint.Progress()
        if settings.resume:
            self.progress = checkpoint.resume(self.path, self.model, self.optimizer)
        self.sets = {
            name: validation_set(variety, settings.validation) for name, variety in SETS.items()
        }
        self.source = Producers(
            settings.seed + self.progress.step,
            settings.size,
            settings.producers,
            settings.own,
            settings.screens,
            settings.share,
        )
        self.began = self.told = self.saved = self.checked = time.monotonic()
        self.sums: dict[str, float] = defaultdict(float)
        self.ran = 0

    @property
    def passed(self) -> float:
        """Share of the time that is over."""
        return (time.monotonic() - self.began) / (self.settings.minutes * 60)

    def update(self) -> None:
        """One batch, then whatever is due by the clock."""
        passed, settings = self.passed, self.settings
        rate = settings.rate * min(1.0, (self.ran + 1) / settings.warmup)
        if passed > 1 - settings.rounded and self.rounding is None:
            self.rounding = Rounding(self.model, activations=True)
        if self.rounding is not None and self.ran % _SCALES_LAST == 0:
            self.rounding.fit()
        asked = time.monotonic()
        batch = moved(self.source.next(), self.device)
        self.sums["waited"] += time.monotonic() - asked
        told, known, size = update(
            *(self.model, self.optimizer, batch, rate * _falling(passed, settings)),
            numbers=None if self.rounding is None else self.rounding(),
            teacher=self.teacher,
        )
        self.ran += 1
        self.progress = checkpoint.Progress(self.progress.step + 1, self.progress.seen + size)
        for name, value in (("loss", told), ("tags", known), ("n", 1.0)):
            self.sums[name] += value
        clock = time.monotonic()
        if clock - self.told > 60:
            self._tell(clock - self.told, passed)
            self.told = clock
        if clock - self.saved > 180:
            self.save()
            self.saved = clock
        if clock - self.checked > 420:
            self.validate()
            self.checked = time.monotonic()

    def _tell(self, took: float, passed: float) -> None:
        count = max(self.sums["n"], 1)
        progress = self.progress
        print(  # noqa: T201 - the progress line of a command
            f"{passed:5.1%} step {progress.step} samples {progress.seen} "
            f"loss {self.sums['loss'] / count:.4f} tags {self.sums['tags'] / count:.4f} "
            f"{count * self.settings.size / took:.0f}/s waited {self.sums['waited'] / took:.0%}",
            flush=True,
        )
        self.sums.clear()

    def save(self) -> None:
        checkpoint.save(self.path, self.model, self.optimizer, self.progress)

    def validate(self) -> None:
        """A point of the learning curve (`curve.jsonl`) for every validation set."""
        found = {name: score(self.model, played) for name, played in self.sets.items()}
        point = {"seen": self.progress.seen, "sets": found}
        with (self.settings.out / "curve.jsonl").open("ab") as file:
            file.write(msgspec.json.encode(point) + b"\n")
        for name, counts in found.items():
            kinds = " ".join(f"{k} {r / max(n, 1):.3f}({n})" for k, (r, n) in counts.items())
            print(name, kinds, flush=True)  # noqa: T201


def _begun(settings: Settings) -> Decoder:
    """What is learned on."""
    start = settings.start
    model = Decoder(settings.shape) if start is None else checkpoint.read(start)
    return grown(model, settings.grown) if settings.grown else model


def _falling(passed: float, settings: Settings) -> float:
    """1 until the last part of the run, then down to 0.05 along a cosine."""
    left = (1 - passed) / settings.decay
    return 1.0 if left >= 1 else 0.05 + 0.95 * (0.5 - 0.5 * math.cos(math.pi * left))


def update(
    model: Decoder,
    optimizer: torch.optim.Optimizer,
    batch: Batch,
    rate: float,
    numbers: AbstractContextManager[None] | None = None,
    teacher: Teacher | None = None,
) -> tuple[float, float, int]:
    """One step of the optimizer; both losses and how many samples they are of. `numbers`: those
    that the gradient is computed with, where they are not the model's own (`Rounding`). `teacher`:
    whom to be like, too."""
    model.train()
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.zero_grad(set_to_none=True)
    with numbers or nullcontext():
        with narrow_products(batch["valid"].device):
            logits, tags, balance = model(batch)
            taught = None if teacher is None else teacher.log_odds(batch)
        odds = log_odds(logits, batch)
        missed = surprises(odds, batch)
        if teacher is not None and taught is not None:
            missed = teacher.mixed(missed, odds, taught, batch)
        told, known = missed[batch["scored"]].mean(), tag_loss(tags, batch)
        loss = told + 0.3 * known + 0.01 * balance
        loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return told.item(), known.item(), len(batch["valid"])


def validation_set(variety: Variety, count: int) -> list[list[Example]]:
    """Whole episodes from a seed of their own, as lists of examples."""
    source = episodes(STEPS_SEED, variety)
    encoder = sentence_encoder()
    chosen: list[list[Example]] = []
    while len(chosen) < count:
        made = [example(sample, encoder) for sample in next(source)]
        if all(made):
            chosen.append([item for item in made if item is not None])
    return chosen


@torch.no_grad()
def score(model: Decoder, played: Sequence[Sequence[Example]]) -> Counts:
    """By kind (right, n); `step` counts whole outputs, `action` all but the served part of the
    task, `episode` whole episodes. Fed with the right tokens, as in training."""
    model.eval()
    device = model.match.device
    flat = [(number, item) for number, episode in enumerate(played) for item in episode]
    flat.sort(key=lambda pair: len(pair[1].features.sketches))
    judged: list[tuple[str, bool]] = []
    fine: dict[int, bool] = defaultdict(lambda: True)
    for at in range(0, len(flat), 64):
        part = flat[at : at + 64]
        batch = moved(collate([item for _, item in part], random.Random(0)), device)
        with narrow_products(device):
            logits, _, _ = model(batch)
        hit = knows(log_odds(logits, batch), batch) | ~batch["scored"]
        for row, (number, item) in enumerate(part):
            whole = bool(hit[row].all())
            action = bool(hit[row, item.act :].all())
            fine[number] &= whole
            judged += (("step", whole), ("action", action), (item.kind, whole))
    return by_name([*judged, *(("episode", good) for good in fine.values())])
