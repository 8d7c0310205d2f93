"""uitars-quantize beside llm-compressor: one checkpoint, one method, one set of tokens.

Each works in a process of its own interpreter (`_quantize_child.py`), with one thread; they take
turns. Divergences are computed here by one forward for both results, with exact activations: both
wrote W4A16.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from uitars_quant.calibration.evaluation import divergence
from uitars_quant.numerics.activations import Activations
from uitars_quant.numerics.grid import bfloat16_bits
from uitars_quant.sources import Source, open_source
from uitars_quant.sources.words import tokenizer

METHODS = ("rtn", "gptq", "awq", "awq+gptq")
"""Those that both have."""
_ROUNDS = 3
"""Of what takes a second; the fastest counts."""
_LAYER = re.compile(r"model\.layers\.(\d+)\.")


def pair(method: str, layers: int | None = None) -> tuple[str, str]:
    """Names of the two rows of a method: ours, theirs."""
    what = f"W4A16 {method}" if layers is None else f"W4A16 {method}, {layers} layers"
    return f"uitars, {what}", f"llm-compressor, {what}"


def first_layers(source: Source, count: int) -> Source:
    """The network without its later layers: what takes llm-compressor hours takes minutes."""
    tensors = {
        name: tensor
        for name, tensor in source.tensors.items()
        if (layer := _LAYER.match(name)) is None or int(layer[1]) < count
    }
    config = {**source.config, "num_hidden_layers": count}
    return replace(source, tensors=tensors, config=config)


def beside(
    python: Path,
    source: Source,
    seen: torch.Tensor,
    held_out: torch.Tensor,
    methods: Sequence[str],
    folder: Path,
    layers: int | None,
) -> Iterator[tuple[str, dict[str, float]]]:
    """Name and figures of every pair; `python` has llm-compressor."""
    checkpoint, tokens = folder / "checkpoint", folder / "tokens.npy"
    write_checkpoint(source if layers is None else first_layers(source, layers), checkpoint)
    np.save(tokens, seen.numpy())
    exact = open_source(checkpoint)
    for method in methods:
        kinds = {"uitars": Path(sys.executable), "llm-compressor": python}
        outs = {which: folder / f"{which}-{method}" for which in kinds}
        runs: dict[str, list[dict[str, float]]] = {which: [] for which in kinds}
        for _ in range(_ROUNDS if method == "rtn" else 1):
            for which, interpreter in kinds.items():
                shutil.rmtree(outs[which], ignore_errors=True)
                told = _work(interpreter, which, checkpoint, outs[which], method, tokens)
                runs[which].append(told)
        for name, which in zip(pair(method, layers), kinds, strict=True):
            result = open_source(outs[which], quantized=True)
            found = divergence(exact, result, held_out, Activations.EXACT)
            best = min(runs[which], key=lambda told: told["processor_seconds"])
            yield name, {**best, "kl": found.kl, "agreement": found.agreement}


def write_checkpoint(source: Source, folder: Path) -> None:
    """A hub folder in bfloat16 of a source that has no part that sees."""
    folder.mkdir()
    config = {**source.config, "architectures": ["LlamaForCausalLM"], "torch_dtype": "bfloat16"}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    tokenizer(source).save(str(folder / "tokenizer.json"))
    header, offset = {}, 0
    for tensor in source.tensors.values():
        end = offset + 2 * tensor.size
        entry = {"dtype": "BF16", "shape": tensor.shape, "data_offsets": [offset, end]}
        header[tensor.name], offset = entry, end
    text = json.dumps({"__metadata__": {"format": "pt"}, **header}).encode()
    with (folder / "model.safetensors").open("wb") as stream:
        stream.write(len(text).to_bytes(8, "little") + text)
        for tensor in source.tensors.values():
            stream.write(bfloat16_bits(tensor.read()).tobytes())


def _work(
    interpreter: Path, which: str, checkpoint: Path, out: Path, method: str, tokens: Path
) -> dict[str, float]:
    script = Path(__file__).with_name("_quantize_child.py")
    given = [str(interpreter), str(script), which, str(checkpoint), str(out), method, str(tokens)]
    alone = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(given, capture_output=True, text=True, check=False, env=alone)
    if done.returncode:
        raise SystemExit(f"{which} {method} failed:\n{done.stderr[-2000:]}")
    told: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return told
