"""Names of a checkpoint's tensors, taken apart: layer, part, expert; and what is left as it is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from uitars_quant.sources.tensors import Role

_LAYER: Final = re.compile(r"^(?P<root>(?:\w+\.)*?)layers\.(?P<layer>\d+)\.(?P<part>.+)$")
_VISION: Final = re.compile(r"(^|\.)(visual|vision_tower|vision_model)\.")
_AHEAD: Final = re.compile(r"^mtp\.")
_MATRIX: Final = re.compile(
    r"^(self_attn\.[qkvo]_proj|mlp\.(gate|up|down)_proj"
    r"|mlp\.experts\.\d+\.(gate|up|down)_proj"
    r"|linear_attn\.(in_proj_qkv|in_proj_z|out_proj)"
    r"|mlp\.shared_expert\.(gate|up|down)_proj)\.weight$"
)


@dataclass(frozen=True)
class LayerName:
    """A tensor of a decoder layer."""

    root: str
    """What stands before `layers.`, with its dot: `model.language_model.`."""
    layer: int
    part: str
    """What stands after the number: `self_attn.q_proj.weight`."""


def is_vision(name: str) -> bool:
    """Whether a tensor belongs to the part that sees."""
    return _VISION.search(name) is not None


def is_ahead(name: str) -> bool:
    """Whether a tensor belongs to the part of Qwen3.5 that guesses several words ahead."""
    return _AHEAD.match(name) is not None


def layer_name(name: str) -> LayerName | None:
    """The name taken apart; None for what is in no decoder layer."""
    found = None if is_vision(name) or is_ahead(name) else _LAYER.match(name)
    return None if found is None else LayerName(found["root"], int(found["layer"]), found["part"])


def role(name: str, shape: tuple[int, ...]) -> Role:
    """What a tensor of this name is for."""
    found = layer_name(name)
    if found is not None:
        matrix = len(shape) == 2 and _MATRIX.match(found.part)
        return Role.MATRIX if matrix else Role.OTHER
    table = name.endswith(("embed_tokens.weight", "lm_head.weight")) and not is_ahead(name)
    return Role.TABLE if table and len(shape) == 2 else Role.OTHER
