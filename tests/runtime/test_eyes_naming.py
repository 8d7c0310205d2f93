"""What a person would call a widget: which words on the screen are its label."""

from __future__ import annotations

import pytest

from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.naming import named, with_names
from uitars_runtime.types import Box


def element(role: Role, text: str, *box: int) -> Element:
    return Element(box=Box(*box), role=role, text=text)


def test_fields_are_named_by_the_label_beside_or_above() -> None:
    names = [
        e.name
        for e in named(
            [
                element(Role.TEXT, "First name:", 20, 24, 90, 36),
                element(Role.FIELD, "Ada", 100, 18, 240, 42),
                element(Role.TEXT, "Last name", 20, 64, 90, 76),
                element(Role.FIELD, "", 100, 58, 240, 82),
                element(Role.TEXT, "Comments", 20, 100, 80, 112),
                element(Role.FIELD, "", 20, 116, 240, 180),
                element(Role.BUTTON, "OK", 20, 186, 80, 200),
            ]
        )
    ]
    assert names == [
        "First name",
        "First name",
        "Last name",
        "Last name",
        "Comments",
        "Comments",
        "OK",
    ]


def test_a_label_names_one_field_and_not_across_another() -> None:
    names = [
        e.name
        for e in named(
            [
                element(Role.TEXT, "Size", 20, 24, 50, 36),
                element(Role.FIELD, "", 60, 18, 100, 42),
                element(Role.FIELD, "500 px", 110, 18, 150, 42),
            ]
        )
    ]
    assert names == ["Size", "Size", "500 px"]


def test_a_label_of_two_lines_is_one_name() -> None:
    names = [
        e.name
        for e in named(
            [
                element(Role.TEXT, "Date of", 20, 20, 70, 32),
                element(Role.TEXT, "birth", 20, 35, 50, 47),
                element(Role.FIELD, "", 100, 22, 240, 46),
                element(Role.TEXT, "Town", 20, 64, 50, 76),
                element(Role.FIELD, "", 100, 58, 240, 82),
            ]
        )
    ]
    assert [names[2], names[4]] == ["Date of birth", "Town"]


def test_a_label_of_two_lines_may_end_where_its_widget_begins_and_stand_apart() -> None:
    seen = [
        element(Role.TEXT, "Number of", 101, 425, 240, 448),
        element(Role.TEXT, "tickets", 157, 462, 239, 484),
        element(Role.FIELD, "1", 263, 453, 778, 496),
        element(Role.TEXT, "Who can add me to", 12, 691, 198, 707),
        element(Role.TEXT, "groups", 13, 722, 77, 739),
        element(Role.COMBO, "Everyone", 257, 712, 400, 742),
    ]
    names = [one.name for one in named(seen)]
    assert [names[2], names[5]] == ["Number of tickets", "Who can add me to groups"]


@pytest.mark.parametrize("gap", [8, 10, 14])
def test_a_heading_and_a_hint_are_no_lines_of_a_label(gap: int) -> None:
    lines = ("Your details", "Street", "As on your card")
    seen = [
        element(
            Role.TEXT, line, 20, 20 + (14 + gap) * row, 20 + 8 * len(line), 34 + (14 + gap) * row
        )
        for row, line in enumerate(lines)
    ]
    middle = seen[1].box.center.y
    field = element(Role.FIELD, "", 180, middle - 12, 400, middle + 12)
    assert named([*seen, field])[-1].name == "Street"


def test_rows_that_stand_close_keep_labels_of_their_own() -> None:
    words = ("Width", "Height", "depth")
    seen: list[Element] = []
    for row, word in enumerate(words):
        seen.append(element(Role.TEXT, word, 20, 24 + 24 * row, 60, 37 + 24 * row))
        seen.append(element(Role.FIELD, "", 100, 20 + 24 * row, 240, 42 + 24 * row))
    assert [one.name for one in named(seen)[1::2]] == [*words]


def test_what_is_written_in_a_field_names_no_other() -> None:
    names = [
        e.name
        for e in named(
            [
                element(Role.FIELD, "Dear all", 20, 20, 240, 60),
                element(Role.TEXT, "Dear all", 24, 40, 80, 52),
                element(Role.FIELD, "", 20, 66, 240, 90),
            ]
        )
    ]
    assert names[2] == ""


def test_a_bold_label_names_the_field_right_below_it_and_a_heading_does_not() -> None:
    field = element(Role.FIELD, "", 207, 114, 377, 156)
    bold, heading = (element(Role.TITLE, "Last name", 209, top, 291, top + 12) for top in (94, 78))
    assert named([bold, field])[1].name == "Last name"
    assert named([heading, field])[1].name == ""
    beside = element(Role.TITLE, "Search", 140, 128, 200, 140)
    assert named([beside, field])[1].name == ""


def test_a_label_right_above_its_field_reaches_into_it() -> None:
    row = [
        element(Role.TEXT, "Customer", 44, 233, 120, 253),
        element(Role.TEXT, "Phone", 239, 233, 292, 253),
        element(Role.FIELD, "", 45, 250, 220, 269),
        element(Role.FIELD, "", 240, 250, 415, 269),
    ]
    assert [e.name for e in named(row)[2:]] == ["Customer", "Phone"]


def test_a_number_after_a_tick_box_is_named_by_its_words() -> None:
    tick = element(Role.CHECKBOX, "Margin at column:", 20, 22, 36, 38)
    assert named([tick, element(Role.FIELD, "80", 190, 18, 280, 42)])[1].name == "Margin at column"
    hint = element(Role.FIELD, "Search", 190, 18, 280, 42)
    assert named([tick, hint])[1].name == "Search"
    between = element(Role.TEXT, "Width", 170, 24, 200, 36)
    assert named([tick, between, element(Role.FIELD, "", 204, 18, 280, 42)])[2].name == "Width"


def test_widgets_at_the_far_side_are_named_by_the_words_of_their_row() -> None:
    rows = [
        element(Role.TEXT, "Night light", 20, 24, 90, 36),
        element(Role.CHECKBOX, "", 600, 20, 640, 40),
        element(Role.TEXT, "Delay", 20, 64, 60, 76),
        element(Role.COMBO, "", 560, 58, 640, 82),
        element(Role.TEXT, "Results", 20, 104, 80, 116),
        element(Role.FIELD, "Search", 560, 98, 640, 122),
    ]
    assert [e.name for e in named(rows)][1::2] == ["Night light", "Delay", "Search"]


def test_only_what_has_no_name_takes_that_of_its_label() -> None:
    label = element(Role.TEXT, "Email", 20, 100, 70, 116)
    field = element(Role.FIELD, "", 90, 95, 300, 121)
    above = element(Role.TEXT, "Phone:", 20, 200, 80, 216)
    below = element(Role.FIELD, "", 20, 222, 300, 248)
    far = element(Role.FIELD, "", 900, 600, 1100, 626)
    tick = element(Role.CHECKBOX, "", 20, 300, 36, 316)
    beside = element(Role.TEXT, "Loud", 44, 300, 80, 316)
    seen = with_names((label, field, above, below, far, tick, beside))
    assert [item.name for item in seen] == ["", "Email", "", "Phone", "", "Loud", ""]
    called = Element(field.box, Role.FIELD, name="Recipient")
    assert with_names((label, called)) == [label, called]


def test_the_cell_of_a_table_names_what_stands_in_the_next_one() -> None:
    names = [
        e.name
        for e in named(
            [
                element(Role.HEADER, "Name:", 9, 77, 134, 110),
                element(Role.FIELD, "Ada", 142, 84, 285, 103),
                element(Role.ITEM, "Town:", 9, 111, 134, 142),
                element(Role.COMBO, "Oslo", 140, 118, 244, 137),
                element(Role.ITEM, "Share", 9, 143, 134, 175),
                element(Role.CHECKBOX, "", 144, 151, 159, 166),
            ]
        )
    ]
    assert names == ["Name", "Name", "Town", "Town", "Share", "Share"]


def test_plain_words_name_a_field_before_an_entry_beside_it_does() -> None:
    (_, _, field) = named(
        [
            element(Role.ITEM, "Inbox", 10, 40, 200, 64),
            element(Role.TEXT, "Subject", 210, 20, 260, 32),
            element(Role.FIELD, "", 210, 40, 400, 64),
        ]
    )
    assert field.name == "Subject"


def test_entries_beside_an_editor_and_links_above_a_field_name_none() -> None:
    (*_, editor) = named(
        [element(Role.ITEM, "Recipes", 10, 40, 200, 64), element(Role.FIELD, "", 210, 40, 700, 400)]
    )
    assert editor.name == ""
    (*_, field) = named(
        [
            element(Role.LINK, "Sign in", 10, 10, 60, 24),
            element(Role.FIELD, "Find", 10, 30, 200, 54),
        ]
    )
    assert field.name == "Find"
