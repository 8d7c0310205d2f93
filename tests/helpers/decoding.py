"""Logits of a source by the quantizer's own forward."""

import torch

from uitars_quant.calibration.examples import Examples, as_examples
from uitars_quant.calibration.facts import facts
from uitars_quant.calibration.forward import head, layer_forward
from uitars_quant.calibration.weights import Decoder, StoredLayer
from uitars_quant.numerics.activations import Activations
from uitars_quant.sources.tensors import Source


def logits(source: Source, words: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
    """(sequences, length, words) for words (sequences, length) at places (3, length)."""
    return _logits(source, as_examples(words), places)


def logits_of(source: Source, examples: Examples) -> torch.Tensor:
    """The same for sequences with pictures, at the places that these give them."""
    return _logits(source, examples, examples.places())


class _InLlamaCpp(StoredLayer):
    """Activations in blocks of eight bits, and values of the attention in 16."""

    def multiply(self, part: str, values: torch.Tensor) -> torch.Tensor:
        result = super().multiply(part, values)
        return result.half().float() if part == "self_attn.v_proj" else result


def logits_in_llama_cpp(source: Source, word: int) -> torch.Tensor:
    """(words,) after a single word, by exactly the roundings of llama.cpp.

    One word attends to itself alone, so how the engine rounds scores does not matter.
    """
    shape, decoder = facts(source.config), Decoder(source)
    with torch.no_grad():
        examples = as_examples(torch.tensor([[word]]))
        hidden = examples.hidden(decoder)
        for number in range(shape.layers):
            layer = _InLlamaCpp(decoder.layer(number), Activations.GGML)
            hidden = layer_forward(shape, layer, hidden, examples.places())
        last = (decoder.top("norm.weight"), decoder.output())
        norm, output = (torch.from_numpy(tensor.read()) for tensor in last)
        normed = torch.nn.functional.rms_norm(hidden[0], (shape.width,), norm, shape.epsilon)
        return (torch.from_numpy(Activations.GGML.round(normed.numpy())) @ output.T)[0]


def _logits(source: Source, examples: Examples, places: torch.Tensor) -> torch.Tensor:
    shape, decoder = facts(source.config), Decoder(source)
    with torch.no_grad():
        hidden = examples.hidden(decoder)
        for number in range(shape.layers):
            hidden = layer_forward(shape, StoredLayer(decoder.layer(number)), hidden, places)
            hidden = examples.deepened(number, hidden)
        last = (decoder.top("norm.weight"), decoder.output())
        norm, output = (torch.from_numpy(tensor.read()) for tensor in last)
        return head(shape, norm, output, hidden)
