"""4-bit weights with 8-bit activations against 16 and 32 bits, on the engines that run them here.

llama.cpp: a Qwen3-VL-MoE of 0.4 billion random weights (32 experts, 4 used), F16 and BF16 against
Q4_0 and Q4_K_M made by llama.cpp's own quantizer; a prompt of 1,000 tokens, then 60 tokens; and the
same prompt again with one sentence more. onnxruntime: the linear layers of a decoder of that size,
MatMulNBits (4 bits, blocks of 32, `accuracy_level=4`) against MatMul in 32 bits; onnxruntime's CPU
has no 16-bit MatMul. One thread, processor time, best of the rounds: ratios of one run.

    python bench/engines.py [--rounds 3] [--json OUT]
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
KINDS = {"f16": 1, "bf16": 32, "q4_0": 2, "q4_k_m": 15}
"""Name -> llama.cpp's file type."""
LAYERS, WIDTH, INNER, BLOCK = 16, 1024, 2816, 32


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
    best: dict[str, tuple[float, float]] = {}
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        source = Path(folder) / "f16.gguf"
        _random_gguf.write(source, _random_gguf.Shape())
        for name in KINDS:
            file = quantized(source, name)
            result[f"llama_{name}_mb"] = file.stat().st_size / 1e6
            timed = Timed(file)
            timed.read(text(99, PROMPT))  # The weights come from the disk only once.
            runs: list[tuple[float, float]] = []
            for seed in range(rounds):
                reading = timed.read(text(seed, PROMPT))
                runs.append((reading, timed.write()))
            best[name] = (min(run[0] for run in runs), min(run[1] for run in runs))
            again = timed.read(text(rounds - 1, PROMPT) + text(7, 40))
            result[f"llama_{name}_second_step_share"] = again / best[name][0]
            result[f"llama_{name}_reused_tokens"] = timed.reused
            timed.close()
            if file != source:
                file.unlink()
    for name in ("q4_0", "q4_k_m"):
        for base in ("f16", "bf16"):
            (reading, writing), (least_reading, least_writing) = best[base], best[name]
            pair = f"llama_{name}_over_{base}"
            result[f"{pair}_prefill"] = reading / least_reading
            result[f"{pair}_decode"] = writing / least_writing
            result[f"{pair}_step"] = (reading + writing) / (least_reading + least_writing)
    return result


def layers(*, four_bit: bool) -> bytes:
    """The linear layers of a decoder as an ONNX graph, from (tokens, WIDTH) to the same."""
    from onnx import TensorProto, helper, numpy_helper

    chance = np.random.default_rng(0)
    nodes: list[Any] = []
    tensors: list[Any] = []
    last = "input"
    for layer in range(2 * LAYERS):
        rows, columns = (WIDTH, INNER) if layer % 2 == 0 else (INNER, WIDTH)
        name, out = f"w{layer}", f"x{layer}"
        if four_bit:
            codes = chance.integers(0, 256, (columns, rows // BLOCK, BLOCK // 2)).astype(np.uint8)
            scales = np.full(columns * (rows // BLOCK), 0.01, np.float32)
            tensors += [
                numpy_helper.from_array(codes, name),
                numpy_helper.from_array(scales, f"{name}s"),
            ]
            nodes.append(
                helper.make_node(
                    "MatMulNBits", [last, name, f"{name}s"], [out], domain="com.microsoft",
                    K=rows, N=columns, bits=4, block_size=BLOCK, accuracy_level=4,
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
    onnxruntime: Any = importlib.import_module("onnxruntime")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    best: dict[bool, tuple[float, float]] = {}
    for four_bit in (False, True):
        session = onnxruntime.InferenceSession(
            layers(four_bit=four_bit), options, providers=["CPUExecutionProvider"]
        )
        times: list[tuple[float, float]] = []
        for seed in range(rounds):
            chance = np.random.default_rng(seed)
            many = (0.1 * chance.standard_normal((PROMPT, WIDTH))).astype(np.float32)
            one = many[:1]

            def reply(session: Any = session, one: Any = one) -> None:
                for _ in range(10):
                    session.run(None, {"input": one})

            def read(session: Any = session, many: Any = many) -> None:
                session.run(None, {"input": many})

            times.append((processor_seconds(read), processor_seconds(reply)))
        best[four_bit] = (min(one for one, _ in times), min(ten for _, ten in times))
    (reading, writing), (least_reading, least_writing) = best[False], best[True]
    step = (reading + REPLY / 10 * writing) / (least_reading + REPLY / 10 * least_writing)
    return {
        "onnx_w4a8_over_fp32_prefill": reading / least_reading,
        "onnx_w4a8_over_fp32_decode": writing / least_writing,
        "onnx_w4a8_over_fp32_step": step,
    }


def measure(rounds: int) -> dict[str, float]:
    return {**llama(rounds), **onnx(rounds)}


if __name__ == "__main__":
    sys.exit(report(__doc__, "rounds", 3, measure, 3))
