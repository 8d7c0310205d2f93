"""Whether a decoder has the layers and the width that its config names: what reads it trusts that.

The part that sees and what guesses ahead have widths of their own and are not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from uitars_quant.errors import SourceError
from uitars_quant.sources.names import layer_name
from uitars_quant.sources.tensors import Role, Tensor

_HINT: Final = "Weights and config.json are of different models: fetch both again."
_READS: Final = re.compile(r"(^|\.)(q|k|v|gate|up)_proj\.weight$")
_WRITES: Final = re.compile(r"(^|\.)(o|down)_proj\.weight$")
_NORMS: Final = frozenset({"input_layernorm.weight", "post_attention_layernorm.weight"})


def check_shape(tensors: Collection[Tensor], width: int, layers: int) -> None:
    """`SourceError` where `num_hidden_layers` says otherwise, or `hidden_size`: of which tensor."""
    named = (layer_name(tensor.name) for tensor in tensors)
    if {one.layer for one in named if one is not None} != set(range(layers)):
        raise SourceError(
            f"config.json speaks of {layers} layers, which are not those of the weights.", _HINT
        )
    for tensor in tensors:
        found = _width(tensor)
        if found not in {None, width}:
            shape = " x ".join(map(str, tensor.shape))
            raise SourceError(
                f"The tensor {tensor.name} is {shape}, but hidden_size is {width}.",
                _HINT,
            )


def _width(tensor: Tensor) -> int | None:
    """The side of a tensor that meets the hidden states; None where none does."""
    if tensor.role is Role.TABLE:
        return tensor.shape[-1]
    found = layer_name(tensor.name)
    if found is None:
        return None
    if found.part in _NORMS or _WRITES.search(found.part):
        return tensor.shape[0]
    return tensor.shape[-1] if _READS.search(found.part) else None
