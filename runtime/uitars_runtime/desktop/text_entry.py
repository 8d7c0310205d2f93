"""Entering text where the keyboard focus is, exactly, in any script and under any layout.

Characters of the layout are typed with its own keys. A few others are lent a spare keycode each.
Text with many others goes through the clipboard, where the program can be pasted into.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator

from Xlib import X

from uitars_runtime.desktop.checked_entry import Route
from uitars_runtime.desktop.keyboard import Keyboard
from uitars_runtime.desktop.layout import Layout, keysym, lend
from uitars_runtime.desktop.refused import Refused
from uitars_runtime.desktop.typeable import CONTROLS, lines, typeable
from uitars_runtime.desktop.xserver import XServer
from uitars_runtime.protocols import no_objection

_FEW = 6
"""Characters that are lent keycodes although the clipboard would do. Every program and the window
manager read the whole keyboard map anew for each; with a dozen they are busy for seconds."""
_CHUNK = re.compile(r"[^\n\t]{0,39}[\n\t]|[^\n\t]{1,40}")
"""Characters sent at once: the server drops none, programs keep up. A newline or a tab ends a
chunk, since the keyboard may be elsewhere after it."""
_PACE = 0.004


class TextEntry:
    """Types text on an X display; implements `Entry`."""

    def __init__(self, server: XServer, keyboard: Keyboard, paste: Callable[[str], bool]) -> None:
        """`paste`: puts text in through the clipboard; False where the program cannot be pasted
        into."""
        self._server = server
        self._keyboard = keyboard
        self._paste = paste

    def enter(self, text: str) -> Route:
        """Enter the text; says by which route. Raises `Refused`, which says how far it came."""
        text = self._enterable(text)
        layout = Layout.read(self._server)
        if len({c for c in text if layout.find(_symbol(c)) is None}) <= _FEW:
            self._type(text)
            return Route.KEYBOARD
        return self._paste_parts(text, lambda c: layout.find(_symbol(c)) is None)

    def type_only(self, text: str) -> None:
        """Enter the text with the keyboard, whatever it holds. Raises `Refused`, which does not
        quote it."""
        self._type(self._enterable(text))

    def enter_otherwise(self, text: str, route: Route) -> Route:
        """Enter text that did not arrive by that route by the other one."""
        if route is Route.KEYBOARD:
            return self._paste_parts(lines(text), lambda c: c not in CONTROLS)
        self._type(lines(text))
        return Route.KEYBOARD

    def _enterable(self, text: str) -> str:
        text = typeable(text)
        self._keyboard.refuse_modifiers()
        return text

    def _paste_parts(self, text: str, wants_pasting: Callable[[str], bool]) -> Route:
        """Paste the parts that hold such a character, type the others and what is not taken."""
        route = Route.KEYBOARD
        # A pasted newline is no Enter key: one-line fields take it for a blank.
        for part in re.split(r"([\n\t])", text):
            if any(map(wants_pasting, part)) and self._paste(part):
                route = Route.CLIPBOARD
            else:
                self._type(part)
        return route

    def _type(self, text: str) -> None:
        caps = self._server.modifiers() & X.LockMask
        if caps:
            self._keyboard.press(["capslock"])
        try:
            self._type_chunks(text)
        finally:
            if caps:
                with self._server.expecting(no_objection):
                    self._keyboard.press(["capslock"])

    def _type_chunks(self, text: str) -> None:
        """A few characters at a time, each time only where nobody objects."""
        entered = 0
        try:
            own = Layout.read(self._server)
            for piece in _pieces(text, lambda c: not own.owns(_symbol(c)), max(1, own.room)):
                layout = lend(self._server, map(_symbol, piece))
                for chunk in _CHUNK.findall(piece):
                    if entered:
                        time.sleep(_PACE)
                    with self._server.undisturbed():
                        for character in chunk:
                            self._stroke(layout, character)
                    entered += len(chunk)
        except Refused as refusal:
            if entered == 0:
                raise
            raise refusal.after(entered, text) from refusal

    def _stroke(self, layout: Layout, character: str) -> None:
        codes = layout.codes(_symbol(character))
        for keycode in codes:
            self._server.key(keycode, down=True)
        for keycode in reversed(codes):
            self._server.key(keycode, down=False)


def _symbol(character: str) -> int:
    return keysym(CONTROLS.get(character, character))


def _pieces(text: str, lacks: Callable[[str], bool], most: int) -> Iterator[str]:
    """The text in pieces of at most `most` different characters each that the layout lacks: letters
    of a plain text, too, where it is one of another script."""
    start = 0
    strange: set[str] = set()
    for index, character in enumerate(text):
        if character in strange or not lacks(character):
            continue
        if len(strange) == most:
            yield text[start:index]
            start = index
            strange.clear()
        strange.add(character)
    if start < len(text):
        yield text[start:]
