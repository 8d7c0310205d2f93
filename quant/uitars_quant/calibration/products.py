"""How the forward of a calibration multiplies: in 16 bits where that loses nothing that matters.

Weights stored in bfloat16 are exact in it, and the activations, whose statistics are all that is
looked for, are what such a network sees when it runs. Processors that multiply bfloat16 natively
are twice as fast then. What is measured (`evaluation`) is multiplied in 32 bits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import torch
from torch.nn import functional

from uitars_quant.sources.tensors import Role, Tensor

Product = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]
"""values (tokens, inputs), matrix (outputs, inputs) -> (tokens, outputs)."""


def exact(values: torch.Tensor, matrix: torch.Tensor) -> torch.Tensor:
    """In 32 bits."""
    return functional.linear(values, matrix)


def product_for(tensors: Mapping[str, Tensor]) -> Product:
    """The one that suits a layer's matrices and this processor."""
    stored = {tensor.stored for tensor in tensors.values() if tensor.role is Role.MATRIX}
    return _halved if stored == {"BF16"} and _native() else exact


def _halved(values: torch.Tensor, matrix: torch.Tensor) -> torch.Tensor:
    return functional.linear(values.bfloat16(), matrix.bfloat16()).float()


@cache
def _native() -> bool:
    if not hasattr(torch.cpu, "get_capabilities"):  # An older torch tells nothing.
        return False
    told: Mapping[str, Any] = torch.cpu.get_capabilities()
    return bool(told.get("avx512_bf16") or told.get("amx_bf16"))
