"""The training run: resumable, one checkpoint every few minutes, one line of progress a minute."""

from __future__ import annotations

import math
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import msgspec
import torch

from uitars_train.policy import checkpoint
from uitars_train.policy.dataset import Batch, Example, Producers, collate, example
from uitars_train.policy.episode import Variety, episodes
from uitars_train.policy.model import Decoder, Shape, losses
from uitars_train.policy.rounding import Rounding


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
    """The last part of the run, with the product's numbers (`rounding.py`)."""
    seed: int = 1
    resume: bool = False
    producers: int = 1
    validation: int = 260
    """Episodes in each validation set."""
    shape: Shape = Shape()


VALIDATION = {
    "seen": Variety(),
    "wordings": Variety(held_wordings=True),
    "labels": Variety(held_labels=True),
    "both": Variety(held_wordings=True, held_labels=True),
}


def train(settings: Settings) -> None:
    """Train for some minutes of wall time."""
    settings.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    torch.manual_seed(settings.seed)  # pyright: ignore[reportUnknownMemberType]
    model = Decoder(settings.shape)
    optimizer = torch.optim.AdamW(
        model.parameters(), lr=settings.rate, betas=(0.9, 0.98), weight_decay=0.01, fused=True
    )
    path = settings.out / "checkpoint.pt"
    progress = checkpoint.Progress()
    if settings.resume and path.exists():
        progress = checkpoint.resume(path, model, optimizer)
    step, seen = progress.step, progress.seen
    sets = {
        name: validation_set(variety, settings.validation) for name, variety in VALIDATION.items()
    }
    source = Producers(settings.seed + step, settings.size, settings.producers)
    began = said = saved = checked = time.monotonic()
    sums: dict[str, float] = defaultdict(float)
    ran = 0
    forward: Decoder | Rounding = model
    try:
        while True:
            passed = (time.monotonic() - began) / (settings.minutes * 60)
            if passed >= 1:
                break
            rate = (
                settings.rate * min(1.0, (ran + 1) / settings.warmup) * _falling(passed, settings)
            )
            asked = time.monotonic()
            batch = source.next()
            sums["waited"] += time.monotonic() - asked
            if passed > 1 - settings.rounded and forward is model:
                forward = Rounding(model)
            told, known, size = _update(forward, model, optimizer, batch, rate)
            step, seen, ran = step + 1, seen + size, ran + 1
            sums["loss"] += told
            sums["tags"] += known
            sums["n"] += 1
            clock = time.monotonic()
            if clock - said > 60:
                _tell(step, seen, sums, clock - said, settings.size, passed)
                said = clock
            if clock - saved > 180:
                checkpoint.save(path, model, optimizer, checkpoint.Progress(step, seen))
                saved = clock
            if clock - checked > 420:
                _validate(model, sets, settings.out)
                checked = time.monotonic()
        checkpoint.save(path, model, optimizer, checkpoint.Progress(step, seen))
        _validate(model, sets, settings.out)
    finally:
        source.close()


def _falling(passed: float, settings: Settings) -> float:
    """1 until the last part of the run, then down to 0.05 along a cosine."""
    left = (1 - passed) / settings.decay
    return 1.0 if left >= 1 else 0.05 + 0.95 * (0.5 - 0.5 * math.cos(math.pi * left))


def _update(
    forward: Decoder | Rounding,
    model: Decoder,
    optimizer: torch.optim.Optimizer,
    batch: Batch,
    rate: float,
) -> tuple[float, float, int]:
    model.train()
    for group in optimizer.param_groups:
        group["lr"] = rate
    with torch.autocast("cpu", torch.bfloat16):
        logits, tags, balance = forward(batch)
    told, known = losses(logits, tags, batch)
    loss = told + 0.3 * known + 0.01 * balance
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return told.item(), known.item(), len(batch["valid"])


def _tell(
    step: int, seen: int, sums: dict[str, float], took: float, size: int, passed: float
) -> None:
    count = max(sums["n"], 1)
    print(  # noqa: T201 - the progress line of a command
        f"{passed:5.1%} step {step} samples {seen} loss {sums['loss'] / count:.4f} "
        f"tags {sums['tags'] / count:.4f} {count * size / took:.0f}/s "
        f"waited {sums['waited'] / took:.0%}",
        flush=True,
    )
    sums.clear()


def validation_set(variety: Variety, count: int, seed: int = 999_983) -> list[list[Example]]:
    """Whole episodes from a seed of their own, as lists of examples."""
    source = episodes(seed, variety)
    chosen: list[list[Example]] = []
    while len(chosen) < count:
        made = [example(sample) for sample in next(source)]
        if all(made):
            chosen.append([item for item in made if item is not None])
    return chosen


@torch.no_grad()
def score(model: Decoder, played: Sequence[Sequence[Example]]) -> dict[str, tuple[int, int]]:
    """By kind (right, n); `step` counts whole outputs, `action` all but the served part of the
    task, `episode` whole episodes. Fed with the right tokens, as in training."""
    import random

    model.eval()
    flat = [(number, item) for number, episode in enumerate(played) for item in episode]
    flat.sort(key=lambda pair: len(pair[1].features.sketches))
    result: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    fine: dict[int, bool] = defaultdict(lambda: True)
    for at in range(0, len(flat), 64):
        part = flat[at : at + 64]
        batch = collate([item for _, item in part], random.Random(0))
        with torch.autocast("cpu", torch.bfloat16):
            logits, _, _ = model(batch)
        best = logits.masked_fill(~batch["legal"], -1e4).argmax(-1, keepdim=True)
        hit = torch.gather(batch["right"], 2, best).squeeze(-1) | ~batch["scored"]
        for row, (number, item) in enumerate(part):
            clause = next(i for i, p in enumerate(item.positions) if p.legal == "act:")
            whole = bool(hit[row].all())
            action = bool(hit[row, clause:].all())
            fine[number] &= whole
            for name, good in (("step", whole), ("action", action), (item.kind, whole)):
                result[name][0] += good
                result[name][1] += 1
    for good in fine.values():
        result["episode"][0] += good
        result["episode"][1] += 1
    return {name: (right, count) for name, (right, count) in result.items()}


def _validate(model: Decoder, sets: dict[str, list[list[Example]]], out: Path) -> None:
    lines: list[str] = []
    for name, played in sets.items():
        found = score(model, played)
        lines.append(
            name
            + " "
            + " ".join(f"{k} {r / max(n, 1):.3f}({n})" for k, (r, n) in sorted(found.items()))
        )
    text = "\n".join(lines)
    (out / "validation.txt").write_text(text + "\n", encoding="utf-8")
    print(text, flush=True)  # noqa: T201
    sys.stdout.flush()
