"""Touches, keys and text as lines for the device's shell. Pure.

`input text` takes `%s` for a blank, and there is no way to say those two signs in one go: a text
that holds them is parted between them. Text beyond ASCII makes it fail, so that it is left to a
keyboard on the device that takes texts (ADBKeyBoard).
"""

from __future__ import annotations

import base64
import re
import shlex
from collections.abc import Iterator
from typing import Final

from uitars_runtime.desktop.refused import Refused
from uitars_runtime.types import Direction, Size

HOLD_MS: Final = 800
"""How long a press lasts that is meant as a long one; Android's own limit is 400 to 500."""
_DRAG_MS, _SCROLL_MS = 500, 400
_NOTCH: Final = 64
"""Of the wheel, in units of a 160 dpi screen, as Android itself counts it."""
_EDGE: Final = 0.06
"""Share of a side at its ends where a swipe is taken for a gesture of the system's."""
_PIECE: Final = 400
HELPER: Final = "com.android.adbkeyboard/.AdbIME"
"""A keyboard that types what it is sent."""
_BOUND_SECONDS: Final = 1
"""That Android takes to put another keyboard in place."""

_KEYS: Final = {
    "enter": "ENTER",
    "esc": "ESCAPE",
    "tab": "TAB",
    "space": "SPACE",
    "backspace": "DEL",
    "delete": "FORWARD_DEL",
    "insert": "INSERT",
    "menu": "MENU",
    "up": "DPAD_UP",
    "down": "DPAD_DOWN",
    "left": "DPAD_LEFT",
    "right": "DPAD_RIGHT",
    "home": "MOVE_HOME",
    "end": "MOVE_END",
    "pageup": "PAGE_UP",
    "pagedown": "PAGE_DOWN",
    "printscreen": "SYSRQ",
    "pause": "BREAK",
    "volumeup": "VOLUME_UP",
    "volumedown": "VOLUME_DOWN",
    "volumemute": "VOLUME_MUTE",
    "super": "HOME",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
}
_CHORDS: Final[dict[tuple[str, ...], str]] = {("alt", "left"): "BACK", ("alt", "tab"): "APP_SWITCH"}
"""What the system's own buttons are on a keyboard."""

_SIGNS: Final = {"\n": "ENTER", "\t": "TAB"}


def tap(at: tuple[int, int], count: int) -> tuple[str, ...]:
    """So many taps in a row."""
    return (f"input tap {at[0]} {at[1]}",) * count


def hold(at: tuple[int, int]) -> str:
    """A long press."""
    return _swipe(at, at, HOLD_MS)


def drag(start: tuple[int, int], end: tuple[int, int]) -> str:
    """A finger that goes from one place to another."""
    return _swipe(start, end, _DRAG_MS)


def scroll(
    at: tuple[int, int], direction: Direction, amount: int, screen: Size, density: int
) -> tuple[str, ...]:
    """Swipes that move what is under a place by so many notches; the finger goes the other way.
    Raises `Refused` where there is no room for one."""
    down = direction in (Direction.UP, Direction.DOWN)
    place, side = (at[1], screen.height) if down else (at[0], screen.width)
    forth = 1 if direction in (Direction.UP, Direction.LEFT) else -1
    notch = _NOTCH * density // 160
    edge = round(side * _EDGE)
    room = side - edge - place if forth > 0 else place - edge
    if room < notch:
        raise Refused(
            f"there is no room for a finger to scroll {direction} from ({at[0]}, {at[1]}): choose"
            " a place further from the edge of the screen."
        )
    left, lines = notch * amount, list[str]()
    while left > 0:
        step = min(left, room)
        moved = (at[0], at[1] + forth * step) if down else (at[0] + forth * step, at[1])
        lines.append(_swipe(at, moved, _SCROLL_MS))
        left -= step
    return tuple(lines)


def key(keys: tuple[str, ...]) -> str:
    """The key of these names, of which there may be one, or what a chord of theirs means here.
    Raises `Refused`."""
    name = "+".join(keys)
    if code := _CHORDS.get(keys) or _KEYS.get(name):
        return f"input keyevent KEYCODE_{code}"
    if len(name) == 1 and is_typeable(name):
        return "".join(typed(name))
    if len(keys) > 1:
        raise Refused(
            f"an Android device has no chords, and {name} is one; alt+left goes back and alt+tab"
            " shows the open programs."
        )
    raise Refused(f"an Android device has no key {name}.")


def is_typeable(text: str) -> bool:
    """Whether `input text` has all of it."""
    return all(" " <= sign <= "~" or sign in "\n\t" for sign in text)


def typed(text: str) -> Iterator[str]:
    """Lines that type a text of typeable characters."""
    for piece in re.split(r"([\n\t])", text):
        if piece in _SIGNS:
            yield f"input keyevent KEYCODE_{_SIGNS[piece]}"
            continue
        for part in re.split(r"(?<=%)(?=s)", piece):
            for start in range(0, len(part), _PIECE):
                word = part[start : start + _PIECE].replace(" ", "%s")
                yield f"input text {shlex.quote(word)}"


def broadcast(text: str, keyboard: str) -> tuple[str, ...]:
    """Lines that have the helping keyboard type a text; `keyboard`: the one that is in use, which
    gets its place back."""
    parts = (text[start : start + _PIECE].encode() for start in range(0, len(text), _PIECE))
    sends = [
        f"am broadcast -a ADB_INPUT_B64 --es msg {base64.b64encode(part).decode()}"
        for part in parts
    ]
    if keyboard == HELPER:
        return tuple(sends)
    back = (f"ime set {shlex.quote(keyboard)}",) if "/" in keyboard else ()
    return (
        f"ime enable {HELPER}",
        f"ime set {HELPER}",
        f"sleep {_BOUND_SECONDS}",
        *sends,
        f"sleep {_BOUND_SECONDS}",
        *back,
    )


def _swipe(start: tuple[int, int], end: tuple[int, int], milliseconds: int) -> str:
    return f"input swipe {start[0]} {start[1]} {end[0]} {end[1]} {milliseconds}"
