"""Eight-bit activations as the engines round them, for measuring what they cost.

All are symmetric with 127 steps each way: vLLM takes one scale per token, onnxruntime
(`accuracy_level=4`) one per token and block of the weights' group size, llama.cpp (Q8_0) one per 32
values, kept in float16.
"""

from __future__ import annotations

from enum import Enum

import numpy as np

from uitars_quant.numerics.grid import Floats


class Activations(Enum):
    """Where one scale is shared."""

    EXACT = "exact"
    TOKEN = "token"  # noqa: S105 - a token of text
    BLOCK_32 = "block32"
    BLOCK_128 = "block128"
    GGML = "ggml"

    def round(self, values: Floats) -> Floats:
        """(..., inputs) as the engine sees them; a last block that is not full counts."""
        match self:
            case Activations.EXACT:
                return values
            case Activations.TOKEN:
                return _per_block(values, values.shape[-1])
            case Activations.BLOCK_32:
                return _per_block(values, 32)
            case Activations.BLOCK_128:
                return _per_block(values, 128)
            case Activations.GGML:
                return _q8_0(values)


def _per_block(values: Floats, block: int) -> Floats:
    inputs = values.shape[-1]
    padded = np.pad(values, [(0, 0)] * (values.ndim - 1) + [(0, -inputs % block)])
    blocks = padded.reshape(*values.shape[:-1], padded.shape[-1] // block, block)
    scale = np.abs(blocks).max(-1, keepdims=True) / np.float32(127)
    scale[scale == 0] = 1
    rounded: Floats = np.rint(blocks / scale) * scale
    return rounded.reshape(padded.shape)[..., :inputs]


def _q8_0(values: Floats) -> Floats:
    """ggml's block_q8_0: codes by the float32 scale, meaning by its float16 rounding."""
    blocks = values.reshape(*values.shape[:-1], values.shape[-1] // 32, 32)
    scale = np.abs(blocks).max(-1, keepdims=True) / np.float32(127)
    inverse = np.where(scale > 0, 1 / np.where(scale > 0, scale, 1), 0).astype(np.float32)
    stored = scale.astype(np.float16).astype(np.float32)
    rounded: Floats = np.rint(blocks * inverse) * stored
    return rounded.reshape(values.shape)
