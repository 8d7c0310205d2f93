"""The forward of a decoder layer, in torch: attention with rotary positions, then the mixture.

One function for the families of `sources`: Llama, Qwen2(.5-VL), Qwen3(-VL)(-MoE). Weights come
through a `Layer`, matrix by matrix, so a layer with many experts needs the memory of one; what
multiplies with a matrix goes through `Layer.multiply`, where statistics are taken and eight-bit
activations are simulated.
"""

from __future__ import annotations

from typing import Protocol

import torch
from torch import Tensor
from torch.nn import functional

from uitars_quant.calibration.facts import Facts


class Layer(Protocol):
    """A decoder layer's weights; parts are named as on the hub."""

    def has(self, part: str) -> bool:
        """Whether the layer has a tensor: a mixture has `mlp.gate.weight`."""
        ...

    def vector(self, part: str) -> Tensor | None:
        """A norm's weight or a bias; None where the layer has none."""
        ...

    def multiply(self, part: str, values: Tensor) -> Tensor:
        """values (tokens, inputs) @ matrix' + bias, of a part such as `self_attn.q_proj`."""
        ...


def positions(tokens: int) -> Tensor:
    """(3, tokens): text counts on in time, height and width alike."""
    return torch.arange(tokens).expand(3, tokens)


def rotary(facts: Facts, places: Tensor) -> tuple[Tensor, Tensor]:
    """Cosines and sines (..., 1, tokens, head size) of places (..., 3, tokens)."""
    half = facts.head_size // 2
    rates = facts.rope_base ** (-torch.arange(half, dtype=torch.float64) / half)
    angles = (places.double()[..., None] * rates).movedim(-3, -1)  # (..., tokens, half, 3)
    axis = torch.zeros(half, dtype=torch.long)
    if facts.sections and facts.interleaved:
        for which in (1, 2):
            axis[which : 3 * facts.sections[which] : 3] = which
    elif facts.sections:
        axis = torch.arange(3).repeat_interleave(torch.tensor(facts.sections))
    which_one = axis[:, None].expand(*angles.shape[:-1], 1)
    chosen = angles.gather(-1, which_one)[..., 0].float()
    both = torch.cat([chosen, chosen], -1).unsqueeze(-3)
    return both.cos(), both.sin()


def layer_forward(facts: Facts, layer: Layer, hidden: Tensor, places: Tensor) -> Tensor:
    """hidden (sequences, tokens, width) after one layer, causally.

    places: (3, tokens), or (sequences, 3, tokens) where sequences differ.
    """
    hidden = hidden + attention(facts, layer, hidden, places)
    normed = _norm(hidden, layer.vector("post_attention_layernorm.weight"), facts.epsilon)
    flat = normed.reshape(-1, facts.width)
    mixed = (
        experts(facts, layer, flat) if layer.has("mlp.gate.weight") else gated(layer, "mlp", flat)
    )
    return hidden + mixed.reshape(hidden.shape)


def attention(facts: Facts, layer: Layer, hidden: Tensor, places: Tensor) -> Tensor:
    """The attention of a layer, without the residual."""
    sequences, tokens, _ = hidden.shape
    normed = _norm(hidden, layer.vector("input_layernorm.weight"), facts.epsilon)
    flat = normed.reshape(-1, facts.width)

    def heads(part: str, count: int) -> Tensor:
        values = layer.multiply(f"self_attn.{part}_proj", flat)
        values = values.reshape(sequences, tokens, count, facts.head_size)
        weight = layer.vector(f"self_attn.{part}_norm.weight")
        values = values if weight is None else _norm(values, weight, facts.epsilon)
        return values.transpose(1, 2)

    cosine, sine = rotary(facts, places)
    query = _turned(heads("q", facts.heads), cosine, sine)
    key = _turned(heads("k", facts.key_heads), cosine, sine)
    seen = functional.scaled_dot_product_attention(
        query, key, heads("v", facts.key_heads), is_causal=True, enable_gqa=True
    )
    joined = seen.transpose(1, 2).reshape(-1, facts.heads * facts.head_size)
    return layer.multiply("self_attn.o_proj", joined).reshape(hidden.shape)


def gated(layer: Layer, stem: str, values: Tensor) -> Tensor:
    """The gated network `stem` (`mlp`, `mlp.experts.3`) of values (tokens, width)."""
    gate = functional.silu(layer.multiply(f"{stem}.gate_proj", values))
    inner = gate * layer.multiply(f"{stem}.up_proj", values)
    return layer.multiply(f"{stem}.down_proj", inner)


def experts(facts: Facts, layer: Layer, values: Tensor) -> Tensor:
    """Every token through its chosen experts, expert by expert."""
    odds, chosen = routed(facts, layer, values)
    mixed = torch.zeros_like(values)
    for expert in range(facts.experts):
        tokens, rank = (chosen == expert).nonzero(as_tuple=True)
        result = gated(layer, f"mlp.experts.{expert}", values[tokens])
        mixed.index_add_(0, tokens, result * odds[tokens, rank, None])
    return mixed


def routed(facts: Facts, layer: Layer, values: Tensor) -> tuple[Tensor, Tensor]:
    """(tokens, chosen): odds that sum to one, and the experts they belong to."""
    scores = layer.multiply("mlp.gate", values).softmax(-1)
    odds, chosen = scores.topk(facts.chosen, -1)
    return odds / odds.sum(-1, keepdim=True), chosen


def head(facts: Facts, norm: Tensor, output: Tensor, hidden: Tensor) -> Tensor:
    """Logits (..., words) of the last layer's hidden (..., width)."""
    return functional.linear(_norm(hidden, norm, facts.epsilon), output)


def _norm(values: Tensor, weight: Tensor | None, epsilon: float) -> Tensor:
    if weight is None:
        raise ValueError("the layer has no norm")
    return functional.rms_norm(values, (values.shape[-1],), weight, epsilon)


def _turned(values: Tensor, cosine: Tensor, sine: Tensor) -> Tensor:
    first, second = values.chunk(2, -1)
    return values * cosine + torch.cat([-second, first], -1) * sine
