"""From a checkpoint of the BERT family to `encoder.onnx` (4-bit weights, 8-bit activations), and to
the vocabulary with its rows that all networks of this family read.

The checkpoint is a Hugging Face folder of all-MiniLM-L6-v2 or a model of the same kind: BERT whose
sentence vector is the mean of its tokens' states, of unit length (Reimers & Gurevych 2019, arXiv
1908.10084).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import numpy as np
from onnx import TensorProto

from uitars_runtime.backends.embedded.network.encoder import FILE, TABLE, VOCABULARY, table
from uitars_runtime.replacing import replaced
from uitars_train.encoder.bert import WORDS, Config, Layers, config_of, vocabulary, weights_of
from uitars_train.network.export import Graph, eight_bits
from uitars_train.network.quantization import Floats

_SHORTEST: Final = 1e-9


def export(checkpoint: Path, folder: Path, *, four_bits: bool = True) -> None:
    """Write `encoder.onnx`, the vocabulary and its rows into a folder.

    Raises `UsageError` where the checkpoint is no BERT or a file of it is missing.
    """
    config, words, weights = config_of(checkpoint), vocabulary(checkpoint), weights_of(checkpoint)
    folder.mkdir(parents=True, exist_ok=True)
    _Writer(config, weights, four_bits).save(folder / FILE)
    with replaced(folder / VOCABULARY) as file:
        file.write(("\n".join(words) + "\n").encode())
    with replaced(folder / TABLE) as file:
        np.save(file, table(*eight_bits(weights[WORDS])))


class _Writer:
    """Writes the forward of one model: rows of word pieces and mask (texts, tokens) in, `vectors`
    (texts, width) out."""

    def __init__(self, config: Config, weights: Mapping[str, Floats], four_bits: bool) -> None:
        self._config = config
        self._weights = weights
        self._graph = Graph(four_bits)
        self._layers = Layers(self._graph, weights)

    def save(self, path: Path) -> None:
        g, width, heads = self._graph, self._config.hidden_size, self._config.num_attention_heads
        words = g.input("words", TensorProto.FLOAT, ("B", "T", width))
        mask = g.input("mask", TensorProto.INT64, ("B", "T"))
        short = g.node("Cast", mask, to=TensorProto.INT32)
        state = self._embedded(words)
        for layer in range(self._config.num_hidden_layers):
            parts = self._layers.attended(state, layer)
            seen = g.node(
                "MultiHeadAttention", *parts, "", short, domain="com.microsoft", num_heads=heads
            )
            state = self._layers.gained(state, seen, layer)
        g.output(self._pooled(state, mask), "vectors", ("B", width))
        g.save(path, {"width": str(width)})

    def _embedded(self, words: str) -> str:
        g = self._graph
        # All texts are of the first kind, so that its embedding belongs to every place.
        places = (
            self._weights["embeddings.position_embeddings.weight"]
            + self._weights["embeddings.token_type_embeddings.weight"][0]
        )
        count = g.node("Shape", words, start=1, end=2)
        placed = g.node("Slice", g.weight(places), g.ints(0), count, g.ints(0))
        return self._layers.normalised(g.node("Add", words, placed))

    def _pooled(self, state: str, mask: str) -> str:
        """Mean of the states of a text's tokens, of unit length."""
        g = self._graph
        weight = g.node("Unsqueeze", g.node("Cast", mask, to=TensorProto.FLOAT), g.ints(2))
        total = g.node("ReduceSum", g.node("Mul", state, weight), g.ints(1), keepdims=0)
        length = g.node("ReduceL2", total, g.ints(1), keepdims=1)
        least = g.weight(np.array([_SHORTEST], np.float32))
        return g.node("Div", total, g.node("Max", length, least))
