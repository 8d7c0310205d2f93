"""How things lie to each other: in which order they are read, what stands next to an element, which
one it is in its row and its column, and the class of how any two tokens lie to each other.

People say where a thing is by what is beside it ("right below the clock", "between Back and
Cancel") and by counting ("the third tick", "the last but one"). Neither can be read off distances:
which is next depends on what stands between. Not here: what each token is by itself
(`features.py`), counting for what the task spells (`rules/ordinals.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.backends.embedded.network.vocabulary import ELEMENTS_MAX
from uitars_runtime.backends.embedded.situation import Done, Situation
from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

_WIDEST: Final = 2000
_SCALED_TO: Final = 1600.0
"""Pixels of the widest screen that is an ordinary one, and how wide a wider one counts as."""
_LEAST: Final = 7
"""Pixels by which the middles of things in one row may differ, however flat the things are."""

SIDES: Final = ("right", "left", "below", "above")
NOBODY: Final = -1

_FACING: Final = 0.4
"""Share of the smaller of two that faces the other, from which they stand beside each other."""
_OVERLAP: Final = 0.35
"""Share of the smaller by which boxes that stand beside each other may overlap, as read ones do."""
_ALIGNED: Final = 12.0
"""Pixels by which left edges or middles of things in one column differ, at most."""
_LEVEL: Final = 0.5
"""Share of the smaller height by which middles in one row differ, at most."""
_ASTRAY: Final = frozenset({Role.OTHER, Role.SCROLLBAR, Role.TITLE})
"""What nobody counts and nobody names as standing between two things."""
_ALIKE: Final = {Role.ICON: Role.BUTTON}
"""Roles that people count together."""

_NEAR: Final = 8
"""Words up to which distances are told apart."""
_WORD: Final = 1
_SERVED: Final = _WORD + 2 * _NEAR + 1
_SERVED_LAST: Final = _SERVED + 1
_STEP: Final = _SERVED_LAST + 1
_INSIDE: Final = _STEP + 9
_PLACE: Final = _INSIDE + 1
_ACROSS: Final = np.array(
    [-400, -220, -120, -60, -25, -8, 8, 25, 60, 120, 220, 400, 640], np.float32
)
_DOWN: Final = np.array([-160, -70, -36, -14, -5, 5, 14, 36, 70, 160], np.float32)
_NEXT: Final = _PLACE + (len(_ACROSS) + 1) * (len(_DOWN) + 1)
RELATIONS: Final = _NEXT + len(SIDES)
"""How many classes there are; 0 says nothing."""


class Layout(NamedTuple):
    """How the elements of one look lie to each other, reckoned once for all that reads it."""

    boxes: Floats
    """(elements, 4): their edges."""
    scale: float
    """Pixels of `boxes` to one of the screen."""
    rows: list[list[int]]
    beside: Ints
    counted: dict[str, Ints]
    extents: Floats
    """As the functions of these names say."""


def layout_of(elements: Sequence[Element], scale: float = 1.0) -> Layout:
    """`scale`: pixels of an ordinary screen to one of this one, where these are meant."""
    edges = [(box.left, box.top, box.right, box.bottom) for box in (one.box for one in elements)]
    boxes = scaled(np.array(edges, np.float32).reshape(-1, 4), scale)
    return Layout(
        boxes,
        scale,
        rows([element.box for element in elements]),
        neighbours(boxes, elements),
        counted(boxes, elements),
        extents(boxes),
    )


def ordinary_layout(situation: Situation) -> Layout:
    """Of what a situation shows, as on an ordinary screen: widgets have about the same size in
    pixels on these; tall pictures of high-density ones are scaled down so that distances keep their
    meaning."""
    width = situation.size.width
    scale = 1.0 if width <= _WIDEST else _SCALED_TO / width
    return layout_of(situation.elements[:ELEMENTS_MAX], scale)


def scaled(boxes: Floats, scale: float) -> Floats:
    """Boxes in other pixels; those that are not known stay."""
    known = boxes[:, :1] >= 0
    return np.where(known, boxes * np.float32(scale), boxes)


# ---------------------------------------------------------------------------- reading order


def reading_order(boxes: Sequence[Box]) -> list[int]:
    """Indices of the boxes in the order of reading.

    A row holds what lies level with its uppermost thing: words in one row have middles some pixels
    apart, for letters reach up and down differently.
    """
    return [index for row in rows(boxes) for index in row]


def rows(boxes: Sequence[Box]) -> list[list[int]]:
    """Indices of the boxes by row from above, each row from left to right."""
    found: list[list[int]] = []
    for index in sorted(range(len(boxes)), key=lambda at: boxes[at].center.y):
        if not found or not _level(boxes[found[-1][0]], boxes[index]):
            found.append([])
        found[-1].append(index)
    return [sorted(row, key=lambda at: boxes[at].left) for row in found]


def _level(first: Box, other: Box) -> bool:
    reach = max(_LEAST, min(first.height, other.height) // 2)
    return other.center.y - first.center.y < reach


# -------------------------------------------------------------------- beside, and how many


def neighbours(boxes: Floats, elements: Sequence[Element]) -> Ints:
    """(sides, elements): which element is next on each of `SIDES`, `NOBODY` where none is. `boxes`:
    (elements, 4), in pixels."""
    found = np.full((len(SIDES), len(elements)), NOBODY, np.int64)
    if not len(elements):
        return found
    stands = _standing(elements)
    left, top, right, bottom = boxes.T
    for sides, near, far, low, high in (
        ((0, 1), left, right, top, bottom),
        ((2, 3), top, bottom, left, right),
    ):
        size = far - near
        faces = _shared(low, high) >= _FACING * _smaller(high - low)
        gap = near[None, :] - far[:, None]
        behind = (gap >= -_OVERLAP * _smaller(size)) & (_middle(near, far) > 0) & faces
        # Of things equally far the better aligned one is next.
        far_off = np.maximum(gap, 0) + np.abs(low[None, :] - low[:, None]) / 64
        for side, lies, away in ((sides[0], behind, far_off), (sides[1], behind.T, far_off.T)):
            away = np.where(lies & stands[None, :], away, np.inf)
            nearest = away.argmin(1)
            there = np.isfinite(away[np.arange(len(elements)), nearest])
            found[side, there] = nearest[there]
    return found


def counted(boxes: Floats, elements: Sequence[Element]) -> dict[str, Ints]:
    """Among those alike in its row (`across`) and column (`down`), and among all in its column
    (`stacked`), how many stand before each element and behind it, (2, elements); `NOBODY` for one
    that stands alone."""
    stands = _standing(elements)
    kinds = [_ALIKE.get(element.role, element.role) for element in elements]
    places = {kind: at for at, kind in enumerate(dict.fromkeys(kinds))}
    kind = np.array([places[one] for one in kinds])
    alike = (kind[:, None] == kind[None, :]) & stands[:, None] & stands[None, :]
    both = stands[:, None] & stands[None, :]
    left, top, right, bottom = boxes.T
    height = bottom - top
    across, down = _middle(left, right), _middle(top, bottom)
    level = np.abs(down) <= _LEVEL * _smaller(height)
    aligned = np.abs(left[None, :] - left[:, None]) <= _ALIGNED
    aligned |= np.abs(across) <= _ALIGNED
    found: dict[str, Ints] = {}
    for way, among, further in (
        ("across", alike & level, across),
        ("down", alike & aligned, down),
        ("stacked", both & aligned, down),
    ):
        around = np.stack([(among & (further < 0)).sum(1), (among & (further > 0)).sum(1)])
        found[way] = np.where(stands & around.any(0), around, NOBODY)
    return found


def extents(boxes: Floats) -> Floats:
    """(elements, 4): where each edge lies between the outermost ones, 0 to 1."""
    if not len(boxes):
        return np.zeros((0, 4), np.float32)
    first, last = boxes[:, :2].min(0), boxes[:, 2:].max(0)
    spread = np.maximum(last - first, 1)
    return np.asarray((boxes - np.tile(first, 2)) / np.tile(spread, 2), np.float32)


def _standing(elements: Sequence[Element]) -> Flags:
    return np.array([element.role not in _ASTRAY for element in elements], np.bool_)


def _shared(low: Floats, high: Floats) -> Floats:
    """(n, n): how long the common part of two ranges is; negative where they are apart."""
    return np.minimum(high[:, None], high[None, :]) - np.maximum(low[:, None], low[None, :])


def _smaller(size: Floats) -> Floats:
    return np.minimum(size[:, None], size[None, :])


def _middle(near: Floats, far: Floats) -> Floats:
    """(n, n): how far the middle of the column's one lies behind that of the row's."""
    middle = (near + far) / 2
    return np.asarray(middle[None, :] - middle[:, None], np.float32)


# -------------------------------------------------------------------- how any two tokens lie


def relations(
    words: int, steps: tuple[Done, ...], boxes: Floats, beside: Ints
) -> NDArray[np.uint8]:
    """(T, T), T = words + steps + elements: how the column's token lies from the row's. `boxes`:
    (steps + elements, 4) in pixels, -1 where there is none. `beside`: the `neighbours`."""
    shown = words + len(steps)
    total = words + len(boxes)
    found = np.zeros((total, total), np.uint8)
    order = np.arange(words)
    near = np.clip(order[None, :] - order[:, None], -_NEAR, _NEAR) + _NEAR + _WORD
    found[:words, :words] = near
    past = np.arange(len(steps))
    between = np.clip(past[None, :] - past[:, None], -4, 4) + 4 + _STEP
    found[words:shown, words:shown] = between
    for row, step in enumerate(steps):
        if step.serves is not None:
            kind = _SERVED_LAST if row == len(steps) - 1 else _SERVED
            span = slice(step.serves.first, min(step.serves.last + 1, words))
            found[words + row, span] = kind
            found[span, words + row] = kind
    _place(found[words:, words:], boxes, len(steps))
    for side, others in enumerate(beside):
        (there,) = np.nonzero(others != NOBODY)
        found[shown + there, shown + others[there]] = _NEXT + side
    return found


def _place(relation: NDArray[np.uint8], boxes: Floats, steps: int) -> None:
    """Classes of place among steps and elements, into the lower right part of the matrix."""
    across = (boxes[:, 0] + boxes[:, 2]) / 2
    down = (boxes[:, 1] + boxes[:, 3]) / 2
    columns = np.digitize(across[None, :] - across[:, None], _ACROSS)
    rows = np.digitize(down[None, :] - down[:, None], _DOWN)
    place = (_PLACE + rows * (len(_ACROSS) + 1) + columns).astype(np.uint8)
    inside = (
        (boxes[:, None, 0] >= boxes[None, :, 0])
        & (boxes[:, None, 2] <= boxes[None, :, 2])
        & (boxes[:, None, 1] >= boxes[None, :, 1])
        & (boxes[:, None, 3] <= boxes[None, :, 3])
    )
    place[:steps][inside[:steps]] = _INSIDE
    known = boxes[:, 0] >= 0
    place[~(known[:, None] & known[None, :])] = 0
    place[:steps, :steps] = relation[:steps, :steps]
    relation[:] = place
