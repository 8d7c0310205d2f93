"""Checkpoints in the format of AutoGPTQ: `qweight`, `qzeros`, `scales`, `g_idx` for each matrix.

Codes lie along the inputs in 32-bit words, lowest bits first; zero points along the outputs, and
one less than meant except in format `gptq_v2`. That one was taken from whole words, so that a zero
point of zero borrowed from its neighbour. `g_idx` names the group of every input.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from uitars_quant.errors import SourceError
from uitars_quant.numerics.grid import Floats
from uitars_quant.sources.names import role
from uitars_quant.sources.safetensors import Slot
from uitars_quant.sources.tensors import Tensor


@dataclass(frozen=True)
class _Packed:
    name: str
    words: Slot
    zeros: Slot
    scales: Slot
    groups: Slot | None
    bits: int
    group: int
    less: int
    """What is missing of every word of zero points."""

    def rows(self, start: int, stop: int) -> Floats:
        """Rows of the matrix (outputs, inputs) that the codes stand for."""
        own = slice(start, stop)
        codes = _unpack(self.words.array()[:, own], self.bits, axis=0)
        words = self.zeros.array().view(np.uint32) + np.uint32(self.less)
        zeros = _unpack(words, self.bits, axis=1)[:, own]
        scales = self.scales.floats()[:, own]
        inputs = len(codes)
        index = np.arange(inputs) // self.group if self.groups is None else self.groups.array()
        if index.min() < 0 or index.max() >= len(scales):
            raise SourceError(f"The groups of {self.name} point outside its scales.")
        matrix = (codes - zeros[index]).astype(np.float32) * scales[index]
        return np.ascontiguousarray(matrix.T)


def matrices(slots: Mapping[str, Slot], config: Mapping[str, Any]) -> dict[str, Tensor]:
    """The matrices of a checkpoint, under the names they had before they were packed."""
    bits = int(config.get("bits", 4))
    if bits not in {2, 4, 8}:
        raise SourceError(f"GPTQ files of {bits} bits are not read; 2, 4 and 8 are.")
    ones = sum(1 << shift for shift in range(0, 32, bits))
    less = 0 if config.get("checkpoint_format") == "gptq_v2" else ones
    found: dict[str, Tensor] = {}
    for name, words in slots.items():
        stem, _, kind = name.rpartition(".")
        if kind != "qweight":
            continue
        missing = [part for part in ("qzeros", "scales") if f"{stem}.{part}" not in slots]
        if missing:
            raise SourceError(f"{stem} has codes but no {missing[0]}.")
        inputs, outputs = words.shape[0] * 32 // bits, words.shape[1]
        scales = slots[f"{stem}.scales"]
        if len(scales.shape) != 2 or scales.shape[1] != outputs:
            raise SourceError(f"The scales of {stem} have the shape {scales.shape}.")
        told = int(config.get("group_size", -1))
        group = inputs if told < 1 else told
        zeros, groups = slots[f"{stem}.qzeros"], slots.get(f"{stem}.g_idx")
        shape = (scales.shape[0], outputs * bits // 32)
        fits = groups.shape == (inputs,) if groups else -(-inputs // group) == shape[0]
        if zeros.shape != shape or not fits:
            raise SourceError(
                f"{stem} is not packed in {bits} bits and groups of {told}, as config.json says."
            )
        packed = _Packed(stem, words, zeros, scales, groups, bits, group, less)
        full = f"{stem}.weight"
        found[full] = Tensor(
            full, (outputs, inputs), "F16", packed.rows, role(full, (outputs, inputs))
        )
    return found


def _unpack(words: NDArray[Any], bits: int, axis: int) -> NDArray[np.int32]:
    """Codes of 32-bit words: the packed axis grows by 32 / bits."""
    shifts = np.arange(0, 32, bits, dtype=np.uint32)
    spread = np.expand_dims(words.view(np.uint32), axis + 1)
    shape = [1] * spread.ndim
    shape[axis + 1] = len(shifts)
    codes = (spread >> shifts.reshape(shape)) & np.uint32((1 << bits) - 1)
    grown = list(words.shape)
    grown[axis] *= len(shifts)
    return codes.reshape(grown).astype(np.int32)
