"""Is what an action would hit still what the model saw? On X11: windows, focus and pixels.

The window must be the very same one. The pixels around a point may differ by little: carets blink.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.desktop.managed import ManagedWindows, reached
from uitars_runtime.types import (
    Action,
    Box,
    Click,
    Drag,
    KeyDown,
    Place,
    Point,
    Press,
    Scroll,
    Type,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from uitars_runtime.frame import Frame

_HALF = 32
"""Half the edge of the square around a point that is compared, in pixels."""
_NOTICED = 24
"""A channel that differs by this much is a difference; compositors and dithering differ by less."""
_TOLERATED = 0.02
"""Share of pixels that may differ."""
_CARET = (20, 40)
"""Width and height in pixels of what a blinking caret or block cursor can be."""


class Placed(msgspec.Struct, frozen=True):
    """A top-level window (with its frame) and where it lies, in device pixels."""

    window: int
    box: Box


class Layout(msgspec.Struct, frozen=True):
    """The windows of a display at one moment."""

    windows: tuple[Placed, ...]
    """Visible ones, topmost first."""
    active: int
    """The window with the keyboard; 0 for none."""

    def at(self, point: Point) -> int:
        """The window under a device pixel; 0 for the bare desktop."""
        return next((placed.window for placed in self.windows if placed.box.contains(point)), 0)


class ScreenTarget:
    """Implements `Target` on an X display. Raises `DesktopError` when the X server is gone."""

    def __init__(self, display: str) -> None:
        from Xlib.display import Display

        self._display = Display(display)
        self._root = self._display.screen().root
        self._managed = ManagedWindows(self._display)
        self._then: tuple[Frame, Layout] | None = None

    def remember(self, seen: Frame, /) -> None:
        """Note the windows at the time of this screenshot."""
        self._then = (seen, reached(self._layout))

    def place(self) -> Place:
        """The window that had the keyboard at the time of the last screenshot."""
        window = self._then[1].active if self._then else 0
        if not window:
            return Place()
        return Place(self._managed.application(window), self._managed.title(window))

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
                if reached(self._active) != before.active:
                    return "another window has the keyboard."
                return ""
            case _:
                return ""

    def title(self, action: Action) -> str:
        """Title of the window that the action would hit; for the question to a person."""
        match action:
            case Click(at=point) | Scroll(at=point) | Drag(start=point):
                origin = self._then[0].origin if self._then else Point(0, 0)
                top = reached(self._layout).at(_on_device(point, origin))
                return self._managed.title(self._client(top)) if top else "the desktop"
            case Type() | Press() | KeyDown():
                active = reached(self._active)
                return self._managed.title(active) if active else ""
            case _:
                return ""

    def _point_changed(self, point: Point, seen: Frame, before: Layout) -> str:
        device = _on_device(point, seen.origin)
        if reached(self._layout).at(device) != before.at(device):
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

        corner = _on_device(Point(crop.left, crop.top), origin)
        image = reached(
            lambda: self._root.get_image(
                corner.x, corner.y, crop.width, crop.height, X.ZPixmap, 0xFFFFFFFF
            )
        )
        pixels = np.frombuffer(image.data, np.uint8).reshape(crop.height, crop.width, 4)
        return pixels[:, :, 2::-1]

    def _layout(self) -> Layout:
        from Xlib import X
        from Xlib.error import BadDrawable, BadWindow

        found: list[Placed] = []
        for window in reversed(self._root.query_tree().children):
            try:
                attributes = window.get_attributes()
                if attributes.map_state != X.IsViewable or attributes.win_class == X.InputOnly:
                    continue
                shape = window.get_geometry()
            except (BadWindow, BadDrawable):
                continue  # closed since
            edge = 2 * shape.border_width
            box = Box(shape.x, shape.y, shape.x + shape.width + edge, shape.y + shape.height + edge)
            found.append(Placed(window.id, box))
        return Layout(tuple(found), self._active())

    def _active(self) -> int:
        from Xlib import X

        atom = self._display.intern_atom("_NET_ACTIVE_WINDOW")
        found = self._root.get_full_property(atom, X.AnyPropertyType)
        return int(found.value[0]) if found is not None and len(found.value) else 0

    def _client(self, top: int) -> int:
        """The window inside a window manager's frame; the window itself without one."""
        from Xlib.error import BadWindow

        managed = set(self._managed.ids())
        level = [top]
        for _ in range(3):
            for window in level:
                if window in managed:
                    return window
            try:
                level = [
                    child.id
                    for window in level
                    for child in self._display.create_resource_object("window", window)
                    .query_tree()
                    .children
                ]
            except BadWindow:
                return top
        return top


def differs(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> bool:
    """Whether two pictures of one place differ by more than a blinking caret."""
    import numpy as np

    if one.shape != other.shape:
        return True
    distance = np.abs(one.astype(np.int16) - other.astype(np.int16)).max(axis=2)
    rows, columns = np.nonzero(distance > _NOTICED)
    if rows.size <= _TOLERATED * distance.size:
        return False
    width, height = _CARET
    return bool(np.ptp(columns) >= width or np.ptp(rows) >= height)


def crop_around(point: Point, seen: Frame) -> Box:
    """The square around a point that is compared, as far as the screenshot reaches."""
    return Box(
        max(0, point.x - _HALF),
        max(0, point.y - _HALF),
        min(seen.size.width, point.x + _HALF),
        min(seen.size.height, point.y + _HALF),
    )


def _on_device(point: Point, origin: Point) -> Point:
    return Point(point.x + origin.x, point.y + origin.y)
