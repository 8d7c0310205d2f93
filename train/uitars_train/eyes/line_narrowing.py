"""The reader of lines in 8 bits: weights and activations, calibrated on whole looks at screens.

It is asked what it is asked at work: the eyes look at the screens of a folder, and what goes into
it then is what it is calibrated on. The file holds integers beside their scales, one for each
channel of a weight. Whether it reads as well as before is measured by `bench/eyes_rules.py`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final
from unittest import mock

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.errors import UsageError
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.eyes.network import Network
from uitars_runtime.frame import Frame
from uitars_runtime.replacing import replaced
from uitars_train.screens.stream import load

Inputs = tuple[NDArray[np.generic], ...]

EXAMPLES: Final = 32
"""Calls that it is calibrated on, at most."""
LINES: Final = 3
"""Dimensions of what the reader of lines gets, and no other network: n views of one height."""


def narrow_lines(pool: Path, model: Path, out: Path) -> None:
    """Writes the reader of lines in `model` (`export-lines`) in 8 bits.

    `pool`: a folder of screens (`uitars-train screens`). Raises `UsageError` where nothing on them
    is read.
    """
    asked = _examples(pool)
    if not asked:
        raise UsageError(f"No screen in {pool} has a line to read.", "Draw more of them.")
    onnx: Any = import_module("onnx")
    tools: Any = import_module("onnxruntime.quantization")
    prepare: Any = import_module("onnxruntime.quantization.shape_inference")
    original = model.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        plain, ready, narrowed = (Path(folder, f"{one}.onnx") for one in ("plain", "ready", "out"))
        plain.write_bytes(original)
        prepare.quant_pre_process(str(plain), str(ready), skip_symbolic_shape=True)
        graph = onnx.load(str(ready)).graph
        tools.quantize_static(
            str(ready),
            str(narrowed),
            _reader(tools, graph, asked),
            quant_format=tools.QuantFormat.QDQ,
            per_channel=True,
            activation_type=tools.QuantType.QUInt8,
            weight_type=tools.QuantType.QInt8,
            # Seven bits of a weight: with eight, sums overflow on processors without VNNI.
            reduce_range=True,
            op_types_to_quantize=["Conv"],
            nodes_to_exclude=_outer(graph),
            calibrate_method=tools.CalibrationMethod.MinMax,
            extra_options={"CalibMovingAverage": True},
        )
        narrow = onnx.load(str(narrowed))
    known = {prop.key: prop.value for prop in onnx.load_from_string(original).metadata_props}
    onnx.helper.set_model_props(narrow, known)
    with replaced(out) as file:
        file.write(narrow.SerializeToString())


def _examples(pool: Path) -> list[Inputs]:
    """What looks at the screens of a folder ask the reader, evenly chosen."""
    asked: list[Inputs] = []
    ask = Network.run

    def listen(network: Network, *inputs: NDArray[np.generic]) -> list[NDArray[np.float32]]:
        if inputs[0].ndim == LINES:
            asked.append(inputs)
        return ask(network, *inputs)

    with mock.patch.object(Network, "run", listen):
        eyes = Eyes()
        for screen in load(pool):
            eyes.look(Frame(screen.pixels))
    return asked[:: max(1, -(-len(asked) // EXAMPLES))]


def _outer(graph: Any) -> list[str]:
    """The first convolution and the last: few numbers, and much depends on them."""
    names: list[str] = [node.name for node in graph.node if node.op_type == "Conv"]
    return [names[0], names[-1]]


def _reader(tools: Any, graph: Any, asked: Sequence[Inputs]) -> Any:
    """What onnxruntime reads examples from."""
    names: list[str] = [node.name for node in graph.input]

    class Reader(tools.CalibrationDataReader):  # type: ignore[misc]
        def __init__(self) -> None:
            self._rest: Iterator[Inputs] = iter(asked)

        def get_next(self) -> dict[str, NDArray[np.generic]] | None:
            inputs = next(self._rest, None)
            return None if inputs is None else dict(zip(names, inputs, strict=True))

    return Reader()
