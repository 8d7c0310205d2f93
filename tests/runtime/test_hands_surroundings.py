"""What the hands know about a window before the gate decides."""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest

from helpers.desks import until
from helpers.screens import Screen, running, screen, window_manager
from uitars_runtime.desktop.windows import WindowInfo, Windows
from uitars_runtime.desktop.xserver import XServer
from uitars_runtime.frame import Frame
from uitars_runtime.hands.surroundings import ScreenSurroundings, ancestors
from uitars_runtime.hands.target import ScreenTarget
from uitars_runtime.types import Click, Move, Point, Shell, Type, Wait


@pytest.fixture(scope="module")
def place() -> Generator[tuple[Screen, XServer, int]]:
    """A screen with one terminal, and the process of that terminal."""
    with (
        screen("640x480") as own,
        window_manager(own),
        running(own, "xterm", "-T", "the terminal", "-e", "sleep", "1000") as terminal,
    ):
        server = XServer(own.name)
        yield own, server, terminal.pid
        server.close()


def window(server: XServer) -> WindowInfo:
    found: list[WindowInfo] = []

    def there() -> bool:
        active = Windows(server.display).active()
        if active is not None and active.title == "the terminal":
            found.append(active)
        return bool(found)

    until(there, "the terminal has the keyboard")
    return found[-1]


def test_a_window_is_known_by_title_class_program_and_process(
    place: tuple[Screen, XServer, int],
) -> None:
    _, server, pid = place
    surroundings = ScreenSurroundings(server)
    box = window(server).box
    for action in (Click(box.center), Move(box.center), Type("x")):
        facts = surroundings.facts(action)
        assert (facts.window, facts.application, facts.pid) == ("the terminal", "XTerm", pid)
        assert facts.program.endswith("/xterm")
        assert not facts.own
    assert surroundings.facts(Click(Point(639, 479))).window in ("the desktop", "the terminal")
    assert surroundings.facts(Wait()) == surroundings.facts(Shell("ls"))


def test_the_window_where_the_person_talks_to_the_agent_is_its_own(
    place: tuple[Screen, XServer, int],
) -> None:
    _, server, pid = place
    window(server)
    assert ScreenSurroundings(server, (os.getpid(), pid, 1234567)).facts(Type("y\n")).own
    assert not ScreenSurroundings(server, (os.getpid(), 1234567)).facts(Type("y\n")).own


def test_the_processes_above_are_known() -> None:
    above = ancestors(os.getpid())
    assert above[0] == os.getppid()
    assert os.getpid() not in above
    assert ancestors(999_999_999) == ()


def test_a_window_that_takes_clicks_unseen_is_a_change(
    place: tuple[Screen, XServer, int],
) -> None:
    """Click-jacking: nothing to see, but the click would go elsewhere."""
    import numpy as np
    from Xlib import X
    from Xlib.display import Display

    own, server, _ = place
    box = window(server).box
    target = ScreenTarget(server)
    image = server.display.screen().root.get_image(0, 0, 640, 480, X.ZPixmap, 0xFFFFFFFF)
    pixels = np.frombuffer(image.data, np.uint8).reshape(480, 640, 4)[:, :, 2::-1]
    seen, click = Frame(np.ascontiguousarray(pixels)), Click(box.center)
    target.remember(seen)
    assert target.changed(click, seen) == ""
    other = Display(own.name)
    try:
        trap = other.screen().root.create_window(
            0, 0, 640, 480, 0, 0, window_class=X.InputOnly, override_redirect=1
        )
        trap.map()
        other.sync()
        assert "another window" in target.changed(click, seen)
    finally:
        other.close()
    assert target.changed(click, seen) == ""
