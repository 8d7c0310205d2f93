"""A click on words that name a field is a click on the field, where it is clear which one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.rules.labels import to_labelled
from uitars_runtime.backends.embedded.situation import Decision, Situation
from uitars_runtime.backends.embedded.tokenizer import split_words
from uitars_runtime.element import Element, Role
from uitars_runtime.grounding import Side
from uitars_runtime.types import Box, Size

LABEL = Element(Box(20, 40, 90, 54), Role.TEXT, text="Town:", name="Town")
FIELD = Element(Box(100, 34, 300, 60), Role.FIELD, name="Town")
OK = Element(Box(20, 200, 90, 230), Role.BUTTON, text="OK", name="OK")


def clicked(*elements: Element, act: Act = Act.CLICK, side: Side = Side.ON) -> Element:
    """What is clicked where the model points at the first element."""
    task = "Click the Town field"
    situation = Situation(task, split_words(task), (), elements, Size(640, 480))
    decision = to_labelled(Decision(act, element=0, side=side), situation)
    assert decision.element is not None
    return elements[decision.element]


def test_words_beside_or_above_a_field_mean_the_field() -> None:
    assert clicked(LABEL, FIELD, OK) is FIELD
    below = Element(Box(20, 60, 300, 86), Role.FIELD, name="Town")
    assert clicked(LABEL, OK, below) is below
    choice = Element(Box(100, 34, 300, 60), Role.COMBO, text="Oslo", name="town")
    assert clicked(LABEL, choice) is choice
    nameless = Element(FIELD.box, Role.FIELD)
    assert clicked(LABEL, nameless) is LABEL


def test_where_two_may_be_meant_or_none_the_words_are_clicked() -> None:
    twin = Element(Box(320, 34, 500, 60), Role.FIELD, name="Town")
    assert clicked(LABEL, FIELD, twin) is LABEL
    assert clicked(LABEL, OK) is LABEL
    far = Element(Box(20, 300, 300, 326), Role.FIELD, name="Town")
    assert clicked(LABEL, far) is LABEL


def test_what_is_no_plain_click_on_words_stays() -> None:
    assert clicked(LABEL, FIELD, act=Act.DOUBLE) is LABEL
    assert clicked(LABEL, FIELD, side=Side.RIGHT) is LABEL
    assert clicked(OK, FIELD) is OK


@given(st.integers(-400, 400), st.integers(-300, 400))
def test_a_field_anywhere_is_meant_only_right_of_its_words_or_below(across: int, down: int) -> None:
    box = Box(400 + across, 300 + down, 500 + across, 326 + down)
    label = Element(Box(400, 306, 470, 320), Role.TEXT, text="Town", name="Town")
    field = Element(box, Role.FIELD, name="Town")
    if clicked(label, field) is field:
        assert box.left >= 470 or box.top >= 320
