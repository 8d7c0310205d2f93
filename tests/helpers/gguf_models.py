"""Small GGUF models with random weights in real layouts: Qwen3-VL-MoE and its projector.

Their replies mean nothing; that they are read, how much of them, and that pictures matter, is real.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import gguf
import numpy as np

TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n"
    "{% if m.content is string %}{{ m.content }}"
    "{% else %}{% for part in m.content %}{{ part.text }}{% endfor %}{% endif %}"
    "<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
SPECIAL = (
    "<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|vision_start|>", "<|vision_end|>",
    "<|image_pad|>", "<|video_pad|>",
)  # fmt: skip
HIDDEN, LAYERS, EXPERTS, HEADS, WIDTH, INNER = 64, 2, 4, 2, 32, 64
PATCH, GRID = 16, 48


class Vocabulary(NamedTuple):
    tokens: list[str]
    types: list[int]
    merges: list[str]


def vocabulary() -> Vocabulary:
    """The byte alphabet of GPT-2, two merges and Qwen's special tokens."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    rest = [byte for byte in range(256) if byte not in printable]
    letters = {byte: chr(byte) for byte in printable}
    letters |= {byte: chr(256 + index) for index, byte in enumerate(rest)}
    tokens = [*(letters[byte] for byte in range(256)), "th", "in"]
    types = [int(gguf.TokenType.NORMAL)] * len(tokens) + [int(gguf.TokenType.CONTROL)] * 7
    return Vocabulary([*tokens, *SPECIAL], types, ["t h", "i n"])


def write_language_model(path: Path, *, context: int = 8192, template: str = TEMPLATE) -> None:
    """The language model, in 16-bit floats."""
    chance = np.random.default_rng(0)
    words = vocabulary()
    writer = gguf.GGUFWriter(path, "qwen3vlmoe")
    writer.add_context_length(context)
    writer.add_embedding_length(HIDDEN)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(1)
    writer.add_key_length(WIDTH)
    writer.add_value_length(WIDTH)
    writer.add_rope_freq_base(5e6)
    writer.add_layer_norm_rms_eps(1e-6)
    writer.add_expert_count(EXPERTS)
    writer.add_expert_used_count(2)
    writer.add_expert_feed_forward_length(INNER)
    writer.add_rope_dimension_sections([6, 5, 5, 0])
    writer.add_num_deepstack_layers(1)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("qwen2")
    writer.add_token_list(words.tokens)
    writer.add_token_types(words.types)
    writer.add_token_merges(words.merges)
    writer.add_eos_token_id(words.tokens.index("<|im_end|>"))
    writer.add_bos_token_id(words.tokens.index("<|endoftext|>"))
    writer.add_add_bos_token(False)
    writer.add_chat_template(template)

    def matrix(name: str, *shape: int, exact: bool = False, scale: float = 1.0) -> None:
        values = chance.standard_normal(shape, dtype=np.float32) / np.sqrt(np.float32(shape[-1]))
        values *= np.float32(scale)
        writer.add_tensor(f"{name}.weight", values if exact else values.astype(np.float16))

    def ones(name: str, length: int) -> None:
        writer.add_tensor(f"{name}.weight", np.ones(length, np.float32))

    matrix("token_embd", len(words.tokens), HIDDEN, scale=4)
    matrix("output", len(words.tokens), HIDDEN)
    ones("output_norm", HIDDEN)
    for layer in range(LAYERS):
        block = f"blk.{layer}"
        for name, length in (
            ("attn_norm", HIDDEN), ("ffn_norm", HIDDEN),
            ("attn_q_norm", WIDTH), ("attn_k_norm", WIDTH),
        ):  # fmt: skip
            ones(f"{block}.{name}", length)
        matrix(f"{block}.attn_q", HEADS * WIDTH, HIDDEN)
        matrix(f"{block}.attn_k", WIDTH, HIDDEN)
        matrix(f"{block}.attn_v", WIDTH, HIDDEN)
        # What was read before must weigh more than the last token, or every reply is the same.
        matrix(f"{block}.attn_output", HIDDEN, HEADS * WIDTH, scale=8)
        matrix(f"{block}.ffn_gate_inp", EXPERTS, HIDDEN, exact=True)
        matrix(f"{block}.ffn_gate_exps", EXPERTS, INNER, HIDDEN)
        matrix(f"{block}.ffn_up_exps", EXPERTS, INNER, HIDDEN)
        matrix(f"{block}.ffn_down_exps", EXPERTS, HIDDEN, INNER)
    _finish(writer)


def write_projector(path: Path, *, width: int = HIDDEN) -> None:
    """The part that turns pictures into embeddings."""
    chance = np.random.default_rng(9)
    writer = gguf.GGUFWriter(path, "clip")
    writer.add_type(gguf.GGUFType.MMPROJ)
    writer.add_clip_has_vision_encoder(True)
    writer.add_clip_projector_type(gguf.VisionProjectorType.QWEN3VL)
    writer.add_vision_projection_dim(width)
    writer.add_vision_image_size(GRID * PATCH)
    writer.add_vision_patch_size(PATCH)
    writer.add_vision_embedding_length(width)
    writer.add_vision_feed_forward_length(INNER)
    writer.add_vision_block_count(LAYERS)
    writer.add_vision_head_count(HEADS)
    writer.add_vision_image_mean([0.5] * 3)
    writer.add_vision_image_std([0.5] * 3)
    writer.add_vision_use_gelu(True)
    writer.add_vision_spatial_merge_size(2)
    writer.add_vision_attention_layernorm_eps(1e-6)
    writer.add_vision_is_deepstack_layers([False, True])

    def matrix(name: str, *shape: int, kind: type[np.floating] = np.float32) -> None:
        values = chance.standard_normal(shape, dtype=np.float32) / np.sqrt(np.float32(shape[-1]))
        writer.add_tensor(name, values.astype(kind))

    def linear(name: str, rows: int, columns: int) -> None:
        matrix(f"{name}.weight", rows, columns, kind=np.float16)
        writer.add_tensor(f"{name}.bias", np.zeros(rows, np.float32))

    def norm(name: str, length: int) -> None:
        writer.add_tensor(f"{name}.weight", np.ones(length, np.float32))
        writer.add_tensor(f"{name}.bias", np.zeros(length, np.float32))

    for part in ("weight", "weight.1"):
        matrix(f"v.patch_embd.{part}", width, 3, PATCH, PATCH)
    writer.add_tensor("v.patch_embd.bias", np.zeros(width, np.float32))
    matrix("v.position_embd.weight", GRID * GRID, width)
    for layer in range(LAYERS):
        block = f"v.blk.{layer}"
        norm(f"{block}.ln1", width)
        norm(f"{block}.ln2", width)
        linear(f"{block}.attn_qkv", 3 * width, width)
        linear(f"{block}.attn_out", width, width)
        linear(f"{block}.ffn_up", INNER, width)
        linear(f"{block}.ffn_down", width, INNER)
    norm("v.post_ln", width)
    linear("mm.0", 4 * width, 4 * width)
    linear("mm.2", width, 4 * width)
    norm("v.deepstack.1.norm", 4 * width)
    linear("v.deepstack.1.fc1", 4 * width, 4 * width)
    linear("v.deepstack.1.fc2", width, 4 * width)
    _finish(writer)


def model_with_projector(folder: Path) -> Path:
    """Both files in a folder; returns the language model."""
    weights = folder / "tiny-qwen3vlmoe.gguf"
    write_language_model(weights)
    write_projector(folder / "mmproj-tiny-qwen3vlmoe.gguf")
    return weights


def _finish(writer: gguf.GGUFWriter) -> None:
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
