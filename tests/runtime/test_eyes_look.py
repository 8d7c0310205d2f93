"""Looks at real programs on a private display: what a person sees in them is what the eyes say."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import mss
import numpy as np
import pytest

from helpers.desks import PATIENCE, display_server
from uitars_runtime.element import Element, Role
from uitars_runtime.errors import ModelError
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.eyes.network import Network
from uitars_runtime.eyes.scene import Scene
from uitars_runtime.frame import Frame

Elements = tuple[Element, ...]
PREFERENCES = Path(__file__).parent.parent / "helpers" / "programs" / "gtk_preferences.py"


@contextmanager
def program(*command: str) -> Generator[str]:
    """A program on a display of its own; yields the display."""
    with display_server() as display:
        environment = {**os.environ, "DISPLAY": display, "NO_AT_BRIDGE": "1", "GTK_A11Y": "none"}
        process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
        try:
            yield display
        finally:
            process.terminate()
            process.wait()


def grab(display: str) -> Frame:
    with mss.MSS(display=display) as screen:
        shot = np.array(screen.grab(screen.monitors[0]))
    return Frame(np.ascontiguousarray(shot[:, :, 2::-1]))


def look_until(eyes: Eyes, display: str, holds: Callable[[Elements], bool]) -> Elements:
    """Looks until what is seen is as wanted; the last look where it never is."""
    deadline = time.monotonic() + PATIENCE
    while True:
        seen = eyes.look(grab(display))
        if holds(seen) or time.monotonic() > deadline:
            return seen
        time.sleep(0.05)


def of_role(elements: Elements, role: Role) -> list[Element]:
    return [element for element in elements if element.role is role]


def test_a_form_has_named_fields_and_buttons(eyes: Eyes) -> None:
    form = (
        "zenity",
        "--forms",
        "--text",
        "Details",
        "--add-entry",
        "First name",
        "--add-entry",
        "Phone",
    )
    with program(*form) as display:
        seen = look_until(eyes, display, lambda seen: len(of_role(seen, Role.FIELD)) == 2)
        fields = of_role(seen, Role.FIELD)
        assert [(field.name, field.text) for field in fields] == [("First name", ""), ("Phone", "")]
        assert {"OK", "Cancel"} <= {button.text for button in of_role(seen, Role.BUTTON)}
        assert [element.box.center.y for element in fields] == sorted(
            f.box.center.y for f in fields
        )


def test_ticks_of_a_list_are_seen_and_hit(eyes: Eyes) -> None:
    rows = ("FALSE", "Apple", "TRUE", "Pear")
    table = ("zenity", "--list", "--checklist", "--column", "Use", "--column", "Fruit", *rows)
    with program(*table) as display:
        seen = look_until(eyes, display, lambda seen: len(of_role(seen, Role.CHECKBOX)) == 2)
        ticks = {tick.text: tick for tick in of_role(seen, Role.CHECKBOX)}
        assert {text: tick.checked for text, tick in ticks.items()} == {
            "Apple": False,
            "Pear": True,
        }
        assert all(tick.box.width <= 32 for tick in ticks.values())


def test_every_day_of_a_calendar_is_seen(eyes: Eyes) -> None:
    days = {str(day) for day in range(1, 31)}
    calendar = ("zenity", "--calendar", "--year", "2026", "--month", "11", "--day", "3")
    with program(*calendar) as display:
        look_until(eyes, display, lambda seen: days <= {one.text for one in seen})


@pytest.mark.parametrize("side", ["top", "left"])
@pytest.mark.parametrize("page", range(3))
def test_settings_are_seen_as_they_are(eyes: Eyes, page: int, side: str) -> None:
    with program("/usr/bin/python3", str(PREFERENCES), str(page), side) as display:
        seen = look_until(eyes, display, lambda seen: len(of_role(seen, Role.CHECKBOX)) == 4)
    ticks = {tick.text: tick.checked for tick in of_role(seen, Role.CHECKBOX)}
    assert ticks == {
        "Show toolbar": True,
        "Ask whether to save": False,
        "Make backups": True,
        "Beep": False,
    }
    tabs = {tab.text: tab.selected for tab in of_role(seen, Role.TAB)}
    assert tabs == {
        words: place == page for place, words in enumerate(("General", "Editor", "Plugins"))
    }
    assert [(field.name, field.text) for field in of_role(seen, Role.FIELD)] == [("Tab width", "8")]


def test_what_did_not_change_is_not_looked_at_again(eyes: Eyes) -> None:
    entry = ("zenity", "--entry", "--text", "Your town", "--entry-text", "Oslo")
    with program(*entry) as display:
        before = look_until(eyes, display, lambda seen: len(of_role(seen, Role.FIELD)) == 1)
        frame = grab(display)
        seen = eyes.look(frame)
        assert eyes.look(Frame(frame.pixels.copy())) is seen
        subprocess.run(
            ["xdotool", "type", "Bergen"], env={**os.environ, "DISPLAY": display}, check=True
        )
        after = look_until(
            eyes,
            display,
            lambda seen: any("Bergen" in field.text for field in of_role(seen, Role.FIELD)),
        )
        assert any("Bergen" in field.text for field in of_role(after, Role.FIELD))
        assert [e.text for e in before if e.role is Role.BUTTON] == [
            e.text for e in after if e.role is Role.BUTTON
        ]
        last = grab(display)
        again, fresh = eyes.look(last), Eyes().look(last)
        assert {e.text for e in again} == {e.text for e in fresh}
        for role in (Role.FIELD, Role.BUTTON):
            assert [e.text for e in of_role(again, role)] == [e.text for e in of_role(fresh, role)]


def test_an_empty_screen_has_nothing_on_it(eyes: Eyes) -> None:
    assert eyes.look(Frame(np.full((480, 640, 3), 90, np.uint8))) == ()


def test_screens_of_different_sizes_follow_each_other(eyes: Eyes) -> None:
    for height, width in ((480, 640), (33, 31), (480, 640)):
        assert eyes.look(Frame(np.zeros((height, width, 3), np.uint8))) == ()


def test_a_missing_model_is_said_in_words() -> None:
    with pytest.raises(ModelError, match="missing"):
        Network("eyes/none.onnx")


def test_the_first_look_of_a_task_knows_nothing_of_another(eyes: Eyes) -> None:
    """To the last digit: what was read in company of other words is read a little otherwise."""
    pictures = sorted((Path(__file__).parents[2] / "bench" / "rules").glob("*.png"))[:3]
    first, *others = [Frame.of_png(path.read_bytes()).pixels for path in pictures]
    alone = Eyes().look(Frame(first))
    mixed = first.copy()
    mixed[: len(first) // 2] = 255
    for pixels in (*others, mixed):
        eyes.look(Frame(pixels))
    assert eyes.look(Frame(first), afresh=True) == alone


def test_the_same_screen_is_looked_at_again_only_where_that_is_asked(
    eyes: Eyes, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Scene] = []
    monkeypatch.setattr(eyes, "_found", lambda scene, _sure: looked.append(scene) or ())
    pixels = np.zeros((40, 60, 3), np.uint8)
    for _ in range(2):
        eyes.look(Frame(pixels))
    assert len(looked) == 1
    eyes.look(Frame(pixels), afresh=True)
    assert len(looked) == 2


@pytest.mark.parametrize(
    ("before", "now"), [("bleachbit", "calendar"), ("gaupol-find", "gaupol"), ("gpick", "kfind")]
)
def test_a_window_that_covers_most_is_seen_as_if_nothing_had_been_there(
    before: str, now: str, eyes: Eyes
) -> None:
    folder = Path(__file__).parents[2] / "bench" / "rules"
    screens = [Frame.of_png((folder / f"{name}.png").read_bytes()).pixels for name in (before, now)]
    alone = eyes.look(Frame(screens[1]), afresh=True)
    eyes.look(Frame(screens[0]), afresh=True)
    seen = eyes.look(Frame(screens[1]))
    assert [(one.box, one.text) for one in seen] == [(one.box, one.text) for one in alone]
