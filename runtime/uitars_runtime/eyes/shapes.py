"""Shapes: where something is drawn (ink), level lines, and boxes that may be widgets, from edges
alone: frames (buttons, fields) and marks (icons, ticks). No text and no roles here.

Ink are the pixels of a small part of the screen that differ from its background. The boxes are
generous on purpose: the reader throws out what is nothing.
"""

from __future__ import annotations

import enum
import math
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from uitars_runtime.geometry import Box, Point

Pixels = NDArray[np.uint8]
"""A picture, (height, width, 3), red green blue."""
FAINTEST = 24
"""Sum over the three channels below which a difference is noise, not ink."""
UNEVEN = 0.1
"""Mean distance of letters from a grid, in columns of it, below which a font is of fixed width."""
ENOUGH = 8
"""Letters up to which that may be chance."""

SMALLEST = 7
"""Shorter side in pixels below which a shape is a dot."""
GLYPH = 5
"""Longer side from which a lone stroke is the picture on a button."""
MARK = 64
"""Longer side up to which a shape without a frame may be a mark."""
LARGEST_MARK = 48
"""Longer side up to which a shape may be a tick box: 13 pixels, three times as large."""
BAR = 48
"""Height up to which a long shape with rounded ends may be a widget (slider, round field)."""
FRAMED = 0.7
"""Share of its outline that is drawn of a frame, at least."""
ROUND = 30
"""Height from which a box may be one with half circles for ends, and is no line of letters."""
NEARLY = 6
"""Pixels that the inner and the outer edge of one border are apart, at most."""
MOST = 480
"""Upper bound on proposals of one screen; frames come first, then the larger marks."""
STEP = 4
"""Every so many pixels are looked at, across and down."""
PANE_HEIGHT, PANE_WIDTH = 120, 200
"""Pixels that a pane measures at least."""
COLOURS = 4
"""The most common colours, which are looked at."""
PAPER = 0.55
"""Share of a pane that has its colour; the rest is words."""

DIFFERS = 8
"""Difference of a channel, 0 to 255, by which a line differs from what is above and below it."""
SHORTEST, THICKEST = 60, 6
"""Pixels that the line of a field is long at least and thick at most."""
CROWDED = 0.25
"""Share of what lies close to a line, above or below it, that is drawn, at most; letters may reach
down to it."""
GROUND = 24
"""Sum over the three channels by which the ground above and below a line differs, at most."""
CLEAR = 3
"""Pixels from a line within which it belongs to what is there."""


def ink_mask(crop: Pixels) -> NDArray[np.bool_]:
    """Which pixels of the crop are ink, (height, width); its most common colour is the background.

    The threshold follows the strongest contrast in the crop, so that faint (disabled) words count
    as well as black ones.
    """
    if crop.size == 0:
        return np.zeros(crop.shape[:2], np.bool_)
    contrast = np.abs(crop.astype(np.int16) - median_colour(crop).astype(np.int16)).sum(axis=2)
    threshold = max(FAINTEST, int(0.25 * contrast.max(initial=0)))
    return np.asarray(contrast > threshold, np.bool_)


def median_colour(pixels: Pixels) -> NDArray[np.float64]:
    """The median of each channel, (3,), of a picture or of some pixels, (..., 3): the colour behind
    words. Counted, for that takes a fifth of the time that sorting does. NaN of none at all."""
    flat = pixels.reshape(-1, 3)
    if len(flat) == 0:
        return np.full(3, np.nan)
    middles = [(len(flat) - 1) // 2 + 1, len(flat) // 2 + 1]
    counted = (np.bincount(channel, minlength=256).cumsum() for channel in flat.T)
    return np.array([counts.searchsorted(middles).mean() for counts in counted])


def inked_columns(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which columns of a mask hold ink, (width,)."""
    return np.asarray(mask.any(axis=0), np.bool_)


def inked_rows(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which rows of a mask hold ink, (height,)."""
    return np.asarray(mask.any(axis=1), np.bool_)


def extent(mask: NDArray[np.bool_]) -> Box | None:
    """The smallest part of a mask that holds all its ink, or None where there is none."""
    rows, columns = np.flatnonzero(inked_rows(mask)), np.flatnonzero(inked_columns(mask))
    if len(rows) == 0:
        return None
    return Box(int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)


def runs(inked_places: NDArray[np.bool_], gap: int) -> list[tuple[int, int]]:
    """Stretches of ink as (first, behind the last), cut where more than `gap` places are blank."""
    inked = np.flatnonzero(inked_places)
    cuts = np.flatnonzero(np.diff(inked) > gap)
    firsts = np.concatenate([inked[:1], inked[cuts + 1]])
    lasts = np.concatenate([inked[cuts], inked[-1:]])
    return list(zip(firsts.tolist(), (lasts + 1).tolist(), strict=True))


class Part(NamedTuple):
    """A part of a screen."""

    pixels: Pixels
    corner: Point
    """Where on the screen it begins."""

    def crop(self, box: Box) -> Pixels:
        """The pixels of a box of the screen, as far as it lies in the part."""
        left, top = max(0, box.left - self.corner.x), max(0, box.top - self.corner.y)
        return self.pixels[top : box.bottom - self.corner.y, left : box.right - self.corner.x]


class Pitch(NamedTuple):
    """The letters of a line."""

    columns: float
    """From the middle of one letter to that of the next; 0 where there are too few to tell."""
    fixed: bool
    """Whether all are of one width."""


def pitch_of(mask: NDArray[np.bool_]) -> Pitch:
    """The letters of a line of ink (height, width)."""
    letters = runs(inked_columns(mask), gap=1)
    if len(letters) <= 3:
        return Pitch(0.0, fixed=False)
    steps = np.diff([(first + last) / 2 for first, last in letters])
    columns = float(np.median(steps))
    uneven = float(np.abs(steps / columns - np.rint(steps / columns)).mean())
    return Pitch(columns, fixed=len(letters) > ENOUGH and uneven < UNEVEN)


class Sort(enum.StrEnum):
    """What is chosen with."""

    BOX = "box"
    CIRCLE = "circle"
    SWITCH = "switch"


class Choice(msgspec.Struct, frozen=True):
    """A tick box, a radio circle or a switch, as sure as its drawing makes it."""

    sort: Sort
    checked: bool


class Proposal(msgspec.Struct, frozen=True):
    """A shape on the screen."""

    box: Box
    frame: float
    """Share of the box's outline that is drawn, 0 to 1."""
    drawn: Box | None = None
    """What is drawn of it, where the box has room around."""
    choice: Choice | None = None
    """What is chosen with it, where the drawing says so (`choices.py`)."""

    @property
    def framed(self) -> bool:
        return self.frame >= FRAMED


class Ruled(NamedTuple):
    """A level line of one colour, on one ground."""

    box: Box
    colour: tuple[float, ...]


def is_mark(box: Box) -> bool:
    """Whether the box has the size and the proportions of a tick box, a radio circle or an icon."""
    return (
        min(box.width, box.height) >= 8
        and max(box.width, box.height) <= LARGEST_MARK
        and 0.65 <= box.width / box.height <= 1.5
    )


def propose(pixels: Pixels) -> list[Proposal]:
    """The shapes of a picture: no two nearly the same, at most `MOST`."""
    import cv2

    edges = _edges(pixels)
    joined = cv2.morphologyEx(edges, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    contours, _ = cv2.findContours(joined, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    shapes: list[Proposal] = []
    for contour in contours:
        left, top, width, height = cv2.boundingRect(contour)
        if min(width, height) < SMALLEST:
            continue
        box = Box(left, top, left + width, top + height)
        shape = Proposal(box=box, frame=_outline(edges, box))
        small = max(width, height) <= MARK or height <= BAR
        if shape.framed or small:
            shapes.append(shape)
    shapes += [Proposal(box=box, frame=1.0) for box in panes(pixels)]
    return _distinct([*shapes, *_glyphs(edges)])[:MOST]


def _glyphs(edges: NDArray[np.uint8]) -> list[Proposal]:
    """Small pictures of dots and strokes: a dash, a cross, three dots, with some room around."""
    import cv2

    joined = cv2.morphologyEx(edges, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    # Outlines are found in a fifth of the time that labelling every pixel takes. In rows of two
    # pixels from top to bottom: of boxes that nearly agree the first stays.
    outlines, within = cv2.findContours(joined, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    outer = [place for place in range(len(outlines)) if within[0, place, 3] < 0]
    outer.sort(key=lambda place: tuple(outlines[place][0, 0, ::-1] // 2))
    screen_height, screen_width = edges.shape
    found: list[Proposal] = []
    for left, top, width, height in (cv2.boundingRect(outlines[place]) for place in outer):
        if not GLYPH <= max(width, height) <= 32:
            continue
        across, down = max(0, 12 - width), max(0, 12 - height)
        drawn = Box(left, top, left + width, top + height)
        box = Box(
            max(0, left - across // 2),
            max(0, top - down // 2),
            min(screen_width, left + width + (across + 1) // 2),
            min(screen_height, top + height + (down + 1) // 2),
        )
        found.append(Proposal(box=box, frame=0.0, drawn=drawn))
    return found


def panes(pixels: Pixels) -> list[Box]:
    """Large areas of one colour with words on them or none: the paper of editors and pages.

    Their borders are often those of the window or of a bar, so that no frame is drawn around them.
    The boxes are up to `STEP` pixels too small on each side. Worth 1 right element of 10,197 (0 to
    3) on a tenth of the pictures that it changes, but by nothing else is the empty document of
    featherpad found.
    """
    import cv2

    seen = pixels[::STEP, ::STEP].astype(np.int32)
    codes = (seen[:, :, 0] << 16) + (seen[:, :, 1] << 8) + seen[:, :, 2]
    colours, counts = np.unique(codes, return_counts=True)
    least = PAPER * PANE_WIDTH * PANE_HEIGHT / STEP**2
    common = [colours[place] for place in np.argsort(-counts)[:COLOURS] if counts[place] >= least]
    screen_height, screen_width = pixels.shape[:2]
    found: list[Box] = []
    for colour in common:
        mask = np.asarray(codes == colour, np.uint8)
        _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
        _, _, wide, high, area = stats.T
        large = (wide * STEP >= PANE_WIDTH) & (high * STEP >= PANE_HEIGHT)
        filled = area >= PAPER * wide * high
        for left, top, width, height, _ in stats[1:][(large & filled)[1:]].tolist():
            if (height, width) != codes.shape:
                right = min(STEP * (left + width), screen_width)
                bottom = min(STEP * (top + height), screen_height)
                found.append(Box(STEP * left, STEP * top, right, bottom))
    return found


def _edges(pixels: Pixels) -> NDArray[np.uint8]:
    """Edge pixels (255) of the picture in any of its colours; faint borders count."""
    import cv2

    edges = cv2.Canny(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), 15, 40)
    # A blue row on a grey panel can be equally bright, and blue weighs least in grey.
    blue = cv2.Canny(cv2.extractChannel(pixels, 2), 40, 90)
    return np.asarray(cv2.bitwise_or(edges, blue), np.uint8)


def _outline(edges: NDArray[np.uint8], box: Box) -> float:
    """Share of the box's sides that have an edge near by; the weakest side counts."""
    # A circle bends away from its box: what counts as near grows with what may be one.
    small = max(box.width, box.height) <= LARGEST_MARK
    near = max(3, min(box.width, box.height) // 6) if small else 3
    inside = edges[box.top : box.bottom, box.left : box.right] > 0
    level = min(np.count_nonzero(rows.any(axis=0)) for rows in (inside[:near], inside[-near:]))
    ends = (inside[:, :near], inside[:, -near:])
    upright = min(np.count_nonzero(columns.any(axis=1)) for columns in ends)
    share = min(level / box.width, upright / box.height)
    return share if share >= FRAMED or box.height < ROUND else max(share, _pill(inside))


def _pill(inside: NDArray[np.bool_]) -> float:
    """Share of the outline of a box with half circles for ends that has an edge near by.

    Search fields and buttons of today; twice as large they bend farther away than `_outline` sees.
    """
    height, width = inside.shape
    radius = height / 2
    if width < 2 * height:
        return 0.0
    straight = inside[:, round(radius) : width - round(radius)]
    level = min(rows.any(axis=0).mean() for rows in (straight[:3], straight[-3:]))
    middles = (radius - row - 0.5 for row in range(height))
    bend = np.array([radius - math.sqrt(radius**2 - middle**2) for middle in middles], np.float64)
    ends = (np.abs(np.subtract.outer(np.arange(round(radius)), bend)) <= 3).T
    left, right = inside[:, : round(radius)], inside[:, ::-1][:, : round(radius)]
    upright = min((side & ends).any(axis=1).mean() for side in (left, right))
    return float(min(level, upright))


def _distinct(shapes: list[Proposal]) -> list[Proposal]:
    """One shape of each group whose boxes nearly agree: the outermost; frames before marks."""
    shapes = sorted(shapes, key=lambda shape: (not shape.framed, -shape.box.area))
    corners = np.array([msgspec.structs.astuple(shape.box) for shape in shapes])
    kept: list[int] = []
    for index in range(len(shapes)):
        apart = np.abs(corners[kept] - corners[index]).max(axis=1)
        if not (apart <= min(NEARLY, shapes[index].box.height // 2)).any():
            kept.append(index)
    return [shapes[index] for index in kept]


def ruled(pixels: Pixels) -> list[Ruled]:
    """The level lines of a picture, each once."""
    import cv2

    if len(pixels) < THICKEST + 2:
        return []
    red, green, blue = cv2.split(cv2.absdiff(pixels[1:], pixels[:-1]))
    steps = np.asarray(cv2.max(cv2.max(red, green), blue)) >= DIFFERS
    found: list[Ruled] = []
    long = cv2.erode(steps.astype(np.uint8), np.ones((1, SHORTEST), np.uint8))
    for row in np.flatnonzero(np.asarray(long).any(axis=1)).tolist():
        for left, right in runs(steps[row], gap=1):
            line = _line_at(pixels, steps, row, (left, right))
            if line and not any(_is_same(line.box, other.box) for other in found):
                found.append(line)
    return found


def _line_at(
    pixels: Pixels, steps: NDArray[np.bool_], row: int, ends: tuple[int, int]
) -> Ruled | None:
    """The line whose upper edge lies below a row of the picture; `steps`: where a row differs from
    the next."""
    left, right = ends
    if right - left < SHORTEST:
        return None
    # The last one: on a screen of 1.5 an edge of a line may have half of its colour.
    edges = np.flatnonzero(steps[row + 1 : row + 1 + THICKEST, left:right].all(axis=1))
    if not len(edges):
        return None
    bottom = row + 1 + int(edges[-1])
    beside = (steps[max(0, row - CLEAR) : row], steps[bottom + 1 : bottom + 1 + CLEAR])
    if any(part[:, left:right].mean() > CROWDED for part in beside if part.size):
        return None
    above, below = (median_colour(pixels[at, left:right]) for at in (row, bottom + 1))
    if np.abs(above - below).sum() > GROUND:
        return None
    colours = [median_colour(pixels[at, left:right]) for at in range(row + 1, bottom + 1)]
    strongest = max(colours, key=lambda colour: float(np.abs(colour - above).sum()))
    return Ruled(Box(left, row + 1, right, bottom + 1), tuple(strongest.tolist()))


def _is_same(one: Box, other: Box) -> bool:
    near = 0 <= one.top - other.top <= THICKEST
    return near and max(abs(one.left - other.left), abs(one.right - other.right)) <= CLEAR
