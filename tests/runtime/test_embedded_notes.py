"""What the embedded model reads besides the task: notes, colours, places, its own task's text."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from helpers.encoded import numbers_of
from uitars_runtime.backends.embedded.network.codec import write
from uitars_runtime.backends.embedded.network.grammar import FIXED, Grammar
from uitars_runtime.backends.embedded.network.history import is_refused, is_vain
from uitars_runtime.backends.embedded.network.vocabulary import COLOURS, ROW, SPOKEN, SPOKEN_ID, Act
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.backends.embedded.rules.colours import colours_of, with_colours
from uitars_runtime.backends.embedded.situation import (
    Came,
    Decision,
    Done,
    Situation,
    Span,
    aim,
    value_text,
)
from uitars_runtime.backends.embedded.tokenizer import split_words, with_notes
from uitars_runtime.dialects.embedded import NOTE_MAX, EmbeddedDialect
from uitars_runtime.element import Element, Role
from uitars_runtime.frame import Frame
from uitars_runtime.grounding import Side
from uitars_runtime.protocols import TextPart
from uitars_runtime.types import Box, Finish, Point, Size, Task, Type

SIZE = Size(640, 400)


def frame() -> Frame:
    return Frame(np.full((SIZE.height, SIZE.width, 3), 255, np.uint8))


def asked(task: str, *elements: Element, notes: tuple[str, ...] = ()) -> Situation:
    text, words, noted = with_notes(task, notes)
    return Situation(text, words, (), elements, SIZE, noted)


def line(text: str, top: int, role: Role = Role.TEXT) -> Element:
    return Element(Box(20, top, 20 + 8 * len(text), top + 16), role, text, text)


def test_notes_can_be_typed_and_never_served() -> None:
    situation = asked("enter my email", notes=("my email is ada@example.org",))
    grammar = Grammar(situation)
    assert situation.asked == 3
    start = grammar.legal(()).nonzero()[0]
    assert {int(t) - FIXED for t in start if t >= FIXED} == {0, 1, 2}
    served = (FIXED, FIXED + 2, SPOKEN_ID["act:type"])
    address = next(i for i, w in enumerate(situation.words) if "@" in w.text)
    assert grammar.legal(served)[FIXED + address]
    ends = grammar.legal((*served, FIXED)).nonzero()[0]
    assert all(int(token) - FIXED < situation.asked for token in ends)
    text = value_text(situation.task, situation.words, Span(address, address))
    assert text == "ada@example.org"


def test_the_dialect_passes_short_notes_and_the_backend_reads_them() -> None:
    long = "word " * (NOTE_MAX + 1)
    recalled = ["the city is Oslo", long]
    prompt = EmbeddedDialect().render(Task("enter the city"), recalled, (), frame())
    texts = [part.text for part in prompt.messages[0].parts if isinstance(part, TextPart)]
    assert texts == ["enter the city", "the city is Oslo"]
    situation = prepare(texts, (), (), SIZE)
    assert situation.noted == 4
    assert ROW["word:note"] in numbers_of(situation).classes[-1]


def test_words_on_the_screen_can_be_typed() -> None:
    situation = asked(
        "copy the order number", line("A-4711", 40), Element(Box(0, 0, 9, 9), Role.ICON)
    )
    grammar = Grammar(situation)
    said: tuple[int, ...] = (FIXED, FIXED + 3, SPOKEN_ID["act:type"])
    first = FIXED + len(situation.words)
    legal = grammar.legal(said)
    assert legal[first]
    assert not legal[first + 1], "an icon has no words"
    said = (*said, first)
    assert not grammar.legal(said).any()
    reply = EmbeddedDialect().parse(write(grammar.decision(said), situation), SIZE)
    assert reply.actions == (Type("A-4711"),)


@pytest.mark.parametrize(
    ("task", "keys"),
    [
        ("press ctrl+a and type x", {"ctrl", "a"}),
        ("use Ctrl + Shift + s", {"ctrl", "shift", "s"}),
        ("press Enter", set[str]()),
        ("turn Volume control to 5", set[str]()),
        ("press ctrl+a and then ctrl+c", set[str]()),
    ],
)
def test_a_chord_that_the_task_spells_is_copied(task: str, keys: set[str]) -> None:
    """Where one chord is spelled only its keys can be pressed, and all of them must be."""
    situation = asked(task)
    grammar = Grammar(situation)
    said: tuple[int, ...] = (FIXED, FIXED + len(situation.words) - 1, SPOKEN_ID["act:hotkey"])
    pressed: set[str] = set()
    if not keys:
        assert grammar.legal(said)[SPOKEN_ID["key:delete"]]
        return
    while not grammar.legal(said)[SPOKEN_ID["<end>"]]:
        legal = [int(token) for token in grammar.legal(said).nonzero()[0]]
        names = {
            SPOKEN[t].removeprefix("key:") if t < FIXED else situation.words[t - FIXED].text.lower()
            for t in legal
        }
        assert names <= {*keys, "control"}
        said = (*said, legal[0])
        pressed = set(grammar.decision((*said, SPOKEN_ID["<end>"])).keys)
    assert pressed == keys


def test_a_failure_is_an_answer() -> None:
    situation = asked("press Save")
    said = (FIXED, FIXED + 1, SPOKEN_ID["act:fail"])
    reply = EmbeddedDialect().parse(write(Grammar(situation).decision(said), situation), SIZE)
    assert reply.actions == (Finish("failure"),)
    assert "cannot be done" in reply.thought


def test_nothing_on_the_screen_is_kept_from_the_model_where_it_spells_the_task() -> None:
    spelled = (line("Show line numbers", 4, Role.CHECKBOX), line("OK", 80, Role.BUTTON))
    situation = prepare(["Show line numbers"], (), spelled, SIZE)
    assert [item.box for item in situation.elements] == [item.box for item in spelled]


def large_face(pixel: tuple[int, int, int]) -> NDArray[np.uint8]:
    pixels = np.full((80, 80, 3), 255, np.uint8)
    pixels[10:60, 10:60] = pixel
    return pixels


@pytest.mark.parametrize(
    ("pixel", "word"),
    [
        ((220, 30, 30), "red"),
        ((30, 160, 40), "green"),
        ((20, 40, 220), "blue"),
        ((250, 240, 20), "yellow"),
        ((255, 255, 255), "white"),
        ((5, 5, 5), "black"),
        ((128, 128, 128), "grey"),
        ((250, 130, 190), "pink"),
        ((255, 192, 203), "pink"),
        ((110, 60, 20), "brown"),
    ],
)
def test_colours_have_names(pixel: tuple[int, int, int], word: str) -> None:
    pixels = np.full((40, 60, 3), 255, np.uint8)
    pixels[10:30, 10:50] = pixel
    assert colours_of(pixels, [Box(10, 10, 50, 30), Box(70, 10, 90, 30)]) == [word, ""]
    assert word in COLOURS
    item = Element(Box(10, 10, 50, 30), Role.BUTTON)
    (seen,) = with_colours((item,), pixels)
    assert seen.name == ("" if word in ("black", "grey", "white") else word)
    (large,) = with_colours((Element(Box(10, 10, 60, 60), Role.ICON),), large_face(pixel))
    assert large.name == word
    situation = asked("click it", seen)
    assert ROW[f"colour:{word}"] in numbers_of(situation).classes[-1]


def test_elements_are_counted_by_role_and_numbers_ranked() -> None:
    found = numbers_of(
        asked(
            "x", line("30", 10, Role.BUTTON), line("4", 60, Role.BUTTON), line("a", 90, Role.LINK)
        )
    )
    names = [{name for name, row in ROW.items() if row in item and row} for item in found.classes]
    assert {"nth:1", "rank:2"} <= names[1]
    assert {"nth:2", "nth:last", "rank:1"} <= names[2]
    assert not names[3] & {"rank:1", "nth:last"}


def test_a_control_read_together_with_its_label_is_clicked_at_the_end() -> None:
    item = Element(Box(10, 10, 110, 30), Role.TEXT, "Colour: Red")
    at = aim(item, Side.END)
    assert item.box.contains(at)
    assert at.x > 95
    words = split_words("choose Blue as the Colour")
    situation = Situation("choose Blue as the Colour", words, (), (item,), SIZE)
    decision = Decision(Act.CLICK, Span(0, 4), element=0, side=Side.END)
    assert f"({at.x},{at.y})" in write(decision, situation)
    assert at != Point(60, 20)


def test_what_was_twice_in_vain_is_not_tried_again() -> None:
    item = line("Log in", 40)
    situation = asked("Log in as anna", item)
    decision = Decision(Act.CLICK, Span(0, 1), element=0)
    step = Done(Act.CLICK, "Log in", item.box.center, Span(0, 1), Came.UNCHANGED)
    for history, vain in (
        ((), False),
        ((step,), False),
        ((step, step), True),
        ((step, msgspec.structs.replace(step, came=Came.CHANGED)), False),
        ((step, msgspec.structs.replace(step, at=Point(1, 1))), False),
    ):
        assert is_vain(decision, msgspec.structs.replace(situation, history=history)) == vain
    pressed = Done(Act.HOTKEY, "ctrl a", None, None, Came.FAILED)
    again = msgspec.structs.replace(situation, history=(pressed, pressed))
    assert is_vain(Decision(Act.HOTKEY, Span(0, 1), keys=("ctrl", "a")), again)
    assert not is_vain(Decision(Act.HOTKEY, Span(0, 1), keys=("ctrl", "s")), again)


def test_what_was_refused_is_known_again_whatever_it_was() -> None:
    """A drag and the words of an element, too, are not proposed again."""
    card, bin_, other = line("Invoice", 40), line("Bin", 90), line("Inbox", 140)
    situation = asked("put the invoice away", card, bin_, other)
    drag = Decision(Act.DRAG, Span(0, 3), element=0, onto=1)
    dragged = Done(Act.DRAG, "Bin", card.box.center, Span(0, 3), Came.REFUSED)
    words = Decision(Act.TYPE, Span(0, 3), element=0)
    typed = Done(Act.TYPE, "Invoice", None, Span(0, 3), Came.REFUSED)
    for decision, step, again in (
        (drag, dragged, True),
        (msgspec.structs.replace(drag, onto=2), dragged, False),
        (msgspec.structs.replace(drag, element=2), dragged, False),
        (words, typed, True),
        (msgspec.structs.replace(words, element=1), typed, False),
    ):
        known = msgspec.structs.replace(situation, history=(step,))
        assert is_refused(decision, known) == again
        failed = msgspec.structs.replace(step, came=Came.FAILED)
        vain = msgspec.structs.replace(situation, history=(failed, failed))
        assert is_vain(decision, vain) == again
