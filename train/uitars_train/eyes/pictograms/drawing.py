"""Drawings as pixels: each rendered once, kept as bytes in one file."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from uitars_runtime.replacing import replaced
from uitars_train.eyes.pictograms.sources import PACKAGES, Drawing, packaged, themed
from uitars_train.screens.qt_application import prepare_application
from uitars_train.screens.qt_drawings import rendered

LINED: Final = 48
"""Side at which drawings of packages are rendered: a multiple of 16 and 24."""
LARGEST: Final = 32
"""Side of what themes draw; larger is made smaller."""


class Rendered(msgspec.Struct, frozen=True, array_like=True):
    """A drawing's pixels."""

    width: int
    height: int
    ink: bytes
    """(height, width, 4) red, green, blue, opacity; of what is of one colour the opacity alone."""
    names: tuple[str, ...]
    tags: tuple[str, ...]
    source: str

    @property
    def pixels(self) -> NDArray[np.uint8]:
        """(height, width, 4), or (height, width) where the drawing is of one colour."""
        flat = np.frombuffer(self.ink, np.uint8)
        shape = (self.height, self.width, -1)
        found = flat.reshape(shape)
        return found[:, :, 0] if found.shape[2] == 1 else found


def draw_all(work: Path) -> None:
    """Writes the drawings of packages and of themes into `work`; packages are fetched into it."""
    prepare_application()
    draw(packaged(work / "packages"), work / "packages.drawings")
    draw(themed(), work / "themes.drawings")


def draw(drawings: Iterable[Drawing], out: Path) -> None:
    """Writes every drawing that has ink into `out`; what looks the same once, with all names."""
    found: dict[tuple[int, int, bytes], Rendered] = {}
    for count, drawing in enumerate(drawings):
        if count % 2000 == 0:
            sys.stderr.write(f"{count} read, {len(found)} kept\n")
        lined = drawing.source in PACKAGES
        pixels = rendered(drawing.file, LINED if lined else LARGEST, enlarged=lined)
        if pixels is None or pixels[:, :, 3].max() < 40:
            continue
        kept = _one_colour(pixels)
        key = (kept.shape[1], kept.shape[0], kept.tobytes())
        known = found.get(key)
        found[key] = Rendered(
            *key,
            tuple(dict.fromkeys((*(known.names if known else ()), *drawing.names))),
            tuple(dict.fromkeys((*(known.tags if known else ()), *drawing.tags))),
            known.source if known else drawing.source,
        )
    out.parent.mkdir(parents=True, exist_ok=True)
    with replaced(out) as file:
        file.write(msgspec.msgpack.encode(tuple(found.values())))
    sys.stderr.write(f"{len(found)} drawings\n")


def load(path: Path) -> Iterator[Rendered]:
    """The drawings that `draw` wrote."""
    yield from msgspec.msgpack.decode(path.read_bytes(), type=tuple[Rendered, ...])


def _one_colour(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The opacity alone, where all that is opaque has one colour."""
    solid = pixels[pixels[:, :, 3] > 200][:, :3]
    if len(solid) and np.ptp(solid.astype(np.int16), axis=0).max() <= 24:
        return np.ascontiguousarray(pixels[:, :, 3:])
    return pixels
