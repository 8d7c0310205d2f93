"""Hands on a real compositor of wlroots, and compositors that let nobody work."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helpers.compositors import Session, await_window, sway_session, weston_session
from helpers.desks import until
from helpers.screens import PROGRAMS
from uitars_runtime.desktop.wayland.desktop import WaylandDesktop
from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.frame import Frame
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.guard.wayland_lock import WaylandLock
from uitars_runtime.hands.process import ProcessHands, open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.hands.wayland import WaylandSurroundings, WaylandTarget
from uitars_runtime.types import Click, Drag, KeyDown, Point, Type

COMPOSITOR = sway_session


@contextmanager
def hands_on(desktop: str, workspace: Path) -> Generator[ProcessHands]:
    settings = HandsSettings(
        desktop=desktop,
        workspace=str(workspace),
        policy="ask-on-risk",
        actions_per_second=1000.0,
        grants=("R1", "R2"),
    )
    hands = open_hands(settings, NobodyAsker(), threading.Event())
    try:
        yield hands
    finally:
        hands.close()


def test_what_killed_hands_held_goes_up(inside: Session, tmp_path: Path) -> None:
    with inside.ear(tmp_path / "log") as ear, hands_on("local", tmp_path) as hands:
        until(lambda: "ear" in [one.title for one in hands.observe().windows or ()], "the window")
        assert hands.perform(KeyDown("shift"), hands.observe()).outcome.ok
        assert [event["name"] for event in ear.wait(1, "key")] == ["Shift_L"]
        seen, before = hands.observe(), len(ear.heard("release"))
        failed: list[DesktopError] = []

        def drag() -> None:
            try:
                hands.perform(Drag(Point(300, 300), Point(900, 600)), seen)
            except DesktopError as error:
                failed.append(error)

        dragging = threading.Thread(target=drag)
        dragging.start()
        ear.wait(1, "press")
        os.kill(hands.pid, signal.SIGKILL)
        dragging.join()
        assert failed
        assert failed[0].gone
        assert [event["name"] for event in ear.wait(1, "key up")] == ["Shift_L"]
        assert ear.wait(before + 1, "release")[-1]["button"] == 1
        presses = len(ear.heard("press"))
        assert hands.restart()
        assert hands.perform(Click(Point(400, 400)), hands.observe()).outcome.ok
        ear.wait(presses + 1, "press")


def test_one_agent_works_a_session(inside: Session, tmp_path: Path) -> None:
    lock = WaylandLock(inside.socket)
    with pytest.raises(DesktopError, match="Another agent"), hands_on("wayland", tmp_path):
        pass
    lock.close()
    WaylandLock(inside.socket).close()


def test_what_lies_at_the_target_is_known_and_looked_at_again(
    inside: Session, tmp_path: Path
) -> None:
    desktop = WaylandDesktop(inside.socket)
    surroundings, target = WaylandSurroundings(desktop), WaylandTarget(desktop)
    assert surroundings.facts(Type("x")).front  # no window has the keyboard
    with inside.ear(tmp_path / "log"):
        until(lambda: desktop.active() is not None, "the window")
        seen = desktop.observe()
        target.remember(seen)
        click = Click(Point(500, 500))
        facts = surroundings.facts(click)
        assert (facts.window, os.path.realpath(facts.program)) == (
            "ear",
            os.path.realpath("/usr/bin/python3"),
        )
        assert facts.pid == surroundings.facts(Type("x")).pid
        assert target.changed(click, seen) == ""
        assert target.changed(Type("x"), seen) == ""
        with inside.running("featherpad"):
            until(lambda: len(desktop.windows.all()) == 2, "the other window")
            until(lambda: getattr(desktop.active(), "wm_class", "") == "featherpad", "its focus")
            assert target.changed(Type("x"), seen) == "another window has the keyboard."
            assert "under the target" in target.changed(Click(Point(1000, 500)), seen)
            refused = desktop.execute(click, seen, lambda: target.changed(click, seen))
            assert not refused.ok, refused
        until(lambda: len(desktop.windows.all()) == 1, "it is gone")
    desktop.close()


def test_a_check_at_once_sees_what_the_action_begins_with_and_a_later_one_what_is_then(
    inside: Session, tmp_path: Path
) -> None:
    with inside.ear(tmp_path / "log") as ear, closing(WaylandDesktop(inside.socket)) as desktop:
        until(lambda: desktop.active() is not None, "the window")

        def looks() -> list[Frame]:
            """Two of a check at once, one some frames later."""
            found: list[Frame] = []

            def check() -> str:
                found.extend((desktop.look().frame(), desktop.look().frame()))
                time.sleep(0.05)
                found.append(desktop.look().frame())
                return "that was all."

            assert not desktop.execute(Click(Point(300, 300)), desktop.observe(), check).ok
            assert found[2] is not found[1]
            return found

        until(lambda: (first := looks())[0] is first[1], "a check in time")
        assert not ear.heard("press")


def test_neither_the_pointer_nor_what_lights_up_under_it_is_an_effect_of_a_click(
    inside: Session,
) -> None:
    glow = ("/usr/bin/python3", str(PROGRAMS / "gtk_glow.py"))
    with inside.running(*glow), closing(WaylandDesktop(inside.socket)) as desktop:
        await_window(desktop, "glow")

        def without_effect() -> bool:
            """From half to half, and within one."""
            for x in (200, 900, 300, 1000, 1100):
                if desktop.execute(Click(Point(x, 400)), desktop.observe()).changed:
                    return False
                lit = desktop.look().frame().pixels[100, 40 if x < 640 else 1240, 1]
                assert lit > 200
            return True

        until(without_effect, "a program that is not kept waiting lights up in time")


def test_an_empty_screen_is_an_error(inside: Session) -> None:
    with closing(WaylandDesktop(inside.socket)) as desktop:
        until(lambda: not desktop.windows.all(), "no window is left")
        # Without a graphics card sway draws the pointer itself.
        inside.sway("seat * hide_cursor 100")
        until(
            lambda: len(np.unique(desktop.look().frame().pixels[:, :, 0])) == 1,
            "the pointer is hidden",
        )
        with pytest.raises(DesktopError, match="one colour"):
            desktop.observe()


def test_a_compositor_that_lets_nobody_work_it_says_so(folder: Path, tmp_path: Path) -> None:
    with weston_session(folder) as session:
        ran = session.command(tmp_path / "home", "uitars_runtime.cli.run", "Click OK.")
        assert ran.returncode == 2, ran
        assert "zwlr_screencopy_manager_v1" in ran.stderr
        assert "--desktop sandbox" in ran.stderr
        checked = session.command(
            tmp_path / "home", "uitars_runtime.cli.doctor", "--output-format", "json"
        )
        display = next(
            one for one in json.loads(checked.stdout)["findings"] if one["name"] == "display"
        )
        assert display["status"] == "degraded"
        assert "sandbox" in display["mend"]


def test_a_compositor_that_ends_is_gone(folder: Path) -> None:
    with sway_session(folder) as session, pytest.MonkeyPatch.context() as patched:
        patched.setenv("SWAYSOCK", session.environment["SWAYSOCK"])
        desktop = WaylandDesktop(session.socket)
        session.compositor.kill()
        session.compositor.wait()
        with pytest.raises(DesktopError) as raised:
            desktop.observe()
        assert raised.value.gone
        desktop.close()


@pytest.mark.parametrize("given", [{}, {"WAYLAND_DISPLAY": "wayland-7"}])
def test_no_session_is_said_in_a_sentence(
    given: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from uitars_runtime.desktop.wayland.socket import compositor_socket

    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(UsageError, match="There is no Wayland"):
        compositor_socket()
