"""Small pictures of controls: what the reader of the eyes learns icons and states from.

Each different picture is kept once, however many screens show it. Not here: the views that the
reader gets to see of them (the runtime's `eyes/roles/reader.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np

from uitars_runtime.element import Role
from uitars_runtime.types import Box
from uitars_train.harvest.records import Truth

if TYPE_CHECKING:
    from numpy.typing import NDArray

MARGIN: Final = 6
"""Pixels around the control; at an edge of the screen there are fewer."""
LARGEST: Final = (128, 96)
"""Width and height at most; of what is larger the upper left part is kept."""
_KEPT: Final = frozenset(
    {
        *(Role.ICON, Role.BUTTON, Role.CHECKBOX, Role.RADIO, Role.COMBO),
        *(Role.FIELD, Role.TAB, Role.SLIDER),
    }
)
_LOSSLESS: Final = 101


class Crops:
    """The different pictures of one program."""

    def __init__(self, known: Iterable[bytes] = ()) -> None:
        self._places = {crop: place for place, crop in enumerate(known)}

    @property
    def pictures(self) -> tuple[bytes, ...]:
        return tuple(self._places)

    def kept(self, truths: Sequence[Truth], pixels: NDArray[np.uint8]) -> tuple[Truth, ...]:
        """The widgets, those whose picture is kept with its place among them."""
        return tuple(
            msgspec.structs.replace(one, crop=self._place(one.element.box, pixels))
            if one.confirmed and one.element.role in _KEPT
            else one
            for one in truths
        )

    def _place(self, box: Box, pixels: NDArray[np.uint8]) -> int:
        left, top = max(0, box.left - MARGIN), max(0, box.top - MARGIN)
        right = min(box.right + MARGIN, left + LARGEST[0])
        bottom = min(box.bottom + MARGIN, top + LARGEST[1])
        return self._places.setdefault(encoded(pixels[top:bottom, left:right]), len(self._places))


def encoded(pixels: NDArray[np.uint8]) -> bytes:
    """A picture, red green blue, as lossless WebP."""
    import cv2

    _, data = cv2.imencode(".webp", pixels[:, :, ::-1], [cv2.IMWRITE_WEBP_QUALITY, _LOSSLESS])
    return data.tobytes()


def decoded(crop: bytes) -> NDArray[np.uint8]:
    """(height, width, 3), red green blue."""
    import cv2

    return np.asarray(
        cv2.imdecode(np.frombuffer(crop, np.uint8), cv2.IMREAD_COLOR_RGB), dtype=np.uint8
    )
