"""The desktop `pyautogui`: a real window worked by the real library.

In a process of its own: the library takes the display that it finds when it is loaded.
"""

from __future__ import annotations

import json
import subprocess
import sys

from helpers.desks import until
from helpers.screens import Program, Screen
from uitars_runtime.desktop.autogui import Call, typed

WORK = """
import json, sys
from uitars_runtime.desktop.autogui_local import LocalAutogui
from uitars_runtime.types import *

field, pad, text = json.loads(sys.argv[1])
desktop = LocalAutogui()
told = []
for action in (
    Click(Point(*field)),
    Press(("ctrl", "a")),
    Press(("delete",)),
    Type(text),
    Type("é"),
    Press(("f13",)),
    Click(Point(*pad), count=2),
    Drag(Point(pad[0] - 60, pad[1] - 3), Point(pad[0] + 60, pad[1] + 4)),
    Scroll(Point(*field), Direction.UP, 2),
    Click(Point(9999, 0)),
    KeyDown("shift"),
):
    done = desktop.execute(action, desktop.observe())
    told.append([done.ok, done.text])
desktop.close()
print(json.dumps(told))
"""
TEXT = "a<b> & \"c\" 'd' ~|{}\\ #5\nT"


def test_a_window_is_worked_and_what_it_cannot_type_is_refused(
    shared_screen: Screen, windows: dict[str, Program]
) -> None:
    shared_screen.use_layout("us")
    gtk = windows["gtk"]
    before = gtk.state
    given = json.dumps([before["field"], before["pad"], TEXT])
    done = subprocess.run(
        [sys.executable, "-c", WORK, given],
        env=shared_screen.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert [ok for ok, _ in told] == [True] * 4 + [False] * 2 + [True] * 3 + [False, True]
    assert "ASCII only" in told[4][1]
    assert "no key f13" in told[5][1]
    until(lambda: gtk.text == TEXT, lambda: f"{gtk.text!r} is {TEXT!r}")
    until(lambda: gtk.state["doubles"] == before["doubles"] + 1, "a double click")
    until(lambda: gtk.state["drag"] == [120, 7], "a drag")


def test_what_a_model_says_is_a_literal_and_nothing_else() -> None:
    text = "'); import os; os.system('x'); ('"
    (call,) = typed(text)
    assert call.line() == f"pyautogui.write({text!r})"
    assert [one.line() for one in typed("<")] == ["pyautogui.hotkey('shift', ',')"]
    assert Call("scroll", (-3, 1, 2)).line() == "pyautogui.scroll(-3, 1, 2)"
