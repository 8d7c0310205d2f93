"""What a plain drawing is, whatever the network takes it for: numbers, empty boxes, three dots.

Numbers are words and never icons. A box with a drawn border and nothing in it is a field when it is
long, and a tick box when it is small and one of several. Pixels and boxes decide, at any scale; all
else is the network's business.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.element import Role
from uitars_runtime.eyes.shapes.candidates import Candidate, Kind
from uitars_runtime.eyes.shapes.compounds import (
    FLAT,
    before_arrows,
    before_buttons,
    more_buttons,
)
from uitars_runtime.eyes.shapes.ink import Pixels
from uitars_runtime.eyes.shapes.proposals import is_mark
from uitars_runtime.geometry import gap_across, holds
from uitars_runtime.types import Box

ROLES: Final = tuple(Role)
SURE: Final = 0.9
"""Probability of what a drawing says."""
FRAMED: Final = 0.85
"""Share of its outline that the border of an empty box has; corners may be round."""
FAINT: Final = 36
"""Sum over the three channels up to which two colours are one."""
BLANK: Final = 0.96
"""Share of an empty box that has one colour."""
WRITTEN: Final = 0.75
"""The same for a box with a few characters in it."""
THICK: Final = 4
"""Pixels from its edge at which a thick border is still drawn."""
FOCUSED: Final = 2
"""Column of the state that what has the focus has."""
BORDER: Final = 0.6
"""Share of a side along which the border of an empty box is drawn, at least."""
LOWEST: Final = 24
TALLEST: Final = 140
"""Heights in pixels of a field of one line, up to three times as large as it comes."""
LONG: Final = 1.25
"""Width in heights from which an empty box is a field."""
THOUGHT: Final = 0.02
"""Probability of a field that the network gives to one at least."""
CELL: Final = 200
"""Height in pixels of an empty box at most."""
ALIKE: Final = 2
"""Pixels by which boxes of one size, and those in one row, differ at most."""
TOUCHING: Final = 4
"""Pixels between two cells of a table, at most."""
LIKE_PAPER: Final = 160
"""Difference, summed like the above, of the inside of a tick box and of what lies around it, at
most: squares on paper of quite another colour are a picture."""
_NUMBER: Final = re.compile(r"[-+−]?\d{1,6}(?:[.,:]\d{1,4})?")
_SIGNS: Final = frozenset("+-−–x×*÷/=")
_PICTURES: Final = frozenset({Role.ICON, Role.OTHER, Role.BUTTON})
"""What numbers without a frame are mistaken for."""
_TICKED: Final = frozenset({Role.ICON, Role.OTHER, Role.BUTTON, Role.FIELD, Role.CHECKBOX})
"""What tick boxes without words are mistaken for."""

Shares = NDArray[np.float32]


class Drawn(NamedTuple):
    """What was heard of n candidates after the drawings were looked at."""

    roles: Shares
    """Probabilities (n, roles)."""
    states: Shares
    """Probabilities (n, 4), the first that of being checked, the third of having the focus."""
    meanings: dict[int, str]
    """What some of the icons mean for sure."""


def drawn(pixels: Pixels, candidates: Sequence[Candidate], roles: Shares, states: Shares) -> Drawn:
    """The probabilities, those of the plain drawings put right."""
    heard, stood = roles.copy(), states.copy()
    best = [ROLES[int(row.argmax())] for row in roles]
    for row in _words(candidates, best):
        _say(heard[row], Role.TEXT)
    blank = _blank(pixels, candidates)
    ringed = _ringed(pixels, candidates)
    for row in ringed:
        stood[row, FOCUSED] = 1.0
    shaped = _shaped(candidates, best, blank | ringed)
    cells = _cells_of_tables(candidates)
    thought = {
        row
        for row in blank
        if best[row] is Role.OTHER and roles[row, ROLES.index(Role.FIELD)] >= THOUGHT
    }
    for row in shaped & ((thought - cells) | ringed):
        opens = _has_arrow(candidates, candidates[row].box)
        _say(heard[row], Role.COMBO if opens else Role.FIELD)
    for row in _counted(candidates):
        _say(heard[row], Role.FIELD)
    for row, checked in _ticks(pixels, candidates, best, blank).items():
        _say(heard[row], Role.CHECKBOX)
        stood[row, 0] = float(checked)
    meant = _meant(pixels, candidates)
    for row, meaning in meant.items():
        _say(heard[row], Role.ICON if meaning else Role.OTHER)
    return Drawn(heard, stood, {row: meaning for row, meaning in meant.items() if meaning})


def _say(row: Shares, role: Role) -> None:
    row *= 1 - SURE
    row[ROLES.index(role)] += SURE


# --------------------------------------------------------------------------- numbers


def _words(candidates: Sequence[Candidate], best: Sequence[Role]) -> list[int]:
    """Numbers, signs between numbers and short words that were taken for pictures."""
    lines = [row for row, candidate in enumerate(candidates) if candidate.kind is Kind.LINE]
    numbers = {row for row in lines if _is_number(candidates[row])}
    return [
        row
        for row in lines
        if (best[row] in _PICTURES and row in numbers)
        or (best[row] is Role.ICON and _is_word(candidates[row].text))
        or (candidates[row].text in _SIGNS and _beside(candidates, row, numbers))
    ]


def _is_number(candidate: Candidate) -> bool:
    """Whether it reads as a number and is no circle or square that was read as a nought."""
    box = candidate.box
    slim = candidate.text not in {"0", "O"} or box.width <= 0.85 * box.height
    return slim and _NUMBER.fullmatch(candidate.text) is not None


def _is_word(text: str) -> bool:
    return len(text) > 1 and text.isalnum() and text.isascii()


def _beside(candidates: Sequence[Candidate], row: int, numbers: set[int]) -> bool:
    """Whether a number stands right before the sign."""
    sign = candidates[row].box
    return any(
        abs(box.center.y - sign.center.y) <= box.height // 2
        and 0 <= sign.left - box.right <= 2 * box.height
        for box in (candidates[number].box for number in numbers)
    )


# --------------------------------------------------------------------------- empty boxes


def _blank(pixels: Pixels, candidates: Sequence[Candidate]) -> set[int]:
    """The shapes with a drawn border and nothing in them."""
    return {
        row
        for row, box in _bare(candidates).items()
        if candidates[row].frame >= FRAMED and box.height <= CELL and _is_blank(pixels, box)
    }


def _ringed(pixels: Pixels, candidates: Sequence[Candidate]) -> set[int]:
    """The shapes of the height of a field with a thick border, as what has the focus on a page; a
    word or a caret may stand in them."""
    return {
        row
        for row, box in _bare(candidates).items()
        if candidates[row].frame >= FRAMED
        and 2 * LOWEST <= box.height <= TALLEST
        and _is_blank(pixels, box, WRITTEN)
        and _is_thick(pixels, box)
    }


def _is_thick(pixels: Pixels, box: Box) -> bool:
    """Whether the border is as thick on every side as that of what has the focus."""
    part = pixels[box.top : box.bottom, box.left : box.right].astype(np.int16)
    paper = np.median(part.reshape(-1, 3), axis=0)
    differs = np.abs(part - paper).sum(axis=2) > FAINT
    lines = (differs[THICK], differs[-THICK - 1], differs[:, THICK], differs[:, -THICK - 1])
    return all(float(line.mean()) >= BORDER for line in lines)


def _is_blank(pixels: Pixels, box: Box, share: float = BLANK) -> bool:
    """Whether one colour fills that share of the box up to a border that has another one than what
    lies in it and around it."""
    reach = max(3, min(box.width, box.height) // 8)
    if min(box.width, box.height) < 2 * reach + 2:
        return False
    part = pixels[box.top : box.bottom, box.left : box.right].astype(np.int16)
    inside = part[reach:-reach, reach:-reach]
    paper = np.median(inside.reshape(-1, 3), axis=0)
    if (np.abs(inside - paper).sum(axis=2) <= FAINT).mean() < share:
        return False
    around = _around(pixels, box)
    differs = np.abs(part - paper).sum(axis=2) > FAINT
    apart = differs & (np.abs(part - around).sum(axis=2) > FAINT)
    sides = (apart[:reach].any(axis=0), apart[-reach:].any(axis=0))
    ends = (apart[:, :reach].any(axis=1), apart[:, -reach:].any(axis=1))
    return all(float(side.mean()) >= BORDER for side in (*sides, *ends))


def _on_paper(pixels: Pixels, box: Box) -> bool:
    middle = pixels[box.center.y - 1 : box.center.y + 2, box.center.x - 1 : box.center.x + 2]
    inside = np.median(middle.reshape(-1, 3), axis=0)
    return float(np.abs(inside - _around(pixels, box)).sum()) <= LIKE_PAPER


def _around(pixels: Pixels, box: Box) -> NDArray[np.float64]:
    """The most common colour right outside of a box."""
    wide = pixels[max(0, box.top - 4) : box.bottom + 4, max(0, box.left - 4) : box.right + 4]
    ring = (wide[:2], wide[-2:], wide[:, :2], wide[:, -2:])
    colours = np.concatenate([side.reshape(-1, 3) for side in ring])
    return np.asarray(np.median(colours, axis=0), np.float64)


def _shaped(candidates: Sequence[Candidate], best: Sequence[Role], boxes: set[int]) -> set[int]:
    """The boxes of the shape of a field that the network took for nothing."""
    return {
        row
        for row in boxes
        if best[row] in (Role.OTHER, Role.ICON)
        and LOWEST <= candidates[row].box.height <= TALLEST
        and candidates[row].box.width >= LONG * candidates[row].box.height
    }


def _has_arrow(candidates: Sequence[Candidate], field: Box) -> bool:
    """Whether a small flat shape stands at the right end of a field, half way up."""
    return any(
        holds(field, box)
        and box.height >= 6
        and FLAT * box.height <= box.width <= 40
        and box.left > field.left + 0.6 * field.width
        and abs(box.center.y - field.center.y) <= 0.15 * field.height
        for box in _bare(candidates).values()
    )


def _cells_of_tables(candidates: Sequence[Candidate]) -> set[int]:
    """The frames that are a row or a cell of a table: several cells lie in them, or one of their
    height stands right beside them."""
    framed = [candidate.box for candidate in candidates if candidate.frame >= FRAMED]
    found: set[int] = set()
    for row, one in enumerate(candidate.box for candidate in candidates):
        cells = [box for box in framed if holds(one, box) and box.height > 0.5 * one.height]
        if len(cells) > 1 or any(_touches(one, box) for box in framed):
            found.add(row)
    return found


def _touches(one: Box, other: Box) -> bool:
    """Whether two boxes are of one height and stand side by side without room."""
    level = abs(one.top - other.top) <= ALIKE and abs(one.height - other.height) <= ALIKE
    gap = gap_across(one, other)
    return one != other and level and -ALIKE <= gap <= TOUCHING


def _ticks(
    pixels: Pixels, candidates: Sequence[Candidate], best: Sequence[Role], blank: set[int]
) -> dict[int, bool]:
    """Tick boxes by whether they are checked: small empty boxes of one size in rows or columns, and
    what stands among them in their size.

    Of what the network itself takes for a tick box it alone says whether something is in it.
    Worth 5 right elements of 6,221 (1 to 11; `bench/eyes_rules.py`).
    """
    small = [
        row
        for row in blank
        if is_mark(candidates[row].box) and _on_paper(pixels, candidates[row].box)
    ]
    empty = [row for row in small if _one_of_several(candidates, row, small)]
    boxes = {candidates[row].box for row in empty}
    found = dict.fromkeys(empty, False)
    for row, candidate in enumerate(candidates):
        mark = candidate.mark or candidate.box
        if best[row] not in _TICKED or candidate.kind not in (Kind.BARE, Kind.MARKED):
            continue
        if row in found or not any(_in_line(mark, box) for box in boxes):
            continue
        if mark in boxes:
            found[row] = False
        elif best[row] is not Role.CHECKBOX:
            found[row] = candidate.frame >= FRAMED
    return found


def _one_of_several(candidates: Sequence[Candidate], row: int, among: Sequence[int]) -> bool:
    box = candidates[row].box
    return any(_in_line(box, candidates[at].box) for at in among if at != row)


def _in_line(one: Box, other: Box) -> bool:
    """Whether two boxes of one size stand in a row or a column."""
    size = max(abs(one.width - other.width), abs(one.height - other.height)) <= ALIKE
    return size and min(abs(one.left - other.left), abs(one.top - other.top)) <= ALIKE


# --------------------------------------------------------------------------- compounds


def _counted(candidates: Sequence[Candidate]) -> list[int]:
    """The frames of numbers with arrows or a pair of buttons right behind them."""
    bare = list(_bare(candidates).values())
    unnumbered = [one.box for one in candidates if not _NUMBER.fullmatch(one.text)]
    return [
        row
        for row, candidate in enumerate(candidates)
        if candidate.kind is Kind.BOXED
        and _NUMBER.fullmatch(candidate.text)
        and (before_arrows(candidate.box, bare) or before_buttons(candidate.box, unnumbered))
    ]


def _meant(pixels: Pixels, candidates: Sequence[Candidate]) -> dict[int, str]:
    """What three dots mean; nothing for each of them."""
    bare = _bare(candidates)
    found: dict[int, str] = {}
    for whole, dots in more_buttons(pixels, list(bare.values())):
        for row, box in bare.items():
            if box in (whole, *dots):
                found[row] = "more" if box == whole else ""
    return found


def _bare(candidates: Sequence[Candidate]) -> dict[int, Box]:
    """The boxes of the shapes without words, by their rows."""
    return {
        row: candidate.box
        for row, candidate in enumerate(candidates)
        if candidate.kind is Kind.BARE and candidate.lines == 0
    }
