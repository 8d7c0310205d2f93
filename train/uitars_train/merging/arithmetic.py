"""Weights by name, added: pure functions that change nothing of what they are given.

`interpolated` is θ = Σ α_k θ_k, as UI-TARS-2 merges its specialists (arXiv 2509.02544); which α it
took was never told. TIES (arXiv 2306.01708) and DARE (arXiv 2311.03099) merge what each specialist
learned, its difference from the common start. Sums are in 64 bits: one α of 1 gives that specialist
to the bit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import torch
from torch import Tensor

from uitars_runtime.errors import UsageError

Weights = Mapping[str, Tensor]
Alphas = Sequence[float]
"""Shares of the models, each 0 to 1, together 1."""
_ROUNDING: Final = 1e-6
"""By which the sum of decimal shares may miss 1."""


def interpolated(models: Sequence[Weights], alphas: Alphas) -> dict[str, Tensor]:
    """Σ α_k θ_k. Raises `UsageError` for shares that do not sum to 1 and for other shapes."""
    _check(models, alphas)
    return {
        name: _mean([model[name].double() for model in models], alphas).to(weight.dtype)
        for name, weight in models[0].items()
    }


def ties(
    start: Weights, models: Sequence[Weights], alphas: Alphas, density: float
) -> dict[str, Tensor]:
    """Of each difference the largest `density` (0 to 1, of all weights together), then for each
    weight the mean of those that have the sign of their weighted sum. Raises `UsageError`."""
    _check([start, *models], (0.0, *alphas))
    _check_density(density)
    kept = [_trimmed(_difference(start, model), density) for model in models]
    merged: dict[str, Tensor] = {}
    for name, weight in start.items():
        learned = torch.stack([one[name] for one in kept])
        shares = torch.tensor(alphas, dtype=torch.float64).view(-1, *[1] * weight.dim())
        elected = (shares * learned).sum(0).sign()
        agrees = shares * ((learned.sign() == elected) & (learned != 0))
        total = agrees.sum(0)
        mean = (agrees * learned).sum(0) / torch.where(total > 0, total, 1.0)
        merged[name] = (weight.double() + mean).to(weight.dtype)
    return merged


def dare(
    start: Weights, models: Sequence[Weights], alphas: Alphas, density: float, seed: int
) -> dict[str, Tensor]:
    """Each difference with a random `density` (above 0, at most 1) of its weights, made larger by
    what is missing, then interpolated: what comes out is on average the interpolation. Raises
    `UsageError`."""
    _check([start, *models], (0.0, *alphas))
    _check_density(density)
    chance = torch.Generator().manual_seed(seed)
    merged = {name: weight.double() for name, weight in start.items()}
    for model, alpha in zip(models, alphas, strict=True):
        for name, learned in _difference(start, model).items():
            stays = torch.rand(learned.shape, generator=chance, dtype=torch.float64) < density
            merged[name] = merged[name] + alpha * torch.where(stays, learned / density, 0.0)
    return {name: merged[name].to(weight.dtype) for name, weight in start.items()}


def _mean(values: Sequence[Tensor], alphas: Alphas) -> Tensor:
    total = torch.zeros_like(values[0])
    for value, alpha in zip(values, alphas, strict=True):
        total += alpha * value
    return total


def _difference(start: Weights, model: Weights) -> dict[str, Tensor]:
    return {name: model[name].double() - weight.double() for name, weight in start.items()}


def _trimmed(learned: Weights, density: float) -> dict[str, Tensor]:
    """The largest share of all weights together; the others are 0."""
    sizes = torch.cat([one.abs().reshape(-1) for one in learned.values()])
    kept = round(density * len(sizes))
    if kept == len(sizes):
        return dict(learned)
    least = sizes.kthvalue(len(sizes) - kept).values
    return {name: torch.where(one.abs() > least, one, 0.0) for name, one in learned.items()}


def _check(models: Sequence[Weights], alphas: Alphas) -> None:
    if len(models) != len(alphas):
        raise UsageError(
            f"There are {len(alphas)} alphas for {len(models)} models.", "Give one for each model."
        )
    told = ", ".join(f"{alpha:g}" for alpha in alphas)
    if any(not 0 <= alpha <= 1 for alpha in alphas) or abs(sum(alphas) - 1) > _ROUNDING:
        raise UsageError(
            f"The alphas {told} are no shares: they sum to {sum(alphas):g}.",
            "Give numbers from 0 to 1 that sum to 1.",
        )
    first = {name: weight.shape for name, weight in models[0].items()}
    for number, model in enumerate(models[1:], 2):
        if {name: weight.shape for name, weight in model.items()} != first:
            raise UsageError(
                f"Model {number} has weights of other shapes than model 1.",
                "Only models of one size can be merged.",
            )


def _check_density(density: float) -> None:
    if not 0 < density <= 1:
        raise UsageError(
            f"The density {density:g} is no share.", "Give a number above 0, at most 1."
        )
