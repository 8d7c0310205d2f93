"""Training with the numbers that the product computes with: 4-bit weights, 8-bit activations.

Forward rounds exactly what `export.py` writes in four bits (blocks of 32 along the input, the best
scale of a block) and rounds its inputs as `accuracy_level=4` does; backward passes through as if
nothing had been rounded. Not here: how four bits are stored (`packing.py`).
"""

from __future__ import annotations

from typing import Any, Final

import torch
from torch import Tensor, nn
from torch.func import functional_call  # pyright: ignore[reportPrivateImportUsage]

from uitars_train.data.encoding import Batch
from uitars_train.network.model import Decoder, Experts
from uitars_train.network.packing import BLOCK, rounded_activations

_SHRINKS: Final = (0.75, 0.8, 0.85, 0.9, 0.95, 1.0)
_LASTS: Final = 40
"""Updates for which the scales of a block are kept."""


class Rounding:
    """A model's forward in the product's numbers."""

    def __init__(self, model: Decoder) -> None:
        self._model = model
        self._scales: dict[str, Tensor] = {}
        self._age = 0
        self._names: list[str] = []
        modules: list[tuple[str, nn.Module]] = list(model.named_modules())  # pyright: ignore[reportUnknownArgumentType]
        for path, module in modules:
            if isinstance(module, Experts):
                module.rounds = True
                self._names += [f"{path}.up", f"{path}.down"]
            elif isinstance(module, nn.Linear) and _in_four_bits(path, module):
                module.register_forward_pre_hook(_round_input)
                self._names.append(f"{path}.weight")

    def __call__(self, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
        """What `Decoder.forward` gives, with rounded numbers."""
        given = dict(self._model.named_parameters())
        if self._age % _LASTS == 0:
            with torch.no_grad():
                self._scales = {name: _scales(given[name]) for name in self._names}
        self._age += 1
        rounded = {name: _through(given[name], self._scales[name]) for name in self._names}
        result: tuple[Tensor, Tensor, Tensor] = functional_call(self._model, rounded, (batch,))
        return result


def _in_four_bits(path: str, module: nn.Linear) -> bool:
    return module.in_features % BLOCK == 0 and not path.endswith("router")


def _round_input(module: nn.Module, given: tuple[Any, ...]) -> tuple[Any, ...]:
    return (rounded_activations(given[0]), *given[1:])


def _blocks(weight: Tensor) -> Tensor:
    return weight.reshape(-1, BLOCK)


def _scales(weight: Tensor) -> Tensor:
    """(blocks, 1): of a few candidates the scale with the smallest squared error."""
    blocks = _blocks(weight)
    peak = blocks.gather(1, blocks.abs().argmax(1, keepdim=True))
    full = torch.where(peak == 0, torch.ones_like(peak), peak / -8)
    best = torch.full_like(full, float("inf"))
    chosen = full.clone()
    for shrink in _SHRINKS:
        scale = full * shrink
        near = (blocks / scale).round().clamp(-8, 7) * scale
        error = ((near - blocks) ** 2).sum(1, keepdim=True)
        better = error < best
        best = torch.where(better, error, best)
        chosen = torch.where(better, scale, chosen)
    return chosen


def _through(weight: Tensor, scale: Tensor) -> Tensor:
    """The nearest 4-bit values; the gradient passes through."""
    with torch.no_grad():
        near = (_blocks(weight) / scale).round().clamp(-8, 7) * scale
        shift = near.reshape(weight.shape) - weight
    return weight + shift
