"""A loaded model: its weights, its vocabulary and what its file says about it."""

from __future__ import annotations

import ctypes
import re
from pathlib import Path
from typing import Any

from uitars_runtime.backends.llama.library import Library, heard_meanwhile
from uitars_runtime.errors import ModelError
from uitars_runtime.onnx_session import device

_PIECE_BYTES = 256


class Weights:
    """The language model of one file; with `vocabulary_only` just its vocabulary and its facts."""

    def __init__(self, library: Library, file: Path, *, vocabulary_only: bool = False) -> None:
        """Raises `ModelError` where llama.cpp cannot read the file."""
        self._library = library
        api = library.llama
        parameters = api.llama_model_default_params()
        parameters.vocab_only = vocabulary_only
        if device() == "cpu":
            parameters.n_gpu_layers = 0
        self.handle: Any = heard_meanwhile(
            lambda: api.llama_model_load_from_file(str(file).encode(), parameters)
        )
        if not self.handle:
            raise ModelError(
                f"llama.cpp cannot load {file}: {library.complaint()}.",
                "The file may be cut off, or of a model that this llama.cpp does not know.",
            )
        self.vocabulary: Any = api.llama_model_get_vocab(self.handle)

    def close(self) -> None:
        """Give the memory back."""
        if self.handle:
            self._library.llama.llama_model_free(self.handle)
            self.handle = None

    @property
    def trained_context(self) -> int:
        """Tokens the model was trained for."""
        return max(self._numbers("context_length"), default=0)

    @property
    def template(self) -> str:
        """The chat template. Raises `ModelError` where the file has none."""
        found: bytes | None = self._library.llama.llama_model_chat_template(self.handle, None)
        if not found:
            raise ModelError(
                "The model file has no chat template.", "Use a file made from the instruct model."
            )
        return found.decode("utf-8", "replace")

    def cache_bytes(self, tokens: int) -> int:
        """What 16-bit keys and values of so many tokens take, at most."""

        def largest(name: str, default: int) -> int:
            return max(self._numbers(name), default=default)

        heads = max(largest("attention.head_count", 1), 1)
        width = largest("embedding_length", 0) // heads
        key = largest("attention.key_length", width)
        value = largest("attention.value_length", width)
        groups = largest("attention.head_count_kv", heads)
        return 2 * largest("block_count", 0) * groups * (key + value) * tokens

    def tokens(self, text: str, *, special: bool) -> list[int]:
        """The text as tokens; with `special`, special tokens are recognised in it."""
        data = text.encode("utf-8", "replace")
        most = len(data) + 8
        room = (self._library.llama.llama_token * most)()
        count = self._library.llama.llama_tokenize(
            self.vocabulary, data, len(data), room, most, False, special
        )
        if count < 0:
            raise ModelError(f"The vocabulary cannot write a text of {len(data)} bytes.")
        return list(room[:count])

    def beginning(self) -> list[int]:
        """The tokens every prompt begins with; for many models there are none."""
        api = self._library.llama
        if not api.llama_vocab_get_add_bos(self.vocabulary):
            return []
        return [int(api.llama_vocab_bos(self.vocabulary))]

    def ends(self, token: int) -> bool:
        """Whether this token ends a reply."""
        return bool(self._library.llama.llama_vocab_is_eog(self.vocabulary, token))

    def piece(self, token: int) -> bytes:
        """The bytes of a token; not every token is whole characters. Special ones are nothing."""
        room = ctypes.create_string_buffer(_PIECE_BYTES)
        count = self._library.llama.llama_token_to_piece(
            self.vocabulary, token, room, _PIECE_BYTES, 0, False
        )
        return room.raw[: max(count, 0)]

    def words(self, token: int) -> str:
        """A special token as templates write it; empty where the vocabulary has none."""
        if token < 0:
            return ""
        found: bytes | None = self._library.llama.llama_vocab_get_text(self.vocabulary, token)
        return (found or b"").decode("utf-8", "replace")

    def _numbers(self, name: str) -> list[int]:
        """A fact about the architecture: one number, or one for each layer, or none."""
        found = self._fact(f"{self._fact('general.architecture')}.{name}")
        return [int(number) for number in re.findall(r"\d+", found)]

    def _fact(self, key: str) -> str:
        room = ctypes.create_string_buffer(4096)
        count = self._library.llama.llama_model_meta_val_str(
            self.handle, key.encode(), room, len(room)
        )
        return room.value.decode("utf-8", "replace") if count >= 0 else ""
