"""How any two tokens lie to each other, as classes: words by distance, steps by what they served,
elements by where they lie and which are next to each other.

Not here: what each token is by itself (`features.py`), which element is next (`neighbours.py`).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.backends.embedded.network.neighbours import NOBODY, SIDES, neighbours
from uitars_runtime.backends.embedded.situation import Done
from uitars_runtime.element import Element

Floats = NDArray[np.float32]

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


def relations(
    words: int, steps: tuple[Done, ...], boxes: Floats, elements: tuple[Element, ...]
) -> NDArray[np.uint8]:
    """(T, T), T = words + steps + elements: how the column's token lies from the row's. `boxes`:
    (steps + elements, 4) in pixels, -1 where there is none."""
    shown = words + len(steps)
    total = shown + len(elements)
    found = np.zeros((total, total), np.uint8)
    order = np.arange(words)
    near = np.clip(order[None, :] - order[:, None], -_NEAR, _NEAR) + _NEAR + _WORD
    found[:words, :words] = near
    past = np.arange(len(steps))
    between = np.clip(past[None, :] - past[:, None], -4, 4) + 4 + _STEP
    found[words : words + len(steps), words : words + len(steps)] = between
    for row, step in enumerate(steps):
        if step.serves is not None:
            kind = _SERVED_LAST if row == len(steps) - 1 else _SERVED
            span = slice(step.serves.first, min(step.serves.last + 1, words))
            found[words + row, span] = kind
            found[span, words + row] = kind
    _place(found[words:, words:], boxes, len(steps))
    for side, beside in enumerate(neighbours(boxes[len(steps) :], elements)):
        (there,) = np.nonzero(beside != NOBODY)
        found[shown + there, shown + beside[there]] = _NEXT + side
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
