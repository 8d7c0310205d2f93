"""What is made small, by token: the clipped ratio with bounds apart (DAPO's clip-higher), weighed
for the steps that older weights took."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor


class Clipped(NamedTuple):
    loss: Tensor
    """Per token."""
    below: Tensor
    """Which tokens the lower bound holds, so that they teach nothing."""
    above: Tensor
    """Which ones the upper bound does."""


def clipped(odds: Tensor, before: Tensor, advantage: Tensor, low: float, high: float) -> Clipped:
    """-min(r A, clip(r, 1 - low, 1 + high) A) with r = exp(odds - before); all per token."""
    ratio = (odds - before).exp()
    loss = -torch.minimum(ratio * advantage, ratio.clamp(1 - low, 1 + high) * advantage)
    below = (ratio < 1 - low) & (advantage < 0)
    above = (ratio > 1 + high) & (advantage > 0)
    return Clipped(loss, below, above)


def weights(before: Tensor, drawn: Tensor, most: float) -> Tensor:
    """Importance of tokens that other weights drew: exp(before - drawn), truncated at `most`.
    `before`: log probability by the weights that the update starts from, `drawn`: by those that
    spoke."""
    return (before - drawn).exp().clamp(max=most).detach()


def divergence(odds: Tensor, reference: Tensor) -> Tensor:
    """KL from a reference, per token, never negative and unbiased (Schulman's third estimator)."""
    gap = reference - odds
    return gap.exp() - gap - 1
