"""Windows of imagined programs as if they had been harvested, so that asks by rule are made of
them: what stands beside what, among things with names that no program we know has.

Not here: what people wish for there (`asking.py`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from uitars_runtime.element import Element, Role
from uitars_runtime.types import Size
from uitars_train.harvest.records import Look, Screen, Truth
from uitars_train.harvest.records import Program as Harvested
from uitars_train.instructions.harvested import Harvest
from uitars_train.instructions.imagined.reading import FOLDER, Program
from uitars_train.instructions.imagined.screens import Asked, Seen, seen

_BY_PICTURE: Final = 0.5
_NOWHERE: Final = Asked(-1)


class Imagined(Harvest):
    """Each program with a window for each of its sections; what several authors called alike is
    numbered."""

    def __init__(self, programs: Sequence[Program], seed: int) -> None:
        super().__init__(FOLDER)
        self._imagined: dict[str, Program] = {}
        alike = Counter[str]()
        for program in programs:
            alike[program.name] += 1
            count = alike[program.name]
            name = program.name if count == 1 else f"{program.name} {count}"
            self._imagined[name] = program._replace(name=name)
        self._seed = seed

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._imagined)

    def _read(self, name: str) -> Harvested:
        return _harvested(self._imagined[name], random.Random(f"{self._seed} {name}"))


def _harvested(program: Program, rng: random.Random) -> Harvested:
    windows = [seen(program, section, _NOWHERE, rng) for section in program.sections]
    return Harvested(
        program.name,
        "",
        "",
        "",
        "",
        tuple(_look(window.size) for window in windows),
        tuple(_screen(program.name, at, window, rng) for at, window in enumerate(windows)),
        (),
    )


def _look(size: Size) -> Look:
    return Look(dark=False, font="", scale=1.0, size=size)


def _screen(name: str, at: int, window: Seen, rng: random.Random) -> Screen:
    rows = [one.true.box.top for one in window.shown if one.true.role is Role.ITEM]
    places = {top: row for row, top in enumerate(sorted(set(rows)))}
    true = tuple(
        Truth(
            _called(one.true, rng),
            str(one.true.role),
            row=places[one.true.box.top] if one.true.role is Role.ITEM else -1,
            column=0 if one.true.role is Role.ITEM else -1,
            confirmed=one.known,
        )
        for one in window.shown
    )
    return Screen(at, -1, (), name, window.elements, true)


def _called(told: Element, rng: random.Random) -> Element:
    """An icon goes by what its picture shows as often as by its name."""
    return replace(told, name=told.icon) if told.icon and rng.random() < _BY_PICTURE else told
