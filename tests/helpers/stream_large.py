"""Streams a large checkpoint of zeros (a sparse file) through the quantizer, in its own process.

    python stream_large.py FOLDER LAYERS EXPERTS WORDS

Prints the sizes and the peak memory as JSON.
"""

import json
import sys
from collections.abc import Iterator
from math import prod
from pathlib import Path

from uitars_quant.job import run
from uitars_quant.memory import peak_memory
from uitars_quant.plan import make_plan
from uitars_quant.progress import Silent
from uitars_quant.recipe import Format, Method, Recipe
from uitars_quant.sources import open_source

HIDDEN, INNER = 2048, 768
HEADS, KEY_HEADS, HEAD = 32, 4, 128


def write_sparse(folder: Path, layers: int, experts: int, words: int) -> None:
    """The decoder of Qwen3-VL-30B-A3B in its published layout: as large, and nothing in it."""
    text = {
        "num_hidden_layers": layers,
        "num_attention_heads": HEADS,
        "num_key_value_heads": KEY_HEADS,
        "head_dim": HEAD,
        "hidden_size": HIDDEN,
        "moe_intermediate_size": INNER,
        "num_experts": experts,
        "num_experts_per_tok": 4,
        "rms_norm_eps": 1e-6,
        "vocab_size": words,
    }
    config = {"model_type": "qwen3_vl_moe", "text_config": text}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    header, offset = {}, 0
    for name, shape in shapes(layers, experts, words):
        end = offset + 2 * prod(shape)
        header[name] = {"dtype": "BF16", "shape": shape, "data_offsets": [offset, end]}
        offset = end
    text_bytes = json.dumps(header).encode()
    with (folder / "model.safetensors").open("wb") as stream:
        stream.write(len(text_bytes).to_bytes(8, "little") + text_bytes)
        stream.truncate(8 + len(text_bytes) + offset)


def shapes(layers: int, experts: int, words: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Names and shapes of all tensors."""
    root = "model.language_model"
    yield f"{root}.embed_tokens.weight", (words, HIDDEN)
    for number in range(layers):
        stem = f"{root}.layers.{number}"
        yield f"{stem}.input_layernorm.weight", (HIDDEN,)
        yield f"{stem}.self_attn.q_proj.weight", (HEADS * HEAD, HIDDEN)
        yield f"{stem}.self_attn.k_proj.weight", (KEY_HEADS * HEAD, HIDDEN)
        yield f"{stem}.self_attn.v_proj.weight", (KEY_HEADS * HEAD, HIDDEN)
        yield f"{stem}.self_attn.o_proj.weight", (HIDDEN, HEADS * HEAD)
        yield f"{stem}.self_attn.q_norm.weight", (HEAD,)
        yield f"{stem}.self_attn.k_norm.weight", (HEAD,)
        yield f"{stem}.post_attention_layernorm.weight", (HIDDEN,)
        yield f"{stem}.mlp.gate.weight", (experts, HIDDEN)
        yield f"{stem}.mlp.experts.gate_up_proj", (experts, HIDDEN, 2 * INNER)
        yield f"{stem}.mlp.experts.down_proj", (experts, INNER, HIDDEN)
    yield f"{root}.norm.weight", (HIDDEN,)
    yield "model.visual.pos_embed.weight", (64, 64)
    yield "lm_head.weight", (words, HIDDEN)


def main() -> None:
    folder = Path(sys.argv[1]) / "large"
    folder.mkdir()
    write_sparse(folder, *(int(number) for number in sys.argv[2:5]))
    source = open_source(folder)
    recipe = Recipe(Format.COMPRESSED_TENSORS, Method.RTN)
    plan = make_plan(source, recipe)
    run(source, Path(sys.argv[1]) / "out", recipe, Silent())
    told = {
        "source_bytes": source.bytes,
        "planned_bytes": plan.memory,
        "slice_bytes": 4 * 2 * INNER * HIDDEN,
        "peak_bytes": peak_memory(),
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
