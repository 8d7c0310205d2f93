"""Whether a config says what can be: the numbers that the work is planned and looped by."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast

from uitars_quant.errors import SourceError

_COUNTS: Final = frozenset(
    (
        *("num_hidden_layers", "num_attention_heads", "num_key_value_heads", "num_experts"),
        *("num_local_experts", "num_experts_per_tok", "depth", "num_heads", "patch_size"),
        *("temporal_patch_size", "spatial_merge_size", "max_window_layers"),
        "num_deepstack_layers",
    )
)
_SIZES: Final = frozenset(
    (
        *("hidden_size", "intermediate_size", "moe_intermediate_size", "head_dim", "vocab_size"),
        *("max_position_embeddings", "out_hidden_size", "num_position_embeddings"),
        *("shared_expert_intermediate_size", "sliding_window"),
    )
)
_NUMBERS: Final = frozenset(("rms_norm_eps", "rope_theta", "partial_rotary_factor"))
_PARTS: Final = frozenset(
    (
        *("text_config", "vision_config", "rope_parameters", "rope_scaling"),
        "quantization_config",
    )
)
_LISTS: Final = frozenset(("mrope_section", "deepstack_visual_indexes", "fullatt_block_indexes"))
_POSITIVE: Final = frozenset(("num_attention_heads", "num_heads", "patch_size", "hidden_size"))
_MOST: Final = 4096
"""Layers, heads, experts; of each there are hundreds at most."""
_LARGEST: Final = 1 << 24


def check_config(config: Mapping[str, object], file: Path) -> None:
    """`SourceError` names the first number that cannot be what it is used for."""
    for name, value in config.items():
        if value is None:
            continue
        if name in _PARTS:
            if not isinstance(value, dict):
                raise _cannot(name, value, file)
            check_config(cast("Mapping[str, object]", value), file)
        elif not _fits(name, value):
            raise _cannot(name, value, file)


def text_config(config: Mapping[str, object]) -> Mapping[str, Any]:
    """The part of a config that describes the decoder."""
    return cast("Mapping[str, Any]", config.get("text_config") or config)


def number(config: Mapping[str, Any], name: str) -> int:
    """`SourceError` where a config does not say it."""
    if not isinstance(config.get(name), int):
        raise SourceError(f"config.json does not say {name}.")
    return int(config[name])


def check_experts(name: str, count: int) -> None:
    """`SourceError` where a tensor cannot hold so many experts."""
    if not 0 < count <= _MOST:
        raise SourceError(f"The tensor {name} cannot hold {count} experts.")


def _fits(name: str, value: Any) -> bool:
    least = 1 if name in _POSITIVE else 0
    if name in _COUNTS:
        return type(value) is int and least <= value <= _MOST
    if name in _SIZES:
        return type(value) is int and least <= value <= _LARGEST
    if name in _NUMBERS:
        return type(value) in {int, float} and 0 <= value < 1e12
    if name in _LISTS:
        return isinstance(value, list) and all(
            type(one) is int and 0 <= one <= _MOST for one in cast("list[object]", value)
        )
    return True


def _cannot(name: str, value: object, file: Path) -> SourceError:
    return SourceError(f"{file.name} says that {name} is {str(value)[:40]!r}, which cannot be.")
