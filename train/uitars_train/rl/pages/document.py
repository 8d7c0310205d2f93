"""What a page tells of itself, as the eyes might have seen it: its elements, through the faults of
the noise model.

Nobody looks at pixels: what an icon means is told by its title, its classes and its file, colours
are those of the page's style.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from uitars_runtime.backends.embedded.rules.colours import colours_of
from uitars_runtime.element import Role
from uitars_runtime.types import Box
from uitars_train.evaluate.miniwob import SCALE
from uitars_train.noise.eyes import Eyes
from uitars_train.rl.pages.looks import Look
from uitars_train.rl.pages.shown import Shown
from uitars_train.screens.icon_meanings import CALLED, ICONS
from uitars_train.simulator.world import Surface, Widget, World

_SCRIPT: Final = Path(__file__).with_name("seen.js").read_text("utf-8")
_WORD: Final = re.compile("[a-z]{2,}")


class Told(msgspec.Struct, frozen=True):
    """An element as the script tells it; the sides of its box in page pixels."""

    role: Role
    box: dict[str, float]
    text: str
    colour: tuple[int, int, int]
    focused: bool = False
    disabled: bool = False
    checked: bool = False
    selected: bool = False
    name: str = ""
    placeholder: bool = False
    lines: bool = False
    icon: str = ""


class Document:
    """Implements `Looks`: the same faults for the same task and seed, and for all looks at it."""

    def __init__(self, shown: Shown) -> None:
        self._shown = shown
        self._rng = random.Random()
        self._eyes = Eyes(seed=0, level=0.0)
        self._last: list[Told] | None = None

    def begin(self, task: str, seed: int, /) -> None:
        self._rng = random.Random(f"{task} {seed}")
        self._eyes = Eyes.drawn(self._rng, "")
        self._eyes.colours = True
        self._last = None

    def look(self) -> Look:
        told = msgspec.convert(self._shown.run(_SCRIPT), list[Told])
        changed = self._last is not None and told != self._last
        self._last = told
        seen = self._eyes.look(self._world(told), self._rng)
        return Look(tuple(seen), None, changed)

    def _world(self, told: Sequence[Told]) -> World:
        """All of it as widgets of one window."""
        colours = _colours([one.colour for one in told])
        widgets = [_widget(one, colour) for one, colour in zip(told, colours, strict=True)]
        focus = next((w for w, one in zip(widgets, told, strict=True) if one.focused), None)
        surface = Surface(self._shown.box(), widgets=widgets)
        return World(self._shown.size, [surface], focus, zoom=SCALE)


def _widget(told: Told, colour: str) -> Widget:
    return Widget(
        told.role,
        Box(**{side: round(at * SCALE) for side, at in told.box.items()}),
        told.text,
        told.name or told.text,
        checked=told.checked,
        selected=told.selected,
        disabled=told.disabled,
        icon=_meaning(told.icon),
        placeholder=told.placeholder,
        many_lines=told.lines,
        colour="" if told.role is Role.ICON else colour,
    )


def _colours(faces: Sequence[tuple[int, int, int]]) -> list[str]:
    """Words for colours: those of a picture that is one pixel high."""
    if not faces:
        return []
    boxes = [Box(at, 0, at + 1, 1) for at in range(len(faces))]
    return colours_of(np.array([faces], np.uint8), boxes)


@cache
def _meanings() -> dict[str, str]:
    """What drawings mean, by the words that they go by."""
    named: dict[str, str] = dict(CALLED)
    for meaning, names in ICONS.items():
        for name in (meaning, *names.sets, *names.bootstrap):
            named.setdefault(name, CALLED.get(meaning, meaning))
    return named


def _meaning(calls: str) -> str:
    """The first of an icon's words that means something."""
    return next((_meanings()[w] for w in _WORD.findall(calls.lower()) if w in _meanings()), "")
