"""What the system says of its windows: which one is in front, and how large the screen is in the
units that touches are given in. Pure, but for the question."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from uitars_runtime.types import Size

QUESTION: Final = (
    "dumpsys window displays | grep -E 'mCurrentFocus=|mFocusedApp=| cur=' ||"
    " dumpsys window | grep -E 'mCurrentFocus=|mFocusedApp=| cur='"
)
"""Newer systems say all of it in the shorter dump."""
POWER: Final = "dumpsys power | grep -m1 mWakefulness="
_COMPONENT = re.compile(r"([A-Za-z][\w.]*)/([\w.$]+)")
_FOCUS = re.compile(r"mCurrentFocus=Window\{\S+ \S+ (.+?)\}")
_APP = re.compile(r"mFocusedApp=(.*)")
_SCREEN = re.compile(r"\bcur=(\d+)x(\d+)(?: app=|\b)")
_DPI = re.compile(r"(?m)^.*\b(\d+)dpi\b.*\bcur=")
"""The last before the size: a person's own choice stands behind what the screen was built for."""
_DENSITY = 320


class Front(msgspec.Struct, frozen=True):
    """The window in front; empty where nothing is said."""

    package: str = ""
    activity: str = ""
    """Its class without the package; for windows of the system their name."""
    screen: Size | None = None
    density: int = _DENSITY
    """Dots an inch, as the system counts them."""


def front(told: str) -> Front:
    """The meaning of what was said."""
    screen, dpi = _SCREEN.search(told), _DPI.search(told)
    package, activity = _focused(told)
    return Front(
        package,
        activity,
        Size(int(screen[1]), int(screen[2])) if screen else None,
        int(dpi[1]) if dpi else _DENSITY,
    )


def _focused(told: str) -> tuple[str, str]:
    focus = _FOCUS.search(told)
    if focus and (found := _COMPONENT.search(focus[1])):
        return found[1], found[2].removeprefix(found[1]).removeprefix(".")
    if focus:
        return "android", focus[1]  # a shade, a lock screen, an assistant of the system's
    app = _APP.search(told)
    found = _COMPONENT.search(app[1]) if app else None
    return (found[1], found[2].removeprefix(found[1]).removeprefix(".")) if found else ("", "")
