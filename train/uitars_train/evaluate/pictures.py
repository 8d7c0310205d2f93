"""Pictures of failures: what was wanted in green, what was given in red, the task on top.

Of a single step the picture it was asked about, of a whole try the last look.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from uitars_runtime.errors import UsageError
from uitars_runtime.journal import read_frame, read_run
from uitars_runtime.types import Action, Box, Click, Drag, Move, Point, Scroll
from uitars_train.evaluate.results import Result
from uitars_train.evaluate.screens import Expect, ExpectClick, Item, Wrong, read_picture

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from uitars_runtime.frame import Frame

MOST: Final = 10
_GREEN, _RED, _WHITE, _BLACK = (0, 160, 0), (220, 0, 0), (255, 255, 255), (0, 0, 0)
_LINE = 20
"""Pixels of one line of the caption."""


def draw_failures(
    items: Sequence[Item], wrong: Sequence[Wrong], folder: Path, out: Path
) -> list[Path]:
    """Up to `MOST` pictures `failure-INDEX.png` in the folder `out`, of every tag one before a
    second of any. Raises `UsageError` where one cannot be written."""
    written: list[Path] = []
    for one in _mixed(items, wrong)[:MOST]:
        item = items[one.index]
        frame = read_picture(folder / item.image)
        area = item.expect.area if isinstance(item.expect, ExpectClick) else None
        told = f"Wanted: {_words(item.expect)}   Got: {_words(one.got)}"
        picture = _draw(frame, (f"Task: {item.task}", told), area, one.got)
        written.append(_write(out / f"failure-{one.index}.png", picture))
    return written


def draw_last(frame: Frame, task: str, action: Action | None, ended: str, path: Path) -> Path:
    """The last look of a try that failed, with what was proposed there and how it ended. Raises
    `UsageError` where it cannot be written."""
    lines = f"Task: {task}", f"Last: {_words(action)}   Ended: {ended}"
    return _write(path, _draw(frame, lines, None, action))


def draw_runs(
    failed: Sequence[Result], tasks: Mapping[str, str], runs: Path, out: Path
) -> list[Path]:
    """The last looks of up to `MOST` tries on programs, `failure-NAME.png`; `tasks` by their name.
    Those whose record is gone are left out."""
    written: list[Path] = []
    for one in failed:
        folder = runs / one.run
        steps = read_run(folder).steps if one.run and folder.is_dir() else ()
        if steps and len(written) < MOST:
            frame = read_frame(folder, steps[-1].observation)
            ended = f"{one.ending}. {one.reason}"
            path = out / f"failure-{one.name}.png"
            written.append(draw_last(frame, tasks[one.name], steps[-1].action, ended, path))
    return written


def _write(path: Path, picture: NDArray[np.uint8]) -> Path:
    import cv2

    path.parent.mkdir(parents=True, exist_ok=True)
    if not cv2.imwrite(str(path), picture[:, :, ::-1]):
        raise UsageError(f"{path} cannot be written.")
    return path


def _mixed(items: Sequence[Item], wrong: Sequence[Wrong]) -> list[Wrong]:
    """The failures ordered so that tags take turns."""
    seen: dict[str, int] = {}
    turns: list[tuple[int, int, Wrong]] = []
    for one in wrong:
        tag = items[one.index].tag
        seen[tag] = seen.get(tag, 0) + 1
        turns.append((seen[tag], one.index, one))
    return [one for _, _, one in sorted(turns, key=lambda turn: turn[:2])]


def _draw(
    frame: Frame, told: Sequence[str], wanted: Box | None, given: Action | None
) -> NDArray[np.uint8]:
    import cv2
    import numpy as np

    pixels = frame.pixels
    lines = [line for text in told for line in textwrap.wrap(text, 130)]
    top = _LINE * len(lines) + 8
    picture = np.full((pixels.shape[0] + top, pixels.shape[1], 3), 255, np.uint8)
    picture[top:] = pixels
    for number, line in enumerate(lines):
        plain = line.encode("ascii", "replace").decode()
        place = (6, _LINE * (number + 1) - 4)
        cv2.putText(picture, plain, place, cv2.FONT_HERSHEY_SIMPLEX, 0.5, _BLACK, 1, cv2.LINE_AA)
    if wanted is not None:
        corners = (wanted.left, wanted.top + top), (wanted.right - 1, wanted.bottom - 1 + top)
        cv2.rectangle(picture, *corners, _GREEN, 2)
    if (at := _place(given)) is not None:
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
