"""Parts of a network's file: what only some of its answers need."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

TOWER: Final = "/network/core/core.6/Flatten_output_0"
"""What the tower of the reader answers that looks at the first picture of a candidate."""
ANSWER: Final = "icons"
"""What the reader answers for icons: a share for each name."""


def keep_only(graph: Any, answers: Sequence[str]) -> None:
    """Takes away the nodes and weights that none of the answers needs."""
    wanted = set(answers)
    kept: list[Any] = []
    for node in reversed(graph.node):
        if not wanted.isdisjoint(node.output):
            wanted.update(node.input)
            kept.append(node)
    weights = [weight for weight in graph.initializer if weight.name in wanted]
    inputs = [one for one in graph.input if one.name in wanted]
    for field, values in (
        (graph.node, kept[::-1]),
        (graph.initializer, weights),
        (graph.input, inputs),
    ):
        del field[:]
        field.extend(values)


class Part:
    """The reader as far as it looks at first pictures."""

    def __init__(self, file: Path, *answers: str) -> None:
        onnx: Any = import_module("onnx")
        onnxruntime: Any = import_module("onnxruntime")
        model = onnx.load(str(file))
        keep_only(model.graph, answers)
        del model.graph.output[:]
        model.graph.output.extend(
            onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None)
            for name in answers
        )
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(
            model.SerializeToString(), options, providers=["CPUExecutionProvider"]
        )
        known = {prop.key: prop.value for prop in model.metadata_props}
        self.names: tuple[str, ...] = tuple(known.get(ANSWER, "").splitlines())
        """What icons are called."""

    def __call__(self, core: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        """The answers to pictures (n, 32, 32, 3), n rows each."""
        said: list[NDArray[np.float32]] = self._session.run(None, {"core": core})
        return said
