"""Where a training run computes: a CUDA GPU where there is one, else the CPU.

Weights have 32 bits everywhere; products are in bfloat16 where the hardware multiplies them.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final, Literal

import torch

from uitars_runtime.errors import UsageError
from uitars_train.data.encoding import Batch

Device = Literal["auto", "cpu", "cuda"]

_PROCESSOR: Final = Path("/proc/cpuinfo")
_NARROW: Final = frozenset({"amx_bf16", "avx512_bf16"})
"""What a processor says that multiplies bfloat16; on others torch converts, which takes six to nine
times as long as products in 32 bits."""


def device_named(name: Device) -> torch.device:
    """The device of a name; `auto` takes a GPU where torch finds one.

    Raises `UsageError` for `cuda` where there is none.
    """
    there = torch.cuda.is_available()
    if name == "cuda" and not there:
        raise UsageError(
            "There is no CUDA GPU that this build of torch can use.",
            "Leave --device away to train on the CPU, or install torch with CUDA.",
        )
    return torch.device("cuda" if there and name != "cpu" else "cpu")


def moved(batch: Batch, device: torch.device) -> Batch:
    """The batch on a device; the same one where it is there already."""
    return {name: tensor.to(device, non_blocking=True) for name, tensor in batch.items()}


def narrow_products(device: torch.device) -> AbstractContextManager[Any]:
    """Matrix products in bfloat16 inside of this, where that is faster than in 32 bits."""
    narrow = device.type != "cpu" or multiplies_bfloat16()
    return torch.autocast(device.type, torch.bfloat16, enabled=narrow)


def multiplies_bfloat16(told: Path = _PROCESSOR) -> bool:
    """Whether this processor does; one that says nothing of itself in `told` does not."""
    try:
        lines = told.read_text(errors="replace").splitlines()
    except OSError:
        return False
    flags = (line.partition(":")[2].split() for line in lines if line.startswith("flags"))
    return not _NARROW.isdisjoint(next(flags, ()))
