"""The desktop of a person on macOS: pictures and input as elsewhere, once both are allowed."""

from __future__ import annotations

from typing import Self

from uitars_runtime.desktop.macos import permissions
from uitars_runtime.desktop.portable import PortableDesktop


class MacDesktop(PortableDesktop):
    """Implements `Desktop`."""

    @classmethod
    def open(cls) -> Self:
        """The desktop of this session. Raises `DesktopError`, and `ConsentError` where macOS was
        not told to let us."""
        permissions.demand()
        return super().open()
