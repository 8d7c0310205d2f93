"""Lines of text on the screen: found by PP-OCRv6, cut where they are not one line, then read.

What a line belongs to (a button, a field, a row) is not decided here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import msgspec
import numpy as np
from numpy.typing import NDArray

from uitars_runtime.eyes.network import Network
from uitars_runtime.eyes.screen import Screen
from uitars_runtime.eyes.shapes.ink import inked_columns, inked_rows, runs
from uitars_runtime.eyes.text.cleaning import clean
from uitars_runtime.eyes.text.hues import split_at_hues
from uitars_runtime.eyes.text.joining import join_words, split_at_links
from uitars_runtime.eyes.text.parting import parted
from uitars_runtime.eyes.text.pitch import pitch_of
from uitars_runtime.eyes.text.recognition import Recognizer
from uitars_runtime.eyes.text.splitting import DRAWN, clip_to_frame, split_at_shapes
from uitars_runtime.types import Box

PIXEL_THRESHOLD = 0.3
"""Text probability from which a pixel counts."""
BOX_THRESHOLD = 0.45
"""Mean text probability from which a group of such pixels is a line."""
UNCLIP = 1.6
"""The network marks the core of a line; this ratio gives its whole extent back."""
ROWS = 0.4
"""Share of the lower of two boxes up to which they are of two lines, one above the other."""
EVEN = 1.5
"""Widest of the gaps between entries of a bar, in the narrowest."""
WIDER = 1.8
"""The narrowest of them, in the widest space between words."""
SLIVER = 0.3
"""Height, in that of the line, up to which ink at an edge of its box is of another line."""
READABLE = 0.5
"""Confidence below which a reading is noise."""
READABLE_SHORT = 0.75
"""The same for one or two characters, which icons are often read as."""
READABLE_NUMBER = 0.6
"""The same for one or two digits: icons are seldom read as such."""


class Line(msgspec.Struct, frozen=True):
    """Words on one line, close together."""

    box: Box
    """Tight around the ink."""
    text: str
    confidence: float = 1.0


class LineReader:
    """Finds lines and has them read; keeps nothing of a screen."""

    def __init__(self, recognizer: Recognizer) -> None:
        self._detector = Network("ppocr/PP-OCRv6_det_small.onnx")
        self._recognizer = recognizer

    def find(self, screen: Screen, regions: Sequence[Box]) -> list[Line]:
        """The lines inside the regions of the screen."""
        return self.read(screen, self.locate(screen, regions))

    def locate(self, screen: Screen, regions: Sequence[Box]) -> list[Box]:
        """Where the lines are, unread; room around the words is left for the recognizer."""
        shapes = screen.shapes
        return [
            without_neighbours(screen, words)
            for region in regions
            for found in join_words(screen, parted_rows(self._detect(screen, region)), shapes)
            for whole in split_at_shapes(screen, found, shapes)
            for part in split_at_gaps(screen, clip_to_frame(whole, shapes))
            for hue in split_at_hues(screen, part)
            for words in split_at_links(screen, hue)
        ]

    def read(self, screen: Screen, boxes: Sequence[Box]) -> list[Line]:
        """What the boxes say, tight around the ink; those without readable words are left out."""
        inked = [(box, tight) for box in boxes if (tight := screen.tight(box))]
        crops = [screen.crop(box) for box, _ in inked]
        lines: list[Line] = []
        for (_, tight), reading in zip(inked, self._recognizer.read(crops), strict=True):
            words = clean(reading.text, reading.confidence)
            if words and reading.confidence >= _enough(words):
                lines += [
                    Line(box=part, text=said, confidence=reading.confidence)
                    for part, said in parted(screen, tight, words)
                ]
        return lines

    def _detect(self, screen: Screen, region: Box) -> list[Box]:
        """Boxes of text in one region of the picture, upright, in pixels of the picture."""
        crop = screen.pixels[region.top : region.bottom, region.left : region.right, ::-1]
        height, width = crop.shape[:2]
        # The network wants multiples of 32; an edge drawn out changes no text, scaling would.
        padded = np.pad(crop, ((0, -height % 32), (0, -width % 32), (0, 0)), mode="edge")
        image = (padded.astype(np.float32) / 127.5 - 1).transpose(2, 0, 1)[None]
        scores = self._detector.run(np.ascontiguousarray(image))[0][0, 0]
        return [
            Box(
                region.left + max(0, box.left),
                region.top + max(0, box.top),
                region.left + min(width, box.right),
                region.top + min(height, box.bottom),
            )
            for box in boxes_of(scores)
        ]


def _enough(words: str) -> float:
    """Confidence from which a reading is of words."""
    if len(words) > 2:
        return READABLE
    return READABLE_NUMBER if words.isdigit() else READABLE_SHORT


def boxes_of(scores: NDArray[np.float32]) -> list[Box]:
    """Boxes of the groups of likely text pixels in a probability map (height, width)."""
    import cv2

    likely = cv2.dilate((scores > PIXEL_THRESHOLD).astype(np.uint8), np.ones((2, 2), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(likely, connectivity=8)
    boxes: list[Box] = []
    for index in range(1, count):
        left, top, width, height, area = (int(value) for value in stats[index])
        if width < 3 or height < 3:
            continue
        inside = labels[top : top + height, left : left + width] == index
        if scores[top : top + height, left : left + width][inside].mean() < BOX_THRESHOLD:
            continue
        margin = area * UNCLIP / (2 * (width + height))
        boxes.append(
            Box(
                round(left - margin),
                round(top - margin),
                round(left + width + margin),
                round(top + height + margin),
            )
        )
    return [box for box in boxes if box.right > 0 and box.bottom > 0]


def parted_rows(boxes: Sequence[Box]) -> list[Box]:
    """The boxes, those of lines close above each other cut in the middle of what both hold: the
    detector's boxes are taller than the lines, the more so the larger the letters are."""
    rows = sorted(boxes, key=lambda box: box.top)
    for index in range(len(rows)):
        for place in range(index + 1, len(rows)):
            upper, lower = rows[index], rows[place]
            if lower.top >= upper.bottom:
                break
            common = min(upper.right, lower.right) - max(upper.left, lower.left)
            both = upper.bottom - lower.top
            low, narrow = min(upper.height, lower.height), min(upper.width, lower.width)
            if 2 * common > narrow and 0 < both <= ROWS * low and upper.bottom < lower.bottom:
                middle = lower.top + both // 2
                rows[index] = Box(upper.left, upper.top, upper.right, middle)
                rows[place] = Box(lower.left, middle, lower.right, lower.bottom)
    return rows


def split_at_gaps(screen: Screen, box: Box) -> list[Box]:
    """The box cut where its ink leaves a wide gap: entries of a menu bar, a label and its value."""
    if box.height < 6 or box.width < 2.5 * box.height:
        return [box]
    mask = screen.ink(box)[1:-1]
    inked = np.flatnonzero(inked_rows(mask))
    if len(inked) == 0:
        return [box]
    tall = int(inked[-1] - inked[0]) + 1
    height = box.height
    # A space of a fixed-width font is a whole column, and thin letters leave as much again.
    pitch = pitch_of(mask)
    apart = (2.1 if pitch.fixed else 1.5) * pitch.columns
    # The detector's boxes are of uneven height, the ink is not.
    gap = max(9.0, apart, min(0.62 * height, max(0.53 * height, 0.8 * tall)))
    if not pitch.fixed:
        gap = min(gap, _even_gap(mask, max(9.0, 0.55 * tall, 0.42 * height)))
    return [
        Box(
            max(box.left, box.left + first - 5),
            box.top,
            min(box.right, box.left + last + 6),
            box.bottom,
        )
        for first, last in runs(inked_columns(mask), gap=int(gap))
    ]


def _even_gap(mask: NDArray[np.bool_], least: float) -> float:
    """The width from which gaps part entries that stand evenly, as in a menu bar: two or more gaps
    of like width, each much wider than any other; infinite where there are none.

    Only gaps of `least` columns and more are taken for such.
    """
    words = runs(inked_columns(mask), gap=1)
    gaps = [after[0] - before[1] for before, after in pairwise(words)]
    wide = [gap for gap in gaps if gap >= least]
    spaces = max((gap for gap in gaps if gap < least), default=0)
    if len(wide) < 2 or max(wide) > EVEN * min(wide) or min(wide) < WIDER * spaces:
        return math.inf
    return min(wide) - 1


def without_neighbours(screen: Screen, box: Box) -> Box:
    """The box without what reaches into it of the lines above and below, where these are near, and
    without a border that goes between."""
    mask = screen.ink(box)
    rows = runs(inked_rows(mask), gap=1)
    if len(rows) < 2:
        return box
    main = max(rows, key=lambda row: row[1] - row[0])
    sliver = SLIVER * (main[1] - main[0])
    top, bottom = 0, len(mask)
    for first, last in rows[: rows.index(main)]:
        drawn = top > 0 and mask[first:last].mean() >= DRAWN
        if last - first <= sliver and (first == 0 or drawn):
            top = last
    for first, last in reversed(rows[rows.index(main) + 1 :]):
        drawn = bottom < len(mask) and mask[first:last].mean() >= DRAWN
        if last - first <= sliver and (last == len(mask) or drawn):
            bottom = first
    return Box(box.left, box.top + top, box.right, box.top + bottom)
