"""Our own reader of lines: Latin letters, digits and signs, under a millisecond for a line."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from uitars_runtime.eyes.network import Network
from uitars_runtime.eyes.shapes.regions import Pixels
from uitars_runtime.eyes.text.line_view import HEIGHT, View, line_view
from uitars_runtime.eyes.text.reading import Reading, of_like_width, spelled

BATCH = 16
STRIDE = 2
"""Columns of a view to one answer."""


class QuickReader:
    """Reads crops; keeps nothing of them."""

    def __init__(self) -> None:
        """ModelError when the model file is missing."""
        self._network = Network("eyes/lines.onnx")
        self._characters = ["", *self._network.metadata()["characters"]]

    def read(self, crops: Sequence[Pixels]) -> list[Reading]:
        """One reading for each crop (height, width, 3), both sides at least one pixel."""
        views = [line_view(crop) for crop in crops]
        readings = [Reading("", 0.0)] * len(views)
        for group in of_like_width([view.shape[1] for view in views], BATCH, HEIGHT):
            answers = self._read_batch([views[index] for index in group])
            for index, reading in zip(group, answers, strict=True):
                readings[index] = reading
        return readings

    def _read_batch(self, views: Sequence[View]) -> list[Reading]:
        batch = np.zeros((len(views), HEIGHT, max(view.shape[1] for view in views)), np.uint8)
        for row, view in zip(batch, views, strict=True):
            row[:, : view.shape[1]] = view
        best, shares = self._network.run(batch)
        places = [-(-view.shape[1] // STRIDE) for view in views]
        return [
            spelled(best[row, :end].astype(np.int64), shares[row, :end], self._characters)
            for row, end in enumerate(places)
        ]
