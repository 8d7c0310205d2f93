"""Secrets that stand on the screen in plain text, found by reading it. Reads what is new only."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from uitars_runtime.privacy.words import concealed_text
from uitars_runtime.types import Box

if TYPE_CHECKING:
    from uitars_runtime.eyes.text.lines import ChangingLines
    from uitars_runtime.frame import Frame

_MARGIN = 3
"""Pixels around a line that are hidden with it."""


class ReadSecrets:
    """Keeps the lines of the last screen."""

    def find(self, seen: Frame, /) -> list[Box]:
        """The lines of text that hold a secret. ModelError where the networks are missing."""
        from uitars_runtime.eyes.scene import Scene

        return [
            Box(
                line.box.left - _MARGIN,
                line.box.top - _MARGIN,
                line.box.right + _MARGIN,
                line.box.bottom + _MARGIN,
            )
            for line in self._lines.read(Scene(seen.pixels))
            if concealed_text(line.text) != line.text
        ]

    @functools.cached_property
    def _lines(self) -> ChangingLines:
        from uitars_runtime.eyes.text.lines import ChangingLines, LineReader
        from uitars_runtime.eyes.text.recognition import Recognizer

        return ChangingLines(LineReader(Recognizer()))
