"""What is known of a matrix' inputs after calibration: second moments, magnitudes, peaks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

from uitars_quant.numerics.grid import Floats


@dataclass(frozen=True)
class Statistics:
    """Of one kind of input, over the tokens of the calibration."""

    moments: Floats
    """(inputs, inputs): E[x x']."""
    magnitude: Floats
    """(inputs,): E|x|."""
    peak: Floats
    """(inputs,): max |x|."""
    tokens: int

    @property
    def outlier(self) -> float:
        """The largest magnitude over the mean one."""
        mean = float(self.magnitude.mean())
        return float(self.peak.max()) / mean if mean else 0.0


class Gathering:
    """Adds up statistics, batch by batch."""

    def __init__(self) -> None:
        self._moments: torch.Tensor | None = None
        self._sum: torch.Tensor | None = None
        self._peak: torch.Tensor | None = None
        self._tokens = 0

    def add(self, values: torch.Tensor) -> None:
        """values (tokens, inputs)."""
        magnitude = values.abs()
        moments = values.T @ values
        if self._moments is None or self._sum is None or self._peak is None:
            self._moments, self._sum, self._peak = moments, magnitude.sum(0), magnitude.amax(0)
        else:
            self._moments += moments
            self._sum += magnitude.sum(0)
            self._peak = torch.maximum(self._peak, magnitude.amax(0))
        self._tokens += len(values)

    def result(self) -> Statistics:
        """The statistics; `ValueError` where nothing was added."""
        if self._moments is None or self._sum is None or self._peak is None:
            raise ValueError("no inputs were seen")
        count = max(1, self._tokens)
        return Statistics(
            np.asarray((self._moments / count).numpy()),
            np.asarray((self._sum / count).numpy()),
            np.asarray(self._peak.numpy()),
            self._tokens,
        )
