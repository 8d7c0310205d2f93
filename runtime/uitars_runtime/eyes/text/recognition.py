"""Small pictures of text to text. Finding them is not here, nor how a network reads."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence

import numpy as np

from uitars_runtime.eyes.shapes.regions import Pixels
from uitars_runtime.eyes.text.quick_reader import QuickReader
from uitars_runtime.eyes.text.reading import Reading
from uitars_runtime.eyes.text.wide_reader import WideReader

REMEMBERED = 4096
"""Crops whose text is kept; the least recently seen goes first."""
SURE = 0.7
"""Share of the weakest character, or of the weakest blank, from which the quick reader is believed:
with the wide reader for the rest, more lines are right than it reads alone."""


class Recognizer:
    """Reads crops; one that looks exactly as one read before costs a hash.

    The quick reader reads all of them, the wide one those that the quick one is not sure of.
    """

    def __init__(self) -> None:
        """ModelError when a model file is missing."""
        self._quick = QuickReader()
        self._wide = WideReader()
        self._remembered: OrderedDict[bytes, Reading] = OrderedDict()

    def read(self, crops: Sequence[Pixels]) -> list[Reading]:
        """One reading for each crop (height, width, 3), both sides at least one pixel."""
        keys = [_key(crop) for crop in crops]
        fresh = {
            key: crop for key, crop in zip(keys, crops, strict=True) if key not in self._remembered
        }
        answers = self._read_fresh(fresh)
        for key in keys:
            if key in self._remembered:
                self._remembered.move_to_end(key)
                answers[key] = self._remembered[key]
        self._remembered.update(answers)
        while len(self._remembered) > REMEMBERED:
            self._remembered.popitem(last=False)
        return [answers[key] for key in keys]

    def _read_fresh(self, crops: Mapping[bytes, Pixels]) -> dict[bytes, Reading]:
        quick = self._quick.read(list(crops.values()))
        answers = dict(zip(crops, quick, strict=True))
        unsure = [key for key, reading in answers.items() if not is_sure(reading)]
        wide = self._wide.read([crops[key] for key in unsure])
        return answers | dict(zip(unsure, wide, strict=True))


def is_sure(reading: Reading) -> bool:
    """Whether what the quick reader says needs no second look."""
    return reading.weakest >= SURE


def _key(crop: Pixels) -> bytes:
    shape = np.asarray(crop.shape, np.int32).tobytes()
    return hashlib.blake2b(shape + crop.tobytes(), digest_size=16).digest()
