"""What is known of a matrix' inputs after calibration: second moments, magnitudes, peaks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import torch

from uitars_quant.numerics.grid import Floats

_SAMPLED: Final = 16
"""One of so many tokens is kept; the first of a text, which has the largest outliers, is one."""


@dataclass(frozen=True)
class Statistics:
    """Of one kind of input, over the tokens of the calibration."""

    moments: Floats
    """(inputs, inputs): E[x x']."""
    magnitude: Floats
    """(inputs,): E|x|."""
    peak: Floats
    """(inputs,): max |x|."""
    sample: Floats
    """(some tokens, inputs): every few of them, as they are."""
    tokens: int

    @property
    def outlier(self) -> float:
        """The largest magnitude over the mean one."""
        mean = float(self.magnitude.mean())
        return float(self.peak.max()) / mean if mean else 0.0


class Gathering:
    """Adds up statistics, batch by batch."""

    def __init__(self) -> None:
        self._moments: Floats | None = None
        self._sum: torch.Tensor | None = None
        self._peak: torch.Tensor | None = None
        self._sample: list[torch.Tensor] = []
        self._tokens = 0

    def add(self, values: torch.Tensor) -> None:
        """values (tokens, inputs)."""
        magnitude = values.abs()
        # numpy sees that this is symmetric, and does half the work.
        array = values.numpy()
        moments = np.asarray(array.T @ array, np.float32)
        if self._moments is None or self._sum is None or self._peak is None:
            self._moments, self._sum, self._peak = moments, magnitude.sum(0), magnitude.amax(0)
        else:
            self._moments += moments
            self._sum += magnitude.sum(0)
            self._peak = torch.maximum(self._peak, magnitude.amax(0))
        self._sample.append(values[::_SAMPLED].clone())
        self._tokens += len(values)

    def result(self) -> Statistics:
        """The statistics; `ValueError` where nothing was added."""
        if self._moments is None or self._sum is None or self._peak is None:
            raise ValueError("no inputs were seen")
        count = max(1, self._tokens)
        return Statistics(
            np.asarray(self._moments / count, np.float32),
            np.asarray((self._sum / count).numpy()),
            np.asarray(self._peak.numpy()),
            np.asarray(torch.cat(self._sample).numpy()),
            self._tokens,
        )
