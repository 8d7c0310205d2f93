"""From a checkpoint of the BERT family to `encoder.onnx` (4-bit weights, 8-bit activations).

The checkpoint is a Hugging Face folder of all-MiniLM-L6-v2 or a model of the same kind: BERT
(Devlin et al. 2018, arXiv 1810.04805) whose sentence vector is the mean of its tokens' states, of
unit length (Reimers & Gurevych 2019, arXiv 1908.10084).
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray
from onnx import TensorProto

from uitars_runtime.backends.embedded.network.encoder import FILE, VOCABULARY
from uitars_runtime.errors import UsageError
from uitars_train.network.export import Graph
from uitars_train.network.quantization import Floats

_SHORTEST: Final = 1e-9

T = TypeVar("T")


class _Config(msgspec.Struct, frozen=True):
    """What is read of `config.json`."""

    model_type: str
    hidden_size: int
    num_hidden_layers: int
    num_attention_heads: int
    hidden_act: str


class _Tokens(msgspec.Struct, frozen=True):
    vocab: dict[str, int]


class _Tokenizer(msgspec.Struct, frozen=True):
    """What is read of `tokenizer.json`."""

    model: _Tokens


def export(checkpoint: Path, folder: Path, *, four_bits: bool = True) -> None:
    """Write `encoder.onnx` and its vocabulary into a folder.

    Raises `UsageError` where the checkpoint is no BERT or a file of it is missing.
    """
    config, words = _decoded(checkpoint / "config.json", _Config), vocabulary(checkpoint)
    if (config.model_type, config.hidden_act) != ("bert", "gelu"):
        raise UsageError(
            f"{checkpoint} holds a model of the kind {config.model_type!r}.",
            "BERT with gelu is known, such as all-MiniLM-L6-v2.",
        )
    folder.mkdir(parents=True, exist_ok=True)
    _Writer(config, _weights(checkpoint / "model.safetensors"), four_bits).save(folder / FILE)
    (folder / VOCABULARY).write_text("\n".join(words) + "\n", encoding="utf-8")


def vocabulary(checkpoint: Path) -> list[str]:
    """The word pieces of a Hugging Face folder, by their numbers. Raises `UsageError`."""
    pieces = _decoded(checkpoint / "tokenizer.json", _Tokenizer).model.vocab
    return sorted(pieces, key=pieces.__getitem__)


def _decoded(path: Path, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.DecodeError) as error:
        raise UsageError(f"{path.parent} is no folder of a sentence encoder: {error}") from error


def _weights(path: Path) -> dict[str, Floats]:
    if not path.is_file():
        raise UsageError(f"{path} is missing.")
    arrays: dict[str, NDArray[Any]] = import_module("safetensors.numpy").load_file(path)
    return {
        name.removeprefix("bert."): values.astype(np.float32)
        for name, values in arrays.items()
        if values.dtype.kind == "f"
    }


class _Writer:
    """Writes the forward of one model: ids and mask (texts, tokens) in, `vectors` (texts, width)
    out."""

    def __init__(self, config: _Config, weights: dict[str, Floats], four_bits: bool) -> None:
        self._config = config
        self._weights = weights
        self._graph = Graph(four_bits)

    def save(self, path: Path) -> None:
        g, config = self._graph, self._config
        ids = g.input("ids", TensorProto.INT64, ("B", "T"))
        mask = g.input("mask", TensorProto.INT64, ("B", "T"))
        short = g.node("Cast", mask, to=TensorProto.INT32)
        state = self._embedded(ids)
        for index in range(config.num_hidden_layers):
            state = self._layer(f"encoder.layer.{index}", state, short)
        g.output(self._pooled(state, mask), "vectors", ("B", config.hidden_size))
        g.save(path, {"width": str(config.hidden_size)})

    def _embedded(self, ids: str) -> str:
        g = self._graph
        words = g.rows(g.table("words", self._weights["embeddings.word_embeddings.weight"]), ids)
        # All texts are of the first kind, so that its embedding belongs to every place.
        places = (
            self._weights["embeddings.position_embeddings.weight"]
            + self._weights["embeddings.token_type_embeddings.weight"][0]
        )
        count = g.node("Shape", ids, start=1, end=2)
        placed = g.node("Slice", g.weight(places), g.ints(0), count, g.ints(0))
        name = "embeddings.LayerNorm"
        return g.normalised(g.node("Add", words, placed), name, *self._norm(name))

    def _layer(self, path: str, state: str, mask: str) -> str:
        g = self._graph
        parts = [
            self._linear(state, f"{path}.attention.self.{part}")
            for part in ("query", "key", "value")
        ]
        heads = self._config.num_attention_heads
        seen = g.node(
            "MultiHeadAttention", *parts, "", mask, domain="com.microsoft", num_heads=heads
        )
        gained = self._linear(seen, f"{path}.attention.output.dense")
        state = self._added(state, gained, f"{path}.attention.output.LayerNorm")
        inner = g.node("Gelu", self._linear(state, f"{path}.intermediate.dense"))
        return self._added(
            state, self._linear(inner, f"{path}.output.dense"), f"{path}.output.LayerNorm"
        )

    def _pooled(self, state: str, mask: str) -> str:
        """Mean of the states of a text's tokens, of unit length."""
        g = self._graph
        weight = g.node("Unsqueeze", g.node("Cast", mask, to=TensorProto.FLOAT), g.ints(2))
        total = g.node("ReduceSum", g.node("Mul", state, weight), g.ints(1), keepdims=0)
        length = g.node("ReduceL2", total, g.ints(1), keepdims=1)
        least = g.weight(np.array([_SHORTEST], np.float32))
        return g.node("Div", total, g.node("Max", length, least))

    def _linear(self, value: str, name: str) -> str:
        weights = self._weights
        return self._graph.linear(value, name, weights[f"{name}.weight"], weights[f"{name}.bias"])

    def _added(self, state: str, gained: str, name: str) -> str:
        return self._graph.added(state, gained, name, *self._norm(name))[1]

    def _norm(self, name: str) -> tuple[Floats, Floats]:
        return self._weights[f"{name}.weight"], self._weights[f"{name}.bias"]
