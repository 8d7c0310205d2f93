"""Whether a decoder is whole, and the one that its config names: what reads it trusts that.

The part that sees and what guesses ahead have widths of their own, which are not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from uitars_quant.errors import SourceError
from uitars_quant.sources.config import text_config
from uitars_quant.sources.names import is_ahead, is_vision, layer_name
from uitars_quant.sources.tensors import Tensor

Shape = tuple[int | None, ...]
"""None for a side of any length."""

_HINT: Final = "Weights and config.json are of different models, or not whole: fetch both again."
_ROUTER: Final = "mlp.gate.weight"
_NUMBER: Final = re.compile(r"(?<=^mlp\.experts\.)(\d+)(?=\.)")
_HEAD_NORMS: Final = ("self_attn.q_norm.weight", "self_attn.k_norm.weight")
_BIASES: Final = tuple(f"self_attn.{one}_proj.bias" for one in "qkv")
_GATED: Final = ("gate_proj.weight", "up_proj.weight", "down_proj.weight")
_EYES_BLOCK: Final = re.compile(r"\.blocks\.\d+\.mlp\.(\w+)\.")
_EYES: Final[Mapping[str, tuple[str, ...]]] = {
    "qwen2_vl": ("fc1", "fc2"),
    "qwen2_5_vl": ("gate_proj", "up_proj", "down_proj"),
    "qwen3_vl": ("linear_fc1", "linear_fc2"),
    "qwen3_5": ("linear_fc1", "linear_fc2"),
}
"""How a family's name begins, and what a block of its part that sees multiplies with."""
_TOP: Final = ("embed_tokens.weight", "norm.weight", "lm_head.weight")


def check_shape(tensors: Collection[Tensor], config: Mapping[str, Any], told_by: str) -> None:
    """`SourceError` names the first tensor that is missing, of another family or of another shape
    than the config says; `told_by`: the file that says it."""
    text, family = text_config(config), str(config["model_type"])
    layers: dict[int, dict[str, Tensor]] = {}
    top: dict[str, Tensor] = {}
    for tensor in tensors:
        found = layer_name(tensor.name)
        if found is not None:
            layers.setdefault(found.layer, {})[found.part] = tensor
        elif not is_vision(tensor.name) and not is_ahead(tensor.name):
            top |= {name: tensor for name in _TOP if f".{tensor.name}".endswith(f".{name}")}
    _check_layers(set(layers), text["num_hidden_layers"], told_by)
    _check_top(top, config, told_by)
    if family.endswith("_moe") and not any(_ROUTER in parts for parts in layers.values()):
        raise SourceError(f"No layer has experts, which a {family} has.", _HINT)
    shapes = _shapes(text, family)
    for number, parts in sorted(layers.items()):
        _check_parts(number, parts, family, text, told_by)
        for part, tensor in parts.items():
            expected = shapes.get(_NUMBER.sub("*", part)) or _bias(part, parts)
            _check_one(tensor, expected, told_by)
    for name in filter(is_vision, (tensor.name for tensor in tensors)):
        _check_sees(name, family, told_by)


def _check_sees(name: str, family: str, told_by: str) -> None:
    """`SourceError` for a part that sees of a family that has none, or another."""
    block = _EYES_BLOCK.search(name)
    eyes = next((of for start, of in _EYES.items() if family.startswith(start)), None)
    if eyes is None or (block and block[1] not in eyes):
        raise _strange_tensor(name, family, told_by)


def _check_layers(found: set[int], told: int, told_by: str) -> None:
    if found != set(range(told)):
        raise SourceError(
            f"{told_by} speaks of {told} layers, which are not those of the weights.", _HINT
        )


def _check_top(top: Mapping[str, Tensor], config: Mapping[str, Any], told_by: str) -> None:
    """What stands before the first layer and behind the last."""
    text = text_config(config)
    tied = config.get("tie_word_embeddings"), text.get("tie_word_embeddings")
    untied = False in tied and True not in tied
    for name in _TOP if untied else _TOP[:2]:
        if name not in top:
            raise SourceError(f"The weights have no tensor {name}.", _HINT)
    width, words = text["hidden_size"], text.get("vocab_size") or None
    for name, tensor in top.items():
        _check_one(tensor, (width,) if name == "norm.weight" else (words, width), told_by)


def _check_parts(
    number: int, parts: Mapping[str, Tensor], family: str, text: Mapping[str, Any], told_by: str
) -> None:
    """`SourceError` for a part that a layer of the family lacks, or has not."""
    for part in _needed(parts, family):
        if part not in parts:
            raise SourceError(
                f"Layer {number} has no tensor {part}, which a {family} has.",
                _HINT,
            )
    for part in _strange(parts, family, text):
        if part in parts:
            raise _strange_tensor(parts[part].name, family, told_by)
    experts = {int(found[1]) for found in map(_NUMBER.search, parts) if found}
    told = int(text.get("num_experts") or text.get("num_local_experts") or 0)
    if _ROUTER in parts and experts != set(range(told)):
        raise SourceError(
            f"Layer {number} has {len(experts)} experts; {told_by} speaks of {told}.", _HINT
        )


def _strange_tensor(name: str, family: str, told_by: str) -> SourceError:
    return SourceError(
        f"The tensor {name} is of another family than {family}, which {told_by} names.", _HINT
    )


def _needed(parts: Mapping[str, Tensor], family: str) -> Iterator[str]:
    yield from ("input_layernorm.weight", "post_attention_layernorm.weight")
    if not family.startswith("qwen3_5"):  # Some of its layers have an attention of another kind.
        yield from (f"self_attn.{one}_proj.weight" for one in "qkvo")
        yield from _HEAD_NORMS if family.startswith("qwen3") else ()
        yield from _BIASES if family.startswith("qwen2") else ()
    if _ROUTER not in parts:
        yield from (f"mlp.{name}" for name in _GATED)
        return
    numbers = {found[1] for found in map(_NUMBER.search, parts) if found}
    yield from (f"mlp.experts.{number}.{name}" for number in numbers for name in _GATED)


def _strange(parts: Mapping[str, Tensor], family: str, text: Mapping[str, Any]) -> Iterator[str]:
    """Parts that no layer of the family has."""
    if not family.startswith("qwen3"):
        yield from _HEAD_NORMS
    # AutoGPTQ gave every matrix a bias, also where its model has none.
    told = text.get("attention_bias") or "self_attn.o_proj.bias" in parts
    if not (family.startswith("qwen2") or told):
        yield from _BIASES
    if not family.endswith("_moe"):
        yield _ROUTER


def _shapes(text: Mapping[str, Any], family: str) -> dict[str, Shape]:
    """By part; `*` stands for the number of an expert."""
    width, heads = text["hidden_size"], text.get("num_attention_heads") or 0
    size = text.get("head_dim") or (width // heads if heads else 0)
    queries = heads * size or None
    keys = (text.get("num_key_value_heads") or heads) * size or None
    # Qwen3.5 keeps a gate beside its queries.
    asked = None if family.startswith("qwen3_5") else queries
    shapes: dict[str, Shape] = {
        "input_layernorm.weight": (width,),
        "post_attention_layernorm.weight": (width,),
        "self_attn.q_proj.weight": (asked, width),
        "self_attn.k_proj.weight": (keys, width),
        "self_attn.v_proj.weight": (keys, width),
        "self_attn.o_proj.weight": (width, queries),
        **dict.fromkeys(_HEAD_NORMS, (size or None,)),
        _ROUTER: (None, width),
    }
    for stem, key in (
        ("mlp.", "intermediate_size"),
        ("mlp.experts.*.", "moe_intermediate_size"),
        ("mlp.shared_expert.", "shared_expert_intermediate_size"),
    ):
        inner = text.get(key) or None
        sides: tuple[Shape, ...] = ((inner, width), (inner, width), (width, inner))
        shapes |= {f"{stem}{name}": side for name, side in zip(_GATED, sides, strict=True)}
    return shapes


def _bias(part: str, parts: Mapping[str, Tensor]) -> Shape | None:
    """One number for every row of what it is added to; None for what is no bias."""
    stem, _, last = part.rpartition(".")
    weight = parts.get(f"{stem}.weight")
    return weight.shape[:1] if last == "bias" and weight is not None else None


def _check_one(tensor: Tensor, expected: Shape | None, told_by: str) -> None:
    if expected is None:
        return
    fits = len(tensor.shape) == len(expected) and all(
        told in (None, side) for side, told in zip(tensor.shape, expected, strict=True)
    )
    if not fits or 0 in tensor.shape:
        shape, meant = (
            " x ".join("any" if side is None else str(side) for side in sides)
            for sides in (tensor.shape, expected)
        )
        raise SourceError(
            f"The tensor {tensor.name} is {shape or 'one number'}; by {told_by} it would be "
            f"{meant}.",
            _HINT,
        )
