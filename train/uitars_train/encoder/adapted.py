"""A shipped encoder, frozen with its rounded weights, with adapters of low rank beside its matrices
(Hu et al. 2021, arXiv 2106.09685), and what is made of its states for each piece.

Not here: heads on top (`tagging/`, `forms/`), the product's files (`adapted_export.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar

import torch
from torch import Tensor, nn
from torch.nn import functional

from uitars_runtime.backends.embedded.network import encoder
from uitars_runtime.errors import UsageError
from uitars_train import replacing
from uitars_train.encoder.bert import shaped
from uitars_train.network.quantization import Floats
from uitars_train.network.weights import checkpoint, tensor_of, written

Tables = Sequence[Floats]
Sample = TypeVar("Sample")
Network = TypeVar("Network", bound="AdaptedEncoder")

RANK: Final = 8
"""Ours; Hu et al. 2021 find 4 to 8 enough."""
SCALE: Final = 2.0
"""By what an adapter's answer is multiplied, as alpha over rank there."""
WIDTH: Final = 160
"""Of what is made for each piece. Ours."""
KERNEL: Final = 5
"""Pieces that are seen at once for that. Ours."""
HEADS: Final = 12
"""Of the encoder's attention."""
DROPPED: Final = 0.2
_DROPPED_INSIDE: Final = 0.1
"""Of the encoder's states, as BERT was trained."""
RATE: Final = 1e-3
"""Of the adapters at its highest; the head learns twice as fast. Ours."""
_GOING_ON: Final = 0.5
"""Share of that where it goes on from weights: a high rate would undo what they learned. Ours."""
_WARMING: Final = 0.1
CHECKPOINT: Final = ".pt"
"""Ending of the name of where a learning that was ended goes on."""


class Adapted(nn.Module):
    """A frozen matrix with an adapter beside it."""

    def __init__(self, base: nn.Linear, rank: int) -> None:
        super().__init__()
        self.base = base.requires_grad_(requires_grad=False)
        self.down = nn.Parameter(torch.randn(base.in_features, rank) / base.in_features**0.5)
        self.up = nn.Parameter(torch.zeros(rank, base.out_features))

    def forward(self, states: Tensor) -> Tensor:
        found: Tensor = self.base(states) + SCALE * (states @ self.down) @ self.up
        return found


class AdaptedEncoder(nn.Module):
    """Rows of pieces (B, T, width), mask (B, T) and what else is told of them (B, T, seen) in; what
    is made for each piece, (B, T, WIDTH), out."""

    def __init__(self, seen: int, bert: Any, rank: int = RANK) -> None:
        """`bert`: of transformers, without what it pools. `rank`: of its adapters."""
        super().__init__()
        self.bert = bert.requires_grad_(requires_grad=False)
        width: int = self.bert.config.hidden_size
        for layer in self.bert.encoder.layer:
            attention = layer.attention.self
            for owner, name in (
                *((attention, name) for name in ("query", "key", "value")),
                *((part, "dense") for part in (layer.attention.output, layer.intermediate)),
                (layer.output, "dense"),
            ):
                setattr(owner, name, Adapted(getattr(owner, name), rank))
        self.told = nn.Linear(seen, width, bias=False)
        nn.init.zeros_(self.told.weight)
        self.first = nn.Linear(width + seen, WIDTH)
        self.beside = nn.Conv1d(WIDTH, WIDTH, KERNEL, padding=KERNEL // 2)
        self.norm = nn.LayerNorm(WIDTH)
        self.drop = nn.Dropout(DROPPED)

    def made(
        self, words: Tensor, mask: Tensor, told: Tensor, places: Tensor | None = None
    ) -> Tensor:
        """(B, T, WIDTH). `mask` may be (B, 1, T, T), what is added to each piece's looks at others;
        `places` (B, T): other ones than one after the other."""
        given = words + self.told(told)
        read = self.bert(inputs_embeds=given, attention_mask=mask, position_ids=places)
        states = torch.cat([self.drop(read.last_hidden_state), told], -1)
        hidden = functional.gelu(self.first(states))
        around = self.beside(self.drop(hidden).transpose(1, 2)).transpose(1, 2)
        found: Tensor = self.drop(self.norm(hidden + functional.gelu(around)))
        return found

    def own(self) -> dict[str, Tensor]:
        """What is learned, by name: all but the encoder's weights."""
        return {
            name: value.detach() for name, value in self.named_parameters() if value.requires_grad
        }


class Learning:
    """Rounds of learning; what was ended goes on behind the last one that was kept."""

    def __init__(
        self,
        model: AdaptedEncoder,
        steps: int,
        seed: int,
        kept: Path | None = None,
        start: Path | None = None,
    ) -> None:
        """`steps`: of all rounds, at most. `kept`: the file that holds where it is, if anything
        is to be kept. `start`: what the model's own weights are from. Raises `UsageError` where
        what is kept is of another learning."""
        self._model, self._seed, self._kept = model, seed, kept
        begun_with = sha256(start.read_bytes()).hexdigest() if start is not None else ""
        self._begun: dict[str, object] = {"steps": steps, "seed": seed, "start": begun_with}
        adapters = [
            value for name, value in model.named_parameters() if name.endswith((".down", ".up"))
        ]
        names = {id(value) for value in adapters}
        head = [one for one in model.parameters() if one.requires_grad and id(one) not in names]
        rate = RATE if start is None else _GOING_ON * RATE
        groups = [{"params": adapters, "lr": rate}, {"params": head, "lr": 2 * rate}]
        self._optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
        # One cycle (Smith & Topin 2018, arXiv 1708.07120).
        self._schedule = torch.optim.lr_scheduler.OneCycleLR(
            self._optimizer, [rate, 2 * rate], total_steps=steps, pct_start=_WARMING
        )
        self.rounds = 0
        """That were learned."""
        if kept is not None and kept.exists():
            self._go_on(kept, checkpoint(kept))

    def learn(self, missed: Iterable[Tensor]) -> float:
        """One round. `missed`: the loss of each batch, reckoned when it is asked for; the mean of
        all of them."""
        self._model.train()
        torch.manual_seed(self._seed + self.rounds)  # pyright: ignore[reportUnknownMemberType]
        losses: list[float] = []
        for found in missed:
            self._optimizer.zero_grad()
            found.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(self._model.parameters(), 1.0)
            self._optimizer.step()  # pyright: ignore[reportUnknownMemberType]
            self._schedule.step()
            losses.append(float(found.detach()))
        self.rounds += 1
        self._keep()
        return sum(losses) / max(len(losses), 1)

    def _keep(self) -> None:
        if self._kept is None:
            return
        state = {
            "own": self._model.own(),
            "optimizer": self._optimizer.state_dict(),
            "schedule": self._schedule.state_dict(),
            "rounds": self.rounds,
            "begun": self._begun,
        }
        replacing.save(self._kept, state)

    def _go_on(self, kept: Path, state: dict[str, Any]) -> None:
        if state.get("begun") != self._begun:
            raise UsageError(
                f"What {kept} holds was begun with other --rounds, --start, --seed or samples.",
                "Give what it began with, or another --out.",
            )
        self._model.load_state_dict(state["own"], strict=False)
        self._optimizer.load_state_dict(state["optimizer"])
        self._schedule.load_state_dict(state["schedule"])
        self.rounds = state["rounds"]


def parted(
    by_author: Mapping[str, Sequence[Sample]], judge: str, missing: str
) -> tuple[list[Sample], list[Sample]]:
    """What is learned from, and what the author wrote who only judges. `missing`: said where one of
    both is nothing, as a `UsageError`."""
    learned = [one for author, some in by_author.items() if author != judge for one in some]
    judges = list(by_author.get(judge, ()))
    if not learned or not judges:
        raise UsageError(missing)
    return learned, judges


def learned_into(
    out: Path, file: str, learn: Callable[[Path], Network], export: Callable[[Network, Path], None]
) -> None:
    """Learn and write a file into a folder. `learn` is given where it keeps how far it came; that
    is gone once the file is there."""
    out.mkdir(parents=True, exist_ok=True)
    kept = (out / file).with_suffix(CHECKPOINT)
    export(learn(kept), out / file)
    kept.unlink()


def shipped(file: Path, placed: Callable[[Tables], Floats]) -> Any:
    """A shipped encoder. `placed`: what is added to pieces by their places, of its tables that are
    as wide as its states. Raises `UsageError` where it cannot be read."""
    _, arrays = written(file)
    width = len(arrays["encoder.layer.0.output.dense.bias"])
    layers = sum(name.endswith(".intermediate.dense.bias") for name in arrays)
    places = placed([one for one in arrays.values() if one.ndim == 2 and one.shape[1] == width])
    # Rows of pieces are given, so that it needs none of its own.
    model = shaped(
        arrays, layers=layers, heads=HEADS, pieces=1, places=len(places), dropped=_DROPPED_INSIDE
    )
    state = model.state_dict()
    for name, value in state.items():
        if name in arrays:
            turned = name.endswith("weight") and "LayerNorm" not in name
            state[name] = tensor_of(arrays, name, value.shape, turned)
    state["embeddings.position_embeddings.weight"] = torch.tensor(places)
    state["embeddings.token_type_embeddings.weight"] = torch.zeros(2, width)
    model.load_state_dict(state)
    return model


def sentence_encoder() -> Any:
    """The shipped one. Raises `UsageError`."""

    def placed(tables: Tables) -> Floats:
        (known,) = tables
        return known

    return shipped(encoder.FOLDER / encoder.FILE, placed)
