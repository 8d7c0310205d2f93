"""What an icon may be called: its likely meanings, what it shows, what else people say for it.

The names are phrases as they stand in a task, without articles. Not here: which meaning a picture
has (`eyes/roles/reader.py`), how names are compared (`matching.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from functools import cache
from typing import Final

from uitars_runtime.backends.embedded.network.embeddings import pieces
from uitars_runtime.element import Element
from uitars_runtime.shipped import shipped

NAMES: Final = "icon_names.txt"
"""A meaning a line, and after it what else people say for an icon of that meaning."""
_LITTLE: Final = frozenset({"of", "with", "in", "and", "to", "out"})
"""Words of a name that alone do not bring it to mind."""


def likely(element: Element) -> tuple[tuple[str, float], ...]:
    """What an icon may mean, the likeliest first; empty for what is no icon or an unknown one."""
    return element.meanings or (((element.icon, 1.0),) if element.icon else ())


def meanings(element: Element, most: int, least: float) -> list[str]:
    """What an icon is likely to mean, `most` of that at the most, each with a probability of
    `least`."""
    return [meaning for meaning, share in likely(element)[:most] if share >= least]


def spoken(meaning: str) -> str:
    """A meaning as words."""
    return meaning.replace("_", " ")


@cache
def all_names() -> Mapping[str, tuple[str, ...]]:
    """Meaning -> what else it is called; a name may stand with several meanings.

    Raises `ModelError` as `shipped` does.
    """
    lines = shipped(f"nano/{NAMES}").decode().splitlines()
    parts = (line.partition(": ") for line in lines)
    return {meaning: tuple(names.split(", ")) for meaning, _, names in parts}


def other_names(meaning: str, said: Set[str]) -> tuple[str, ...]:
    """Other names of a meaning that have a word in common with `said`, words in small letters."""
    names = all_names().get(meaning, ())
    return tuple(name for name in names if not _words(name).isdisjoint(said))


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(piece.lower() for piece in pieces(name)) - _LITTLE
