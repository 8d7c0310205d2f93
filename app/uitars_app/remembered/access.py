"""Reading and changing the memory, in a thread of the window. Knows no widgets."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from uitars_runtime.memory.editing import edited, read_episodes
from uitars_runtime.memory.episode import Episode
from uitars_runtime.memory.hierarchical import memory_file
from uitars_runtime.memory.search import Query, Search
from uitars_runtime.memory.store import EpisodeStore, Stored

SHOWN = 200
"""Episodes of one list at most; a search finds the others."""


class Correction(msgspec.Struct, frozen=True):
    """What a person changed in one episode."""

    intention: str
    outcome: str
    more: tuple[str, ...] = ()
    """Facts that were added."""
    less: tuple[str, ...] = ()
    """Facts that were taken away."""


@contextmanager
def _opened() -> Generator[EpisodeStore]:
    store = EpisodeStore(memory_file())
    try:
        yield store
    finally:
        store.close()


def episodes(words: str) -> tuple[list[Stored], int]:
    """The episodes that fit the words, best first, or the newest; and how many there are.

    Raises `JournalError`.
    """
    with _opened() as store:
        if words.strip():
            found = Search(store).find(Query(words), SHOWN)
            return [item.stored for item in found], len(store)
        newest: list[Stored] = []
        for stored in store.all():
            newest.append(stored)
            if len(newest) == SHOWN:
                break
        return newest, len(store)


def correct(stored: Stored, correction: Correction) -> Episode:
    """Write what a person changed; returns the episode as it is kept. Raises `UitarsError`."""
    episode = stored.episode
    changed = edited(
        episode,
        intention=None if correction.intention == episode.intention else correction.intention,
        outcome=None if correction.outcome == episode.outcome else correction.outcome,
        more=correction.more,
        less=correction.less,
    )
    with _opened() as store:
        store.replace(stored.number, changed)
    return changed


def forget(numbers: tuple[int, ...]) -> int:
    """Forget these episodes; returns how many there were. Raises `JournalError`."""
    with _opened() as store:
        return store.forget(numbers)


def write(out: Path) -> int:
    """Export all episodes, one JSON object a line; returns how many. Raises `UitarsError`."""
    from uitars_runtime.export.folder import write_file

    with _opened() as store:
        lines = [msgspec.json.encode(stored.episode) for stored in store.all()]
    write_file(out, b"".join(line + b"\n" for line in lines))
    return len(lines)


def read(source: Path) -> int:
    """Take in what an export wrote; returns how many. Raises `UitarsError`."""
    found = read_episodes(source)
    with _opened() as store:
        store.add(found)
    return len(found)
