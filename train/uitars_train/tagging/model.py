"""The network that tags requests: the shipped sentence encoder, frozen, with adapters of low rank
beside its matrices (Hu et al. 2021, arXiv 2106.09685), and a head.

Not here: what it learns (`training.py`), the product's file (`export.py`).
"""

from __future__ import annotations

from typing import Any, Final

import torch
from torch import Tensor, nn
from torch.nn import functional

from uitars_runtime.backends.embedded.network.encoder import FILE, FOLDER
from uitars_runtime.backends.embedded.network.tagging import OPS, SEEN, SLOTS
from uitars_train.encoder.bert import shaped
from uitars_train.network.weights import tensor_of, written

RANK: Final = 8
"""Ours; Hu et al. 2021 find 4 to 8 enough."""
SCALE: Final = 2.0
"""By what an adapter's answer is multiplied, as alpha over rank there."""
WIDTH: Final = 160
"""Of the head. Ours."""
KERNEL: Final = 5
"""Pieces that the head sees at once. Ours."""
HEADS: Final = 12
"""Of the encoder's attention."""
_DROPPED: Final = 0.2
_DROPPED_INSIDE: Final = 0.1
"""Of the encoder's states, as BERT was trained."""


class Adapted(nn.Module):
    """A frozen matrix with an adapter beside it."""

    def __init__(self, base: nn.Linear) -> None:
        super().__init__()
        self.base = base.requires_grad_(requires_grad=False)
        self.down = nn.Parameter(torch.randn(base.in_features, RANK) / base.in_features**0.5)
        self.up = nn.Parameter(torch.zeros(RANK, base.out_features))

    def forward(self, states: Tensor) -> Tensor:
        found: Tensor = self.base(states) + SCALE * (states @ self.down) @ self.up
        return found


class Tags(nn.Module):
    """Rows of pieces (B, T, width), mask (B, T) and what else is told of them (B, T, SEEN) in;
    log-odds of ops and slots, (B, T, 2 * kinds + 1) each, out."""

    def __init__(self) -> None:
        """Raises `UsageError` where the shipped encoder cannot be read."""
        super().__init__()
        self.bert = _encoder()
        width: int = self.bert.config.hidden_size
        for layer in self.bert.encoder.layer:
            seen = layer.attention.self
            for owner, name in (
                *((seen, name) for name in ("query", "key", "value")),
                *((part, "dense") for part in (layer.attention.output, layer.intermediate)),
                (layer.output, "dense"),
            ):
                setattr(owner, name, Adapted(getattr(owner, name)))
        self.told = nn.Linear(SEEN, width, bias=False)
        nn.init.zeros_(self.told.weight)
        self.first = nn.Linear(width + SEEN, WIDTH)
        self.beside = nn.Conv1d(WIDTH, WIDTH, KERNEL, padding=KERNEL // 2)
        self.norm = nn.LayerNorm(WIDTH)
        self.ops = nn.Linear(WIDTH, 2 * len(OPS) + 1)
        self.slots = nn.Linear(WIDTH + 2 * len(OPS) + 1, 2 * len(SLOTS) + 1)
        self.drop = nn.Dropout(_DROPPED)

    def forward(self, words: Tensor, mask: Tensor, told: Tensor) -> tuple[Tensor, Tensor]:
        read = self.bert(inputs_embeds=words + self.told(told), attention_mask=mask)
        states = torch.cat([self.drop(read.last_hidden_state), told], -1)
        hidden = functional.gelu(self.first(states))
        around = self.beside(self.drop(hidden).transpose(1, 2)).transpose(1, 2)
        hidden = self.drop(self.norm(hidden + functional.gelu(around)))
        ops = functional.log_softmax(self.ops(hidden), -1)
        slots = self.slots(torch.cat([hidden, ops.exp()], -1))
        return ops, functional.log_softmax(slots, -1)

    def own(self) -> dict[str, Tensor]:
        """What is learned, by name: all but the encoder's weights."""
        return {
            name: value.detach() for name, value in self.named_parameters() if value.requires_grad
        }


def _encoder() -> Any:
    """The shipped sentence encoder with its rounded weights."""
    _, arrays = written(FOLDER / FILE)
    width = len(arrays["encoder.layer.0.output.dense.bias"])
    layers = sum(name.endswith(".intermediate.dense.bias") for name in arrays)
    (places,) = (one for one in arrays.values() if one.ndim == 2 and one.shape[1] == width)
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
    return model.requires_grad_(requires_grad=False)
