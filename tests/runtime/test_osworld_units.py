"""Machines of OSWorld whose pointer counts in other units than their pictures, that change the size
of their screen, and that run Windows: a server of ours answers in their place."""

from __future__ import annotations

import json
import threading
from collections.abc import Generator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from uitars_runtime.desktop.kind import Order, Place
from uitars_runtime.desktop.registry import kind_of
from uitars_runtime.errors import UsageError
from uitars_runtime.hands.portable import NoProcesses
from uitars_runtime.types import Box, Click, Point, Size

TREE = (
    '<desktop xmlns:cp="https://accessibility.example.org/component"'
    ' xmlns:st="https://accessibility.example.org/state">'
    '<push-button name="OK" st:visible="true" cp:screencoord="(10, 20)" cp:size="(30, 10)"/>'
    "</desktop>"
)


class Double(ThreadingHTTPServer):
    """A machine: what it is, and what it was told."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answers)
        self.system = "Darwin"
        self.picture = Size(400, 200)
        self.screen = Size(200, 100)
        self.ran: list[str] = []
        self.launched: list[list[str]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Answers(BaseHTTPRequestHandler):
    server: Double

    def do_GET(self) -> None:
        match self.path:
            case "/platform":
                self._say(self.server.system.encode())
            case "/screenshot":
                shown = np.zeros((self.server.picture.height, self.server.picture.width, 3), "u1")
                shown[:40] = 255
                self._say(cv2.imencode(".png", shown)[1].tobytes())
            case _:
                self._say(json.dumps({"AT": TREE}).encode())

    def do_POST(self) -> None:
        given = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        answer: dict[str, Any] = {"output": "", "error": "", "returncode": 0}
        match self.path:
            case "/screen_size":
                screen = self.server.screen
                answer = {"width": screen.width, "height": screen.height}
            case "/execute":
                self.server.ran.append(json.loads(given)["command"][-1].splitlines()[-1])
            case _:
                self.server.launched.append(json.loads(given)["command"])
        self._say(json.dumps(answer).encode())

    def _say(self, data: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nothing is logged."""


@pytest.fixture
def machine() -> Generator[Double]:
    with Double() as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        yield server
        server.shutdown()
        serving.join()


def opened(machine: Double, folder: Path, *apps: str) -> Place:
    kind = kind_of(f"osworld-vm:{machine.address}")
    return kind.open(Order(machine.address, folder, folder, apps), NoProcesses())


def test_what_programs_say_lies_where_the_picture_shows_it(machine: Double, tmp_path: Path) -> None:
    place = opened(machine, tmp_path)
    assert place.outline is not None
    (button,) = place.outline.read(place.desktop.observe())
    assert (button.name, button.box) == ("OK", Box(20, 40, 80, 60))
    place.desktop.execute(Click(button.box.center), place.desktop.observe())
    assert machine.ran == ["pyautogui.click(25, 25, clicks=1, button='left')"]
    place.desktop.close()


def test_a_screen_that_gets_another_size_is_hit_where_it_was_meant(
    machine: Double, tmp_path: Path
) -> None:
    place = opened(machine, tmp_path)
    place.desktop.execute(Click(Point(100, 60)), place.desktop.observe())
    machine.picture = machine.screen = Size(640, 480)
    seen = place.desktop.observe()
    assert seen.size == Size(640, 480)
    place.desktop.execute(Click(Point(600, 400)), seen)
    assert machine.ran == [
        "pyautogui.click(50, 30, clicks=1, button='left')",
        "pyautogui.click(600, 400, clicks=1, button='left')",
    ]
    place.desktop.close()


def test_a_command_line_is_read_as_its_system_writes_one(machine: Double, tmp_path: Path) -> None:
    machine.system = "Windows"
    place = opened(machine, tmp_path, '"C:\\Program Files\\A b\\a.exe" --name="it\'s b" D:\\x.txt')
    machine.system = "Linux"
    other = opened(machine, tmp_path, "xclock -title 'A b' a\\ b")
    assert machine.launched == [
        ["C:\\Program Files\\A b\\a.exe", "--name=it's b", "D:\\x.txt"],
        ["xclock", "-title", "A b", "a b"],
    ]
    for desktop, command, words in (
        (place, 'a "b', "is not a command line"),
        (other, "it's", "is not a command line"),
        (other, " ", "is empty"),
    ):
        with pytest.raises(UsageError, match=words):
            desktop.start_program(command)
        desktop.desktop.observe()
    place.desktop.close()
    other.desktop.close()
