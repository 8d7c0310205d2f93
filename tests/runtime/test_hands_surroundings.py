"""What the hands know about a window before the gate decides."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from Xlib import X

from helpers.desks import connection, until
from helpers.screens import Screen, running, screen, window_manager
from uitars_runtime.desktop.window import WindowInfo
from uitars_runtime.desktop.windows import Windows
from uitars_runtime.desktop.xserver import XServer
from uitars_runtime.frame import Frame
from uitars_runtime.gate.rules import classify
from uitars_runtime.hands.processes import ancestors, holds_terminal
from uitars_runtime.hands.surroundings import ScreenSurroundings
from uitars_runtime.hands.target import ScreenTarget
from uitars_runtime.types import Click, Drag, Move, Point, Shell, Type, Wait


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


def test_a_terminal_is_known_by_what_it_holds(
    place: tuple[Screen, XServer, int], tmp_path: Path
) -> None:
    own, server, _ = place
    other = tmp_path / "notes"
    shutil.copy(shutil.which("xterm") or "", other)
    names = ("-class", "Notes", "-name", "notes", "-T", "Notes")
    with running(own, str(other), *names, "-e", "sleep", "1000"):
        surroundings = ScreenSurroundings(server)

        def there() -> bool:
            facts = surroundings.facts(Type("x"))
            return facts.window == "Notes" and facts.terminal

        until(there, "the terminal of another name is known for one")
        facts = surroundings.facts(Type("x"))
        assert facts.application == "Notes"
        assert classify(Type("ls"), tmp_path, facts)[0] == "S-other"


def test_programs_that_were_started_from_a_window_are_not_its_own(tmp_path: Path) -> None:
    """A file manager that opened a terminal is none."""
    file = tmp_path / "pid"
    starter = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import os, pty, sys, time; child = os.fork()\n"
            "if not child: pty.openpty(); open(sys.argv[1], 'w').write(str(os.getpid()))\n"
            "time.sleep(1000)",
            str(file),
        ]
    )
    try:
        until(lambda: file.exists() and bool(file.read_text()), "the child holds a terminal")
        child = int(file.read_text())
        assert holds_terminal(child)
        assert holds_terminal(starter.pid)
        assert not holds_terminal(starter.pid, {child})
        os.kill(child, signal.SIGKILL)
        until(lambda: not holds_terminal(starter.pid), "nobody holds it")
    finally:
        starter.kill()
        starter.wait()


def test_a_window_in_front_that_takes_keys_is_a_target_as_well(
    place: tuple[Screen, XServer, int],
) -> None:
    own, server, _ = place
    window(server)
    with connection(own.name) as other:
        screen_ = other.screen()
        bar = screen_.root.create_window(
            0, 0, 640, 20, 0, screen_.root_depth, override_redirect=1, event_mask=X.KeyPressMask
        )
        bar.map()
        other.sync()
        facts = ScreenSurroundings(server).facts(Type("x"))
        assert [(one.pid, one.front) for one in facts.others] == [(os.getpid(), True)]
        assert facts.window == "the terminal"
    assert not ScreenSurroundings(server).facts(Type("x")).others


def test_both_ends_of_a_drag_are_known(place: tuple[Screen, XServer, int]) -> None:
    _, server, _ = place
    box = window(server).box
    facts = ScreenSurroundings(server).facts(Drag(box.center, Point(639, 479)))
    assert facts.window == "the terminal"
    assert [one.window for one in facts.others] == ["the desktop"]


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
    until(lambda: target.changed(click, seen) == "", "the trap is gone")
