"""Proof that this machine computes with 8-bit activations, as the model was measured with.

`numerics.onnx` holds one 4-bit matrix product and one layer of 4-bit experts on fixed numbers, and
for both the results that follow from rounding the activations to 8 bits (per block of 32,
absmax/127) and from not rounding them. The two differ by a hundredth, either kind of arithmetic by
a hundred-thousandth, so the results say which one ran.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Literal

import numpy as np

from uitars_runtime.backends.embedded.network.weights import open_weights
from uitars_runtime.errors import ModelError
from uitars_runtime.onnx_session import computes_on

FILE: Final = "numerics.onnx"
OPERATORS: Final = ("product", "experts")
_CLOSE: Final = 1e-3


def eight_bit_activations(folder: Path) -> bool:
    """Whether both operators round activations to 8 bits. Raises `ModelError` for wrong numbers."""
    return not exact_operators(folder)[1]


def exact_operators(folder: Path) -> tuple[Literal["cpu", "cuda"], tuple[str, ...]]:
    """The device that computes, and which operators do not round activations to 8 bits on it.

    Raises `ModelError` for wrong numbers.
    """
    # Reckoned beforehand, the fixed numbers would be the processor's on every device.
    session = open_weights(folder / FILE, as_written=True)
    names = [f"{name}_{kind}" for name in OPERATORS for kind in ("computed", "rounded", "exact")]
    found: list[Any] = session.run(names, {})
    values = dict(zip(names, found, strict=True))
    exact = tuple(name for name in OPERATORS if not _rounded(name, values))
    return computes_on(session), exact


def _rounded(name: str, values: dict[str, Any]) -> bool:
    computed = values[f"{name}_computed"]
    if _distance(computed, values[f"{name}_rounded"]) < _CLOSE:
        return True
    if _distance(computed, values[f"{name}_exact"]) < _CLOSE:
        return False
    raise ModelError(
        f"onnxruntime computes the 4-bit operator '{name}' wrongly on this machine.",
        "Use onnxruntime 1.31 or 1.32, or a model on a server.",
    )


def _distance(computed: Any, expected: Any) -> float:
    """Relative root mean square difference."""
    difference = np.asarray(computed, np.float64) - np.asarray(expected, np.float64)
    return float(np.sqrt((difference**2).mean() / (np.asarray(expected, np.float64) ** 2).mean()))
