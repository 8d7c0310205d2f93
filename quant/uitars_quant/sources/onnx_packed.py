"""The embedded model in four bits as a source: for looking at results, and comparing them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from uitars_quant.numerics.grid import Floats
from uitars_quant.sources.tensors import Role, Tensor

Array = NDArray[Any]

OPERATORS = frozenset({"MatMulNBits", "QMoE"})
"""Of onnxruntime, for matrices in four bits."""


def packed(graph: Any) -> Iterator[Tensor]:
    """Matrices, experts one by one, and tables, under the names they had in 32 bits."""
    from onnx import numpy_helper

    arrays = {weight.name: numpy_helper.to_array(weight) for weight in graph.initializer}
    for node in graph.node:
        match node.op_type:
            case "MatMulNBits":
                name, codes = _codes(arrays, node.input[1])
                yield _matrix(name, codes.reshape(len(codes), -1), arrays[node.input[2]])
            case "QMoE":
                for at in (2, 5):
                    name, codes = _codes(arrays, node.input[at])
                    scales = arrays[node.input[at + 1]]
                    for expert, own in enumerate(codes):
                        yield _matrix(f"{name}.experts.{expert}", own, scales[expert])
            case _:
                pass
    yield from _tables(arrays)


def _codes(arrays: Mapping[str, Array], name: str) -> tuple[str, Array]:
    return name.removesuffix(".codes"), arrays[name]


def _matrix(name: str, codes: Array, scales: Array) -> Tensor:
    shape = (len(codes), 2 * codes.shape[1])
    rows = partial(_rows, codes, scales.reshape(len(codes), -1))
    return Tensor(name, shape, "INT4", rows, Role.MATRIX)


def _rows(codes: Array, scales: Array, start: int, stop: int) -> Floats:
    """The even neighbour is in the low half of a byte; eight stands for zero."""
    own = codes[start:stop]
    values = np.stack([own & np.uint8(15), own >> np.uint8(4)], -1).astype(np.float32) - 8
    groups = values.reshape(len(own), scales.shape[1], -1)
    return np.asarray(groups * scales[start:stop, :, None], np.float32).reshape(len(own), -1)


def _tables(arrays: Mapping[str, Array]) -> Iterator[Tensor]:
    for full, codes in arrays.items():
        name = full.removesuffix(".codes")
        scales = arrays.get(f"{name}.scales")
        if codes.dtype == np.int8 and scales is not None:
            rows = partial(_table_rows, codes, scales)
            yield Tensor(name, codes.shape, "INT8", rows, Role.TABLE)


def _table_rows(codes: Array, scales: Array, start: int, stop: int) -> Floats:
    return np.asarray(codes[start:stop] * scales[start:stop], np.float32)
