"""Where a Wayland compositor listens. Loads no library."""

from __future__ import annotations

import os
from pathlib import Path

from uitars_runtime.errors import UsageError


def compositor_socket(name: str = "") -> str:
    """The path of the socket of a compositor, by default this session's. Raises `UsageError` where
    there is none."""
    name = name or os.environ.get("WAYLAND_DISPLAY", "")
    folder = os.environ.get("XDG_RUNTIME_DIR", "")
    path = Path(folder or "/nonexistent") / name
    if not name or not path.is_socket():
        what = (
            f"There is no Wayland compositor {name!r}." if name else "There is no Wayland session."
        )
        raise UsageError(
            what,
            "Set WAYLAND_DISPLAY and XDG_RUNTIME_DIR as its programs have them, or use"
            " --desktop sandbox.",
        )
    return str(path)


def is_of_this_session(path: str) -> bool:
    """Whether the session bus, and its portal with it, belongs to the compositor of that socket."""
    name = os.environ.get("WAYLAND_DISPLAY", "")
    return bool(name) and Path(os.environ.get("XDG_RUNTIME_DIR", ""), name) == Path(path)


def is_compositor(display: str) -> bool:
    """Whether this names a compositor's socket and no X display."""
    return display.startswith("/")
