"""Endless streams of screens from several toolkits, and folders of screens on disk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Protocol

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from uitars_runtime.element import Element
from uitars_runtime.errors import UsageError
from uitars_runtime.replacing import replaced
from uitars_train.screens.screen import Screen, Split, named, seeded

MIX: Mapping[str, float] = {
    "qt": 0.5,
    "web": 0.17,
    "large": 0.07,
    "gtk": 0.12,
    "tk": 0.08,
    "sheet": 0.06,
}
"""The share of each toolkit in a stream."""


class Screens(Protocol):
    """A toolkit that makes screens."""

    def make(self, seed: int) -> Screen:
        """The screen of a seed; the same seed gives the same screen."""
        ...

    def close(self) -> None:
        """Ends the programs it started."""
        ...


class _Truth(msgspec.Struct, frozen=True):
    toolkit: str
    seed: int
    elements: tuple[Element, ...]


def open_toolkit(name: str, split: Split) -> Screens:
    """A toolkit by its name in `MIX`; raises `UsageError` where the machine lacks it."""
    match name:
        case "qt":
            from uitars_train.screens.qt import QtScreens

            return QtScreens(split)
        case "web":
            from uitars_train.screens.web import WebScreens

            return WebScreens(split)
        case "large":
            from uitars_train.screens.large import LargeScreens

            return LargeScreens(split)
        case "gtk":
            from uitars_train.screens.gtk import GtkScreens

            return GtkScreens(split)
        case "tk":
            from uitars_train.screens.tk import TkScreens

            return TkScreens(split)
        case "sheet":
            from uitars_train.screens.icon_bars import IconBarScreens

            return IconBarScreens(split)
        case _:
            raise UsageError(
                f"There is no toolkit called {name!r}.", f"Use one of {', '.join(MIX)}."
            )


def stream(split: Split, seed: int, mix: Mapping[str, float] = MIX) -> Iterator[Screen]:
    """Screens without end, toolkits drawn by their shares in `mix`.

    Raises `UsageError` at the first screen where a toolkit with a share is missing.
    """
    source = seeded(f"stream {split} {seed}")
    wanted = {name: share for name, share in mix.items() if share > 0}
    with ExitStack() as stack:
        toolkits = {
            name: stack.enter_context(closing(open_toolkit(name, split))) for name in wanted
        }
        while True:
            name = source.choices(tuple(wanted), tuple(wanted.values()))[0]
            yield toolkits[name].make(source.randrange(2**48))


def dump(folder: Path, count: int, split: Split, seed: int, mix: Mapping[str, float] = MIX) -> None:
    """Puts the first `count` screens of a stream into a folder; what is there is kept.

    Each screen is a `NAME.png` and, written after it, a `NAME.json`; a run that was cut off is
    taken up where it ended.
    """
    folder.mkdir(parents=True, exist_ok=True)
    source = seeded(f"dump {split} {seed}")
    wanted = {name: share for name, share in mix.items() if share > 0}
    names = tuple(wanted)
    with ExitStack() as stack:
        toolkits: dict[str, Screens] = {}
        for _ in range(count):
            name = source.choices(names, tuple(wanted.values()))[0]
            number = source.randrange(2**48)
            if (folder / f"{name}-{number:012x}.json").exists():
                continue
            if name not in toolkits:
                toolkits[name] = stack.enter_context(closing(open_toolkit(name, split)))
            save(folder, toolkits[name].make(number))


def save(folder: Path, screen: Screen) -> None:
    """Writes one screen into the folder."""
    path = folder / f"{screen.toolkit}-{screen.seed:012x}"
    ok, data = cv2.imencode(".png", screen.pixels[:, :, ::-1], [cv2.IMWRITE_PNG_COMPRESSION, 1])
    if not ok:
        raise ValueError(f"screen {path.name} could not be encoded as PNG")
    path.with_suffix(".png").write_bytes(data.tobytes())
    truth = _Truth(screen.toolkit, screen.seed, screen.elements)
    # The truth appears in one piece and last: where it is, the picture is whole.
    with replaced(path.with_suffix(".json")) as file:
        file.write(msgspec.json.encode(truth))


def load(folder: Path) -> Iterator[Screen]:
    """The screens of a folder in the order of their names. Raises `UsageError` for none, and on a
    broken one."""
    for path in named(folder):
        yield load_one(path)


def load_one(path: Path) -> Screen:
    """The screen whose truth is in this `.json` file. Raises `UsageError` when it is broken."""
    try:
        truth = msgspec.json.decode(path.read_bytes(), type=_Truth)
        pixels = _read(path.with_suffix(".png"))
    except (OSError, ValueError, msgspec.MsgspecError) as error:
        raise UsageError(
            f"The screen {path.name} cannot be read: {error}.", "Delete it and dump again."
        ) from error
    return Screen(pixels, truth.elements, truth.toolkit, truth.seed)


def _read(path: Path) -> NDArray[np.uint8]:
    image = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError("the picture is broken")
    return np.ascontiguousarray(image[:, :, ::-1]).astype(np.uint8, copy=False)
