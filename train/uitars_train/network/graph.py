"""Building an ONNX graph by hand: nodes, weights, inputs, outputs.

Weights carry the names of the model's parameters, by which `weights.py` finds them again; all
other names are made on the way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from onnx import ModelProto, TensorProto, helper, numpy_helper

from uitars_train.network.packing import BLOCK, Floats, pack

Dims = Sequence[int | str]
SCALES: Final = ".scales"
"""Ends the name of what the codes of a weight are multiplied with."""


class Table(NamedTuple):
    """Embeddings in a graph."""

    values: str
    scales: str = ""
    """Empty for floats."""


class Graph:
    """A graph under construction; values are referred to by name."""

    def __init__(self, four_bits: bool) -> None:
        """`four_bits`: matrices in four bits with 8-bit activations; else all in 32-bit floats."""
        self.four_bits = four_bits
        self._nodes: list[Any] = []
        self._weights: list[Any] = []
        self._inputs: list[Any] = []
        self._outputs: list[Any] = []
        self._count = 0

    def input(self, name: str, kind: int, dims: Dims) -> str:
        self._inputs.append(helper.make_tensor_value_info(name, kind, list(dims)))
        return name

    def output(self, value: str, name: str, dims: Dims) -> None:
        self._nodes.append(helper.make_node("Identity", [value], [name]))
        self._outputs.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, list(dims)))

    def weight(self, array: NDArray[Any], name: str = "") -> str:
        """A constant; without a name every call makes one of its own."""
        name = name or self._name("w")
        self._weights.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def node(self, operator: str, *inputs: str, domain: str = "", **attributes: Any) -> str:
        name = self._name(operator.lower())
        self._nodes.append(
            helper.make_node(operator, list(inputs), [name], domain=domain, **attributes)
        )
        return name

    def several(self, operator: str, outputs: int, *inputs: str, **attributes: Any) -> list[str]:
        """The outputs of a node that has several."""
        names = [self._name(operator.lower()) for _ in range(outputs)]
        self._nodes.append(helper.make_node(operator, list(inputs), names, **attributes))
        return names

    def _name(self, stem: str) -> str:
        self._count += 1
        return f"{stem}_{self._count}"

    # ---------------------------------------------------------------- layers

    def linear(self, value: str, name: str, matrix: Floats, bias: Floats | None = None) -> str:
        """value @ matrix.T + bias, in four bits where the input is a multiple of a block."""
        rows, inputs = matrix.shape
        added = "" if bias is None else self.weight(bias, f"{name}.bias")
        if self.four_bits and inputs % BLOCK == 0:
            packed = pack(matrix)
            codes = self.weight(packed.codes, f"{name}.weight")
            scales = self.weight(packed.scales.reshape(-1), f"{name}.weight{SCALES}")
            return self.node(
                "MatMulNBits",
                *((value, codes, scales, "", "", added) if added else (value, codes, scales)),
                domain="com.microsoft",
                K=inputs,
                N=rows,
                bits=4,
                block_size=BLOCK,
                accuracy_level=4,
            )
        result = self.node("MatMul", value, self.weight(matrix.T, f"{name}.weight"))
        return self.node("Add", result, added) if added else result

    def experts(
        self, value: str, router: str, name: str, up: Floats, down: Floats, chosen: int
    ) -> str:
        """Mixed experts; rows of `up` (experts, 2 * inner, width) alternate gate and value."""
        shared: dict[str, Any] = {
            "activation_type": "swiglu",
            "swiglu_fusion": 1,
            "activation_alpha": 1.0,
            "activation_beta": 0.0,
            "normalize_routing_weights": 1,
            "k": chosen,
        }
        parts = ((f"{name}.up", up), (f"{name}.down", down))
        if not self.four_bits:
            wide = [self.weight(matrices, path) for path, matrices in parts]
            return self.node(
                "MoE", value, router, wide[0], "", wide[1], "", domain="com.microsoft", **shared
            )
        narrow = [self._pack_experts(path, matrices) for path, matrices in parts]
        return self.node(
            "QMoE",
            *(value, router, *narrow[0], "", *narrow[1], ""),
            domain="com.microsoft",
            expert_weight_bits=4,
            block_size=BLOCK,
            accuracy_level=4,
            weights_prepacked=0,
            **shared,
        )

    def _pack_experts(self, name: str, matrices: Floats) -> tuple[str, str]:
        experts, rows, inputs = matrices.shape
        packed = pack(matrices.reshape(-1, inputs))
        codes = packed.codes.reshape(experts, rows, inputs // 2)
        scales = packed.scales.reshape(experts, rows, inputs // BLOCK)
        return self.weight(codes, name), self.weight(scales, f"{name}{SCALES}")

    def table(self, name: str, values: Floats) -> Table:
        """Embeddings: 8-bit with a scale per row, or floats."""
        if not self.four_bits:
            return Table(self.weight(values, name))
        scale = np.abs(values).max(1, keepdims=True) / 127
        scale[scale == 0] = 1.0
        codes: NDArray[np.int8] = np.rint(values / scale).astype(np.int8)
        scales = self.weight(scale.astype(np.float32), f"{name}{SCALES}")
        return Table(self.weight(codes, name), scales)

    def rows(self, table: Table, index: str) -> str:
        """(..., width) for an index (...)."""
        taken = self.node("Gather", table.values, index, axis=0)
        if not table.scales:
            return taken
        floats = self.node("Cast", taken, to=TensorProto.FLOAT)
        return self.node("Mul", floats, self.node("Gather", table.scales, index, axis=0))

    def normalised(self, value: str, name: str, weight: Floats, bias: Floats) -> str:
        inputs = (value, self.weight(weight, f"{name}.weight"), self.weight(bias, f"{name}.bias"))
        return self.node("LayerNormalization", *inputs, axis=-1, epsilon=1e-5)

    def added(
        self, value: str, gained: str, name: str, weight: Floats, bias: Floats
    ) -> tuple[str, str]:
        """The sum of two values, and that sum normalised."""
        scale, shift = self.weight(weight, f"{name}.weight"), self.weight(bias, f"{name}.bias")
        total, even = self._name("sum"), self._name("normalised")
        node = helper.make_node(
            "SkipLayerNormalization",
            [value, gained, scale, shift],
            [even, "", "", total],
            domain="com.microsoft",
            epsilon=1e-5,
        )
        self._nodes.append(node)
        return total, even

    def ints(self, *values: int) -> str:
        return self.weight(np.array(values, np.int64))

    def save(self, path: Path, facts: Mapping[str, str]) -> None:
        """Write the file; `facts` become its metadata."""
        graph = helper.make_graph(self._nodes, "uitars", self._inputs, self._outputs, self._weights)
        model: ModelProto = helper.make_model(
            graph,
            opset_imports=[helper.make_opsetid("", 23), helper.make_opsetid("com.microsoft", 1)],
            ir_version=10,
            producer_name="uitars",
        )
        for key, value in facts.items():
            model.metadata_props.add(key=key, value=value)
        path.write_bytes(model.SerializeToString())
