"""Tuning the sentence encoder on what people ask for: what is meant comes nearer than the rest.

Each sentence is compared with all that stands on its screen, by the very log-odds that nearness
adds in the product, and what it means is to be the likeliest (contrast within a batch as in Reimers
& Gurevych 2019, arXiv 1908.10084; here with the other elements of the screen). The sentences of one
screen share its elements, so that each is read once for all of them. The table of word pieces stays
as it is: it knows words that no sentence of ours says. Not here: the product's file (`export.py`).
"""

from __future__ import annotations

import math
import random
import shutil
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import torch
from torch import Tensor
from torch.nn import functional

from uitars_runtime.backends.embedded.network.affinity import LOG_ODDS, UNRELATED, Affinity, Encoder
from uitars_runtime.backends.embedded.network.encoder import LONGEST, WordPieces
from uitars_runtime.errors import UsageError
from uitars_runtime.replacing import replaced
from uitars_train.data.sample import Sample
from uitars_train.encoder.bert import vocabulary
from uitars_train.network.training import narrow_products

TOGETHER: Final = 32
"""Sentences in one update, at most."""
_RATE: Final = 4e-5
_WARMUP: Final = 40
"""Updates in which the rate rises."""
_DECAY: Final = 0.01
_TELL: Final = 50


class Asked(NamedTuple):
    """One sentence."""

    clause: str
    part: str
    right: tuple[int, ...]
    """Elements that are meant."""


class Seen(msgspec.Struct, frozen=True):
    """A screen, and what is asked there."""

    names: tuple[str, ...]
    owners: tuple[int, ...]
    """Per name, whose it is."""
    elements: int
    asked: tuple[Asked, ...]


class Settings(msgspec.Struct, frozen=True):
    """What a run needs to know."""

    epochs: int = 3
    rate: float = _RATE
    seed: int = 1


class _Nothing:
    """Names are all that is asked for here."""

    def vectors(self, texts: Sequence[str], /) -> Any:
        raise NotImplementedError(texts)


_NOTHING: Final[Encoder] = _Nothing()


def screens_of(samples: Iterable[Sample]) -> list[Seen]:
    """The samples whose step is done on an element that has a name, by their screens."""
    found: dict[tuple[tuple[str, ...], tuple[int, ...], int], list[Asked]] = defaultdict(list)
    for sample in samples:
        affinity = Affinity(sample.situation, _NOTHING)
        right = tuple(at for at in sample.target.elements if at in affinity.owners)
        if right:
            key = affinity.names, affinity.owners, affinity.elements
            found[key].append(Asked(*affinity.asked(sample.target.serves), right))
    return [
        Seen(names, owners, elements, tuple(asked))
        for (names, owners, elements), asked in found.items()
    ]


class Tuned:
    """The encoder in torch."""

    def __init__(self, checkpoint: Path) -> None:
        """A Hugging Face folder. Raises `UsageError` where it is none."""
        kind: Any = import_module("transformers").BertModel
        self._pieces = WordPieces(vocabulary(checkpoint))
        self.model: Any = kind.from_pretrained(str(checkpoint), add_pooling_layer=False)
        self.model.embeddings.word_embeddings.weight.requires_grad = False

    def log_odds(self, seen: Seen, asked: Sequence[Asked]) -> Tensor:
        """(sentences, elements): what nearness adds, as `Affinity.log_odds` does."""
        count = len(asked)
        texts = [*seen.names, *(one.clause for one in asked), *(one.part for one in asked)]
        vectors = self.vectors(texts)
        names, said = vectors[: len(seen.names)], vectors[len(seen.names) :]
        alike = said @ names.T
        owners = torch.tensor(seen.owners).expand(2 * count, -1)
        # What has no name is as near as what has nothing to do with the task.
        nearest = torch.full((2 * count, seen.elements), UNRELATED)
        nearest = nearest.scatter_reduce(1, owners, alike, "amax")
        return LOG_ODDS * (nearest[:count] + nearest[count:] - 2 * UNRELATED)

    def vectors(self, texts: Sequence[str]) -> Tensor:
        """(texts, width), each of unit length; texts of like length are read together."""
        codes = {text: self._pieces.encode(text, LONGEST) for text in dict.fromkeys(texts)}
        ordered = sorted(codes, key=lambda text: len(codes[text]))
        found = torch.cat([self._read(part, codes) for part in _alike(ordered, codes)])
        place = {text: at for at, text in enumerate(ordered)}
        return found[torch.tensor([place[text] for text in texts])]

    def _read(self, texts: Sequence[str], codes: dict[str, list[int]]) -> Tensor:
        longest = len(codes[texts[-1]])
        ids = torch.zeros(len(texts), longest, dtype=torch.long)
        for row, text in enumerate(texts):
            ids[row, : len(codes[text])] = torch.tensor(codes[text])
        mask = torch.arange(longest) < torch.tensor([[len(codes[text])] for text in texts])
        with narrow_products(ids.device):
            states = self.model(ids, attention_mask=mask.long()).last_hidden_state.float()
        return functional.normalize((states * mask.unsqueeze(-1)).sum(1), dim=1)

    def save(self, checkpoint: Path, out: Path) -> None:
        """The folder with these weights, for `export.py`."""
        shutil.copytree(checkpoint, out, dirs_exist_ok=True)
        weights = {name: value.contiguous() for name, value in self.model.state_dict().items()}
        with replaced(out / "model.safetensors") as file:
            file.write(import_module("safetensors.torch").save(weights))


def tune(checkpoint: Path, samples: Iterable[Sample], out: Path, settings: Settings) -> None:
    """Tune a checkpoint on samples and write another. Raises `UsageError` where there is nothing
    to learn from."""
    seen = screens_of(samples)
    if not seen:
        raise UsageError(
            "No sample points at an element.",
            "Make some: `uitars-train instructions samples --out FILE`.",
        )
    torch.manual_seed(settings.seed)  # pyright: ignore[reportUnknownMemberType]
    tuned, rng = Tuned(checkpoint), random.Random(settings.seed)
    learnt = [value for value in tuned.model.parameters() if value.requires_grad]
    optimizer = torch.optim.AdamW(learnt, lr=settings.rate, weight_decay=_DECAY)
    updates = [batch for _ in range(settings.epochs) for batch in _batches(seen, rng)]
    tuned.model.train()
    began, lost = time.monotonic(), list[float]()
    for number, batch in enumerate(updates, 1):
        rising, left = min(1.0, number / _WARMUP), 1 - number / len(updates)
        for group in optimizer.param_groups:
            group["lr"] = settings.rate * rising * max(0.02, left)
        lost.append(_update(tuned, optimizer, learnt, batch))
        if number % _TELL == 0 or number == len(updates):
            passed = time.monotonic() - began
            mean = math.fsum(lost) / len(lost)
            print(f"{number} of {len(updates)} loss {mean:.3f} {passed:.0f} s", flush=True)  # noqa: T201
            lost.clear()
    tuned.save(checkpoint, out)


_Batch = list[tuple[Seen, Sequence[Asked]]]


def _batches(seen: Sequence[Seen], rng: random.Random) -> Iterator[_Batch]:
    """All sentences once: half an update of one screen, half of another."""
    parts: list[tuple[Seen, Sequence[Asked]]] = []
    for screen in seen:
        asked = list(screen.asked)
        rng.shuffle(asked)
        cuts = range(0, len(asked), TOGETHER // 2)
        parts += [(screen, asked[at : at + TOGETHER // 2]) for at in cuts]
    rng.shuffle(parts)
    for at in range(0, len(parts), 2):
        yield parts[at : at + 2]


def _update(
    tuned: Tuned, optimizer: torch.optim.Optimizer, learnt: Sequence[Tensor], batch: _Batch
) -> float:
    """One step of the optimizer; the mean loss of its sentences before it."""
    count, total = sum(len(asked) for _, asked in batch), 0.0
    optimizer.zero_grad(set_to_none=True)
    for seen, asked in batch:
        odds = tuned.log_odds(seen, asked).log_softmax(1)
        right = [
            torch.logsumexp(row[list(one.right)], 0) for row, one in zip(odds, asked, strict=True)
        ]
        loss = -torch.stack(right).sum() / count
        loss.backward()  # type: ignore[no-untyped-call]
        total += loss.item()
    torch.nn.utils.clip_grad_norm_(learnt, 1.0)
    optimizer.step()
    return total


def _alike(ordered: Sequence[str], codes: dict[str, list[int]]) -> Iterator[Sequence[str]]:
    """Texts, shortest first, in runs of about the same length."""
    first = 0
    for at in range(1, len(ordered) + 1):
        shortest = len(codes[ordered[first]])
        if at == len(ordered) or len(codes[ordered[at]]) > max(shortest + 2, shortest * 1.25):
            yield ordered[first:at]
            first = at
