"""Which desktop this machine has, and opening it. Nothing of a platform is loaded before that."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from uitars_runtime.errors import UsageError

if TYPE_CHECKING:
    from uitars_runtime.protocols import Desktop


def open_local() -> Desktop:
    """The desktop of the person who runs this. Raises `UsageError` where there is none, and
    `DesktopError` for one that cannot be reached."""
    if sys.platform in ("darwin", "win32"):
        from uitars_runtime.desktop.portable import PortableDesktop

        return PortableDesktop.open()
    return open_display(local_display())


def local_display() -> str:
    """The X display of the person's session. Raises `UsageError` where there is none."""
    if os.environ.get("XDG_SESSION_TYPE") == "wayland" or os.environ.get("WAYLAND_DISPLAY"):
        raise UsageError(
            "This is a Wayland session, which lets no program see or work the whole screen.",
            "Use --desktop sandbox, log in to an Xorg session, or name an X display of its own"
            " with --desktop :N.",
        )
    display = os.environ.get("DISPLAY", "")
    if not display:
        raise UsageError(
            "There is no desktop session here.", "Use --desktop sandbox, or set DISPLAY."
        )
    return display


def open_display(display: str) -> Desktop:
    """A desktop on an X display, for example `:0`. Raises `DesktopError`."""
    from uitars_runtime.desktop.x11 import X11Desktop

    return X11Desktop(display)
