"""Weights in four bits, and in eight: what codes and scales mean, and rounding to them.

A matrix (rows, inputs) is cut along its inputs into groups; a weight of group g is
`code * scale[row, g]` with a code in -8..7. Scales may be negative: the extreme weight of a group
then lies on -8, whichever sign it has. Scales are kept as float32 but always hold values of the
type that the format stores, so codes are chosen against the very scale an engine will use.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Codes = NDArray[np.int8]

LOWEST: Final = -8
HIGHEST: Final = 7


class FloatType(Enum):
    """How a format stores numbers: scales in GGUF are float16, norms float32."""

    FLOAT16 = "float16"
    BFLOAT16 = "bfloat16"
    FLOAT32 = "float32"

    def round(self, values: Floats) -> Floats:
        """The nearest values of this type, as float32; what is too large becomes the largest."""
        match self:
            case FloatType.FLOAT32:
                return values
            case FloatType.FLOAT16:
                limit = np.float32(65504)
                return np.clip(values, -limit, limit).astype(np.float16).astype(np.float32)
            case FloatType.BFLOAT16:
                return (bfloat16_bits(values).astype(np.uint32) << np.uint32(16)).view(np.float32)


def bfloat16_bits(values: Floats) -> NDArray[np.uint16]:
    """The upper halves of float32 numbers, rounded to nearest even; numbers must be finite."""
    bits = np.ascontiguousarray(values, np.float32).view(np.uint32)
    rounded = bits >> np.uint32(16)
    rounded &= np.uint32(1)
    rounded += np.uint32(0x7FFF)
    rounded += bits
    rounded >>= np.uint32(16)
    return rounded.astype(np.uint16)


@dataclass(frozen=True)
class Quantized:
    """A matrix in four bits, or in eight."""

    codes: Codes
    """(rows, inputs), each in -8..7; of eight bits in -127..127."""
    scales: Floats
    """(rows, inputs / group), values of the format's scale type."""

    @property
    def group(self) -> int:
        """Weights that share a scale."""
        return int(self.codes.shape[1]) // int(self.scales.shape[1])

    def meant(self) -> Floats:
        """(rows, inputs): the values the codes stand for."""
        rows, inputs = self.codes.shape
        groups = self.codes.reshape(rows, -1, self.group).astype(np.float32)
        groups *= self.scales[..., None]
        return groups.reshape(rows, inputs)


def in_groups(matrix: Floats, group: int) -> Floats:
    """(rows, inputs) -> (rows, inputs / group, group); `ValueError` where it does not divide."""
    rows, inputs = matrix.shape
    if inputs % group:
        raise ValueError(f"{inputs} inputs are not a multiple of the group size {group}")
    return matrix.reshape(rows, inputs // group, group)


def steps(scales: Floats) -> Floats:
    """What weights are divided by: scales, and one where they are zero."""
    return np.where(scales == 0, np.float32(1), scales)


def round_codes(weights: Floats, divisor: Floats, codes: Floats) -> Floats:
    """The nearest codes, as floats, into `codes`; `divisor` (`steps`) spreads over the weights."""
    np.divide(weights, divisor, out=codes)
    np.rint(codes, out=codes)
    np.minimum(codes, np.float32(HIGHEST), out=codes)
    return np.maximum(codes, np.float32(LOWEST), out=codes)


def quantize(matrix: Floats, scales: Floats) -> Quantized:
    """Round a matrix (rows, inputs) to the nearest codes of scales (rows, groups)."""
    groups = in_groups(matrix, matrix.shape[1] // scales.shape[1])
    codes = round_codes(groups, steps(scales)[..., None], np.empty_like(groups))
    return Quantized(codes.astype(np.int8).reshape(matrix.shape), scales)


def eight_bits(matrix: Floats, group: int, kept: FloatType) -> Quantized:
    """The full range of every group in eight bits, rounded to nearest."""
    groups = in_groups(matrix, group)
    scales = kept.round(np.abs(groups).max(-1) / np.float32(127))
    codes = np.clip(np.rint(groups / steps(scales)[..., None]), -127, 127)
    return Quantized(codes.astype(np.int8).reshape(matrix.shape), scales)
