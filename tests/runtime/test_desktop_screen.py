"""Seeing the screen: geometry that changes, one colour, several monitors, a server that dies."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.desks import until
from helpers.screens import Screen, running, screen, window_manager
from uitars_runtime.desktop import local
from uitars_runtime.desktop.capture import Grab
from uitars_runtime.desktop.changes import difference
from uitars_runtime.desktop.settle import Settler
from uitars_runtime.desktop.windows import Windows
from uitars_runtime.desktop.x11 import X11Desktop
from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.types import Box, Click, Point, Size

_LOCK = """
from Xlib.display import Display
display = Display()
lock = display.screen().root.create_window(0, 0, 640, 480, 0, 24, override_redirect=True)
lock.map()
display.sync()
display.next_event()
"""
"""As lockers are: a black window that no window manager knows."""
_MODE = "83.5 800 872 952 1072 600 603 607 624"


@pytest.fixture
def own() -> Generator[Screen]:
    """A screen with a terminal that this test may change or kill."""
    place = ("-geometry", "40x10+10+10")
    with screen("1024x768") as server, running(server, "xterm", *place, "-e", "cat"):
        yield server


def test_geometry_is_read_at_every_grab(own: Screen) -> None:
    desktop = X11Desktop(own.name)
    before = desktop.observe()
    assert before.size == Size(1024, 768)
    own.call("xrandr", "--newmode", "small", *_MODE.split())
    own.call("xrandr", "--addmode", "screen", "small")
    own.call("xrandr", "--output", "screen", "--mode", "small")
    outcome = desktop.execute(Click(Point(5, 5)), before)
    assert not outcome.ok
    assert "changed size, look again" in outcome.text
    assert desktop.observe().size == Size(800, 600)
    own.call("xrandr", "--output", "screen", "--mode", "1024x768")
    assert desktop.observe().size == Size(1024, 768)
    desktop.close()


def test_all_monitors_are_one_screen(own: Screen) -> None:
    own.call("xrandr", "--setmonitor", "left", "512/140x768/200+0+0", "screen")
    own.call("xrandr", "--setmonitor", "right", "512/140x768/200+512+0", "none")
    desktop = X11Desktop(own.name)
    seen = desktop.observe()
    assert (seen.size, seen.origin) == (Size(1024, 768), Point(0, 0))
    desktop.close()


def test_colours_are_red_green_blue(own: Screen) -> None:
    colour = ("-bg", "#102030", "-geometry", "40x10+500+300", "-e", "cat")
    with running(own, "xterm", *colour):
        desktop = X11Desktop(own.name)
        until(lambda: tuple(desktop.observe().pixels[400, 600]) == (0x10, 0x20, 0x30), "the colour")
        desktop.close()


def test_a_screen_of_one_colour_is_an_error() -> None:
    with screen("640x480") as server:
        desktop = X11Desktop(server.name)
        with pytest.raises(DesktopError) as raised:
            desktop.observe()
        desktop.close()
    assert not raised.value.gone
    assert "one colour (#000000)" in raised.value.title
    assert raised.value.hint


def test_a_desktop_without_a_window_is_seen_as_the_one_colour_that_it_is() -> None:
    with screen("640x480") as server, window_manager(server):
        desktop = X11Desktop(server.name)
        assert not desktop.observe().pixels.any()
        with running(server, sys.executable, "-c", _LOCK):
            until(lambda: not Windows(desktop.server.display).none(), "the screen is locked")
            with pytest.raises(DesktopError, match="one colour"):
                desktop.observe()
        desktop.close()


def test_a_server_that_dies_is_noticed_and_worked_again_when_it_is_back(own: Screen) -> None:
    desktop = X11Desktop(own.name)
    seen = desktop.observe()
    own.kill()
    with pytest.raises(DesktopError) as raised:
        desktop.observe()
    assert raised.value.gone
    with pytest.raises(DesktopError) as raised:
        desktop.execute(Click(Point(5, 5)), seen)
    assert raised.value.gone
    with screen("1024x768", name=own.name) as again, running(again, "xterm", "-e", "cat"):
        desktop.reconnect()
        assert desktop.observe().size == Size(1024, 768)
        desktop.close()


def test_closing_after_the_server_died_is_quiet(own: Screen) -> None:
    desktop = X11Desktop(own.name)
    desktop.observe()
    own.kill()
    desktop.close()


@pytest.mark.parametrize(
    ("name", "value"), [("XDG_SESSION_TYPE", "wayland"), ("WAYLAND_DISPLAY", "wayland-0")]
)
@pytest.mark.skipif(os.name != "posix", reason="a matter of Linux")
def test_wayland_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(UsageError, match="Wayland"):
        local.open_local()


def test_no_session_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(UsageError, match="no desktop session"):
        local.open_local()


def test_the_local_desktop_is_the_display(own: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", own.name)
    desktop = local.open_local()
    assert desktop.name == own.name
    assert desktop.observe().size == Size(1024, 768)
    desktop.close()


# --------------------------------------------------------------- what counts as a change


def painted(*boxes: Box, size: tuple[int, int] = (320, 240)) -> Grab:
    """A grey screen with white boxes."""
    width, height = size
    words = np.full((height, width), 0x404040, np.uint32)
    for box in boxes:
        words[box.top : box.bottom, box.left : box.right] = 0xFFFFFF
    return Grab(bytearray(words.tobytes()), Box(0, 0, width, height))


@given(st.integers(0, 200), st.integers(0, 150), st.integers(4, 100), st.integers(1, 80))
def test_the_changed_region_is_exact(left: int, top: int, width: int, height: int) -> None:
    box = Box(left, top, left + width, top + height)
    assert difference(painted(), painted(box)) == box
    assert difference(painted(box), painted(box)) is None


def test_a_caret_that_blinks_is_no_change_and_one_that_moved_is() -> None:
    caret, moved = Box(50, 50, 52, 66), Box(58, 50, 60, 66)
    assert difference(painted(), painted(caret)) is None
    assert difference(painted(caret), painted(moved)) == Box(50, 50, 60, 66)


def test_the_unused_byte_of_a_pixel_is_no_change() -> None:
    one = painted()
    other = Grab(bytearray((one.words | 0xFF000000).tobytes()), one.geometry)
    assert difference(one, other) is None


def test_another_size_is_a_change_of_everything() -> None:
    assert difference(painted(), painted(size=(300, 200))) == Box(0, 0, 300, 200)


class Film:
    """Grabs that follow a script; the last one stays."""

    def __init__(self, *grabs: Grab, loop: bool = False) -> None:
        self._grabs = grabs
        self._loop = loop
        self.shown = 0

    def grab(self) -> Grab:
        index = self.shown % len(self._grabs) if self._loop else self.shown
        self.shown += 1
        return self._grabs[min(index, len(self._grabs) - 1)]


def test_a_window_that_is_being_drawn_is_waited_for() -> None:
    steps = [painted(Box(10, 10, 20 + 10 * step, 100)) for step in range(10)]
    assert difference(Settler(Film(*steps).grab).observe(), steps[-1]) is None


def test_a_spinner_holds_nothing_up_once_it_is_known() -> None:
    base = Box(0, 0, 40, 40)
    film = Film(painted(base, Box(100, 100, 116, 116)), painted(base), loop=True)
    settler = Settler(film.grab)
    settler.observe()
    first = film.shown
    film.shown = 0
    settler.observe()
    assert film.shown < first


def test_an_effect_is_seen_beside_a_spinner() -> None:
    base = Box(0, 0, 40, 40)
    spinning = Film(painted(base, Box(100, 100, 116, 116)), painted(base), loop=True)
    source = [spinning]
    settler = Settler(lambda: source[0].grab())
    before = settler.observe()
    assert settler.after(before, 0.1).changed is None
    effect = Box(200, 150, 260, 170)
    source[0] = Film(
        painted(base, effect, Box(100, 100, 116, 116)), painted(base, effect), loop=True
    )
    assert settler.after(before, 0.1).changed == effect


def test_a_screen_that_never_rests_is_taken_as_it_is() -> None:
    film = Film(painted(Box(0, 0, 300, 200)), painted(Box(10, 10, 100, 100)), loop=True)
    assert Settler(film.grab).observe() is not None


def test_nothing_happened_is_said_when_patience_ends() -> None:
    settler = Settler(Film(painted(Box(0, 0, 40, 40))).grab)
    before = settler.observe()
    assert settler.after(before, 0.05).changed is None
