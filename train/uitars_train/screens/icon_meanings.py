"""What icons mean, and the names that drawings of a meaning go by; no drawing is read here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec

_FILE: Final = Path(__file__).with_suffix(".txt")


class Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Names of one meaning's drawings, by who gives them; in the order in which they are tried."""

    freedesktop: tuple[str, ...] = ()
    """Icon themes, as freedesktop and KDE name things."""
    stock: tuple[str, ...] = ()
    """Icon themes older than freedesktop's names: GTK's stock icons and GNOME's."""
    bootstrap: tuple[str, ...] = ()
    """Bootstrap Icons: outlined shapes of pages and newer programs."""
    sets: tuple[str, ...] = ()
    """What Font Awesome, Material, Codicons, Tabler and their like call it, without the endings
    that tell the manner of drawing (`-outline`, `-fill`; see `icon_sets.py`)."""


def _blocks(lines: list[str]) -> Iterator[tuple[str, Names]]:
    """A meaning, and indented below it a line for every kind of names."""
    starts = [place for place, line in enumerate(lines) if not line.startswith(" ")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        kinds = {kind: tuple(names) for kind, *names in map(str.split, lines[start + 1 : end])}
        yield lines[start], msgspec.convert(kinds, Names)


ICONS: Final[Mapping[str, Names]] = MappingProxyType(
    dict(_blocks(_FILE.read_text("utf-8").splitlines()))
)
"""Every meaning that the eyes can learn."""
CALLED: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{"trash": "delete", "question": "help", "find_replace": "replace", "replied": "reply"},
        **{"next_track": "next", "previous_track": "previous"},
        **{side: f"align_{side}" for side in ("left", "center", "right")},
    }
)
"""Meanings that the model is told by another name: two drawings of one thing, or a clearer word."""
