"""What a person chose to hide, and how long runs are kept."""

from __future__ import annotations

from typing import Annotated

import msgspec

from uitars_runtime.types import Box

_Whole = Annotated[int, msgspec.Meta(ge=0)]


class PrivacySettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Fixed for a whole run."""

    hide_windows: tuple[str, ...] = ()
    """Patterns (`*`, `?`) of window titles, classes or programs whose windows are blacked out."""
    hide_regions: tuple[tuple[_Whole, _Whole, _Whole, _Whole], ...] = ()
    """Rectangles of the screen that are blacked out: left, top, right, bottom in pixels."""
    hide_passwords: bool = True
    """Black out password fields that a program declares as such (AT-SPI)."""
    hide_secrets: bool = True
    """Leave out of all texts what looks like a key, a token or a password."""
    read_screen: bool = False
    """Black such things out on the screen, too. Every new screen has to be read for it, which
    costs about a second."""
    keep_days: _Whole = 90
    """Runs that are older are removed; 0 keeps them."""
    keep_megabytes: _Whole = 5000
    """The oldest runs are removed when all take more; 0 for no limit."""

    @property
    def regions(self) -> tuple[Box, ...]:
        """The hidden rectangles."""
        return tuple(Box(*region) for region in self.hide_regions)
