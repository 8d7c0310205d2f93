"""Text as sequences of tokens."""

from __future__ import annotations

from typing import cast

import torch

from uitars_quant.errors import SourceError
from uitars_quant.sources.tensors import Source
from uitars_quant.sources.words import tokenizer


def sequences(source: Source, text: str, length: int, count: int) -> torch.Tensor:
    """(count or fewer, length) tokens of a text; `SourceError` where it is too short for one."""
    numbers = cast("list[int]", tokenizer(source).encode(text, add_special_tokens=False).ids)
    whole = min(len(numbers) // length, count)
    if not whole:
        raise SourceError(
            f"The calibration text has {len(numbers)} tokens; at least {length} are needed."
        )
    return torch.tensor(numbers[: whole * length]).view(whole, length)
