"""A long drill in parts, each with a desktop of its own: several at once, and kept as they end.

Most of a drill's time is waiting for programs, so that some parts share the processors. With
`UITARS_DRILL_PARTS` in the environment (`bench/safety.py --parts`) every finished part is a file of
that folder, and a drill that was broken off goes on with those that are missing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

AT_ONCE = 4


class Part(msgspec.Struct, frozen=True):
    """What one part of a drill found."""

    tried: int
    counts: dict[str, int] = {}
    found: tuple[str, ...] = ()
    """What must not be, in words."""


def played(parts: Mapping[str, Callable[[], Part]]) -> Part:
    """All parts together; each has a name that says all it depends on but the code."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return joined(pool.map(_kept, parts, parts.values()))


def joined(parts: Iterable[Part]) -> Part:
    """The sum of some parts."""
    tried, counts, found = 0, dict[str, int](), list[str]()
    for part in parts:
        tried += part.tried
        found += part.found
        for name, count in part.counts.items():
            counts[name] = counts.get(name, 0) + count
    return Part(tried, counts, tuple(found))


def _kept(name: str, play: Callable[[], Part]) -> Part:
    folder = os.environ.get("UITARS_DRILL_PARTS")
    if not folder:
        return play()
    file = Path(folder) / f"{name}.json"
    if file.is_file():
        return msgspec.json.decode(file.read_bytes(), type=Part)
    part = play()
    unfinished = file.with_suffix(".new")
    unfinished.write_bytes(msgspec.json.encode(part))
    unfinished.replace(file)
    return part
