"""From trained weights to `decoder.onnx` (4-bit weights, 8-bit activations) and `numerics.onnx`.

The graph is the forward of `model.py` for one sample: N tokens at a time after P cached ones, so
the same graph reads the prefix (P = 0) and says the output token by token (N = 1).
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import numpy as np
import torch
from onnx import TensorProto

from uitars_runtime.backends.embedded.cache import cache_names
from uitars_runtime.backends.embedded.decoder import FILE, fingerprint
from uitars_runtime.backends.embedded.features import CLASSES, GRAMS, NUMBERS, SKETCHES
from uitars_runtime.backends.embedded.numerics import FILE as NUMERICS_FILE
from uitars_runtime.backends.embedded.vocabulary import ROW, SPOKEN
from uitars_train.policy.graph import Graph
from uitars_train.policy.model import Decoder
from uitars_train.policy.packing import Floats, pack, round_activations

Precision = Literal["w4a8", "fp32"]


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
    }
    graph.save(folder / FILE, facts)
    numerics().save(folder / NUMERICS_FILE, {})


def _floats(tensor: torch.Tensor) -> Floats:
    return tensor.detach().float().numpy()


class _Writer:
    """Writes the forward of one model."""

    def __init__(self, graph: Graph, model: Decoder) -> None:
        self.graph = graph
        self.model = model
        self.shape = model.shape
        self.size = model.shape.width // model.shape.heads

    def write(self) -> None:
        g, model, shape = self.graph, self.model, self.shape
        match = g.input("match", TensorProto.FLOAT, ("N", "S"))
        relation = g.input("relation", TensorProto.INT64, ("N", "S"))
        x = self._embed()
        for index in range(shape.layers):
            x = self._layer(index, x, self._bias(index, match, relation))
        state = g.normalised(x, _floats(model.last.weight), _floats(model.last.bias))
        width = shape.width
        g.output(state, "state", ("N", width))
        for name, layer in (("said", model.say), ("query", model.query), ("aimed", model.key)):
            out = g.linear(state, _floats(layer.weight), _floats(layer.bias))
            g.output(out, name, ("N", len(SPOKEN) if name == "said" else width))

    def _embed(self) -> str:
        g, model = self.graph, self.model
        sketches = g.input("sketches", TensorProto.FLOAT, ("N", SKETCHES))
        classes = g.input("classes", TensorProto.INT64, ("N", CLASSES))
        grams = g.input("grams", TensorProto.INT64, ("N", GRAMS))
        numbers = g.input("numbers", TensorProto.FLOAT, ("N", NUMBERS))
        pointed = g.input("pointed", TensorProto.FLOAT, ("N", self.shape.width))
        x = g.linear(sketches, _floats(model.sketch.weight))
        x = g.node("Add", x, g.linear(numbers, _floats(model.numbers.weight)))
        summed = g.node("ReduceSum", g.rows(self._table(), classes), g.ints(1), keepdims=0)
        x = g.node("Add", x, summed)
        taken = g.node(
            "ReduceSum", g.rows(_floats(model.grams.weight), grams), g.ints(1), keepdims=0
        )
        some = g.node("Cast", g.node("Greater", grams, g.ints(0)), to=TensorProto.FLOAT)
        count = g.node("ReduceSum", some, g.ints(1), keepdims=1)
        root = g.node("Sqrt", g.node("Max", count, g.weight(np.ones(1, np.float32))))
        x = g.node("Add", x, g.node("Div", taken, root))
        return g.node("Add", x, g.linear(pointed, _floats(model.pointed.weight)))

    def _table(self) -> Floats:
        """The embeddings; what every token that was read gets as a bias lies in its part's row."""
        table = _floats(self.model.table.weight).copy()
        for part in ("part:word", "part:step", "part:element"):
            table[ROW[part]] += _floats(self.model.numbers.bias)
        return table

    def _bias(self, index: int, match: str, relation: str) -> str:
        """(1, heads, N, S): likeness on the first heads, place on the others."""
        g = self.graph
        half = self.shape.heads // 2
        scale = _floats(self.model.match[index]).reshape(half, 1, 1)
        alike = g.node("Mul", g.node("Unsqueeze", match, g.ints(0)), g.weight(scale))
        table = _floats(self.model.relation)[:, index * half : (index + 1) * half]
        lies = g.node("Gather", g.weight(table), relation, axis=0)
        both = g.node("Concat", alike, g.node("Transpose", lies, perm=[2, 0, 1]), axis=0)
        return g.node("Unsqueeze", both, g.ints(0))

    def _layer(self, index: int, x: str, bias: str) -> str:
        """One layer; its cache goes in and out under the names that `cache_names` gives."""
        g, width = self.graph, self.shape.width
        layer = self.model.get_submodule(f"layers.{index}")
        weights = {name: _floats(value) for name, value in layer.state_dict().items()}
        before = g.normalised(x, weights["before.weight"], weights["before.bias"])
        mixed = g.linear(before, weights["qkv.weight"], weights["qkv.bias"])
        seen = g.node("Reshape", self._attention(index, mixed, bias), g.ints(-1, width))
        x = g.node("Add", x, g.linear(seen, weights["out.weight"], weights["out.bias"]))
        between = g.normalised(x, weights["between.weight"], weights["between.bias"])
        router = g.node("MatMul", between, g.weight(weights["experts.router.weight"].T))
        gained = g.experts(
            between, router, weights["experts.up"], weights["experts.down"], self.shape.chosen
        )
        return g.node("Add", x, gained)

    def _attention(self, index: int, mixed: str, bias: str) -> str:
        """(1, N, width) from queries, keys and values (N, 3 * width) and what was cached."""
        g, heads = self.graph, self.shape.heads
        names = cache_names(index)
        past = [g.input(name, TensorProto.FLOAT, (1, heads, "P", self.size)) for name in names.past]
        whole = g.node("Reshape", mixed, g.ints(1, -1, 3 * self.shape.width))
        apart = g.several("Split", 3, whole, axis=2, num_outputs=3)
        seen, *grown = g.several(
            "Attention", 3, *apart, bias, *past, q_num_heads=heads, kv_num_heads=heads
        )
        for name, value in zip(names.grown, grown, strict=True):
            g.output(value, name, (1, heads, "S", self.size))
        return seen


# --------------------------------------------------------------------------- proof of the numerics


def numerics() -> Graph:
    """The graph that `numerics.py` of the runtime asks: results computed, and as they should be."""
    rng = np.random.default_rng(7)
    graph = Graph(four_bits=True)
    x = rng.standard_normal((8, 64), np.float32)
    x[:, 3] *= 20  # one large channel, as real activations have them
    value = graph.weight(x)
    matrix = rng.standard_normal((64, 64), np.float32)
    graph.output(graph.linear(value, matrix), "product_computed", (8, 64))
    meant = pack(matrix).meant
    graph.output(graph.weight(round_activations(x) @ meant.T), "product_rounded", (8, 64))
    graph.output(graph.weight(x @ meant.T), "product_exact", (8, 64))
    up = rng.standard_normal((4, 64, 64), np.float32) / np.float32(8)
    down = rng.standard_normal((4, 64, 32), np.float32) / np.float32(6)
    route = rng.standard_normal((8, 4), np.float32)
    computed = graph.experts(value, graph.weight(route), up, down, 2)
    graph.output(computed, "experts_computed", (8, 64))
    for name, rounded in (("rounded", True), ("exact", False)):
        expected = _mixture(x, route, up, down, rounded)
        graph.output(graph.weight(expected), f"experts_{name}", (8, 64))
    return graph


def _mixture(x: Floats, route: Floats, up: Floats, down: Floats, rounded: bool) -> Floats:
    """Two of four experts, with or without 8-bit activations, in plain numpy."""

    def seen(values: Floats) -> Floats:
        return round_activations(values) if rounded else values

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
