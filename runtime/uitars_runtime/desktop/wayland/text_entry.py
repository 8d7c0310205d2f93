"""Entering text where the keyboard focus is: every character gets a key of our own keyboard.

A program hears of a changed keymap in the same stream as of the keys, and before them: there is
nothing to wait for, and the clipboard is not touched.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

from uitars_runtime.desktop.checked_entry import Route
from uitars_runtime.desktop.keyboard import Keyboard
from uitars_runtime.desktop.refused import Refused
from uitars_runtime.desktop.typeable import typeable
from uitars_runtime.desktop.wayland.input import Input
from uitars_runtime.desktop.wayland.keymap import SPARE, others

_CHUNK = re.compile(r"[^\n\t]{0,39}[\n\t]|[^\n\t]{1,40}")
"""Characters sent at once. A newline or a tab ends a chunk, since the keyboard may be elsewhere
after it."""
_PACE = 0.004


class KeymapEntry:
    """Implements `Entry`."""

    def __init__(self, keys: Input, keyboard: Keyboard) -> None:
        self._keys = keys
        self._keyboard = keyboard

    def enter(self, text: str, /) -> Route:
        """Enter the text with the keyboard. Raises `Refused`, which says how far it came."""
        text = typeable(text)
        self._keyboard.refuse_modifiers()
        entered = 0
        try:
            for piece in _pieces(text):
                self._keys.lend(piece)
                for chunk in _CHUNK.findall(piece):
                    if entered:
                        time.sleep(_PACE)
                    with self._keys.undisturbed():
                        self._stroke(chunk)
                    entered += len(chunk)
        except Refused as refusal:
            if entered == 0:
                raise
            raise refusal.after(entered, text) from refusal
        return Route.KEYBOARD

    def type_only(self, text: str, /) -> None:
        """The same. Raises `Refused`, which does not quote it."""
        self.enter(text)

    def enter_otherwise(self, _text: str, _route: Route, /) -> None:
        """There is no other way."""

    def _stroke(self, chunk: str) -> None:
        codes = self._keys.codes(tuple(dict.fromkeys(chunk)))
        for character in chunk:
            for code in codes[character]:
                self._keys.key(code, down=True)
            for code in reversed(codes[character]):
                self._keys.key(code, down=False)


def _pieces(text: str) -> Iterator[str]:
    """The text in pieces with no more other characters than there are spare keys."""
    start = 0
    strange: set[str] = set()
    for index, character in enumerate(text):
        if character in strange or not others(character):
            continue
        if len(strange) == len(SPARE):
            yield text[start:index]
            start = index
            strange.clear()
        strange.add(character)
    if start < len(text):
        yield text[start:]
