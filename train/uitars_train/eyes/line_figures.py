"""Figures of the readers of lines: on the boxes that the detector finds, against what screens say.

A line counts where it is all or nearly all of its element's text as either reader reads it; others
are parts of an element, and their truth is not known.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from uitars_runtime.element import Role, element_at
from uitars_runtime.eyes.scene import Scene
from uitars_runtime.eyes.shapes import Pixels
from uitars_runtime.eyes.text.lines import LineReader
from uitars_runtime.eyes.text.recognition import (
    QuickReader,
    Reading,
    Recognizer,
    WideReader,
    is_sure,
)
from uitars_runtime.types import Box
from uitars_train.screens.screen import Screen, named
from uitars_train.screens.stream import load_one

NEAR = 0.34
"""Share of wrong characters up to which a line may be all of its element's text."""


class _Line(NamedTuple):
    truth: str
    quick: Reading
    wide: Reading

    @property
    def both(self) -> Reading:
        return self.quick if is_sure(self.quick) else self.wide


def read(pool: Path, limit: int) -> None:
    """Prints figures of both readers alone and together on some screens of a folder, as JSON."""
    paths = named(pool)
    random.Random(7).shuffle(paths)
    quick, wide, finder = QuickReader(), WideReader(), LineReader(Recognizer())
    lines: list[_Line] = []
    found = 0
    seconds = {"quick": 0.0, "wide": 0.0}
    for path in paths[:limit]:
        screen = load_one(path)
        boxes = _located(finder, screen.pixels)
        crops = [screen.pixels[box.top : box.bottom, box.left : box.right] for box in boxes]
        readings: list[list[Reading]] = []
        for name, reader in (("quick", quick), ("wide", wide)):
            started = time.process_time()
            readings.append(reader.read(crops))
            seconds[name] += time.process_time() - started
        found += len(crops)
        lines += [
            _Line(truth, first, second)
            for box, first, second in zip(boxes, *readings, strict=True)
            if (truth := _truth(screen, box)) and _is_whole(truth, first, second)
        ]
    figures = {
        "lines": found,
        "scored": len(lines),
        "milliseconds of processor a line": {
            name: round(1000 * spent / max(1, found), 1) for name, spent in seconds.items()
        },
        "left to the wide reader": _share(lines, lambda line: not is_sure(line.quick)),
        "quick": _figures(lines, lambda line: line.quick),
        "wide": _figures(lines, lambda line: line.wide),
        "together": _figures(lines, lambda line: line.both),
    }
    sys.stdout.write(json.dumps(figures, indent=1) + "\n")


def _located(finder: LineReader, pixels: Pixels) -> list[Box]:
    seen = Scene(pixels)
    return [box for box in finder.locate(seen, seen.filled()) if seen.tight(box)]


def _truth(screen: Screen, box: Box) -> str:
    """The text of the smallest element that the line lies in."""
    worded = (element for element in screen.elements if element.role is not Role.OTHER)
    smallest = element_at(worded, box.center)
    return smallest.text if smallest else ""


def _is_whole(truth: str, *readings: Reading) -> bool:
    wrong = min(Levenshtein.distance(reading.text, truth) for reading in readings)
    return wrong <= max(1, NEAR * len(truth))


def _figures(lines: Sequence[_Line], of: Callable[[_Line], Reading]) -> dict[str, float]:
    wrong = [
        min(len(line.truth), Levenshtein.distance(of(line).text.strip(), line.truth))
        for line in lines
    ]
    characters = sum(len(line.truth) for line in lines)
    return {
        "share of wrong characters": round(sum(wrong) / max(1, characters), 4),
        "share of lines all right": round(wrong.count(0) / max(1, len(lines)), 3),
    }


def _share(lines: Sequence[_Line], holds: Callable[[_Line], bool]) -> float:
    return round(sum(map(holds, lines)) / max(1, len(lines)), 3)
