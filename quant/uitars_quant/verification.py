"""Whether a result says what its source says.

Every tensor of the source must be there, in its shape, and mean nearly the same. Methods that scale
inputs multiply columns and rows; such factors change nothing of the network, so they are found by
least squares and taken out before weights are compared. Norms give the factors of what reads them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

import numpy as np

from uitars_quant.errors import VerificationError
from uitars_quant.numerics.grid import Floats
from uitars_quant.sources.foreign import json_object
from uitars_quant.sources.names import is_vision
from uitars_quant.sources.tensors import Role, Source, Tensor

LIMIT: Final = 0.25
"""Relative error of a four-bit matrix from which on something must be wrong."""
_PLAIN_LIMIT: Final = 0.02
_COARSE: Final = frozenset({"Q4", "Q5", "Q6"})
"""How the names of llama.cpp's types begin that keep words, too, in fewer than eight bits."""
_ROUNDS: Final = 6


@dataclass(frozen=True)
class Compared:
    """A tensor of the source and what the result made of it."""

    name: str
    stored: str
    error: float
    """Relative, after factors were taken out."""


def verify(result: Source, source: Source) -> list[Compared]:
    """All tensors compared; `VerificationError` for the first that is missing or wrong."""
    compared: list[Compared] = []
    for tensor in source.tensors.values():
        if is_vision(tensor.name) and result.path.suffix == ".gguf":
            continue  # It lies in a file of its own.
        found = result.tensors.get(tensor.name) or _renamed(result.tensors, tensor.name)
        if found is None:
            raise VerificationError(f"The tensor {tensor.name} is not in the result.")
        if found.shape != tensor.shape:
            raise VerificationError(
                f"The tensor {tensor.name} has the shape {found.shape}, its source {tensor.shape}."
            )
        error = compare(tensor, found)
        rounded = tensor.role is Role.MATRIX or found.stored[:2] in _COARSE
        limit = LIMIT if rounded else _PLAIN_LIMIT
        if not error < limit:
            raise VerificationError(
                f"The tensor {tensor.name} differs from its source by {100 * error:.1f} %."
            )
        compared.append(Compared(tensor.name, found.stored, error))
    return compared


def check_hashes(out: Path, record: Path) -> None:
    """`VerificationError` where a file is not the one that was recorded when it was written."""
    from uitars_quant.job import digest

    if not record.is_file():
        return
    told = json_object(record)
    folder = out if out.is_dir() else out.parent
    for name, expected in cast("Mapping[str, str]", told.get("files", {})).items():
        if Path(name).name != name or not (folder / name).is_file():
            raise VerificationError(f"The file {name} is missing.")
        if digest(folder / name) != expected:
            raise VerificationError(f"The file {name} is not the one that was written.")


def compare(tensor: Tensor, found: Tensor) -> float:
    """Relative error of a result's tensor, with factors of its rows and columns taken out."""
    difference = whole = 0.0
    for original, meant in _pieces(tensor, found):
        if tensor.role is Role.MATRIX or tensor.name.endswith("mlp.gate.weight"):
            meant = unscaled(original, meant)
        elif original.ndim == 1:
            continue  # a norm or bias that took up factors: any positive multiple is right
        difference += float(np.square(meant - original, dtype=np.float64).sum())
        whole += float(np.square(original, dtype=np.float64).sum())
    return float(np.sqrt(difference / whole)) if whole else float(difference > 0)


def unscaled(original: Floats, meant: Floats) -> Floats:
    """`meant` with rows and columns multiplied so that it is nearest to `original`."""
    fitted = meant.astype(np.float64)
    for _ in range(_ROUNDS):
        for axis in (0, 1):
            power = np.square(fitted).sum(axis, keepdims=True)
            overlap = (fitted * original).sum(axis, keepdims=True)
            fitted *= np.where(power > 0, overlap / np.where(power > 0, power, 1), 1)
    return fitted.astype(np.float32)


def _pieces(tensor: Tensor, found: Tensor) -> Iterator[tuple[Floats, Floats]]:
    if tensor.role is Role.MATRIX or not tensor.shape:
        yield tensor.read(), found.read()
        return
    for start, original in tensor.slices():
        yield original, found.rows(start, start + len(original))


def _renamed(tensors: Mapping[str, Tensor], name: str) -> Tensor | None:
    """The same tensor of a format that has one name for all roots."""
    return tensors.get(name.replace("model.language_model.", "model."))
