"""What programs say of themselves, joined with what the eyes see."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.eyes import MOST
from uitars_runtime.eyes.fusion import fuse
from uitars_runtime.eyes.naming import MARKS
from uitars_runtime.types import Box


def element(role: Role, left: int, top: int, text: str = "", **facts: object) -> Element:
    box = Box(left, top, left + 80, top + 24)
    return msgspec.structs.replace(Element(box, role, text, text), **facts)


def at(elements: tuple[Element, ...], left: int, top: int) -> list[Element]:
    return [one for one in elements if abs(one.box.left - left) < 9 and abs(one.box.top - top) < 9]


def test_the_program_knows_roles_and_states_better() -> None:
    seen = [element(Role.TEXT, 12, 12, "Wrap lines"), element(Role.BUTTON, 10, 100, "Close")]
    told = [
        element(Role.CHECKBOX, 10, 10, "Wrap lines", checked=True),
        element(Role.BUTTON, 10, 100, "Close", disabled=True),
    ]
    fused = fuse(seen, told)
    assert len(fused) == 2
    (box,) = at(fused, 10, 10)
    assert (box.role, box.checked) == (Role.CHECKBOX, True)
    (close,) = at(fused, 10, 100)
    assert close.disabled


def test_misread_words_are_put_right() -> None:
    fused = fuse([element(Role.BUTTON, 10, 10, "Canoel")], [element(Role.BUTTON, 10, 10, "Cancel")])
    assert [one.text for one in fused] == ["Cancel"]


def test_a_text_far_longer_than_the_screen_is_held_against_no_line_of_it() -> None:
    """To compare a million letters with some lines took minutes of every step."""
    log = "\n".join(f"line {at} of the log says nothing of interest" for at in range(25_000))
    lines = [element(Role.TEXT, 20, 40 + 20 * at, log[45 * at : 45 * at + 40]) for at in range(30)]
    told = Element(Box(10, 30, 700, 700), Role.TEXT, log)
    assert set(fuse(lines, [told])) == set(lines)


def test_of_a_page_full_of_links_the_other_controls_stay() -> None:
    links = [
        element(Role.LINK, 90 * (at % 20), 30 * (at // 20), f"Link {at}") for at in range(MOST + 60)
    ]
    remarks = Element(Box(10, 500, 900, 700), Role.FIELD, "Nothing", "Remarks")
    send = Element(Box(10, 720, 400, 800), Role.BUTTON, "Send everything", "Send everything")
    fused = fuse([*links, remarks, send], [*links, remarks, send])
    assert len(fused) == MOST
    assert {remarks, send} <= set(fused)


def test_what_only_the_eyes_see_stays() -> None:
    drawn = element(Role.BUTTON, 300, 10, "Drawn by hand")
    fused = fuse([element(Role.BUTTON, 10, 10, "OK"), drawn], [element(Role.BUTTON, 10, 10, "OK")])
    assert drawn in fused


def test_what_the_eyes_missed_is_added() -> None:
    icon = element(Role.BUTTON, 300, 10, "Save")
    fused = fuse([element(Role.BUTTON, 10, 10, "OK")], [element(Role.BUTTON, 10, 10, "OK"), icon])
    assert icon in fused


def test_a_widget_behind_another_window_is_not_believed() -> None:
    seen = [element(Role.BUTTON, 10, 10, "OK"), element(Role.TEXT, 200, 10, "In front")]
    told = [element(Role.BUTTON, 10, 10, "OK"), element(Role.BUTTON, 200, 10, "Hidden")]
    assert "Hidden" not in {one.text for one in fuse(seen, told)}


def test_a_tree_whose_places_are_wrong_is_not_believed_at_all() -> None:
    words = ("File", "Edit", "View", "Help")
    seen = [element(Role.MENU, 100 * n, 10, word) for n, word in enumerate(words)]
    told = [element(Role.MENU, 100 * n, 10, word) for n, word in enumerate(words[1:] + words[:1])]
    assert fuse(seen, [*told, element(Role.BUTTON, 0, 200, "Ghost")]) == tuple(seen)


def test_a_field_is_named_by_the_label_beside_it() -> None:
    label = element(Role.TEXT, 10, 10, "Name:")
    told = [element(Role.TEXT, 10, 10, "Name:"), element(Role.FIELD, 100, 10, focused=True)]
    (field,) = at(fuse([label], told), 100, 10)
    assert (field.name, field.focused, field.text) == ("Name", True, "")


def test_lines_inside_a_document_stay() -> None:
    line = Element(Box(20, 20, 120, 34), Role.TEXT, "first line", "first line")
    document = Element(Box(0, 0, 600, 400), Role.FIELD, "first line\nsecond")
    fused = fuse([line, Element(Box(0, 0, 598, 399), Role.FIELD, "first line")], [document])
    assert line in fused
    assert [one.text for one in fused if one.role is Role.FIELD] == ["first line\nsecond"]


def test_a_list_keeps_the_label_that_stands_beside_it() -> None:
    # GTK gives what a drop-down list shows as its name.
    label = element(Role.TEXT, 10, 10, "Colour:")
    shown = msgspec.structs.replace(element(Role.COMBO, 100, 10, "red"), name="Colour")
    fused = fuse(
        [label, shown],
        [
            element(Role.TEXT, 10, 10, "Colour:"),
            msgspec.structs.replace(element(Role.COMBO, 100, 10, "red")),
        ],
    )
    (combo,) = at(fused, 100, 10)
    assert (combo.role, combo.name, combo.text) == (Role.COMBO, "Colour", "red")


def test_a_list_that_its_program_names_keeps_that_name() -> None:
    shown = msgspec.structs.replace(element(Role.COMBO, 100, 10, "red"), name="")
    (combo,) = fuse([shown], [element(Role.COMBO, 100, 10, "Colour")])
    assert (combo.name, combo.text) == ("Colour", "red")


def test_an_icon_stays_one_and_takes_the_name_that_its_program_gives() -> None:
    meanings = (("save", 0.8), ("download", 0.1))
    seen = element(Role.ICON, 10, 10, icon="save", meanings=meanings)
    (icon,) = fuse([seen], [element(Role.BUTTON, 10, 10, "Store")])
    assert (icon.role, icon.text, icon.name) == (Role.ICON, "", "Store")
    assert (icon.icon, icon.meanings) == ("save", meanings)


def test_a_mark_is_where_it_is_drawn() -> None:
    # A program gives the whole row, of which only the mark and its words may work.
    words = Element(Box(34, 12, 110, 28), Role.TEXT, "Wrap lines", "Wrap lines")
    mark = Element(Box(12, 12, 28, 28), Role.CHECKBOX)
    row = Element(Box(10, 8, 900, 32), Role.CHECKBOX, "Wrap lines", "Wrap lines", checked=True)
    (fused,) = fuse([mark, words], [row])
    assert (fused.box, fused.checked) == (Box(12, 12, 110, 28), True)


boxes = st.tuples(*[st.integers(0, 900)] * 2, *[st.integers(1, 300)] * 2).map(
    lambda one: Box(one[0], one[1], one[0] + one[2], one[1] + one[3])
)
elements = st.builds(
    Element, boxes, st.sampled_from(Role), st.text("abc ", max_size=6), st.text("abc", max_size=4)
)


@given(st.lists(elements, max_size=12))
def test_nothing_told_changes_nothing(seen: list[Element]) -> None:
    assert fuse(seen, []) == tuple(seen)


@given(st.lists(elements, max_size=12), st.lists(elements, max_size=12))
def test_nothing_is_made_up(seen: list[Element], told: list[Element]) -> None:
    known = [one.box for one in (*seen, *told)]
    for one in fuse(seen, told):
        assert one.box in known or one.role in MARKS
        assert one.box.left in {box.left for box in known}
        assert one.box.bottom in {box.bottom for box in known}
