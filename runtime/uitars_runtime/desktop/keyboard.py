"""Chords and held keys on any keyboard. Entering text is in text_entry.py."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from uitars_runtime.desktop.refused import Refused
from uitars_runtime.keys import UnknownKeyError, chord, normalise

_HOLD = 0.01
"""Seconds between pressing a chord and letting it go: some programs poll the keyboard."""


class Keys(Protocol):
    """The keys of a display, as programs can work them."""

    def undisturbed(self) -> AbstractContextManager[None]:
        """Around input that begins an action. Raises `Refused` before anything is sent."""
        ...

    def codes(self, keys: Sequence[str], /) -> Mapping[str, tuple[int, ...]]:
        """The keycodes to press for each of these normalised keys, modifiers first."""
        ...

    def key(self, keycode: int, /, *, down: bool) -> None: ...

    def modifiers_down(self) -> tuple[str, ...]:
        """Modifiers that are down, whoever presses them, as far as the display tells."""
        ...

    def sync(self) -> None:
        """Return once all that was sent has arrived."""
        ...


class Keyboard:
    """Presses keys and knows which ones it holds."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self._held: dict[str, tuple[int, ...]] = {}

    def press(self, names: Sequence[str]) -> None:
        """Press a chord: down in order, up in reverse. Raises `Refused`."""
        try:
            keys = chord(names)
        except UnknownKeyError as error:
            raise Refused(str(error)) from error
        codes = self._keys.codes(keys)
        down: list[int] = []
        with self._keys.undisturbed():
            for key in keys:
                for keycode in codes[key]:
                    if not self._is_held(keycode) and keycode not in down:
                        down.append(keycode)
                        self._keys.key(keycode, down=True)
        time.sleep(_HOLD)
        for keycode in reversed(down):
            self._keys.key(keycode, down=False)
        self._keys.sync()

    def hold(self, name: str) -> None:
        """Press one key and keep it down. Raises `Refused`."""
        key = _known(name)
        if key in self._held:
            raise Refused(f"the key {key} is held down already.")
        codes = self._keys.codes([key])[key]
        with self._keys.undisturbed():
            self._held[key] = codes
            for keycode in codes:
                self._keys.key(keycode, down=True)

    def let_go(self, name: str) -> None:
        """Release a key that is held. Raises `Refused`."""
        key = _known(name)
        if key not in self._held:
            held = ", ".join(self._held) or "none"
            raise Refused(f"the key {key} is not held down (held: {held}).")
        codes = self._held.pop(key)
        for keycode in reversed(codes):
            if not self._is_held(keycode):
                self._keys.key(keycode, down=False)
        self._keys.sync()

    def release_all(self) -> None:
        """Let every held key go."""
        for key in reversed(tuple(self._held)):
            self.let_go(key)

    def forget(self) -> None:
        """The display is another one: it holds nothing."""
        self._held.clear()

    def refuse_modifiers(self) -> None:
        """Raises `Refused` where characters would be chords."""
        down = self._keys.modifiers_down()
        if down:
            raise Refused(f"text cannot be entered while {' and '.join(down)} is held down.")

    def _is_held(self, keycode: int) -> bool:
        return any(keycode in codes for codes in self._held.values())


def _known(name: str) -> str:
    try:
        return normalise(name)
    except UnknownKeyError as error:
        raise Refused(str(error)) from error
