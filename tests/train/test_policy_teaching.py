"""What a teacher wants on the screen, said in elements and words; and where nothing says it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from uitars_runtime.backends.embedded.backend import default_folder
from uitars_runtime.backends.embedded.network.decoder import Decoder
from uitars_runtime.backends.embedded.network.encoder import sentence_encoder
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.situation import Situation, Span
from uitars_runtime.backends.embedded.tokenizer import split_words
from uitars_runtime.element import Element, Role
from uitars_runtime.grounding import Side
from uitars_runtime.types import (
    Action,
    Box,
    Button,
    Click,
    Direction,
    Drag,
    Finish,
    KeyDown,
    Move,
    Point,
    Press,
    Scroll,
    Size,
    Type,
    Wait,
)
from uitars_train.data.sample import Sample, Target
from uitars_train.flywheel.advice import target_of
from uitars_train.flywheel.teacher import decided, drawn_leads

TASK = "Enter 'Ada' into Name, tick News and press Send with ctrl+s."
NAME, NEWS, SEND, LIST, HIT = range(5)
SEEN = (
    Element(Box(200, 100, 400, 130), Role.FIELD, "", "Name"),
    Element(Box(200, 150, 300, 170), Role.CHECKBOX, "News", "News"),
    Element(Box(200, 200, 300, 230), Role.BUTTON, "Send", "Send"),
    Element(Box(500, 100, 1100, 700), Role.OTHER),
    Element(Box(600, 350, 900, 380), Role.ITEM, "Lovelace", "Lovelace"),
)
SITUATION = Situation(TASK, split_words(TASK), (), SEEN, Size(1280, 800))


class Wish(msgspec.Struct, frozen=True):
    """`Advice` that is right inside of boxes."""

    action: Action
    boxes: tuple[Box, ...] = ()
    entry: bool = False
    said: str = ""
    option: str = ""

    def hits(self, points: Sequence[Point], end: int = 0) -> list[bool]:
        return [end < len(self.boxes) and self.boxes[end].contains(at) for at in points]


@pytest.fixture(scope="module")
def decoder() -> Decoder:
    return Decoder(default_folder(), sentence_encoder())


def taught(wish: Wish, decoder: Decoder) -> Target:
    target = target_of(wish, SITUATION, decoder)
    assert target is not None
    return target


def served(target: Target) -> list[str]:
    assert target.serves is not None
    words = SITUATION.words[target.serves.first : target.serves.last + 1]
    return [word.text for word in words]


@pytest.mark.parametrize(
    ("button", "count", "act"),
    [(Button.LEFT, 1, Act.CLICK), (Button.LEFT, 2, Act.DOUBLE), (Button.RIGHT, 1, Act.RIGHT)],
)
def test_a_click_is_said_by_what_lies_there(
    decoder: Decoder, button: Button, count: int, act: Act
) -> None:
    at = SEEN[SEND].box
    target = taught(Wish(Click(at.center, button, count), (at,), said="Send"), decoder)
    assert (target.act, target.elements, target.side) == (act, (SEND,), Side.ON)
    assert "Send" in served(target)
    assert decided(target, SITUATION).element == SEND


def test_what_merely_reaches_that_far_is_not_as_right(decoder: Decoder) -> None:
    wish = Wish(Click(Point(750, 365)), (SEEN[LIST].box,))
    small = Wish(Click(Point(750, 365)), (SEEN[HIT].box,))
    assert taught(wish, decoder).elements == taught(small, decoder).elements == (HIT,)


def test_a_field_may_be_reached_from_its_label_and_nothing_else_may(decoder: Decoder) -> None:
    right_of_news = Box(330, 140, 420, 180)
    assert target_of(Wish(Click(right_of_news.center), (right_of_news,)), SITUATION, decoder) is (
        None
    )
    entry = taught(Wish(Click(right_of_news.center), (right_of_news,), entry=True), decoder)
    assert (entry.elements, entry.side) == ((NEWS,), Side.RIGHT)


def test_text_is_said_by_words_of_the_task_or_by_what_is_shown(decoder: Decoder) -> None:
    typed = taught(Wish(Type("Ada")), decoder)
    assert typed.text == Span(2, 2)
    assert "Ada" in served(typed)
    assert taught(Wish(Type("Lovelace")), decoder).elements == (HIT,)
    assert target_of(Wish(Type("Babbage")), SITUATION, decoder) is None


def test_keys_wheel_and_drags_are_said(decoder: Decoder) -> None:
    chord = taught(Wish(Press(("ctrl", "s"))), decoder)
    assert decided(chord, SITUATION).keys == ("ctrl", "s")
    scroll = taught(Wish(Scroll(Point(750, 365), Direction.DOWN), (SEEN[HIT].box,)), decoder)
    assert (scroll.act, scroll.elements, scroll.direction) == (Act.SCROLL, (HIT,), "down")
    drag = Drag(SEEN[NEWS].box.center, SEEN[SEND].box.center)
    dragged = taught(Wish(drag, (SEEN[NEWS].box, SEEN[SEND].box)), decoder)
    assert (dragged.elements, dragged.onto) == ((NEWS,), (SEND,))


def test_waiting_and_the_end_serve_nothing(decoder: Decoder) -> None:
    assert taught(Wish(Wait()), decoder) == Target(Act.WAIT)
    assert taught(Wish(Finish()), decoder) == Target(Act.FINISHED)


@pytest.mark.parametrize(
    "action",
    [
        Click(Point(5, 5)),
        Click(SEEN[SEND].box.center, count=3),
        Move(Point(5, 5)),
        KeyDown("ctrl"),
        Press(("f",)),
        Drag(Point(5, 5), Point(9, 9)),
        Scroll(Point(5, 5), Direction.UP),
        Finish(status="failure"),
    ],
)
def test_what_no_element_and_no_word_says_is_no_step(decoder: Decoder, action: Action) -> None:
    assert target_of(Wish(action), SITUATION, decoder) is None


def test_the_entry_of_an_open_list_is_the_lower_of_two_that_read_alike(decoder: Decoder) -> None:
    closed = Element(Box(600, 300, 900, 330), Role.COMBO, "Lovelace", "Lovelace")
    both = msgspec.structs.replace(SITUATION, elements=(*SEEN, closed))
    target = target_of(Wish(Type("Lovelace\n"), option="Lovelace"), both, decoder)
    assert target is not None
    assert (target.act, target.elements) == (Act.CLICK, (HIT,))


def test_the_model_leads_for_a_drawn_number_of_steps() -> None:
    drawn = {drawn_leads("page", seed, 3) for seed in range(60)}
    assert drawn == {1, 2, 3}
    assert drawn_leads("page", 1, 0) == 0
    assert drawn_leads("page", 1, 3) == drawn_leads("page", 1, 3)


def test_a_sample_of_it_is_learnable(decoder: Decoder) -> None:
    from uitars_train.data.encoding import example

    target = taught(Wish(Type("Ada")), decoder)
    sample = Sample(SITUATION, target, "page x", (-1,) * len(SITUATION.words))
    assert example(sample, sentence_encoder()) is not None
