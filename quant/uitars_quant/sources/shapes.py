"""Whether a decoder's tensors have the width that its config names: what else reads them trusts it.

The part that sees and what guesses ahead have widths of their own and are not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from uitars_quant.errors import SourceError
from uitars_quant.sources.names import layer_name
from uitars_quant.sources.tensors import Role, Tensor

_READS: Final = re.compile(r"(^|\.)(q|k|v|gate|up)_proj\.weight$")
_WRITES: Final = re.compile(r"(^|\.)(o|down)_proj\.weight$")
_NORMS: Final = frozenset({"input_layernorm.weight", "post_attention_layernorm.weight"})


def check_width(tensors: Iterable[Tensor], width: int) -> None:
    """`SourceError` names the first tensor that is not as wide as `hidden_size` says."""
    for tensor in tensors:
        found = _width(tensor)
        if found not in {None, width}:
            shape = " x ".join(map(str, tensor.shape))
            raise SourceError(
                f"The tensor {tensor.name} is {shape}, but hidden_size is {width}.",
                "Weights and config.json are of different models: fetch both again.",
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
