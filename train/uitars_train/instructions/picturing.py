"""A screen's picture with a number on every true element, for people who write or read.

The picture is the one that `harvest programs --pictures` kept; where it is missing, one is drawn
from what is known of the elements. Not here: the table beside it (`showing.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from uitars_runtime.element import Element, Role
from uitars_runtime.errors import UsageError
from uitars_runtime.frame import Frame
from uitars_runtime.geometry import common, grown
from uitars_runtime.types import Box, Point, Size
from uitars_train.harvest.looking_again import picture_path
from uitars_train.harvest.records import Look, Screen

if TYPE_CHECKING:
    from numpy.typing import NDArray

PICTURES: Final = Path(__file__).parents[3] / "build" / "pictures"
"""Of a checkout; too large to be committed."""
_LEAST_HEIGHT: Final = 14
_DIGIT: Final = 7
"""Pixels that a digit of a number takes."""
_COLOURS: Final = {
    **{Role.TEXT: (120, 120, 120), Role.BUTTON: (0, 90, 220), Role.ICON: (190, 0, 190)},
    **{Role.CHECKBOX: (0, 130, 0), Role.RADIO: (0, 130, 0), Role.FIELD: (200, 90, 0)},
    **{Role.COMBO: (200, 90, 0), Role.TAB: (0, 130, 150), Role.ITEM: (150, 100, 0)},
}
_OTHERS: Final = (200, 0, 0)
_PAPER, _INK, _EDGE = (246, 246, 246), (20, 20, 20), (150, 150, 150)
_DARK_PAPER, _DARK_INK = (40, 40, 40), (235, 235, 235)


def picture_of(name: str, place: int, folder: Path) -> NDArray[np.uint8] | None:
    """The pixels that were kept of a screen, red green blue; None where none were."""
    path = picture_path(folder, name, place)
    if not path.exists():
        return None
    try:
        return Frame.of_png(path.read_bytes()).pixels
    except ValueError as error:
        raise UsageError(f"{path} is no picture.") from error


def drawn(screen: Screen, look: Look) -> NDArray[np.uint8]:
    """What is known of a screen as a plain drawing."""
    import cv2

    paper, ink = (_DARK_PAPER, _DARK_INK) if look.dark else (_PAPER, _INK)
    pixels = np.full((look.size.height, look.size.width, 3), paper, np.uint8)
    for true in screen.true:
        element, box = true.element, true.element.box
        if element.role is not Role.TEXT:
            corners = (box.left, box.top), (box.right - 1, box.bottom - 1)
            cv2.rectangle(pixels, *corners, _EDGE, 2 if element.selected else 1)
        words = f"{_sign(element)}{element.text or element.name}"
        size = min(0.5, max(box.height / 30, 0.3))
        at = box.left + 3, box.center.y + 5
        plain = words.encode("ascii", "replace").decode()
        cv2.putText(pixels, plain, at, cv2.FONT_HERSHEY_SIMPLEX, size, ink, 1, cv2.LINE_AA)
    return pixels


def _sign(element: Element) -> str:
    if element.role in (Role.CHECKBOX, Role.RADIO):
        return "[x] " if element.checked else "[ ] "
    return ""


def numbered(pixels: NDArray[np.uint8], screen: Screen) -> NDArray[np.uint8]:
    """The same with a frame and a number on every true element, the number where it hides least."""
    import cv2

    marked = pixels.copy()
    size = Size(int(pixels.shape[1]), int(pixels.shape[0]))
    places = _places([one.element.box for one in screen.true], size)
    for true in screen.true:
        box, colour = true.element.box, _COLOURS.get(true.element.role, _OTHERS)
        corners = (box.left, box.top), (box.right - 1, box.bottom - 1)
        cv2.rectangle(marked, *corners, colour, 1)
    for number, (true, place) in enumerate(zip(screen.true, places, strict=True)):
        colour = _COLOURS.get(true.element.role, _OTHERS)
        corners = (place.left, place.top), (place.right - 1, place.bottom - 1)
        cv2.rectangle(marked, *corners, colour, -1)
        at = place.left + 1, place.bottom - 3
        cv2.putText(
            marked, f"{number}", at, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255, 255, 255), 1, cv2.LINE_AA
        )
    return marked


def _places(boxes: Sequence[Box], size: Size) -> list[Box]:
    """Where each number goes: beside its box rather than on one, and on no other number."""
    taken: list[Box] = []
    for number, box in enumerate(boxes):
        wide = _DIGIT * len(f"{number}") + 3
        ways = [_inside(way, size) for way in _ways(box, wide)]
        taken.append(min(ways, key=lambda way: _hidden(way, box, boxes, taken)))
    return taken


def _ways(box: Box, wide: int) -> Iterator[Box]:
    tall = _LEAST_HEIGHT
    middle = box.center.y - tall // 2
    for corner in (
        Point(box.left, box.top - tall),
        Point(box.left - wide, middle),
        Point(box.right, middle),
        Point(box.left, box.bottom),
        Point(box.right - wide, box.top - tall),
        Point(box.right - wide, middle),
        Point(box.left, box.top),
    ):
        yield Box(corner.x, corner.y, corner.x + wide, corner.y + tall)


def _inside(way: Box, size: Size) -> Box:
    across = max(0, -way.left) - max(0, way.right - size.width)
    down = max(0, -way.top) - max(0, way.bottom - size.height)
    return Box(way.left + across, way.top + down, way.right + across, way.bottom + down)


def _hidden(way: Box, own: Box, boxes: Sequence[Box], taken: Sequence[Box]) -> float:
    """How much a number there would hide: other numbers count most, its own box least."""
    numbers = sum(_share(way, other) for other in taken)
    others = sum(_share(way, other) for other in boxes if other is not own)
    return 20 * numbers + others + 0.8 * _share(way, own)


def _share(way: Box, other: Box) -> float:
    shared = common(way, grown(other, 0, -1))
    return 0.0 if shared is None else shared.area / way.area


def write(path: Path, pixels: NDArray[np.uint8]) -> None:
    """As PNG. Raises `UsageError` where it cannot be written."""
    import cv2

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        written = cv2.imwrite(str(path), pixels[:, :, ::-1])
    except (OSError, cv2.error) as error:
        raise UsageError(f"{path} cannot be written: give a file that ends in .png.") from error
    if not written:
        raise UsageError(f"{path} cannot be written.")
