"""The desktop of macOS and Windows, with stand-ins for pynput and the screen."""

from __future__ import annotations

import enum
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uitars_runtime.desktop.capture import Grab
from uitars_runtime.desktop.portable import PortableDesktop
from uitars_runtime.types import (
    Action,
    Box,
    Button,
    Click,
    Direction,
    Drag,
    KeyDown,
    KeyUp,
    Move,
    Point,
    Press,
    Scroll,
    Shell,
    Type,
    Wait,
)

Key = enum.Enum("Key", ["ctrl", "shift", "cmd", "enter", "page_down"])
Buttons = enum.Enum("Buttons", ["left", "middle", "right"])


class Device:
    """A mouse and a keyboard that write down what they are told; the screen changes each time."""

    def __init__(self, origin: Point, scale: int) -> None:
        self.done: list[tuple[Any, ...]] = []
        self._origin = origin
        self._scale = scale

    def grab(self) -> Grab:
        words = np.full((100 * self._scale, 200 * self._scale), 0x404040, np.uint32)
        words[10:30, 10 : 40 + 5 * len(self.done)] = 0xFFFFFF
        left, top = self._origin.x, self._origin.y
        box = Box(left, top, left + words.shape[1], top + words.shape[0])
        return Grab(bytearray(words.tobytes()), box, float(self._scale))

    @property
    def position(self) -> tuple[float, float]:
        raise AssertionError("the position is only ever set")

    @position.setter
    def position(self, value: tuple[float, float]) -> None:
        self.done.append(("position", *value))

    def click(self, button: Buttons, count: int) -> None:
        self.done.append(("click", button.name, count))

    def press(self, key: Any) -> None:
        self.done.append(("press", getattr(key, "name", key)))

    def release(self, key: Any) -> None:
        self.done.append(("release", getattr(key, "name", key)))

    def scroll(self, across: int, down: int) -> None:
        self.done.append(("scroll", across, down))

    def type(self, text: str) -> None:
        self.done.append(("type", text))


_CORNER = Point(0, 0)


def opened(origin: Point = _CORNER, scale: int = 1) -> tuple[PortableDesktop, Device]:
    device = Device(origin, scale)
    return PortableDesktop(device.grab, device, device, Buttons, Key), device


@pytest.mark.parametrize(
    ("action", "done"),
    [
        (Click(Point(3, 4), Button.RIGHT, 2), [("position", 3, 4), ("click", "right", 2)]),
        (Move(Point(3, 4)), [("position", 3, 4)]),
        (Scroll(Point(1, 2), Direction.LEFT, 3), [("position", 1, 2), ("scroll", -3, 0)]),
        (Scroll(Point(1, 2), Direction.DOWN, 3), [("position", 1, 2), ("scroll", 0, -3)]),
        (Type("é漢😀"), [("type", "é漢😀")]),
        (
            Press(("Control", "C")),
            [("press", "ctrl"), ("press", "c"), ("release", "c"), ("release", "ctrl")],
        ),
        (KeyDown("win"), [("press", "cmd")]),
        (Wait(0.0), []),
    ],
)
def test_what_the_device_is_told(action: Action, done: list[tuple[Any, ...]]) -> None:
    desktop, device = opened()
    outcome = desktop.execute(action, desktop.observe())
    assert outcome.ok
    assert device.done == done
    assert outcome.changed == bool(done)


@settings(max_examples=20)
@given(
    st.integers(-4000, 4000),
    st.integers(-4000, 4000),
    st.sampled_from([1, 2]),
    st.integers(0, 199),
    st.integers(0, 99),
)
def test_points_lie_on_the_device_where_the_screenshot_shows_them(
    left: int, top: int, scale: int, x: int, y: int
) -> None:
    desktop, device = opened(Point(left, top), scale)
    seen = desktop.observe()
    assert seen.origin == Point(left, top)
    desktop.execute(Move(Point(x * scale, y * scale)), seen)
    assert device.done == [("position", left + x, top + y)]


def test_a_drag_moves_in_between_and_lets_go() -> None:
    desktop, device = opened()
    desktop.execute(Drag(Point(10, 10), Point(90, 50)), desktop.observe())
    assert device.done[:2] == [("position", 10, 10), ("press", "left")]
    assert device.done[-2:] == [("position", 90, 50), ("release", "left")]
    assert len(device.done) > 10


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Click(Point(200, 0)), "200 by 100"),
        (Press(("ctrll",)), "ctrl"),
        (Press(("f24",)), "no key f24"),
        (KeyUp("ctrl"), "not held"),
    ],
)
def test_what_cannot_be_done_is_refused(action: Action, words: str) -> None:
    desktop, device = opened()
    outcome = desktop.execute(action, desktop.observe())
    assert not outcome.ok
    assert words in outcome.text
    assert device.done == []


def test_lines_end_once_and_what_is_no_character_is_refused() -> None:
    desktop, device = opened()
    assert desktop.execute(Type("one\r\ntwo\rthree"), desktop.observe()).ok
    assert device.done == [("type", "one\ntwo\nthree")]
    refused = desktop.execute(Type("a\x03"), desktop.observe())
    assert (refused.ok, "U+0003" in refused.text) == (False, True)
    assert len(device.done) == 1


class Narrow(Device):
    """As pynput's keyboard on Windows, which has no character beyond 16 bits."""

    class InvalidCharacterException(Exception):  # noqa: N818 - pynput's name
        """Its arguments are the character's place and itself."""

    def type(self, text: str) -> None:
        for place, character in enumerate(text):
            if ord(character) > 0xFFFF:
                raise self.InvalidCharacterException(place, character)
            super().type(character)


def test_what_the_keyboard_lacks_is_refused_and_how_far_it_came_is_told() -> None:
    device = Narrow(Point(0, 0), 1)
    desktop = PortableDesktop(device.grab, device, device, Buttons, Key)
    outcome = desktop.execute(Type("ab😀c"), desktop.observe())
    assert not outcome.ok
    assert "only the first 2 of 4 characters were entered" in outcome.text
    assert device.done == [("type", "a"), ("type", "b")]
    secret = desktop.enter_secret("😀pass", desktop.observe(), lambda: "")
    assert (secret.ok, "pass" in secret.text) == (False, False)
    assert "lacks a character" in secret.text


def test_a_chord_of_which_a_key_cannot_be_pressed_leaves_none_down(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desktop, device = opened()
    press = device.press

    def pressed(key: Any) -> None:
        if key == "é":
            raise ValueError(key)  # as pynput does for a key that the layout lacks
        press(key)

    monkeypatch.setattr(device, "press", pressed)
    with pytest.raises(ValueError, match="é"):
        desktop.execute(Press(("ctrl", "shift", "é")), desktop.observe())
    assert device.done[2:] == [("release", "shift"), ("release", "ctrl")]


def test_held_keys_are_let_go_at_the_end() -> None:
    desktop, device = opened()
    desktop.execute(KeyDown("ctrl"), desktop.observe())
    desktop.execute(KeyDown("shift"), desktop.observe())
    desktop.close()
    assert device.done[-2:] == [("release", "shift"), ("release", "ctrl")]


def test_a_tool_is_no_action_of_a_screen() -> None:
    desktop, _ = opened()
    with pytest.raises(TypeError):
        desktop.execute(Shell("true"), desktop.observe())
