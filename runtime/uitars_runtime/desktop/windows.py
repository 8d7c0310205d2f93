"""The windows on an X display, as the window manager tells them: which, whose, and where."""

from __future__ import annotations

from typing import Any

from Xlib import X
from Xlib.display import Display
from Xlib.error import BadDrawable, BadWindow, XError
from Xlib.ext import res, shape

from uitars_runtime.desktop.managed import ManagedWindows, reached
from uitars_runtime.desktop.window import WindowInfo
from uitars_runtime.geometry import common
from uitars_runtime.types import Box, OpenWindow, Point


class Windows:
    """Asks one display. A window that closes meanwhile is left out."""

    def __init__(self, display: Display) -> None:
        self._display = display
        self._root = display.screen().root
        self._managed = ManagedWindows(display)

    def all(self) -> tuple[WindowInfo, ...]:
        """Every managed window, oldest first."""
        found = (self._info(window) for window in self._managed.ids())
        return tuple(info for info in found if info is not None)

    def open(self) -> tuple[OpenWindow, ...] | None:
        """As a screenshot carries them; None without a window manager that tells them.

        Raises `DesktopError` when the X server is gone.
        """
        atom = self._display.intern_atom("_NET_CLIENT_LIST")
        if reached(lambda: self._root.get_full_property(atom, X.AnyPropertyType)) is None:
            return None
        return tuple(one for window in self._managed.ids() if (one := self._told(window)))

    def _told(self, window: int) -> OpenWindow | None:
        dialog = reached(lambda: self._belongs(window))
        if dialog is None:
            return None
        managed = self._managed
        return OpenWindow(window, managed.title(window), managed.application(window), dialog)

    def _belongs(self, window: int) -> bool | None:
        """Whether it is for another window; None for one that closed meanwhile."""
        handle = self._display.create_resource_object("window", window)
        try:
            return handle.get_wm_transient_for() is not None
        except BadWindow:
            return None

    def active(self) -> WindowInfo | None:
        """The window with the keyboard; without a window manager, the one that has the focus."""
        atom = self._display.intern_atom("_NET_ACTIVE_WINDOW")
        found = self._root.get_full_property(atom, X.AnyPropertyType)
        if found is not None and len(found.value) and found.value[0]:
            return self._info(int(found.value[0]))
        focus = self._display.get_input_focus().focus
        # The focus may be a constant (none, the root) instead of a window.
        return None if isinstance(focus, int) else self._info(focus.id)

    def with_keyboard(self) -> WindowInfo | None:
        """The window that keys go to: the active one, or without any the one under the pointer."""
        active = self.active()
        if active is not None or self._display.get_input_focus().focus != X.PointerRoot:
            return active
        pointer = self._root.query_pointer()
        return self.at(Point(int(pointer.root_x), int(pointer.root_y)))

    def unmanaged(self) -> tuple[tuple[WindowInfo, bool], ...]:
        """Visible windows beside the window manager, such as menus and launchers; whether each
        listens to keys."""
        found: list[tuple[WindowInfo, bool]] = []
        for window in self._root.query_tree().children:
            try:
                state = window.get_attributes()
            except (BadWindow, BadDrawable):
                continue
            if state.override_redirect and state.map_state == X.IsViewable:
                info = self._info(window.id)
                listens = bool(state.all_event_masks & X.KeyPressMask)
                found += [(info, listens)] if info is not None else []
        return tuple(found)

    def none(self) -> bool:
        """Whether the window manager tells of no window, and nothing lies on the screen beside it
        (a lock)."""
        root = self._root.get_geometry()
        screen = Box(0, 0, int(root.width), int(root.height))
        return self.open() == () and not any(
            common(info.box, screen) for info, _listens in self.unmanaged()
        )

    def is_tip(self, window: int) -> bool:
        """Whether a window says that it only explains what is under the pointer."""
        handle = self._display.create_resource_object("window", window)
        atom = self._display.intern_atom("_NET_WM_WINDOW_TYPE")
        try:
            kinds = handle.get_full_property(atom, X.AnyPropertyType)
        except BadWindow:
            return False
        tip = self._display.intern_atom("_NET_WM_WINDOW_TYPE_TOOLTIP")
        return kinds is not None and tip in kinds.value

    def at(self, point: Point) -> WindowInfo | None:
        """The topmost window at a device pixel; None for the bare desktop."""
        managed = set(self._managed.ids())
        window, top = self._root, None
        try:
            while True:
                inner = window.translate_coords(self._root, point.x, point.y).child
                if isinstance(inner, int):
                    return None if top is None else self._info(top.id)
                window, top = inner, top or inner
                if window.id in managed:
                    return self._info(window.id)
        except (BadWindow, BadDrawable):
            return None

    def hidden(self, point: Point, area: Box) -> tuple[Box, ...]:
        """The parts of an area that cannot be seen of the window at a device pixel: others lie over
        it, or it ends beyond the screen."""
        screen = self._root.get_geometry()
        wide, high = int(screen.width), int(screen.height)
        edges = (
            Box(area.left, area.top, 0, area.bottom),
            Box(wide, area.top, area.right, area.bottom),
            Box(area.left, area.top, area.right, 0),
            Box(area.left, high, area.right, area.bottom),
        )
        found = [edge for edge in edges if edge.left < edge.right and edge.top < edge.bottom]
        top = self._root.translate_coords(self._root, point.x, point.y).child
        for window in reversed(self._root.query_tree().children):
            if window == top:
                break
            try:
                viewable = window.get_attributes().map_state == X.IsViewable
                if viewable and not self.is_tip(window.id):
                    boxes = input_boxes(window)
                    found += [shared for box in boxes if (shared := common(box, area))]
            except (BadWindow, BadDrawable):
                continue  # closed since
        return tuple(found)

    def _info(self, window: int) -> WindowInfo | None:
        handle = self._display.create_resource_object("window", window)
        try:
            shape = handle.get_geometry()
            corner = self._root.translate_coords(handle, 0, 0)
            kind = handle.get_wm_class()
            atom = self._display.intern_atom("_NET_WM_PID")
            pid = handle.get_full_property(atom, X.AnyPropertyType)
        except (BadWindow, BadDrawable):
            return None
        left, top = int(corner.x), int(corner.y)
        return WindowInfo(
            id=window,
            title=self._managed.title(window),
            wm_class=str(kind[1]) if kind else "",
            pid=int(pid.value[0]) if pid is not None and len(pid.value) else 0,
            box=Box(left, top, left + int(shape.width), top + int(shape.height)),
        )


def input_boxes(window: Any) -> tuple[Box, ...]:
    """Where a window takes input: a compositor's overlay covers all and takes none."""
    place = window.get_geometry()
    left, top = place.x + place.border_width, place.y + place.border_width
    return tuple(
        Box(left + one.x, top + one.y, left + one.x + one.width, top + one.y + one.height)
        for one in window.shape_get_rectangles(shape.SK.Input).rectangles
    )


def client_process(display: Display, window: int) -> int:
    """The process that made a window, as the X server knows its connection; 0 where it does not:
    the connection comes from elsewhere, or the server cannot tell."""
    if not display.has_extension("X-Resource"):
        return 0
    wanted = [{"client": window, "mask": res.LocalClientPIDMask}]
    try:
        answer = display.res_query_client_ids(wanted)
    except XError:
        return 0
    return next((int(one.value[0]) for one in answer.ids if len(one.value)), 0)
