"""What was typed is read back where an accessibility bus runs, and nothing is claimed elsewhere."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.desks import until
from helpers.screens import PROGRAMS, Program, Screen, screen, wait_active, window_manager
from uitars_runtime.desktop.accessibility import Accessibility, Node, bus_address
from uitars_runtime.desktop.readback import Field, arrived, read_field
from uitars_runtime.desktop.windows import Windows
from uitars_runtime.desktop.x11 import X11Desktop
from uitars_runtime.desktop.xserver import XServer
from uitars_runtime.types import Click, Point, Press, Type

_LAUNCHER = "/usr/libexec/at-spi-bus-launcher"


@pytest.fixture(scope="module")
def accessible(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[Screen, Program]]:
    """A GTK window on a screen with an accessibility bus."""
    if not Path(_LAUNCHER).exists():
        pytest.skip("at-spi2-core is not installed")
    folder = tmp_path_factory.mktemp("accessible")
    folder.chmod(0o700)
    program = Program(folder / "gtk", "gtk window")
    with screen() as server, window_manager(server):
        environment = {**server.environment, "XDG_RUNTIME_DIR": str(folder)}
        del environment["NO_AT_BRIDGE"]
        script = (
            f"{_LAUNCHER} --launch-immediately &"
            " until xprop -root AT_SPI_BUS | grep -q unix; do sleep 0.1; done;"
            f" exec /usr/bin/python3 {PROGRAMS / 'gtk_window.py'} {folder / 'gtk'}"
        )
        group = subprocess.Popen(
            ["dbus-run-session", "--", "sh", "-c", script],
            env=environment,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            until(lambda: "field" in program.state, "the window open")
            yield server, program
        finally:
            os.killpg(group.pid, signal.SIGKILL)
            group.wait()


def test_what_arrived_is_read_back(accessible: tuple[Screen, Program]) -> None:
    server, program = accessible
    desktop = X11Desktop(server.name)
    desktop.execute(Click(Point(*program.state["field"])), desktop.observe())
    wait_active(server.name, program)
    outcome = desktop.execute(Type("Grüße, 漢字"), desktop.observe())
    assert "they arrived exactly." in outcome.text
    desktop.execute(Press(("home",)), desktop.observe())
    assert "they arrived exactly." in desktop.execute(Type("> "), desktop.observe()).text
    assert program.text == "> Grüße, 漢字"
    desktop.close()


def test_what_lies_at_a_place_is_told_by_a_program_that_is_busy_for_a_second(
    accessible: tuple[Screen, Program],
) -> None:
    name, program = accessible
    server = XServer(name.name)
    field = Point(*program.state["field"])
    window = Windows(server.display).at(field)
    assert window is not None
    bus = Accessibility(bus_address(server.display))
    known = bus.at(window.pid, field)
    assert known is not None
    os.kill(window.pid, signal.SIGSTOP)
    goes_on = threading.Timer(1.0, os.kill, (window.pid, signal.SIGCONT))
    goes_on.start()
    try:
        assert bus.at(window.pid, field) == known
    finally:
        goes_on.join()
    server.close()


def test_nothing_is_claimed_without_a_bus(
    shared_screen: Screen, windows: dict[str, Program]
) -> None:
    server = XServer(shared_screen.name)
    assert read_field(Accessibility(bus_address(server.display)), os.getpid()) is None
    server.close()


@given(st.text(max_size=9), st.text(max_size=4), st.text(max_size=9), st.text(max_size=4))
def test_text_in_place_of_a_selection_arrived(
    head: str, selected: str, tail: str, text: str
) -> None:
    before = Field(Node("a", "b"), head + selected + tail)
    assert arrived(before, Field(Node("a", "b"), head + text + tail), text)


@pytest.mark.parametrize(
    ("before", "after", "text", "exact"),
    [
        ("", "abd", "abc", False),
        ("abc", "abc", "x", False),
        ("abc", "xabcx", "x", False),
        ("abc", "abcabc", "abc", True),
        ("aba", "ababa", "ab", True),
    ],
)
def test_text_that_is_not_what_was_typed(before: str, after: str, text: str, exact: bool) -> None:
    assert arrived(Field(Node("a", "b"), before), Field(Node("a", "b"), after), text) is exact


def test_nothing_is_known_when_the_focus_moved_on() -> None:
    assert arrived(Field(Node("a", "b"), ""), Field(Node("a", "c"), "x"), "x") is None
    assert arrived(None, Field(Node("a", "c"), "x"), "x") is None
