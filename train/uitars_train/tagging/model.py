"""The network that tags requests: the adapted sentence encoder with a head.

Not here: what it learns (`training.py`), the product's file (`export.py`).
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from uitars_runtime.backends.embedded.network.tagging import OPS, SEEN, SLOTS
from uitars_train.encoder.adapted import WIDTH, AdaptedEncoder, sentence_encoder


class Tags(AdaptedEncoder):
    """Rows of pieces (B, T, width), mask (B, T) and what else is told of them (B, T, SEEN) in;
    log-odds of ops and slots, (B, T, 2 * kinds + 1) each, out."""

    def __init__(self) -> None:
        """Raises `UsageError` where the shipped encoder cannot be read."""
        super().__init__(SEEN, sentence_encoder())
        self.ops = nn.Linear(WIDTH, 2 * len(OPS) + 1)
        self.slots = nn.Linear(WIDTH + 2 * len(OPS) + 1, 2 * len(SLOTS) + 1)

    def forward(self, words: Tensor, mask: Tensor, told: Tensor) -> tuple[Tensor, Tensor]:
        hidden = self.made(words, mask, told)
        ops = functional.log_softmax(self.ops(hidden), -1)
        slots = self.slots(torch.cat([hidden, ops.exp()], -1))
        return ops, functional.log_softmax(slots, -1)
