"""The reader's network: three small picture towers and a few numbers, four answers."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn

from uitars_runtime.eyes.roles.reader import FEATURES


class Answers(NamedTuple):
    """Logits for n candidates."""

    roles: Tensor
    """(n, roles)"""
    states: Tensor
    """(n, 4): checked, selected, focused, disabled"""
    icons: Tensor
    """(n, icons)"""


class ReaderNetwork(nn.Module):
    """0.7 million parameters; 80 candidates take about 25 ms on one core."""

    def __init__(self, roles: int, icons: int) -> None:
        super().__init__()
        self.core = nn.Sequential(
            _layer(3, 16, 1), nn.MaxPool2d(2), _layer(16, 32, 1), nn.MaxPool2d(2),
            _layer(32, 64, 1), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(64 * 4 * 4, 128), nn.ReLU(),
        )  # fmt: skip
        self.wide = nn.Sequential(
            _layer(3, 16, 2), _layer(16, 24, 1), nn.MaxPool2d(2),
            _layer(24, 48, 1), nn.MaxPool2d(2), nn.Flatten(),
            nn.Linear(48 * 4 * 12, 128), nn.ReLU(),
        )  # fmt: skip
        self.context = nn.Sequential(
            _layer(2, 16, 2), _layer(16, 32, 2), _layer(32, 48, 2),
            nn.Flatten(), nn.Linear(48 * 5 * 10, 64), nn.ReLU(),
        )  # fmt: skip
        self.numbers = nn.Sequential(nn.Linear(FEATURES, 48), nn.ReLU())
        self.trunk = nn.Sequential(
            nn.Dropout(0.1), nn.Linear(128 + 128 + 64 + 48, 192), nn.ReLU(), nn.Dropout(0.1)
        )
        self.roles = nn.Linear(192, roles)
        self.states = nn.Linear(192, 4)
        # What an icon means is in its picture alone.
        self.icons = nn.Linear(128, icons)

    def forward(self, core: Tensor, wide: Tensor, context: Tensor, features: Tensor) -> Answers:
        """`Views` as tensors: pictures as floats -0.5 to 0.5, channels first."""
        drawn = self.core(core)
        together = torch.cat(
            [drawn, self.wide(wide), self.context(context), self.numbers(features)], dim=1
        )
        trunk = self.trunk(together)
        return Answers(self.roles(trunk), self.states(trunk), self.icons(drawn))


class ShippedReader(nn.Module):
    """The network as the runtime calls it: bytes in, probabilities out."""

    def __init__(self, network: ReaderNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(
        self, core: Tensor, wide: Tensor, context: Tensor, features: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """`Views` as they are; roles and icons as shares of one, states each on its own."""
        answers = self.network(pictures(core), pictures(wide), pictures(context), features)
        return answers.roles.softmax(1), answers.states.sigmoid(), answers.icons.softmax(1)


def pictures(bytes_: Tensor) -> Tensor:
    """Bytes (n, height, width, channels) as floats (n, channels, height, width), -0.5 to 0.5."""
    return bytes_.permute(0, 3, 1, 2).float() / 255 - 0.5


def _layer(inputs: int, outputs: int, stride: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, padding=1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(),
    )
