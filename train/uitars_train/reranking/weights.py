"""What a training of the reranker goes on from: a BERT, or an exported reranker read back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from uitars_runtime.backends.embedded.network.encoder import (
    FOLDER,
    TABLE,
    VOCABULARY,
    WordPieces,
)
from uitars_runtime.backends.embedded.network.reranker import ASKED, DESCRIBED, FILE
from uitars_runtime.errors import UsageError
from uitars_train.encoder.bert import shaped
from uitars_train.network.weights import Arrays, tensor_of, written
from uitars_train.reranking.model import PLACE, CrossEncoder, Reader, Start, from_checkpoint


def start(given: Path | None = None) -> Start:
    """A Hugging Face folder of a BERT, or a folder with the product's files: the shipped ones where
    none is given. Raises `UsageError` where it is neither."""
    folder = FOLDER if given is None else given
    return read(folder) if (folder / FILE).is_file() else from_checkpoint(folder)


def read(folder: Path) -> Start:
    """The reranker of a folder that `export.py` wrote, and the pieces that lie beside it.

    Raises `UsageError` where a file is missing or broken.
    """
    facts, arrays = written(folder / FILE)
    try:
        table = np.load(folder / TABLE)
        pieces = (folder / VOCABULARY).read_text("utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise UsageError(f"The word pieces in {folder} cannot be read: {error}") from error
    bert = shaped(
        arrays,
        layers=int(facts["layers"]),
        heads=int(facts["heads"]),
        pieces=len(table),
        places=PLACE + DESCRIBED,
        dropped=0.0,
    )
    model = CrossEncoder(bert)
    state = model.state_dict()
    for name, value in state.items():
        called = name.removeprefix("bert.")
        if called in arrays:
            state[name] = tensor_of(arrays, called, value.shape, called.endswith("weight"))
    words = torch.tensor(table["codes"] * table["scale"][:, None])
    state["bert.embeddings.word_embeddings.weight"] = words
    state |= _placed(arrays, state["bert.embeddings.position_embeddings.weight"])
    model.load_state_dict(state)
    return Start(model, Reader(WordPieces(pieces)))


def _placed(arrays: Arrays, position: Tensor) -> dict[str, Tensor]:
    """What is added to pieces by their places. The file holds it as one, with what tells the
    request from elements."""
    shape = (ASKED + DESCRIBED, position.shape[1])
    (known,) = (array for array in arrays.values() if array.shape == shape)
    placed = torch.zeros_like(position)
    placed[:ASKED] = torch.tensor(known[:ASKED])
    placed[PLACE : PLACE + DESCRIBED] = torch.tensor(known[ASKED:])
    kinds = torch.zeros(2, shape[1])
    return {
        "bert.embeddings.position_embeddings.weight": placed,
        "bert.embeddings.token_type_embeddings.weight": kinds,
    }
