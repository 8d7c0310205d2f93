"""The assistant as a person has it: the real program, real keys, real programs, the real model."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from helpers.assistant import CARD, TASK_WINDOW, WINDOW, RunningAssistant, assistant
from helpers.desks import until
from helpers.nested import Nested, nested
from helpers.recorded import record
from helpers.screens import Screen, running, screen, window_manager
from uitars_runtime.journal import read_frame, read_run
from uitars_runtime.run_record import Ending
from uitars_runtime.types import Click, DecidedBy, Decision, Finish, Point, Wait

pytestmark = pytest.mark.timeout(400)

TASK = "Type 'Hello from uitars' into the document, then choose Save from the File menu."
SUMMON = "ctrl+alt+space"


@pytest.fixture
def desk() -> Generator[Screen]:
    """A screen with a window manager."""
    with screen() as server, window_manager(server):
        yield server


def _keys(desk: Screen, *names: str) -> None:
    desk.call("xdotool", "key", "--clearmodifiers", *names)


def _type(desk: Screen, text: str) -> None:
    desk.call("xdotool", "type", "--delay", "5", text)


def _summon(desk: Screen, app: RunningAssistant) -> None:
    """Press the hot key until it is heard: the program may still be starting."""

    def summoned() -> bool:
        _keys(desk, SUMMON)
        return app.window(TASK_WINDOW) is not None

    app.await_window(WINDOW)
    until(summoned, "the task window after the hot key")
    app.await_keyboard(TASK_WINDOW)


def test_summoned_by_its_hot_key_it_does_a_real_task(desk: Screen, tmp_path: Path) -> None:
    """Keyboard alone: summon, say the task, choose the program, start; the file proves it."""
    state = {"choices": {"desktop": "sandbox:1100x700"}}
    with assistant(desk.name, tmp_path, desk.environment, state=state) as app:
        _summon(desk, app)
        _type(desk, TASK)
        # Recent tasks, Start, model, desktop, policy, program.
        _keys(desk, *["Tab"] * 6)
        _keys(desk, "ctrl+a")
        _type(desk, "mousepad note.txt")
        _keys(desk, "Return")
        until(lambda: app.window(TASK_WINDOW) is None, "the task window goes")
        run = app.await_ended_run()
        assert run.ended is not None
        assert run.ended.ending is Ending.FINISHED
        note = app.runs[-1] / "workspace" / "note.txt"
        assert note.read_text().strip() == "Hello from uitars"
        _replay(desk, app)


def _replay(desk: Screen, app: RunningAssistant) -> None:
    """Choose the run in the history by keys: its pictures are on the screen again."""
    frame = read_frame(app.runs[-1], read_run(app.runs[-1]).steps[0].observation)
    ground = frame.pixels[2, 2].tolist()

    def shown() -> int:
        return int((_screen(desk) == ground).all(axis=2).sum())

    app.await_keyboard(WINDOW)
    _keys(desk, "ctrl+5")
    until(lambda: shown() < 1000, "a page without pictures")
    _keys(desk, "ctrl+3")

    def chosen() -> bool:
        _keys(desk, "Tab", "Down")
        return shown() > 10_000

    until(chosen, "the replay")


def _agent_and_person(app: RunningAssistant, inner: Nested) -> None:
    """Both press where `Allow once` is, the agent first."""
    card = app.await_window(CARD)
    x, y = card.right - 70, card.bottom - 32
    for _ in range(10):
        inner.agent.click(x, y)
    assert app.window(CARD) is not None

    def gone() -> bool:
        inner.person.click(x, y)
        return app.window(CARD) is None

    until(gone, "the person's yes")


def test_a_yes_counts_only_from_a_persons_own_device(tmp_path: Path) -> None:
    """The same press on the same button: sent by a program it changes nothing."""
    recorded = record(tmp_path / "recorded", Click(Point(5, 5)), Finish())
    choices = {
        "model": f"replay:{recorded}", "desktop": "sandbox:640x480", "policy": "ask-always",
    }  # fmt: skip
    home = tmp_path / "home"
    with (
        nested("1000x700", "1100x800") as inner,
        window_manager(inner),
        assistant(
            inner.display, home, inner.environment, state={"choices": choices, "recent": ["go"]}
        ) as app,
    ):
        app.await_window(WINDOW)
        inner.person.press("Up", "Return")
        app.await_window(CARD)
        # It came without the keyboard: what is typed still goes where it went.
        app.await_keyboard(WINDOW)
        _agent_and_person(app, inner)
        run = app.await_ended_run()
        verdict = run.steps[0].verdict
        assert verdict is not None
        assert (verdict.decision, verdict.by) == (Decision.ALLOW, DecidedBy.USER)
        assert run.steps[0].outcome.ok


def test_on_the_persons_own_desktop_the_agent_never_sees_us(desk: Screen, tmp_path: Path) -> None:
    """A frame stands around the screen while it works, and in none of its pictures."""
    recorded = record(tmp_path / "recorded", *(Wait(0.4 + n / 100) for n in range(6)), Finish())
    choices = {"model": f"replay:{recorded}", "desktop": desk.name, "policy": "ask-on-risk"}
    home = tmp_path / "home"
    desk.call("xsetroot", "-solid", "#204060")
    # A screen of one colour alone is taken for a screen that cannot be seen.
    program = ("xterm", "-geometry", "40x8+900+600")
    with (
        running(desk, *program),
        assistant(desk.name, home, desk.environment, state={"choices": choices}) as app,
    ):
        _summon(desk, app)
        _type(desk, "wait")
        _keys(desk, "Return")
        corners: set[bytes] = set()
        run = app.await_ended_run(lambda: corners.add(_screen(desk)[0, 0].tobytes()))
        assert run.ended is not None
        assert run.ended.ending is Ending.FINISHED
        assert len(corners) >= 2, "the frame was never seen"
        for step in run.steps:
            pixels = read_frame(app.runs[-1], step.observation).pixels
            assert tuple(pixels[0, 0]) == (0x20, 0x40, 0x60)
            assert tuple(pixels[400, 640]) == (0x20, 0x40, 0x60)


def _screen(desk: Screen) -> NDArray[np.uint8]:
    """The pixels of the screen; (height, width, 3), red green blue."""
    from mss import MSS

    with MSS(display=desk.name) as grabber:
        shot = np.asarray(grabber.grab(grabber.monitors[0]), np.uint8)
    return shot[:, :, 2::-1]


def test_the_first_screens_stand_in_the_middle_of_the_window(desk: Screen, tmp_path: Path) -> None:
    with assistant(desk.name, tmp_path, desk.environment, preferences={"welcomed": False}) as app:
        dialog, window = app.await_window("Welcome to uitars"), app.await_window(WINDOW)
        assert abs(dialog.center.x - window.center.x) < 20
        assert abs(dialog.center.y - window.center.y) < 40


def test_a_second_start_brings_the_first_one_up(desk: Screen, tmp_path: Path) -> None:
    with assistant(desk.name, tmp_path, desk.environment) as app:
        app.await_window(WINDOW)
        environment = {**desk.environment, "UITARS_HOME": str(tmp_path)}
        again = subprocess.run(
            [sys.executable, "-m", "uitars_app"],
            env=environment, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert (again.returncode, again.stdout) == (0, "")
        assert [one.title for one in app.windows].count(WINDOW) == 1


def test_after_a_crash_the_interrupted_run_is_shown(desk: Screen, tmp_path: Path) -> None:
    recorded = record(tmp_path / "recorded", *(Wait(5) for _ in range(30)))
    choices = {"model": f"replay:{recorded}", "desktop": "sandbox:640x480"}
    home = tmp_path / "home"
    with assistant(desk.name, home, desk.environment, state={"choices": choices}) as app:
        _summon(desk, app)
        _type(desk, "wait long")
        _keys(desk, "Return")
        until(lambda: bool(_state(home).get("running")), "the run is noted")
        app.process.kill()
        app.process.wait()
        assert read_run(app.runs[-1]).ended is None
    state = _state(home)
    assert state["running"] == str(app.runs[-1])
    with assistant(desk.name, home, desk.environment, state=state) as again:
        again.await_window(WINDOW)
        until(lambda: not _state(home)["running"], "the interrupted run is shown once")
        assert again.process.poll() is None


def _state(home: Path) -> dict[str, object]:
    file = home / "state" / "app.json"
    return dict(json.loads(file.read_text())) if file.exists() else {"running": ""}
