"""Secrets that stand on the screen in plain text, found by reading it. Reads what is new only."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.privacy.words import concealed_text
from uitars_runtime.types import Box

if TYPE_CHECKING:
    from uitars_runtime.eyes.shapes.regions import Pixels
    from uitars_runtime.eyes.text.lines import Line, LineReader
    from uitars_runtime.frame import Frame

_MARGIN = 3
"""Pixels around a line that are hidden with it."""


class _Read(msgspec.Struct, frozen=True):
    pixels: Pixels
    lines: tuple[Line, ...]


class ReadSecrets:
    """Keeps the lines of the last screen."""

    def __init__(self) -> None:
        self._last: _Read | None = None

    def find(self, seen: Frame, /) -> list[Box]:
        """The lines of text that hold a secret. ModelError where the networks are missing."""
        return [
            Box(
                line.box.left - _MARGIN,
                line.box.top - _MARGIN,
                line.box.right + _MARGIN,
                line.box.bottom + _MARGIN,
            )
            for line in self._lines(seen.pixels)
            if concealed_text(line.text) != line.text
        ]

    def _lines(self, pixels: Pixels) -> tuple[Line, ...]:
        from uitars_runtime.eyes.screen import Screen
        from uitars_runtime.eyes.shapes.regions import (
            changed_regions,
            content_regions,
            grow_to_hold,
        )
        from uitars_runtime.geometry import overlap

        last = self._last
        if last is not None and last.pixels.shape != pixels.shape:
            last = None
        changed = changed_regions(last.pixels, pixels) if last else content_regions(pixels)
        known = last.lines if last else ()
        regions = grow_to_hold(changed, [line.box for line in known])
        kept = [line for line in known if not any(overlap(line.box, box) for box in regions)]
        lines = (*kept, *self._reader.find(Screen(pixels), regions))
        self._last = _Read(pixels, lines)
        return lines

    @functools.cached_property
    def _reader(self) -> LineReader:
        from uitars_runtime.eyes.text.lines import LineReader
        from uitars_runtime.eyes.text.recognition import Recognizer

        return LineReader(Recognizer())
