"""Pasting text through the clipboard of an X display, and putting back what was in it.

Reading a selection is in selection_reader.py, owning one in selection_owner.py. What is put back
lives as long as this process, or longer where a clipboard manager keeps it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from uitars_runtime.desktop.selection_owner import SelectionOwner
from uitars_runtime.desktop.selection_reader import Content, Flavour, read_selection

_ARRIVAL = 2.0
"""Seconds for the program to ask for the text after the paste keys."""
_MANAGERS = 0.05
"""Seconds for clipboard managers to look at the text before the program does."""
_COPIED = 1.0
"""Seconds for a compositor to copy what is offered."""
_HANDED_ON = 0.05
"""Seconds from then until the program with the keyboard knows."""
_X_TERMINALS = frozenset({"XTerm", "UXTerm", "URxvt", "st-256color"})
"""Window classes that paste the primary selection, with Shift+Insert, and not the clipboard."""
_TERMINALS = frozenset(
    {
        "Alacritty",
        "com.mitchellh.ghostty",
        "Gnome-terminal",
        "kitty",
        "konsole",
        "Lxterminal",
        "Mate-terminal",
        "org.wezfurlong.wezterm",
        "qterminal",
        "Terminator",
        "Tilix",
        "Xfce4-terminal",
    }
)
"""Window classes where Ctrl+V is a character and Ctrl+Shift+V pastes."""


class Way(NamedTuple):
    """How to paste into a program."""

    selection: str
    keys: tuple[str, ...]


def way_into(wm_class: str) -> Way:
    """How to paste into a window of this class."""
    if wm_class in _X_TERMINALS:
        return Way("PRIMARY", ("shift", "insert"))
    if wm_class in _TERMINALS:
        return Way("CLIPBOARD", ("ctrl", "shift", "v"))
    return Way("CLIPBOARD", ("ctrl", "v"))


class Clipboard:
    """The clipboard and the primary selection of one display."""

    def __init__(self, display: str, *, bridged: bool = False) -> None:
        """`bridged`: whether a Wayland compositor copies whatever is offered and hands it on. Then
        a program can take it once that has been done, and an empty clipboard comes back as an empty
        text: the copy would stay otherwise."""
        self._display = display
        self._bridged = bridged
        self._owners: dict[str, SelectionOwner] = {}

    def paste(self, text: str, selection: str, press: Callable[[], None]) -> bool:
        """Offer the text, call `press`, and put the old content back in all its formats, also where
        `press` raises.

        Returns whether a program took the text.
        """
        before = read_selection(self._display, selection)
        if self._bridged and not before:
            before = text_content("")
        offered = SelectionOwner(self._display, text_content(text), selection)
        self._replace(selection, offered)
        if offered.wait_taken(_COPIED if self._bridged else _MANAGERS) and self._bridged:
            time.sleep(_HANDED_ON)
        offered.expect()
        try:
            press()
            return offered.wait_taken(_ARRIVAL)
        finally:
            # A person who copied something meanwhile keeps it.
            if offered.owns():
                kept = SelectionOwner(self._display, before, selection) if before else None
                self._replace(selection, kept)

    def close(self) -> None:
        """Give the selections up."""
        for selection in tuple(self._owners):
            self._replace(selection, None)

    def _replace(self, selection: str, owner: SelectionOwner | None) -> None:
        if selection in self._owners:
            self._owners.pop(selection).close()
        if owner is not None:
            self._owners[selection] = owner


def text_content(text: str) -> Content:
    """The formats under which programs ask for text."""
    data = text.encode()
    content = {
        "UTF8_STRING": Flavour("UTF8_STRING", data),
        "text/plain;charset=utf-8": Flavour("text/plain;charset=utf-8", data),
        "text/plain": Flavour("text/plain", data),
        # Clipboard managers that know this leave the text out of their history.
        "x-kde-passwordManagerHint": Flavour("x-kde-passwordManagerHint", b"secret"),
    }
    if text.isascii():
        content["STRING"] = Flavour("STRING", data)
    return content
