"""Fused experts, taken apart: one tensor of all experts becomes a matrix for each.

Two orientations exist. The published files of Qwen3-VL-MoE hold `gate_up_proj` (experts, hidden,
2 * inner) and `down_proj` (experts, inner, hidden); transformers 5 writes (experts, 2 * inner,
hidden) and (experts, hidden, inner). Shapes say which, except where both fit: then a guess would
give a network of noise, so the person has to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import partial

import numpy as np

from uitars_quant.errors import SourceError
from uitars_quant.numerics.grid import Floats
from uitars_quant.sources.safetensors import Slot
from uitars_quant.sources.tensors import Role, Tensor


class Orientation(Enum):
    """Which axis of a fused expert is its input."""

    INPUTS_FIRST = "inputs-first"
    """(experts, inputs, outputs): the files published by Qwen."""
    INPUTS_LAST = "inputs-last"
    """(experts, outputs, inputs): what transformers 5 writes."""


def orientation(slot: Slot, inputs: int, outputs: int, told: Orientation | None) -> Orientation:
    """The orientation of a fused tensor whose experts map `inputs` to `outputs`."""
    inner = slot.shape[1:]
    fits = [
        which
        for which, shape in (
            (Orientation.INPUTS_FIRST, (inputs, outputs)),
            (Orientation.INPUTS_LAST, (outputs, inputs)),
        )
        if inner == shape
    ]
    if not fits:
        raise SourceError(
            f"The tensor {slot.name} has the shape {slot.shape}; its config.json speaks of experts "
            f"from {inputs} to {outputs}."
        )
    if told in fits:
        return told
    if told is not None or len(fits) > 1:
        why = "does not fit its shape" if told else "cannot be told from its square shape"
        raise SourceError(
            f"The orientation of the experts in {slot.name} {why}.",
            "Say --experts inputs-first for files published by Qwen, inputs-last for files that "
            "transformers 5 wrote.",
        )
    return fits[0]


def unfused(slot: Slot, hidden: int, inner: int, told: Orientation | None) -> Iterator[Tensor]:
    """The matrices (outputs, inputs) of `…experts.gate_up_proj` or `…experts.down_proj`."""
    stem, _, fused = slot.name.rpartition(".")
    if fused == "gate_up_proj":
        which = orientation(slot, hidden, 2 * inner, told)
        parts = {"gate_proj": (0, inner, hidden), "up_proj": (inner, 2 * inner, hidden)}
    else:
        which = orientation(slot, inner, hidden, told)
        parts = {"down_proj": (0, hidden, inner)}
    for expert in range(slot.shape[0]):
        for part, (first, last, inputs) in parts.items():
            yield Tensor(
                f"{stem}.{expert}.{part}.weight",
                (last - first, inputs),
                slot.stored,
                partial(_read, slot, expert, which, first),
                Role.MATRIX,
            )


def _read(slot: Slot, expert: int, which: Orientation, first: int, start: int, stop: int) -> Floats:
    matrix = slot.floats(expert, expert + 1)[0]
    oriented = matrix.T if which is Orientation.INPUTS_FIRST else matrix
    return np.ascontiguousarray(oriented[first + start : first + stop])
