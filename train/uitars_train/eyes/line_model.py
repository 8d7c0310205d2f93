"""The network that reads lines: a few convolutions over the picture, then along the line."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from uitars_runtime.eyes.text.recognition import HEIGHT

STRIDE = 2
"""Columns of a view to one answer."""


class LineNetwork(nn.Module):
    """About a million parameters; a line of 20 characters takes about a millisecond on one core."""

    def __init__(self, characters: int) -> None:
        """`characters`: how many it tells apart; one more answer stands for none."""
        super().__init__()
        self.picture = nn.Sequential(
            _layer(1, 24, (2, 2)), _layer(24, 48, (2, 1)), _layer(48, 80, (2, 1)),
            _layer(80, 112, (2, 1)),
        )  # fmt: skip
        rows = HEIGHT
        for _ in range(4):
            rows = -(-rows // 2)
        self.first = _along(112 * rows, 192)
        self.further = nn.ModuleList(_along(192, 192) for _ in range(3))
        self.answers = nn.Conv1d(192, characters + 1, 1)

    def forward(self, views: Tensor) -> Tensor:
        """Views (n, 1, HEIGHT, columns) 0 to 1; logits (n, columns / STRIDE, 1 + characters)."""
        seen = self.first(self.picture(views).flatten(1, 2))
        for layer in self.further:
            seen = seen + layer(seen)
        answers: Tensor = self.answers(seen)
        return answers.transpose(1, 2)


class ShippedLines(nn.Module):
    """The network as the runtime calls it: bytes in, the best character of each place out."""

    def __init__(self, network: LineNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, views: Tensor) -> tuple[Tensor, Tensor]:
        """Views (n, HEIGHT, columns); the index of the best answer and its share, both (n, m)."""
        shares = self.network(views[:, None].float() / 255).softmax(2)
        best, index = torch.max(shares, dim=2)
        return index, best


def _layer(inputs: int, outputs: int, stride: tuple[int, int]) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, padding=1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(),
    )


def _along(inputs: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv1d(inputs, outputs, 5, padding=2, bias=False), nn.BatchNorm1d(outputs), nn.ReLU()
    )
