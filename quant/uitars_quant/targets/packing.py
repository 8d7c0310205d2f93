"""Codes as bytes, the way each format lays them out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

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


def q8_0(values: Floats) -> Bytes:
    """(rows, inputs / 32 * 34): ggml's blocks of eight bits, rounded to nearest."""
    blocks = values.reshape(len(values), -1, 32)
    scales = (np.abs(blocks).max(-1) / np.float32(127)).astype("<f2")
    divisor = np.where(scales > 0, scales, 1).astype(np.float32)[..., None]
    codes = np.clip(np.rint(blocks / divisor), -127, 127).astype(np.int8)
    joined = np.concatenate([scales[..., None].view(np.uint8), codes.view(np.uint8)], -1)
    return joined.reshape(len(values), -1)


def eight_bits(values: Floats, group: int) -> tuple[NDArray[np.int8], Floats]:
    """Codes (rows, inputs) in -127..127 and scales (rows, inputs / group)."""
    blocks = values.reshape(len(values), -1, group)
    scales = np.abs(blocks).max(-1) / np.float32(127)
    divisor = np.where(scales > 0, scales, 1)[..., None]
    return np.rint(blocks / divisor).astype(np.int8).reshape(values.shape), scales
