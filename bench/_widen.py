"""The same network in 32-bit floats: every four-bit matrix of a graph written out as it is meant.

What is left between the two is the arithmetic: 4-bit weights with 8-bit activations on one side,
32-bit floats on the other.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper


def widen(source: Path, target: Path) -> None:
    """Write the graph `source` to `target` without `MatMulNBits`, `QMoE` and 8-bit tables."""
    model = onnx.ModelProto.FromString(source.read_bytes())
    weights: dict[str, NDArray[Any]] = {
        tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer
    }
    nodes: list[Any] = []
    for node in model.graph.node:
        match node.op_type:
            case "MatMulNBits":
                nodes.append(_product(node, weights))
            case "QMoE":
                nodes.append(_experts(node, weights))
            case _:
                nodes.append(node)
    used = {name for node in nodes for name in node.input}
    kept = [
        numpy_helper.from_array(_floats(array), name)
        for name, array in weights.items()
        if name in used
    ]
    graph = helper.make_graph(nodes, model.graph.name, model.graph.input, model.graph.output, kept)
    wide = helper.make_model(graph, opset_imports=model.opset_import, ir_version=model.ir_version)
    for entry in model.metadata_props:
        value = "fp32" if entry.key == "precision" else entry.value
        wide.metadata_props.add(key=entry.key, value=value)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(wide.SerializeToString())


def _product(node: Any, weights: dict[str, NDArray[Any]]) -> Any:
    value, codes, scales = node.input[:3]
    packed = weights[codes]
    rows, blocks = packed.shape[0], packed.shape[1]
    meant = _meant(packed, weights[scales].reshape(rows, blocks)).reshape(rows, -1)
    weights[f"{codes}_wide"] = np.ascontiguousarray(meant.T)
    return helper.make_node("MatMul", [value, f"{codes}_wide"], list(node.output))


def _experts(node: Any, weights: dict[str, NDArray[Any]]) -> Any:
    value, router, up, up_scales, _, down, down_scales = node.input[:7]
    for codes, scales in ((up, up_scales), (down, down_scales)):
        packed, scale = weights[codes], weights[scales]
        experts, rows, blocks = scale.shape
        meant = _meant(packed.reshape(experts, rows, blocks, -1), scale)
        weights[f"{codes}_wide"] = meant.reshape(experts, rows, -1)
    shared = {
        item.name: helper.get_attribute_value(item)
        for item in node.attribute
        if item.name in _SHARED
    }
    inputs = [value, router, f"{up}_wide", "", f"{down}_wide", ""]
    return helper.make_node("MoE", inputs, list(node.output), domain="com.microsoft", **shared)


_SHARED = {
    "activation_type",
    "swiglu_fusion",
    "activation_alpha",
    "activation_beta",
    "normalize_routing_weights",
    "k",
}
"""What both kinds of mixed experts are told."""


def _meant(codes: NDArray[Any], scales: NDArray[Any]) -> NDArray[np.float32]:
    """(..., blocks, block): what codes in halves of bytes stand for, the even element low."""
    pairs = np.stack([codes & 15, codes >> 4], axis=-1).reshape(*codes.shape[:-1], -1)
    meant: NDArray[np.float32] = (pairs.astype(np.float32) - 8) * scales[..., None]
    return meant


def _floats(array: NDArray[Any]) -> NDArray[Any]:
    """Tables of 8-bit codes as floats; all else as it is."""
    return array.astype(np.float32) if array.dtype == np.int8 else array
