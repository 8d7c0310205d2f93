"""The reranker in torch: a request, and elements in words that see it in every layer.

As the runtime's `network/reranker.py`: the request sees itself alone, an element itself and the
request. Not here: what is learned (`training.py`), the product's file (`export.py`, read back by
`weights.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

import torch
from torch import Tensor, nn

from uitars_runtime.backends.embedded.network.encoder import CLASSIFY, MASK, WordPieces
from uitars_runtime.backends.embedded.network.graph import HIDDEN
from uitars_runtime.backends.embedded.network.reranker import ASKED, DESCRIBED
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

    def __init__(self, pieces: WordPieces) -> None:
        self._pieces = pieces
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

    def __init__(self, bert: Any) -> None:
        """Goes on from a `BertModel` of transformers, without what it pools."""
        super().__init__()
        self.bert: Any = bert
        # The rows of word pieces are those that the sentence encoder reads, too.
        self.bert.embeddings.word_embeddings.weight.requires_grad = False
        self.head = nn.Linear(bert.config.hidden_size, 1)
        self.heads: int = bert.config.num_attention_heads

    def forward(self, batch: Batch) -> Tensor:
        count, most, longest = batch.described.shape
        there = batch.described > 0
        # A row without an element sees its own first piece: nothing is no distribution.
        seen = there.clone()
        seen[..., 0] = True
        request = self._embedded(batch.asked, 0, 0)
        element = self._embedded(batch.described.view(count * most, longest), PLACE, 1)
        read = batch.asked > 0
        both = torch.cat([read.repeat_interleave(most, 0), seen.view(count * most, longest)], 1)
        hidden = _hidden(both, element), _hidden(read, request)
        *layers, last = self.bert.encoder.layer
        for layer in layers:
            element, request = self._layer(layer, element, element, request, hidden)
        # Of the last layer nothing but the first piece is looked at.
        element, _ = self._layer(last, element[:, :1], element, request, hidden)
        scores: Tensor = self.head(element[:, 0]).view(count, most)
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
        self,
        layer: Any,
        looking: Tensor,
        element: Tensor,
        request: Tensor,
        hidden: tuple[Tensor, Tensor],
    ) -> tuple[Tensor, Tensor]:
        """What looks at the pieces of the request and of its element, and the request, after a
        layer. `element` (B * K, D, width), `looking` those of its pieces that go on, `request`
        (B, Q, width). `hidden`: of both what is not looked at, the request's pieces first."""
        attention, each = layer.attention.self, len(element) // len(request)
        parts = (attention.query, attention.key, attention.value)
        asked, *of_request = (self._apart(part(request)) for part in parts)
        query, *own = (
            self._apart(part(read))
            for part, read in zip(parts, (looking, element, element), strict=True)
        )
        key, value = (
            torch.cat([shared.repeat_interleave(each, 0), part], 2)
            for shared, part in zip(of_request, own, strict=True)
        )
        return (
            _after(layer, looking, _attended(query, key, value, hidden[0])),
            _after(layer, request, _attended(asked, of_request[0], of_request[1], hidden[1])),
        )

    def _apart(self, value: Tensor) -> Tensor:
        """(rows, heads, tokens, size) of (rows, tokens, width)."""
        rows, tokens, width = value.shape
        return value.view(rows, tokens, self.heads, width // self.heads).transpose(1, 2)


class Start(NamedTuple):
    """What a training goes on from."""

    model: CrossEncoder
    reader: Reader


def from_checkpoint(checkpoint: Path) -> Start:
    """A Hugging Face folder of a BERT. Raises `UsageError` where it is none, or knows too few
    places."""
    config_of(checkpoint)
    kind: Any = import_module("transformers").BertModel
    # Nothing is dropped: sentences are so many that most are met once.
    bert = kind.from_pretrained(str(checkpoint), add_pooling_layer=False, hidden_dropout_prob=0.0)
    known = bert.config.max_position_embeddings
    if known < PLACE + DESCRIBED:
        raise UsageError(
            f"{checkpoint} knows {known} places; a request and an element have {PLACE + DESCRIBED}."
        )
    return Start(CrossEncoder(bert), Reader(WordPieces(vocabulary(checkpoint))))


def _hidden(seen: Tensor, like: Tensor) -> Tensor:
    """(rows, 1, 1, tokens) of (rows, tokens)."""
    return ((~seen).to(like.dtype) * float(HIDDEN))[:, None, None, :]


def _attended(query: Tensor, key: Tensor, value: Tensor, hidden: Tensor) -> Tensor:
    # By itself: the backward pass of torch's own takes twice as long on a processor.
    alike = query @ key.transpose(2, 3) / float(query.shape[-1] ** 0.5)
    return (alike + hidden).softmax(-1) @ value


def _after(layer: Any, before: Tensor, seen: Tensor) -> Tensor:
    mixed = seen.transpose(1, 2).reshape(before.shape)
    state = layer.attention.output(mixed, before)
    found: Tensor = layer.output(layer.intermediate(state), state)
    return found
