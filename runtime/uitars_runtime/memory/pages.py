"""Signatures in pages: what a run's first recall reads of 100,000 episodes in a few milliseconds.

A page copies a stretch of rows of `sketches` into two blobs. When one of its rows is taken away the
file drops the page by itself; the other rows are read one by one until they are packed again.
"""

from __future__ import annotations

import array
import sqlite3
from typing import NamedTuple

_ROWS = 4096
_LEAST = _ROWS // 4
"""Fewer rows than these are no page."""
_END = 2**63 - 1

_Row = tuple[int, int, bytes]


class Signatures(NamedTuple):
    """Some signatures in the order in which they were written."""

    last: int
    """Number of the last one; 0 for none."""
    episodes: bytes
    """The episode of each, int64."""
    bits: bytes
    """Each signature, `signature.BYTES` long."""


def read_signatures(connection: sqlite3.Connection, after: int) -> Signatures:
    """Those with a number above `after`."""
    if after:
        return _joined(_rows(connection, after, _END))
    pages = connection.execute(
        "SELECT first, last, episodes, bits FROM pages ORDER BY first"
    ).fetchall()
    gaps = _gaps([(page[0], page[1]) for page in pages])
    between = (_joined(_rows(connection, low, high)) for low, high in gaps)
    parts = sorted([*(Signatures(*page[1:]) for page in pages), *between])
    return Signatures(
        parts[-1].last,
        b"".join(part.episodes for part in parts),
        b"".join(part.bits for part in parts),
    )


def pack(connection: sqlite3.Connection) -> None:
    """Copy what is in no page into pages; inside a transaction."""
    known = connection.execute("SELECT first, last FROM pages ORDER BY first").fetchall()
    for low, high in _gaps(known):
        rows = _rows(connection, low, high)
        for start in range(0, len(rows), _ROWS):
            piece = rows[start : start + _ROWS]
            if len(piece) >= _LEAST:
                connection.execute(
                    "INSERT INTO pages (first, last, episodes, bits) VALUES (?, ?, ?, ?)",
                    (piece[0][0], *_joined(piece)),
                )


def _gaps(pages: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Between which numbers, themselves left out, there is no page."""
    lows = [0, *(last for _, last in pages)]
    highs = [*(first for first, _ in pages), _END]
    return [(low, high) for low, high in zip(lows, highs, strict=True) if high - low > 1]


def _rows(connection: sqlite3.Connection, low: int, high: int) -> list[_Row]:
    return connection.execute(
        "SELECT number, episode, bits FROM sketches WHERE number > ? AND number < ?"
        " ORDER BY number",
        (low, high),
    ).fetchall()


def _joined(rows: list[_Row]) -> Signatures:
    episodes = array.array("q", (row[1] for row in rows))
    last = rows[-1][0] if rows else 0
    return Signatures(last, episodes.tobytes(), b"".join(row[2] for row in rows))
