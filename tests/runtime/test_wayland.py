"""Real programs on real compositors: what they were given, not what we say of it."""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from helpers.compositors import (
    Session,
    await_window,
    end_programs,
    mutter_session,
    sway_session,
)
from helpers.desks import until
from uitars_runtime.desktop.wayland.desktop import WaylandDesktop
from uitars_runtime.frame import Frame
from uitars_runtime.types import (
    Button,
    Click,
    Direction,
    Drag,
    KeyDown,
    KeyUp,
    Point,
    Press,
    Scroll,
    Type,
)

FIVE_SCRIPTS = (
    "Grüße, naïve façade ~`{}|\\\"'<>@#\n"
    "Съешь ещё этих мягких булок\n"
    "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία\n"
    "視野無限廣 窗外有藍天 かな カナ\n"
    "नमस्ते दुनिया 🙂\n"
)
_SAVED = "Type 'Hello there' into the document, then choose Save from the File menu."
COMPOSITORS = {"sway": sway_session, "mutter": mutter_session}


@pytest.fixture(scope="module", params=["sway", pytest.param("mutter", marks=pytest.mark.drill)])
def session(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Generator[Session]:
    with COMPOSITORS[request.param](tmp_path_factory.mktemp("session")) as running:
        yield running


@contextmanager
def desktop_of(session: Session) -> Generator[WaylandDesktop]:
    with pytest.MonkeyPatch.context() as patched:
        for name in ("SWAYSOCK", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "XAUTHORITY"):
            patched.delenv(name, raising=False)
            if name in session.environment:
                patched.setenv(name, session.environment[name])
        desktop = WaylandDesktop(session.socket)
        try:
            yield desktop
        finally:
            desktop.close()


@pytest.mark.parametrize("program", ["mousepad", "featherpad"])
def test_text_of_five_scripts_arrives_exactly(
    session: Session, tmp_path: Path, program: str
) -> None:
    file = tmp_path / f"{program}.txt"
    file.touch()
    with session.running(program, str(file)), desktop_of(session) as desktop:
        await_window(desktop, file.name)
        entered = desktop.execute(Type(FIVE_SCRIPTS), desktop.observe())
        assert entered.ok, entered
        saved = desktop.execute(Press(("ctrl", "s")), desktop.observe())
        assert saved.ok, saved
        until(lambda: file.read_text() != "", "the file is saved")
        # Some editors end a file with a line of their own.
        assert file.read_text().rstrip("\n") == FIVE_SCRIPTS.rstrip("\n"), entered
        assert "that is not what arrived" not in entered.text


@pytest.mark.parametrize(
    "outputs",
    [
        ("mode 1280x800",),
        ("mode 1600x1200 scale 2",),
        ("mode 1024x768 pos 0 0", "mode 1600x1200 scale 2 pos 1024 0"),
        ("mode 1024x768 pos 300 50", "mode 800x600 pos 1324 200 transform 90"),
    ],
    ids=["one", "sharp", "two", "turned"],
)
def test_nine_targets_on_each_monitor(
    folder: Path, tmp_path: Path, outputs: tuple[str, ...]
) -> None:
    with sway_session(folder, *outputs) as session, desktop_of(session) as desktop:
        told = session.sway("-t", "get_outputs")
        left = min(one["rect"]["x"] for one in told)
        top = min(one["rect"]["y"] for one in told)
        scale = max(one["scale"] for one in told)
        for number, one in enumerate(told):
            session.sway("focus", "output", one["name"])
            with session.ear(tmp_path / f"{number}.log") as ear:
                await_window(desktop, "ear")
                session.sway("fullscreen", "enable")
                desktop.observe()
                rect = one["rect"]
                expected = [
                    (round(rect["width"] * x), round(rect["height"] * y))
                    for x in (0.02, 0.5, 0.97)
                    for y in (0.02, 0.5, 0.97)
                ]
                for x, y in expected:
                    at = Point(
                        round((rect["x"] - left + x) * scale), round((rect["y"] - top + y) * scale)
                    )
                    assert desktop.execute(Click(at), desktop.observe()).ok
                heard = ear.wait(9, "press")
                errors = [
                    max(abs(press["at"][0] - x), abs(press["at"][1] - y))
                    for press, (x, y) in zip(heard, expected, strict=True)
                ]
                assert max(errors) <= 1, (one["name"], errors)
            until(lambda: not desktop.windows.all(), "the window is gone")


@pytest.mark.parametrize("turned", ["90", "180", "flipped-90"])
def test_the_picture_of_each_monitor_lies_as_people_see_it(
    folder: Path, tmp_path: Path, turned: str
) -> None:
    colours = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0)]
    corners = np.zeros((64, 64, 3), np.uint8)
    corners[:32, :32] = colours[0]
    corners[:32, 32:] = colours[1]
    corners[32:, :32] = colours[2]
    corners[32:, 32:] = colours[3]
    (tmp_path / "corners.png").write_bytes(Frame(corners).png())
    outputs = (
        "mode 640x480 pos 0 0 bg #ff8000 solid_color",
        f"mode 600x600 pos 640 0 transform {turned} bg {tmp_path}/corners.png stretch",
    )
    with sway_session(folder, *outputs) as session, desktop_of(session) as desktop:
        # The background is a program of its own, which comes later.
        until(lambda: desktop.look().frame().pixels[300, 700].any(), "the background")
        seen = desktop.observe()
    assert (seen.size.width, seen.size.height) == (640 + 600, 600)
    assert seen.pixels[590, 100].tolist() == [0, 0, 0]  # no monitor shows it
    assert seen.pixels[240, 320].tolist() == [255, 128, 0]
    places = [(60, 700), (60, 1180), (540, 700), (540, 1180)]
    assert [tuple(seen.pixels[place].tolist()) for place in places] == colours


def test_mouse_and_keys_reach_a_program(session: Session, tmp_path: Path) -> None:
    scrolled = [[0, -1], [0, -1], [0, 1], [0, 1], [-1, 0], [-1, 0], [1, 0], [1, 0]]
    with session.ear(tmp_path / "log") as ear, desktop_of(session) as desktop:
        await_window(desktop, "ear")
        seen = desktop.observe()
        desktop.execute(Click(Point(300, 300), Button.RIGHT), seen)
        assert [press["button"] for press in ear.wait(1, "press")] == [3]
        desktop.execute(Click(Point(700, 500), Button.LEFT, 3), desktop.observe())
        assert len(ear.wait(4, "press")) == 4
        desktop.execute(Drag(Point(200, 200), Point(600, 400)), desktop.observe())
        begun, ended = ear.wait(5, "press")[4]["at"], ear.wait(5, "release")[4]["at"]
        assert [round(b - a) for a, b in zip(begun, ended, strict=True)] == [400, 200]
        for direction in Direction:
            desktop.execute(Scroll(Point(500, 500), direction, 2), desktop.observe())
        assert [np.sign(event["by"]).tolist() for event in ear.wait(8, "scroll")] == scrolled
        desktop.execute(KeyDown("shift"), desktop.observe())
        desktop.execute(Press(("a",)), desktop.observe())
        desktop.execute(KeyUp("shift"), desktop.observe())
        # A portal presses no key that the layout lacks.
        key, name = ("ф", "U+0444") if session.places_windows else ("v", "v")
        desktop.execute(Press(("ctrl", "alt", key)), desktop.observe())
        names = [event["name"] for event in ear.wait(5, "key")]
        assert names == ["Shift_L", "A", "Control_L", "Alt_L", name]
        assert len(ear.wait(5, "key up")) == 5


def test_a_whole_task_is_worked_on_in_the_persons_session(session: Session, tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    done = session.command(
        tmp_path / "home",
        *("uitars_runtime.cli.run", _SAVED, "--app", "mousepad note.txt"),
        *("--workspace", str(work), "--yes", "R1,R2", "--output-format", "json"),
    )
    try:
        assert done.returncode == 0, done.stderr + done.stdout
        assert (work / "note.txt").read_text() == "Hello there"
        entered = " ".join(step["outcome"]["text"] for step in json.loads(done.stdout)["steps"])
        assert "that is not what arrived" not in entered
        assert "uitars stop" in done.stderr
    finally:
        end_programs(work)
