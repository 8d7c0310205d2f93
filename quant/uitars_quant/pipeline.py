"""From a source to a result, tensor by tensor.

Without data every matrix stands for itself and is worked on by rows. With data the decoder is gone
through layer by layer (`calibration.layers`). Either way a tensor is written as soon as it is
known, and nothing larger than a layer's working set is in memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import msgspec
import numpy as np

from uitars_quant.errors import SourceError
from uitars_quant.numerics.grid import Floats, Quantized, quantize
from uitars_quant.numerics.search import BLOCK, full_range, least_error
from uitars_quant.numerics.threads import in_parallel
from uitars_quant.progress import Progress
from uitars_quant.recipe import Method, Recipe, Storage
from uitars_quant.sources.tensors import Source, Tensor


class Target(Protocol):
    """What the pipeline needs of a format's writer."""

    def is_done(self, tensor: Tensor) -> bool:
        """Whether an earlier run wrote it, or it has no place in the format."""
        ...

    def put(self, tensor: Tensor, value: Quantized | Floats, row: int = 0) -> None:
        """Write rows of a tensor, from `row` on: codes and scales, or plain numbers."""
        ...

    def finish(self, tensor: Tensor, result: TensorResult | None) -> None:
        """All rows of a tensor were put; the result is kept for a run that goes on with this."""
        ...

    def earlier(self) -> list[TensorResult]:
        """Results of the run that this one goes on with."""
        ...

    def publish(self) -> list[Path]:
        """Give everything its name; the files written."""
        ...

    def forget(self) -> None:
        """The result is on record: what a run would go on from goes."""
        ...

    def close(self) -> None:
        """Leave what is unfinished for a later run."""
        ...


@dataclass(frozen=True)
class TensorResult:
    """What became of a tensor."""

    name: str
    shape: tuple[int, ...]
    storage: Storage
    error: float
    """||W - W'|| / ||W|| of the weights alone; 0 for what was not quantized."""
    product_error: float | None = None
    """The same of the product with the inputs seen in calibration."""
    largest: float | None = None
    """Largest magnitude of those inputs."""
    outlier: float | None = None
    """The same over their mean magnitude."""

    def told(self) -> dict[str, Any]:
        """As JSON."""
        return {**asdict(self), "storage": self.storage.value}


def results_of(told: Iterable[object]) -> list[TensorResult]:
    """Results that were told; None stands for none."""
    return [msgspec.convert(one, TensorResult) for one in told if one is not None]


class Squares:
    """Sums of squares, for the relative error of what comes in pieces."""

    def __init__(self) -> None:
        self._difference = self._whole = 0.0

    def add(self, values: Floats, meant: Floats) -> None:
        """Another piece and what became of it; squares of 32-bit numbers need 64 bits."""
        self._difference += float(np.square(meant - values, dtype=np.float64).sum())
        self._whole += float(np.square(values, dtype=np.float64).sum())

    @property
    def relative(self) -> float:
        """The relative error so far."""
        return float(np.sqrt(self._difference / self._whole)) if self._whole else 0.0


def in_order(source: Source) -> list[Tensor]:
    """Tensors in the order of the network: numbers in names count as numbers."""

    def key(tensor: Tensor) -> list[tuple[int, str]]:
        pieces = re.split(r"(\d+)", tensor.name)
        return [(int(piece), "") if piece.isdecimal() else (-1, piece) for piece in pieces]

    return sorted(source.tensors.values(), key=key)


def without_data(
    source: Source, recipe: Recipe, target: Target, progress: Progress
) -> list[TensorResult]:
    """Every tensor by itself (`Method.RTN`, `Method.MSE`)."""
    tensors = in_order(source)
    progress.begin(sum(tensor.size for tensor in tensors))
    results: list[TensorResult] = []
    for tensor in tensors:
        if not target.is_done(tensor):
            results.append(alone(tensor, recipe, target))
        progress.advance(tensor.size, tensor.name)
    progress.end()
    return results


def alone(tensor: Tensor, recipe: Recipe, target: Target) -> TensorResult:
    """Write one tensor by its own numbers only, block by block on all processors."""
    squares = Squares()
    work = partial(_rounded, tensor, recipe)
    for row, values in tensor.slices():
        blocks = _blocks(np.atleast_1d(values))
        for block, value in zip(blocks, in_parallel(work, blocks), strict=True):
            target.put(tensor, value, row)
            row += len(block)
            if isinstance(value, Quantized):
                squares.add(block, value.meant())
    result = TensorResult(tensor.name, tensor.shape, recipe.storage(tensor), squares.relative)
    target.finish(tensor, result)
    return result


def _blocks(values: Floats) -> list[Floats]:
    """The same rows in pieces of about `BLOCK` values."""
    step = max(1, BLOCK * len(values) // max(1, values.size))
    return [values[at : at + step] for at in range(0, len(values), step)]


def _rounded(tensor: Tensor, recipe: Recipe, values: Floats) -> Quantized | Floats:
    """Rows of a tensor as the recipe keeps them."""
    check_finite(tensor.name, values)
    match recipe.storage(tensor):
        case Storage.FOUR_BITS:
            choose = full_range if recipe.method is Method.RTN else least_error
            return quantize(values, choose(values, recipe.group, recipe.scale_type(tensor.stored)))
        case Storage.EIGHT_BITS:
            return recipe.finer(tensor, values)
        case Storage.SIXTEEN_BITS | Storage.PLAIN:
            return values


def check_finite(name: str, values: Floats) -> None:
    """`SourceError` where a number is infinite or none."""
    if not np.isfinite(values).all():
        raise SourceError(f"The tensor {name} holds numbers that are infinite or not numbers.")
