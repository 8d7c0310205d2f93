"""A page on screens of any scale: what stands close together is seen apart."""

from __future__ import annotations

import pytest

from uitars_runtime.browser.page import Page
from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.frame import Frame

PAGE = """<!doctype html><style>:root{color-scheme:light dark} body{font:16px Liberation Serif}
</style><h1>Yellow-bellied sunbird</h1>
<ul><li><a href="#">Contents</a><li><a href="#">Typography</a></ul>
<fieldset><legend>Toppings</legend><input type=radio name=s>Small <input type=radio name=s
 checked>Medium <input type=radio name=s>Large</fieldset>
<p>Delivery: <select><option>Evening</select> Pieces: <input size=4></p>
<p><a href="#">Help</a> <a href="#">Shipping</a> · <a href="#">Imprint</a></p>"""

CARDS = """<!doctype html><style>body{font:16px Liberation Sans} label{margin:4px}
.card{display:inline-block;border:1px solid #bbb;border-radius:8px;padding:16px 24px}
.row{display:block;width:320px;background:#37474f;color:#eee;border-left:5px solid #4dd0e1;
padding:9px 18px} .above{display:block;color:#9c27b0;margin:12px 4px 3px}</style>
<label class=card><input type=checkbox checked> Travel</label><label class=card><input
 type=checkbox> Food</label><br><label class=card><input type=radio name=r> Daily</label><label
 class=card><input type=radio name=r checked> Weekly</label>
<label class=row><input type=checkbox> Friday day</label><label class=row><input type=checkbox
 checked> Friday night</label><label class=above for=a>Author</label><input id=a size=40>"""
"""Choices in frames, and a label in a colour of its own."""


@pytest.fixture(scope="module", params=[1, 1.25, 1.5, 2])
def seen(page: Page, eyes: Eyes, request: pytest.FixtureRequest) -> tuple[Element, ...]:
    page.show(PAGE, 520, 400, request.param)
    return eyes.look(Frame.of_png(page.picture()), afresh=True)


@pytest.fixture(scope="module", params=[1, 1.25])
def cards(page: Page, eyes: Eyes, request: pytest.FixtureRequest) -> tuple[Element, ...]:
    page.show(CARDS, 520, 400, request.param)
    return eyes.look(Frame.of_png(page.picture()), afresh=True)


def of(seen: tuple[Element, ...], role: Role) -> list[str]:
    return [element.name for element in seen if element.role is role]


def test_the_words_of_radio_buttons_in_a_row_are_each_a_line(seen: tuple[Element, ...]) -> None:
    assert {"Small", "Medium", "Large"} <= {element.text for element in seen}


def test_entries_of_a_list_are_links_and_their_dots_are_nothing(seen: tuple[Element, ...]) -> None:
    assert {"Contents", "Typography"} <= set(of(seen, Role.LINK))
    entry = next(one for one in seen if one.text == "Typography")
    beside = [one for one in seen if one.box.right <= entry.box.left]
    assert not [one for one in beside if entry.box.top <= one.box.center.y < entry.box.bottom]


def test_links_close_together_are_each_one(seen: tuple[Element, ...]) -> None:
    assert {"Help", "Shipping", "Imprint"} <= set(of(seen, Role.LINK))


def test_a_list_between_words_cuts_them(seen: tuple[Element, ...]) -> None:
    assert {"Delivery", "Pieces"} <= set(of(seen, Role.TEXT))
    assert "Delivery" in of(seen, Role.COMBO)


def test_the_title_of_a_group_is_read_on_its_border(seen: tuple[Element, ...]) -> None:
    assert any("Toppings" in element.text for element in seen)


def test_letters_of_a_heading_are_no_signs_of_their_own(seen: tuple[Element, ...]) -> None:
    (heading,) = (one for one in seen if one.text.startswith("Yellow"))
    assert [one.text for one in seen if heading.box.contains(one.box.center)] == [heading.text]


def test_choices_in_frames_of_their_own_are_no_buttons(cards: tuple[Element, ...]) -> None:
    ticks = {one.text: one.checked for one in cards if one.role is Role.CHECKBOX}
    assert ticks == {"Travel": True, "Food": False, "Friday day": False, "Friday night": True}
    assert {one.text: one.checked for one in cards if one.role is Role.RADIO} == {
        "Daily": False,
        "Weekly": True,
    }


def test_a_label_in_a_colour_of_its_own_names_the_field_below(cards: tuple[Element, ...]) -> None:
    assert of(cards, Role.FIELD) == ["Author"]
