"""Lines cut where the frames of buttons and fields end in them, and around tick boxes.

Short words and windows behind others look like frames, too, and cut nothing. Not here: cuts at
wide gaps (`lines.py`), at signs (`parting.py`) and at colours (`hues.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.eyes.screen import Screen
from uitars_runtime.eyes.shapes.ink import inked_columns, runs
from uitars_runtime.eyes.shapes.proposals import Proposal, is_mark
from uitars_runtime.eyes.text.pitch import pitch_of
from uitars_runtime.geometry import holds
from uitars_runtime.types import Box

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
FRAME_HEIGHT = 0.6
"""A frame this tall, in the same measure, is no word of the line."""
CERTAIN = 0.85
"""Share of a frame's outline below which it may be letters that nearly touch a border."""
TOUCHING = 6
"""Pixels that such letters are lower than the frame they stand in, at most."""
COVERING, UNBROKEN = 2.0, 0.8
"""A frame taller than this, in the same measure, may be of a window behind; share of a line's
height along which its side can be seen at least where it is drawn."""
STEP = 6
"""Sum over the three channels by which a side differs from what is beside it, at least."""
FRAMES_WORDS = 0.95
"""A frame this tall, in the same measure, has room for words."""
LONG = 1.6
"""Width of a lower frame in heights of its own, at least: letters are not as long."""


def split_at_shapes(screen: Screen, box: Box, shapes: Sequence[Proposal]) -> list[Box]:
    """The box cut at the sides of frames that end inside it, and around tick boxes in it."""
    mask = screen.ink(box)
    inked = inked_columns(mask)
    typed = pitch_of(mask).fixed
    free = np.ones(box.width, dtype=np.bool_)
    around = [
        shape.box
        for shape in shapes
        if shape.framed and shape.box.height <= 2 * box.height and _spans(shape.box, box)
    ]
    for shape in shapes:
        tall = shape.box.height / box.height
        if not shape.framed or not shape.box.top - 4 <= box.center.y <= shape.box.bottom + 4:
            continue
        left, right = shape.box.left - box.left, shape.box.right - box.left
        whole = shape.frame >= DRAWN
        if _is_selection(shape.box, around) or (
            shape.frame < CERTAIN and _fills(shape.box, shapes)
        ):
            continue
        if typed and not whole and is_mark(shape.box):
            continue  # Letters of one width stand apart from each other.
        if shape.frame < ROUNDED and _is_spaced(inked, left, right, SPACE * box.height):
            continue  # A short word: the letters of "to" touch and have an outline like a box.
        # What begins before the line is no letter of it.
        letters = 0 if whole or left < 0 else round(LETTERS_APART * box.height)
        space = max(3, (right - left) // 5, letters)
        may_be = tall >= (LOWEST_MARK if whole else MARK_HEIGHT)
        if is_mark(shape.box) and may_be and _stands_apart(inked, left, right, space):
            _block(free, left - 1, right + 1)
        elif tall >= FRAME_HEIGHT and not _may_be_letters(shape, tall):
            for side in (left, right - 2):
                covered = tall > COVERING and _is_covered(screen, box, inked, side)
                letters = shape.frame < CERTAIN and _between_letters(inked, side)
                if not covered and not letters:
                    _block(free, side - 1, side + 3)
    return [
        Box(box.left + first, box.top, box.left + last, box.bottom)
        for first, last in runs(free, gap=1)
        if last - first >= 4
    ]


def _is_selection(block: Box, around: Sequence[Box]) -> bool:
    """Whether it may be selected words in a field: a block of colour, but still one line."""
    return any(holds(frame, block) and block.height < 0.75 * frame.height for frame in around)


def _is_covered(screen: Screen, box: Box, inked: NDArray[np.bool_], side: int) -> bool:
    """Whether there are letters where the side of a frame should be seen along the line: it is of
    a window behind."""
    first = max(0, box.left + side - 2)
    near = screen.pixels[box.top : box.bottom, first : box.left + side + 4].astype(np.int16)
    steps = np.abs(np.diff(near, axis=1)).sum(axis=2) >= STEP
    drawn = (steps.mean(axis=0) >= UNBROKEN).any()
    return bool(inked[max(0, side - 1) : side + 3].any() and not drawn)


def _between_letters(inked: NDArray[np.bool_], side: int) -> bool:
    """Whether the side of a faint frame is a stem with a letter close to it on either hand."""
    before, after = inked[max(0, side - 4) : max(0, side - 1)], inked[side + 2 : side + 5]
    return bool(before.any() and after.any())


def _may_be_letters(shape: Proposal, tall: float) -> bool:
    """Whether the shape, `tall` heights of the detector's box, may be a round letter or a few."""
    if tall >= FRAMES_WORDS:
        return shape.box.width <= shape.box.height
    return shape.box.width < LONG * shape.box.height or shape.frame < CERTAIN


def _fills(words: Box, shapes: Sequence[Proposal]) -> bool:
    """Whether the box may be letters that reach from edge to edge of the frame they stand in."""
    return any(
        shape.framed
        and holds(shape.box, words)
        and shape.box.height - words.height <= TOUCHING
        and shape.box.width > words.width + TOUCHING
        for shape in shapes
    )


def _is_spaced(inked: NDArray[np.bool_], left: int, right: int, space: float) -> bool:
    """Whether ink is near on both sides of a shape, as beside a word; a tick box has room before
    it."""
    before, after = inked[: max(0, left)][::-1], inked[right:]
    near = int(space) + 1
    return bool(before[:near].any() and after[:near].any())


def _stands_apart(inked: NDArray[np.bool_], left: int, right: int, space: int) -> bool:
    """Whether so many columns on either side of a shape are blank, one with a faint edge aside."""
    before = inked[max(0, left - space) : max(0, left)]
    after = inked[max(0, right) : max(0, right + space)]
    return not before[:-1].any() and not after[1:].any()


def clip_to_frame(box: Box, shapes: Sequence[Proposal]) -> Box:
    """The box without the border of the tight frame it lies in, which would be taken for ink."""
    around = [
        shape.box
        for shape in shapes
        if shape.framed and shape.box.height >= FRAME_HEIGHT * box.height and _spans(shape.box, box)
    ]
    if not around:
        return box
    frame = min(around, key=lambda frame: frame.area)
    border = 3 if frame.height >= box.height + 4 else 2
    return Box(
        max(box.left, frame.left + border),
        max(box.top, frame.top + border),
        min(box.right, frame.right - border),
        min(box.bottom, frame.bottom - border),
    )


def _spans(frame: Box, box: Box) -> bool:
    """Whether the box lies in the frame from left to right, give or take what the detector adds."""
    return (
        frame.contains(box.center) and frame.left - 4 <= box.left and box.right <= frame.right + 4
    )


def _block(free: NDArray[np.bool_], first: int, last: int) -> None:
    free[max(0, first) : max(0, last)] = False
