"""A GGUF file as a source: its tensors under the names of the hub.

Meant for 16-bit files; a file that is already quantized can be read too, and its loss stays. The
architectures of llama.cpp keep the rows of some matrices in an order of their own, which is undone
here (`rope_rows`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import prod
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from uitars_quant.errors import SourceError
from uitars_quant.numerics.grid import Floats
from uitars_quant.sources.config import check_config, check_experts
from uitars_quant.sources.gguf_header import Entry, read_head
from uitars_quant.sources.names import role
from uitars_quant.sources.safetensors import read_exactly
from uitars_quant.sources.shapes import check_shape
from uitars_quant.sources.tensors import Source, Tensor

FAMILIES: Final[Mapping[str, str]] = {
    "llama": "llama",
    "qwen2": "qwen2",
    "qwen3": "qwen3",
    "qwen3moe": "qwen3_moe",
    "qwen2vl": "qwen2_5_vl",
    "qwen3vl": "qwen3_vl",
    "qwen3vlmoe": "qwen3_vl_moe",
}
"""llama.cpp's name of an architecture -> the hub's `model_type`."""
_CLASSES: Final[Mapping[str, str]] = {
    "llama": "LlamaForCausalLM",
    "qwen2": "Qwen2ForCausalLM",
    "qwen3": "Qwen3ForCausalLM",
    "qwen3_moe": "Qwen3MoeForCausalLM",
}
"""`model_type` -> what engines look a network up by."""
PARTS: Final[Mapping[str, str]] = {
    "attn_norm": "input_layernorm",
    "ffn_norm": "post_attention_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "attn_q_norm": "self_attn.q_norm",
    "attn_k_norm": "self_attn.k_norm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
    "ffn_gate_inp": "mlp.gate",
}
"""llama.cpp's part of a layer -> the hub's."""
TOP: Final[Mapping[str, str]] = {
    "token_embd.weight": "model.embed_tokens.weight",
    "output_norm.weight": "model.norm.weight",
    "output.weight": "lm_head.weight",
}
_BLOCK: Final = re.compile(r"^blk\.(\d+)\.(\w+)\.(weight|bias)$")
EXPERTS: Final[Mapping[str, str]] = {
    "ffn_gate_exps": "gate_proj",
    "ffn_up_exps": "up_proj",
    "ffn_down_exps": "down_proj",
}
"""llama.cpp's tensor of all experts -> the hub's part of one."""


def open_gguf(file: Path) -> Source:
    """The checkpoint in a file; `SourceError` where it is not whole or of an unknown kind."""
    head = read_head(file)
    facts = head.facts
    architecture = str(facts.get("general.architecture"))
    if architecture not in FAMILIES:
        raise SourceError(
            f"{file.name} holds the architecture {architecture!r}, which is not known here.",
            f"Known are: {', '.join(FAMILIES)}.",
        )
    _check_told(facts, architecture, file)
    config = _config(architecture, facts, {entry.name for entry in head.tensors})
    check_config(config, file)
    tensors: dict[str, Tensor] = {}
    for entry in head.tensors:
        for tensor in _named(entry, file, config, architecture):
            tensors[tensor.name] = tensor
    check_shape(tensors.values(), config, file.name)
    words = {name: value for name, value in facts.items() if name.startswith("tokenizer.")}
    return Source(file, config, tensors, (), lambda: words)


def _check_told(facts: Mapping[str, Any], architecture: str, file: Path) -> None:
    """`SourceError` for a part of a file, and for rotations that a result would not tell of."""
    if facts.get("split.count", 1) != 1:
        raise SourceError(
            f"{file.name} is one of {facts['split.count']} parts: the others would be missing.",
            "Join them first: llama-gguf-split --merge.",
        )
    rope = f"{architecture}.rope"
    factor = facts.get(f"{rope}.scaling.factor") or facts.get(f"{rope}.scale_linear") or 1
    kind = facts.get(f"{rope}.scaling.type", "none" if factor == 1 else "linear")
    if kind != "none":
        raise SourceError(f"The rotary embedding of the kind {kind!r} is not known here.")


def rope_rows(matrix: NDArray[Any], heads: int, *, undo: bool = False) -> NDArray[Any]:
    """Rows of a query or key matrix from the hub's halves to llama.cpp's pairs, or back."""
    half = matrix.shape[0] // heads // 2
    split = (heads, half, 2) if undo else (heads, 2, half)
    return matrix.reshape(*split, *matrix.shape[1:]).swapaxes(1, 2).reshape(matrix.shape)


def _named(
    entry: Entry, file: Path, config: Mapping[str, Any], architecture: str
) -> Iterator[Tensor]:
    """The tensor, or the matrices of its experts."""
    shape, kind = entry.shape, entry.kind
    read = partial(_rows, file, entry.offset, entry.size, shape, kind)
    block = _BLOCK.match(entry.name)
    if block is None:
        if entry.name not in TOP:
            raise _not_known(entry, file)
        name = TOP[entry.name]
        yield Tensor(name, shape, kind.name, read, role(name, shape))
        return
    layer, part, last = block.groups()
    if part in EXPERTS:
        check_experts(entry.name, shape[0])
        size = entry.size // shape[0]
        for expert in range(shape[0]):
            start = entry.offset + expert * size
            name = f"model.layers.{layer}.mlp.experts.{expert}.{EXPERTS[part]}.{last}"
            rows = partial(_rows, file, start, size, shape[1:], kind)
            yield Tensor(name, shape[1:], kind.name, rows, role(name, shape[1:]))
    elif part in PARTS:
        name = f"model.layers.{layer}.{PARTS[part]}.{last}"
        if architecture == "llama" and part in {"attn_q", "attn_k"}:
            which = "num_attention_heads" if part == "attn_q" else "num_key_value_heads"
            heads = int(config[which])
            if shape[0] % (2 * heads):
                raise SourceError(f"The tensor {entry.name} in {file.name} has not {heads} heads.")
            read = partial(_unrotated, read, shape[0] // heads)
        yield Tensor(name, shape, kind.name, read, role(name, shape))
    else:
        raise _not_known(entry, file)


def _not_known(entry: Entry, file: Path) -> SourceError:
    """A tensor that was passed over would be missing from the result, and nobody told."""
    return SourceError(f"The tensor {entry.name} in {file.name} is not known here.")


def _unrotated(rows: Callable[[int, int], Floats], head: int, start: int, stop: int) -> Floats:
    """Rows turn inside their head, of so many rows: heads are read whole."""
    first, last = start // head, -(-stop // head)
    turned = rope_rows(rows(first * head, last * head), last - first, undo=True)
    return np.ascontiguousarray(turned[start - first * head : stop - first * head])


def _rows(
    file: Path, offset: int, size: int, shape: tuple[int, ...], kind: Any, start: int, stop: int
) -> Floats:
    from gguf import quants

    row = size // shape[0]
    raw = np.frombuffer(read_exactly(file, offset + start * row, (stop - start) * row), np.uint8)
    if len(raw) != (stop - start) * row:
        raise SourceError(f"{file.name} is cut short.")
    lines = (stop - start) * prod(shape[1:-1]) if len(shape) > 1 else 1
    values = quants.dequantize(raw.reshape(lines, -1), kind)
    return np.ascontiguousarray(values, np.float32).reshape(stop - start, *shape[1:])


def _config(architecture: str, facts: Mapping[str, Any], names: set[str]) -> dict[str, Any]:
    """What config.json of the hub would say."""

    def fact(key: str, default: Any = None) -> Any:
        value = facts.get(f"{architecture}.{key}", default)
        if value is None:
            raise SourceError(f"The GGUF file does not say {architecture}.{key}.")
        return value

    heads, width = int(fact("attention.head_count")), int(fact("embedding_length"))
    config: dict[str, Any] = {
        "model_type": FAMILIES[architecture],
        "hidden_size": width,
        "num_hidden_layers": int(fact("block_count")),
        "num_attention_heads": heads,
        "num_key_value_heads": int(fact("attention.head_count_kv", heads)),
        "head_dim": int(fact("attention.key_length", width // heads)),
        "rms_norm_eps": float(fact("attention.layer_norm_rms_epsilon")),
        "rope_theta": float(fact("rope.freq_base", 10000.0)),
        "max_position_embeddings": int(fact("context_length")),
        "intermediate_size": int(fact("feed_forward_length", 0)),
        "vocab_size": len(facts.get("tokenizer.ggml.tokens", ())),
        "hidden_act": "silu",
        "tie_word_embeddings": "output.weight" not in names,
        "attention_bias": "blk.0.attn_q.bias" in names,
        "mlp_bias": "blk.0.ffn_up.bias" in names,
        "bos_token_id": facts.get("tokenizer.ggml.bos_token_id"),
        "eos_token_id": facts.get("tokenizer.ggml.eos_token_id"),
        "torch_dtype": "float16",
    }
    if config["model_type"] in _CLASSES:
        config["architectures"] = [_CLASSES[config["model_type"]]]
    sections = facts.get(f"{architecture}.rope.dimension_sections")
    if sections is not None:
        config["rope_scaling"] = {"mrope_section": [int(n) for n in sections[:3]]}
    if (levels := facts.get(f"{architecture}.n_deepstack_layers")) is not None:
        config["vision_config"] = {"num_deepstack_layers": int(levels)}
    if f"{architecture}.expert_count" in facts:
        config |= {
            "num_experts": int(fact("expert_count")),
            "num_experts_per_tok": int(fact("expert_used_count")),
            "moe_intermediate_size": int(fact("expert_feed_forward_length")),
            "norm_topk_prob": True,
        }
    return config
