"""Waiting for the screen instead of sleeping: until it is quiet, or until something happened.

A caret never counts. Small places that keep changing by themselves (a spinner, a clock) are left
out once they are known, so that they hold nothing up. Every wait ends.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from uitars_runtime.desktop.changes import difference, pixels, tiled, tiles
from uitars_runtime.errors import DesktopError
from uitars_runtime.types import Box

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from uitars_runtime.desktop.capture import Grab

QUIET = 0.034
"""Seconds without a change after which the screen has settled: two frames of a 60 Hz screen."""
PATIENCE = 1.5
"""Seconds to wait for the first effect of an action."""
_LONGEST = 3.0
"""Seconds after which a screen that never gets quiet is taken as it is."""
_POLL = 0.005
_RESTLESS_AFTER = 0.35
"""Seconds of changing after which a small place is taken for an animation."""
_RESTLESS_SHARE = 0.02
"""Share of the screen that animations may cover; more is a screen that is being drawn."""
_RESTLESS_MEMORY = 10.0
"""Seconds for which a place stays known after it last moved."""


class Settled(msgspec.Struct, frozen=True):
    """The screen after an action."""

    grab: Grab
    changed: Box | None
    """What is different from before; None for nothing."""


class Settler:
    """Watches one screen."""

    def __init__(
        self,
        grab: Callable[[], Grab],
        quiet: float = QUIET,
        *,
        empty: Callable[[], bool] = lambda: False,
    ) -> None:
        """`quiet`: seconds without a change after which the screen has settled. `empty`: whether
        the desktop is known to show nothing, so that one colour is all there is to see."""
        self._grab = grab
        self._quiet = quiet
        self._empty = empty
        self._last: Grab | None = None
        self._restless = _Restless()

    def observe(self) -> Grab:
        """The screen once it is quiet. Raises `DesktopError` when it stays of one colour although
        something should be seen."""
        grab = self._grab()
        if (
            self._last is not None
            and not grab.is_blank()
            and difference(self._last, grab, self._restless.known(grab)) is None
        ):
            # As it was when it last settled, some time ago: quiet already.
            self._last = grab
            return grab
        deadline = time.monotonic() + _LONGEST
        grab = self._until_quiet(grab, deadline)
        while grab.is_blank():
            if time.monotonic() > deadline:
                if self._empty():
                    break
                raise _blank(grab)
            time.sleep(_POLL)
            grab = self._until_quiet(self._grab(), deadline)
        return grab

    def after(self, before: Grab, patience: float = PATIENCE) -> Settled:
        """Wait until something differs from `before` and the screen is quiet again.

        `patience`: seconds to wait for the first difference.
        """
        start = time.monotonic()
        while True:
            grab = self._grab()
            changed = difference(before, grab, self._restless.known(grab))
            if changed is not None:
                first, grab = grab, self._until_quiet(grab, start + _LONGEST)
                if grab.raw != first.raw:
                    changed = difference(before, grab, self._restless.known(grab))
                if changed is not None:
                    return Settled(grab, changed)
            if time.monotonic() - start >= patience:
                self._last = grab
                return Settled(grab, None)
            time.sleep(_POLL)

    def forget(self) -> None:
        """The screen is another one."""
        self._last = None
        self._restless = _Restless()

    def _until_quiet(self, grab: Grab, deadline: float) -> Grab:
        quiet_since = started = time.monotonic()
        while (clock := time.monotonic()) < deadline and clock - quiet_since < self._quiet:
            time.sleep(_POLL)
            current = self._grab()
            self._restless.note(grab, current, started)
            if difference(grab, current, self._restless.known(current)) is not None:
                quiet_since = time.monotonic()
            grab = current
        self._last = grab
        return grab


class _Restless:
    """Small places that change by themselves, as tiles."""

    def __init__(self) -> None:
        self._moved: NDArray[np.float64] | None = None
        """When each tile last moved while it was known as restless."""
        self._count: NDArray[np.int32] | None = None
        self._start = -1.0

    def note(self, before: Grab, after: Grab, started: float) -> None:
        """Two grabs in a row of a wait that began at `started`."""
        if before.geometry != after.geometry:
            self._moved = self._count = None
            return
        mask = pixels(before, after)
        if mask is None:
            return
        moved = tiles(mask)
        if self._count is None or self._start != started or self._count.shape != moved.shape:
            self._count, self._start = np.zeros(moved.shape, np.int32), started
        self._count += moved
        if self._moved is None or self._moved.shape != moved.shape:
            self._moved = np.full(moved.shape, -np.inf)
        clock = time.monotonic()
        if clock - started >= _RESTLESS_AFTER:
            often = self._count >= 4
            if often.mean() <= _RESTLESS_SHARE:
                self._moved[often] = clock
        self._moved[moved & (clock - self._moved < _RESTLESS_MEMORY)] = clock

    def known(self, grab: Grab) -> NDArray[np.bool_] | None:
        """The tiles to leave out of a comparison of grabs like this one."""
        if self._moved is None or self._moved.shape != tiled(grab.words.shape):
            return None
        known = time.monotonic() - self._moved < _RESTLESS_MEMORY
        return known if known.any() else None


def _blank(grab: Grab) -> DesktopError:
    colour = int(grab.words[0, 0]) & 0xFFFFFF
    return DesktopError(
        f"The whole screen has one colour (#{colour:06x}), so there is nothing to look at.",
        "Is the screen locked or off, does another program hide it (Wayland gives black pictures),"
        " or has no program opened a window yet?",
    )
