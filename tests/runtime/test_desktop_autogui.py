"""The desktop `pyautogui`: a real window worked by the real library.

In a process of its own: the library takes the display that it finds when it is loaded.
"""

from __future__ import annotations

import json
import subprocess
import sys

from helpers.desks import until
from helpers.screens import Program, Screen, screen
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
DOUBLE = """
import json, sys
from uitars_runtime.desktop.autogui_local import LocalAutogui
from uitars_runtime.types import *

desktop = LocalAutogui()
desktop.execute(Click(Point(*json.loads(sys.argv[1])), count=2), desktop.observe())
desktop.close()
"""
STOPPED = """
import json, threading, time
from Xlib import X
from Xlib.display import Display
from uitars_runtime.desktop.autogui_local import LocalAutogui
from uitars_runtime.types import *

desktop, display = LocalAutogui(), Display()
root, told = display.screen().root, []

def do(action):
    done = desktop.execute(action, desktop.observe())
    told.append([done.ok, done.text])

def into_the_corner():
    root.warp_pointer(0, 0)
    display.sync()

def drag_held():
    return bool(root.query_pointer().mask & X.Button1Mask)

def stop():
    latest = time.monotonic() + 10
    while not drag_held() and time.monotonic() < latest:
        time.sleep(0.005)
    into_the_corner()

do(Move(Point(300, 300)))
do(Click(Point(0, 0)))
do(KeyDown("shift"))
person = threading.Thread(target=stop)
person.start()
do(Drag(Point(300, 300), Point(400, 400)))
person.join()
told.append(drag_held())
into_the_corner()
do(KeyUp("shift"))
told.append(root.query_pointer().mask & X.ShiftMask)
desktop.close()
told.append(root.query_pointer().mask & X.ShiftMask)
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
    until(lambda: gtk.state["drag"] == [120, 7], "a drag")

    def doubled() -> bool:
        """On a busy machine more time may pass between two clicks than makes them a double one."""
        if gtk.state["doubles"] == before["doubles"]:
            again = [sys.executable, "-c", DOUBLE, json.dumps(before["pad"])]
            subprocess.run(again, env=shared_screen.environment, check=True)
        return bool(gtk.state["doubles"] > before["doubles"])

    until(doubled, "a double click")


def test_a_persons_stop_leaves_no_key_and_no_button_down() -> None:
    with screen() as own:
        own.call("xsetroot", "-mod", "9", "9")
        done = subprocess.run(
            [sys.executable, "-c", STOPPED],
            env=own.environment,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    moved, corner, pressed, dragged, dragging, released, held, held_at_the_end = json.loads(
        done.stdout
    )
    assert moved[0]
    assert "that corner" in corner[1], "the agent's own pointer there would stop it for good"
    assert pressed[0]
    assert "a person's stop" in dragged[1]
    assert not dragging
    assert "a person's stop" in released[1]
    assert (bool(held), held_at_the_end) == (True, 0)


def test_what_a_model_says_is_a_literal_and_nothing_else() -> None:
    text = "'); import os; os.system('x'); ('"
    (call,) = typed(text)
    assert call.line() == f"pyautogui.write({text!r})"
    assert [one.line() for one in typed("<")] == ["pyautogui.hotkey('shift', ',')"]
    assert Call("scroll", (-3, 1, 2)).line() == "pyautogui.scroll(-3, 1, 2)"
