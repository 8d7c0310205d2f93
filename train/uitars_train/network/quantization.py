"""The numbers that the product computes with: 4-bit weights, 8-bit activations.

Four-bit weights as onnxruntime's MatMulNBits and QMoE lay them out, and what they stand for: blocks
of 32 along the input; a code c stands for (c - 8) * scale, with the scale of a block searched for
the smallest squared error, which costs nothing at run time. `Rounding` trains with them: forward
rounds exactly what `export.py` writes in four bits and its inputs as `accuracy_level=4` does;
backward passes through as if nothing had been rounded.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any, Final

import msgspec
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from uitars_train.network.model import BLOCK, Experts, rounded_activations

_SHRINKS: Final = tuple(np.linspace(0.7, 1.05, 15).tolist())
"""Of the scale that reaches a block's peak, what is tried. In training, too: with others it would
play with weights that are never exported."""

Floats = NDArray[np.float32]


class Packed(msgspec.Struct, frozen=True):
    """A matrix (rows, inputs) in four bits."""

    codes: NDArray[np.uint8]
    """(rows, inputs / 32, 16); the even element of a pair in the low half."""
    scales: Floats
    """(rows, inputs / 32)."""
    meant: Floats
    """(rows, inputs): the values the codes stand for."""


def pack(matrix: Floats) -> Packed:
    """The nearest four-bit matrix. Inputs must be a multiple of 32."""
    rows, inputs = matrix.shape
    exact = torch.tensor(matrix)
    kept = _scales(exact)
    whole = ((exact.reshape(-1, BLOCK) / kept).round() + 8).clamp(0, 15)
    codes = whole.numpy().astype(np.uint8).reshape(rows, -1, BLOCK)
    scales: Floats = kept.numpy().reshape(rows, -1)
    halves = (codes[..., 0::2] | (codes[..., 1::2] << 4)).astype(np.uint8)
    return Packed(halves, scales, unpack(halves, scales).reshape(rows, inputs))


def unpack(codes: NDArray[np.uint8], scales: Floats) -> Floats:
    """(blocks, 32): the values that codes with a scale for every block stand for, in whatever shape
    both are given."""
    halves = codes.reshape(-1, BLOCK // 2)
    whole = np.stack([halves & 15, halves >> 4], -1).reshape(-1, BLOCK).astype(np.float32)
    meant: Floats = (whole - 8) * scales.reshape(-1, 1)
    return meant


# ------------------------------------------------------------------------------- training with them


class Rounding:
    """A model's matrices with the product's values for a while: what is computed inside is
    computed with these, and their gradients are those of the weights as if nothing had been
    rounded."""

    def __init__(self, model: nn.Module, *, activations: bool = False) -> None:
        """`activations`: those are rounded, too, from now on. Where they keep 32 bits, a row does
        not depend on what is beside it."""
        found = list(_matrices(model))
        self._weights = [model.get_parameter(name) for _, names in found for name in names]
        self._scales: list[Tensor] = []
        for module, _ in found if activations else ():
            if isinstance(module, Experts):
                module.rounds = True
            else:
                module.register_forward_pre_hook(_round_input)

    def fit(self) -> None:
        """Choose the scales of the blocks anew."""
        with torch.no_grad():
            self._scales = [_scales(weight) for weight in self._weights]

    @contextmanager
    def __call__(self) -> Generator[None]:
        if not self._scales:
            self.fit()
        exact = [weight.data for weight in self._weights]
        for weight, scale in zip(self._weights, self._scales, strict=True):
            weight.data = _near(weight.data, scale)
        try:
            yield
        finally:
            for weight, data in zip(self._weights, exact, strict=True):
                weight.data = data


def _matrices(model: nn.Module) -> Iterator[tuple[nn.Module, list[str]]]:
    """Modules with matrices of four bits, and these by name."""
    modules: list[tuple[str, nn.Module]] = list(model.named_modules())  # pyright: ignore[reportUnknownArgumentType]
    for path, module in modules:
        if isinstance(module, Experts):
            yield module, [f"{path}.up", f"{path}.down"]
        elif isinstance(module, nn.Linear) and _in_four_bits(path, module):
            yield module, [f"{path}.weight"]


def _in_four_bits(path: str, module: nn.Linear) -> bool:
    return module.in_features % BLOCK == 0 and not path.endswith("router")


def _round_input(module: nn.Module, given: tuple[Any, ...]) -> tuple[Any, ...]:
    return (rounded_activations(given[0]), *given[1:])


def _scales(weight: Tensor) -> Tensor:
    """(blocks, 1): of some candidates the scale with the smallest squared error."""
    blocks = weight.reshape(-1, BLOCK)
    peak = blocks.gather(1, blocks.abs().argmax(1, keepdim=True))
    full = torch.where(peak == 0, torch.ones_like(peak), peak / -8)
    best = torch.full_like(full, float("inf"))
    chosen = full.clone()
    for shrink in _SHRINKS:
        scale = full * shrink
        error = ((_near(blocks, scale) - blocks) ** 2).sum(1, keepdim=True)
        better = error < best
        best = torch.where(better, error, best)
        chosen = torch.where(better, scale, chosen)
    return chosen


def _near(weight: Tensor, scale: Tensor) -> Tensor:
    """The nearest 4-bit values."""
    near = (weight.reshape(-1, BLOCK) / scale).round().clamp(-8, 7) * scale
    return near.reshape(weight.shape)
