"""Hiding what a person chose to hide, before a screenshot leaves the hands for disk and model.

The hands keep the whole picture, since they compare it with the screen before they act.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.privacy.settings import PrivacySettings
from uitars_runtime.privacy.words import concealed_text
from uitars_runtime.types import Box, OpenWindow, Place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from uitars_runtime.element import Element
    from uitars_runtime.frame import Frame


class Concealer:
    """Hides texts by their form and parts of pictures by what finders say."""

    def __init__(
        self,
        settings: PrivacySettings,
        finders: Iterable[Callable[[Frame], Iterable[Box]]] = (),
        is_hidden: Callable[[Place], bool] = lambda _place: False,
    ) -> None:
        """`is_hidden`: whether a window's title is to be left out."""
        self._settings = settings
        self._finders = tuple(finders)
        self._is_hidden = is_hidden
        self._revealed: dict[str, str] = {}
        """Secrets that were typed in this run, and the placeholder of each."""

    def revealed(self, name: str, secret: str, /) -> None:
        """From here on the secret is left out by its very words, too."""
        if secret:
            self._revealed[secret] = f"<secret>{name}</secret>"

    def shown(self, seen: Frame, /) -> Frame:
        """The screenshot as others may see it; itself where nothing is hidden."""
        boxes = [*self._settings.regions, *(box for find in self._finders for box in find(seen))]
        told = tuple(
            self._told(one)
            for one in seen.told
            if not any(box.contains(one.box.center) for box in boxes)
        )
        windows = None if seen.windows is None else tuple(map(self._window, seen.windows))
        address = self._address(seen)
        same = (told, windows, address) == (seen.told, seen.windows, seen.address)
        if same and not boxes:
            return seen
        from uitars_runtime.frame import Frame

        pixels = seen.pixels.copy()
        for box in boxes:
            pixels[max(0, box.top) : max(0, box.bottom), max(0, box.left) : max(0, box.right)] = 0
        return Frame(pixels, seen.origin, told, windows, address=address)

    def text(self, text: str, /) -> str:
        """An outcome's text as others may read it."""
        if self._revealed:
            # The longest first: where one secret begins with another, nothing is left of it.
            longest = sorted(self._revealed, key=len, reverse=True)
            secrets = "|".join(map(re.escape, longest))
            text = re.sub(secrets, lambda found: self._revealed[found[0]], text)
        return concealed_text(text) if self._settings.hide_secrets else text

    def _told(self, element: Element) -> Element:
        text, name = self.text(element.text), self.text(element.name)
        if (text, name) == (element.text, element.name):
            return element
        return msgspec.structs.replace(element, text=text, name=name)

    def _window(self, window: OpenWindow) -> OpenWindow:
        title = self.place(Place(window.application, window.title)).window
        return msgspec.structs.replace(window, title=title)

    def _address(self, seen: Frame) -> str:
        """Nobody says in which window the page is: with a hidden one it may be that."""
        if not seen.address:
            return ""  # without asking for every window's program
        windows = (Place(one.application, one.title) for one in seen.windows or ())
        return "" if any(map(self._is_hidden, windows)) else self.text(seen.address)

    def place(self, place: Place, /) -> Place:
        """A window as others may know it."""
        if self._is_hidden(place):
            return Place(place.application, "(hidden)")
        return Place(place.application, self.text(place.window))
