"""Training the reranker: of a few elements in words, what is right is to be the likeliest.

Beside what is right stand elements that the decoder finds likely, too, most of them among the first
few: telling these apart is what is wanted of it. Beside them stands nothing, with a score of 0:
where none of them is right, or what is right was left out, nothing is to be the likeliest, so that
a score above 0 says that an element is meant at all. What the decoder says of them is not added: it
has learned from most of these sentences, and is surer of them than it will be of others. Not here:
which steps it learns from (`candidates.py`).
"""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
import torch
from torch import Tensor
from torch.func import functional_call

from uitars_runtime.errors import UsageError
from uitars_train import replacing
from uitars_train.ending import ended_early
from uitars_train.network.quantization import Rounding
from uitars_train.network.training import CHECKPOINT, multiplies_bfloat16
from uitars_train.reranking.candidates import Comparison
from uitars_train.reranking.model import CrossEncoder, Question, Start

TOGETHER: Final = 8
"""Requests in one update."""
COMPARED: Final = 6
"""Elements beside each other."""
_RIGHT: Final = 2
"""Right ones among them, at most."""
_LEFT_OUT: Final = 0.12
"""Share of requests of which what is right is left out."""
_NOTHING: Final = -1
"""Where nothing stands, behind the elements."""
_FURTHER: Final = 4
"""Beyond the likeliest, how many more may be drawn from."""
_SORTED: Final = 16
"""Updates whose requests are sorted by length together."""
_RATE: Final = 1e-4
_ROUNDED: Final = 0.3
"""The last part of the training, with the product's numbers."""
_SCALES_LAST: Final = 25
"""Updates for which the scales of rounded weights are kept."""
_AVERAGED: Final = 0.5
"""Share of the training after which the weights are kept: those of the end are averaged with them
(Izmailov et al. 2018, arXiv 1803.05407)."""
_DECAY: Final = 0.01
_TELL: Final = 50
_SAVE: Final = 300
"""Updates between two lines, and two checkpoints."""


class Settings(msgspec.Struct, frozen=True):
    """What a run needs to know."""

    out: Path
    minutes: float
    updates: int = 1_000_000_000
    """It ends with these, where the time is not over before."""
    rate: float = _RATE
    warmup: int = 100
    """Updates in which the rate rises."""
    seed: int = 1
    resume: bool = False


def train(begun: Start, found: Sequence[Comparison], settings: Settings) -> CrossEncoder:
    """Learn for some minutes of wall time, from `begun` or, with `resume`, from what stands in
    `out`; SIGTERM and Ctrl-C end it early. Raises `UsageError` where there is nothing to learn
    from."""
    if not found:
        raise UsageError(
            "No sample points at one of several elements, or at what is nowhere.",
            "Make some: `uitars-train instructions samples --out FILE`.",
        )
    torch.manual_seed(settings.seed)  # pyright: ignore[reportUnknownMemberType]
    run = _Run(begun, settings)
    rng = random.Random(settings.seed)
    with ended_early() as ended:
        for batch in _batches(found, rng):
            if run.passed >= 1 or ended.is_set():
                break
            run.update(batch)
        run.average()
        save(run.model, run.path)
    return run.model


class _Run:
    """One run at work."""

    def __init__(self, begun: Start, settings: Settings) -> None:
        self.model, self._reader = begun
        self.path = settings.out / CHECKPOINT
        if settings.resume and self.path.exists():
            self._resume()
        self.model.train()
        self._settings = settings
        # Everything in 16 bits, not the products alone: changing back and forth took half of the
        # time. The weights that are learned keep 32.
        self._kind = torch.bfloat16 if multiplies_bfloat16() else torch.float32
        self._learnt = [value for value in self.model.parameters() if value.requires_grad]
        self._optimizer = torch.optim.AdamW(
            self._learnt, lr=settings.rate, weight_decay=_DECAY, fused=True
        )
        self._rounding: Rounding | None = None
        self._began = time.monotonic()
        self._updates, self._lost = 0, 0.0
        self._halfway: dict[str, Tensor] | None = None

    def _resume(self) -> None:
        """Raises `UsageError` for a checkpoint that cannot be read, or of another network."""
        try:
            self.model.load_state_dict(torch.load(self.path, weights_only=True))
        except Exception as error:  # torch raises classes of its own for every kind of bad file
            raise UsageError(
                f"The checkpoint {self.path} cannot be gone on from.",
                "Give the --start that it began with, or another folder.",
            ) from error

    @property
    def passed(self) -> float:
        """Share of the training that is over."""
        whole = self._settings.minutes * 60
        if whole <= 0:
            return 1.0
        spent = (time.monotonic() - self._began) / whole
        return max(spent, self._updates / self._settings.updates)

    def update(self, batch: Sequence[_Drawn]) -> None:
        """One step of the optimizer, and whatever is due then."""
        passed, settings = self.passed, self._settings
        if self._rounding is None and passed > 1 - _ROUNDED:
            self._rounding = Rounding(self.model, activations=True)
        if self._rounding is not None and self._updates % _SCALES_LAST == 0:
            self._rounding.fit()
        if self._halfway is None and passed > _AVERAGED:
            self._halfway = {name: value.clone() for name, value in self._state().items()}
        self._updates += 1
        rising = min(1.0, self._updates / settings.warmup)
        for group in self._optimizer.param_groups:
            group["lr"] = settings.rate * rising * max(0.02, 1 - passed)
        self._optimizer.zero_grad(set_to_none=True)
        with contextlib.nullcontext() if self._rounding is None else self._rounding():
            loss = self._loss(batch)
            loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self._learnt, 1.0)
        self._optimizer.step()  # pyright: ignore[reportUnknownMemberType]
        self._lost += loss.item()
        if self._updates % _TELL == 0:
            print(f"{passed:5.1%} {self._updates} loss {self._lost / _TELL:.3f}", flush=True)  # noqa: T201
            self._lost = 0.0
        if self._updates % _SAVE == 0:
            save(self.model, self.path)

    def average(self) -> None:
        """The weights of now and of halfway, in the mean."""
        with torch.no_grad():
            for name, before in (self._halfway or {}).items():
                self._state()[name].lerp_(before, 0.5)

    def _state(self) -> dict[str, Tensor]:
        return {name: value for name, value in self.model.named_parameters() if value.requires_grad}

    def _loss(self, batch: Sequence[_Drawn]) -> Tensor:
        read = self._reader.batch([one.question for one in batch])
        weights = {name: value.to(self._kind) for name, value in self.model.named_parameters()}
        scores: Tensor = functional_call(self.model, weights, (read,))
        scores = scores.float()
        odds = torch.cat([scores, scores.new_zeros(len(batch), 1)], 1).log_softmax(1)
        right = [torch.logsumexp(row[one.right], 0) for row, one in zip(odds, batch, strict=True)]
        return -torch.stack(right).mean()


def save(model: CrossEncoder, path: Path) -> None:
    """Whole, or not at all. Raises `UsageError` where the disk does not take it."""
    replacing.save(path, model.state_dict())


class _Drawn(NamedTuple):
    """What is right among others, in any order."""

    question: Question
    right: list[int]
    """Where it stands; `_NOTHING` where it does not."""


def _drawn(one: Comparison, rng: random.Random) -> _Drawn:
    right = [at for at, is_right in enumerate(one.right) if is_right][:_RIGHT]
    others = [at for at, is_right in enumerate(one.right) if not is_right]
    if others and rng.random() < _LEFT_OUT:
        right = []
    room = COMPARED - len(right)
    near = others[: room + _FURTHER]
    rng.shuffle(near)
    chosen = near[: room - 1]
    left = [at for at in others if at not in chosen]
    chosen += [rng.choice(left)] if left else []
    shown = [*right, *chosen]
    rng.shuffle(shown)
    return _Drawn(
        Question(one.asked, [one.described[at] for at in shown]),
        [shown.index(at) for at in right] or [_NOTHING],
    )


def _batches(found: Sequence[Comparison], rng: random.Random) -> Iterator[list[_Drawn]]:
    """Without end; those of like length together, as all are filled up to the longest."""
    left = list(found)
    while True:
        rng.shuffle(left)
        for at in range(0, len(left), TOGETHER * _SORTED):
            drawn = [_drawn(one, rng) for one in left[at : at + TOGETHER * _SORTED]]
            drawn.sort(key=_longest)
            cut = [drawn[first : first + TOGETHER] for first in range(0, len(drawn), TOGETHER)]
            rng.shuffle(cut)
            yield from cut


def _longest(one: _Drawn) -> int:
    return max(map(len, one.question.described))
