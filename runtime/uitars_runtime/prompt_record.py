"""What a model was asked for one reply, as a record keeps it.

A prompt repeats nearly all of the one before it. So a record holds what is new: from the first turn
on that is another one. Not here: what a prompt says (`dialects/`), who writes it down (`model.py`).
"""

from __future__ import annotations

from itertools import takewhile
from typing import Literal

import msgspec

from uitars_runtime.geometry import Size


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture of a prompt."""

    step: int
    """Whose screenshot it is."""
    size: Size
    """At which it was sent."""


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message of a prompt: texts and pictures in their order."""

    role: Literal["system", "user", "assistant"]
    parts: tuple[str | Shown, ...]


class Prompted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A prompt: the first `same` turns of the one before it in the run, then `turns`."""

    same: int
    turns: tuple[Turn, ...]


def prompted(before: tuple[Turn, ...], turns: tuple[Turn, ...]) -> Prompted:
    """A prompt as it is recorded; `before`: the whole one before it."""
    pairs = zip(before, turns, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return Prompted(same, turns[same:])
