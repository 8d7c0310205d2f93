"""How a drawing looks on a screen: in some size and colour, on some ground, cut as the eyes cut it.

The cut is the product's (`uitars_runtime.eyes.roles.reader`): a square around the ink, 32 pixels
wide.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from uitars_runtime.eyes.roles.reader import CORE

Pixels = NDArray[np.uint8]
Draw = np.random.Generator

_SIDES: Final = (13, 14, 16, 16, 16, 16, 18, 20, 22, 22, 24, 24, 28, 32)
"""Pixels that a drawing of one colour is wide."""
_DISABLED: Final = 0.08
"""Share of drawings that are greyed out."""
_FRAMED: Final = 0.25
"""Share that lies on a button that is cut out as a whole."""
_CROWDED: Final = 0.3
"""Share with something beside it that reaches into the cut."""
_INK: Final = 40
"""Opacity from which something is ink."""


def drawn(pixels: Pixels, draw: Draw) -> Pixels:
    """(32, 32, 3): a drawing, (height, width) or (height, width, 4), as a screen may show it."""
    lined = pixels.ndim == 2
    ink = _sized(pixels, draw, lined)
    opacity = ink if lined else ink[:, :, 3]
    across, down = np.flatnonzero(opacity.max(0) > _INK), np.flatnonzero(opacity.max(1) > _INK)
    if not len(across) or not len(down):
        return np.full((CORE, CORE, 3), 200, np.uint8)
    width, height = across[-1] - across[0] + 1, down[-1] - down[0] + 1
    framed = draw.random() < _FRAMED
    whole = max(width, height) + (int(draw.integers(4, 16)) if framed else 0)
    side = min(128, max(24, round(1.25 * whole)))
    dark = draw.random() < 0.3
    ground = _ground(side, dark, framed, whole, draw)
    left = (side - int(width)) // 2 - int(across[0]) + int(draw.integers(-1, 2))
    top = (side - int(height)) // 2 - int(down[0]) + int(draw.integers(-1, 2))
    if draw.random() < _CROWDED:
        away = int(max(width, height) + draw.integers(4, 10)) * (1 if draw.random() < 0.5 else -1)
        _lay(ground, ink, left + away, top, _colour(dark, draw), 1.0)
    faint = draw.uniform(0.35, 0.6) if draw.random() < _DISABLED else 1.0
    _lay(ground, ink, left, top, _colour(dark, draw), faint)
    return resized(np.clip(ground, 0, 255).astype(np.uint8))


def cut(picture: Pixels, x: float, y: float, side: float) -> Pixels:
    """(32, 32, 3): the square with a middle and a side, edges continued."""
    scale = CORE / side
    move = np.array(
        [[scale, 0, CORE / 2 - x * scale], [0, scale, CORE / 2 - y * scale]], np.float32
    )
    return np.asarray(
        cv2.warpAffine(
            picture, move, (CORE, CORE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        ),
        np.uint8,
    )


def resized(square: Pixels) -> Pixels:
    """A square as wide as the network reads it."""
    method = cv2.INTER_AREA if len(square) > CORE else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(square, (CORE, CORE), interpolation=method), np.uint8)


def _sized(pixels: Pixels, draw: Draw, lined: bool) -> Pixels:
    height, width = pixels.shape[:2]
    if lined and max(height, width) > 32:
        scale = int(draw.choice(_SIDES)) / max(height, width)
    else:
        scale = 1.0 if draw.random() < 0.75 else float(draw.choice([0.75, 1.25, 1.5, 2.0]))
    if scale == 1.0:
        return pixels
    size = (max(4, round(width * scale)), max(4, round(height * scale)))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(pixels, size, interpolation=method), np.uint8)


def _ground(side: int, dark: bool, framed: bool, whole: int, draw: Draw) -> NDArray[np.float32]:
    level = draw.integers(20, 80) if dark else draw.integers(205, 256)
    tint = draw.normal(0, 4, 3) if draw.random() < 0.85 else draw.normal(0, 40, 3)
    ground = np.full((side, side, 3), level + tint, np.float32)
    if draw.random() < 0.2:
        ground += np.linspace(0, draw.normal(0, 12), side, dtype=np.float32)[:, None, None]
    if framed:
        first = (side - whole) // 2
        face = ground[first : first + whole, first : first + whole]
        face += np.float32(draw.normal(0, 10))
        edge = [float(level + draw.normal(0, 45))] * 3
        cv2.rectangle(ground, (first, first), (first + whole - 1, first + whole - 1), edge, 1)
    return ground


def _colour(dark: bool, draw: Draw) -> NDArray[np.float32]:
    if draw.random() < 0.2:
        return draw.uniform(0, 255, 3).astype(np.float32)
    level = draw.integers(190, 256) if dark else draw.integers(0, 110)
    return np.full(3, level, np.float32)


def _lay(
    ground: NDArray[np.float32], ink: Pixels, left: int, top: int, colour: NDArray[np.float32],
    faint: float,
) -> None:  # fmt: skip
    """Paints a drawing where it lies on the ground; what lies beside it is not seen."""
    height, width = ink.shape[:2]
    side = len(ground)
    x, y = slice(max(0, left), min(side, left + width)), slice(max(0, top), min(side, top + height))
    if x.start >= x.stop or y.start >= y.stop:
        return
    part = ink[y.start - top : y.stop - top, x.start - left : x.stop - left]
    lined = part.ndim == 2
    opacity = (part if lined else part[:, :, 3]).astype(np.float32)[:, :, None] * (faint / 255)
    paint = colour if lined else part[:, :, :3].astype(np.float32)
    ground[y, x] += (paint - ground[y, x]) * opacity
