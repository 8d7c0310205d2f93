"""The product's file of an adapted encoder: the graph of that with adapters and what is made for
each piece; heads come on top. Its large weights are those in the bytes of the encoder's own file
(external data of ONNX); what is new has eight bits and a scale for each column, and is what a
network goes on from that is to learn more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor

from uitars_runtime.backends.embedded.network import encoder
from uitars_runtime.errors import UsageError
from uitars_runtime.replacing import replaced
from uitars_train.encoder.adapted import SCALE, AdaptedEncoder
from uitars_train.network.quantization import Floats

_LARGE: Final = 1024
"""Bytes from which weights of the encoder are not written again."""
_EPSILON: Final = 1e-5
_READ: Final = {"MultiHeadAttention": 3, "Attention": 4}
"""Inputs that are kept: all texts are of one length, and nothing was read before."""


class Shape(NamedTuple):
    """An input or output of the graph."""

    name: str
    axes: tuple[str | int | None, ...]
    kind: int = TensorProto.FLOAT


def export(
    writer: Writer,
    heads: Callable[[str], None],
    inputs: Sequence[Shape],
    outputs: Sequence[Shape],
    out: Path,
    base: Path = encoder.FOLDER / encoder.FILE,
) -> None:
    """Write a file. `heads`: writes what comes on top of what is made for each piece, whose name it
    is given. Raises `UsageError` where the encoder's file cannot be read."""
    try:
        content = base.read_bytes()
    except OSError as error:
        raise UsageError(f"{base} cannot be read: {error.strerror}.") from error
    graph = onnx.load_from_string(content).graph
    heads(writer.encoder(graph))
    used = {name for node in writer.nodes for name in node.input}
    weights = [_outside(one, content, base.name) for one in graph.initializer if one.name in used]
    told, said = (
        [helper.make_tensor_value_info(one.name, one.kind, one.axes) for one in each]
        for each in (inputs, outputs)
    )
    made = helper.make_graph(writer.nodes, writer.name, told, said, [*weights, *writer.weights])
    whole = helper.make_model(
        made,
        opset_imports=[helper.make_opsetid("", 23), helper.make_opsetid("com.microsoft", 1)],
        ir_version=10,
    )
    with replaced(out) as file:
        file.write(whole.SerializeToString())


def start_from(model: AdaptedEncoder, file: Path, name: str) -> None:
    """Give a network the weights of its own that a file holds; adapters of lower rank are the first
    rows or columns of its own. `name`: as of `Writer`. Raises `UsageError` where it holds
    others."""
    try:
        graph = onnx.ModelProto.FromString(file.read_bytes()).graph
    except Exception as error:  # protobuf raises classes of its own for every kind of bad file
        raise UsageError(
            f"The weights {file} cannot be read: {error}", "Give a file that was exported."
        ) from error
    arrays = {one.name: one for one in graph.initializer}
    found: dict[str, Tensor] = {}
    for own, value in model.own().items():
        key = f"{name}.{own}"
        if key not in arrays:
            raise UsageError(f"{file} holds no “{key}”.", f"Give a file of the network “{name}”.")
        array = np.asarray(numpy_helper.to_array(arrays[key]), np.float32)
        if (scale := arrays.get(f"{key}.scale")) is not None:
            array = _learned(array, numpy_helper.to_array(scale), own)
        array = _widened(array, value.numpy(), own)
        if array.shape != tuple(value.shape):
            raise UsageError(f"“{key}” in {file} is of another size.", "Train from nothing.")
        found[own] = torch.tensor(array)
    model.load_state_dict(found, strict=False)


def _learned(codes: Floats, scale: Floats, own: str) -> Floats:
    """What `Writer.matrix` and its kernel were written of."""
    if codes.ndim > 2:
        return codes * scale.reshape(-1, *[1] * (codes.ndim - 1))
    values = codes * scale
    if own.endswith(".up"):
        return values / SCALE
    return np.ascontiguousarray(values.T) if own.endswith(".weight") else values


def _widened(array: Floats, begun: Floats, own: str) -> Floats:
    """An adapter with the rank of another one, as which that was begun: what is added to its answer
    is nothing yet."""
    if own.endswith(".down"):
        return np.concatenate([array, begun[:, array.shape[1] :]], 1)
    return np.concatenate([array, begun[len(array) :]]) if own.endswith(".up") else array


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


class Writer:
    """The nodes of the whole network, and the weights that are new."""

    def __init__(
        self, model: AdaptedEncoder, name: str, placed: NDArray[np.float32] | None = None
    ) -> None:
        """`name`: of the network, before what is its own. `placed`: what is added to pieces by
        their places, where that is its own, too."""
        self._placed = placed
        self.own = {key: value.numpy() for key, value in model.own().items()}
        self.name = name
        self.nodes: list[Any] = []
        self.weights: list[TensorProto] = []

    def encoder(self, graph: Any) -> str:
        """The encoder's nodes up to its last state, each matrix with its adapter; the name of what
        is made of it for each piece, (B, T, WIDTH)."""
        told = self.node("MatMul", "told", self.matrix("told.weight", turned=True))
        words = self.node("Add", "words", told)
        state = ""
        for node in graph.node:
            if node.op_type in ("Cast", "Unsqueeze", "Identity"):  # of masks and caches
                if state and node.op_type != "Identity":
                    break
                continue
            if node.op_type == "Gather" and state:
                break
            inputs = [words if name == "words" else name for name in node.input]
            if node.op_type in _READ:
                inputs = inputs[: _READ[node.op_type]]
            kept = onnx.NodeProto()
            kept.CopyFrom(node)
            del kept.input[:]
            kept.input.extend(inputs)
            if node.op_type == "Attention":
                del kept.output[1:]  # what would be cached
            if node.op_type == "Gather" and self._placed is not None:
                kept.input[0] = self._quantized("places", self._placed, axis=0)
            self.nodes.append(kept)
            if node.op_type == "MatMulNBits":
                self._adapt(kept)
            if node.op_type == "SkipLayerNormalization":
                state = node.output[0]
        return self._made(state)

    def _adapt(self, node: Any) -> None:
        """The matrix's answer and its adapter's."""
        path = f"bert.{node.input[1].removesuffix('.weight')}"
        answer = node.output[0]
        node.output[0] = f"{answer}.base"
        low = self.node("MatMul", node.input[0], self.matrix(f"{path}.down"))
        high = self.node("MatMul", low, self.matrix(f"{path}.up", by=SCALE))
        self.nodes.append(helper.make_node("Add", [f"{answer}.base", high], [answer]))

    def _made(self, state: str) -> str:
        states = self.node("Concat", state, "told", axis=2)
        hidden = self.node("Gelu", self.linear(states, "first"))
        turned = self.node("Transpose", hidden, perm=[0, 2, 1])
        kernel = self.own["beside.weight"].shape[2]
        around = self.node(
            "Conv",
            turned,
            self._quantized("beside.weight", self.own["beside.weight"], axis=0),
            self.exact("beside.bias"),
            pads=[kernel // 2] * 2,
        )
        around = self.node("Gelu", self.node("Transpose", around, perm=[0, 2, 1]))
        return self.node(
            "LayerNormalization",
            self.node("Add", hidden, around),
            self.exact("norm.weight"),
            self.exact("norm.bias"),
            axis=-1,
            epsilon=_EPSILON,
        )

    def linear(self, value: str, name: str) -> str:
        product = self.node("MatMul", value, self.matrix(f"{name}.weight", turned=True))
        return self.node("Add", product, self.exact(f"{name}.bias"))

    def matrix(self, name: str, *, turned: bool = False, by: float = 1.0) -> str:
        values = self.own[name].T if turned else self.own[name]
        return self._quantized(name, values * by, axis=values.ndim - 1)

    def _quantized(self, name: str, values: np.ndarray[Any, Any], axis: int) -> str:
        """Eight bits, and a scale along an axis."""
        others = tuple(at for at in range(values.ndim) if at != axis)
        scale = np.maximum(np.abs(values).max(axis=others, keepdims=True), 1e-9) / 127
        codes: NDArray[np.int8] = np.asarray(np.round(values / scale), np.int8)
        names = [
            self.weight(f"{self.name}.{name}", codes),
            self.weight(f"{self.name}.{name}.scale", scale.reshape(-1).astype(np.float32)),
        ]
        return self.node("DequantizeLinear", *names, axis=axis)

    def exact(self, name: str) -> str:
        return self.weight(f"{self.name}.{name}", self.own[name].astype(np.float32))

    def weight(self, name: str, values: np.ndarray[Any, Any]) -> str:
        self.weights.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def answer(self, kind: str, name: str, *inputs: str, **attributes: Any) -> None:
        """A node whose result has a name of its own."""
        self.nodes.append(helper.make_node(kind, inputs, [name], **attributes))

    def node(self, kind: str, *inputs: str, **attributes: Any) -> str:
        """The name of its result."""
        name = f"{self.name}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], **attributes))
        return name
