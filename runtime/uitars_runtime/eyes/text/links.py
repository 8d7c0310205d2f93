"""Boxes of text cut where links begin and end: by their colour among words of none, or by their
underline."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.eyes.scene import Scene
from uitars_runtime.eyes.shapes import (
    Pixels,
    inked_columns,
    inked_rows,
    median_colour,
    pitch_of,
    runs,
)
from uitars_runtime.geometry import Box, columns_of

COLOURED, GREY = 80, 40
"""Brightest less darkest channel of ink, from which it has a colour and up to which it has none."""
INKED = 8
"""Pixels of either kind from which a line may have words of both."""
STRONG = 0.6
"""Share of the most contrast of a word from which ink is none of its faint edges; a black stop
after blue words has half as much again as these."""
WORDS_APART = 0.16
"""Blank columns, in heights of the ink, that part two words; letters leave less."""
WORD = 1.2
"""Width, in heights of the ink, of a coloured part that is words: a red star is none."""
SOLID = 0.6
"""Share of ink from which a part is a block (selected words, an icon) and no word."""
UNDERLINED = 0.75
"""Share of the columns of every link that its underline fills, where it does not stop for a `g` or
`p`."""
LINK_GAP = 0.12
"""Blank columns between two underlined words that end the underline, in heights of the detector's
box; it leaves less beside a `g` or `p`."""
SEPARATOR = 0.3
"""Width of a dot or a bar between two links, in the same measure, at most."""


def split_at_links(scene: Scene, box: Box) -> list[Box]:
    """The box cut where links begin and end."""
    return [link for part in _at_colours(scene, box) for link in _at_underlines(scene, part)]


def _at_colours(scene: Scene, box: Box) -> list[Box]:
    """The box cut where words of a colour meet words of none; whole where it is program text, which
    is of fixed width and has colours that mean nothing.

    Worth 6 of 452 steps (`bench/rules.py`), and 8 right elements of 10,197 (-3 to 23).
    """
    crop, mask = scene.crop(box), scene.ink(box)
    if not _has_both(crop[mask]):
        return [box]
    height = int(np.ptp(np.flatnonzero(inked_rows(mask)))) + 1
    words = runs(inked_columns(mask), gap=max(2, round(WORDS_APART * height)))
    ground = median_colour(crop)
    parts: list[tuple[int, int, bool]] = []
    for first, last in words:
        hue = _is_coloured(crop[:, first:last][mask[:, first:last]], ground)
        if parts and parts[-1][2] == hue:
            first, *_ = parts.pop()
        parts.append((first, last, hue))
    links = [mask[:, first:last] for first, last, hue in parts if hue]
    if len(parts) < 2 or not all(_is_words(link, height) for link in links) or pitch_of(mask).fixed:
        return [box]
    cuts = [(one[1] + other[0]) // 2 for one, other in pairwise(parts)]
    return [columns_of(box, first, last) for first, last in pairwise([0, *cuts, box.width])]


def _has_both(ink: Pixels) -> bool:
    """Whether there is ink of a colour and ink of none, (n, 3): cheap, and false for most lines."""
    chroma = np.ptp(ink, axis=1)
    return int((chroma >= COLOURED).sum()) >= INKED <= int((chroma <= GREY).sum())


def _is_coloured(ink: Pixels, ground: NDArray[np.float64]) -> bool:
    """Whether the ink of a word (n, 3), its faint edges aside, has a colour."""
    contrast = np.abs(ink - ground).sum(axis=1)
    strong = ink[contrast >= STRONG * contrast.max()]
    return float(np.ptp(np.median(strong, axis=0))) >= COLOURED


def _is_words(link: NDArray[np.bool_], height: int) -> bool:
    """Whether a part of a colour is long enough for words, or underlined, and no block."""
    if link[inked_rows(link)].mean() >= SOLID:
        return False
    lower = link[len(link) // 2 :].mean(axis=1)
    return link.shape[1] >= WORD * height or bool((lower >= UNDERLINED).any())


def _at_underlines(scene: Scene, box: Box) -> list[Box]:
    """The box cut where an underline ends and begins again, what is between two links left out.

    Worth 4 of 452 steps (`bench/eyes_steps.py`), and 5 right elements of 10,197 (-5 to 17).
    """
    mask = scene.ink(box)
    parts = runs(inked_columns(mask), gap=max(2, round(LINK_GAP * box.height)))
    links = [(first, last) for first, last in parts if last - first > SEPARATOR * box.height]
    underline = _underline(mask, links) if len(links) > 1 else None
    if underline is None:
        return [box]
    long = all(last - first >= 2 * box.height for first, last in links)
    if not long and not _hangs_free(mask, links, underline):
        return [box]
    return [columns_of(box, first - 2, last + 2) for first, last in links]


def _underline(mask: NDArray[np.bool_], links: Sequence[tuple[int, int]]) -> int | None:
    """The uppermost row, in the lower half, that is an underline below every link."""
    filled = mask.sum(axis=1) >= UNDERLINED / 2 * inked_columns(mask).sum()
    half = len(mask) // 2
    for row in (half + np.flatnonzero(filled[half:])).tolist():
        plain = ~_hanging(mask, row)
        shares = [mask[row, first:last][plain[first:last]] for first, last in links]
        if all(share.size and share.mean() >= UNDERLINED for share in shares):
            return int(row)
    return None


def _hanging(mask: NDArray[np.bool_], row: int) -> NDArray[np.bool_]:
    """The columns of a `g` or `p` that hangs below an underline in this row, with the room that the
    underline leaves beside it."""
    import cv2

    thick, room = max(2, len(mask) // 10), max(2, len(mask) // 12)
    below = np.asarray(mask[row + thick :].any(axis=0, keepdims=True), np.uint8)
    return np.asarray(cv2.dilate(below, np.ones((1, 2 * room + 1), np.uint8))[0], np.bool_)


def _hangs_free(mask: NDArray[np.bool_], links: Sequence[tuple[int, int]], underline: int) -> bool:
    """Whether most links leave a row blank above their underline; the foot of an `E` does not."""
    above = mask[max(0, underline - max(3, len(mask) // 8)) : underline]
    above = above & ~_hanging(mask, underline)
    free = sum(not above[:, first:last].any(axis=1).all() for first, last in links)
    return 2 * free > len(links)
