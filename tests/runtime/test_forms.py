"""What a request itself says of a form, for which no network is asked."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from uitars_runtime.element import Element, Role
from uitars_runtime.forms.asked import Deed, Meant
from uitars_runtime.forms.clauses import is_served, is_told_apart
from uitars_runtime.forms.form import Control, Kind, controls
from uitars_runtime.forms.polarity import polarity
from uitars_runtime.types import Box


@pytest.mark.parametrize(
    ("request_", "news", "tips"),
    [
        ("Untick News, tick Tips and save", Deed.OFF, Deed.ON),
        ("untick news and tips", Deed.OFF, Deed.OFF),
        ("no News but with Tips", Deed.OFF, Deed.ON),
        ("turn News on, switch tips off", Deed.ON, Deed.OFF),
        ("News off and Tips on please", Deed.OFF, Deed.ON),
        ("don't select Tips", None, Deed.OFF),
        ("don't untick News", None, None),
        ("News yes Tips no", None, None),
        ("Enter Ada into News", None, None),
        ("no letter, Tips", None, None),
        ("tick News, News and Newsletter", None, None),
        ("untick Newspaper", None, None),
    ],
)
def test_a_clause_says_on_or_off_of_what_it_names(
    request_: str, news: Deed | None, tips: Deed | None
) -> None:
    assert (polarity(request_, "News"), polarity(request_, "Tips")) == (news, tips)


SOMEWHERE = Box(0, 0, 9, 9)


def element(
    role: Role,
    text: str,
    name: str = "",
    *,
    checked: bool = False,
    disabled: bool = False,
    box: Box = SOMEWHERE,
) -> Element:
    return Element(box, role, text, name or text, checked=checked, disabled=disabled)


def test_the_words_of_a_control_are_no_control_whatever_eyes_take_them_for() -> None:
    seen = [
        element(Role.ITEM, "Town"),
        element(Role.COMBO, "Oslo", "Town"),
        element(Role.CHECKBOX, "News", checked=True),
        element(Role.ITEM, "News"),
        element(Role.TEXT, "Save"),
        element(Role.BUTTON, "Save"),
        element(Role.LINK, "Help"),
    ]
    told = [(one.kind, one.label, one.holds, one.element) for one in controls(seen)]
    assert told == [
        (Kind.LIST, "Town", "Oslo", 1),
        (Kind.TICK, "News", "on", 2),
        (Kind.BUTTON, "Save", "", 5),
        (Kind.LINK, "Help", "", 6),
    ]


def test_an_entry_elsewhere_that_is_called_like_a_switch_stays() -> None:
    seen = [
        element(Role.ITEM, "Bluetooth", box=Box(0, 200, 100, 220)),
        element(Role.CHECKBOX, "Bluetooth", box=Box(600, 20, 620, 40)),
    ]
    assert [one.kind for one in controls(seen)] == [Kind.ITEM, Kind.TICK]


def test_a_pale_field_is_filled_in_and_a_pale_tick_or_a_picture_is_left_out() -> None:
    seen = [
        element(Role.FIELD, "", "Name", disabled=True),
        element(Role.CHECKBOX, "News", disabled=True),
        element(Role.BUTTON, "Save", disabled=True),
        element(Role.ICON, "", "close"),
    ]
    assert [one.label for one in controls(seen)] == ["Name"]


FORM = (
    Control(Kind.FIELD, "Price up to"),
    Control(Kind.LIST, "Sort by"),
    Control(Kind.TICK, "Page numbers"),
    Control(Kind.BUTTON, "Search"),
)
REQUEST = "cheapest first, twelve pounds at most. there must not be a number on it, thanks!"
TWELVE = Meant(0, Deed.VALUE, REQUEST.find("twelve"), REQUEST.find(" pounds"))
CHEAPEST = Meant(1, Deed.VALUE, 0, len("cheapest first"))
NUMBERS = Meant(2, Deed.OFF)


@pytest.mark.parametrize(
    ("request_", "meant", "whole"),
    [
        (REQUEST, (TWELVE, CHEAPEST, NUMBERS), True),
        (REQUEST, (TWELVE, CHEAPEST), False),
        (REQUEST, (TWELVE, NUMBERS), False),
        ("off with the numbering", (NUMBERS,), True),
        ("off with the numbering, and print it", (NUMBERS,), False),
        ("off with the numbering, then go", (NUMBERS, Meant(3, Deed.ON)), True),
        ("", (), True),
    ],
    ids=["all", "a tick left out", "a list left out", "alike", "more", "in other words", "nothing"],
)
def test_a_clause_that_nothing_is_meant_by_was_left_out(
    request_: str, meant: tuple[Meant, ...], whole: bool
) -> None:
    assert is_served(request_, FORM, meant) is whole


@pytest.mark.parametrize(
    ("request_", "meant", "apart"),
    [
        ("page numbers at twelve", (Meant(0, Deed.VALUE, 16, 22), NUMBERS), True),
        ("tick Page numbers", (Meant(0, Deed.VALUE, 5, 17), NUMBERS), False),
        ("sort by sort by", (Meant(1, Deed.VALUE, 0, 7),), False),
        ("tick the box right below Search", (NUMBERS,), False),
        ("between 8 and 12, no numbers", (Meant(0, Deed.VALUE, 8, 16), NUMBERS), True),
    ],
)
def test_no_words_are_a_value_and_what_another_thing_is_called(
    request_: str, meant: Sequence[Meant], apart: bool
) -> None:
    assert is_told_apart(request_, FORM, meant) is apart
