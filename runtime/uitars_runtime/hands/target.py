"""Is what an action would hit still what the model saw? On X11: windows, focus and pixels.

The window must be the very same one. The pixels around a point may differ by little: carets blink.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from uitars_runtime.desktop.managed import ManagedWindows, reached
from uitars_runtime.desktop.windows import Windows, input_boxes
from uitars_runtime.geometry import on_device
from uitars_runtime.hands.crops import crop_around, differs
from uitars_runtime.types import (
    Action,
    Box,
    Click,
    Drag,
    KeyDown,
    OpenWindow,
    Place,
    Point,
    Press,
    Scroll,
    Type,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from uitars_runtime.desktop.xserver import XServer
    from uitars_runtime.frame import Frame


class Placed(msgspec.Struct, frozen=True):
    """A top-level window (with its frame) and where it takes clicks, in device pixels."""

    window: int
    boxes: tuple[Box, ...]


class Layout(msgspec.Struct, frozen=True):
    """The windows of a display at one moment."""

    windows: tuple[Placed, ...]
    """Visible ones, topmost first."""
    active: int
    """The window that the window manager says has the keyboard; 0 for none."""
    focus: int
    """The top-level window that really has it; 0 for none, 1 for the one under the pointer."""

    def at(self, point: Point) -> int:
        """The window under a device pixel; 0 for the bare desktop."""
        return next(
            (
                placed.window
                for placed in self.windows
                if any(box.contains(point) for box in placed.boxes)
            ),
            0,
        )


class ScreenTarget:
    """Implements `Target` on an X display. Raises `DesktopError` when the X server is gone.

    It asks on the connection that the input goes out on, so that it can be asked while no other
    program is served.
    """

    def __init__(self, server: XServer) -> None:
        self._server = server
        self._then: tuple[Frame, Layout] | None = None

    def remember(self, seen: Frame, /) -> None:
        """Note the windows at the time of this screenshot."""
        self._then = (seen, reached(self._layout))

    def place(self) -> Place:
        """The window that had the keyboard at the time of the last screenshot."""
        window = self._then[1].active if self._then else 0
        if not window:
            return Place()
        managed = ManagedWindows(self._server.display)
        return Place(managed.application(window), managed.title(window))

    def windows(self) -> tuple[OpenWindow, ...] | None:
        """Those that are open, oldest first; None without a window manager that tells them."""
        return Windows(self._server.display).open()

    def changed(self, action: Action, seen: Frame, /) -> str:
        """Empty when the target is the same; else what is different, in one sentence."""
        if self._then is None or self._then[0] is not seen:
            return "that is not the last screenshot."
        before = self._then[1]
        match action:
            case Click(at=point) | Scroll(at=point):
                return self._point_changed(point, seen, before)
            case Drag(start=start, end=end):
                return self._point_changed(start, seen, before) or self._point_changed(
                    end, seen, before
                )
            case Type() | Press() | KeyDown():
                if (reached(self._active), reached(self._focus)) != (before.active, before.focus):
                    return "another window has the keyboard."
                return ""
            case _:
                return ""

    def _point_changed(self, point: Point, seen: Frame, before: Layout) -> str:
        device = on_device(point, seen.origin)
        if reached(lambda: self._top(device)) != before.at(device):
            return "another window lies under the target."
        if not seen.size.contains(point):
            return "the target lies outside the screenshot."
        crop = crop_around(point, seen)
        then = seen.pixels[crop.top : crop.bottom, crop.left : crop.right]
        if differs(then, self._grab(crop, seen.origin)):
            return "the screen changed under the target."
        return ""

    def _grab(self, crop: Box, origin: Point) -> NDArray[np.uint8]:
        """The pixels of the screen now; (height, width, 3), red green blue."""
        import numpy as np
        from Xlib import X

        corner = on_device(Point(crop.left, crop.top), origin)
        image = reached(
            lambda: self._root.get_image(
                corner.x, corner.y, crop.width, crop.height, X.ZPixmap, 0xFFFFFFFF
            )
        )
        pixels = np.frombuffer(image.data, np.uint8).reshape(crop.height, crop.width, 4)
        return pixels[:, :, 2::-1]

    def _top(self, device: Point) -> int:
        """The top-level window that a click there would reach; 0 for the bare desktop."""
        child = self._root.translate_coords(self._root, device.x, device.y).child
        return 0 if isinstance(child, int) else int(child.id)

    def _layout(self) -> Layout:
        from Xlib import X
        from Xlib.error import BadDrawable, BadWindow

        found: list[Placed] = []
        for window in reversed(self._root.query_tree().children):
            try:
                if window.get_attributes().map_state == X.IsViewable:
                    found.append(Placed(window.id, input_boxes(window)))
            except (BadWindow, BadDrawable):
                continue  # closed since
        return Layout(tuple(found), self._active(), self._focus())

    def _active(self) -> int:
        from Xlib import X

        atom = self._server.display.intern_atom("_NET_ACTIVE_WINDOW")
        found = self._root.get_full_property(atom, X.AnyPropertyType)
        return int(found.value[0]) if found is not None and len(found.value) else 0

    def _focus(self) -> int:
        from Xlib.error import BadWindow

        window = self._server.display.get_input_focus().focus
        if isinstance(window, int):
            return window
        try:
            while not isinstance(parent := window.query_tree().parent, int):
                if parent.id == self._root.id:
                    break
                window = parent
        except BadWindow:
            return 0
        return int(window.id)

    @property
    def _root(self) -> Any:
        return self._server.display.screen().root
