"""What a task counts takes the words that count it as its name; labels are left alone."""

from __future__ import annotations

import pytest

from uitars_runtime.backends.embedded.rules.ordinals import with_ordinals
from uitars_runtime.backends.embedded.tokenizer import split_words
from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box


def row(role: Role, names: tuple[str, ...], top: int) -> list[Element]:
    boxes = [Box(100 * at, top + at % 2, 100 * at + 80, top + 20) for at in range(len(names))]
    return [Element(box, role, name, name) for box, name in zip(boxes, names, strict=True)]


SCREEN = (
    *row(Role.BUTTON, ("Edit", "Delete", "OK"), 300),
    *row(Role.MENU, ("File", "Edit", "Search", "Help"), 10),
    *row(Role.TAB, ("Tab 1", "Tab 2"), 60),
    *row(Role.FIELD, ("Name", "Town"), 100),
    *row(Role.BUTTON, ("Open", "Edit"), 340),
)


def renamed(task: str) -> dict[str, str]:
    """What is named by its place: the words on it, and the name it took."""
    found = with_ordinals(SCREEN, split_words(task))
    return {
        f"{after.text} {after.box.top // 10 * 10}": after.name
        for before, after in zip(SCREEN, found, strict=True)
        if after != before
    }


@pytest.mark.parametrize(
    ("task", "meant", "name"),
    [
        ("Click the third menu.", "Search 10", "third menu"),
        ("press the 2nd push button now", "Delete 300", "2nd push button"),
        ("open the last menu", "Help 10", "last menu"),
        ('click the second "Edit" button', "Edit 340", "second edit button"),
        ("click menu number two", "Edit 10", "menu number two"),
        ("my choice is menu 4", "Help 10", "menu 4"),
        ("of all menu controls, press the 3rd", "Search 10", "3rd"),
        ("type Ada into the second text field", "Town 100", "second text field"),
        ("click the second to last menu", "Search 10", "second to last menu"),
        ("click the second last menu", "Search 10", "second last menu"),
        ("open the third from the last menu", "Edit 10", "third from the last menu"),
        ("open the last but one menu", "Search 10", "last but one menu"),
        ("of all menu controls, press the third from last", "Edit 10", "third from last"),
    ],
)
def test_the_counted_thing_is_named(task: str, meant: str, name: str) -> None:
    assert renamed(task) == {meant: name}


@pytest.mark.parametrize(
    "task",
    [
        "First, click the OK button",
        "open the File menu first, then press Delete",
        "go to tab 2",
        "fill the first name field with Ada",
        "click the fifth menu",
        "click the fifth from last menu",
        "press Delete 3 times",
        "enter 3 in Name",
        "press the OK button 2 times",
        "click the OK button one more time",
        "press the button for the third time",
        'type "menu 2" into the Name field',
        'enter "second button" into the Town field',
    ],
)
def test_other_words_name_nothing(task: str) -> None:
    assert renamed(task) == {}


def test_entries_of_a_table_are_counted_by_its_rows_whatever_their_cells_are_taken_for() -> None:
    def cell(role: Role, text: str, left: int, top: int) -> Element:
        return Element(Box(left, top, left + 60, top + 20), role, text, text)

    seen = (
        cell(Role.ITEM, "Places", 0, 100),
        cell(Role.HEADER, "Name", 100, 100),
        cell(Role.HEADER, "Size", 200, 100),
        *(cell(Role.ITEM, "one", 100, 130), cell(Role.TEXT, "1 MB", 200, 130)),
        *(cell(Role.TEXT, "two", 100, 154), cell(Role.ITEM, "2 MB", 200, 154)),
        *(cell(Role.MENU_ITEM, "three", 100, 178), cell(Role.ITEM, "3 MB", 200, 178)),
        cell(Role.TEXT, "3 files", 100, 300),
    )
    for task, meant in (
        ("Select the second row", "two"),
        ("Click the last row of the table", "three"),
        ("Choose item 1", "one"),
    ):
        named = with_ordinals(seen, split_words(task))
        assert [item.text for item in named if item.name != item.text] == [meant], task
