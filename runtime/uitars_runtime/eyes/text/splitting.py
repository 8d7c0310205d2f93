"""Boxes of text cut until each holds one line of what belongs together.

Cut at the sides of frames and around tick boxes, at wide gaps and around links (`links.py`). What
the lines say is not looked at.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from uitars_runtime.eyes.scene import Scene
from uitars_runtime.eyes.shapes import (
    Proposal,
    extent,
    inked_columns,
    inked_rows,
    is_mark,
    pitch_of,
    runs,
)
from uitars_runtime.eyes.text.circles import circle_at, is_round_letter
from uitars_runtime.eyes.text.columns import (
    LONG,
    between_letters,
    is_all,
    is_bordered,
    is_spaced,
    stands_apart,
)
from uitars_runtime.eyes.text.links import split_at_links
from uitars_runtime.geometry import Box, columns_of, common, covers, grown, holds

MARK_HEIGHT = 0.47
"""A square shape this tall, in heights of the detector's box, and apart, is no letter."""
LOWEST_MARK = 0.34
"""The same for a shape with a whole outline: browsers draw small circles beside large letters."""
DRAWN = 0.95
"""Share of its outline from which it is whole."""
ROUNDED = 0.92
"""Share of its outline below which a shape between words may be letters that touch."""
SPACE = 0.28
"""Blank columns between two words at most, in the same measure."""
LETTERS_APART = 0.16
"""Blank columns, in the same measure, that are more than what letters leave between them."""
NEAR = 4
"""Pixels around a box of text within which frames may cut it."""
SQUARE = 2
"""Pixels by which the sides of a square differ, at most."""
FRAME_HEIGHT = 0.6
"""A frame this tall, in the same measure, is no word of the line."""
CERTAIN = 0.85
"""Share of a frame's outline below which it may be letters that nearly touch a border."""
COVERING, UNBROKEN = 2.0, 0.8
"""A frame taller than this, in the same measure, may be of a window behind; share of a line's
height along which its side can be seen at least where it is drawn."""
STEP = 6
"""Sum over the three channels by which a side differs from what is beside it, at least."""
FRAMES_WORDS = 0.95
"""A frame this tall, in the same measure, has room for words."""
LONGEST = 3.0
"""The same as `LONG` of a frame that is less than certain, as the round corners of a list are on a
screen of 1.25."""
TALLER = 0.8
"""How tall such a frame is, at least, in the same measure. The outline of "Delete" is as good a
frame, but no taller than its letters."""
EVEN = 1.5
"""Widest of the gaps between entries of a bar, in the narrowest."""
WIDER = 1.8
"""The narrowest of them, in the widest space between words."""

SLIVER = 0.5
"""Height, in that of the line, up to which ink at an edge of its box is of another line."""
WHOLE = 0.8
"""The same from which such ink may be all of a line."""
LOWEST_LINE = 7
"""Pixels of a line of letters, at least; signs as = have lower strokes."""


def cut_lines(scene: Scene, boxes: Sequence[Box]) -> list[Box]:
    """The lines in the detector's boxes; room around the words is left."""
    frames = [shape for shape in scene.shapes if shape.framed]
    corners = np.array([msgspec.structs.astuple(shape.box) for shape in frames]).reshape(-1, 2, 2)
    lines: list[Box] = []
    for found in boxes:
        low, high = (found.left - NEAR, found.top - NEAR), (found.right + NEAR, found.bottom + NEAR)
        meet = ((corners[:, 0] <= high) & (corners[:, 1] >= low)).all(axis=1)
        near = [frames[place] for place in np.flatnonzero(meet)]
        lines += [
            line
            for whole in split_at_shapes(scene, found, near)
            for part in split_at_gaps(scene, clip_to_frame(scene, whole, near))
            for words in split_at_links(scene, part)
            for line in split_at_rows(scene, words)
        ]
    return lines


def split_at_shapes(scene: Scene, box: Box, shapes: Sequence[Proposal]) -> list[Box]:
    """The box cut at the sides of frames that end inside it, and around tick boxes in it."""
    mask = scene.ink(box)
    line = _Ink(
        mask,
        inked_columns(mask),
        pitch_of(mask).fixed,
        [frame for frame in _frames_around(box, shapes) if frame.height <= 2 * box.height],
    )
    free = np.ones(box.width, dtype=np.bool_)
    if leading := circle_at(mask, 0, 0):
        _block(free, leading[0] - 1, leading[1] + 1)
    for shape in shapes:
        if shape.framed and shape.box.top - 4 <= box.center.y <= shape.box.bottom + 4:
            for first, last in _cuts(scene, box, line, shape):
                _block(free, first, last)
    return [columns_of(box, first, last) for first, last in runs(free, gap=1) if last - first >= 4]


class _Ink(NamedTuple):
    """What is drawn in a box of text."""

    mask: NDArray[np.bool_]
    columns: NDArray[np.bool_]
    typed: bool
    """Whether its letters are of one width."""
    around: Sequence[Box]
    """Frames hardly higher than it, in which it lies."""


def _cuts(scene: Scene, box: Box, line: _Ink, shape: Proposal) -> Sequence[tuple[int, int]]:
    """The columns of a box of text that are those of a shape on its level, and of no letter."""
    left, right = shape.box.left - box.left, shape.box.right - box.left
    tall, whole = shape.box.height / box.height, shape.frame >= DRAWN
    if shape.choice:
        return [(left - 1, right + 1)]
    # What begins before the line is no letter of it.
    letters = 0 if whole or left < 0 else round(LETTERS_APART * box.height)
    begins = bool(line.around) and _begins(shape.box, line.columns, left, right, max(3, letters))
    if _is_selection(shape.box, line.around) and not (begins and tall < FRAME_HEIGHT):
        return []
    if line.typed and not whole and is_mark(shape.box):
        return []  # Letters of one width stand apart from each other.
    if is_mark(shape.box) and (circle := circle_at(line.mask, left, right)):
        return [(circle[0] - 1, circle[1] + 1)]
    if _may_be_word(shape, box, line):
        return []
    space = max(3, (right - left) // 5, letters)
    may_be = tall >= (LOWEST_MARK if whole or begins else MARK_HEIGHT)
    if is_mark(shape.box) and may_be and stands_apart(line.columns, left, right, space):
        # What the detector takes for words is read: "8" is as round as a circle.
        return [] if is_all(line.columns, left, right) else [(left - 1, right + 1)]
    if tall >= FRAME_HEIGHT and (
        not _may_be_letters(shape, tall) or is_bordered(line.mask, box, shape.box)
    ):
        return [(side - 1, side + 3) for side in _sides(scene, box, line.columns, shape)]
    return []


def _may_be_word(shape: Proposal, box: Box, line: _Ink) -> bool:
    """Whether a shape is a round letter, or letters that touch, between words."""
    left, right = shape.box.left - box.left, shape.box.right - box.left
    touching = shape.frame < ROUNDED and shape.box.width < LONG * shape.box.height
    return is_round_letter(line.mask, left, right) or (
        touching and is_spaced(line.columns, left, right, SPACE * box.height)
    )


def _sides(scene: Scene, box: Box, inked: NDArray[np.bool_], frame: Proposal) -> Iterator[int]:
    """The sides of a frame, in columns of the box, that are drawn there and are no letters."""
    tall = frame.box.height / box.height
    for side in (frame.box.left - box.left, frame.box.right - box.left - 2):
        covered = tall > COVERING and _is_covered(scene, box, inked, side)
        if not covered and not (frame.frame < CERTAIN and between_letters(inked, side)):
            yield side


def _is_selection(block: Box, around: Sequence[Box]) -> bool:
    """Whether it may be selected words in a field: a block of colour, but still one line.

    Worth 7 right elements of 1,867 (-1 to 19), and no step.
    """
    return any(holds(frame, block) and block.height < 0.75 * frame.height for frame in around)


def _begins(mark: Box, inked: NDArray[np.bool_], left: int, right: int, space: int) -> bool:
    """Whether a square stands before all words of a line, so many blank columns from them."""
    square = is_mark(mark) and abs(mark.width - mark.height) <= SQUARE
    first = not inked[: max(0, left - 1)].any()
    return square and first and stands_apart(inked, left, right, space)


def _is_covered(scene: Scene, box: Box, inked: NDArray[np.bool_], side: int) -> bool:
    """Whether there are letters where the side of a frame should be seen along the line: it is of
    a window behind.

    Worth 1 of 452 steps on pictures, and no element.
    """
    first = max(0, box.left + side - 2)
    near = scene.pixels[box.top : box.bottom, first : box.left + side + 4].astype(np.int16)
    steps = np.abs(np.diff(near, axis=1)).sum(axis=2) >= STEP
    drawn = (steps.mean(axis=0) >= UNBROKEN).any()
    return bool(inked[max(0, side - 1) : side + 3].any() and not drawn)


def _may_be_letters(shape: Proposal, tall: float) -> bool:
    """Whether the shape, `tall` heights of the detector's box, may be a round letter or a few.

    Worth 1 of 452 steps on pictures and 2 with what programs say, and 3 right elements of 1,867 (-4
    to 10).
    """
    if tall >= FRAMES_WORDS:
        return shape.box.width <= shape.box.height
    if shape.frame >= CERTAIN:
        return shape.box.width < LONG * shape.box.height
    return tall < TALLER or shape.box.width < LONGEST * shape.box.height


def clip_to_frame(scene: Scene, box: Box, shapes: Sequence[Proposal]) -> Box:
    """The box without the border of the tight frame it lies in, which would be taken for ink.

    Worth 6 of 452 steps on pictures, 1 with what programs say (`bench/eyes_steps.py`).
    """
    tall = [
        frame for frame in _frames_around(box, shapes) if frame.height >= FRAME_HEIGHT * box.height
    ]
    if not tall:
        return box
    frame = min(tall, key=lambda frame: frame.area)
    thin = 3 if frame.height >= box.height + 4 else 2
    # On a screen of 1.5 the border of a wide one is thicker.
    for border in (thin, thin + 1) if _is_long(frame) else (thin,):
        inside = common(box, grown(frame, -border, -border))
        if inside is not None and not _is_outline(scene.ink(inside)):
            return inside
    return box


def _is_outline(mask: NDArray[np.bool_]) -> bool:
    """Whether ink reaches all sides of what lies in a frame: that is the outline of the letters.

    Worth 10 right elements of 7,023 on 9 pictures.
    """
    return bool(mask[0].any() and mask[-1].any() and mask[:, 0].any() and mask[:, -1].any())


def _frames_around(box: Box, shapes: Sequence[Proposal]) -> list[Box]:
    """In which the box lies, give or take what the detector adds; the title of a group stands on
    its border."""
    middle = Box(box.left, box.top + box.height // 4, box.right, box.bottom - box.height // 4)

    def around(frame: Box) -> Box:
        return grown(frame, max(4, box.height // 4 if _is_long(frame) else 0), 0)

    return [shape.box for shape in shapes if shape.framed and covers(around(shape.box), middle)]


def _is_long(frame: Box) -> bool:
    """Whether it is no letter, which has an outline as well."""
    return frame.width >= 2 * frame.height


def _block(free: NDArray[np.bool_], first: int, last: int) -> None:
    free[max(0, first) : max(0, last)] = False


def split_at_gaps(scene: Scene, box: Box) -> list[Box]:
    """The box cut where its ink leaves a wide gap: entries of a menu bar, a label and its value."""
    if box.height < 6 or box.width < 2.5 * box.height:
        return [box]
    mask = scene.ink(box)[1:-1]
    inked = extent(mask)
    if inked is None:
        return [box]
    tall, height = inked.height, box.height
    # A space of a fixed-width font is a whole column, and thin letters leave as much again.
    pitch = pitch_of(mask)
    apart = (2.1 if pitch.fixed else 1.5) * pitch.columns
    # The detector's boxes are of uneven height, the ink is not.
    gap = max(9.0, apart, min(0.62 * height, max(0.53 * height, 0.8 * tall)))
    if not pitch.fixed:
        gap = min(gap, _even_gap(mask, max(9.0, 0.55 * tall, 0.42 * height)))
    return [
        columns_of(box, first - 5, last + 6)
        for first, last in runs(inked_columns(mask), gap=int(gap))
    ]


def _even_gap(mask: NDArray[np.bool_], least: float) -> float:
    """The width from which gaps part entries that stand evenly, as in a menu bar: two or more gaps
    of like width, each much wider than any other; infinite where there are none.

    Only gaps of `least` columns and more are taken for such. Worth 19 right elements of 10,197 (2
    to 42; `bench/eyes_rules.py`) on a quarter of the pictures that it changes.
    """
    words = runs(inked_columns(mask), gap=1)
    gaps = [after[0] - before[1] for before, after in pairwise(words)]
    wide = [gap for gap in gaps if gap >= least]
    spaces = max((gap for gap in gaps if gap < least), default=0)
    if len(wide) < 2 or max(wide) > EVEN * min(wide) or min(wide) < WIDER * spaces:
        return math.inf
    return min(wide) - 1


def split_at_rows(scene: Scene, box: Box) -> list[Box]:
    """The box cut between whole lines that are near, each without its neighbours.

    Worth 4 right elements of 5,396 (-2 to 11), and 6 of 957 lines of texts in editors.
    """
    rows = runs(inked_rows(scene.ink(box)), gap=1)
    if len(rows) < 2:
        return [box]
    tall = max(last - first for first, last in rows)
    lines = [
        (first, last)
        for first, last in rows
        if last - first >= max(LOWEST_LINE, SLIVER * tall)
        and (last - first >= WHOLE * tall or (first > 0 and last < box.height))
    ]
    cuts = [_widest_gap(rows, above, below) for above, below in pairwise(lines)]
    return [
        without_neighbours(scene, Box(box.left, box.top + top, box.right, box.top + bottom))
        for top, bottom in pairwise([0, *cuts, box.height])
    ]


def _widest_gap(
    rows: Sequence[tuple[int, int]], above: tuple[int, int], below: tuple[int, int]
) -> int:
    """The middle of it between two lines: dots of the lower one may lie between."""
    between = [row for row in rows if above[0] <= row[0] <= below[0]]
    gaps = [(after[0] - before[1], before[1]) for before, after in pairwise(between)]
    wide, first = max(gaps)
    return first + wide // 2


def without_neighbours(scene: Scene, box: Box) -> Box:
    """The box without what reaches into it of the lines above and below, where these are near, and
    without a border that goes between.

    Worth -2 right elements of 6,110 (-10 to 6), and a tenth of the time of the wide reader; -1 of
    452 steps. A list of links in `tests/runtime/test_eyes_page_scales.py` needs it.
    """
    mask = scene.ink(box)
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
