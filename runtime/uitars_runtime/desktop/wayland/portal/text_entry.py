"""Entering text through a portal: with the keys that the session's layout has, the rest through the
clipboard of Xwayland, which the compositor shares with all programs."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from uitars_runtime.desktop.checked_entry import Route
from uitars_runtime.desktop.keyboard import Keyboard
from uitars_runtime.desktop.refused import Refused
from uitars_runtime.desktop.typeable import CONTROLS, typeable
from uitars_runtime.desktop.wayland.portal.input import PortalInput

_CHUNK = re.compile(r"[^\n\t]{0,39}[\n\t]|[^\n\t]{1,40}")
"""Characters sent at once; see text_entry.py of X11."""
_PACE = 0.004


class PortalEntry:
    """Implements `Entry`."""

    def __init__(
        self,
        keys: PortalInput,
        keyboard: Keyboard,
        paste: Callable[[str], bool],
    ) -> None:
        """`paste`: puts text in through the clipboard; False where that cannot be done."""
        self._keys = keys
        self._keyboard = keyboard
        self._paste = paste

    def enter(self, text: str, /) -> Route:
        """Enter the text. Raises `Refused`, which says how far it came."""
        return self._enter(text, self._paste)

    def type_only(self, text: str, /) -> None:
        """Enter the text with the keyboard, whatever it holds. Raises `Refused`, which does not
        quote it."""
        self._enter(text, lambda _: False)

    def _enter(self, text: str, paste: Callable[[str], bool]) -> Route:
        text = typeable(text)
        self._keyboard.refuse_modifiers()
        typed = self._keys.typed() | CONTROLS.keys()
        route, entered = Route.KEYBOARD, 0
        try:
            # A pasted newline is no Enter key: one-line fields take it for a blank.
            for part in re.split(r"([\n\t])", text):
                if all(one in typed for one in part):
                    self._type(part)
                elif paste(part):
                    route = Route.CLIPBOARD
                else:
                    raise Refused(
                        "the keyboard layout of this session lacks characters of the text, which"
                        " could not be pasted through Xwayland either. Add a layout that has them."
                    )
                entered += len(part)
        except Refused as refusal:
            if entered == 0:
                raise
            raise refusal.after(entered, text) from refusal
        return route

    def enter_otherwise(self, _text: str, _route: Route, /) -> None:
        """There is no other way."""

    def _type(self, text: str) -> None:
        for chunk in _CHUNK.findall(text):
            keys: list[str] = [CONTROLS.get(one) or one for one in chunk]
            codes = self._keys.codes(keys)
            with self._keys.undisturbed():
                for key in keys:
                    for code in codes[key]:
                        self._keys.key(code, down=True)
                        self._keys.key(code, down=False)
            time.sleep(_PACE)
