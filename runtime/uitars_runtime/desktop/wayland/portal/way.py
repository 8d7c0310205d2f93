"""A compositor that is worked through the desktop portal."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING

from uitars_runtime.desktop.keyboard import Keyboard
from uitars_runtime.desktop.wayland.accessibility import WaylandAccessibility
from uitars_runtime.desktop.wayland.connection import Connection
from uitars_runtime.desktop.wayland.outputs import Canvas, Output
from uitars_runtime.desktop.wayland.portal.bus import Portal
from uitars_runtime.desktop.wayland.portal.input import PortalInput
from uitars_runtime.desktop.wayland.portal.layout import Layouts
from uitars_runtime.desktop.wayland.portal.mutter import takes_pixels
from uitars_runtime.desktop.wayland.portal.pictures import Pictures
from uitars_runtime.desktop.wayland.portal.session import Session
from uitars_runtime.desktop.wayland.portal.text_entry import PortalEntry
from uitars_runtime.desktop.wayland.portal.windows import ToldWindows
from uitars_runtime.desktop.wayland.screen import joined
from uitars_runtime.desktop.wayland.windows import active
from uitars_runtime.errors import DesktopError
from uitars_runtime.types import Box, Size

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from uitars_runtime.desktop.capture import Grab
    from uitars_runtime.desktop.clipboard import Clipboard


_SAYS_WHY_SECONDS = 0.5


class PortalWay:
    """Implements `Way`."""

    quiet = 0.1
    """A picture takes its time: the compositor's own, and that of its way through PipeWire."""

    def __init__(self, portal: Portal, connection: Connection) -> None:
        """Asks the person for leave. `connection`: to the compositor, as any program has it. Raises
        `DesktopError`, `ConsentError`, and `UsageError` where GStreamer is missing."""
        self._portal = portal
        self._connection = connection
        self._pictures: list[Pictures] = []
        try:
            session = Session(portal)
            self._streams = session.streams
            for stream in session.streams:
                self._pictures.append(Pictures(session.pictures(), stream.node))
            layouts = Layouts(connection)
        except BaseException:
            self.close()
            raise
        self.input = PortalInput(session, self.canvas, layouts.typed, in_pixels=takes_pixels())
        self._accessibility = WaylandAccessibility(self.canvas)
        self.windows = ToldWindows(lambda: self._accessibility.address, self.canvas)

    def grab(self) -> Grab:
        """The pixels now. Raises `ConsentError` where the leave was ended."""
        # Pictures that have ended look like a screen on which nothing happens.
        self._connection.hear()
        self._portal.hear()
        try:
            shots = [one.take() for one in self._pictures]
        except DesktopError:
            # Where a person ended it the portal says so, perhaps a moment later.
            self._portal.hear(_SAYS_WHY_SECONDS)
            raise
        return joined(self._canvas(shots), shots)

    def canvas(self) -> Canvas:
        """The monitors now."""
        return self._canvas([one.take() for one in self._pictures])

    def entry(self, keyboard: Keyboard) -> PortalEntry:
        """Keys of the layout, and the clipboard of Xwayland."""
        return PortalEntry(self.input, keyboard, lambda text: self._paste(text, keyboard))

    def close(self) -> None:
        """End the session, which lets go what it holds down."""
        if "_clipboard" in vars(self):
            self._clipboard.close()
        for one in self._pictures:
            one.close()
        self._portal.close()

    def _canvas(self, shots: list[NDArray[np.uint8]]) -> Canvas:
        outputs: list[Output] = []
        for stream, shot in zip(self._streams, shots, strict=True):
            pixels = Size(shot.shape[1], shot.shape[0])
            size = stream.size if stream.size.width else pixels
            at = stream.position
            box = Box(at.x, at.y, at.x + size.width, at.y + size.height)
            outputs.append(Output(stream.node, box, pixels, 0))
        return Canvas(tuple(outputs), max(output.scale for output in outputs))

    def _paste(self, text: str, keyboard: Keyboard) -> bool:
        """Put text in through the clipboard; False where there is none of Xwayland's."""
        from Xlib.error import ConnectionClosedError, DisplayError, XauthError

        from uitars_runtime.desktop.clipboard import way_into

        window = active(self.windows.all())
        # Wayland shares one clipboard and no primary selection that all programs have.
        keys = way_into(window.wm_class if window else "").keys
        try:
            return self._clipboard.paste(text, "CLIPBOARD", lambda: keyboard.press(keys))
        except (DisplayError, XauthError, ConnectionClosedError):
            return False

    @cached_property
    def _clipboard(self) -> Clipboard:
        from uitars_runtime.desktop.clipboard import Clipboard

        return Clipboard(os.environ.get("DISPLAY", ""), bridged=True)
