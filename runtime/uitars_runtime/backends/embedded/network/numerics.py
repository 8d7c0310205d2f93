"""Proof that this machine computes with 8-bit activations, as the model was measured with.

`numerics.onnx` holds one 4-bit matrix product and one layer of 4-bit experts on fixed numbers, and
for both the results that follow from rounding the activations to 8 bits (per block of 32,
absmax/127) and from not rounding them. The two differ by a hundredth, either kind of arithmetic by
a hundred-thousandth, so the results say which one ran.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np

from uitars_runtime.backends.embedded.network.weights import open_weights
from uitars_runtime.errors import ModelError

FILE: Final = "numerics.onnx"
OPERATORS: Final = ("product", "experts")
_CLOSE: Final = 1e-3


def eight_bit_activations(folder: Path) -> bool:
    """Whether both operators round activations to 8 bits. Raises `ModelError` for wrong numbers."""
    session = open_weights(folder / FILE)
    names = [f"{name}_{kind}" for name in OPERATORS for kind in ("computed", "rounded", "exact")]
    found: list[Any] = session.run(names, {})
    values = dict(zip(names, found, strict=True))
    answers = [_rounded(name, values) for name in OPERATORS]
    return all(answers)


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
