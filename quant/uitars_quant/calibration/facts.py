"""The shape of a decoder, from its config."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from uitars_quant.errors import SourceError
from uitars_quant.sources.config import text_config

_LINEAR_ATTENTION: Final = frozenset({"qwen3_5", "qwen3_5_moe"})
_HINT: Final = "Use --method mse without --calibration, and --format compressed-tensors."


@dataclass(frozen=True)
class Facts:
    """What the forward needs to know."""

    family: str
    """`model_type` of the hub."""
    layers: int
    width: int
    heads: int
    key_heads: int
    head_size: int
    epsilon: float
    rope_base: float
    sections: tuple[int, ...]
    """Pairs of a head turned by time, height and width; empty where positions are one number."""
    interleaved: bool
    """Whether those pairs alternate (Qwen3-VL) or lie in a row (Qwen2.5-VL)."""
    experts: int
    """0 for a network without experts."""
    chosen: int


def facts(config: Mapping[str, object]) -> Facts:
    """Read from config.json; `SourceError` names what is missing, or cannot be run here."""
    family = str(config.get("model_type"))
    if family in _LINEAR_ATTENTION:
        raise SourceError(
            f"The forward of {family}, with its linear attention, is not known here.",
            _HINT,
        )
    if family == "embedded":
        raise SourceError(
            "The forward of the embedded model is not known here, so no data can be looked at.",
            "Use --method mse without --calibration.",
        )
    text = text_config(config)
    rope = cast("Mapping[str, Any]", text.get("rope_parameters") or text.get("rope_scaling") or {})
    kind = rope.get("rope_type", rope.get("type", "default"))
    if kind not in ("default", "mrope", None):
        raise SourceError(f"The rotary embedding of the kind {kind!r} is not known here.", _HINT)
    try:
        _check_known(family, text)
        heads, width = int(text["num_attention_heads"]), int(text["hidden_size"])
        return Facts(
            family=family,
            layers=int(text["num_hidden_layers"]),
            width=width,
            heads=heads,
            key_heads=int(text.get("num_key_value_heads") or heads),
            head_size=int(text.get("head_dim") or width // heads),
            epsilon=float(text["rms_norm_eps"]),
            rope_base=float(rope.get("rope_theta") or text.get("rope_theta") or 10000.0),
            sections=tuple(int(n) for n in rope.get("mrope_section", ())),
            interleaved=family.startswith("qwen3"),
            experts=int(text.get("num_experts") or text.get("num_local_experts") or 0),
            chosen=int(text.get("num_experts_per_tok") or 0),
        )
    except KeyError as error:
        raise SourceError(f"config.json does not say {error.args[0]}.") from error
    except (TypeError, ValueError) as error:
        raise SourceError(f"config.json says what cannot be ({error}).") from error


def _check_known(family: str, text: Mapping[str, Any]) -> None:
    """`SourceError` for what neither the forward here nor llama.cpp's computes, though it runs."""
    if family == "qwen3_moe" and not text.get("norm_topk_prob", False):  # transformers' default
        raise SourceError(
            "The odds of the experts chosen do not sum to one (norm_topk_prob): this is not known "
            "here, nor to llama.cpp.",
            _HINT,
        )
    if _slides(family, text):
        raise SourceError(
            "Some layers see a window of the text (use_sliding_window): this is not known here, "
            "nor to llama.cpp.",
            _HINT,
        )
    if text.get("hidden_act", "silu") not in ("silu", "swish"):
        raise SourceError(f"The activation {text['hidden_act']!r} is not known here.")


def _slides(family: str, text: Mapping[str, Any]) -> bool:
    """Whether a layer does not look as far back as a text may be long."""
    window, length = text.get("sliding_window"), text.get("max_position_embeddings", 0)
    if not text.get("use_sliding_window") or not window or window >= length:
        return False
    kinds, layers = text.get("layer_types"), text.get("num_hidden_layers", 0)
    if family == "qwen3_moe" or kinds:
        return not kinds or "sliding_attention" in kinds
    return bool(text.get("max_window_layers", 28) < layers)
