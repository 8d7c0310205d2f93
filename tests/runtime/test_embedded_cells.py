"""A click beside what is meant in a table goes where it is meant; every other one stays."""

from __future__ import annotations

import pytest

from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.rules.cells import in_table
from uitars_runtime.backends.embedded.situation import Decision, Situation, Span
from uitars_runtime.backends.embedded.tokenizer import split_words
from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box, Size


def cell(role: Role, text: str, left: int, top: int, *, checked: bool = False) -> Element:
    return Element(Box(left, top, left + 60, top + 20), role, text, text, checked=checked)


TABLE = (
    *(cell(Role.HEADER, "Buy", 0, 10), cell(Role.HEADER, "Fruit", 100, 10)),
    cell(Role.HEADER, "Note", 200, 10),
    *(cell(Role.CHECKBOX, "", 0, 40), cell(Role.ITEM, "Plums", 100, 40)),
    cell(Role.TEXT, "very ripe", 200, 40),
    *(cell(Role.CHECKBOX, "", 0, 64, checked=True), cell(Role.ITEM, "Pears", 100, 64)),
    cell(Role.TEXT, "ripe", 200, 64),
    *(cell(Role.BUTTON, "OK", 0, 300), cell(Role.TEXT, "Sort by", 100, 300)),
)
HEAD, PLUMS, RIPE, PEARS, PEAR_NOTE, OK = 2, 4, 5, 7, 8, 9
PLUM_BOX, PEAR_BOX = 3, 6


def decided(task: str, element: int, act: Act = Act.CLICK) -> int | None:
    words = split_words(task)
    situation = Situation(task, words, (), TABLE, Size(400, 400))
    decision = Decision(act, Span(0, len(words) - 1), element=element)
    return in_table(decision, situation).element


@pytest.mark.parametrize(
    ("task", "pointed", "meant"),
    [
        ("Tick Plums", PLUMS, PLUM_BOX),
        ("Tick the one that is very ripe", RIPE, PLUM_BOX),
        ("Uncheck the row Pears", PEARS, PEAR_BOX),
        ("Tick Pears", PEARS, PEARS),
        ("Select Plums", PLUMS, PLUMS),
        ("Tick the fruit whose note is very ripe", HEAD, PLUM_BOX),
        ("Choose the fruit whose note is ripe", HEAD, PEAR_NOTE),
        ("Sort by note", HEAD, HEAD),
        ("Check that it is OK", OK, OK),
    ],
)
def test_what_is_meant_in_a_table_is_clicked(task: str, pointed: int, meant: int) -> None:
    assert decided(task, pointed) == meant


def test_other_deeds_than_a_click_stay_where_they_are() -> None:
    assert decided("Tick Plums", PLUMS, Act.RIGHT) == PLUMS
