"""Codes as bytes, the way each format lays them out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from uitars_quant.errors import SourceError
from uitars_quant.numerics.grid import Floats, Quantized

Bytes = NDArray[np.uint8]


def pairs(quantized: Quantized) -> Bytes:
    """(rows, inputs / 2): neighbours share a byte, the even one in the low half.

    These are the bytes of compressed-tensors' 32-bit words and of onnxruntime's MatMulNBits.
    """
    # Two codes read as one number of 16 bits: its low byte, after the shift, holds both.
    both: NDArray[np.uint16] = (quantized.codes + np.int8(8)).view("<u2")
    return ((both >> np.uint16(4)) | both).astype(np.uint8)


def q4_0(quantized: Quantized) -> Bytes:
    """(rows, inputs / 32 * 18): ggml's blocks; scales must be float16 values.

    Groups of 64 and 128 repeat their scale.
    """
    rows = len(quantized.codes)
    codes = (quantized.codes + np.int8(8)).astype(np.uint8).reshape(rows, -1, 32)
    halves = codes[..., :16] | (codes[..., 16:] << np.uint8(4))
    scales = np.repeat(quantized.scales, quantized.group // 32, axis=1).astype("<f2")
    return np.concatenate([scales[..., None].view(np.uint8), halves], -1).reshape(rows, -1)


def q8_0(quantized: Quantized) -> Bytes:
    """(rows, inputs / 32 * 34): ggml's blocks of eight bits; scales must be float16 values."""
    rows = len(quantized.codes)
    codes = quantized.codes.reshape(rows, -1, 32).view(np.uint8)
    scales = quantized.scales.astype("<f2")[..., None].view(np.uint8)
    return np.concatenate([scales, codes], -1).reshape(rows, -1)


def octets(quantized: Quantized) -> Bytes:
    """(rows, inputs): the bytes of compressed-tensors' 32-bit words; 128 stands for zero."""
    return quantized.codes.view(np.uint8) ^ np.uint8(128)


def halves(name: str, values: Floats) -> NDArray[np.float16]:
    """Numbers in 16 bits; `SourceError` where these do not hold one of a tensor."""
    with np.errstate(over="ignore"):
        kept = values.astype("<f2")
    if not np.isfinite(kept).all():
        raise SourceError(f"The tensor {name} holds numbers too large for float16.")
    return kept
