"""What the program in front says, once for each screenshot: asking takes the device a second."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uitars_runtime.desktop.android import hierarchy
from uitars_runtime.types import Box

if TYPE_CHECKING:
    from uitars_runtime.desktop.android.desktop import AndroidDesktop
    from uitars_runtime.desktop.android.hierarchy import Shown
    from uitars_runtime.element import Element
    from uitars_runtime.frame import Frame


class AndroidOutline:
    """Implements `Outline` of the hands."""

    def __init__(self, desktop: AndroidDesktop) -> None:
        self._desktop = desktop
        self._told: tuple[object, tuple[Shown, ...]] | None = None
        self._noted: Frame | None = None

    def read(self, seen: Frame, /) -> tuple[Element, ...]:
        """The visible widgets; empty where the program says nothing."""
        return tuple(one.element for one in self.shown(seen))

    def passwords(self, seen: Frame, /) -> list[Box]:
        """Where fields for passwords are."""
        return [one.element.box for one in self.shown(seen) if one.password]

    def note(self, seen: Frame) -> None:
        """This is the screenshot that actions are about from here on."""
        self._noted = seen

    def noted(self) -> tuple[Shown, ...]:
        """What is said about that screenshot."""
        return self.shown(self._noted) if self._noted else ()

    @property
    def area(self) -> Box | None:
        """All of that screenshot."""
        size = self._noted.size if self._noted else None
        return Box(0, 0, size.width, size.height) if size else None

    def shown(self, seen: Frame) -> tuple[Shown, ...]:
        """All that is said about a screenshot, or about another frame of the same pixels."""
        if self._told is None or self._told[0] is not seen.pixels:
            whole = Box(0, 0, seen.size.width, seen.size.height)
            tree = self._desktop.device.told(hierarchy.QUESTION)
            self._told = seen.pixels, hierarchy.shown(tree, self._desktop.scale, whole)
        return self._told[1]
