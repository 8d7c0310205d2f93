"""From numpy's arrays to torch's tensors, with types."""

from __future__ import annotations

from typing import Any, cast

import torch
from numpy.typing import NDArray

_untyped = cast("Any", torch)  # its `from_numpy` tells no types


def to_torch(array: NDArray[Any]) -> torch.Tensor:
    """The same numbers, in the same memory."""
    return cast("torch.Tensor", _untyped.from_numpy(array))
