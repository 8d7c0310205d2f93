"""Links inside running text: words of a colour in a line of black, grey or white ones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.eyes.screen import Screen
from uitars_runtime.eyes.shapes.ink import ink_mask, inked_columns, inked_rows, runs
from uitars_runtime.eyes.shapes.regions import Pixels
from uitars_runtime.eyes.text.pitch import pitch_of
from uitars_runtime.types import Box

COLOURED, GREY = 80, 40
"""Brightest less darkest channel of ink, from which it has a colour and up to which it has none."""
SPACE = 0.16
"""Blank columns, in heights of the ink, that part two words; letters leave less."""
WORD = 1.2
"""Width, in heights of the ink, that words of a colour have at least: a red star is no link."""
SOLID = 0.6
"""Share of ink from which a part is a block (selected words, an icon) and no word."""
FULL = 0.9
"""Share of the columns of a link that its underline fills."""


def split_at_hues(screen: Screen, box: Box) -> list[Box]:
    """The box cut where words of a colour meet words of none; whole where it is program text, which
    is of fixed width and has colours that mean nothing."""
    crop = screen.crop(box)
    mask = ink_mask(crop)
    rows = np.flatnonzero(inked_rows(mask))
    if len(rows) == 0 or not _has_both(crop, mask):
        return [box]
    height = int(rows[-1] - rows[0]) + 1
    words = runs(inked_columns(mask), gap=max(2, round(SPACE * height)))
    parts = _grouped([(word, _is_coloured(crop, mask, word)) for word in words])
    if len(parts) < 2 or not all(_is_link(mask, part, height) for part, hue in parts if hue):
        return [box]
    if pitch_of(mask).fixed:
        return [box]
    cuts = [(one[1] + other[0]) // 2 for (one, _), (other, _) in pairwise(parts)]
    edges = [0, *cuts, box.width]
    return [
        Box(box.left + first, box.top, box.left + last, box.bottom)
        for first, last in pairwise(edges)
    ]


def _has_both(crop: Pixels, mask: NDArray[np.bool_]) -> bool:
    """Whether there is ink of a colour and ink of none: cheap, and false for most lines."""
    chroma = crop.max(axis=2).astype(np.int16) - crop.min(axis=2)
    coloured = int((chroma[mask] >= COLOURED).sum())
    return coloured >= 8 and int((chroma[mask] <= GREY).sum()) >= 8


def _is_coloured(crop: Pixels, mask: NDArray[np.bool_], word: tuple[int, int]) -> bool:
    """Whether the ink of a word, its faint edges aside, has a colour."""
    part, inked = crop[:, word[0] : word[1]], mask[:, word[0] : word[1]]
    background = np.median(crop.reshape(-1, 3), axis=0)
    ink = part[inked].astype(np.float64)
    contrast = np.abs(ink - background).sum(axis=1)
    strong = ink[contrast >= 0.8 * contrast.max()].mean(axis=0)
    return float(strong.max() - strong.min()) >= COLOURED


def _grouped(
    words: Sequence[tuple[tuple[int, int], bool]],
) -> list[tuple[tuple[int, int], bool]]:
    """Neighbouring words of one kind as one part."""
    parts: list[tuple[tuple[int, int], bool]] = []
    for (first, last), hue in words:
        if parts and parts[-1][1] == hue:
            parts[-1] = ((parts[-1][0][0], last), hue)
        else:
            parts.append(((first, last), hue))
    return parts


def _is_link(mask: NDArray[np.bool_], part: tuple[int, int], height: int) -> bool:
    """Whether a part of a colour is words, long enough or underlined, and not a block or a star."""
    ink = mask[:, part[0] : part[1]]
    if ink[inked_rows(mask)].mean() >= SOLID:
        return False
    wide = part[1] - part[0] >= WORD * height
    full = np.flatnonzero(ink.mean(axis=1) >= FULL)
    underlined = 0 < len(full) <= max(2, height // 8) and int(full[0]) >= len(ink) // 2
    return wide or underlined
