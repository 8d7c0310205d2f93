"""A frame while the eyes look at it: its pixels, and what is found on them, each thing once.

Every stage reads from here, so that no stage finds shapes or ink again. Nothing here outlives the
look, and nothing here says what a thing is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.eyes.shapes.ink import ink_mask, inked_columns, inked_rows
from uitars_runtime.eyes.shapes.proposals import Proposal, propose
from uitars_runtime.eyes.shapes.regions import Pixels
from uitars_runtime.types import Box


class Screen:
    """One picture of a screen."""

    def __init__(self, pixels: Pixels, shapes: Sequence[Proposal] | None = None) -> None:
        """`shapes`: those that are known already."""
        self.pixels = pixels
        self._known = shapes
        self._inks: dict[Box, NDArray[np.bool_]] = {}

    @cached_property
    def shapes(self) -> list[Proposal]:
        """What may be a widget, by its outline."""
        return propose(self.pixels) if self._known is None else list(self._known)

    def crop(self, box: Box) -> Pixels:
        """The pixels of a box, as far as it lies on the screen."""
        return self.pixels[max(0, box.top) : box.bottom, max(0, box.left) : box.right]

    def ink(self, box: Box) -> NDArray[np.bool_]:
        """Which pixels of a box are ink, (height, width). Not to be written to."""
        known = self._inks.get(box)
        if known is None:
            known = self._inks[box] = ink_mask(self.crop(box))
        return known

    def tight(self, box: Box) -> Box | None:
        """The box around the ink inside `box`, or None where there is none."""
        mask = self.ink(box)
        rows, columns = np.flatnonzero(inked_rows(mask)), np.flatnonzero(inked_columns(mask))
        if len(rows) == 0:
            return None
        left, top = max(0, box.left), max(0, box.top)
        return Box(
            left + int(columns[0]),
            top + int(rows[0]),
            left + int(columns[-1]) + 1,
            top + int(rows[-1]) + 1,
        )
