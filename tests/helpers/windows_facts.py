"""Runs on Windows: a window with a password field, and what the hands know of it, as JSON."""

from __future__ import annotations

import ctypes
import json
import sys
import time
from pathlib import Path

import msgspec

from uitars_runtime.desktop.local import open_local
from uitars_runtime.desktop.win32 import controls, windows
from uitars_runtime.desktop.win32.system import Win32System
from uitars_runtime.hands.system import SystemSurroundings
from uitars_runtime.tools.windows_shell import WindowsShell
from uitars_runtime.types import Click, Point, Type

_VISIBLE, _CHILD, _FRAMED, _HIDES_TEXT = 0x10000000, 0x40000000, 0x00CF0000, 0x20


def _window(user32: ctypes.CDLL, kind: str, title: str, style: int, *place: int) -> int:
    x, y, width, height, parent = place
    create = user32.CreateWindowExW
    create.restype = ctypes.c_void_p
    create.argtypes = [
        *(ctypes.c_ulong, ctypes.c_wchar_p, ctypes.c_wchar_p, ctypes.c_ulong),
        *(ctypes.c_int,) * 4,
        *(ctypes.c_void_p,) * 4,
    ]
    return int(
        create(0, kind, title, style, x, y, width, height, parent or None, None, None, None) or 0
    )


def main(workspace: str) -> None:
    desktop = open_local()
    user32 = ctypes.CDLL("user32")
    frame = _window(user32, "#32770", "Sign in", _FRAMED | _VISIBLE, 100, 100, 400, 300, 0)
    field = _window(user32, "Edit", "", _CHILD | _VISIBLE | _HIDES_TEXT, 50, 50, 200, 30, frame)
    _window(user32, "Button", "&Delete all", _CHILD | _VISIBLE, 50, 120, 120, 40, frame)
    user32.SetForegroundWindow(ctypes.c_void_p(frame))
    user32.SetFocus(ctypes.c_void_p(field))
    until = time.monotonic() + 2
    message = ctypes.create_string_buffer(64)
    while time.monotonic() < until:  # a window is drawn by who listens to its messages
        while user32.PeekMessageW(message, None, 0, 0, 1):
            user32.TranslateMessage(message)
            user32.DispatchMessageW(message)
        time.sleep(0.02)
    surroundings = SystemSurroundings(Win32System(), lambda: Point(0, 0))
    box = windows.box_of(field)
    inside = Point(box.left + 5, box.top + 5)
    shell = WindowsShell(Path(workspace))
    found = {
        "focus": surroundings.facts(Type("x")),
        "clicked": surroundings.facts(Click(inside)),
        "desktop": surroundings.facts(Click(Point(1200, 20))),
        "controls": controls.told(frame),
        "passwords": controls.passwords(),
        "box": box,
        "said": shell.run("echo said"),
        "failed": shell.run("exit 3"),
        "late": shell.run("ping -n 60 127.0.0.1", 1.0),
    }
    sys.stdout.write(json.dumps(msgspec.to_builtins(found)) + "\n")
    desktop.close()


if __name__ == "__main__":
    main(sys.argv[1])
