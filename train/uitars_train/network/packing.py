"""Four-bit weights as onnxruntime's MatMulNBits and QMoE lay them out, and what they stand for.

Blocks of 32 along the input; a code c stands for (c - 8) * scale. The scale of a block is searched
for the smallest squared error, which costs nothing at run time.
"""

from __future__ import annotations

from typing import Final

import msgspec
import numpy as np
import torch
from numpy.typing import NDArray

BLOCK: Final = 32
_SHRINKS: Final = np.linspace(0.7, 1.05, 15)

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]


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
    blocks = matrix.reshape(rows, inputs // BLOCK, BLOCK).astype(np.float64)
    peak_at = np.abs(blocks).argmax(-1)[..., None]
    full = np.take_along_axis(blocks, peak_at, -1) / -8.0
    full[full == 0] = 1.0
    best = np.full(full.shape, np.inf)
    scale = full.copy()
    for shrink in _SHRINKS:
        tried = full * shrink
        fitted: Doubles = np.clip(np.rint(blocks / tried), -8, 7)
        error: Doubles = ((fitted * tried - blocks) ** 2).sum(-1, keepdims=True)
        better: NDArray[np.bool_] = error < best
        best = np.where(better, error, best)
        scale = np.where(better, tried, scale)
    kept = scale.astype(np.float32)
    codes = np.clip(np.rint(blocks / kept) + 8, 0, 15).astype(np.uint8)
    halves = (codes[..., 0::2] | (codes[..., 1::2] << 4)).astype(np.uint8)
    return Packed(halves, kept[..., 0], unpack(halves, kept).reshape(rows, inputs))


def unpack(codes: NDArray[np.uint8], scales: Floats) -> Floats:
    """(blocks, 32): the values that codes with a scale for every block stand for, in whatever shape
    both are given."""
    halves = codes.reshape(-1, BLOCK // 2)
    whole = np.stack([halves & 15, halves >> 4], -1).reshape(-1, BLOCK).astype(np.float32)
    meant: Floats = (whole - 8) * scales.reshape(-1, 1)
    return meant


def round_activations(values: Floats) -> Floats:
    """What `accuracy_level=4` makes of activations: 8 bits per row and block, absmax / 127."""
    rows, inputs = values.shape
    blocks = values.reshape(rows, inputs // BLOCK, BLOCK).astype(np.float64)
    scale = np.abs(blocks).max(-1, keepdims=True) / 127
    scale[scale == 0] = 1.0
    rounded: Doubles = np.rint(blocks / scale) * scale
    return rounded.reshape(rows, inputs).astype(np.float32)


def rounded_activations(x: torch.Tensor) -> torch.Tensor:
    """The same in torch; the gradient passes through as if nothing were rounded."""
    with torch.no_grad():
        blocks = x.float().reshape(*x.shape[:-1], -1, BLOCK)
        scale = blocks.abs().amax(-1, keepdim=True).clamp(min=1e-9) / 127
        near = ((blocks / scale).round() * scale).reshape(x.shape).to(x.dtype)
    return x + (near - x).detach()
