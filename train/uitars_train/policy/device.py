"""Where a training run computes: a CUDA GPU where there is one, else the CPU.

The numbers are the same kind on both: 32-bit weights, products in bfloat16.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any, Literal

import torch

from uitars_runtime.errors import UsageError
from uitars_train.policy.dataset import Batch

Device = Literal["auto", "cpu", "cuda"]


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
    """Matrix products in bfloat16 inside of this."""
    return torch.autocast(device.type, torch.bfloat16)
