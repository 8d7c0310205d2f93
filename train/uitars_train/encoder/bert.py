"""Checkpoints of the BERT family (Devlin et al. 2018, arXiv 1810.04805) in the layout of Hugging
Face, and the parts of their layers as a graph.

Not here: what a network of these parts reads and says (`export.py`, `reranking/export.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from uitars_runtime.errors import UsageError
from uitars_train.network.export import Graph
from uitars_train.network.quantization import Floats

T = TypeVar("T")
WORDS: Final = "embeddings.word_embeddings.weight"
"""The rows of the word pieces."""


class Config(msgspec.Struct, frozen=True):
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


def config_of(checkpoint: Path) -> Config:
    """Raises `UsageError` where the checkpoint is no BERT."""
    config = _decoded(checkpoint / "config.json", Config)
    if (config.model_type, config.hidden_act) != ("bert", "gelu"):
        raise UsageError(
            f"{checkpoint} holds a model of the kind {config.model_type!r}.",
            "BERT with gelu is known, such as all-MiniLM-L6-v2.",
        )
    return config


def vocabulary(checkpoint: Path) -> list[str]:
    """The word pieces of a Hugging Face folder, by their numbers. Raises `UsageError`."""
    pieces = _decoded(checkpoint / "tokenizer.json", _Tokenizer).model.vocab
    return sorted(pieces, key=pieces.__getitem__)


def weights_of(checkpoint: Path) -> dict[str, Floats]:
    """By name. Raises `UsageError` where there are none, or none of a BERT."""
    path = checkpoint / "model.safetensors"
    if not path.is_file():
        raise UsageError(f"{path} is missing.")
    reader: Any = import_module("safetensors.numpy")
    try:
        arrays: dict[str, NDArray[Any]] = reader.load_file(path)
    except Exception as error:  # safetensors raises a class of its own for a bad file
        raise UsageError(f"{path} cannot be read: {error}.") from error
    found = {
        name.removeprefix("bert."): values.astype(np.float32)
        for name, values in arrays.items()
        if values.dtype.kind == "f"
    }
    if WORDS not in found:
        raise UsageError(f"{path} holds no weights of a BERT.")
    return found


def shaped(
    arrays: Mapping[str, Floats],
    *,
    layers: int,
    heads: int,
    pieces: int,
    places: int,
    dropped: float,
) -> Any:
    """A model as wide as exported weights are, with weights of its own. `dropped`: the share of its
    states in training."""
    inner, width = (
        len(arrays[f"encoder.layer.0.{name}.bias"])
        for name in ("intermediate.dense", "output.dense")
    )
    transformers: Any = import_module("transformers")
    config = transformers.BertConfig(
        vocab_size=pieces,
        hidden_size=width,
        num_hidden_layers=layers,
        num_attention_heads=heads,
        intermediate_size=inner,
        max_position_embeddings=places,
        hidden_dropout_prob=dropped,
        # Drawing one for each pair of pieces took a sixth of a step.
        attention_probs_dropout_prob=0.0,
    )
    return transformers.BertModel(config, add_pooling_layer=False)


def _decoded(path: Path, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.DecodeError, UnicodeError) as error:
        raise UsageError(f"{path.parent} is no folder of a sentence encoder: {error}") from error


class Layers:
    """Writes parts of layers into a graph, by the names of their weights."""

    def __init__(self, graph: Graph, weights: Mapping[str, Floats]) -> None:
        self._graph = graph
        self._weights = weights

    def attended(self, state: str, layer: int) -> tuple[str, str, str]:
        """Queries, keys and values of a layer's attention."""
        path = f"encoder.layer.{layer}.attention.self"
        query, key, value = (
            self._linear(state, f"{path}.{part}") for part in ("query", "key", "value")
        )
        return query, key, value

    def gained(self, state: str, seen: str, layer: int) -> str:
        """The state after a layer whose attention saw something."""
        path = f"encoder.layer.{layer}"
        state = self._added(state, seen, f"{path}.attention.output")
        inner = self._graph.node("Gelu", self._linear(state, f"{path}.intermediate.dense"))
        return self._added(state, inner, f"{path}.output")

    def normalised(self, value: str) -> str:
        """The embeddings as the first layer reads them."""
        name = "embeddings.LayerNorm"
        return self._graph.normalised(value, name, *self._both(name))

    def _added(self, state: str, value: str, path: str) -> str:
        gained, name = self._linear(value, f"{path}.dense"), f"{path}.LayerNorm"
        return self._graph.added(state, gained, name, *self._both(name))[1]

    def _linear(self, value: str, name: str) -> str:
        return self._graph.linear(value, name, *self._both(name))

    def _both(self, name: str) -> tuple[Floats, Floats]:
        return self._weights[f"{name}.weight"], self._weights[f"{name}.bias"]
