"""A harvest seen with the eyes of today, and widgets that a program tells in the wrong place."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, cast
from unittest.mock import MagicMock

import cv2
import numpy as np
import pytest

from uitars_runtime.desktop.accessibility import Node
from uitars_runtime.desktop.walk import Told
from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.frame import Frame
from uitars_runtime.types import Box, Size
from uitars_train.cli import main
from uitars_train.harvest import confirming, libreoffice, tree
from uitars_train.harvest.desk import Desk, Glimpse
from uitars_train.harvest.looking_again import look_again, looked_at
from uitars_train.harvest.novelty import Novelty
from uitars_train.harvest.records import Look, Program, Screen, Truth
from uitars_train.harvest.store import read, write
from uitars_train.instructions.harvested import mark_of

if TYPE_CHECKING:
    from uitars_runtime.hands.opening import OpenHands

PICTURES = Path(__file__).parents[2] / "bench" / "rules"
_TWO = ("bleachbit", "calendar")
"""As large, so that eyes that remember the first see the second otherwise."""


def test_kept_pictures_are_looked_at_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    true = (Truth(Element(Box(20, 20, 160, 60), Role.TEXT, "Harbour", "Harbour"), "label"),)
    screens = (Screen(0, -1, (), "One", (), true), Screen(0, 0, (), "Two", (), true))
    looks = (Look(dark=False, font="Noto Sans", scale=1.0, size=Size(200, 100)),)
    path = write(Program("one", "one", "1", "GTK3", "MIT", looks, screens, ()), tmp_path)
    pixels = np.full((100, 200, 3), 255, np.uint8)
    cv2.putText(pixels, "Harbour", (20, 50), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (0, 0, 0), 2)
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "one-000.png"), pixels)
    before = read(path)
    command = ["harvest", "programs", "--look-again", "--out", str(tmp_path)]
    assert main([*command, "--pictures", str(pictures)]) == 0
    assert "1 screens  1 seen otherwise, 1 without a picture" in capsys.readouterr().out
    after = read(path)
    assert any("Harbour" in one.text for one in after.screens[0].seen)
    assert not after.screens[1].seen
    for old, new in zip(before.screens, after.screens, strict=True):
        assert new.true == old.true
        assert mark_of(after, new) == mark_of(before, old)
    assert main(command) == 2
    assert "--pictures" in capsys.readouterr().err


def test_a_picture_is_seen_as_if_there_were_no_other(tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    looks = (Look(dark=False, font="Noto Sans", scale=1.0, size=Size(1280, 800)),)
    screens = tuple(Screen(0, -1, (), name, (), ()) for name in _TWO)
    path = write(Program("one", "one", "1", "GTK3", "MIT", looks, screens, ()), tmp_path)
    pictures.mkdir()
    for number, name in enumerate(_TWO):
        shutil.copy(PICTURES / f"{name}.png", pictures / f"one-{number:03}.png")
    assert [one.changed for one in look_again(tmp_path, pictures)] == [2]
    frame = Frame.of_png((PICTURES / "calendar.png").read_bytes())
    alone, seen = looked_at(frame, Eyes()), read(path).screens[1].seen
    assert [(one.box, one.text) for one in seen] == [(one.box, one.text) for one in alone]


def test_a_screen_is_explored_as_if_there_were_no_other() -> None:
    frames = [Frame.of_png((PICTURES / f"{name}.png").read_bytes()) for name in _TWO]
    desk = Desk(cast("OpenHands", None), MagicMock(), Eyes(), "GTK3")
    seen = [desk.read(Glimpse(frame, (), (), "")).seen for frame in frames][-1]
    alone = looked_at(Frame(frames[-1].pixels), Eyes())
    assert [(one.box, one.text) for one in seen] == [(one.box, one.text) for one in alone]


def _told(name: str, role: int, box: Box, parent: int, within: str) -> Told:
    return Told(Node("office", f"/{within}/{name}"), role, 0, name, box, parent, Node("o", within))


def test_libreoffice_tells_one_menu_bar_and_tool_bars_below_it() -> None:
    own = _told("File", 33, Box(0, 17, 35, 36), 34, "own")
    drawn = _told("File", 33, Box(0, 17, 39, 42), 34, "drawn")
    entry = _told("New", 43, Box(4, 19, 48, 54), 63, "tools")
    combo = _told("Style", 79, Box(4, 83, 157, 117), 63, "tools")
    assert libreoffice.mended([own, drawn, entry, combo]) == [
        drawn,
        entry._replace(box=Box(4, 44, 48, 79)),
        combo,
    ]
    assert libreoffice.mended([drawn, entry]) == [drawn, entry]


def test_the_entries_of_a_list_are_told_while_it_is_open() -> None:
    """As Qt tells them: nothing but the window around it says that a list is open."""
    window, popup = Box(400, 100, 1100, 600), Box(636, 196, 1137, 324)
    shut = Box(0, 0, 0, 0)
    told = {
        name: Told(Node("app", name), role, 0, name, box, parent, Node("app", within))
        for name, role, box, parent, within in (
            ("window", 16, window, 75, "app"),
            ("style", 11, Box(636, 196, 1138, 228), 16, "window"),
            ("view", 31, Box(638, 198, 1136, 322), 11, "style"),
            ("Fusion", 32, Box(638, 291, 1278, 322), 31, "view"),
            ("tools", 11, Box(739, 511, 1138, 542), 16, "window"),
            ("shut", 31, shut, 11, "tools"),
            ("Icons", 32, Box(0, 31, 941, 62), 31, "shut"),
        )
    }
    found = {one.name: one for one in tree.uncovered(list(told.values()), [window], [popup])}
    assert found["Fusion"].box == Box(638, 291, 1136, 322)
    assert "Icons" not in found
    assert "Fusion" not in {one.name for one in tree.uncovered(list(told.values()), [window], [])}


def test_what_lies_under_a_dialog_is_not_told_be_it_as_large_as_its_window() -> None:
    window, dialog = Box(0, 0, 1000, 700), Box(50, 20, 950, 690)
    told = {
        name: Told(Node("app", name), role, 0, name, box, parent, Node("app", within))
        for name, role, box, parent, within in (
            ("window", 23, window, 75, "app"),
            ("Open", 43, Box(60, 30, 120, 60), 23, "window"),
            ("File", 33, Box(2, 30, 40, 60), 23, "window"),
            ("dialog", 16, dialog, 75, "app"),
            ("Fonts", 37, Box(60, 30, 120, 60), 16, "dialog"),
        )
    }
    everything = list(told.values())
    shown = {one.name for one in tree.uncovered(everything, [window, dialog], [])}
    assert {"Fonts", "File"} <= shown
    assert "Open" not in shown
    raised = {one.name for one in tree.uncovered(everything, [dialog, window], [])}
    assert "Open" in raised
    assert "Fonts" not in raised


def test_a_tool_button_that_stays_down_is_no_tick() -> None:
    """As Qt tells it; a drawn tick is one, with its words or without."""
    pixels = np.full((200, 300, 3), 240, np.uint8)
    cv2.circle(pixels, (30, 30), 12, (10, 10, 10), 2)
    cv2.rectangle(pixels, (10, 82), (26, 98), (10, 10, 10), 2)

    def judged(box: Box, text: str, *seen: Element) -> Truth:
        told = Truth(Element(box, Role.CHECKBOX, text, text, checked=True), "check box")
        (truth,) = confirming.confirmed([told], seen, pixels)
        return truth

    picture = judged(Box(10, 10, 50, 50), "Pan Map")
    assert (picture.element.role, picture.element.text) == (Role.ICON, "")
    assert (picture.element.name, picture.element.checked) == ("Pan Map", True)
    assert picture.confirmed
    words = Box(10, 120, 110, 150)
    face, line = Element(words, Role.BUTTON, "Mixer"), Element(words, Role.CHECKBOX, "Mixer")
    assert judged(words, "Mixer", face).element.role is Role.BUTTON
    assert judged(words, "Mixer", line).element.role is Role.CHECKBOX
    bare = Box(10, 82, 27, 99)
    mark = judged(bare, "", Element(bare, Role.CHECKBOX))
    assert (mark.element.role, mark.confirmed) == (Role.CHECKBOX, True)
    assert not judged(bare, "").confirmed


def test_a_round_keeps_what_shows_something_new() -> None:
    def shown(checked: bool = False, text: str = "", more: int = 0) -> list[Truth]:
        tick = Element(Box(0, 0, 90, 20), Role.CHECKBOX, "Sail", "Sail", checked=checked)
        field = Element(Box(0, 30, 90, 50), Role.FIELD, text)
        rows = [Element(Box(0, y, 90, y + 20), Role.ITEM, f"Row {y}") for y in range(60, 160, 20)]
        others = [Element(Box(100, y, 190, y + 9), Role.TEXT, f"{y}") for y in range(more)]
        return [Truth(one, one.role.value) for one in (tick, field, *rows, *others)]

    kept = Novelty()
    assert kept.adds(shown())
    kept.keep(shown())
    assert not kept.adds(shown(more=2))
    assert kept.adds(shown(more=12))
    assert kept.adds(shown(checked=True))
    kept.keep(shown(checked=True))
    assert [kept.adds(shown(text=word)) for word in ("a", "b", "c")] == [True, True, False]
