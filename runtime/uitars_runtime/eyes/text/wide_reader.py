"""The recognition network of PP-OCRv6: 18 000 characters of many scripts, some 10 ms for a line."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from uitars_runtime.eyes.network import Network
from uitars_runtime.eyes.shapes.regions import Pixels
from uitars_runtime.eyes.text.reading import Reading, of_like_width, spelled

HEIGHT = 48
"""Rows the network expects."""
BATCH = 8


class WideReader:
    """Reads crops; keeps nothing of them."""

    def __init__(self) -> None:
        """ModelError when the model file is missing."""
        self._network = Network("ppocr/PP-OCRv6_rec_small.onnx")
        characters = self._network.metadata()["character"].splitlines()
        self._characters = ["", *characters, " "]

    def read(self, crops: Sequence[Pixels]) -> list[Reading]:
        """One reading for each crop (height, width, 3), both sides at least one pixel."""
        readings = [Reading("", 0.0)] * len(crops)
        for group in of_like_width([_width(crop) for crop in crops], BATCH, HEIGHT):
            answers = self._read_batch([crops[index] for index in group])
            for index, reading in zip(group, answers, strict=True):
                readings[index] = reading
        return readings

    def _read_batch(self, crops: Sequence[Pixels]) -> list[Reading]:
        import cv2

        widest = max(HEIGHT, *(_width(crop) for crop in crops))
        batch = np.zeros((len(crops), 3, HEIGHT, -(-widest // 32) * 32), np.float32)
        for row, crop in zip(batch, crops, strict=True):
            width = _width(crop)
            # The network was trained on blue green red.
            scaled = cv2.resize(crop[:, :, ::-1], (width, HEIGHT)).astype(np.float32)
            row[:, :, :width] = (scaled / 127.5 - 1).transpose(2, 0, 1)
        return [
            spelled(scores.argmax(axis=1), scores.max(axis=1), self._characters)
            for scores in self._network.run(batch)[0]
        ]


def _width(crop: Pixels) -> int:
    """Columns of the crop once it has the network's height."""
    return max(16, round(HEIGHT * int(crop.shape[1]) / int(crop.shape[0])))
