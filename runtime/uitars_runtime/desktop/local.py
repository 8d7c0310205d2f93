"""Which desktop this machine has, and opening it. Nothing of a platform is loaded before that."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from uitars_runtime.errors import UsageError

if TYPE_CHECKING:
    from uitars_runtime.protocols import Desktop


def open_local() -> Desktop:
    """The desktop of the person who runs this. Raises `UsageError` where there is none,
    `DesktopError` for one that cannot be reached, `ConsentError` for one that must be allowed."""
    if sys.platform == "win32":
        from uitars_runtime.desktop.win32.desktop import Win32Desktop

        return Win32Desktop.open()
    if sys.platform == "darwin":
        from uitars_runtime.desktop.macos.desktop import MacDesktop

        return MacDesktop.open()
    if is_wayland():
        from uitars_runtime.desktop.wayland.desktop import WaylandDesktop
        from uitars_runtime.desktop.wayland.socket import compositor_socket

        return WaylandDesktop(compositor_socket())
    return open_display(local_display())


def is_wayland() -> bool:
    """Whether the person's session is one of Wayland: X programs there are guests, and an X display
    shows and takes nothing of the others."""
    return os.environ.get("XDG_SESSION_TYPE") == "wayland" or bool(
        os.environ.get("WAYLAND_DISPLAY")
    )


def local_display() -> str:
    """The X display of the person's session. Raises `UsageError` where there is none."""
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
