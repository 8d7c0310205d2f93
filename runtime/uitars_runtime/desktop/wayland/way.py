"""How a compositor lets itself be seen and worked: what is asked of either way."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

from uitars_runtime.desktop.checked_entry import Entry
from uitars_runtime.desktop.keyboard import Keyboard, Keys
from uitars_runtime.desktop.pointer import Mouse
from uitars_runtime.desktop.wayland.outputs import Canvas
from uitars_runtime.desktop.wayland.windows import Windows
from uitars_runtime.protocols import Check
from uitars_runtime.types import Point

if TYPE_CHECKING:
    from uitars_runtime.desktop.capture import Grab


class WayInput(Mouse, Keys, Protocol):
    """A mouse and a keyboard of one compositor."""

    on_arrival: Callable[[Point], None]
    """Called where the pointer has come to what is about to be pressed."""

    def expecting(self, check: Check) -> AbstractContextManager[None]:
        """Around one action: all its input goes out only where `check` has no objection."""
        ...


class WayEntry(Entry, Protocol):
    """Enters text at one compositor."""

    def type_only(self, text: str, /) -> None:
        """Enter it with the keyboard, whatever it holds. Raises `Refused`, which does not quote
        it."""
        ...


class Way(Protocol):
    """One compositor. Every method raises `DesktopError`."""

    quiet: float
    """Seconds without a change after which its screen has settled."""

    @property
    def input(self) -> WayInput: ...

    @property
    def windows(self) -> Windows: ...

    def grab(self) -> Grab:
        """The pixels now."""
        ...

    def canvas(self) -> Canvas:
        """The monitors now."""
        ...

    def entry(self, keyboard: Keyboard) -> WayEntry:
        """What enters text there."""
        ...

    def close(self) -> None:
        """Give everything back."""
        ...
