"""A widget, as any program tells of it."""

from __future__ import annotations

import msgspec

from uitars_runtime.types import Box

PASSWORD = "password text"  # noqa: S105 - a role
"""The role of a field whose text is not what was typed."""


class Widget(msgspec.Struct, frozen=True):
    """What a program says about a widget."""

    role: str
    """As AT-SPI spells it: `push button`, `password text`."""
    name: str
    box: Box | None = None
    """Where it lies on the screen, in device pixels; None where it does not say."""
