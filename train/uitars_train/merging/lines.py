"""The loss along the straight lines between specialists, as a table and as a picture.

Where it stays low all the way, the models lie in one valley and their weights may be added (linear
mode connectivity, arXiv 1912.05671); a hill between them says that they may not.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

import cv2
import msgspec
import numpy as np

from uitars_runtime.errors import UsageError
from uitars_train.merging.arithmetic import Weights, interpolated
from uitars_train.merging.measure import Domain, Measured, measured
from uitars_train.network.model import Decoder

_COLOURS: Final = ((200, 60, 40), (40, 120, 220), (30, 150, 60), (170, 60, 170), (200, 130, 0))
_BLACK, _GREY = (0, 0, 0), (205, 205, 205)
_WIDE, _HIGH, _EDGE = 360, 260, 48
"""Pixels of one line's picture, and of the edge around its curves."""
_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX


class Place(msgspec.Struct, frozen=True):
    """A point of a line: how far from its first model (0) to its second (1)."""

    way: float
    found: dict[str, Measured]
    """By domain."""


class Line(msgspec.Struct, frozen=True):
    """Between two models."""

    ends: tuple[str, str]
    places: tuple[Place, ...]

    def barrier(self, domain: str) -> float:
        """By how many nats the loss rises above the straight line between its ends, at most; 0
        where it nowhere does."""
        first, last = (self.places[end].found[domain].loss for end in (0, -1))
        straight = ((one.way, first + one.way * (last - first)) for one in self.places)
        rises = (
            one.found[domain].loss - level
            for one, (_, level) in zip(self.places, straight, strict=True)
        )
        return max(0.0, *rises)


def lines_between(
    models: dict[str, Weights], scratch: Decoder, domains: Sequence[Domain], points: int
) -> list[Line]:
    """Each pair of models, measured at `points` places (both ends among them, at least 2).

    `scratch`: a model of their shape, whose weights are lost.
    """
    drawn: list[Line] = []
    for first, second in combinations(models, 2):
        places: list[Place] = []
        for way in np.linspace(0, 1, points):
            share = float(way)
            pair = (models[first], models[second])
            scratch.load_state_dict(interpolated(pair, (1 - share, share)))
            places.append(Place(share, {one.name: measured(scratch, one) for one in domains}))
        drawn.append(Line((first, second), tuple(places)))
    return drawn


def table(lines: Sequence[Line]) -> str:
    """A row for each place: the loss and the share of right steps on each domain."""
    rows: list[str] = []
    for line in lines:
        names = list(line.places[0].found)
        rows.append(f"{line.ends[0]} to {line.ends[1]}")
        rows.append("   way  " + "  ".join(f"{name:>16}" for name in names))
        for place in line.places:
            told = (f"{one.loss:8.3f} {one.share:7.1%}" for one in place.found.values())
            rows.append(f"  {place.way:4.2f}  " + "  ".join(told))
        hills = "  ".join(f"{line.barrier(name):8.3f} {'':7}" for name in names)
        rows.append(f"  hill  {hills}".rstrip())
    return "\n".join(rows) + "\n"


def draw(lines: Sequence[Line], path: Path) -> None:
    """One picture: beside each other the lines, in each a curve of the loss for every domain.
    Raises `UsageError` where it cannot be written."""
    highest = max(one.loss for line in lines for at in line.places for one in at.found.values())
    whole = np.hstack([_drawn(line, highest) for line in lines])
    path.parent.mkdir(parents=True, exist_ok=True)
    if not cv2.imwrite(str(path), whole[:, :, ::-1]):
        raise UsageError(f"{path} cannot be written.", "Choose another folder.")


def _drawn(line: Line, highest: float) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    picture = np.full((_HIGH, _WIDE, 3), 255, np.uint8)

    def at(way: float, loss: float) -> tuple[int, int]:
        across = _EDGE + way * (_WIDE - 2 * _EDGE)
        return round(across), round(_HIGH - _EDGE - loss / highest * (_HIGH - 2 * _EDGE))

    cv2.rectangle(picture, at(0, highest), at(1, 0), _GREY)
    for loss in (0.0, highest):
        cv2.putText(picture, f"{loss:.2f}", (4, at(0, loss)[1] + 4), _FONT, 0.4, _BLACK)
    for number, name in enumerate(line.places[0].found):
        colour = _COLOURS[number % len(_COLOURS)]
        points = [at(place.way, place.found[name].loss) for place in line.places]
        cv2.polylines(picture, [np.array(points, np.int32)], False, colour, 2, cv2.LINE_AA)
        where = (_EDGE + 100 * number, _EDGE // 2)
        cv2.putText(picture, name[:13], where, _FONT, 0.4, colour)
    for way, name in enumerate(line.ends):
        where = (at(way, 0)[0] - 24, _HIGH - _EDGE // 2)
        cv2.putText(picture, name[:11], where, _FONT, 0.4, _BLACK)
    return picture
