"""The embedded model for onnxruntime: MatMulNBits and QMoE with `accuracy_level=4`.

That level is what makes onnxruntime round activations to eight bits, one scale per token and group.
Tables are kept in bytes with a scale per row. Nodes keep their names and places, so the graph means
the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from uitars_quant.errors import SourceError, WriteError
from uitars_quant.numerics.grid import Floats, Quantized
from uitars_quant.pipeline import TensorResult
from uitars_quant.recipe import Recipe
from uitars_quant.sources.onnx_file import FILE, experts_of, load_graph
from uitars_quant.sources.tensors import Source, Tensor
from uitars_quant.targets.files import copy_whole, made_here, make_folder, write_whole
from uitars_quant.targets.packing import pairs

_DOMAIN: Final = "com.microsoft"
_TOOL: Final = "uitars-quantize"
"""Key of a graph that was made here."""


class OnnxFile:
    """Writes a folder with one graph. The whole file is in memory: the embedded model is small."""

    def __init__(self, folder: Path, source: Source, recipe: Recipe) -> None:
        file = folder / FILE
        if file.is_file() and not made_here(file, _TOOL):
            raise WriteError(f"{file} was not made here.", "Remove it, or give another -o.")
        make_folder(folder)
        self._folder, self._source, self._recipe = folder, source, recipe
        self._quantized: dict[str, list[Quantized]] = {}

    def is_done(self, tensor: Tensor) -> bool:
        """Nothing is kept between runs."""
        return False

    def put(self, tensor: Tensor, value: Quantized | Floats, row: int = 0) -> None:
        """Keep rows of a tensor until the graph is written."""
        if isinstance(value, Quantized):
            self._quantized.setdefault(tensor.name, []).append(value)

    def finish(self, tensor: Tensor, result: TensorResult | None) -> None:
        """Nothing to do before the end."""

    def earlier(self) -> list[TensorResult]:
        """Nothing is kept between runs."""
        return []

    def forget(self) -> None:
        """Nothing is kept between runs."""

    def close(self) -> None:
        """Nothing is open."""

    def publish(self) -> list[Path]:
        """Write the graph; the files written."""
        model = load_graph(self._source.path)
        _Rewriting(model.graph, self._joined(), self._recipe.group).rewrite()
        for entry in model.metadata_props:
            if entry.key == "precision":
                entry.value = "w4a8"
        model.metadata_props.add(key=_TOOL, value=self._recipe.plan())
        file = self._folder / FILE
        write_whole(file, model.SerializeToString())
        beside = [self._folder / companion.name for companion in self._source.companions]
        for companion, copy in zip(self._source.companions, beside, strict=True):
            if companion.parent.resolve() != self._folder.resolve():
                copy_whole(companion, copy)
        return [file, *beside]

    def _joined(self) -> dict[str, Quantized]:
        return {
            name: Quantized(
                np.concatenate([part.codes for part in parts]),
                np.concatenate([part.scales for part in parts]),
            )
            for name, parts in self._quantized.items()
        }


class _Rewriting:
    """Replaces nodes of a graph by their smaller kind."""

    def __init__(self, graph: Any, matrices: dict[str, Quantized], group: int) -> None:
        self._graph, self._group = graph, group
        self._matrices = matrices
        self._counts = {weight.name: weight.dims[0] for weight in graph.initializer}
        self._replaced: set[str] = set()
        self._weights: list[Any] = []

    def rewrite(self) -> None:
        """Change the graph in place."""
        nodes = [new for node in self._graph.node for new in self._node(node)]
        kept = [one for one in self._graph.initializer if one.name not in self._replaced]
        del self._graph.node[:], self._graph.initializer[:]
        self._graph.node.extend(nodes)
        self._graph.initializer.extend([*kept, *self._weights])

    def _node(self, node: Any) -> Iterator[Any]:
        match node.op_type:
            case "MatMul" if node.input[1] in self._matrices:
                yield self._product(node)
            case "MoE" if any(name in self._matrices for name in self._experts_of(node)):
                yield self._mixture(node)
            case "Gather" if node.input[0] in self._matrices:
                yield from self._table(node)
            case _:
                yield node

    def _product(self, node: Any) -> Any:
        from onnx import helper

        name = node.input[1]
        matrix = self._matrices[name]
        rows, inputs = matrix.codes.shape
        codes = self._weight(f"{name}.codes", pairs(matrix).reshape(rows, -1, self._group // 2))
        scales = self._weight(f"{name}.scales", matrix.scales.reshape(-1))
        self._replaced.add(name)
        return helper.make_node(
            "MatMulNBits",
            [node.input[0], codes, scales],
            list(node.output),
            domain=_DOMAIN,
            K=inputs,
            N=rows,
            bits=4,
            block_size=self._group,
            accuracy_level=4,
        )

    def _mixture(self, node: Any) -> Any:
        from onnx import helper

        value, router, up, _, down, _ = node.input
        if not all(name in self._matrices for name in self._experts_of(node)):
            raise SourceError(
                f"Of the experts {up} and {down}, some fit groups and some do not.",
                "Use --group-size 32.",
            )
        new = helper.make_node(
            "QMoE",
            [value, router, *self._experts(up), "", *self._experts(down), ""],
            list(node.output),
            domain=_DOMAIN,
            expert_weight_bits=4,
            block_size=self._group,
            accuracy_level=4,
            weights_prepacked=0,
        )
        new.attribute.extend(node.attribute)
        return new

    def _experts_of(self, node: Any) -> list[str]:
        """The matrices of a mixture."""
        weights = (node.input[2], node.input[4])
        return [one for name in weights for one in experts_of(name, self._counts[name])]

    def _experts(self, name: str) -> tuple[str, str]:
        """Names of the codes and scales of all experts of a weight."""
        matrices = [self._matrices[one] for one in experts_of(name, self._counts[name])]
        self._replaced.add(name)
        codes = self._weight(f"{name}.codes", np.stack([pairs(one) for one in matrices]))
        return codes, self._weight(f"{name}.scales", np.stack([one.scales for one in matrices]))

    def _table(self, node: Any) -> Iterator[Any]:
        from onnx import TensorProto, helper

        name, index = node.input
        table, result = self._matrices[name], node.output[0]
        codes = self._weight(f"{name}.codes", table.codes)
        scales = self._weight(f"{name}.scales", table.scales)
        self._replaced.add(name)
        parts = [f"{result}.{part}" for part in ("codes", "floats", "scales")]
        yield helper.make_node("Gather", [codes, index], parts[:1], axis=0)
        yield helper.make_node("Cast", parts[:1], parts[1:2], to=TensorProto.FLOAT)
        yield helper.make_node("Gather", [scales, index], parts[2:], axis=0)
        yield helper.make_node("Mul", parts[1:], [result])

    def _weight(self, name: str, array: NDArray[Any]) -> str:
        from onnx import numpy_helper

        self._weights.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name
