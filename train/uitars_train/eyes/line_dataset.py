"""Lines with what they say, as files of views: cut from screens with truth, or drawn.

Pictures without words (icons, ticks) come along with an empty text, so that they are not read.
"""

from __future__ import annotations

import itertools
import json
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.browser.chromium import OWN_PAGES
from uitars_runtime.browser.own import headless
from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.scene import Scene
from uitars_runtime.eyes.text.recognition import View, line_view
from uitars_runtime.eyes.text.splitting import clip_to_frame, split_at_gaps, split_at_shapes
from uitars_runtime.replacing import replaced
from uitars_runtime.types import Box
from uitars_train.eyes.drawn_lines import loose_box, rows_of
from uitars_train.eyes.line_drawing import DrawnLine, qt_lines, web_lines
from uitars_train.eyes.line_texts import CHARACTERS
from uitars_train.screens.screen import Screen, Split, named, seeded
from uitars_train.screens.stream import load_one

SHARD = 20_000
"""Lines in one file."""
SCREENS = 250
"""Screens whose lines are in one file."""
CLIPPED = (0.3, 1.3)
"""Columns of a view to each of its rows and characters between which the words are all there."""
_MAY_BE_TYPED = {
    "add", "back", "bold", "calculator", "check", "close", "down", "error", "first", "font",
    "forward", "help", "info", "italic", "key", "last", "left", "menu", "minimize", "more",
    "question", "remove", "right", "strikethrough", "underline", "up", "warning", "web",
}  # fmt: skip
"""Meanings of icons that may be drawn as a character; they are not taught to be wordless."""


class Lines(NamedTuple):
    """Views of many lines side by side."""

    views: NDArray[np.uint8]
    """(HEIGHT, all columns)"""
    ends: NDArray[np.int64]
    """(n,): the column behind each line's last."""
    texts: list[str]

    def view(self, index: int) -> View:
        """The picture of one line."""
        start = int(self.ends[index - 1]) if index else 0
        return self.views[:, start : int(self.ends[index])]

    def wordless(self) -> list[int]:
        """Which of them are pictures without words."""
        return [index for index, text in enumerate(self.texts) if not text]


def draw(work: Path, split: str, toolkit: str, count: int) -> None:
    """Writes so many lines drawn by `qt` or `web`, taken up where it stopped."""
    words = Split(split)
    for shard in range(-(-count // SHARD)):
        path = work / f"lines-{toolkit}-{shard:03}.npz"
        if path.exists():
            continue
        source = seeded(f"lines {split} {toolkit} {shard}")
        if toolkit == "qt":
            _store(path, itertools.islice(qt_lines(words, source), min(SHARD, count)))
            continue
        with headless(*OWN_PAGES) as page:
            _store(path, itertools.islice(web_lines(words, source, page), min(SHARD, count)))


def cut(pool: Path, work: Path, limit: int) -> None:
    """Writes the lines of a folder's screens, taken up where it stopped."""
    names = [path.stem for path in named(pool)]
    random.Random(2).shuffle(names)
    for start in range(0, min(limit, len(names)), SCREENS):
        chosen = names[start : min(limit, start + SCREENS)]
        path = work / f"lines-{chosen[0]}.npz"
        if not path.exists():
            screens = (load_one(pool / f"{name}.json") for name in chosen)
            _store(path, (line for screen in screens for line in lines_of(screen)))


def lines_of(screen: Screen) -> Iterator[DrawnLine]:
    """The lines of a screen that say just what their element says, and some wordless pictures."""
    noise = random.Random(screen.seed)
    seen = Scene(screen.pixels)
    for element in screen.elements:
        if element.role is Role.ICON and element.icon not in _MAY_BE_TYPED and noise.random() < 0.3:
            yield DrawnLine(_crop(screen, element.box), "")
        if not _is_one_line(element):
            continue
        rows = list(rows_of(seen, element))
        if len(rows) != 1:
            continue
        parts = [
            part
            for whole in split_at_shapes(
                seen, loose_box(rows[0], screen.pixels, noise), seen.shapes
            )
            for part in split_at_gaps(seen, clip_to_frame(seen, whole, seen.shapes))
            if seen.tight(part)
        ]
        if len(parts) == 1:
            yield DrawnLine(_crop(screen, parts[0]), element.text)


def _is_one_line(element: Element) -> bool:
    return bool(element.text) and "\n" not in element.text and element.role is not Role.OTHER


def _crop(screen: Screen, box: Box) -> NDArray[np.uint8]:
    return screen.pixels[box.top : box.bottom, box.left : box.right]


def _store(path: Path, drawn: Iterable[DrawnLine]) -> None:
    views: list[View] = []
    texts: list[str] = []
    for crop, text in drawn:
        said = " ".join(text.split())
        if not crop.size or not set(said) <= set(CHARACTERS):
            continue
        view = line_view(crop)
        share = view.shape[1] / view.shape[0] / max(1, len(said))
        if len(said) < 4 or CLIPPED[0] <= share <= CLIPPED[1]:
            views.append(view)
            texts.append(said)
    path.parent.mkdir(parents=True, exist_ok=True)
    with replaced(path) as file:
        np.savez(
            file,
            views=np.concatenate(views, axis=1),
            ends=np.cumsum([view.shape[1] for view in views]),
            texts=np.frombuffer(json.dumps(texts).encode(), np.uint8),
        )
    sys.stderr.write(f"{path.name}: {len(texts)} lines\n")


def load_lines(work: Path) -> Iterator[Lines]:
    """The files of lines of a folder, one after the other."""
    for path in sorted(work.glob("lines-*.npz")):
        with np.load(path, allow_pickle=False) as data:
            yield Lines(data["views"], data["ends"], json.loads(data["texts"].tobytes()))
