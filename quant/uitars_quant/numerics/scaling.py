"""Scaling a layer's inputs so that rounding hurts less; the inverse goes into what makes them.

Activation-aware scaling (AWQ, Lin et al. 2023) gives inputs of large activations finer weights;
SmoothQuant (Xiao et al. 2022) moves the peaks of activations into the weights. Both are a vector t
(inputs,): weights become W * t, activations x / t.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from uitars_quant.numerics.activations import Activations
from uitars_quant.numerics.grid import Floats, FloatType, quantize
from uitars_quant.numerics.search import least_error

STRENGTHS: Final = tuple(step / 10 for step in range(11))
"""Powers of the activations' magnitude that are tried; 0 leaves everything as it is."""
_FLOOR: Final = np.float32(1e-6)


def activation_scale(magnitude: Floats, strength: float) -> Floats:
    """t (inputs,) from E|x|, centred so that its extremes are inverse to each other."""
    scale: Floats = np.maximum(magnitude, _FLOOR) ** np.float32(strength)
    centre = np.float32(np.sqrt(scale.max() * scale.min()))
    return np.asarray(scale / centre, np.float32)


def smooth_scale(peak: Floats, weight_peak: Floats, strength: float = 0.5) -> Floats:
    """SmoothQuant: t (inputs,) that moves peaks of activations (inputs,) into the weights."""
    moved = np.maximum(peak, _FLOOR) ** np.float32(strength)
    kept = np.maximum(weight_peak, _FLOOR) ** np.float32(1 - strength)
    scale: Floats = np.maximum(moved / kept, np.float32(1e-4))
    return scale


def product_error(difference: Floats, moments: Floats) -> float:
    """E ||D x||² for D (rows, inputs): moments are E[x x'] (inputs, inputs) or E[x²] (inputs,)."""
    if moments.ndim == 1:
        return float((np.square(difference) * moments).sum(dtype=np.float64))
    return float(((difference @ moments) * difference).sum(dtype=np.float64))


def scaled_error(matrix: Floats, scale: Floats, moments: Floats, group: int) -> float:
    """E of the squared error of the product when `matrix` is rounded after scaling."""
    scaled = matrix * scale
    power: Floats = moments if moments.ndim == 1 else np.diagonal(moments)
    weight = np.asarray(power / np.square(scale), np.float32)
    chosen = least_error(scaled, group, FloatType.FLOAT32, weight)
    rounded = quantize(scaled, chosen).meant() / scale
    return product_error(rounded - matrix, moments)


def activation_error(
    matrix: Floats, scale: Floats, sample: Floats, activations: Activations
) -> float:
    """E of the squared error of the product that rounding the activations adds.

    sample (tokens, inputs): x as they come, before they are scaled.
    """
    scaled = sample / scale
    difference = activations.round(scaled) - scaled
    product = np.asarray(difference @ (matrix * scale).T, np.float32)
    return float(np.square(product).sum(dtype=np.float64)) / max(1, len(sample))


def best_scale(candidates: Sequence[Floats], errors: Sequence[float]) -> Floats:
    """The candidate of the least error; the first of equals."""
    return candidates[int(np.argmin(errors))]
