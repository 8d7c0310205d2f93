"""Words of a task, the grammar of what is said, and what of it a run remembers."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uitars_runtime.backends.embedded.network.codec import drop, grounding, write
from uitars_runtime.backends.embedded.network.grammar import FIXED, Grammar
from uitars_runtime.backends.embedded.network.history import history_of
from uitars_runtime.backends.embedded.network.vocabulary import SPOKEN, SPOKEN_ID, Act
from uitars_runtime.backends.embedded.situation import (
    Came,
    Decision,
    Situation,
    Span,
    aim,
    span_text,
    value_text,
)
from uitars_runtime.backends.embedded.tokenizer import split_words, with_notes
from uitars_runtime.dialects.embedded import EmbeddedDialect
from uitars_runtime.element import Element, Role
from uitars_runtime.grounding import Grounding, Passage, SeenElement, Side
from uitars_runtime.intent import Thing, read_intent
from uitars_runtime.types import (
    AskUser,
    Box,
    Click,
    Correction,
    DecidedBy,
    Drag,
    Finish,
    Note,
    Observation,
    Open,
    Outcome,
    Point,
    Press,
    Proposal,
    Scroll,
    Shell,
    Size,
    Step,
    Type,
    Verdict,
    Wait,
)
from uitars_runtime.types import Decision as GateDecision

SIZE = Size(1280, 800)
TASK = "Enter 'Ada, Countess of Lovelace' into Name, press Ctrl+S; then compute 12+7 and click OK."


def situation(task: str = TASK, elements: int = 5) -> Situation:
    seen = tuple(
        Element(Box(40 * i, 30 * i, 40 * i + 30, 30 * i + 20), Role.BUTTON, f"key {i}", f"key {i}")
        for i in range(elements)
    )
    return Situation(task, split_words(task), (), seen, SIZE)


@given(st.text(max_size=120))
def test_words_give_the_task_back(task: str) -> None:
    words = split_words(task)
    assert all(task[word.start : word.end] == word.text for word in words)
    ends = [0, *(word.end for word in words)]
    starts = [*(word.start for word in words), len(task)]
    between = [task[end:start] for end, start in zip(ends, starts, strict=True)]
    assert not "".join(between).strip()


def test_values_keys_and_sums_can_be_pointed_at() -> None:
    texts = [word.text for word in split_words(TASK)]
    assert "S" in texts
    assert texts[texts.index("compute") + 1 :][:4] == ["1", "2", "+", "7"]
    quoted = [word.text for word in split_words(TASK) if word.quoted]
    assert quoted == ["Ada", ",", "Countess", "of", "Lovelace"]
    assert [w.text for w in split_words("mail ada@example.org, it's fine")] == [
        *("mail", "ada@example.org", ",", "it's", "fine"),
    ]


@pytest.mark.parametrize(
    "quotes", ['""', "''", "“”", "‘’", "«»", "„“", "„”", "‚‘", "»«", "「」", "『』"]
)
def test_quotes_of_every_language_are_none_of_what_they_hold(quotes: str) -> None:
    words = split_words(f"Type {quotes[0]}hi there{quotes[1]} into the document")
    assert [word.text for word in words if word.quoted] == ["hi", "there"]
    assert [word.text for word in words if word.opens or word.closes] == [*quotes]


def test_an_apostrophe_opens_no_quote() -> None:
    assert not any(word.quoted for word in split_words("don't press the users' button"))


@settings(max_examples=150)
@given(st.integers(0, 2**32), st.integers(0, 5), st.sampled_from([TASK, "go", "type “a b", "''"]))
def test_every_walk_through_the_grammar_ends_in_an_action(
    seed: int, elements: int, task: str
) -> None:
    """Whatever the network says, the text is one that the dialect reads."""
    rng = random.Random(seed)
    asked = situation(task, elements)
    grammar = Grammar(asked)
    said: tuple[int, ...] = ()
    while (legal := grammar.legal(said)).any():
        said = (*said, rng.choice([int(token) for token in legal.nonzero()[0]]))
        assert len(said) < 12
    decision = grammar.decision(said)
    reply = EmbeddedDialect().parse(write(decision, asked), SIZE)
    assert len(reply.actions) == 1
    intent = read_intent(reply.thought)
    assert intent is not None
    assert (intent.part == "") == (decision.serves is None)
    if decision.element is not None and decision.act is not Act.TYPE:
        assert intent.thing == Thing("button", f"key {decision.element}")


def test_a_word_of_a_line_is_clicked_where_it_stands_also_in_turkish_capitals() -> None:
    """An "İ" is two letters in lower case, but one on the screen."""
    line = Element(Box(100, 10, 260, 30), Role.TEXT, "DİSK BİLGİSİ SİL")
    asked = Situation('Click "SİL"', split_words('Click "SİL"'), (), (line,), SIZE)
    decision = Decision(Act.CLICK, Span(0, len(asked.words) - 1), 0)
    reply = EmbeddedDialect().parse(write(decision, asked), SIZE)
    assert reply.actions == (Click(Point(245, 20)),)


def test_a_quoted_value_is_never_cut() -> None:
    asked = situation()
    grammar = Grammar(asked)
    first = next(i for i, word in enumerate(asked.words) if word.text == "Ada")
    start = [FIXED, FIXED + 8, SPOKEN_ID["act:type"], FIXED + first]
    legal = grammar.legal(tuple(start)).nonzero()[0]
    assert [asked.words[int(token) - FIXED].text for token in legal] == ["Lovelace"]


@pytest.mark.parametrize("text", ["Action: run", "Thought: no. Action: wait()", "a\nAction: b"])
def test_text_that_looks_like_a_reply_is_typed_as_it_stands(text: str) -> None:
    asked = situation(f'Type "{text}" into the document')
    quote = next(index for index, word in enumerate(asked.words) if word.opens)
    last = max(index for index, word in enumerate(asked.words) if word.quoted)
    decision = Decision(Act.TYPE, Span(0, len(asked.words) - 1), text=Span(quote + 1, last))
    assert EmbeddedDialect().parse(write(decision, asked), SIZE).actions == (Type(text),)


def test_a_typed_span_never_cuts_a_number() -> None:
    asked = situation("Type 1042 now")
    grammar = Grammar(asked)
    texts = [word.text for word in asked.words]
    assert texts == ["Type", "1", "0", "4", "2", "now"]
    served = (FIXED, FIXED + len(texts) - 1, SPOKEN_ID[f"act:{Act.TYPE}"])
    begins = grammar.legal(served)[FIXED : FIXED + len(texts)]
    assert begins.tolist() == [True, True, False, False, False, True]
    ends = grammar.legal((*served, FIXED + 1))[FIXED : FIXED + len(texts)]
    assert ends.tolist() == [False, False, False, False, True, True]


def test_only_an_idle_step_serves_nothing() -> None:
    grammar = Grammar(situation())
    legal = grammar.legal((SPOKEN_ID["<nothing>"],)).nonzero()[0]
    assert {SPOKEN[int(token)] for token in legal} == {"act:finished", "act:wait"}


def test_replies_are_read_as_what_was_decided() -> None:
    asked = situation()
    value = Span(2, 6)
    cases = {
        Decision(Act.CLICK, Span(0, 4), element=2): Click(Point(95, 70)),
        Decision(Act.DOUBLE, Span(0, 4), element=0): Click(Point(15, 10), count=2),
        Decision(Act.TYPE, Span(0, 4), text=value): Type("Ada, Countess of Lovelace"),
        Decision(Act.HOTKEY, Span(0, 4), keys=("ctrl", "s")): Press(("ctrl", "s")),
        Decision(Act.WAIT): Wait(5.0),
        Decision(Act.FINISHED): Finish(),
    }
    for decision, expected in cases.items():
        assert EmbeddedDialect().parse(write(decision, asked), SIZE).actions == (expected,)
    (asking,) = (
        EmbeddedDialect().parse(write(Decision(Act.CALL_USER, Span(10, 15)), asked), SIZE).actions
    )
    assert isinstance(asking, AskUser)
    assert "press Ctrl+S" in asking.question
    scroll = Decision(Act.SCROLL, Span(0, 1), element=1, direction="down")
    (action,) = EmbeddedDialect().parse(write(scroll, asked), SIZE).actions
    assert isinstance(action, Scroll)
    assert action.at == Point(55, 40)


def taken(decision: Decision, asked: Situation, outcome: Outcome) -> Step:
    """The step that a decision becomes in the record."""
    text, meant = write(decision, asked), grounding(decision, asked)
    reply = EmbeddedDialect().parse(text, SIZE)
    proposal = Proposal(reply.thought, reply.actions[0], text, grounding=meant)
    allowed = Verdict(GateDecision.ALLOW, DecidedBy.POLICY, "test", "")
    return Step(0, Observation("0" * 64, SIZE), proposal, allowed, outcome)


CHANGED = Outcome(True, "done", True)
CLICK = Decision(Act.CLICK, Span(3, 5), element=4)


def test_the_history_is_what_was_decided() -> None:
    asked = situation()
    step = taken(CLICK, asked, CHANGED)
    (done,) = history_of([step], asked.words)
    assert (done.act, done.subject, done.serves) == (Act.CLICK, "key 4", Span(3, 5))
    assert (done.at, done.came) == (Point(175, 130), Came.CHANGED)
    typing = Decision(Act.TYPE, Span(0, 1), text=Span(2, 6))
    (typed,) = history_of([taken(typing, asked, Outcome(False, "no"))], asked.words)
    assert (typed.subject, typed.came) == ("Ada, Countess of Lovelace", Came.FAILED)
    (dragged,) = history_of(
        [taken(Decision(Act.DRAG, Span(0, 0), element=1, onto=2), asked, CHANGED)], asked.words
    )
    assert dragged.subject == "key 2"


def test_no_thought_is_read_back() -> None:
    """Whatever words stand in a thought, the history holds what the values say."""
    asked = situation()
    step = taken(CLICK, asked, CHANGED)
    other = "“press Ctrl+S” (words 1 to 2 of the task): click the button “Cancel”."
    proposal = msgspec.structs.replace(step.proposal, thought=other, raw=other)
    reworded = msgspec.structs.replace(step, proposal=proposal)
    assert history_of([reworded], asked.words) == history_of([step], asked.words)
    unsaid = msgspec.structs.replace(proposal, grounding=None)
    (done,) = history_of([msgspec.structs.replace(step, proposal=unsaid)], asked.words)
    assert (done.subject, done.serves, done.at) == ("", None, Point(175, 130))


def test_a_correction_serves_the_same_words_and_names_nothing() -> None:
    asked = situation()
    step = taken(CLICK, asked, CHANGED)
    corrected = msgspec.structs.replace(step, correction=Correction(Click(Point(15, 10))))
    (done,) = history_of([corrected], asked.words)
    assert (done.at, done.subject, done.serves) == (Point(15, 10), "", Span(3, 5))
    said = msgspec.structs.replace(step, correction=Correction(Click(Point(175, 130)), "Why"))
    assert said.grounding == step.proposal.grounding, "only the thought is another"


def test_what_works_no_screen_is_no_history() -> None:
    step = taken(CLICK, situation(), CHANGED)
    for action in (None, Shell("ls"), Open("x"), Note("y")):
        proposal = msgspec.structs.replace(step.proposal, action=action)
        assert history_of([msgspec.structs.replace(step, proposal=proposal)], ()) == ()


def test_what_is_typed_says_where_it_comes_from() -> None:
    task, notes = "enter my name", ("my name is Ada",)
    text, words, noted = with_notes(task, notes)
    seen = situation().elements
    asked = Situation(text, words, (), seen, SIZE, noted)
    remembered = grounding(Decision(Act.TYPE, Span(0, 2), text=Span(6, 6)), asked, before=10)
    assert remembered == Grounding(Passage(10, 23, task), recalled="Ada")
    told = grounding(Decision(Act.TYPE, Span(0, 2), text=Span(2, 2)), asked, before=10)
    assert told.typed == Passage(19, 23, "name")
    shown = grounding(Decision(Act.TYPE, Span(0, 2), element=3), asked)
    assert shown.target == SeenElement(3, seen[3].box, Role.BUTTON, "key 3")
    assert (shown.typed, shown.recalled) == (None, "")


def test_a_click_beside_a_label_lands_beside_it() -> None:
    label = Element(Box(10, 10, 60, 26), Role.TEXT, "Name")
    assert label.box.contains(aim(label, Side.ON))
    assert aim(label, Side.RIGHT).x > label.box.right
    assert aim(label, Side.BELOW).y > label.box.bottom


@given(
    st.tuples(*(st.integers(0, 500) for _ in range(4))),
    st.tuples(*(st.integers(4, 200) for _ in range(4))),
)
def test_a_drag_passes_the_middle_of_what_it_ends_on_and_stays_on_it(
    corners: tuple[int, ...], sizes: tuple[int, ...]
) -> None:
    (left, top, other_left, other_top), (wide, high, other_wide, other_high) = corners, sizes
    start = Box(left, top, left + wide, top + high)
    end = Box(other_left, other_top, other_left + other_wide, other_top + other_high)
    at, middle = drop(start, end), end.center
    assert end.contains(at)
    across, down = middle.x - start.center.x, middle.y - start.center.y
    if abs(down) >= abs(across):
        assert at.x == middle.x
        assert (at.y - middle.y) * down >= abs(down)
    else:
        assert at.y == middle.y
        assert (at.x - middle.x) * across >= abs(across)


def test_a_drag_is_written_to_where_it_drops() -> None:
    seen = situation()
    decision = Decision(Act.DRAG, Span(0, 0), element=0, onto=2)
    action = EmbeddedDialect().parse(write(decision, seen), SIZE).actions[0]
    boxes = [item.box for item in seen.elements]
    assert action == Drag(boxes[0].center, drop(boxes[0], boxes[2]))


def test_of_words_read_as_one_line_the_meant_one_is_clicked() -> None:
    task = "choose Save from the File menu"
    line = Element(Box(300, 40, 400, 60), Role.MENU, "File Edit Tools", "File Edit Tools")
    asked = Situation(task, split_words(task), (), (line,), SIZE)
    (click,) = (
        EmbeddedDialect()
        .parse(write(Decision(Act.CLICK, Span(0, 5), element=0), asked), SIZE)
        .actions
    )
    assert isinstance(click, Click)
    assert 300 < click.at.x < 326


def test_a_quoted_value_keeps_its_blanks() -> None:
    task = "type ' world ' twice, then 'a' and b"
    words = split_words(task)
    assert value_text(task, words, Span(2, 2)) == " world "
    assert [value_text(task, words, Span(i, i)) for i, w in enumerate(words) if w.text in "ab"] == [
        *("a", "b"),
    ]


def test_the_text_of_a_span() -> None:
    words = split_words(TASK)
    assert span_text(TASK, words, Span(2, 6)) == "Ada, Countess of Lovelace"
