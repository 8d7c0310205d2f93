"""Sets of single steps from programs: what is asked, and that what is expected is true there."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from uitars_runtime.element import Element, Role
from uitars_runtime.errors import UsageError
from uitars_runtime.types import Box
from uitars_train.evaluate.__main__ import main
from uitars_train.evaluate.asks import asks
from uitars_train.evaluate.record import read_captures
from uitars_train.evaluate.screens import ExpectClick, ExpectFinish, Item, read_set, read_told

PROGRAM = Path(__file__).parent.parent / "helpers" / "programs" / "gtk_preferences.py"


def one(
    role: Role, name: str, place: int = 0, *, on: bool = False, disabled: bool = False
) -> Element:
    box = Box(10, 40 * place, 110, 40 * place + 24)
    return Element(box, role, name=name, checked=on, selected=on, disabled=disabled)


def asked(*told: Element, seen: tuple[Element, ...] | None = None) -> list[Item]:
    """`seen`: where not given, the names of all that is told can be read."""
    words = tuple(Element(each.box, Role.TEXT, each.name, each.name) for each in told)
    return list(asks("picture.png", told, words if seen is None else seen))


def test_what_is_on_already_is_left_alone_and_what_is_not_is_clicked() -> None:
    names = [f"Setting {letter}" for letter in "abcdefghijkl"]
    for on in (False, True):
        items = asked(*(one(Role.CHECKBOX, name, at, on=on) for at, name in enumerate(names)))
        assert len(items) == len(names)
        for item in items:
            wants_off = any(word in item.task.lower() for word in ("off", "untick"))
            assert isinstance(item.expect, ExpectFinish) == (on is not wants_off)
        assert len({"off" in item.task or "Untick" in item.task for item in items}) == 2
    (radio,) = asked(one(Role.RADIO, "Landscape", on=True))
    assert isinstance(radio.expect, ExpectFinish)


def test_a_click_is_expected_in_the_box_that_the_program_told() -> None:
    (item,) = asked(one(Role.MENU, "Edit", 2))
    assert item.expect == ExpectClick((10, 80, 110, 104))
    assert (item.tag, item.image) == ("menu", "picture.png")
    assert "Edit" in item.task


def test_only_what_one_widget_alone_can_be_is_asked_for() -> None:
    twins = (one(Role.BUTTON, "Close"), one(Role.BUTTON, "close", 1), one(Role.BUTTON, "Open", 2))
    assert [item.task for item in asked(*twins) if "lose" in item.task] == []
    assert len(asked(*twins)) == 1
    assert not asked(one(Role.BUTTON, "Save", disabled=True))
    assert not asked(one(Role.BUTTON, "+"), one(Role.TEXT, "Total", 1), one(Role.BUTTON, "", 2))
    assert not asked(Element(Box(0, 0, 3, 24), Role.BUTTON, name="Save"))


def test_a_button_whose_words_are_not_to_be_seen_is_an_icon() -> None:
    save = one(Role.BUTTON, "Save as…")
    word = Element(Box(20, 4, 80, 20), Role.TEXT, "Save as", "Save as")
    assert [item.tag for item in asked(save, seen=(word,))] == ["direct"]
    assert [item.tag for item in asked(save, seen=())] == ["icon"]
    far = Element(Box(200, 4, 280, 20), Role.TEXT, "Save as", "Save as")
    assert [item.tag for item in asked(save, seen=(far,))] == ["icon"]


def test_what_lies_behind_another_window_is_not_asked_for() -> None:
    for role in (Role.MENU, Role.CHECKBOX, Role.ITEM):
        assert len(asked(one(role, "Recent files"))) == 1
        assert not asked(one(role, "Recent files"), seen=())


def test_a_program_becomes_a_set_that_can_be_played(tmp_path: Path) -> None:
    programs = tmp_path / "programs.json"
    shots = [
        {"name": "front"},
        {"name": "second", "do": [{"kind": "press", "keys": ["ctrl", "page_down"]}]},
    ]
    programs.write_text(json.dumps([{"app": f"/usr/bin/python3 {PROGRAM} 0", "shots": shots}]))
    out = tmp_path / "set"
    assert main(["record", "--programs", str(programs), "--out", str(out)]) == 0
    items = read_set(out / "set.json")
    assert {item.image for item in items} == {"front.png", "second.png"}
    told = read_told(out / "front.told.json")
    tabs = [element for element in told if element.role is Role.TAB]
    assert len(tabs) >= 2
    for item in items:
        if item.image == "front.png" and item.tag == "tab":
            (tab,) = [element for element in tabs if element.name in item.task]
            assert isinstance(item.expect, ExpectFinish) == tab.selected
    assert any(isinstance(item.expect, ExpectFinish) for item in items)
    assert any(isinstance(item.expect, ExpectClick) for item in items)
    # One picture is missing: the others stay, and what was told of it goes with it.
    second = out / "second.png"
    told, before = out / "second.told.json", (out / "second.told.json").read_bytes()
    second.unlink()
    gone = [one(Role.BUTTON, f"Gone {at}", at) for at in range(500)]
    told.write_bytes(msgspec.json.encode(gone))
    stays = (out / "front.png").stat().st_mtime_ns
    assert main(["record", "--programs", str(programs), "--out", str(out)]) == 0
    assert second.exists()
    assert told.read_bytes() == before
    assert (out / "front.png").stat().st_mtime_ns == stays


def test_a_program_that_cannot_be_shown_is_named_and_the_others_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    programs = tmp_path / "programs.json"
    missing = {"app": "no-such-program-anywhere", "shots": [{"name": "missing"}]}
    there = {"app": f"/usr/bin/python3 {PROGRAM} 0", "shots": [{"name": "there"}]}
    programs.write_text(json.dumps([missing, there]))
    assert main(["record", "--programs", str(programs), "--out", str(tmp_path / "set")]) == 0
    assert "no-such-program-anywhere" in capsys.readouterr().out
    assert {item.image for item in read_set(tmp_path / "set" / "set.json")} == {"there.png"}


def test_a_list_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "programs.json").write_text('[{"apps": "gedit"}]')
    with pytest.raises(UsageError, match="not a list of programs"):
        read_captures(tmp_path / "programs.json")
    with pytest.raises(UsageError, match="cannot be read"):
        read_captures(tmp_path / "nowhere.json")


def test_the_list_of_development_programs_names_none_of_the_exam() -> None:
    bench = Path(__file__).parent.parent.parent / "bench"
    develop = {program(capture.app) for capture in read_captures(bench / "development.json")}
    exam = {program(capture.app) for capture in read_captures(bench / "exam" / "captures.json")}
    assert develop
    assert not develop & exam


def program(command: str) -> str:
    """The program of a command line, `env` and its settings left out."""
    words = [word for word in command.split() if word != "env" and "=" not in word]
    return Path(words[0]).name
