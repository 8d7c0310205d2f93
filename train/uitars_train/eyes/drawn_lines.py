"""Boxes of lines as the detector would give them, made from the truth: a thousand times cheaper.

They go through the same cuts as real ones. What the detector overlooks or joins is not imitated;
a part of the examples is made with the real detector for that.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.scene import Scene
from uitars_runtime.eyes.shapes import Pixels, inked_rows, runs
from uitars_runtime.eyes.text.splitting import clip_to_frame, split_at_gaps, split_at_shapes
from uitars_runtime.types import Box
from uitars_train.screens.screen import Screen

BORDER = 3
"""Pixels at the edge of a widget that are its border and not its words."""
OVERLOOKED = 0.02
"""Share of lines left out, as the detector leaves some out."""


def drawn_lines(screen: Screen, seen: Scene) -> list[Box]:
    """The boxes of all lines of the screen, cut at gaps and shapes; `seen`: as the eyes do.

    Icons among them: the detector takes many for a sign.
    """
    noise = random.Random(screen.seed)
    return [
        part
        for element in screen.elements
        if (element.text and element.role is not Role.OTHER) or element.role is Role.ICON
        for row in rows_of(seen, element)
        if noise.random() >= OVERLOOKED
        for whole in split_at_shapes(seen, loose_box(row, screen.pixels, noise), seen.shapes)
        for part in split_at_gaps(seen, clip_to_frame(seen, whole, seen.shapes))
    ]


def rows_of(seen: Scene, element: Element) -> Iterator[Box]:
    """The rows of ink inside an element."""
    box = element.box
    edge = BORDER if element.role in {Role.BUTTON, Role.FIELD, Role.COMBO, Role.TAB} else 0
    inner = Box(box.left + edge, box.top + edge, box.right - edge, box.bottom - edge)
    if inner.width < 4 or inner.height < 4:
        return
    mask = seen.ink(inner)
    for first, last in runs(inked_rows(mask), gap=3):
        row = Box(inner.left, inner.top + first, inner.right, inner.top + last)
        tight = seen.tight(row) if row.height >= 4 else None
        if tight and tight.width >= 3:
            yield tight


def loose_box(row: Box, pixels: Pixels, noise: random.Random) -> Box:
    """The row with the room around it that the detector leaves."""
    room = max(2, row.height // 3)
    height, width = pixels.shape[:2]
    return Box(
        max(0, row.left - noise.randint(1, room)),
        max(0, row.top - noise.randint(1, room)),
        min(width, row.right + noise.randint(1, room)),
        min(height, row.bottom + noise.randint(1, room)),
    )
