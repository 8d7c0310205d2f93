"""A Qwen3-VL-MoE language model with random weights in a real GGUF layout, of any size."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import gguf
import numpy as np


class Shape(NamedTuple):
    """Sizes of the network."""

    hidden: int = 1024
    inner: int = 512
    experts: int = 32
    chosen: int = 4
    layers: int = 8
    heads: int = 8
    groups: int = 4
    width: int = 128
    words: int = 32_000
    context: int = 4096


def write(path: Path, shape: Shape) -> None:
    """Write it in 16-bit floats; the router and the norms in 32-bit ones."""
    chance = np.random.default_rng(0)
    writer = gguf.GGUFWriter(path, "qwen3vlmoe")
    writer.add_context_length(shape.context)
    writer.add_embedding_length(shape.hidden)
    writer.add_block_count(shape.layers)
    writer.add_feed_forward_length(shape.inner * shape.chosen)
    writer.add_head_count(shape.heads)
    writer.add_head_count_kv(shape.groups)
    writer.add_key_length(shape.width)
    writer.add_value_length(shape.width)
    writer.add_rope_freq_base(5e6)
    writer.add_layer_norm_rms_eps(1e-6)
    writer.add_expert_count(shape.experts)
    writer.add_expert_used_count(shape.chosen)
    writer.add_expert_feed_forward_length(shape.inner)
    writer.add_rope_dimension_sections([24, 20, 20, 0])
    writer.add_num_deepstack_layers(0)
    _add_tokenizer(writer, shape.words)

    def matrix(name: str, *sizes: int, exact: bool = False) -> None:
        values = chance.standard_normal(sizes, dtype=np.float32) / np.sqrt(np.float32(sizes[-1]))
        writer.add_tensor(f"{name}.weight", values if exact else values.astype(np.float16))

    def ones(name: str, length: int) -> None:
        writer.add_tensor(f"{name}.weight", np.ones(length, np.float32))

    matrix("token_embd", shape.words, shape.hidden)
    matrix("output", shape.words, shape.hidden)
    ones("output_norm", shape.hidden)
    queries, keys = shape.heads * shape.width, shape.groups * shape.width
    for layer in range(shape.layers):
        block = f"blk.{layer}"
        ones(f"{block}.attn_norm", shape.hidden)
        ones(f"{block}.ffn_norm", shape.hidden)
        ones(f"{block}.attn_q_norm", shape.width)
        ones(f"{block}.attn_k_norm", shape.width)
        matrix(f"{block}.attn_q", queries, shape.hidden)
        matrix(f"{block}.attn_k", keys, shape.hidden)
        matrix(f"{block}.attn_v", keys, shape.hidden)
        matrix(f"{block}.attn_output", shape.hidden, queries)
        matrix(f"{block}.ffn_gate_inp", shape.experts, shape.hidden, exact=True)
        matrix(f"{block}.ffn_gate_exps", shape.experts, shape.inner, shape.hidden)
        matrix(f"{block}.ffn_up_exps", shape.experts, shape.inner, shape.hidden)
        matrix(f"{block}.ffn_down_exps", shape.experts, shape.hidden, shape.inner)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _add_tokenizer(writer: gguf.GGUFWriter, words: int) -> None:
    """The byte alphabet of GPT-2, an end, and words nobody says."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    rest = [byte for byte in range(256) if byte not in printable]
    letters = {byte: chr(byte) for byte in printable}
    letters |= {byte: chr(256 + index) for index, byte in enumerate(rest)}
    tokens = [*(letters[byte] for byte in range(256)), "<|im_end|>"]
    types = [int(gguf.TokenType.NORMAL)] * 256 + [int(gguf.TokenType.CONTROL)]
    unused = words - len(tokens)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("qwen2")
    writer.add_token_list([*tokens, *(f"[unused{number}]" for number in range(unused))])
    writer.add_token_types([*types, *[int(gguf.TokenType.UNUSED)] * unused])
    writer.add_token_merges(["t h"])
    writer.add_eos_token_id(256)
    writer.add_bos_token_id(256)
    writer.add_add_bos_token(False)
    writer.add_chat_template("{% for m in messages %}{{ m.content }}{% endfor %}")
