"""What every generator of screens makes: a picture and the truth about it."""

from __future__ import annotations

import enum
import random
import zlib
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from uitars_runtime.element import Element
from uitars_runtime.errors import UsageError


class Split(enum.StrEnum):
    """Which part of the world a screen may be made of; words, fonts and drawings are kept apart."""

    TRAIN = "train"
    VALIDATION = "validation"
    TEST = "test"

    @classmethod
    def of(cls, word: str) -> Split:
        """The split a word belongs to: a tenth each for validation and test, case ignored."""
        match zlib.crc32(word.casefold().encode()) % 10:
            case 0:
                return cls.TEST
            case 1:
                return cls.VALIDATION
            case _:
                return cls.TRAIN


class Screen(msgspec.Struct, frozen=True, eq=False):
    """A picture of a desktop and everything that can be seen on it; covered things are left out."""

    pixels: NDArray[np.uint8]
    """Shape (height, width, 3), red green blue."""
    elements: tuple[Element, ...]
    """The truth, back to front; boxes lie inside the picture."""
    toolkit: str
    """Who drew it: `qt`, `web`, `gtk` or `tk`; `sheet` is Qt without widgets."""
    seed: int


def seeded(text: str) -> random.Random:
    """A random source for screens; the same text gives the same source on every machine."""
    return random.Random(text)


def named(folder: Path) -> list[Path]:
    """The truths of a folder's screens in the order of their names. Raises `UsageError` where there
    are none."""
    paths = sorted(folder.glob("*.json"))
    if not paths:
        raise UsageError(f"There are no screens in {folder}.", "`uitars-train screens` draws some.")
    return paths
