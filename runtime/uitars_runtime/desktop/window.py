"""A window, as any desktop tells of it."""

from __future__ import annotations

import msgspec

from uitars_runtime.types import Box


class WindowInfo(msgspec.Struct, frozen=True):
    """A window of a program."""

    id: int
    title: str
    wm_class: str
    """The program's kind of window, for example `XTerm`; empty where it does not say. On Wayland
    its `app_id`."""
    pid: int
    """Process id as the program says it; 0 where it does not."""
    box: Box
    """Without the window manager's frame, in device pixels."""
