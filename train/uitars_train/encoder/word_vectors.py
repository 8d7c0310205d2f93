"""Meanings of words from the token embeddings of a small language model.

Words that are used alike lie near each other there, learned from far more text than our wordings.
What all words share is taken away (Mu and Viswanath, "All-but-the-Top", 2018); of the rest the
directions are kept in which words differ most. Not here: the lookup (the runtime's
`network/embeddings.py`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.backends.embedded.network.embeddings import MEANING, VECTORS, WORDS
from uitars_runtime.errors import UsageError
from uitars_runtime.replacing import replaced

_BLANK: Final = "\N{LATIN CAPITAL LETTER G WITH DOT ABOVE}"
"""How byte-level vocabularies write the blank before a word."""
_SHARED: Final = 8
"""Strongest directions that nearly all words have in common."""
_FREQUENT: Final = 8000
"""Words that say which directions are kept; the vocabulary is sorted by frequency."""

Floats = NDArray[np.float32]


def write(model: Path, folder: Path) -> None:
    """Writes `meanings.txt` and `meanings.npy` into a folder.

    Raises `UsageError` for a file that is no GGUF, or one without a vocabulary of English words.
    """
    tokens, table = _read(model)
    rows: dict[str, int] = {}
    for wanted in (str.islower, str.istitle):
        for row, token in enumerate(tokens):
            word = token.removeprefix(_BLANK)
            if word != token and word.isalpha() and wanted(word):
                rows.setdefault(word.lower(), row)
    if len(rows) < _FREQUENT:
        raise UsageError(
            f"{model} holds {len(rows)} whole words; at least {_FREQUENT} are needed.",
            "Give a language model with a byte-level vocabulary, for example SmolLM2-135M.",
        )
    words = sorted(rows, key=rows.__getitem__)
    vectors = _distinct(table[[rows[word] for word in words]])
    folder.mkdir(parents=True, exist_ok=True)
    with replaced(folder / WORDS) as file:
        file.write("\n".join(words).encode())
    with replaced(folder / VECTORS) as file:
        np.save(file, np.rint(vectors * 127).astype(np.int8), allow_pickle=False)


def _distinct(table: Floats) -> Floats:
    """(words, MEANING), rows of unit length, from (words, any)."""
    centred = table - table.mean(0)
    directions = np.linalg.svd(centred[:_FREQUENT], full_matrices=False)[2]
    kept = directions[_SHARED : _SHARED + MEANING]
    vectors = centred @ kept.T
    made: Floats = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return made


def _read(model: Path) -> tuple[list[str], Floats]:
    """The tokens as they are written, and (tokens, width) their embeddings."""
    import gguf

    try:
        reader: Any = gguf.GGUFReader(model)
    except (OSError, ValueError) as error:
        raise UsageError(f"{model} cannot be read: {error}.", "Give a GGUF file.") from error
    field = reader.fields.get("tokenizer.ggml.tokens")
    tensor = next((one for one in reader.tensors if one.name == "token_embd.weight"), None)
    if field is None or tensor is None:
        raise UsageError(f"{model} holds no words with embeddings.", "Give a language model.")
    tokens = [bytes(field.parts[index]).decode() for index in field.data]
    untyped: Any = gguf
    table = untyped.dequantize(tensor.data, tensor.tensor_type)
    return tokens, np.asarray(table, np.float32)
