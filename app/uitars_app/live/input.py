"""A person's mouse and keys on the picture of a desktop, as input on that desktop."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from uitars_app.live.link import Hand, Work
from uitars_runtime.types import Button, Direction, Point

_BUTTONS = {
    Qt.MouseButton.LeftButton: Button.LEFT,
    Qt.MouseButton.MiddleButton: Button.MIDDLE,
    Qt.MouseButton.RightButton: Button.RIGHT,
}
_MODIFIERS = {
    Qt.KeyboardModifier.ControlModifier: "ctrl",
    Qt.KeyboardModifier.AltModifier: "alt",
    Qt.KeyboardModifier.MetaModifier: "super",
    Qt.KeyboardModifier.ShiftModifier: "shift",
}
_NAMED = {
    Qt.Key.Key_Return: "enter",
    Qt.Key.Key_Enter: "enter",
    Qt.Key.Key_Escape: "esc",
    Qt.Key.Key_Tab: "tab",
    Qt.Key.Key_Backtab: "tab",
    Qt.Key.Key_Space: "space",
    Qt.Key.Key_Backspace: "backspace",
    Qt.Key.Key_Delete: "delete",
    Qt.Key.Key_Insert: "insert",
    Qt.Key.Key_Up: "up",
    Qt.Key.Key_Down: "down",
    Qt.Key.Key_Left: "left",
    Qt.Key.Key_Right: "right",
    Qt.Key.Key_Home: "home",
    Qt.Key.Key_End: "end",
    Qt.Key.Key_PageUp: "pageup",
    Qt.Key.Key_PageDown: "pagedown",
    Qt.Key.Key_Menu: "menu",
    **{Qt.Key(Qt.Key.Key_F1.value + number): f"f{number + 1}" for number in range(12)},
}


def move(at: Point) -> Work:
    """Put the pointer there."""

    def work(hand: Hand) -> None:
        hand.server.move(at)
        hand.server.sync()

    return work


def button(at: Point, which: Qt.MouseButton, *, down: bool) -> Work | None:
    """Press or release a mouse button; None for one that has no place here."""
    pressed = _BUTTONS.get(which)
    if pressed is None:
        return None

    def work(hand: Hand) -> None:
        hand.server.move(at)
        hand.server.button(pressed, down=down)
        hand.server.sync()

    return work


def wheel(at: Point, x: int, y: int) -> Work | None:
    """Turn the wheel; `x`, `y`: eighths of a degree, as Qt counts them."""
    if not x and not y:
        return None
    if abs(y) >= abs(x):
        direction = Direction.UP if y > 0 else Direction.DOWN
    else:
        direction = Direction.LEFT if x > 0 else Direction.RIGHT
    notches = max(1, round(max(abs(x), abs(y)) / 120))

    def work(hand: Hand) -> None:
        hand.server.move(at)
        for _ in range(notches):
            hand.server.notch(direction)
        hand.server.sync()

    return work


def key(event: QKeyEvent) -> Work | None:
    """A key as it was meant: text where it gives some, else a chord; None for a bare modifier."""
    keys = _chord(event)
    if not keys:
        return None

    def work(hand: Hand) -> None:
        from uitars_runtime.desktop.refused import Refused

        try:
            hand.keyboard.press(keys)
        except Refused:
            return  # that desktop's keyboard has no such key, as with a real one

    return work


def _chord(event: QKeyEvent) -> tuple[str, ...]:
    pressed = [name for flag, name in _MODIFIERS.items() if event.modifiers() & flag]
    named = _NAMED.get(Qt.Key(event.key()))
    if named is not None:
        return (*pressed, named)
    text = event.text()
    if text.isprintable() and text and not set(pressed) - {"shift"}:
        return (text[0],)
    if event.key() < 128 and pressed:
        return (*pressed, chr(event.key()).lower())
    return ()
