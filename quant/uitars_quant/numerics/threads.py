"""Work on pieces of an array on all the processors that this process may use."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Piece = TypeVar("Piece")
Result = TypeVar("Result")


def in_parallel(work: Callable[[Piece], Result], pieces: Sequence[Piece]) -> Iterator[Result]:
    """`work` of every piece, in order."""
    threads = min(processors(), len(pieces))
    if threads < 2:
        yield from map(work, pieces)
        return
    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(work, pieces)


def processors() -> int:
    """How many this process may use; `OMP_NUM_THREADS` limits it as it does numpy and torch."""
    if hasattr(os, "sched_getaffinity"):
        allowed = len(os.sched_getaffinity(0))
    else:
        allowed = os.cpu_count() or 1
    told = os.environ.get("OMP_NUM_THREADS", "")
    return min(allowed, int(told)) if told.isdecimal() and int(told) else allowed
