"""Empty tick boxes, whatever the network takes them for, told by pixels and boxes at any scale.

A small box with a drawn border and nothing in it is a tick box where it is one of several. All else
is the network's business.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.element import Role
from uitars_runtime.eyes.shapes.candidates import Candidate, Kind
from uitars_runtime.eyes.shapes.ink import Pixels, median_colour
from uitars_runtime.eyes.shapes.proposals import is_mark
from uitars_runtime.types import Box

FRAMED: Final = 0.85
"""Share of its outline that the border of an empty box has; corners may be round."""
FAINT: Final = 36
"""Sum over the three channels up to which two colours are one."""
BLANK: Final = 0.96
"""Share of an empty box that has one colour."""
BORDER: Final = 0.6
"""Share of a side along which the border of an empty box is drawn, at least."""
ALIKE: Final = 2
"""Pixels by which boxes of one size, and those in one row, differ at most."""
LIKE_PAPER: Final = 160
"""Difference, summed like the above, of the inside of a tick box and of what lies around it, at
most: squares on paper of quite another colour are a picture."""
_TICKED: Final = frozenset({Role.ICON, Role.OTHER, Role.BUTTON, Role.FIELD, Role.CHECKBOX})
"""What tick boxes without words are mistaken for."""


def ticks_told(
    pixels: Pixels, candidates: Sequence[Candidate], roles: Sequence[Role]
) -> dict[int, bool]:
    """The rows of tick boxes by whether they are checked: small empty boxes of one size in rows or
    columns, and what stands among them in their size.

    Of what the network itself takes for a tick box it alone says whether something is in it.
    Worth 5 right elements of 6,221 (1 to 11; `bench/eyes_rules.py`).
    """
    blank = [
        candidate.box
        for candidate in candidates
        if candidate.kind is Kind.BARE
        and candidate.frame >= FRAMED
        and is_mark(candidate.box)
        and _is_blank(pixels, candidate.box)
    ]
    empty = {box for box in blank if _is_in_line(box, [other for other in blank if other != box])}
    found: dict[int, bool] = {}
    for row, candidate in enumerate(candidates):
        mark = candidate.mark or candidate.box
        if mark in empty and (candidate.kind is Kind.BARE or roles[row] in _TICKED):
            found[row] = False
        elif candidate.kind not in (Kind.BARE, Kind.MARKED) or not _is_in_line(mark, empty):
            continue
        elif roles[row] in _TICKED - {Role.CHECKBOX}:
            found[row] = candidate.frame >= FRAMED
    return found


def _is_blank(pixels: Pixels, box: Box) -> bool:
    """Whether one colour, much like that around the box, fills it up to a border of another one."""
    reach = max(3, min(box.width, box.height) // 8)
    if min(box.width, box.height) < 2 * reach + 2:
        return False
    part = pixels[box.top : box.bottom, box.left : box.right]
    paper, around = median_colour(part[reach:-reach, reach:-reach]), _around(pixels, box)
    differs = np.abs(part - paper).sum(axis=2) > FAINT
    if 1 - differs[reach:-reach, reach:-reach].mean() < BLANK:
        return False
    apart = differs & (np.abs(part - around).sum(axis=2) > FAINT)
    sides = (apart[:reach].any(axis=0), apart[-reach:].any(axis=0))
    ends = (apart[:, :reach].any(axis=1), apart[:, -reach:].any(axis=1))
    drawn = all(float(side.mean()) >= BORDER for side in (*sides, *ends))
    return drawn and float(np.abs(paper - around).sum()) <= LIKE_PAPER


def _around(pixels: Pixels, box: Box) -> NDArray[np.float64]:
    """The most common colour right outside of a box."""
    wide = pixels[max(0, box.top - 4) : box.bottom + 4, max(0, box.left - 4) : box.right + 4]
    ring = (wide[:2], wide[-2:], wide[:, :2], wide[:, -2:])
    colours = np.concatenate([side.reshape(-1, 3) for side in ring])
    return median_colour(colours)


def _is_in_line(one: Box, others: Collection[Box]) -> bool:
    """Whether a box stands in a row or a column with one of its size."""
    return any(
        max(abs(one.width - other.width), abs(one.height - other.height)) <= ALIKE
        and min(abs(one.left - other.left), abs(one.top - other.top)) <= ALIKE
        for other in others
    )
