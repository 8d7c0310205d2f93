"""Lines of text on the screen: found by PP-OCRv6, cut where they are not one line, then read.

What a line belongs to (a button, a field, a row) is not decided here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from uitars_runtime.eyes.network import Network
from uitars_runtime.eyes.scene import Scene
from uitars_runtime.eyes.shapes import Pixels
from uitars_runtime.eyes.text.recognition import SURE, Recognizer, clean
from uitars_runtime.eyes.text.splitting import cut_lines
from uitars_runtime.geometry import Box, common, covers, grown, merged, overlap

ANOTHER: Final = 0.25
"""Share of a screen that has changed from which it is another one, searched as if there were none
before: the detector reads what was cut out by a change otherwise than the whole."""
BEYOND: Final = 4
"""Pixels by which what is read again may reach beyond a line without being more than it."""
TAILS: Final = 0.4
"""Share of a line's height that its letters' tails take, and a bit."""
PIXEL_THRESHOLD = 0.3
"""Text probability from which a pixel counts."""
BOX_THRESHOLD = 0.45
"""Mean text probability from which a group of such pixels is a line."""
UNCLIP = 1.6
"""The network marks the core of a line; this ratio gives its whole extent back."""
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

    def has(self, shape: Box) -> bool:
        """Whether a shape is a letter or a word of it, or all of it."""
        return covers(grown(self.box, 3, 4), shape)


class LineReader:
    """Finds lines and has them read; keeps nothing of a screen."""

    def __init__(self, recognizer: Recognizer) -> None:
        self._detector = Network("ppocr/PP-OCRv6_det_small.onnx")
        self._recognizer = recognizer

    def locate(self, scene: Scene, regions: Sequence[Box]) -> list[Box]:
        """Where the lines inside the regions are, unread; room around the words is left for the
        recognizer."""
        return cut_lines(scene, [box for region in regions for box in self._detect(scene, region)])

    def read(self, scene: Scene, boxes: Sequence[Box], sure: float = SURE) -> list[Line]:
        """What the boxes say, tight around the ink; those without readable words are left out.
        `sure`: as of the recognizer."""
        inked = [(box, tight) for box in boxes if (tight := scene.tight(box))]
        crops = [scene.crop(_with_edges(box, tight)) for box, tight in inked]
        readings = self._recognizer.read(crops, sure)
        return [
            Line(box=tight, text=words, confidence=reading.confidence)
            for (_, tight), reading in zip(inked, readings, strict=True)
            if (words := clean(reading.text, reading.confidence))
            and reading.confidence >= _enough(words)
        ]

    def _detect(self, scene: Scene, region: Box) -> list[Box]:
        """Boxes of text in one region of the picture, upright, in pixels of the picture."""
        # The network was trained on planes of blue, green and red.
        planes = scene.crop(region).transpose(2, 0, 1)[::-1]
        _, height, width = planes.shape
        # It wants multiples of 32; an edge drawn out changes no text, scaling would.
        padded = np.pad(planes, ((0, 0), (0, -height % 32), (0, -width % 32)), mode="edge")
        image = padded[None].astype(np.float32)
        image /= 127.5
        image -= 1
        scores = self._detector.run(image)[0][0, 0]
        return [
            Box(
                region.left + max(0, box.left),
                region.top + max(0, box.top),
                region.left + min(width, box.right),
                region.top + min(height, box.bottom),
            )
            for box in boxes_of(scores)
            # What lies in the padding alone is no text.
            if box.left < width and box.top < height
        ]


def _with_edges(box: Box, ink: Box) -> Box:
    """A box that was cut at a gap ends with the ink; its letters fade out beside that."""
    left, right = box.left == ink.left, box.right == ink.right
    return Box(box.left - left, box.top, box.right + right, box.bottom)


class _Look(NamedTuple):
    """A screen that was read."""

    pixels: Pixels
    lines: tuple[Line, ...]


class ChangingLines:
    """The lines of one screen after the other; only what changed is read again."""

    def __init__(self, reader: LineReader, screens: int = 1) -> None:
        """`screens`: so many of the last ones are kept; a new one is compared with the one that is
        most like it."""
        self._reader = reader
        self._screens = screens
        self._looks: list[_Look] = []

    def read(self, scene: Scene, sure: float = SURE) -> tuple[Line, ...]:
        """The lines of the screen as it is now. `sure`: as of the recognizer."""
        (before, known), changed = self._nearest(scene)
        regions = grow_to_hold(changed, [line.box for line in known])
        kept = [line for line in known if not any(overlap(line.box, box) for box in regions)]
        again = [line for line in known if line not in kept]
        found = self._reader.read(scene, self._reader.locate(scene, regions), sure)
        lines = (*kept, *with_remembered(found, again, before, scene.pixels))
        # A screen that came back is not kept twice.
        others = [look for look in self._looks if changed or look.pixels is not before]
        self._looks = [*others, _Look(scene.pixels, lines)][-self._screens :]
        return lines

    def forget(self) -> None:
        """The last screens."""
        self._looks.clear()

    def _nearest(self, scene: Scene) -> tuple[_Look, list[Box]]:
        """The screen that differs least, and where; where none is like it, all that it shows."""
        looks = [look for look in self._looks if look.pixels.shape == scene.pixels.shape]
        pairs = [(look, scene.changed(look.pixels)) for look in looks]
        nearest = min(pairs, key=lambda pair: _area(pair[1]), default=None)
        height, width = scene.pixels.shape[:2]
        if nearest is None or _area(nearest[1]) > ANOTHER * height * width:
            return _Look(scene.pixels[:0], ()), scene.filled()
        return nearest


def _area(boxes: Sequence[Box]) -> int:
    return sum(box.area for box in boxes)


def grow_to_hold(regions: Sequence[Box], boxes: Sequence[Box]) -> list[Box]:
    """The regions, each grown until no box lies half inside it; regions that meet become one."""
    grown = merged(regions)
    while cut := [
        box
        for box in boxes
        if any(overlap(box, region) and not covers(region, box) for region in grown)
    ]:
        grown = merged([*grown, *cut])
    return grown


def with_remembered(
    found: Sequence[Line], known: Sequence[Line], before: Pixels, after: Pixels
) -> list[Line]:
    """What was found, with the known lines of which no pixel changed, nor beside them, in the place
    of what was found in them: the detector reads a small part of the screen otherwise than the
    whole. Where something stood close to a line, it may have been cut there.

    `before`, `after`: the screen then and as it is.
    """
    same = [
        line
        for line in known
        if _is_same(grown(line.box, BEYOND, 0), before, after)
        and not any(
            _meet(line.box, one.box) and not covers(grown(line.box, BEYOND, BEYOND), one.box)
            for one in found
        )
    ]
    rest = [one for one in found if not any(_meet(one.box, line.box) for line in same)]
    return [*same, *rest]


def _meet(one: Box, other: Box) -> bool:
    """Whether two lines cannot both be there: they share more than the tails of letters that reach
    down to the next line."""
    shared = common(one, other)
    return shared is not None and shared.height > TAILS * min(one.height, other.height)


def _is_same(box: Box, before: Pixels, after: Pixels) -> bool:
    rows, columns = slice(box.top, box.bottom), slice(max(0, box.left), box.right)
    return np.array_equal(before[rows, columns], after[rows, columns])


def _enough(words: str) -> float:
    """Confidence from which a reading is of words."""
    if len(words) > 2:
        return READABLE
    return READABLE_NUMBER if words.isdigit() else READABLE_SHORT


def boxes_of(scores: NDArray[np.float32]) -> list[Box]:
    """Boxes of the groups of likely text pixels in a probability map (height, width)."""
    import cv2

    likely = cv2.dilate((scores > PIXEL_THRESHOLD).astype(np.uint8), np.ones((2, 2), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(likely, connectivity=8)
    boxes: list[Box] = []
    for index, (left, top, width, height, area) in enumerate(stats[1:].tolist(), start=1):
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
    return boxes
