"""E[x²] of what every matrix of a GGUF file sees: llama.cpp's importance matrix."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import torch

from uitars_quant.calibration.examples import Seen, as_examples
from uitars_quant.calibration.facts import facts
from uitars_quant.calibration.forward import layer_forward
from uitars_quant.calibration.weights import Decoder, StoredLayer
from uitars_quant.numerics.grid import Floats
from uitars_quant.sources.gguf_file import EXPERTS, PARTS
from uitars_quant.sources.tensors import Source

_BATCH = 4
"""Sequences worked on at a time."""


class Power:
    """Adds up squares, batch by batch."""

    def __init__(self) -> None:
        self._sum: torch.Tensor | None = None
        self._tokens = 0

    def add(self, values: torch.Tensor) -> None:
        """values (tokens, inputs)."""
        squares = values.square().sum(0)
        self._sum = squares if self._sum is None else self._sum + squares
        self._tokens += len(values)

    def mean(self) -> Floats | None:
        """(inputs,): E[x²]; None where nothing was seen, as by an expert that no token chose."""
        if self._sum is None or not self._tokens:
            return None
        return np.asarray((self._sum / self._tokens).numpy(), np.float32)


def importance(source: Source, seen: Seen) -> Iterator[tuple[str, Floats]]:
    """Name in the file and E[x²] (inputs,) of every matrix; of experts one after the other."""
    shape, decoder, examples = facts(source.config), Decoder(source), as_examples(seen)
    with torch.no_grad():
        hidden, places = examples.hidden(decoder), examples.places()
        for number in range(shape.layers):
            tensors = decoder.layer(number)
            parts = [part.removesuffix(".weight") for part in tensors if "_proj.weight" in part]
            powers = {part: Power() for part in parts}
            layer = StoredLayer(tensors, watched=powers)
            batches = range(0, len(hidden), _BATCH)
            pieces = [(hidden[at : at + _BATCH], places[at : at + _BATCH]) for at in batches]
            done = [layer_forward(shape, layer, piece, where) for piece, where in pieces]
            hidden = examples.deepened(number, torch.cat(done))
            yield from _named(number, {part: power.mean() for part, power in powers.items()})


def _named(layer: int, seen: dict[str, Floats | None]) -> Iterator[tuple[str, Floats]]:
    """Under llama.cpp's names; experts that saw nothing are taken for the mean of the others."""
    for name, part in PARTS.items():
        power = seen.get(part)
        if power is not None:
            yield f"blk.{layer}.{name}.weight", power
    for name, part in EXPERTS.items():
        keys = (key for key in seen if key.startswith("mlp.experts.") and key.endswith(part))
        experts = [seen[key] for key in sorted(keys, key=lambda key: int(key.split(".")[2]))]
        known = [value for value in experts if value is not None]
        if known:
            mean = np.mean(known, axis=0, dtype=np.float32)
            whole = [mean if value is None else value for value in experts]
            yield f"blk.{layer}.{name}.weight", np.concatenate(whole)
