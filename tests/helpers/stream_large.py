"""Streams a large checkpoint of zeros (a sparse file) through the quantizer, in its own process.

    python stream_large.py FOLDER LAYERS EXPERTS

Prints the sizes and the peak memory as JSON.
"""

import json
import sys
from pathlib import Path

from uitars_quant.job import run
from uitars_quant.memory import peak_memory
from uitars_quant.plan import make_plan
from uitars_quant.progress import Silent
from uitars_quant.recipe import Format, Method, Recipe
from uitars_quant.sources import open_source

HIDDEN, INNER = 2048, 768


def write_sparse(folder: Path, layers: int, experts: int) -> None:
    """The experts of Qwen3-VL-MoE in its published layout."""
    text = {
        "num_hidden_layers": layers,
        "num_attention_heads": 16,
        "num_key_value_heads": 4,
        "head_dim": 128,
        "hidden_size": HIDDEN,
        "moe_intermediate_size": INNER,
        "num_experts": experts,
        "num_experts_per_tok": 4,
        "rms_norm_eps": 1e-6,
        "vocab_size": 1024,
    }
    config = {"model_type": "qwen3_vl_moe", "text_config": text}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    header, offset = {}, 0
    for number in range(layers):
        stem = f"model.language_model.layers.{number}.mlp.experts"
        for name, shape in (
            (f"{stem}.gate_up_proj", (experts, HIDDEN, 2 * INNER)),
            (f"{stem}.down_proj", (experts, INNER, HIDDEN)),
        ):
            end = offset + 2 * shape[0] * shape[1] * shape[2]
            header[name] = {"dtype": "BF16", "shape": shape, "data_offsets": [offset, end]}
            offset = end
    text_bytes = json.dumps(header).encode()
    with (folder / "model.safetensors").open("wb") as stream:
        stream.write(len(text_bytes).to_bytes(8, "little") + text_bytes)
        stream.truncate(8 + len(text_bytes) + offset)


def main() -> None:
    folder, layers, experts = Path(sys.argv[1]) / "large", int(sys.argv[2]), int(sys.argv[3])
    folder.mkdir()
    write_sparse(folder, layers, experts)
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
