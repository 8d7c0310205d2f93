"""A session of mutter, worked through the real desktop portal with somebody of ours who answers it.
Text, mouse, keys and a whole task there are in test_wayland.py.
"""

from __future__ import annotations

import os
import signal
from contextlib import closing
from pathlib import Path

import pytest

from helpers.compositors import Session, await_window, mutter_session
from helpers.desks import until
from uitars_runtime import paths
from uitars_runtime.desktop.wayland.desktop import WaylandDesktop
from uitars_runtime.desktop.wayland.portal import leave
from uitars_runtime.errors import ConsentError, DesktopError, UsageError
from uitars_runtime.hands.wayland import WaylandSurroundings
from uitars_runtime.types import Click, Drag, Point, Press, Type

pytestmark = pytest.mark.drill
COMPOSITOR = mutter_session


@pytest.mark.parametrize(
    ("monitors", "scales", "logical"),
    [
        (("1280x800",), (), False),
        (("1024x768", "800x600"), (), False),
        (("2560x1440",), (2.0,), False),
        (("2560x1440",), (2.0,), True),
        (("2560x1440", "1024x768"), (2.0, 1.0), False),
        (("1024x768", "2560x1440"), (1.0, 2.0), True),
        (("1920x1080",), (1.5,), True),
    ],
    ids=["one", "two", "sharp", "sharp logical", "mixed", "mixed logical", "fraction"],
)
def test_nine_targets_on_each_monitor(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    monitors: tuple[str, ...],
    scales: tuple[float, ...],
    logical: bool,
) -> None:
    with mutter_session(folder, *monitors, scales=scales, logical=logical) as session:
        session.enter(monkeypatch)
        with closing(WaylandDesktop(session.socket)) as desktop:
            canvas = desktop.canvas()
            outputs = sorted(canvas.outputs, key=lambda output: output.box.left)
            sizes = [output.size for output in outputs]
            assert [f"{size.width}x{size.height}" for size in sizes] == list(monitors)
            for number, output in enumerate(outputs):
                box = canvas.place(output.box)
                # Pixels of the canvas for each that the window counts.
                sharp = canvas.scale if logical else (scales or (1.0,) * 2)[number]
                with session.ear(tmp_path / f"{number}.log", number) as ear:
                    # A program says that it has the keyboard before it is on the screen.
                    await_window(desktop, "ear")
                    expected = [
                        (round(box.width * x), round(box.height * y))
                        for x in (0.02, 0.5, 0.97)
                        for y in (0.02, 0.5, 0.97)
                    ]
                    for x, y in expected:
                        at = Point(box.left + x, box.top + y)
                        assert desktop.execute(Click(at), desktop.observe()).ok
                    heard = ear.wait(9, "press")
                    errors = [
                        max(abs(press["at"][0] * sharp - x), abs(press["at"][1] * sharp - y))
                        for press, (x, y) in zip(heard, expected, strict=True)
                    ]
                    assert max(errors) <= 1, (box, errors)
                until(lambda: not desktop.windows.all(), "the window is gone")


def test_a_drag_on_a_sharp_monitor_goes_straight(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with mutter_session(folder, "2560x1440", scales=(2.0,), logical=True) as session:
        session.enter(monkeypatch)
        ear_of = session.ear(tmp_path / "log", 0)
        with closing(WaylandDesktop(session.socket)) as desktop, ear_of as ear:
            await_window(desktop, "ear")
            drag = Drag(Point(2200, 1300), Point(2000, 1000))
            assert desktop.execute(drag, desktop.observe()).ok
            ear.wait(1, "release")
            heard = ear.heard("press", "motion", "release")
    kinds = [one["kind"] for one in heard]
    dragged = [one["at"] for one in heard[kinds.index("press") : kinds.index("release") + 1]]
    assert len(dragged) > 2
    assert (dragged[0], dragged[-1]) == ([1100, 650], [1000, 500])
    assert all(1000 <= x <= 1100 and 500 <= y <= 650 for x, y in dragged)


def test_a_no_needs_a_person(folder: Path, tmp_path: Path) -> None:
    with mutter_session(folder, answer="no") as session:
        ran = session.command(tmp_path, "uitars_runtime.cli.run", "Click OK.")
    assert ran.returncode == ConsentError.exit_code == 5, ran
    assert "allow it in the window that asks" in ran.stderr


def test_the_first_version_is_asked_for_nothing_lasting(
    inside: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path / "home"))
    leave.keep("of a newer portal")
    WaylandDesktop(inside.socket).close()
    assert leave.take() == "of a newer portal"


def test_a_key_that_the_layout_lacks_is_refused(
    inside: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with inside.ear(tmp_path / "log"), closing(WaylandDesktop(inside.socket)) as desktop:
        until(lambda: desktop.active() is not None, "the window has the keyboard")
        pressed = desktop.execute(Press(("ctrl", "ф")), desktop.observe())
        assert not pressed.ok
        assert "'ф'" in pressed.text
        monkeypatch.delenv("DISPLAY")
        typed = desktop.execute(Type("ёж"), desktop.observe())
        assert not typed.ok
        assert "Xwayland" in typed.text


def test_what_has_the_keyboard_is_known_and_what_lies_at_a_place_is_not(
    inside: Session, tmp_path: Path
) -> None:
    with closing(WaylandDesktop(inside.socket)) as desktop:
        surroundings = WaylandSurroundings(desktop)
        with inside.running("mousepad", str(tmp_path / "note.txt")) as mousepad:
            until(lambda: desktop.active() is not None, "the window has the keyboard")
            typing = surroundings.facts(Type("x"))
            assert (typing.pid, typing.application) == (mousepad.pid, "mousepad")
            assert typing.spot is None
            clicking = surroundings.facts(Click(Point(640, 400)))
            assert (clicking.pid, clicking.area) == (None, desktop.area)
            assert not desktop.outline.read(desktop.observe())
        until(lambda: not desktop.windows.all(), "the window is gone")


def test_a_session_that_ends_is_gone(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with mutter_session(folder) as session:
        session.enter(monkeypatch)
        with session.ear(tmp_path / "log"), closing(WaylandDesktop(session.socket)) as desktop:
            until(lambda: desktop.active() is not None, "the window has the keyboard")
            desktop.observe()
            os.kill(session.compositor.pid, signal.SIGKILL)
            session.compositor.wait()

            def ended() -> bool:
                try:
                    desktop.execute(Click(Point(300, 300)), desktop.look().frame())
                except DesktopError as error:
                    return error.gone
                return False

            until(ended, "the session has ended")


def test_without_gstreamer_it_says_what_to_install(
    inside: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    from uitars_runtime.desktop.wayland.portal import pictures

    monkeypatch.setattr(pictures, "_PIPELINE", "nosuchsource ! appsink name=pictures")
    with pytest.raises(UsageError, match="GStreamer"):
        WaylandDesktop(inside.socket)
