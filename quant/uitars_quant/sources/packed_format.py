"""Checkpoints of compressed-tensors as a source: for looking at results, and comparing them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from uitars_quant.errors import SourceError
from uitars_quant.numerics.grid import Floats
from uitars_quant.sources.names import role
from uitars_quant.sources.safetensors import Slot
from uitars_quant.sources.tensors import Tensor


@dataclass(frozen=True)
class _Packed:
    words: Slot
    scales: Slot
    inputs: int

    def rows(self, start: int, stop: int) -> Floats:
        """Rows of the matrix (outputs, inputs) that the codes stand for."""
        stored = np.ascontiguousarray(self.words.array(start, stop))
        if self.words.stored == "I8":
            codes = stored
        elif self.words.shape[1] * 4 == self.inputs:
            codes = stored.view(np.uint8).astype(np.int16) - 128
        else:
            halves = stored.view(np.uint8)
            pairs = np.stack([halves & np.uint8(15), halves >> np.uint8(4)], -1)
            codes = pairs.reshape(len(stored), -1).astype(np.int16) - 8
        scales = self.scales.floats(start, stop)
        groups = codes.reshape(len(codes), scales.shape[1], -1).astype(np.float32)
        return (groups * scales[..., None]).reshape(len(codes), self.inputs)


def matrices(slots: Mapping[str, Slot]) -> dict[str, Tensor]:
    """The matrices of a checkpoint, under the names they had before they were packed."""
    found: dict[str, Tensor] = {}
    for name, scales in slots.items():
        stem, _, last = name.rpartition(".")
        if last != "weight_scale":
            continue
        words = slots.get(f"{stem}.weight_packed") or slots.get(f"{stem}.weight")
        if words is None:
            raise SourceError(f"{stem} has scales but no codes.")
        shape = slots.get(f"{stem}.weight_shape")
        rows, inputs = words.shape if shape is None else (int(n) for n in shape.array())
        if rows != words.shape[0] or scales.shape[0] != rows or inputs % scales.shape[1]:
            raise SourceError(f"The codes and scales of {stem} do not fit each other.")
        full = f"{stem}.weight"
        kind = "INT8" if words.stored == "I8" or words.shape[1] * 4 == inputs else "INT4"
        packed = _Packed(words, scales, inputs)
        found[full] = Tensor(full, (rows, inputs), kind, packed.rows, role(full, (rows, inputs)))
    return found
