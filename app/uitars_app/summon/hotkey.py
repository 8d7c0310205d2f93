"""The global hot key: a chord that reaches the assistant whichever program has the keyboard.

On X11 the chord is grabbed from the X server on a connection of its own; on macOS and Windows
pynput listens for it. A Wayland session offers programs no such thing.
"""

from __future__ import annotations

import itertools
import os
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QSocketNotifier, Signal
from PySide6.QtGui import QGuiApplication

from uitars_runtime.errors import UsageError
from uitars_runtime.export.words import chord as chord_words
from uitars_runtime.keys import UnknownKeyError, chord

if TYPE_CHECKING:
    from pynput.keyboard import GlobalHotKeys
    from Xlib.display import Display

translate = QCoreApplication.translate

_LOCKS = (0, 1 << 1, 1 << 4, (1 << 1) | (1 << 4))
"""Caps Lock and Num Lock may be on: to the X server each is another chord."""
_MASKS = {"shift": 1 << 0, "ctrl": 1 << 2, "alt": 1 << 3, "super": 1 << 6}


class HotKey(QObject):
    """A chord that is listened for as long as this lives."""

    pressed = Signal()

    def close(self) -> None:
        """Let the chord go."""


class X11HotKey(HotKey):
    """Holds a grab on a display. For the window's thread."""

    def __init__(self, keys: tuple[str, ...], display: str) -> None:
        """Raises `UsageError` when another program has the chord."""
        super().__init__()
        from Xlib.display import Display

        self._display: Display = Display(display)
        self._keys = keys
        self._notifier = QSocketNotifier(self._display.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._read)
        try:
            self._grab()
        except UsageError:
            self.close()
            raise

    def close(self) -> None:
        self._notifier.setEnabled(False)
        self._display.close()

    def _grab(self) -> None:
        from Xlib import X
        from Xlib.error import BadAccess, CatchError

        from uitars_runtime.desktop.layout import keysym

        *modifiers, key = self._keys
        code = self._display.keysym_to_keycode(keysym(key))
        mask = sum(_MASKS[name] for name in modifiers)
        root = self._display.screen().root
        root.ungrab_key(X.AnyKey, X.AnyModifier)
        taken = CatchError(BadAccess)
        for locks in _LOCKS:
            root.grab_key(code, mask | locks, True, X.GrabModeAsync, X.GrabModeAsync, onerror=taken)
        self._display.sync()
        if not code or taken.get_error() is not None:
            taken_words = translate(
                "HotKey", "The keys {0} cannot be used: another program has them."
            )
            raise UsageError(
                taken_words.format(chord_words(self._keys)),
                translate("HotKey", "Choose other keys in the settings."),
            )

    def _read(self) -> None:
        from Xlib import X

        for _ in range(self._display.pending_events()):
            event = self._display.next_event()
            match event.type:
                case X.KeyPress:
                    self.pressed.emit()
                case X.MappingNotify:
                    # Another keyboard layout: the key may have another code.
                    self._display.refresh_keyboard_mapping(event)
                    self._grab()
                case _:
                    pass


class PortableHotKey(HotKey):
    """Listens through pynput, on its thread."""

    def __init__(self, keys: tuple[str, ...]) -> None:
        super().__init__()
        from pynput.keyboard import GlobalHotKeys

        names = {"super": "cmd"}
        spelled = "+".join(key if len(key) == 1 else f"<{names.get(key, key)}>" for key in keys)
        self._listener: GlobalHotKeys = GlobalHotKeys({spelled: self.pressed.emit})
        self._listener.start()

    def close(self) -> None:
        self._listener.stop()


def parse(text: str) -> tuple[str, ...]:
    """The keys of a chord such as `ctrl+alt+space`: modifiers, then a key. Raises `UsageError`."""
    try:
        keys = chord(part.strip() for part in text.split("+") if part.strip())
    except UnknownKeyError as error:
        wrong = translate("HotKey", "{0} is no chord: {1}")
        raise UsageError(wrong.format(repr(text), error)) from error
    modifiers, last = keys[:-1], keys[-1:]
    if not modifiers or any(key not in _MASKS for key in modifiers) or last[0] in _MASKS:
        raise UsageError(
            translate("HotKey", "{0} cannot be a hot key.").format(repr(text)),
            translate(
                "HotKey", "Name ctrl, alt, shift or super, and then one other key: ctrl+alt+space."
            ),
        )
    return tuple(itertools.chain(modifiers, last))


def check(text: str) -> None:
    """Whether this can be the hot key here; empty: none. Raises `UsageError` that says why not."""
    if not text:
        return
    *modifiers, key = parse(text)
    if len(key) == 1 and set(modifiers) <= {"ctrl", "shift"}:
        raise UsageError(
            translate("HotKey", "{0} means something in most programs.").format(words(text)),
            translate("HotKey", "Add Alt or the Super key."),
        )
    found = open_hot_key(text)
    if found is not None:
        found.close()


def words(text: str) -> str:
    """A chord as it is printed on the keys: `Ctrl+Alt+Space`."""
    return chord_words(tuple(text.split("+")))


def open_hot_key(text: str) -> HotKey | None:
    """Listen for a chord; None where this session offers none. Raises `UsageError`."""
    keys = parse(text)
    if sys.platform in ("darwin", "win32"):
        return PortableHotKey(keys)
    if QGuiApplication.platformName() == "xcb":
        return X11HotKey(keys, os.environ["DISPLAY"])
    return None
