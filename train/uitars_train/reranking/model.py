"""The reranker in torch: a request, and elements in words that see it in every layer.

As the runtime's `network/reranker.py`: the request sees itself alone, an element itself and the
request. Not here: what is learned (`training.py`), the product's file (`export.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

import torch
from torch import Tensor, nn

from uitars_runtime.backends.embedded.network.graph import HIDDEN
from uitars_runtime.backends.embedded.network.reranker import ASKED, DESCRIBED
from uitars_runtime.backends.embedded.network.word_pieces import CLASSIFY, MASK, WordPieces
from uitars_runtime.errors import UsageError
from uitars_train.encoder.bert import config_of, vocabulary

PLACE: Final = 48
"""The place of an element's first piece among those that the checkpoint knows; the request's begin
at 0."""


class Question(NamedTuple):
    """A request, and the elements it may mean."""

    asked: str
    described: Sequence[str]


class Batch(NamedTuple):
    """B requests of at most Q pieces, with at most K elements of at most D; 0 is no piece."""

    asked: Tensor
    """(B, Q)"""
    described: Tensor
    """(B, K, D)"""


class Reader:
    """Texts as pieces, each cut once."""

    def __init__(self, checkpoint: Path) -> None:
        self._pieces = WordPieces(vocabulary(checkpoint))
        self._known: dict[tuple[str, bool], list[int]] = {}

    def batch(self, questions: Sequence[Question]) -> Batch:
        asked = [self._read(one.asked, False) for one in questions]
        described = [[self._read(text, True) for text in one.described] for one in questions]
        longest = max(len(row) for rows in described for row in rows)
        most = max(map(len, described))
        made = Batch(
            torch.zeros(len(asked), max(map(len, asked)), dtype=torch.long),
            torch.zeros(len(asked), most, longest, dtype=torch.long),
        )
        for at, (request, rows) in enumerate(zip(asked, described, strict=True)):
            made.asked[at, : len(request)] = torch.tensor(request)
            for which, row in enumerate(rows):
                made.described[at, which, : len(row)] = torch.tensor(row)
        return made

    def _read(self, text: str, described: bool) -> list[int]:
        key = text, described
        if key not in self._known:
            most, begin = (DESCRIBED, MASK) if described else (ASKED, CLASSIFY)
            self._known[key] = self._pieces.encode(text, most, begin)
        return self._known[key]


class CrossEncoder(nn.Module):
    """`forward`: (B, K) scores, very low where there is no element."""

    def __init__(self, checkpoint: Path) -> None:
        """A Hugging Face folder. Raises `UsageError` where it is none, or knows too few places."""
        super().__init__()
        config = config_of(checkpoint)
        kind: Any = import_module("transformers").BertModel
        # Nothing is dropped: sentences are so many that most are met once.
        self.bert: Any = kind.from_pretrained(
            str(checkpoint), add_pooling_layer=False, hidden_dropout_prob=0.0
        )
        known = self.bert.config.max_position_embeddings
        if known < PLACE + DESCRIBED:
            raise UsageError(
                f"{checkpoint} knows {known} places; a request and an element have"
                f" {PLACE + DESCRIBED}."
            )
        # The rows of word pieces are those that the sentence encoder reads, too.
        self.bert.embeddings.word_embeddings.weight.requires_grad = False
        self.head = nn.Linear(config.hidden_size, 1)
        self.heads = config.num_attention_heads

    def forward(self, batch: Batch) -> Tensor:
        count, most, longest = batch.described.shape
        there = batch.described > 0
        # A row without an element sees its own first piece: nothing is no distribution.
        seen = there.clone()
        seen[..., 0] = True
        hidden = _hidden(seen.view(count * most, longest)), _hidden(batch.asked > 0)
        request = self._embedded(batch.asked, 0, 0)
        element = self._embedded(batch.described.view(count * most, longest), PLACE, 1)
        for layer in self.bert.encoder.layer:
            element, request = self._layer(layer, element, request, hidden)
        scores: Tensor = self.head(element[:, 0].float()).view(count, most)
        return scores.masked_fill(~there[..., 0], float(HIDDEN))

    def _embedded(self, pieces: Tensor, first: int, kind: int) -> Tensor:
        places = torch.arange(first, first + pieces.shape[1]).expand_as(pieces)
        found: Tensor = self.bert.embeddings(
            input_ids=pieces,
            position_ids=places,
            token_type_ids=torch.full_like(pieces, kind),
        )
        return found

    def _layer(
        self, layer: Any, element: Tensor, request: Tensor, hidden: tuple[Tensor, Tensor]
    ) -> tuple[Tensor, Tensor]:
        """Both after a layer. `element` (B * K, D, width), `request` (B, Q, width)."""
        attention = layer.attention.self
        asked = [self._apart(part(request)) for part in _parts(attention)]
        own = [self._apart(part(element)) for part in _parts(attention)]
        alone = (_alike(asked[0], asked[1]) + hidden[1]).softmax(-1) @ asked[2]
        # The elements of one request share what they see of it.
        far = _grouped(_alike(_together(own[0], len(request)), asked[1]) + hidden[1], own[0])
        shares = torch.cat([_alike(own[0], own[1]) + hidden[0], far], -1).softmax(-1)
        shares, tokens = shares.to(own[2].dtype), element.shape[1]
        near, wide = shares[..., :tokens], shares[..., tokens:]
        shown = _grouped(_together(wide, len(request)) @ asked[2], own[0])
        return (
            _after(layer, element, near @ own[2] + shown),
            _after(layer, request, alone.to(asked[2].dtype)),
        )

    def _apart(self, value: Tensor) -> Tensor:
        """(rows, heads, tokens, size) of (rows, tokens, width)."""
        rows, tokens, width = value.shape
        return value.view(rows, tokens, self.heads, width // self.heads).transpose(1, 2)


def _parts(attention: Any) -> tuple[Any, Any, Any]:
    return attention.query, attention.key, attention.value


def _hidden(seen: Tensor) -> Tensor:
    """(rows, 1, 1, tokens) of (rows, tokens)."""
    return ((~seen).float() * float(HIDDEN))[:, None, None, :]


def _alike(query: Tensor, key: Tensor) -> Tensor:
    found: Tensor = (query @ key.transpose(2, 3)).float() / float(query.shape[-1] ** 0.5)
    return found


def _together(value: Tensor, requests: int) -> Tensor:
    """(B, heads, K * D, n) of (B * K, heads, D, n)."""
    rows, heads, tokens, size = value.shape
    apart = value.reshape(requests, rows // requests, heads, tokens, size)
    return apart.transpose(1, 2).reshape(requests, heads, -1, size)


def _grouped(value: Tensor, like: Tensor) -> Tensor:
    """The way back: (B * K, heads, D, n), with the rows and tokens of `like`."""
    requests, heads, _, size = value.shape
    rows, _, tokens, _ = like.shape
    apart = value.reshape(requests, heads, rows // requests, tokens, size)
    return apart.transpose(1, 2).reshape(rows, heads, tokens, size)


def _after(layer: Any, before: Tensor, seen: Tensor) -> Tensor:
    mixed = seen.transpose(1, 2).reshape(before.shape)
    state = layer.attention.output(mixed, before)
    found: Tensor = layer.output(layer.intermediate(state), state)
    return found
