"""`tagger.onnx` from a trained network: the encoder's graph with adapters and head. Its large
weights are those in the bytes of `encoder.onnx` (external data of ONNX); what is new has eight bits
and a scale for each column.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from uitars_runtime.backends.embedded.network import encoder, tagging
from uitars_runtime.errors import UsageError
from uitars_runtime.replacing import replaced
from uitars_train.tagging.model import SCALE, Tags

_LARGE: Final = 1024
"""Bytes from which weights of the encoder are not written again."""
_EPSILON: Final = 1e-5
_OWN: Final = "tagger"


def export(model: Tags, out: Path, base: Path = encoder.FOLDER / encoder.FILE) -> None:
    """Write the file. Raises `UsageError` where the encoder's cannot be read."""
    try:
        content = base.read_bytes()
    except OSError as error:
        raise UsageError(f"{base} cannot be read: {error.strerror}.") from error
    graph = onnx.load_from_string(content).graph
    writer = _Writer({name: value.numpy() for name, value in model.own().items()})
    writer.write(graph)
    used = {name for node in writer.nodes for name in node.input}
    weights = [_outside(one, content, base.name) for one in graph.initializer if one.name in used]
    made = helper.make_graph(
        writer.nodes,
        "tagger",
        [
            helper.make_tensor_value_info("words", TensorProto.FLOAT, ["B", "T", None]),
            helper.make_tensor_value_info("told", TensorProto.FLOAT, ["B", "T", tagging.SEEN]),
        ],
        [
            helper.make_tensor_value_info(name, TensorProto.FLOAT, ["B", "T", None])
            for name in ("ops", "slots")
        ],
        [*weights, *writer.weights],
    )
    whole = helper.make_model(
        made,
        opset_imports=[helper.make_opsetid("", 23), helper.make_opsetid("com.microsoft", 1)],
        ir_version=10,
    )
    with replaced(out) as file:
        file.write(whole.SerializeToString())


def _outside(weight: TensorProto, content: bytes, name: str) -> TensorProto:
    """A weight as the bytes of another file."""
    if len(weight.raw_data) < _LARGE:
        return weight
    at = content.find(weight.raw_data)
    size = len(weight.raw_data)
    told = TensorProto()
    told.CopyFrom(weight)
    told.ClearField("raw_data")
    told.data_location = TensorProto.EXTERNAL
    for key, value in (("location", name), ("offset", at), ("length", size)):
        entry = told.external_data.add()
        entry.key, entry.value = key, str(value)
    return told


class _Writer:
    """The nodes of the whole network, and the weights that are new."""

    def __init__(self, own: Mapping[str, np.ndarray[Any, Any]]) -> None:
        self._own = own
        self.nodes: list[Any] = []
        self.weights: list[TensorProto] = []

    def write(self, graph: Any) -> None:
        """The encoder's nodes up to its last state, each matrix with its adapter."""
        told = self._node("MatMul", "told", self._matrix("told.weight", turned=True))
        words = self._node("Add", "words", told)
        state = ""
        for node in graph.node:
            if node.op_type in ("Cast", "Unsqueeze"):  # of the mask, and of the mean that follows
                if state:
                    break
                continue
            inputs = [words if name == "words" else name for name in node.input]
            if node.op_type == "MultiHeadAttention":
                inputs = inputs[:3]
            kept = onnx.NodeProto()
            kept.CopyFrom(node)
            del kept.input[:]
            kept.input.extend(inputs)
            self.nodes.append(kept)
            if node.op_type == "MatMulNBits":
                self._adapt(kept)
            if node.op_type == "SkipLayerNormalization":
                state = node.output[0]
        self._head(state)

    def _adapt(self, node: Any) -> None:
        """The matrix's answer and its adapter's."""
        path = f"bert.{node.input[1].removesuffix('.weight')}"
        answer = node.output[0]
        node.output[0] = f"{answer}.base"
        low = self._node("MatMul", node.input[0], self._matrix(f"{path}.down"))
        high = self._node("MatMul", low, self._matrix(f"{path}.up", by=SCALE))
        self.nodes.append(helper.make_node("Add", [f"{answer}.base", high], [answer]))

    def _head(self, state: str) -> None:
        states = self._node("Concat", state, "told", axis=2)
        hidden = self._node("Gelu", self._linear(states, "first"))
        turned = self._node("Transpose", hidden, perm=[0, 2, 1])
        kernel = self._own["beside.weight"].shape[2]
        around = self._node(
            "Conv",
            turned,
            self._quantized("beside.weight", self._own["beside.weight"], axis=0),
            self._exact("beside.bias"),
            pads=[kernel // 2] * 2,
        )
        around = self._node("Gelu", self._node("Transpose", around, perm=[0, 2, 1]))
        hidden = self._node(
            "LayerNormalization",
            self._node("Add", hidden, around),
            self._exact("norm.weight"),
            self._exact("norm.bias"),
            axis=-1,
            epsilon=_EPSILON,
        )
        ops = self._linear(hidden, "ops")
        both = self._node("Concat", hidden, self._node("Softmax", ops, axis=-1), axis=2)
        slots = self._linear(both, "slots")
        for name, value in (("ops", ops), ("slots", slots)):
            self.nodes.append(helper.make_node("LogSoftmax", [value], [name], axis=-1))

    def _linear(self, value: str, name: str) -> str:
        product = self._node("MatMul", value, self._matrix(f"{name}.weight", turned=True))
        return self._node("Add", product, self._exact(f"{name}.bias"))

    def _matrix(self, name: str, *, turned: bool = False, by: float = 1.0) -> str:
        values = self._own[name].T if turned else self._own[name]
        return self._quantized(name, values * by, axis=values.ndim - 1)

    def _quantized(self, name: str, values: np.ndarray[Any, Any], axis: int) -> str:
        """Eight bits, and a scale along an axis."""
        others = tuple(at for at in range(values.ndim) if at != axis)
        scale = np.maximum(np.abs(values).max(axis=others, keepdims=True), 1e-9) / 127
        codes: NDArray[np.int8] = np.asarray(np.round(values / scale), np.int8)
        names = [
            self._weight(f"{_OWN}.{name}", codes),
            self._weight(f"{_OWN}.{name}.scale", scale.reshape(-1).astype(np.float32)),
        ]
        return self._node("DequantizeLinear", *names, axis=axis)

    def _exact(self, name: str) -> str:
        return self._weight(f"{_OWN}.{name}", self._own[name].astype(np.float32))

    def _weight(self, name: str, values: np.ndarray[Any, Any]) -> str:
        self.weights.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def _node(self, kind: str, *inputs: str, **attributes: Any) -> str:
        name = f"{_OWN}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], **attributes))
        return name
