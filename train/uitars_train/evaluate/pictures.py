"""Pictures of failures: what was wanted in green, what was given in red, the task on top."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from uitars_runtime.errors import UsageError
from uitars_runtime.types import Action, Click, Drag, Move, Point, Scroll
from uitars_train.evaluate.screens import Expect, ExpectClick, Item, Wrong, read_picture

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST: Final = 10
_GREEN, _RED, _WHITE, _BLACK = (0, 160, 0), (220, 0, 0), (255, 255, 255), (0, 0, 0)
_LINE = 20
"""Pixels of one line of the caption."""


def draw_failures(
    items: Sequence[Item], wrong: Sequence[Wrong], folder: Path, out: Path
) -> list[Path]:
    """Up to `MOST` pictures `failure-INDEX.png` in the folder `out`, of every tag one before a
    second of any. Raises `UsageError` where one cannot be written."""
    import cv2

    out.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for one in _mixed(items, wrong)[:MOST]:
        item = items[one.index]
        picture = _draw(read_picture(folder / item.image).pixels, item, one)
        path = out / f"failure-{one.index}.png"
        if not cv2.imwrite(str(path), picture[:, :, ::-1]):
            raise UsageError(f"{path} cannot be written.")
        written.append(path)
    return written


def _mixed(items: Sequence[Item], wrong: Sequence[Wrong]) -> list[Wrong]:
    """The failures ordered so that tags take turns."""
    seen: dict[str, int] = {}
    turns: list[tuple[int, int, Wrong]] = []
    for one in wrong:
        tag = items[one.index].tag
        seen[tag] = seen.get(tag, 0) + 1
        turns.append((seen[tag], one.index, one))
    return [one for _, _, one in sorted(turns, key=lambda turn: turn[:2])]


def _draw(pixels: NDArray[np.uint8], item: Item, wrong: Wrong) -> NDArray[np.uint8]:
    import cv2
    import numpy as np

    lines = [
        *textwrap.wrap(f"Task: {item.task}", 130),
        *textwrap.wrap(f"Wanted: {_words(item.expect)}   Got: {_words(wrong.got)}", 130),
    ]
    top = _LINE * len(lines) + 8
    picture = np.full((pixels.shape[0] + top, pixels.shape[1], 3), 255, np.uint8)
    picture[top:] = pixels
    for number, line in enumerate(lines):
        plain = line.encode("ascii", "replace").decode()
        place = (6, _LINE * (number + 1) - 4)
        cv2.putText(picture, plain, place, cv2.FONT_HERSHEY_SIMPLEX, 0.5, _BLACK, 1, cv2.LINE_AA)
    if isinstance(item.expect, ExpectClick):
        box = item.expect.area
        corners = (box.left, box.top + top), (box.right - 1, box.bottom - 1 + top)
        cv2.rectangle(picture, *corners, _GREEN, 2)
    if (at := _place(wrong.got)) is not None:
        cv2.circle(picture, (at.x, at.y + top), 7, _WHITE, 4)
        cv2.circle(picture, (at.x, at.y + top), 7, _RED, 2)
    return picture


def _place(action: Action | None) -> Point | None:
    match action:
        case Click(at=at) | Move(at=at) | Scroll(at=at):
            return at
        case Drag(start=start):
            return start
        case _:
            return None


def _words(value: Expect | Action | None) -> str:
    return "no action" if value is None else msgspec.json.encode(value).decode()
