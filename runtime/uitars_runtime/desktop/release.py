"""Letting everything go that is held down on an X display, and taking back what text entry lent.

Works without any knowledge of who pressed what, so that it also cleans up after a process that was
killed. Loads neither numpy nor mss: the guard, which must stay small, calls it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uitars_runtime.errors import DesktopError

if TYPE_CHECKING:
    from Xlib.display import Display

MARK = 0xFFFFFF
"""VoidSymbol: with Shift, a borrowed keycode means this. No layout has a key like that, so that a
keycode that was never given back is recognised, whoever borrowed it."""

_BUTTONS = (1, 2, 3, 4, 5)


def release_everything(display: str) -> int:
    """Release every key and mouse button that is down; how many there were.

    Also clears the keycodes that text entry borrowed. Raises `DesktopError` when the display cannot
    be reached.
    """
    from Xlib.display import Display
    from Xlib.error import ConnectionClosedError, DisplayError, XauthError

    try:
        connection = Display(display)
        try:
            released = release_on(connection)
        finally:
            connection.close()
    except (DisplayError, XauthError, ConnectionClosedError, OSError) as error:
        raise DesktopError(
            f"The display {display} cannot be reached.", str(error), gone=True
        ) from error
    return released


def release_on(display: Display) -> int:
    """The same on a connection that is open: at once, since connecting takes its time. Raises what
    python-xlib raises."""
    released = _release(display)
    give_back_keycodes(display)
    return released


def borrowed_keycodes(display: Display) -> dict[int, int]:
    """Keycodes that text entry lent a symbol, with that symbol."""
    first, last = display.display.info.min_keycode, display.display.info.max_keycode
    rows = display.get_keyboard_mapping(first, last - first + 1)
    return {
        first + index: int(row[0])
        for index, row in enumerate(rows)
        if len(row) > 1 and row[0] and row[1] == MARK
    }


def give_back_keycodes(display: Display) -> None:
    """Leave the keyboard map as it was before text entry borrowed from it."""
    for keycode in borrowed_keycodes(display):
        display.change_keyboard_mapping(keycode, [[0, 0]])
    display.sync()


def _release(display: Display) -> int:
    from Xlib import X
    from Xlib.ext import xtest

    down = [
        8 * index + bit
        for index, byte in enumerate(display.query_keymap())
        for bit in range(8)
        if byte >> bit & 1
    ]
    for keycode in down:
        xtest.fake_input(display, X.KeyRelease, keycode)
    mask = display.screen().root.query_pointer().mask
    pressed = [button for button in _BUTTONS if mask & X.Button1Mask << (button - 1)]
    for button in pressed:
        xtest.fake_input(display, X.ButtonRelease, button)
    display.sync()
    return len(down) + len(pressed)
