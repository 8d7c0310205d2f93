"""How many threads to compute with: as many as are idle, and one core is left to the desktop.

The threads wait for one another by spinning. One more than there are free cores and all of them
wait for the one that is not scheduled: two threads on a busy machine of two cores are slower than
one. So what the machine was doing between two completions decides.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

_SAMPLE_SECONDS = 0.02
_STAT = Path("/proc/stat")


class Threads:
    """Watches how busy the machine is while this model does not compute."""

    def __init__(self) -> None:
        self._cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0
        self._cores = self._cores or os.cpu_count() or 1
        self._before: tuple[int, int] | None = None

    def rest(self) -> None:
        """The model stops computing here."""
        self._before = _ticks()

    def count(self) -> int:
        """How many threads the next computation should use, 1 or more."""
        most = max(1, self._cores - 1)
        if self._before is None:
            self._before = _ticks()
            time.sleep(_SAMPLE_SECONDS)
        now = _ticks()
        if self._before is None or now is None:
            return most
        idle, total = now[0] - self._before[0], now[1] - self._before[1]
        if total <= 0:
            return most
        return max(1, min(most, round(self._cores * idle / total)))


def _ticks() -> tuple[int, int] | None:
    """Idle and all ticks of all cores since the start of the machine; None where nobody counts."""
    try:
        numbers = [int(word) for word in _STAT.read_text("ascii").split("\n", 1)[0].split()[1:9]]
    except OSError:
        return None
    return numbers[3] + numbers[4], sum(numbers)
