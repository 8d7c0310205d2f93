"""How far a result is from its source: the divergence of what they say on the same text.

Both are run layer by layer side by side, so the memory is that of two layers and two hidden states.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import torch

from uitars_quant.calibration.arrays import to_torch
from uitars_quant.calibration.examples import Seen, as_examples
from uitars_quant.calibration.facts import Facts, facts
from uitars_quant.calibration.forward import head, layer_forward
from uitars_quant.calibration.weights import Decoder, StoredLayer
from uitars_quant.numerics.activations import Activations
from uitars_quant.sources.tensors import Source

_MOST: Final = 700.0
"""Nats of surprise; of more there is no perplexity in 64 bits."""


@dataclass(frozen=True)
class Divergence:
    """Of a result from its source, over all tokens."""

    kl: float
    """Mean Kullback-Leibler divergence of the next token, in nats."""
    perplexity: float
    """Of the result."""
    source_perplexity: float
    agreement: float
    """Part of the tokens where both hold the same next one most likely."""
    tokens: int


def divergence(source: Source, result: Source, seen: Seen, activations: Activations) -> Divergence:
    """On examples or tokens alone, with the result's activations rounded as an engine does.

    What the part that sees says is taken as it is: no method rounds that part.
    """
    examples = as_examples(seen)
    shape = facts(source.config)
    decoders = (Decoder(source), Decoder(result))
    kinds = (Activations.EXACT, activations)
    with torch.no_grad():
        hidden = [examples.hidden(decoder) for decoder in decoders]
        places = examples.places()
        for number in range(shape.layers):
            for index, (decoder, kind) in enumerate(zip(decoders, kinds, strict=True)):
                layer = StoredLayer(decoder.layer(number), kind)
                after = layer_forward(shape, layer, hidden[index], places)
                hidden[index] = examples.deepened(number, after)
        return _compared(decoders, hidden, examples.tokens, shape)


def _compared(
    decoders: tuple[Decoder, Decoder],
    hidden: list[torch.Tensor],
    tokens: torch.Tensor,
    shape: Facts,
) -> Divergence:
    kl = agreed = 0.0
    surprise = [0.0, 0.0]
    outputs = [
        (to_torch(decoder.top("norm.weight").read()), to_torch(decoder.output().read()))
        for decoder in decoders
    ]
    for sequence, words in enumerate(tokens):
        said, meant = (
            head(shape, norm, output, states[sequence]).log_softmax(-1)
            for (norm, output), states in zip(outputs, hidden, strict=True)
        )
        kl += float((said.exp() * (said - meant)).sum())
        agreed += float((said.argmax(-1) == meant.argmax(-1)).sum())
        for index, logs in enumerate((said, meant)):
            surprise[index] -= float(logs[:-1].gather(1, words[1:, None]).sum())
    count = tokens.numel()
    predicted = max(1, count - len(tokens))
    # What is out of all proportion would be no number.
    exact, rounded = (math.exp(min(total / predicted, _MOST)) for total in surprise)
    return Divergence(kl / count, rounded, exact, agreed / count, count)
