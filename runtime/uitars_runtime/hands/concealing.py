"""Hiding what a person chose to hide, before a screenshot leaves the hands for disk and model.

The hands keep the whole picture, since they compare it with the screen before they act.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.privacy.settings import PrivacySettings
from uitars_runtime.privacy.words import concealed_text
from uitars_runtime.types import Box, Place

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from uitars_runtime.element import Element
    from uitars_runtime.frame import Frame


class Concealer:
    """Hides texts by their form and parts of pictures by what finders say."""

    def __init__(
        self,
        settings: PrivacySettings,
        finders: Iterable[Callable[[Frame], Iterable[Box]]] = (),
        hidden_among: Callable[[Collection[Place]], Collection[Place]] = lambda _places: (),
        look: Callable[[], None] = lambda: None,
    ) -> None:
        """`hidden_among`: those of some windows whose titles are to be left out. `look`: called
        before each screenshot."""
        self._settings = settings
        self._finders = tuple(finders)
        self._hidden_among = hidden_among
        self._look = look
        self._revealed: dict[str, str] = {}
        """Secrets that were typed in this run, and the placeholder of each."""

    def look(self) -> None:
        """A screenshot is about to be taken."""
        self._look()

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
        places = [Place(one.application, one.title) for one in seen.windows or ()]
        hidden = self._hidden_among(places)
        titles = [self._place(place, hidden).window for place in places]
        windows = seen.windows and tuple(
            msgspec.structs.replace(window, title=title)
            for window, title in zip(seen.windows, titles, strict=True)
        )
        # Nobody says in which window the page is: with a hidden one it may be that.
        address = "" if hidden else self.text(seen.address)
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

    def place(self, place: Place, /) -> Place:
        """A window as others may know it."""
        return self._place(place, self._hidden_among((place,)))

    def _place(self, place: Place, hidden: Collection[Place]) -> Place:
        title = "(hidden)" if place in hidden else self.text(place.window)
        return Place(place.application, title)
