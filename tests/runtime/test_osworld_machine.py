"""A session offered as a machine of OSWorld, driven by OSWorld's own controller and by ours."""

from __future__ import annotations

import base64
import json
import os
import signal
import string
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import cv2
import httpx
import numpy as np
import pytest
from desktop_env.controllers.python import PythonController

from helpers.desks import PATIENCE, until
from helpers.living import session, titles
from helpers.machines import offered
from helpers.screens import PROGRAMS, Program
from uitars_runtime.desktop.kind import Order
from uitars_runtime.desktop.osworld.machine import TOKEN_VARIABLE, Machine
from uitars_runtime.desktop.osworld.outline import elements_of
from uitars_runtime.desktop.registry import kind_of
from uitars_runtime.element import Role
from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.guard.processes import descendants
from uitars_runtime.hands.portable import NoProcesses
from uitars_runtime.paths import HOME_VARIABLE
from uitars_runtime.sessions.osworld.inside import Inside
from uitars_runtime.sessions.osworld.recording import Recording
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.sessions.usage import name_of
from uitars_runtime.types import (
    Box,
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
    Size,
    Type,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="private desktops need Linux")

SCRIPTS = "Zürich – Київ – 東京 – القاهرة – ไทย 🙂"
KEYBOARD = "".join(sign for sign in string.printable if sign.isprintable())


class Served(NamedTuple):
    """A session with a GTK window whose state can be read, and the address of its server."""

    record: SessionRecord
    window: Program
    url: str
    token: str

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    @property
    def controller(self) -> PythonController:
        """OSWorld's own, given the token the only way it can carry one."""
        return PythonController(f"osworld:{self.token}@127.0.0.1", self.port)

    def text_is(self, text: str) -> None:
        until(lambda: self.window.text == text, lambda: f"{self.window.text!r} is {text!r}")

    def is_doubled(self, clicks: Callable[[Point], object]) -> None:
        """Two clicks at once on the pad are one double click; on a busy machine, where more time
        may pass between them than a person takes, the next two or those after."""
        before = self.window.state["doubles"]

        def doubled() -> bool:
            clicks(Point(*self.window.state["pad"]))
            ends = time.monotonic() + 1.0  # longer than the time between two that are a double
            while self.window.state["doubles"] == before and time.monotonic() < ends:
                time.sleep(0.01)
            return self.window.state["doubles"] > before

        until(doubled, "a double click")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    folder = tmp_path_factory.mktemp("machine")
    app = f"/usr/bin/python3 {PROGRAMS / 'gtk_window.py'} {folder / 'gtk'}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME_VARIABLE, str(folder / "home"))
        with (
            session(apps=(app,), size=Size(1000, 600), accessibility=True) as record,
            offered(record) as (url, token),
        ):
            patch.setenv(TOKEN_VARIABLE, token)
            yield Served(record, Program(folder / "gtk", "gtk window"), url, token)


@pytest.fixture
def emptied(served: Served) -> Served:
    """The window with nothing in its field, which has the keyboard."""
    x, y = served.window.state["field"]
    controller = served.controller

    def is_empty() -> bool:
        # What the test before typed may still be on its way.
        controller.execute_action({"action_type": "CLICK", "x": x, "y": y})
        controller.execute_action({"action_type": "HOTKEY", "keys": ["ctrl", "a"]})
        controller.execute_action({"action_type": "PRESS", "key": "delete"})
        return served.window.text == ""

    until(is_empty, "an empty field")
    return served


def test_osworlds_own_controller_works_a_session(emptied: Served) -> None:
    controller = emptied.controller
    x, y = emptied.window.state["field"]
    assert controller.get_vm_platform() == "Linux"
    assert controller.get_vm_screen_size() == {"width": 1000, "height": 600}
    assert controller.get_vm_desktop_path().endswith("/Desktop")
    for action in (
        {"action_type": "MOVE_TO", "x": x - 20, "y": y},
        {"action_type": "CLICK"},
        {"action_type": "TYPING", "text": "it's a \\ test"},
        {"action_type": "KEY_DOWN", "key": "shift"},
        {"action_type": "PRESS", "key": "a"},
        {"action_type": "KEY_UP", "key": "shift"},
    ):
        controller.execute_action(action)
    emptied.text_is("it's a \\ testA")
    double: dict[str, object] = {"action_type": "DOUBLE_CLICK"}
    emptied.is_doubled(lambda at: controller.execute_action({**double, "x": at.x, "y": at.y}))
    px, py = emptied.window.state["pad"]
    controller.execute_action({"action_type": "MOVE_TO", "x": px - 60, "y": py - 3})
    controller.execute_action({"action_type": "DRAG_TO", "x": px + 60, "y": py + 4})
    until(lambda: emptied.window.state["drag"] == [120, 7], "a drag")


def test_its_pictures_are_the_screen_with_the_pointer(served: Served) -> None:
    def picture() -> np.ndarray:
        data = served.controller.get_screenshot()
        assert data is not None
        return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)

    served.controller.execute_python_command("pyautogui.moveTo(40, 500)")
    here = picture()
    assert here.shape == (600, 1000, 3)
    served.controller.execute_python_command("pyautogui.moveTo(340, 500)")
    there = picture()
    changed = np.argwhere((here != there).any(axis=2))
    # The caret of the field blinks, further up.
    columns = changed[abs(changed[:, 0] - 500) < 40][:, 1]
    old, new = abs(columns - 40) < 30, abs(columns - 340) < 30
    assert old.any()
    assert new.any()
    assert (old | new).all()
    at = httpx.get(
        f"{served.url}/cursor_position", auth=("osworld", served.token), timeout=PATIENCE
    )
    assert at.json() == [340, 500]


def test_commands_and_files_are_those_of_the_session(served: Served, tmp_path: Path) -> None:
    controller = served.controller
    right = ("osworld", served.token)
    assert controller.run_bash_script("echo $DISPLAY; exit 3") == {
        "status": "success",
        "output": f"{served.record.desktop.display}\n",
        "error": "",
        "returncode": 3,
    }
    assert controller.run_python_script("print(6 * 7)")["output"] == "42\n"
    source = bytes(range(256)) * 9 + b"\r\n--x\r\n"
    uploaded = httpx.post(
        f"{served.url}/setup/upload",
        auth=right,
        data={"file_path": "~/below/one.bin"},
        files={"file_data": ("one.bin", source)},
        timeout=PATIENCE,
    )
    assert uploaded.status_code == 200, uploaded.text
    assert controller.get_file("~/below/one.bin") == source
    home = Path(served.record.desktop.environment["HOME"])
    assert (home / "below" / "one.bin").read_bytes() == source
    assert controller.get_vm_directory_tree(str(home / "below")) == {
        "type": "directory",
        "name": "below",
        "children": [{"type": "file", "name": "one.bin"}],
    }
    for place, body, status in (
        ("execute", {"command": ["no-such-program"]}, 400),
        ("execute", {"command": "echo 'x"}, 400),
        ("setup/launch", {"command": ["no-such-program"]}, 400),
        ("setup/open_file", {"path": "/no/such/file"}, 404),
        ("setup/activate_window", {"window_name": "no such window"}, 404),
        ("setup/change_wallpaper", {"path": "/x.png"}, 404),
        ("execute", {"order": 1}, 400),
        ("execute", {"command": []}, 400),
        ("execute", {"command": " "}, 400),
        ("execute", {"command": [], "shell": True}, 400),
        ("execute", {"command": "A=b"}, 400),
        ("execute", {"command": ["echo", "a\0b"]}, 400),
        ("setup/launch", {"command": []}, 400),
        ("setup/launch", {"command": [], "shell": True}, 400),
        ("run_bash_script", {"script": "true", "working_dir": "a\0b"}, 400),
        ("list_directory", {"path": "a\0b"}, 400),
    ):
        reply = httpx.post(f"{served.url}/{place}", auth=right, json=body, timeout=PATIENCE)
        assert reply.status_code == status, (place, body, reply.text)
        assert reply.json()["message"].endswith((".", "}")), reply.text


@pytest.mark.parametrize(
    ("name", "path"), [(b"file_path", b"\xff"), (b"\xff", b"a"), (b"file_path", b"a\0b")]
)
def test_a_form_that_cannot_be_read_is_refused(served: Served, name: bytes, path: bytes) -> None:
    parts = ((name, path), (b"file_data", b"x"))
    body = b"".join(b'--b\r\nX: form-data; name="%b"\r\n\r\n%b\r\n' % part for part in parts)
    reply = httpx.post(
        f"{served.url}/setup/upload",
        auth=("osworld", served.token),
        headers={"Content-Type": "multipart/form-data; boundary=b"},
        content=body + b"--b--",
        timeout=PATIENCE,
    )
    assert (reply.status_code, reply.json()["status"]) == (400, "error")


def test_windows_are_started_raised_measured_and_closed(served: Served) -> None:
    def ask(verb: str, **body: object) -> int:
        right = ("osworld", served.token)
        place = f"{served.url}/setup/{verb}"
        reply = httpx.post(place, auth=right, json=body, timeout=PATIENCE)
        return reply.status_code

    assert ask("launch", command="xclock -title 'One Clock'", shell=True) == 200
    until(lambda: "One Clock" in titles(served.record), "the window")
    assert ask("activate_window", window_name="GTK WIN") == 200
    assert ask("activate_window", window_name="GTK WIN", strict=True) == 404
    size = served.controller.get_vm_window_size("XClock")
    assert size["width"] == size["height"] > 50
    assert ask("close_window", window_name="one clock") == 200
    until(lambda: "One Clock" not in titles(served.record), "the window is closed")


def test_what_programs_say_comes_as_osworlds_tree(emptied: Served) -> None:
    emptied.controller.execute_action({"action_type": "TYPING", "text": "told"})
    emptied.text_is("told")
    tree = emptied.controller.get_accessibility_tree()
    root = ET.fromstring(tree)
    assert root.tag == "desktop-frame"
    assert any(node.text == "told" for node in root.iter("text"))
    fields = [one for one in elements_of(tree, Box(0, 0, 1000, 600)) if one.role is Role.FIELD]
    x, y = emptied.window.state["field"]
    assert [(one.text, one.focused, one.box.contains(Point(x, y))) for one in fields] == [
        ("told", True, True)
    ]


def test_the_screen_is_recorded(served: Served, tmp_path: Path) -> None:
    """From when the start is answered: what is done after it is on the film."""
    own = Path(served.record.folder)
    served.controller.start_recording()
    assert len(list(own.rglob("*.mp4"))) == 1, "it lies where only this session has it"
    film = tmp_path / "film.mp4"
    served.controller.end_recording(str(film))
    assert list(own.rglob("*.mp4")) == []
    frames = cv2.VideoCapture(str(film))
    assert frames.read()[1].shape == (600, 1000, 3)


def test_a_recording_that_ends_as_it_begins_is_not_waited_for(served: Served) -> None:
    recording = Recording(Inside(served.record.id))
    with ThreadPoolExecutor() as workers:
        for _ in range(3):
            recording.start()
            with suppress(DesktopError):  # there may be no picture yet
                workers.submit(recording.end).result(30)
    with pytest.raises(UsageError, match="No recording runs"):
        recording.end()


def test_a_film_whose_maker_died_is_none(served: Served) -> None:
    right = {"Authorization": f"Bearer {served.token}"}
    httpx.post(f"{served.url}/start_recording", headers=right, timeout=PATIENCE)

    def made() -> list[int]:
        below = descendants(served.record.guard)
        return [pid for pid in below if name_of(pid) == "ffmpeg"]

    until(lambda: bool(made()), "it is recorded")
    for pid in made():
        os.kill(pid, signal.SIGKILL)
    told = httpx.post(f"{served.url}/end_recording", headers=right, timeout=PATIENCE)
    assert (told.status_code, "was not recorded" in told.text) == (503, True)


def test_strangers_are_refused(served: Served) -> None:
    place = f"{served.url}/screenshot"
    assert httpx.get(place).status_code == 401
    assert httpx.get(place, auth=("osworld", "wrong")).status_code == 401
    assert httpx.get(place, headers={"Authorization": "Basic ?"}).status_code == 401
    right = {"Authorization": f"Bearer {served.token}"}
    assert httpx.get(place, headers=right, timeout=PATIENCE).status_code == 200
    known = base64.b64encode(f"osworld:{served.token}".encode()).decode()
    basic = {"Authorization": f"basic {known}"}
    assert httpx.get(place, headers=basic, timeout=PATIENCE).status_code == 200
    assert httpx.get(place, headers={**right, "Origin": "http://evil.example"}).status_code == 403


def test_our_driver_works_such_a_machine(emptied: Served, tmp_path: Path) -> None:
    kind = kind_of(f"osworld-vm:{emptied.url}")
    assert not kind.private
    place = kind.open(Order(emptied.url, tmp_path, tmp_path), NoProcesses())
    desktop = place.desktop

    def do(action: object) -> Outcome:
        return desktop.execute(action, desktop.observe())  # type: ignore[arg-type]

    try:
        assert desktop.observe().size == Size(1000, 600)
        x, y = emptied.window.state["field"]
        assert do(Click(Point(x, y))).ok
        assert do(Type(KEYBOARD)).ok
        emptied.text_is(KEYBOARD)
        assert do(Press(("ctrl", "a"))).ok
        entered = do(Type(SCRIPTS))
        assert "with the clipboard" in entered.text
        emptied.text_is(SCRIPTS)
        do(KeyDown("shift"))
        do(Press(("left",)))
        do(KeyUp("shift"))
        do(Press(("<",)))
        emptied.text_is(f"{SCRIPTS[:-1]}<")
        emptied.is_doubled(lambda at: do(Click(at, Button.LEFT, 2)))
        px, py = emptied.window.state["pad"]
        do(Drag(Point(px - 60, py - 3), Point(px + 60, py + 4)))
        until(lambda: emptied.window.state["drag"] == [120, 7], "a drag")
        assert do(Move(Point(5, 5))).ok
        assert do(Scroll(Point(x, y), Direction.DOWN, 2)).ok
        assert not do(Press(("volumeup",))).ok
        assert not do(KeyUp("shift")).ok
        assert "outside the screen" in do(Click(Point(1000, 0))).text
        # A field is told where the machine says what is on its screen.
        assert place.outline is not None
        told = place.outline.read(desktop.observe())
        assert any(one.role is Role.FIELD and one.box.contains(Point(x, y)) for one in told)
        place.start_program("xclock -title 'Their Clock'")
        until(lambda: "Their Clock" in titles(emptied.record), "a program started over there")
    finally:
        desktop.close()


def test_text_goes_by_keys_where_the_machine_has_no_clipboard(
    emptied: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = f"{Path(emptied.record.workspace)}/pyperclip.py"
    Path(broken).write_text("raise ImportError('no clipboard')")
    try:
        place = kind_of(f"osworld-vm:{emptied.url}").open(
            Order(emptied.url, tmp_path, tmp_path), NoProcesses()
        )
        x, y = emptied.window.state["field"]
        place.desktop.execute(Click(Point(x, y)), place.desktop.observe())
        entered = place.desktop.execute(Type("Київ 東京"), place.desktop.observe())
        assert "key by key" in entered.text
        emptied.text_is("Київ 東京")
        place.desktop.close()
    finally:
        Path(broken).unlink()


def test_the_whole_program_works_one(emptied: Served, tmp_path: Path) -> None:
    run = [sys.executable, "-m", "uitars_runtime.cli.run", "Type 'Hallo' into the text field."]
    run += ["--desktop", f"osworld-vm:{emptied.url}", "--output-format", "json"]
    run += ["--workspace", str(tmp_path), "--max-steps", "4", "--yes", "R1"]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    ended = json.loads(done.stdout)
    assert ended["policy"] == "ask-on-risk", done.stderr
    assert ended["desktop"] == f"osworld-vm:{emptied.url}"
    emptied.text_is("Hallo")


def test_machines_that_are_none_are_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, served: Served
) -> None:
    for where, words in (
        ("osworld-vm:ftp://x", "is not the address of a machine"),
        ("osworld-vm:http://a:b@x:1", "holds a password"),
        ("osworld-vm:", "There is no desktop"),
    ):
        with pytest.raises(UsageError, match=words):
            kind_of(where)
    with pytest.raises(DesktopError, match="cannot be worked") as gone:
        Machine("http://127.0.0.1:1").system()
    assert gone.value.gone
    monkeypatch.setenv(TOKEN_VARIABLE, "wrong")
    with pytest.raises(UsageError, match="wants a token"):
        Machine(served.url).picture()


def test_a_tree_that_is_none_says_nothing() -> None:
    screen = Box(0, 0, 100, 100)
    for tree in ("", "<a", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "<a/>"):
        assert elements_of(tree, screen) == ()
    windows = (
        '<desktop xmlns:cp="https://accessibility.windows.example.org/ns/component"'
        ' xmlns:st="https://accessibility.windows.example.org/ns/state">'
        '<Button name="OK" st:visible="true" st:enabled="false" cp:screencoord="(1, 2)"'
        ' cp:size="(30, 10)"/></desktop>'
    )
    (button,) = elements_of(windows, screen)
    assert (button.role, button.name, button.disabled) == (Role.BUTTON, "OK", True)
