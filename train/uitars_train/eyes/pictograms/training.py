"""The training of the reader of icons, on what the shipped reader makes of their pictures.

The tower that reads the first picture of a candidate stays as it is, and with it all that is told
of roles and states; what is learned is which names its 1,024 numbers stand for. So pictures go
through it once, and an hour of learning takes minutes. One process, one core.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from uitars_runtime.shipped import MODELS
from uitars_train import replacing
from uitars_train.eyes.pictograms.parts import TOWER, Part
from uitars_train.eyes.pictograms.pool import Pool, pictures_of, pool_of

READER: Final = MODELS / "eyes" / "reader.onnx"
WIDTH: Final = 1024
HIDDEN: Final = 256
BATCH: Final = 384
PEAK_RATE: Final = 2e-3
CUTS: Final = 0.25
"""Share of a batch that is cut out of real programs."""
_AT_ONCE: Final = 256
_TIMES: Final = 8
"""How often each of the cuts is looked at."""
_UNUSED: Final = 0.15
"""Share of numbers that are left out of a step, so that none is relied on."""
_SAID: Final = 200
"""Steps between two lines that say how it goes."""


def show(work: Path, harvest: Path, count: int) -> None:
    """Writes what the shipped reader makes of `count` pictures of drawings, and of all cuts."""
    features(pool_of(work, harvest), work, count)


def features(pool: Pool, work: Path, count: int, seed: int = 0) -> None:
    """Writes into `work` what the tower makes of `count` drawings by chance, and of every cut."""
    draw = np.random.default_rng(seed)
    rows = draw.choice(len(pool.drawings), count, p=pool.chance)
    cuts = np.arange(len(pool.cuts) * _TIMES) % max(1, len(pool.cuts)) + len(pool.drawings)
    rows = np.concatenate([rows, cuts])
    found = np.empty((len(rows), WIDTH), np.float16)
    tower = Part(READER, TOWER)
    for start in range(0, len(rows), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        found[part] = tower(pictures_of(pool, rows[part], draw))[0]
    names, shares = (part[rows] for part in pool.targets)
    np.savez(
        work / "features.npz",
        features=found,
        names=names,
        shares=shares,
        cut=rows >= len(pool.drawings),
        vocabulary=np.array(pool.names),
    )


class Head(nn.Module):
    """From the tower's numbers to a log-odds for each name."""

    mean: Tensor
    spread: Tensor

    def __init__(self, names: int) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(WIDTH))
        self.register_buffer("spread", torch.ones(WIDTH))
        self.first, self.last = nn.Linear(WIDTH, HIDDEN), nn.Linear(HIDDEN, names)
        self.unused = nn.Dropout(_UNUSED)

    def forward(self, numbers: Tensor) -> Tensor:
        """(n, WIDTH) to (n, names)."""
        inner = self.first(self.unused((numbers - self.mean) / self.spread))
        answer: Tensor = self.last(self.unused(functional.relu(inner)))
        return answer


def train(work: Path, steps: int, seed: int = 0) -> None:
    """Trains on `features.npz` in `work`; writes `head.pt`, tensors only."""
    with np.load(work / "features.npz", allow_pickle=False) as data:
        numbers = torch.as_tensor(data["features"])
        names = torch.as_tensor(data["names"]).long()
        shares = torch.as_tensor(data["shares"])
        cut, vocabulary = data["cut"], len(data["vocabulary"])
    head = Head(vocabulary)
    head.mean.copy_(numbers[::7].float().mean(0))
    head.spread.copy_(numbers[::7].float().std(0) + 0.1)
    optimizer: Any = torch.optim.AdamW(head.parameters(), lr=PEAK_RATE, weight_decay=0.02)
    losses: list[float] = []
    for step, rows in enumerate(_batches(cut, steps, seed), 1):
        for group in optimizer.param_groups:
            group["lr"] = PEAK_RATE * min(1.0, step / 100, 1.02 - step / steps)
        with torch.autocast("cpu", torch.bfloat16):
            said = head(numbers[rows].float())
        known = functional.log_softmax(said.float(), 1).gather(1, names[rows])
        loss = -(known * shares[rows]).sum(1).mean()
        optimizer.zero_grad()
        torch.autograd.backward(loss)
        optimizer.step()
        losses.append(float(loss.detach()))
        if step % _SAID == 0:
            sys.stderr.write(f"step {step} of {steps}, loss {np.mean(losses[-_SAID:]):.3f}\n")
            _save(head, work)
    _save(head, work)


def _save(head: Head, work: Path) -> None:
    replacing.save(work / "head.pt", head.state_dict())


def _batches(cut: NDArray[np.bool_], steps: int, seed: int) -> Iterator[NDArray[np.int64]]:
    """Rows of drawings and of cuts, as many of each as `CUTS` says."""
    draw = np.random.default_rng(seed)
    drawings, cuts = np.flatnonzero(~cut), np.flatnonzero(cut)
    of_cuts = round(BATCH * CUTS) if len(cuts) else 0
    for _ in range(steps):
        some = [draw.choice(drawings, BATCH - of_cuts)]
        some += [draw.choice(cuts, of_cuts)] if of_cuts else []
        yield np.concatenate(some)
