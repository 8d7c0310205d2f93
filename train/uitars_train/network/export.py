"""From trained weights to `decoder.onnx` (4-bit weights, 8-bit activations) and `numerics.onnx`.

`Graph` builds an ONNX graph by hand; weights carry the names of the model's parameters, by which
`weights.py` finds them again. The decoder's graph is the forward of `model.py` for one sample: N
tokens at a time after P cached ones. R of them are read and O were said: the same graph reads the
prefix (P = 0, O = 0) and says the next token of several lines (R = 0, O lines), which `hidden`
keeps from seeing one another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from onnx import ModelProto, TensorProto, helper, numpy_helper

from uitars_runtime.backends.embedded.network.decoder import FILE, fingerprint
from uitars_runtime.backends.embedded.network.features import CLASSES, GRAMS, NUMBERS, SKETCHES
from uitars_runtime.backends.embedded.network.graph import NUMERICS as NUMERICS_FILE
from uitars_runtime.backends.embedded.network.graph import cache_names
from uitars_runtime.backends.embedded.network.vocabulary import ROW, SPOKEN
from uitars_runtime.replacing import replaced
from uitars_train.network.model import BLOCK, Decoder, rounded_activations
from uitars_train.network.quantization import Floats, pack

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
            "domain": "com.microsoft",
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
            return self.node("MoE", value, router, wide[0], "", wide[1], "", **shared)
        narrow = [self._pack_experts(path, matrices) for path, matrices in parts]
        return self.node(
            "QMoE",
            *(value, router, *narrow[0], "", *narrow[1], ""),
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
        codes, scale = eight_bits(values)
        return Table(self.weight(codes, name), self.weight(scale, f"{name}{SCALES}"))

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
        """Write the file; `facts` become its metadata. Raises `UsageError` where it cannot be
        written."""
        graph = helper.make_graph(self._nodes, "uitars", self._inputs, self._outputs, self._weights)
        model: ModelProto = helper.make_model(
            graph,
            opset_imports=[helper.make_opsetid("", 23), helper.make_opsetid("com.microsoft", 1)],
            ir_version=10,
            producer_name="uitars",
        )
        for key, value in facts.items():
            model.metadata_props.add(key=key, value=value)
        with replaced(path) as file:
            file.write(model.SerializeToString())


def eight_bits(values: Floats) -> tuple[NDArray[np.int8], Floats]:
    """Rows as codes, and (rows, 1) by what those of a row are multiplied."""
    scale = np.abs(values).max(1, keepdims=True) / 127
    scale[scale == 0] = 1.0
    codes: NDArray[np.int8] = np.rint(values / scale).astype(np.int8)
    return codes, scale.astype(np.float32)


# -------------------------------------------------------------------------------------- the decoder


Precision = Literal["w4a8", "fp32"]
ANSWERS: Final = ("say", "query", "key")
"""Layers that are computed as one, since all take the last state."""
_KINDS: Final = ("weight", "bias")


def export(model: Decoder, folder: Path, precision: Precision = "w4a8") -> None:
    """Write the graph, and the proof of its numerics, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    shape = model.shape
    graph = Graph(four_bits=precision == "w4a8")
    _Writer(graph, model).write()
    facts = {
        "fingerprint": fingerprint(),
        "precision": precision,
        "width": str(shape.width),
        "layers": str(shape.layers),
        "heads": str(shape.heads),
        "experts": str(shape.experts),
        "chosen": str(shape.chosen),
        **({"grown": str(shape.grown)} if shape.grown else {}),
    }
    graph.save(folder / FILE, facts)
    numerics().save(folder / NUMERICS_FILE, {})


class _Writer:
    """Writes the forward of one model."""

    def __init__(self, graph: Graph, model: Decoder) -> None:
        self.graph = graph
        self.shape = model.shape
        self.size = model.shape.width // model.shape.heads
        self.weights: dict[str, Floats] = {
            name: value.detach().float().numpy() for name, value in model.state_dict().items()
        }

    def write(self) -> None:
        """The layers, each of which adds to `x` what its halves gain."""
        g, width = self.graph, self.shape.width
        x = self._embed()
        biases = self._biases()
        even = g.normalised(x, *self._layer_norm("layers.0.before"))
        for index, bias in enumerate(biases):
            x, even = self._layer(index, x, even, bias)
        g.output(even, "state", ("N", width))
        heads = [np.concatenate([self.weights[f"{h}.{kind}"] for h in ANSWERS]) for kind in _KINDS]
        g.output(g.linear(even, "answers", *heads), "answers", ("N", len(SPOKEN) + 2 * width))

    def _embed(self) -> str:
        """(N, width): the tokens that are read, then those that were said."""
        g = self.graph
        table = g.table("table.weight", self._table())
        said = g.input("said", TensorProto.INT64, ("O",))
        pointed = g.input("pointed", TensorProto.FLOAT, ("O", self.shape.width))
        answered = g.node("Add", g.rows(table, said), self._linear(pointed, "pointed"))
        return g.node("Concat", self._read(table), answered, axis=0)

    def _read(self, table: Table) -> str:
        """(R, width): the sum of all that is known of a token."""
        g = self.graph
        sketches = g.input("sketches", TensorProto.FLOAT, ("R", SKETCHES))
        classes = g.input("classes", TensorProto.INT64, ("R", CLASSES))
        grams = g.input("grams", TensorProto.INT64, ("R", GRAMS))
        numbers = g.input("numbers", TensorProto.FLOAT, ("R", NUMBERS))
        x = g.node("Add", self._linear(sketches, "sketch"), self._linear(numbers, "numbers"))
        x = g.node("Add", x, g.node("ReduceSum", g.rows(table, classes), g.ints(1), keepdims=0))
        hashed = g.rows(g.table("grams.weight", self.weights["grams.weight"]), grams)
        taken = g.node("ReduceSum", hashed, g.ints(1), keepdims=0)
        some = g.node("Cast", g.node("Greater", grams, g.ints(0)), to=TensorProto.FLOAT)
        count = g.node("ReduceSum", some, g.ints(1), keepdims=1)
        root = g.node("Sqrt", g.node("Max", count, g.weight(np.ones(1, np.float32))))
        return g.node("Add", x, g.node("Div", taken, root))

    def _linear(self, value: str, name: str) -> str:
        """A layer by its name; the bias of `numbers` is in the table already."""
        bias = None if name == "numbers" else self.weights.get(f"{name}.bias")
        return self.graph.linear(value, name, self.weights[f"{name}.weight"], bias)

    def _table(self) -> Floats:
        """The embeddings; what every token that was read gets as a bias lies in its part's row."""
        table = self.weights["table.weight"].copy()
        for part in ("part:word", "part:step", "part:element"):
            table[ROW[part]] += self.weights["numbers.bias"]
        return table

    def _biases(self) -> list[str]:
        """For every layer (1, heads, N, S): likeness on the first heads, place on the others, what
        is not to be seen on all."""
        g, layers, half = self.graph, self.shape.layers, self.shape.heads // 2
        match = g.input("match", TensorProto.FLOAT, ("N", "S"))
        relation = g.input("relation", TensorProto.INT64, ("N", "S"))
        scale = self.weights["match"].reshape(layers, half, 1, 1)
        alike = g.node("Mul", match, g.weight(scale, "match.weight"))
        lies = g.node("Gather", g.weight(self.weights["relation"], "relation.weight"), relation)
        shape = g.node("Shape", alike)
        lies = g.node("Reshape", g.node("Transpose", lies, perm=[2, 0, 1]), shape)
        hidden = g.input("hidden", TensorProto.FLOAT, ("N", "S"))
        both = g.node("Add", g.node("Concat", alike, lies, axis=1), hidden)
        if layers == 1:
            return [both]
        return g.several("Split", layers, both, axis=0, num_outputs=layers)

    def _layer(self, index: int, x: str, even: str, bias: str) -> tuple[str, str]:
        """`x` after one layer, and the same normalised for what follows."""
        g, width, path = self.graph, self.shape.width, f"layers.{index}"
        mixed = self._linear(even, f"{path}.qkv")
        seen = g.node("Reshape", self._attention(index, mixed, bias), g.ints(-1, width))
        told = self._linear(seen, f"{path}.out")
        x, even = g.added(x, told, *self._layer_norm(f"{path}.between"))
        name = f"{path}.experts"
        up, down = self.weights[f"{name}.up"], self.weights[f"{name}.down"]
        router = g.weight(self.weights[f"{name}.router.weight"].T, f"{name}.router.weight")
        gained = g.experts(even, g.node("MatMul", even, router), name, up, down, self.shape.chosen)
        following = "last" if index + 1 == self.shape.layers else f"layers.{index + 1}.before"
        return g.added(x, gained, *self._layer_norm(following))

    def _layer_norm(self, name: str) -> tuple[str, Floats, Floats]:
        return name, self.weights[f"{name}.weight"], self.weights[f"{name}.bias"]

    def _attention(self, index: int, mixed: str, bias: str) -> str:
        """(1, N, width) from queries, keys and values (N, 3 * width) and what was cached, which
        goes in and out under the names that `cache_names` gives."""
        g, heads = self.graph, self.shape.heads
        names = cache_names(index)
        past = [g.input(name, TensorProto.FLOAT, (1, heads, "P", self.size)) for name in names.past]
        whole = g.node("Reshape", mixed, g.ints(1, -1, 3 * self.shape.width))
        apart = g.several("Split", 3, whole, axis=2, num_outputs=3)
        sizes = {"q_num_heads": heads, "kv_num_heads": heads}
        seen, *grown = g.several("Attention", 3, *apart, bias, *past, **sizes)
        for name, value in zip(names.grown, grown, strict=True):
            g.output(value, name, (1, heads, "S", self.size))
        return seen


# ---------------------------------------------------------------------------- proof of the numerics


def numerics() -> Graph:
    """What the runtime's `graph.py` asks: results computed, and as they should be."""
    rng = np.random.default_rng(7)
    graph = Graph(four_bits=True)
    x = rng.standard_normal((8, 64), np.float32)
    x[:, 3] *= 20  # one large channel, as real activations have them
    value = graph.weight(x)
    matrix = rng.standard_normal((64, 64), np.float32)
    graph.output(graph.linear(value, "product", matrix), "product_computed", (8, 64))
    meant = pack(matrix).meant
    graph.output(graph.weight(_rounded(x) @ meant.T), "product_rounded", (8, 64))
    graph.output(graph.weight(x @ meant.T), "product_exact", (8, 64))
    up = rng.standard_normal((4, 64, 64), np.float32) / np.float32(8)
    down = rng.standard_normal((4, 64, 32), np.float32) / np.float32(6)
    route = rng.standard_normal((8, 4), np.float32)
    computed = graph.experts(value, graph.weight(route), "experts", up, down, 2)
    graph.output(computed, "experts_computed", (8, 64))
    for name, rounded in (("rounded", True), ("exact", False)):
        expected = _mixture(x, route, up, down, rounded)
        graph.output(graph.weight(expected), f"experts_{name}", (8, 64))
    return graph


def _mixture(x: Floats, route: Floats, up: Floats, down: Floats, rounded: bool) -> Floats:
    """Two of four experts, with or without 8-bit activations, in plain numpy."""
    seen = _rounded if rounded else np.asarray
    result = np.zeros_like(x)
    for row, vector in enumerate(x):
        best = np.argsort(-route[row])[:2]
        odds = np.exp(route[row][best] - route[row][best].max())
        odds /= odds.sum()
        for odd, expert in zip(odds, best, strict=True):
            both = pack(up[expert]).meant @ seen(vector[None])[0]
            gate, value = both[0::2], both[1::2]
            inner = (gate / (1 + np.exp(-gate)) * value).astype(np.float32)
            result[row] += odd * (pack(down[expert]).meant @ seen(inner[None])[0])
    return result


def _rounded(values: Floats) -> Floats:
    return rounded_activations(torch.as_tensor(values)).numpy()
