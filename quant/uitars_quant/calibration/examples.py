"""What calibration and measuring look at: sequences of tokens, some with a picture in them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np
import torch

from uitars_quant.calibration.arrays import to_torch
from uitars_quant.calibration.forward import positions
from uitars_quant.calibration.weights import Decoder


@dataclass(frozen=True)
class Shown:
    """A picture in a sequence, as the part that sees hands it to the decoder."""

    start: int
    """Its first place in the sequence."""
    rows: int
    columns: int
    features: torch.Tensor
    """(rows * columns, width)."""
    deeper: tuple[torch.Tensor, ...] = ()
    """The same shape: added after the first layers (Qwen3-VL's DeepStack)."""

    @property
    def stop(self) -> int:
        """The place after its last."""
        return self.start + self.rows * self.columns

    def places(self, length: int) -> torch.Tensor:
        """(3, length): time, height and width of every token of its sequence."""
        count = torch.arange(self.rows * self.columns)
        inside = torch.stack([torch.zeros_like(count), count // self.columns, count % self.columns])
        after = positions(length - self.stop) + max(self.rows, self.columns)
        return torch.cat([positions(self.start), self.start + inside, self.start + after], dim=1)


@dataclass(frozen=True)
class Examples:
    """Sequences of one length."""

    tokens: torch.Tensor
    """(sequences, length); any token stands where a picture is."""
    shown: tuple[Shown | None, ...]
    """For every sequence."""

    def hidden(self, decoder: Decoder) -> torch.Tensor:
        """(sequences, length, width): what the first layer sees."""
        hidden = embedded(decoder, self.tokens)
        for sequence, picture in enumerate(self.shown):
            if picture is not None:
                hidden[sequence, picture.start : picture.stop] = picture.features
        return hidden

    def places(self) -> torch.Tensor:
        """(sequences, 3, length)."""
        length = self.tokens.shape[1]
        return torch.stack(
            [positions(length) if one is None else one.places(length) for one in self.shown]
        )

    def deepened(self, layer: int, hidden: torch.Tensor) -> torch.Tensor:
        """`hidden` after a layer, with what pictures add there."""
        for sequence, picture in enumerate(self.shown):
            if picture is not None and layer < len(picture.deeper):
                hidden[sequence, picture.start : picture.stop] += picture.deeper[layer]
        return hidden

    def part(self, first: int, last: int) -> Examples:
        """Some of the sequences."""
        return Examples(self.tokens[first:last], self.shown[first:last])


Seen = torch.Tensor | Examples
"""Tokens (sequences, length) alone, or examples."""


def as_examples(seen: Seen) -> Examples:
    """Tokens alone are sequences without pictures."""
    return seen if isinstance(seen, Examples) else Examples(seen, (None,) * len(seen))


def fingerprint(seen: Seen) -> str:
    """SHA-256 of all that is looked at."""
    examples = as_examples(seen)
    told = hashlib.sha256(examples.tokens.numpy().tobytes())
    for picture in examples.shown:
        told.update(b"" if picture is None else f"{picture.start} {picture.rows}".encode())
        for part in () if picture is None else (picture.features, *picture.deeper):
            told.update(part.float().numpy().tobytes())
    return told.hexdigest()


def embedded(decoder: Decoder, tokens: torch.Tensor) -> torch.Tensor:
    """(sequences, length, width): rows of the table, read one by one."""
    table = decoder.top("embed_tokens.weight")
    words, places = np.unique(tokens.numpy(), return_inverse=True)
    rows = np.concatenate([table.rows(int(word), int(word) + 1) for word in words])
    return to_torch(rows)[to_torch(places).reshape(tokens.shape)]
