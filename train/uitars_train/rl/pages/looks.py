"""What both ways to look at a page have in common, and the product's eyes on its picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec
import numpy as np

from uitars_runtime.desktop.capture import Grab
from uitars_runtime.desktop.changes import difference
from uitars_runtime.element import Element
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.frame import Frame
from uitars_runtime.types import Box
from uitars_train.rl.pages.shown import Shown

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Look(msgspec.Struct, frozen=True):
    """What was seen."""

    elements: tuple[Element, ...]
    pixels: NDArray[np.uint8] | None
    """None where nobody looked at any."""
    changed: bool
    """Whether it differs from the look before."""


class Looks(Protocol):
    """A way to look at a page. Methods raise `DesktopError`."""

    def begin(self, task: str, seed: int, /) -> None:
        """Forget what was seen of the page before."""
        ...

    def look(self) -> Look:
        """What is there now."""
        ...


class Sight:
    """Implements `Looks` by the product's eyes."""

    def __init__(self, shown: Shown) -> None:
        self._shown = shown
        self._eyes = Eyes()
        self._last: Grab | None = None

    def begin(self, task: str, seed: int, /) -> None:
        self._last = None

    def look(self) -> Look:
        frame = Frame.of_png(self._shown.picture())
        last, self._last = self._last, _grab(frame)
        changed = last is not None and difference(last, self._last) is not None
        return Look(self._eyes.look(frame, afresh=last is None), frame.pixels, changed)


def _grab(frame: Frame) -> Grab:
    """As the product compares two screens."""
    blank = np.zeros((*frame.pixels.shape[:2], 1), np.uint8)
    raw = np.concatenate((frame.pixels[:, :, ::-1], blank), axis=2)
    return Grab(bytearray(raw.tobytes()), Box(0, 0, frame.size.width, frame.size.height))
