"""Checkpoints of a few kilobytes, written by hand: nothing but their layout is real."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np

WIDTH = 32
CONFIG: dict[str, Any] = {
    "model_type": "llama",
    "hidden_size": WIDTH,
    "intermediate_size": 64,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "num_key_value_heads": 1,
    "head_dim": 16,
    "vocab_size": 8,
    "rms_norm_eps": 1e-6,
    "max_position_embeddings": 128,
    "tie_word_embeddings": True,
    "rope_parameters": {"rope_type": "default", "rope_theta": 1e4, "mrope_section": [2, 3, 3]},
    "vision_config": {"patch_size": 16, "depth": 1, "deepstack_visual_indexes": [0]},
    "torch_dtype": "float16",
}
TOKENIZER: dict[str, Any] = {
    "model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b"]},
    "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False},
    "added_tokens": [{"id": 3, "content": "<end>", "special": True}],
}
TOKENIZER_CONFIG: dict[str, Any] = {"eos_token": "<end>", "pad_token": {"content": "<end>"}}
Shapes = dict[str, tuple[int, ...]]
SHAPES: Shapes = {
    "model.embed_tokens.weight": (8, WIDTH),
    "model.layers.0.input_layernorm.weight": (WIDTH,),
    "model.layers.0.post_attention_layernorm.weight": (WIDTH,),
    "model.layers.0.mlp.down_proj.weight": (WIDTH, 64),
    "model.layers.0.mlp.gate_proj.weight": (64, WIDTH),
    "model.layers.0.mlp.up_proj.weight": (64, WIDTH),
    "model.layers.0.self_attn.k_proj.weight": (16, WIDTH),
    "model.layers.0.self_attn.o_proj.weight": (WIDTH, 32),
    "model.layers.0.self_attn.q_proj.weight": (32, WIDTH),
    "model.layers.0.self_attn.v_proj.weight": (16, WIDTH),
    "model.norm.weight": (WIDTH,),
}
_HEAD_NORMS: Shapes = {f"model.layers.0.self_attn.{one}_norm.weight": (16,) for one in "qk"}
_EXPERTS: Shapes = {
    f"model.layers.0.mlp.experts.{number}.{part}_proj.weight": shape
    for number in range(4)
    for part, shape in (("gate", (32, WIDTH)), ("up", (32, WIDTH)), ("down", (WIDTH, 32)))
}
MORE: dict[str, Shapes] = {
    "llama": {},
    "qwen2": {
        f"model.layers.0.self_attn.{one}_proj.bias": (rows,)
        for one, rows in (("q", 32), ("k", 16), ("v", 16))
    },
    "qwen3": _HEAD_NORMS,
    "qwen3_moe": {**_HEAD_NORMS, **_EXPERTS, "model.layers.0.mlp.gate.weight": (4, WIDTH)},
}
"""What a layer of a family has beside that; its mixture keeps the dense part, too."""


def header(family: str = "llama") -> dict[str, Any]:
    """The head of the shard that `write_folder` writes."""
    entries: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    offset = 0
    for name, shape in (SHAPES | MORE[family]).items():
        end = offset + 2 * int(np.prod(shape))
        entries[name] = {"dtype": "F16", "shape": list(shape), "data_offsets": [offset, end]}
        offset = end
    return entries


def shard(head: bytes | None = None, family: str = "llama") -> bytes:
    """A safetensors file; `head` stands where its header belongs."""
    told = json.dumps(header(family)).encode() if head is None else head
    size = 2 * sum(int(np.prod(shape)) for shape in (SHAPES | MORE[family]).values())
    return struct.pack("<Q", len(told)) + told + np.ones(size // 2, "<f2").tobytes()


def index() -> dict[str, Any]:
    return {"metadata": {}, "weight_map": dict.fromkeys(SHAPES, "model.safetensors")}


def write_folder(folder: Path, **told: Any) -> Path:
    """A folder as a model hub has it, with an index; `told`: what its config says otherwise."""
    folder.mkdir(parents=True, exist_ok=True)
    config = {**CONFIG, **told}
    (folder / "model.safetensors").write_bytes(shard(family=config["model_type"]))
    for name, value in (
        ("config.json", config),
        ("model.safetensors.index.json", index()),
        ("tokenizer.json", TOKENIZER),
        ("tokenizer_config.json", TOKENIZER_CONFIG),
    ):
        (folder / name).write_text(json.dumps(value), encoding="utf-8")
    return folder
