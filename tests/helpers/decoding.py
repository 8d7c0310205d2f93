"""Logits of a source by the quantizer's own forward."""

import torch

from uitars_quant.calibration.facts import facts
from uitars_quant.calibration.forward import head, layer_forward
from uitars_quant.calibration.layers import embedded
from uitars_quant.calibration.weights import Decoder, StoredLayer
from uitars_quant.sources.tensors import Source


def logits(source: Source, words: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
    """(sequences, length, words) for words (sequences, length) at places (3, length)."""
    shape, decoder = facts(source.config), Decoder(source)
    with torch.no_grad():
        hidden = embedded(decoder, words)
        for number in range(shape.layers):
            hidden = layer_forward(shape, StoredLayer(decoder.layer(number)), hidden, places)
        table = "embed_tokens.weight" if shape.tied else "lm_head.weight"
        norm, output = (torch.from_numpy(decoder.top(n).read()) for n in ("norm.weight", table))
        return head(shape, norm, output, hidden)
