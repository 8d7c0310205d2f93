"""The network that reads requests for filling forms: the adapted reranker with a head that points
from each control to words of the request.

Not here: what it learns (`training.py`), the product's file (`export.py`).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from uitars_runtime.backends.embedded.network import encoder, reranker
from uitars_runtime.backends.embedded.network.form_reader import ASKED, CONTROL, DEEDS, SEEN
from uitars_train.encoder.adapted import WIDTH, AdaptedEncoder, Tables, shipped
from uitars_train.network.quantization import Floats
from uitars_train.network.weights import written

_RANK: Final = 32
"""Of its adapters: it learns from more than the tagger does. Ours."""
_KNOWN: Final = 512
"""Places that the sentence encoder knows."""
SCALED: Final = WIDTH**-0.5
"""By what a product of two states is multiplied, as in attention (Vaswani et al. 2017)."""


class Said(NamedTuple):
    """Log-odds: (B, C, deeds), and (B, C, A) twice."""

    deeds: Tensor
    begins: Tensor
    ends: Tensor


class Points(AdaptedEncoder):
    """Rows of pieces (B, T, width), what each sees of others (B, 1, T, T), what else is told of
    them (B, T, SEEN), their places (B, T), where the controls begin (B, C) and where the pieces of
    the request are (B, A) in."""

    def __init__(self) -> None:
        """Raises `UsageError` where the shipped reranker cannot be read."""
        super().__init__(SEEN, _reranker(), _RANK)
        self.control = nn.Linear(WIDTH, WIDTH)
        self.deeds = nn.Linear(WIDTH, len(DEEDS))
        self.begins = nn.Linear(WIDTH, WIDTH)
        self.ends = nn.Linear(WIDTH, WIDTH)

    def forward(
        self,
        words: Tensor,
        mask: Tensor,
        told: Tensor,
        places: Tensor,
        marks: Tensor,
        asked: Tensor,
        count: Tensor,
    ) -> Said:
        """`count` (B): how many pieces of the request there are."""
        made = self.made(words, mask, told, places)
        controls = functional.gelu(self.control(_gathered(made, marks)))
        request = _gathered(made, asked).transpose(1, 2)
        behind = torch.arange(asked.shape[1])[None, :] >= count[:, None]
        begins, ends = (
            functional.log_softmax(
                (SCALED * head(controls) @ request).masked_fill(behind[:, None, :], -1e4), -1
            )
            for head in (self.begins, self.ends)
        )
        return Said(functional.log_softmax(self.deeds(controls), -1), begins, ends)


def _gathered(states: Tensor, places: Tensor) -> Tensor:
    """(B, T, width) at (B, N): (B, N, width)."""
    return states.gather(1, places[..., None].expand(-1, -1, states.shape[-1]))


def _reranker() -> Any:
    """The shipped one, which compared controls with requests before; requests may be longer than
    those it knew: for what lies behind, the places of the sentence encoder stand in, which both
    went on from."""
    _, arrays = written(encoder.FOLDER / encoder.FILE)
    (known,) = (one for one in arrays.values() if one.ndim == 2 and one.shape[0] == _KNOWN)

    def placed(tables: Tables) -> Floats:
        (table,) = (one for one in tables if len(one) == reranker.ASKED + reranker.DESCRIBED)
        request, control = table[: reranker.ASKED], table[reranker.ASKED :]
        return np.concatenate([request, known[reranker.ASKED : ASKED], control[:CONTROL]])

    return shipped(encoder.FOLDER / reranker.FILE, placed)
