"""The embedded model's checkpoint: its ONNX graph in 32-bit floats (`decoder.onnx`).

`uitars-train export CHECKPOINT --precision fp32` writes it. Matrices that multiply (MatMul), the
matrices of mixed experts (MoE) and large tables (Gather) are what can be made smaller; a router
decides, and stays as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from math import prod
from pathlib import Path
from typing import Any, Final

import numpy as np

from uitars_quant.errors import SourceError
from uitars_quant.numerics.grid import Floats
from uitars_quant.sources.foreign import check_name, companions, regular
from uitars_quant.sources.onnx_packed import OPERATORS, packed
from uitars_quant.sources.tensors import Role, Source, Tensor

FILE: Final = "decoder.onnx"
_TABLE: Final = 1 << 16
"""Values from which on a table is worth making smaller."""
_LARGEST: Final = 1 << 31
"""Bytes of the largest file of this kind: a limit of the format."""


def load_graph(path: Path, *, quantized: bool = False) -> Any:
    """The ModelProto of a file in 32-bit floats, or `quantized`; `SourceError` for others."""
    from onnx import ModelProto  # isort: skip
    from google.protobuf.message import DecodeError  # type: ignore[import-untyped]

    model = ModelProto()
    try:
        if not path.is_file():
            raise SourceError(f"{path} is no regular file: it is not read.")
        if path.stat().st_size >= _LARGEST:
            raise SourceError(f"{path} is too large for an ONNX file.")
        model.ParseFromString(path.read_bytes())
    except (DecodeError, OSError) as error:
        raise SourceError(f"{path} is not an ONNX file, or cut short ({error}).") from error
    if not model.graph.node:
        raise SourceError(f"{path} is not an ONNX file: it has no nodes.")
    _check_weights(model.graph, path)
    if not quantized and any(node.op_type in OPERATORS for node in model.graph.node):
        raise SourceError(
            f"{path.name} is already quantized.",
            "Start from `uitars-train export CHECKPOINT --precision fp32 --out FOLDER`.",
        )
    return model


def _check_weights(graph: Any, path: Path) -> None:
    """`SourceError` for weights that lie elsewhere, have no size, or share a name."""
    from onnx import TensorProto

    names: set[str] = set()
    for weight in graph.initializer:
        check_name(weight.name, path)
        if weight.name in names:
            raise SourceError(f"{path.name} holds two weights of the name {weight.name}.")
        names.add(weight.name)
        if weight.data_location == TensorProto.EXTERNAL or weight.external_data:
            raise SourceError(f"The weight {weight.name} of {path.name} lies in another file.")
        if any(side < 0 for side in weight.dims) or prod(weight.dims) > _LARGEST:
            raise SourceError(f"The weight {weight.name} of {path.name} has an impossible shape.")


def open_onnx(path: Path, *, quantized: bool = False) -> Source:
    """The checkpoint in a file, or in the file `decoder.onnx` of a folder.

    `quantized`: also one in four bits, to look at.
    """
    file = regular(path / FILE, path) if path.is_dir() else path
    model = load_graph(file, quantized=quantized)
    small = {tensor.name: tensor for tensor in packed(model.graph)}
    scales = {f"{name}.scales" for name in small} | {
        f"{name.rpartition('.experts.')[0]}.scales" for name in small
    }
    found = (tensor for tensor in _tensors(model.graph) if tensor.name not in scales)
    tensors = {tensor.name: tensor for tensor in found} | small
    beside = companions(file.parent, ["numerics.onnx"])
    facts = {entry.key: entry.value for entry in model.metadata_props}
    return Source(file, {"model_type": "embedded", **facts}, tensors, beside, dict)


def experts_of(name: str, count: int) -> list[str]:
    """Names of the matrices of a weight that holds all experts."""
    return [f"{name}.experts.{number}" for number in range(count)]


def _tensors(graph: Any) -> Iterator[Tensor]:
    from onnx import numpy_helper

    uses = Counter(name for node in graph.node for name in node.input)
    roles = dict(_roles(graph))
    for weight in graph.initializer:
        role = roles.get(weight.name, Role.OTHER) if uses[weight.name] == 1 else Role.OTHER
        array = numpy_helper.to_array(weight)
        if array.dtype != np.float32:
            continue
        if role is Role.MATRIX and array.ndim == 3:
            for name, matrix in zip(experts_of(weight.name, len(array)), array, strict=True):
                yield Tensor(name, matrix.shape, "F32", partial(_rows, matrix), role)
            continue
        array = np.ascontiguousarray(array.T) if role is Role.MATRIX else array
        role = Role.OTHER if role is Role.TABLE and array.size < _TABLE else role
        yield Tensor(weight.name, array.shape, "F32", partial(_rows, array), role)


def _roles(graph: Any) -> Iterator[tuple[str, Role]]:
    """Weights that can be made smaller."""
    routers = {node.input[1] for node in graph.node if node.op_type in {"MoE", "QMoE"}}
    shapes = {weight.name: len(weight.dims) for weight in graph.initializer}
    for node in graph.node:
        match node.op_type:
            case "MatMul" if shapes.get(node.input[1]) == 2 and node.output[0] not in routers:
                yield node.input[1], Role.MATRIX
            case "MoE":
                yield node.input[2], Role.MATRIX
                yield node.input[4], Role.MATRIX
            case "Gather" if shapes.get(node.input[0]) == 2:
                yield node.input[0], Role.TABLE
            case _:
                pass


def _rows(array: Floats, start: int, stop: int) -> Floats:
    return array[start:stop] if array.ndim else array.reshape(1)
