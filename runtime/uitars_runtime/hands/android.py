"""What the hands know of an Android device beyond its picture: the program in front, and what that
program says of what a touch would hit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from uitars_runtime.desktop.window import WindowInfo
from uitars_runtime.element import Control, Element, Role
from uitars_runtime.gate.facts import Facts
from uitars_runtime.hands.aimed import AimedSurroundings
from uitars_runtime.hands.concealing import Concealer
from uitars_runtime.hands.hidden_windows import HiddenWindows, hiding
from uitars_runtime.hands.picture_target import PictureTarget
from uitars_runtime.privacy.settings import PrivacySettings
from uitars_runtime.types import (
    Box,
    OpenWindow,
    Place,
    Point,
)

if TYPE_CHECKING:
    from uitars_runtime.desktop.android.desktop import AndroidDesktop
    from uitars_runtime.desktop.android.hierarchy import Shown
    from uitars_runtime.desktop.android.window import Front
    from uitars_runtime.frame import Frame

_SPELLED: Final = {
    Role.BUTTON: "push button",
    Role.CHECKBOX: "check box",
    Role.COMBO: "combo box",
    Role.FIELD: "text",
    Role.ICON: "push button",
    Role.ITEM: "list item",
    Role.LINK: "link",
    Role.RADIO: "radio button",
    Role.SLIDER: "slider",
    Role.TAB: "page tab",
    Role.TEXT: "label",
}
"""Roles as the gate's rules know them."""


class AndroidTarget(PictureTarget):
    """Implements `Target`: the pixels around a point, and the program in front. Raises
    `DesktopError` when the device is gone."""

    def __init__(self, desktop: AndroidDesktop) -> None:
        super().__init__(desktop)
        self._android = desktop
        self._front: Front | None = None

    def remember(self, seen: Frame, /) -> None:
        """Note the program in front at the time of this screenshot."""
        super().remember(seen)
        self._front = self._android.front
        self._android.outline.note(seen)

    def place(self) -> Place:
        """The program that was in front."""
        front = self._front
        return Place() if front is None else Place(front.package, front.activity)

    def windows(self) -> tuple[OpenWindow, ...] | None:
        """The one in front, where it is known."""
        front = self._android.front
        if not front.package:
            return None
        return (OpenWindow(0, front.activity, front.package),)

    def _keyboard_changed(self) -> str:
        then, now = self._front, self._android.look()
        if then and (then.package, then.activity) != (now.package, now.activity):
            return "another program is in front."
        return ""


class AndroidSurroundings(AimedSurroundings):
    """Implements the gate's `Surroundings`. Raises `DesktopError` when the device is gone."""

    def __init__(self, desktop: AndroidDesktop) -> None:
        self._desktop = desktop

    def controls(self, _facts: Facts, /) -> tuple[Control, ...]:
        """All that the program in front says of itself."""
        elements = (one.element for one in self._desktop.outline.noted())
        return tuple(Control(_SPELLED.get(one.role, one.role), one.name) for one in elements)

    def _at(self, place: Point) -> Facts:
        there = [one for one in self._desktop.outline.noted() if one.element.box.contains(place)]
        worked = [one for one in there if one.element.role is not Role.TEXT]
        return self._about(_smallest(worked or there))

    def _with_keyboard(self) -> Facts:
        focused = [one for one in self._desktop.outline.noted() if one.element.focused]
        return self._about(_smallest(focused))

    def _about(self, one: Shown | None) -> Facts:
        front = self._desktop.front
        known = Facts(
            window=front.activity, application=front.package, area=self._desktop.outline.area
        )
        if one is None:
            return known
        element = one.element
        role = "password text" if one.password else _SPELLED.get(element.role, "")
        return msgspec.structs.replace(known, role=role, name=_named(element), spot=element.box)


def concealer(settings: PrivacySettings, desktop: AndroidDesktop) -> Concealer:
    """What these settings hide on a device."""

    def windows() -> tuple[WindowInfo, ...]:
        front, area = desktop.front, desktop.outline.area or Box(0, 0, 0, 0)
        return (WindowInfo(0, front.activity, front.package, 0, area),)

    hidden = HiddenWindows(windows, settings.hide_windows)
    return hiding(settings, hidden, desktop.outline.passwords)


def _smallest(some: list[Shown]) -> Shown | None:
    return min(some, key=lambda one: one.element.box.area, default=None)


def _named(element: Element) -> str:
    return element.name or ("" if element.role is Role.FIELD else element.text)
