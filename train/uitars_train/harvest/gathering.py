"""`uitars-train harvest programs`: goes through the programs of a list, one after the other.

A round is a program in one look. What was tried, and what came of it, stands beside the programs'
files, so that a harvest that was stopped goes on and nothing is tried twice. Not here: what is done
in a program (`explorer.py`).
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from uitars_runtime.errors import UitarsError
from uitars_runtime.eyes.eyes import Eyes
from uitars_train.evaluate.kept import Kept
from uitars_train.harvest import catalogue
from uitars_train.harvest.catalogue import Entry
from uitars_train.harvest.crops import Crops
from uitars_train.harvest.desk import opened
from uitars_train.harvest.explorer import Explorer, Found
from uitars_train.harvest.looking_again import picture_path
from uitars_train.harvest.looks import look_of
from uitars_train.harvest.records import Look, Program, Screen
from uitars_train.harvest.store import SUFFIX, read, write

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TRIED: Final = "tried.jsonl"
_STARTS: Final = 3
"""How often a program is started in a round: where it got stuck it goes on from the start."""
_GRACE: Final = 90.0
"""Seconds beyond a round's own after which a program that hangs is given up."""


class Order(msgspec.Struct, frozen=True):
    """What to harvest, and where to."""

    out: Path
    programs: tuple[Entry, ...]
    rounds: int = 2
    screens: int = 16
    """Of one round at most."""
    seconds: float = 75.0
    """For exploring in one round."""
    minutes: float = math.inf
    """After which no further round is begun."""
    pictures: Path | None = None
    """Folder for the screens as PNG files, for people to look at."""


class Tried(msgspec.Struct, frozen=True):
    """What came of one round."""

    name: str
    turn: int
    screens: int
    elements: int = 0
    """Widgets that the programs told of on all screens."""
    confirmed: int = 0
    refused: int = 0
    """Steps that the gate did not let through."""
    seconds: float = 0.0
    reason: str = ""
    """Why there is nothing, where there is nothing."""


def gather(order: Order) -> Iterator[Tried]:
    """The rounds as they are done; every program's first before any second one."""
    tried = Kept(order.out / TRIED, msgspec.json.Decoder(Tried))
    eyes, end = Eyes(), time.monotonic() + 60 * order.minutes
    for turn in range(order.rounds):
        for entry in order.programs:
            if time.monotonic() > end:
                return
            if catalogue.is_installed(entry):
                key = f"{entry.name} {turn}"
                yield tried.once(key, partial(_explore, entry, turn, order, eyes))


def _explore(entry: Entry, turn: int, order: Order, eyes: Eyes) -> Tried:
    began = time.monotonic()
    look = look_of(entry.name, turn)
    explorer = Explorer(order.screens, order.seconds)
    path = order.out / f"{entry.name}{SUFFIX}"
    basket = Basket(read(path) if path.exists() else _empty(entry), look)
    reason, refused = "", 0
    for _ in range(_STARTS):
        if explorer.is_over():
            break
        before = explorer.count
        try:
            with opened(entry, look, eyes, order.seconds + _GRACE) as desk:
                for found in explorer.explore(desk):
                    basket.put(found)
                    _show(order.pictures, entry.name, basket, found.sight.frame.pixels)
                refused += desk.refused
        except UitarsError as error:
            reason = error.title
        if explorer.count == before:
            break
    if basket.screens:
        write(basket.program(), order.out)
    told = [one for screen in basket.screens for one in screen.true]
    return Tried(
        entry.name,
        turn,
        len(basket.screens),
        len(told),
        sum(one.confirmed for one in told),
        refused,
        round(time.monotonic() - began, 1),
        "" if basket.screens else reason or "its screens are not what it tells of them",
    )


class Basket:
    """What a round adds to what is known of a program."""

    def __init__(self, known: Program, look: Look) -> None:
        self._known = known
        self._look = look
        self._crops = Crops(known.crops)
        self.screens: list[Screen] = []

    @property
    def number(self) -> int:
        """Of the last screen, among all of the program."""
        return len(self._known.screens) + len(self.screens) - 1

    def put(self, found: Found) -> None:
        """Keep a screen."""
        sight, first = found.sight, len(self._known.screens)
        self.screens.append(
            Screen(
                len(self._known.looks),
                found.before + first if found.before >= 0 else -1,
                found.deeds,
                sight.title,
                sight.seen,
                self._crops.kept(sight.true, sight.frame.pixels),
            )
        )

    def program(self) -> Program:
        """All together."""
        return msgspec.structs.replace(
            self._known,
            looks=(*self._known.looks, self._look),
            screens=(*self._known.screens, *self.screens),
            crops=self._crops.pictures,
        )


def _empty(entry: Entry) -> Program:
    return Program(
        entry.name,
        entry.package,
        catalogue.version_of(entry.package),
        entry.toolkit,
        catalogue.licence_of(entry.package),
        (),
        (),
        (),
    )


def _show(folder: Path | None, name: str, basket: Basket, pixels: NDArray[np.uint8]) -> None:
    if folder is None:
        return
    import cv2

    folder.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(picture_path(folder, name, basket.number)), pixels[:, :, ::-1])
