"""How a run on a session of mutter is stopped, and what ends one: in one sentence each."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from helpers.compositors import end_programs, mutter_session
from helpers.desks import until
from uitars_runtime.control import Control
from uitars_runtime.errors import ConsentError, DesktopError, Stopped
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.hands.process import ProcessHands, open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.types import Click, KeyDown, Point

pytestmark = pytest.mark.drill
_BLACK = """
import gi; gi.require_version("Gtk", "3.0")
from gi.repository import Gtk
window = Gtk.Window(title="night")
area = Gtk.DrawingArea()
area.connect("draw", lambda area, pen: (pen.set_source_rgb(0, 0, 0), pen.paint()))
window.add(area); window.fullscreen(); window.show_all(); Gtk.main()
"""


@contextmanager
def hands(workspace: Path, control: Control) -> Generator[ProcessHands]:
    settings = HandsSettings(desktop="wayland", workspace=str(workspace))
    opened = open_hands(settings, NobodyAsker(), control, control)
    try:
        yield opened
    finally:
        opened.close()


def test_the_key_that_a_person_gave_stops_the_run(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with mutter_session(folder, shortcuts=True) as session:
        session.enter(monkeypatch)
        control = Control()
        with session.ear(tmp_path / "log") as ear, hands(tmp_path, control) as opened:
            assert "press Super+Esc anywhere" in opened.warning
            assert opened.perform(KeyDown("shift"), opened.observe()).outcome.ok
            session.press_stop()
            until(control.is_set, "the run is stopped")
            # What it held down goes with it.
            ear.wait(1, "key up")
            with pytest.raises(Stopped):
                opened.observe()
            assert not opened.restart()


def test_without_such_a_key_it_is_said(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with mutter_session(folder) as session:
        session.enter(monkeypatch)
        with session.ear(tmp_path / "log"), hands(tmp_path, Control()) as opened:
            assert "nobody hears a kill gesture" in opened.warning
            opened.perform(Click(Point(300, 300)), opened.observe())


def test_a_share_that_a_person_ends_is_not_asked_for_again(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with mutter_session(folder) as session:
        session.enter(monkeypatch)
        with session.ear(tmp_path / "log"), hands(tmp_path, Control()) as opened:
            opened.observe()
            session.end_sharing()

            def goes_on() -> bool:
                opened.observe()
                return False

            with pytest.raises(ConsentError, match="ended"):
                until(goes_on, "the sharing has ended")


def test_pictures_that_have_ended_are_no_still_screen(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with mutter_session(folder) as session:
        session.enter(monkeypatch)
        with session.ear(tmp_path / "log"), hands(tmp_path, Control()) as opened:
            opened.observe()
            assert session.pipewire is not None
            session.pipewire.kill()

            def goes_on() -> bool:
                opened.observe()
                return False

            with pytest.raises(DesktopError, match="pictures of the screen have ended"):
                until(goes_on, "the pictures have ended")


def test_a_black_screen_is_no_picture(folder: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (work / "night.py").write_text(_BLACK)
    with mutter_session(folder) as session:
        try:
            ran = session.command(
                tmp_path / "home",
                *("uitars_runtime.cli.run", "Click OK.", "--workspace", str(work)),
                *("--app", "/usr/bin/python3 night.py"),
            )
        finally:
            end_programs(work)
    assert ran.returncode == 5, ran
    assert "The whole screen has one colour (#000000)" in ran.stdout


def test_a_session_without_remote_control_is_refused(folder: Path, tmp_path: Path) -> None:
    with mutter_session(folder, remote=False) as session:
        ran = session.command(tmp_path, "uitars_runtime.cli.run", "Click OK.")
    assert ran.returncode == 2, ran
    assert "no desktop portal for remote control" in ran.stderr
    assert "--desktop sandbox" in ran.stderr
