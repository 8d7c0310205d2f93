"""The trained reader: what role a candidate has, in what state it is, what its icon means.

It gets to see three small pictures and some numbers of each candidate (`Views`), which training and
running share; change anything there and the reader must be trained again.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.element import Element, Role
from uitars_runtime.errors import ModelError
from uitars_runtime.eyes.candidates import Candidate, Kind
from uitars_runtime.eyes.network import Network, fingerprint
from uitars_runtime.eyes.roles.agreement import (
    agreed,
    asked,
    asking,
    counted,
    in_cells,
    stated,
    written,
)
from uitars_runtime.eyes.roles.boxes import with_editors
from uitars_runtime.eyes.roles.chosen import marks_told, seen_of
from uitars_runtime.eyes.roles.clickable import clickable, without_cells, without_twins
from uitars_runtime.eyes.roles.tabs import bars_told
from uitars_runtime.eyes.roles.underlined import fields_on_lines
from uitars_runtime.eyes.rooms import Room
from uitars_runtime.eyes.scene import Scene
from uitars_runtime.eyes.shapes import Pixels
from uitars_runtime.geometry import Box, Point, grown
from uitars_runtime.remembered import Remembered

CORE = 32
"""Side of the first picture."""
WIDE = (32, 96)
"""Height and width of the second picture."""
CONTEXT = (40, 80)
"""Height and width of the third picture."""
COARSE = 4
"""Screen pixels to one pixel of the third picture."""
FEATURES = 22
"""Length of the numbers."""
_FARTHEST = 192
"""Pixels of margin that the third picture never reaches beyond."""

Answer = tuple[NDArray[np.float32], ...]
"""Roles, states and meanings, of one candidate or of several."""
REMEMBERED = 2048
"""Candidates of which is kept what the network said."""
KNOWN_ICON = 0.2
"""Probability from which the likeliest meaning of an icon is told as its meaning: below it, fewer
than one in five is right on validation."""
LIKELY = 0.05
"""Probability from which a meaning is told as one of several that an icon may have."""
SEVERAL = 4
"""Meanings that are told of one icon at most."""
FAINT = 0.01
"""Probability up to which a meaning is not looked at."""

CHECKED, SELECTED, DISABLED = 0, 1, 3
"""Columns of the states that a tick box has, one of several tabs, and what cannot be used."""
HOLDS = np.array([0.2, 0.3, 0.35, 0.2], np.float32)
"""Probability from which one is checked, selected, focused, disabled: best on validation, the last
on pictures of real programs, which draw it fainter."""


class Reader:
    """Candidates to elements. Keeps what the network said of candidates that look the same."""

    def __init__(self) -> None:
        """ModelError when the model file is missing or was made for other roles."""
        self._network = Network("eyes/reader.onnx")
        self._remembered: Remembered[bytes, Answer] = Remembered(REMEMBERED)
        names = self._network.metadata()
        self._icons = names["icons"].splitlines()
        if names["roles"].splitlines() != list(Role):
            raise ModelError(
                "The reader of the eyes was trained for other roles.", "Train and export it again."
            )

    def read(
        self, scene: Scene, candidates: Sequence[Candidate], rooms: Sequence[Room] = ()
    ) -> list[Element]:
        """The elements of a screen, with boxes whose middle does what they are for, unnamed.
        `rooms`: where there may be fields that only have a line below them."""
        if not candidates:
            return []
        elements = self._judged(scene, candidates)
        fields = self._on_lines(scene.pixels, rooms, candidates, elements) if rooms else {}
        beside = [
            element
            for element in clickable(candidates, elements)
            if not any(room.words and room.words.contains(element.box.center) for room in fields)
        ]
        return without_cells(without_twins([*beside, *fields.values()]))

    def forget(self) -> None:
        """What the network said so far."""
        self._remembered.forget()

    def _judged(self, scene: Scene, candidates: Sequence[Candidate]) -> list[Element]:
        """An element for each candidate, with the candidate's box and text."""
        roles, states, icons = self._answers(views_of(scene.pixels, candidates))
        roles = agreed(roles, candidates)
        chosen, states[:, SELECTED] = bars_told(
            scene.pixels, roles, states[:, SELECTED], candidates
        )
        filled = [bool(held) for held in states[:, CHECKED] > HOLDS[CHECKED]]
        parts = [scene.part(seen_of(one)) for one in candidates]
        marks, pale = marks_told(parts, candidates, chosen, filled, roles.max(axis=1).tolist())
        for row, told in marks.items():
            chosen[row], states[row, CHECKED] = told
            roles[row, list(Role).index(told.role)] = 1.0
        states[pale, DISABLED] = 1.0
        for row in written(candidates, chosen):
            chosen[row] = Role.TEXT
        for row in [*counted(candidates), *asked(roles, candidates, chosen)]:
            chosen[row] = Role.FIELD
        for row in [*asking(roles, candidates, chosen), *stated(candidates, chosen)]:
            chosen[row] = Role.TEXT
        for row in in_cells(candidates, chosen):
            chosen[row] = Role.ITEM
        elements: list[Element] = []
        for row, (candidate, role) in enumerate(zip(candidates, chosen, strict=True)):
            checked, selected, focused, disabled = (bool(value) for value in states[row] > HOLDS)
            pictured = role is Role.ICON or (role is Role.BUTTON and not candidate.text)
            meanings = several_meanings(self._icons, icons[row]) if pictured else ()
            elements.append(
                Element(
                    box=candidate.box,
                    role=role,
                    text=candidate.text,
                    checked=checked,
                    selected=selected,
                    focused=focused,
                    disabled=disabled,
                    icon=meanings[0][0] if meanings and meanings[0][1] >= KNOWN_ICON else "",
                    confidence=float(np.clip(roles[row].max(), 0, 1)),
                    meanings=meanings,
                )
            )
        return with_editors(scene.pixels, candidates, elements)

    def _on_lines(
        self,
        pixels: Pixels,
        rooms: Sequence[Room],
        candidates: Sequence[Candidate],
        elements: Sequence[Element],
    ) -> dict[Candidate, Element]:
        """The fields that only have a line below them, by what they are in the rooms."""
        asked = [room.candidate for room in rooms]
        shares, states, _ = self._answers(views_of(pixels, asked, candidates))
        return fields_on_lines(shares, states > HOLDS, rooms, candidates, elements)

    def _answers(self, views: Views) -> Answer:
        """What the network says of all of them, asked only of those that it was not asked yet."""
        keys = [fingerprint(*parts) for parts in zip(*views, strict=True)]
        answers = self._remembered.values(
            keys, lambda new: zip(*self._network.run(*(part[new] for part in views)), strict=True)
        )
        return tuple(np.stack(part) for part in zip(*answers, strict=True))


def several_meanings(
    names: Sequence[str], shares: NDArray[np.float32]
) -> tuple[tuple[str, float], ...]:
    """What an icon may mean, given a share (n,) for each of n names; some names stand twice."""
    told: dict[str, float] = {}
    for place in np.flatnonzero(shares > FAINT).tolist():
        told[names[place]] = told.get(names[place], 0.0) + float(shares[place])
    likely = sorted(told.items(), key=lambda meaning: -meaning[1])[:SEVERAL]
    return tuple((name, min(share, 1.0)) for name, share in likely if share >= LIKELY)


class Views(NamedTuple):
    """All candidates of one screen; n of them."""

    core: NDArray[np.uint8]
    """(n, 32, 32, 3): the mark, icon or left end, sides kept in proportion."""
    wide: NDArray[np.uint8]
    """(n, 32, 96, 3): the whole box and a margin, squeezed."""
    context: NDArray[np.uint8]
    """(n, 40, 80, 2): the surroundings in grey at a quarter of the size, and where the box is."""
    features: NDArray[np.float32]
    """(n, FEATURES): sizes, how the candidate came about, its neighbours; about -3 to 3."""


def views_of(
    pixels: Pixels, candidates: Sequence[Candidate], beside: Sequence[Candidate] = ()
) -> Views:
    """What is to be seen of each candidate; `beside`: what is there as well."""
    import cv2

    count = len(candidates)
    core = np.empty((count, CORE, CORE, 3), np.uint8)
    wide = np.empty((count, *WIDE, 3), np.uint8)
    context = np.empty((count, *CONTEXT, 2), np.uint8)
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    grey = cv2.copyMakeBorder(
        grey, _FARTHEST, _FARTHEST, _FARTHEST, _FARTHEST, cv2.BORDER_REPLICATE
    )
    coarse = cv2.resize(
        grey, None, fx=1 / COARSE, fy=1 / COARSE, interpolation=cv2.INTER_AREA
    ).astype(np.uint8, copy=False)
    for index, candidate in enumerate(candidates):
        core[index] = _scaled(pixels, _core_box(candidate), (CORE, CORE))
        margin = max(6, min(24, candidate.box.height // 4))
        wide[index] = _scaled(pixels, grown(candidate.box, margin, margin), WIDE)
        context[index] = _surroundings(coarse, candidate.box)
    return Views(core, wide, context, _features([*candidates, *beside])[:count])


def _core_box(candidate: Candidate) -> Box:
    """A square of the screen: the mark, the whole of a small shape, or the left end."""
    box = candidate.box
    if candidate.mark:
        return _square(candidate.mark.center, max(24, round(1.5 * candidate.mark.height)))
    if candidate.kind is Kind.BARE and box.width <= 2 * box.height:
        return _square(box.center, min(128, max(24, round(1.25 * max(box.width, box.height)))))
    side = min(64, max(32, round(1.2 * box.height)))
    return _square(Point(box.left + side // 2 - 6, box.center.y), side)


def _square(middle: Point, side: int) -> Box:
    left, top = middle.x - side // 2, middle.y - side // 2
    return Box(left, top, left + side, top + side)


def _scaled(pixels: Pixels, box: Box, shape: tuple[int, int]) -> NDArray[np.uint8]:
    """The part of the screen at another size; beyond the screen its edges go on."""
    import cv2

    height, width = pixels.shape[:2]
    crop = pixels[max(0, box.top) : box.bottom, max(0, box.left) : box.right]
    above, below = max(0, -box.top), max(0, box.bottom - height)
    before, after = max(0, -box.left), max(0, box.right - width)
    if above or below or before or after:
        crop = np.pad(crop, ((above, below), (before, after), (0, 0)), mode="edge")
    shrinks = crop.shape[0] * crop.shape[1] > shape[0] * shape[1]
    method = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(crop, (shape[1], shape[0]), interpolation=method), np.uint8)


def _surroundings(coarse: NDArray[np.uint8], box: Box) -> NDArray[np.uint8]:
    """The third picture; its middle is the left part of a long box, where words begin."""
    height, width = CONTEXT
    x = max(0, (box.left + min(box.width, 240) // 2 + _FARTHEST) // COARSE - width // 2)
    y = max(0, (box.top + min(box.height, 96) // 2 + _FARTHEST) // COARSE - height // 2)
    picture = np.zeros((height, width, 2), np.uint8)
    seen = coarse[y : y + height, x : x + width]
    picture[: seen.shape[0], : seen.shape[1], 0] = seen
    left, top = (box.left + _FARTHEST) // COARSE - x, (box.top + _FARTHEST) // COARSE - y
    right = (box.right + _FARTHEST - 1) // COARSE - x + 1
    bottom = (box.bottom + _FARTHEST - 1) // COARSE - y + 1
    picture[max(0, top) : max(0, bottom), max(0, left) : max(0, right), 1] = 255
    return picture


def _features(candidates: Sequence[Candidate]) -> NDArray[np.float32]:
    if not candidates:
        return np.zeros((0, FEATURES), np.float32)
    own = np.array([_of_itself(candidate) for candidate in candidates], np.float32)
    return np.hstack([own, _of_neighbours(candidates)])


def _of_itself(candidate: Candidate) -> list[float]:
    box, words, mark = candidate.box, candidate.words, candidate.mark
    height = max(1, box.height)
    return [
        *(float(candidate.kind is kind) for kind in Kind),
        math.log2(max(1, box.width) / 64),
        math.log2(height / 24),
        math.log2(max(1, box.width) / height),
        candidate.frame,
        float(candidate.inside),
        min(candidate.lines, 8) / 4,
        1.0 if mark else 0.0,
        mark.height / 16 if mark else 0.0,
        (words.left - mark.right) / 16 if mark and words else 0.0,
        math.log2(max(1, words.width) / 64) if words else 0.0,
        words.height / 12 if words else 0.0,
        min(3.0, (words.left - box.left) / height) if words else 0.0,
        min(3.0, (box.right - words.right) / height) if words else 0.0,
    ]


def _of_neighbours(candidates: Sequence[Candidate]) -> NDArray[np.float32]:
    """How many candidates with words stand in the same row and column, and how near."""
    boxes = np.array(
        [
            (place.left, (place.top + place.bottom) / 2, place.right)
            for place in (candidate.words or candidate.box for candidate in candidates)
        ]
    )
    worded = np.array([candidate.words is not None for candidate in candidates])
    left, level, right = boxes.T
    sideways = left[None] - right[:, None]
    down = level[None] - level[:, None]
    other = worded[None] & ~np.eye(len(candidates), dtype=np.bool_)
    row = other & (np.abs(down) <= 5)
    column = other & (np.abs(left[None] - left[:, None]) <= 3)
    return np.stack(
        [
            np.minimum(row.sum(axis=1), 8) / 4,
            np.minimum(column.sum(axis=1), 16) / 8,
            _nearest(np.where(row & (sideways >= 0), sideways, np.inf)),
            _nearest(np.where(column & (down > 5), down, np.inf)),
            _nearest(np.where(column & (down < -5), -down, np.inf)),
        ],
        axis=1,
    ).astype(np.float32)


def _nearest(distances: NDArray[np.float64]) -> NDArray[np.float64]:
    """The smallest distance in each row, 0 (touching) to 2 (128 pixels or none)."""
    return np.asarray(np.minimum(distances.min(axis=1) / 64, 2.0), np.float64)
