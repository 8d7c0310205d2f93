"""What code reckons for the model: sums, places of words, dates, sliders, lists."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uitars_runtime.backends.embedded.network.codec import action, read_step, write
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.backends.embedded.rules import postprocess
from uitars_runtime.backends.embedded.rules.dates import dates_in
from uitars_runtime.backends.embedded.rules.sums import reckoned
from uitars_runtime.backends.embedded.situation import Came, Decision, Done, Situation, Span
from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box, Point, Size

SIZE = Size(800, 600)


def text(words: str, left: int, top: int, role: Role = Role.TEXT) -> Element:
    return Element(Box(left, top, left + 10 * len(words), top + 20), role, words, words)


def field(top: int, words: str = "") -> Element:
    return Element(Box(100, top, 260, top + 30), Role.FIELD, words)


def seen(task: str, *elements: Element, history: tuple[Done, ...] = ()) -> Situation:
    return prepare([task], history, elements, SIZE)


def extra(situation: Situation, *elements: Element) -> dict[str, str]:
    """Name and words of what was not there before."""
    return {item.name: item.text for item in situation.elements if item not in elements}


@given(st.integers(-99, 99), st.integers(1, 99), st.integers(0, 99))
def test_sums_keep_to_the_order_of_reckoning(one: int, two: int, three: int) -> None:
    assert reckoned(f"{one} + {two} x {three}") == str(one + two * three)
    assert reckoned(f"{two * three} ÷ {two} - {three}") == "0"


def test_the_result_of_a_sum_lies_on_its_field_and_is_typed_there() -> None:
    parts = [text(sign, 100 + 30 * at, 40) for at, sign in enumerate(("12", "x", "3", "="))]
    situation = seen("Solve it and type your answer into the box", *parts, field(40))
    assert extra(situation, *parts, field(40)) == {"answer": "36"}
    index = len(situation.elements) - 1
    pointed = Decision(Act.CLICK, Span(0, 1), element=index)
    assert postprocess(pointed, situation) == pointed
    clicked = Done(Act.CLICK, at=field(40).box.center, came=Came.CHANGED)
    again = seen(situation.task, *parts, field(40), history=(clicked,))
    assert postprocess(pointed, again) == Decision(Act.TYPE, Span(0, 1), element=index)


def test_a_sum_that_is_not_asked_or_cannot_be_reckoned_adds_nothing() -> None:
    assert extra(seen("add it up", text("2 + 2", 0, 0)), text("2 + 2", 0, 0)) == {}
    assert reckoned("3 / 0") is None


@pytest.mark.parametrize(
    ("asked", "word"), [("5th", "four"), ("first", "Zero"), ("last", "six"), ("4th", "three")]
)
def test_words_are_counted_through_the_lines_of_a_paragraph(asked: str, word: str) -> None:
    lines = (text("Zero one two, three", 10, 10), text("four. five six.", 10, 34))
    situation = seen(f"Find the {asked} word and type it", *lines, text("OK now", 400, 300))
    assert situation.elements[-1].text == word
    assert situation.elements[-1].name == f"{asked} word"


def test_a_paragraph_is_marked_from_its_first_word_to_its_last() -> None:
    lines = (text("Zero one two three", 10, 10), text("four five", 10, 34))
    situation = seen("Highlight the text in the paragraph below", *lines)
    decision = postprocess(Decision(Act.CLICK, Span(0, 2), element=2), situation)
    assert action(decision, situation) == "drag(start_box='(11,21)', end_box='(201,43)')"


@pytest.mark.parametrize(
    ("said", "text_of_date"),
    [
        ("12/07/2016", "2016-12-07"),
        ("2016-12-07", "2016-12-07"),
        ("25.12.2016", "2016-12-25"),
        ("March 3rd, 2024", "2024-03-03"),
        ("3 March 2024", "2024-03-03"),
    ],
)
def test_dates_are_read_as_people_write_them(said: str, text_of_date: str) -> None:
    assert [str(date) for _, date in dates_in(f"choose {said} please")] == [text_of_date]


def test_the_day_below_its_month_takes_the_date_as_its_name() -> None:
    days = [text(str(day), 40 * (day % 7), 60 + 30 * (day // 7)) for day in range(1, 32)]
    heading = text("December 2016", 100, 10)
    situation = seen("Select 12/07/2016 as the date", heading, *days)
    named = [item.text for item in situation.elements if item.name == "12/07/2016"]
    assert named == ["7"]
    other = seen("Select 11/07/2016 as the date", heading, *days)
    assert other.elements == (heading, *days)


@pytest.mark.parametrize(
    ("asked", "onto"),
    [
        ("to the 2nd position", "Bob"),
        ("to the top", "Ann"),
        ("to the bottom", "Eve"),
        ("down by one position", "Eve"),
        ("up by one", "Bob"),
        ("to the last place", "Eve"),
    ],
)
def test_the_place_in_a_list_names_the_entry_that_stands_there(asked: str, onto: str) -> None:
    entries = [
        text(name, 10, 40 * at, Role.ITEM)
        for at, name in enumerate(("Ann", "Bob", "↓ Cid", "Eve"), 1)
    ]
    situation = seen(f"Drag Cid {asked}", *entries)
    renamed = [item.text for item in situation.elements if item.name != item.text]
    assert renamed == [onto]


@pytest.mark.parametrize(("least", "count", "upright"), [(-10, 20, False), (0, 100, True)])
def test_a_slider_is_set_by_drags_and_keys(least: int, count: int, upright: bool) -> None:
    """A slider of which only pictures are known, and a hand that does what is said."""
    task = f"Select {least + 3 * count // 4} with the slider"
    value, history = least + 1, tuple[Done, ...]()
    for _ in range(20):
        share = (value - least) / count
        at = round(100 + 200 * share)
        slider, knob = Box(80, 50, 320, 90), Box(at - 18, 52, at + 18, 88)
        if upright:
            at = round(300 - 200 * share)
            slider, knob = Box(50, 80, 90, 320), Box(52, at - 18, 88, at + 18)
        shown = (
            Element(slider, Role.SLIDER),
            Element(knob, Role.ICON),
            text(str(value), 340 if not upright else 100, 60),
        )
        situation = seen(task, *shown, history=history)
        if len(situation.elements) == len(shown):
            break
        decision = postprocess(Decision(Act.CLICK, Span(0, 1), element=3), situation)
        reply = write(decision, situation)
        step = read_step(reply, Came.CHANGED, SIZE)
        assert step is not None
        history = (*history, step)
        if decision.act is Act.DRAG:
            end = situation.elements[3].box.center
            moved = (300 - end.y if upright else end.x - 100) / 200
            value = least + round(min(max(moved, 0), 1) * count)
        elif decision.act is Act.HOTKEY:
            value += 1 if decision.keys == ("right",) else -1
    assert f"Select {value} " in task


def test_what_was_begun_on_a_slider_goes_on() -> None:
    slider, knob = Element(Box(80, 50, 320, 90), Role.SLIDER), Box(82, 52, 118, 88)
    shown = (slider, Element(knob, Role.ICON), text("4", 340, 60))
    dragged = Done(Act.DRAG, "9", Point(100, 70), Span(0, 1), Came.CHANGED, dragged="0")
    situation = seen("Select 9 with the slider, press OK", *shown, history=(dragged,))
    decision = postprocess(Decision(Act.CLICK, Span(6, 7), element=2), situation)
    assert (decision.act, decision.serves) == (Act.DRAG, Span(0, 1))


def test_the_arrow_of_a_spin_box_is_called_by_the_number_it_leads_to() -> None:
    arrows = [
        Element(Box(262, 100 + 15 * at, 290, 115 + 15 * at), Role.ICON, icon=icon)
        for at, icon in enumerate(("up", "down"))
    ]
    situation = seen("Select -4 with the spinner", field(100, "0"), *arrows)
    assert [item.name for item in situation.elements] == ["", "", "-4"]
    done = seen("Select -4 with the spinner", field(100, "-4"), *arrows)
    assert done.elements == (field(100, "-4"), *arrows)
