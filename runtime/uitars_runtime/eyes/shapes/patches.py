"""Coarse patches: what neither words nor widgets cover, where something is drawn there.

A patch is a shape of a colour of its own, a photograph or a drawing. It can be pointed at, and a
task may name it by its colour. Not here: which colour that is in a word (the policy's business).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.shapes.candidates import Candidate, Kind
from uitars_runtime.eyes.shapes.regions import Pixels
from uitars_runtime.geometry import holds, overlap
from uitars_runtime.types import Box

MOST = 24
"""Patches of one screen at most, the larger ones."""
SMALLEST = 16
"""Shorter side in pixels of a patch at least."""
LARGEST = 0.25
"""Share of the screen that a patch covers at most; what is larger is a background."""
AROUND = 3
"""Pixels beside a patch whose colour is that of what lies around it."""
APART = 24
"""Difference of a channel, 0 to 255, from which a colour is another one."""
DRAWN = 20.0
"""Standard deviation of the brightness, 0 to 255, from which something is drawn in a patch."""
FLAT = 4.0
"""Standard deviation of the brightness up to which a patch has one colour."""
FILLED = 0.3
"""Share of a panel that its patches cover at least."""
SAMPLES = 16
"""Pixels looked at along each side."""


def patches(
    pixels: Pixels, candidates: Sequence[Candidate], elements: Sequence[Element]
) -> list[Element]:
    """Elements without words, of the role `OTHER`, none in or around one of the given elements.

    `candidates`: the shapes of the screen, all of them; the largest ones come first.
    """
    most = LARGEST * pixels.shape[0] * pixels.shape[1]
    boxes = {
        candidate.box
        for candidate in candidates
        if candidate.kind is Kind.BARE and candidate.lines == 0 and _fits(candidate.box, most)
    }
    free = [box for box in boxes if not any(overlap(box, element.box) for element in elements)]
    free.sort(key=lambda box: (-box.area, box.top, box.left))
    drawn = [box for box in free if _is_drawn(pixels, box)]
    found: list[Box] = []
    for box in drawn:
        if not any(holds(other, box) for other in found) and not _is_panel(pixels, box, drawn):
            found.append(box)
    return [Element(box=box, role=Role.OTHER) for box in found[:MOST]]


def _fits(box: Box, most: float) -> bool:
    return min(box.width, box.height) >= SMALLEST and box.area <= most


def _is_panel(pixels: Pixels, box: Box, drawn: Sequence[Box]) -> bool:
    """Whether shapes of one colour each fill the box: then they are the patches."""
    inner = [other for other in drawn if holds(box, other) and _is_flat(pixels, other)]
    return sum(other.area for other in inner) >= FILLED * box.area


def _is_flat(pixels: Pixels, box: Box) -> bool:
    return _spread(_face(pixels, box)) <= FLAT


def _is_drawn(pixels: Pixels, box: Box) -> bool:
    """Whether the face differs from what lies around, or has a picture on it."""
    face = _face(pixels, box)
    middle = np.median(face, axis=0)
    if np.abs(middle - np.median(_ring(pixels, box), axis=0)).max() > APART:
        return True
    return _spread(face) > DRAWN


def _spread(face: NDArray[np.uint8]) -> float:
    return float(face.mean(axis=1).std())


def _face(pixels: Pixels, box: Box) -> NDArray[np.uint8]:
    """(n, 3) pixels of the box, evenly, its border left out."""
    inset = min(box.width, box.height) // 6
    rows = np.linspace(box.top + inset, box.bottom - 1 - inset, SAMPLES).astype(np.intp)
    columns = np.linspace(box.left + inset, box.right - 1 - inset, SAMPLES).astype(np.intp)
    return pixels[np.ix_(rows, columns)].reshape(-1, 3)


def _ring(pixels: Pixels, box: Box) -> NDArray[np.uint8]:
    """(n, 3) pixels right outside of the box."""
    height, width = (int(side) for side in pixels.shape[:2])
    top, bottom = max(0, box.top - AROUND), min(height, box.bottom + AROUND) - 1
    left, right = max(0, box.left - AROUND), min(width, box.right + AROUND) - 1
    rows = np.linspace(top, bottom, SAMPLES).astype(np.intp)
    columns = np.linspace(left, right, SAMPLES).astype(np.intp)
    sides = (pixels[rows, left], pixels[rows, right], pixels[top, columns], pixels[bottom, columns])
    return np.concatenate(sides)
