"""The windows that a person chose to hide, and all that settings hide on an X display."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from uitars_runtime.desktop.window import WindowInfo
from uitars_runtime.geometry import on_screenshot
from uitars_runtime.hands.concealing import Concealer
from uitars_runtime.hands.processes import executable
from uitars_runtime.privacy.settings import PrivacySettings
from uitars_runtime.types import Box, Place

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from uitars_runtime.desktop.xserver import XServer
    from uitars_runtime.frame import Frame


class HiddenWindows:
    """Finds them."""

    def __init__(
        self,
        windows: Callable[[], tuple[WindowInfo, ...]],
        patterns: tuple[str, ...],
        program_of: Callable[[int], str] = executable,
    ) -> None:
        """`windows`: those that are open. `program_of`: the path of a process's program."""
        self._windows = windows
        self._program_of = program_of
        self._patterns = tuple(pattern.casefold() for pattern in patterns)
        self._before: list[tuple[WindowInfo, str]] = []

    def look(self) -> None:
        """Note those that are open before a screenshot is taken: one that closes meanwhile can be
        on it and not among the windows any more."""
        self._before = self._open() if self._patterns else []

    def find(self, seen: Frame, /) -> list[Box]:
        """Their places; all of a window, also where another lies over it."""
        if not self._patterns:
            return []
        return [
            on_screenshot(one.box, seen.origin)
            for one, program in (*self._before, *self._open())
            if self._matches(one.wm_class, one.title, program)
        ]

    def among(self, places: Collection[Place], /) -> frozenset[Place]:
        """Those of these windows that are hidden by class and title; also where a pattern means a
        program, of which a place says nothing: then by the windows that are open."""
        if not (self._patterns and places):
            return frozenset()
        known = (*self._before, *self._open())
        classes = {one.wm_class for one, program in known if self._matches(program)}
        return frozenset(
            place
            for place in places
            if place.application in classes or self._matches(place.application, place.window)
        )

    def _open(self) -> list[tuple[WindowInfo, str]]:
        """With the path of each one's program."""
        return [(one, self._program_of(one.pid)) for one in self._windows()]

    def _matches(self, *names: str) -> bool:
        return any(
            fnmatchcase(name.casefold(), pattern) for name in names for pattern in self._patterns
        )


def hiding(
    settings: PrivacySettings,
    windows: HiddenWindows,
    passwords: Callable[[Frame], Iterable[Box]],
) -> Concealer:
    """What these settings hide on a desktop that tells its windows and `passwords`: where fields
    for them are."""
    from uitars_runtime.eyes.text.at_places import ReadSecrets

    finders: list[Callable[[Frame], Iterable[Box]]] = [windows.find]
    if settings.hide_passwords:
        finders.append(passwords)
    if settings.read_screen:
        finders.append(ReadSecrets().find)
    return Concealer(settings, finders, windows.among, windows.look)


def concealer(
    settings: PrivacySettings,
    server: XServer,
    passwords: Callable[[Frame], Iterable[Box]],
) -> Concealer:
    """What these settings hide on an X display; as `hiding`."""
    from uitars_runtime.desktop.managed import reached
    from uitars_runtime.desktop.windows import Windows

    windows = HiddenWindows(lambda: reached(Windows(server.display).all), settings.hide_windows)
    return hiding(settings, windows, passwords)
