"""Clicks, drags, the wheel, chords and held keys, judged by what programs say happened to them."""

from __future__ import annotations

import gc

import pytest

from helpers.desks import held, until
from helpers.screens import Program, Screen, wait_active
from uitars_runtime.desktop.release import release_everything
from uitars_runtime.desktop.windows import Windows
from uitars_runtime.desktop.x11 import X11Desktop
from uitars_runtime.desktop.xserver import XServer
from uitars_runtime.errors import DesktopError
from uitars_runtime.types import (
    Action,
    Button,
    Click,
    Direction,
    Drag,
    KeyDown,
    KeyUp,
    Move,
    Outcome,
    Point,
    Press,
    Scroll,
    Shell,
    Type,
    Wait,
)


def do(desktop: X11Desktop, action: Action) -> Outcome:
    return desktop.execute(action, desktop.observe())


@pytest.mark.parametrize("button", list(Button))
def test_a_click_is_one_click(
    desktop: X11Desktop, windows: dict[str, Program], button: Button
) -> None:
    qt = windows["qt"]
    before = qt.state
    assert do(desktop, Click(Point(*before["pad"]), button)).ok
    until(lambda: len(qt.state["clicks"]) > len(before["clicks"]), "a click")
    assert qt.state["clicks"] == [*before["clicks"], f"{button.value.capitalize()}Button"]
    assert qt.state["doubles"] == before["doubles"]


@pytest.mark.parametrize("toolkit", ["qt", "gtk"])
def test_a_double_click_is_one_and_two_clicks_are_none(
    desktop: X11Desktop, windows: dict[str, Program], toolkit: str
) -> None:
    program = windows[toolkit]
    before = program.state["doubles"]
    at = Point(*program.state["pad"])
    do(desktop, Click(at))
    do(desktop, Click(at))
    assert program.state["doubles"] == before
    do(desktop, Click(at, count=2))
    until(lambda: program.state["doubles"] == before + 1, "a double click")


def test_a_drag_passes_the_threshold_of_qt(
    desktop: X11Desktop, windows: dict[str, Program]
) -> None:
    x, y = windows["qt"].state["pad"]
    do(desktop, Drag(Point(x - 50, y), Point(x + 70, y + 10)))
    until(lambda: windows["qt"].state["drag"] == [x - 50, y, x + 70, y + 10], "a drag")


def test_a_drag_passes_the_threshold_of_gtk(
    desktop: X11Desktop, windows: dict[str, Program]
) -> None:
    x, y = windows["gtk"].state["pad"]
    do(desktop, Drag(Point(x - 50, y), Point(x + 70, y + 10)))
    until(lambda: windows["gtk"].state["drag"] == [120, 10], "a drag")


def test_the_wheel_turns_in_four_directions(
    desktop: X11Desktop, windows: dict[str, Program]
) -> None:
    qt = windows["qt"]
    at = Point(*qt.state["table"])
    start = qt.state["scroll"]

    def after(direction: Direction, axis: int, sign: int) -> None:
        before = qt.state["scroll"]
        assert do(desktop, Scroll(at, direction, 3)).changed
        until(lambda: (qt.state["scroll"][axis] - before[axis]) * sign > 0, direction)
        assert qt.state["scroll"][1 - axis] == before[1 - axis]

    after(Direction.DOWN, 1, 1)
    after(Direction.UP, 1, -1)
    # The turns come one by one: the next ones are told apart when all of these are through.
    until(lambda: qt.state["scroll"] == start, "the way back")
    after(Direction.RIGHT, 0, 1)
    after(Direction.LEFT, 0, -1)


@pytest.mark.parametrize("layout", ["us", "fr"])
def test_chords_reach_the_program_under_every_layout(
    desktop: X11Desktop, shared_screen: Screen, windows: dict[str, Program], layout: str
) -> None:
    shared_screen.use_layout(layout)
    qt = windows["qt"]
    do(desktop, Click(Point(*qt.state["field"])))
    wait_active(desktop.name, qt)
    do(desktop, Press(("Control", "A")))
    do(desktop, Press(("del",)))
    until(lambda: qt.text == "", "an empty field")
    do(desktop, Type("word"))
    do(desktop, Press(("shift", "home")))
    do(desktop, Press(("ctrl", "c")))
    do(desktop, Press(("end",)))
    do(desktop, Press(("?",)))
    do(desktop, Press(("ctrl", "v")))
    until(lambda: qt.text == "word?word", f"the chords: {qt.text}")


def test_held_shift_selects_while_the_pointer_clicks(
    desktop: X11Desktop, windows: dict[str, Program]
) -> None:
    qt = windows["qt"]
    do(desktop, Click(Point(*qt.state["field"])))
    wait_active(desktop.name, qt)
    do(desktop, Press(("ctrl", "a")))
    do(desktop, Type("abc"))
    assert do(desktop, KeyDown("shift")).ok
    assert not do(desktop, KeyDown("shift")).ok
    do(desktop, Press(("left",)))
    assert do(desktop, KeyUp("shift")).ok
    assert not do(desktop, KeyUp("shift")).ok
    do(desktop, Press(("backspace",)))
    until(lambda: qt.text == "ab", f"one character selected: {qt.text}")


def test_closing_lets_held_keys_go(shared_screen: Screen, windows: dict[str, Program]) -> None:
    desktop = X11Desktop(shared_screen.name)
    do(desktop, KeyDown("ctrl"))
    do(desktop, KeyDown("shift"))
    assert len(held(shared_screen.name)[0]) == 2
    desktop.close()
    assert held(shared_screen.name) == ([], 0)


def test_everything_is_released_without_knowing_who_pressed_it(
    shared_screen: Screen, windows: dict[str, Program]
) -> None:
    server = XServer(shared_screen.name)
    server.key(50, down=True)
    server.button(Button.RIGHT, down=True)
    server.sync()
    server.close()
    assert release_everything(shared_screen.name) == 2
    assert held(shared_screen.name) == ([], 0)
    assert release_everything(shared_screen.name) == 0


# python-xlib leaves the sockets open on which it could not connect.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_releasing_on_a_display_that_is_gone_says_so() -> None:
    with pytest.raises(DesktopError) as raised:
        release_everything(":9999")
    assert raised.value.gone
    del raised
    gc.collect()


@pytest.mark.parametrize(
    "action",
    [
        Click(Point(1280, 10)),
        Click(Point(-1, 10)),
        Move(Point(10, 800)),
        Drag(Point(10, 10), Point(5000, 10)),
        Scroll(Point(10, -5), Direction.DOWN),
    ],
)
def test_points_outside_are_refused_and_nothing_moves(
    desktop: X11Desktop, shared_screen: Screen, action: Action
) -> None:
    server = XServer(shared_screen.name)
    before = server.pointer()
    outcome = do(desktop, action)
    assert not outcome.ok
    assert "1280 by 800" in outcome.text
    assert server.pointer() == before
    server.close()


@pytest.mark.parametrize(("name", "close"), [("cntrol", "ctrl"), ("arow_left", "left")])
def test_an_unknown_key_names_the_closest(desktop: X11Desktop, name: str, close: str) -> None:
    outcome = do(desktop, Press((name, "a")))
    assert not outcome.ok
    assert name in outcome.text
    assert close in outcome.text


def test_what_changed_is_said(desktop: X11Desktop, windows: dict[str, Program]) -> None:
    qt = windows["qt"]
    at = Point(*qt.state["field"])
    do(desktop, Click(at))
    typed = do(desktop, Type("x"))
    assert typed.changed is True
    assert "The screen changed between (" in typed.text
    assert "could not be read back" in typed.text
    waited = do(desktop, Wait(0.0))
    assert waited == Outcome(
        ok=True, text="Waited 0 seconds. Nothing on the screen changed.", changed=False
    )


def test_an_action_that_is_none_of_a_screens_is_a_defect(desktop: X11Desktop) -> None:
    with pytest.raises(TypeError):
        do(desktop, Shell("true"))


def test_windows_are_known_by_place_class_and_process(
    desktop: X11Desktop, shared_screen: Screen, windows: dict[str, Program]
) -> None:
    do(desktop, Click(Point(*windows["tk"].state["field"])))
    server = XServer(shared_screen.name)
    asked = Windows(server.display)
    assert {info.title for info in asked.all()} >= {"qt window", "gtk window", "tk window"}
    wait_active(shared_screen.name, windows["tk"])
    under = asked.at(Point(*windows["qt"].state["pad"]))
    assert under is not None
    assert under.title == "qt window"
    assert under.pid > 0
    assert under.box.contains(Point(*windows["qt"].state["pad"]))
    terminal = next(info for info in asked.all() if info.wm_class == "XTerm")
    assert terminal.box.contains(Point(200, 500))
    assert asked.at(Point(1279, 799)) is None
    server.close()
