"""From a trained reranker to `reranker.onnx` (4-bit weights, 8-bit activations).

N texts of T pieces at a time, after P cached ones: first the request alone (N = 1, P = 0), then all
elements, each after the request.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from onnx import TensorProto

from uitars_runtime.backends.embedded.network.graph import cache_names
from uitars_runtime.backends.embedded.network.reranker import ASKED, DESCRIBED, FILE
from uitars_train.encoder.bert import Layers
from uitars_train.network.export import Graph
from uitars_train.network.quantization import Floats
from uitars_train.reranking.model import PLACE, CrossEncoder


def export(model: CrossEncoder, folder: Path, *, four_bits: bool = True) -> None:
    """Write `reranker.onnx` into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    _Writer(model, four_bits).save(folder / FILE)


class _Writer:
    """Writes the forward of one model: rows of word pieces in, `scores` (N,) and the cache out."""

    def __init__(self, model: CrossEncoder, four_bits: bool) -> None:
        self._weights: dict[str, Floats] = {
            name.removeprefix("bert."): value.detach().float().numpy()
            for name, value in model.state_dict().items()
        }
        self._heads = model.heads
        self._count = len(model.bert.encoder.layer)
        self._width = model.head.in_features
        self._graph = Graph(four_bits)
        self._layers = Layers(self._graph, self._weights)

    def save(self, path: Path) -> None:
        g = self._graph
        state = self._embedded()
        hidden = g.input("hidden", TensorProto.FLOAT, ("N", 1, "T", "S"))
        for layer in range(self._count):
            seen = self._attended(state, hidden, layer)
            state = self._layers.gained(state, seen, layer)
        first = g.node("Gather", state, g.ints(0), axis=1)
        head = g.linear(first, "head", self._weights["head.weight"], self._weights["head.bias"])
        g.output(g.node("Squeeze", head, g.ints(1, 2)), "scores", ("N",))
        facts = {"layers": self._count, "heads": self._heads, "width": self._width}
        g.save(path, {name: str(value) for name, value in facts.items()})

    def _embedded(self) -> str:
        """What is read, at its places: those of the request, then those of an element."""
        g = self._graph
        words = g.input("words", TensorProto.FLOAT, ("N", "T", self._width))
        places = g.input("places", TensorProto.INT64, ("T",))
        position = self._weights["embeddings.position_embeddings.weight"]
        kinds = self._weights["embeddings.token_type_embeddings.weight"]
        known = [position[:ASKED] + kinds[0], position[PLACE : PLACE + DESCRIBED] + kinds[1]]
        placed = g.node("Gather", g.weight(np.concatenate(known)), places)
        return self._layers.normalised(g.node("Add", words, placed))

    def _attended(self, state: str, hidden: str, layer: int) -> str:
        g, heads, size = self._graph, self._heads, self._width // self._heads
        names = cache_names(layer)
        past = [g.input(name, TensorProto.FLOAT, ("N", heads, "P", size)) for name in names.past]
        parts = self._layers.attended(state, layer)
        seen, *grown = g.several(
            "Attention", 3, *parts, hidden, *past, q_num_heads=heads, kv_num_heads=heads
        )
        for name, value in zip(names.grown, grown, strict=True):
            g.output(value, name, ("N", heads, "S", size))
        return seen
