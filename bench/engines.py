"""4-bit weights with 8-bit activations against 16 and 32 bits, on the engines that run them here.

llama.cpp: a Qwen3-VL-MoE of 0.4 billion random weights (32 experts, 4 used), F16 and BF16 against
Q4_0, Q4_K_S and Q4_K_M made by llama.cpp's own quantizer; a prompt of 1,000 tokens, then 60 tokens;
and the same prompt again with one sentence more. onnxruntime: the linear layers of a decoder of
that size, MatMulNBits (4 bits, blocks of 32 and of 128, `accuracy_level=4`) against MatMul in 32
bits; onnxruntime's CPU has no 16-bit MatMul. One thread, processor time, best of the rounds, in
which all kinds take turns: ratios of one run.

    python bench/engines.py [--rounds 3] [--only llama|onnx] [--json OUT]
"""

from __future__ import annotations

import importlib
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import _random_gguf
from _figures import report
from uitars_runtime.backends.llama.context import Context
from uitars_runtime.backends.llama.library import library
from uitars_runtime.backends.llama.pieces import Words
from uitars_runtime.backends.llama.sampling import sampler
from uitars_runtime.backends.llama.weights import Weights

PROMPT, REPLY = 1000, 60
KINDS = {"f16": 1, "bf16": 32, "q4_0": 2, "q4_k_s": 14, "q4_k_m": 15}
"""Name -> llama.cpp's file type."""
LAYERS, WIDTH, INNER = 16, 1024, 2816


def processor_seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def quantized(source: Path, name: str) -> Path:
    """The same model in another type, by llama.cpp's own quantizer."""
    if name == "f16":
        return source
    api = library().llama
    parameters = api.llama_model_quantize_default_params()
    parameters.ftype, parameters.nthread, parameters.allow_requantize = KINDS[name], 1, True
    out = source.with_name(f"{name}.gguf")
    if api.llama_model_quantize(str(source).encode(), str(out).encode(), parameters) != 0:
        raise SystemExit(f"llama.cpp cannot make {name}")
    return out


class Timed:
    """One model, loaded; times a step of a prompt and a reply."""

    def __init__(self, file: Path) -> None:
        self._weights = Weights(library(), file)
        self._context = Context(
            library(), self._weights, None, context=2048, should_stop=lambda: False
        )
        self._context.use_threads(1)
        self.reused = 0

    def read(self, text: str) -> float:
        def read() -> None:
            self.reused = self._context.read([Words(text, special=False)], REPLY).reused

        return processor_seconds(read)

    def write(self) -> float:
        def write() -> None:
            with sampler(library(), self._weights, None) as chain:
                for _ in range(REPLY):
                    self._context.next(chain)

        return processor_seconds(write)

    def close(self) -> None:
        self._context.close()
        self._weights.close()


def text(seed: int, length: int) -> str:
    """Letters that are one token each."""
    letters = np.random.default_rng(seed).integers(97, 119, length).astype(np.uint8)
    return letters.tobytes().decode()


def llama(rounds: int) -> dict[str, float]:
    result: dict[str, float] = {}
    models: dict[str, Timed] = {}
    runs: dict[str, list[tuple[float, float]]] = {name: [] for name in KINDS}
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        source = Path(folder) / "f16.gguf"
        _random_gguf.write(source, _random_gguf.Shape())
        for name in KINDS:
            file = quantized(source, name)
            result[f"llama_{name}_mb"] = file.stat().st_size / 1e6
            models[name] = Timed(file)
            models[name].read(text(99, PROMPT))  # The weights come from the disk only once.
        for seed in range(rounds):
            for name, timed in models.items():
                reading = timed.read(text(seed, PROMPT))
                runs[name].append((reading, timed.write()))
        best = {name: _least(found) for name, found in runs.items()}
        for name, timed in models.items():
            again = timed.read(text(rounds - 1, PROMPT) + text(7, 40))
            result[f"llama_{name}_second_step_share"] = again / best[name][0]
            result[f"llama_{name}_reused_tokens"] = timed.reused
            timed.close()
    for name in ("q4_0", "q4_k_s", "q4_k_m"):
        for base in ("f16", "bf16"):
            result |= ratios(f"llama_{name}_over_{base}", best[base], best[name])
    return result


def _least(found: list[tuple[float, float]]) -> tuple[float, float]:
    """The fastest reading and the fastest writing."""
    return min(reading for reading, _ in found), min(writing for _, writing in found)


def ratios(name: str, base: tuple[float, float], found: tuple[float, float]) -> dict[str, float]:
    """How many times faster reading, writing and both are."""
    return {
        f"{name}_prefill": base[0] / found[0],
        f"{name}_decode": base[1] / found[1],
        f"{name}_step": sum(base) / sum(found),
    }


def layers(block: int) -> bytes:
    """The linear layers of a decoder as an ONNX graph, from (tokens, WIDTH) to the same.

    Four bits in blocks of `block` weights; 0 for 32 bits.
    """
    from onnx import TensorProto, helper, numpy_helper

    chance = np.random.default_rng(0)
    nodes: list[Any] = []
    tensors: list[Any] = []
    last = "input"
    for layer in range(2 * LAYERS):
        rows, columns = (WIDTH, INNER) if layer % 2 == 0 else (INNER, WIDTH)
        name, out = f"w{layer}", f"x{layer}"
        if block:
            codes = chance.integers(0, 256, (columns, rows // block, block // 2)).astype(np.uint8)
            scales = np.full(columns * (rows // block), 0.01, np.float32)
            tensors += [
                numpy_helper.from_array(codes, name),
                numpy_helper.from_array(scales, f"{name}s"),
            ]
            nodes.append(
                helper.make_node(
                    "MatMulNBits", [last, name, f"{name}s"], [out], domain="com.microsoft",
                    K=rows, N=columns, bits=4, block_size=block, accuracy_level=4,
                )
            )  # fmt: skip
        else:
            values = (0.03 * chance.standard_normal((rows, columns))).astype(np.float32)
            tensors.append(numpy_helper.from_array(values, name))
            nodes.append(helper.make_node("MatMul", [last, name], [out]))
        last = out
    graph = helper.make_graph(
        nodes,
        "layers",
        [helper.make_tensor_value_info("input", TensorProto.FLOAT, ["tokens", WIDTH])],
        [helper.make_tensor_value_info(last, TensorProto.FLOAT, ["tokens", WIDTH])],
        tensors,
    )
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    model: bytes = helper.make_model(graph, opset_imports=opsets, ir_version=9).SerializeToString()
    return model


def onnx(rounds: int) -> dict[str, float]:
    sessions = {block: _session(layers(block)) for block in (0, 32, 128)}
    runs: dict[int, list[tuple[float, float]]] = {block: [] for block in sessions}
    for seed in range(rounds):
        chance = np.random.default_rng(seed)
        many = (0.1 * chance.standard_normal((PROMPT, WIDTH))).astype(np.float32)
        for block, session in sessions.items():
            runs[block].append((_seconds(session, many, 1), _seconds(session, many[:1], REPLY)))
    best = {block: _least(found) for block, found in runs.items()}
    return {
        **ratios("onnx_w4a8_over_fp32", best[0], best[32]),
        **ratios("onnx_w4a8_blocks_of_128_over_fp32", best[0], best[128]),
    }


def _session(graph: bytes) -> Any:
    onnxruntime: Any = importlib.import_module("onnxruntime")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])


def _seconds(session: Any, values: Any, times: int) -> float:
    def work() -> None:
        for _ in range(times):
            session.run(None, {"input": values})

    return processor_seconds(work)


def measure(rounds: int) -> dict[str, float]:
    return {**llama(rounds), **onnx(rounds)}


if __name__ == "__main__":
    sys.exit(report(__doc__, "rounds", 3, measure, 3, {"llama": llama, "onnx": onnx}))
