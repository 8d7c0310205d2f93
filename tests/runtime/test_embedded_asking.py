"""The embedded model asks where it is in doubt, and an answer stands where the doubt was."""

from __future__ import annotations

import threading

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.bare_server import desktop, grab
from helpers.desks import until
from helpers.questions import asked, passage, question_of, step
from uitars_runtime.backends.embedded.backend import EmbeddedBackend, default_folder
from uitars_runtime.backends.embedded.network.decoder import Decided, Decoder
from uitars_runtime.backends.embedded.network.encoder import sentence_encoder
from uitars_runtime.backends.embedded.network.reranker import cross_encoder
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.backends.embedded.requests import asking
from uitars_runtime.backends.embedded.requests.asking import answered, unclear
from uitars_runtime.backends.embedded.requests.menus import Menus
from uitars_runtime.backends.embedded.situation import Decision, Situation, Span
from uitars_runtime.backends.sampling import Sampling
from uitars_runtime.dialects.embedded import EmbeddedDialect
from uitars_runtime.element import Element, Role
from uitars_runtime.frame import Frame
from uitars_runtime.grounding import Grounding, Passage
from uitars_runtime.intent import MEANT
from uitars_runtime.protocols import PastStep
from uitars_runtime.types import (
    Action,
    AskUser,
    Box,
    Click,
    Finish,
    Observation,
    Outcome,
    Point,
    Press,
    Proposal,
    Size,
    Step,
    Task,
)

LABELS = ("--text=Go on?", "--ok-label=Agree", "--cancel-label=Later")
TASK = "Press one of the buttons."


@pytest.fixture(scope="module")
def dialog() -> Frame:
    with desktop("zenity", "--question", *LABELS) as display:
        until(lambda: len(np.unique(grab(display).pixels)) > 20, "the dialog is drawn")
        return grab(display)


def said(
    below: float, frame: Frame, past: tuple[Step, ...] = (), wanted: str = TASK
) -> tuple[Action, Proposal]:
    backend, dialect = EmbeddedBackend(sampling=Sampling(ask_below=below)), EmbeddedDialect()
    prompt = dialect.render(Task(wanted), (), [PastStep(step, None) for step in past], frame)
    done = backend.complete(prompt, threading.Event())
    (action,) = dialect.parse(done.text, frame.size).actions
    proposal = Proposal("", action, done.text, grounding=done.grounding, confidence=done.confidence)
    return action, proposal


def test_typing_at_once_or_into_the_field_first_is_no_doubt() -> None:
    """The window of an editor as the eyes saw it: each alone was about half as likely, so that the
    menus were looked into first."""
    seen = (
        Element(Box(375, 148, 963, 169), Role.TITLE, "*/tmp/note.txt - Mousepad"),
        *(
            Element(Box(left, 174, right, 185), Role.MENU, text)
            for text, left, right in (
                ("File", 329, 348),
                ("Edit", 366, 388),
                ("Search", 405, 444),
                ("View", 461, 489),
                ("Document", 506, 570),
                ("Help", 587, 615),
            )
        ),
        Element(Box(325, 195, 954, 215), Role.TITLE, "Warning: you are using the root account."),
        Element(
            Box(320, 222, 960, 643), Role.FIELD, name="Warning: you are using the root account."
        ),
    )
    task = "Type 'Hello from uitars' into the document, then choose Save from the File menu."
    situation = prepare((task,), (), seen, Size(1280, 800))
    decoder = Decoder(default_folder(), sentence_encoder(), cross_encoder())
    decided = decoder.decide(situation)
    others = {other.act for other in decided.others}
    assert {decided.decision.act} | others >= {Act.TYPE, Act.CLICK}
    assert decided.confidence > 0.9


def emptied(
    marked: float, deleted: float, below: float, keys: tuple[str, ...] = ("delete",)
) -> bool:
    """Whether all of a text is deleted without a question, after it was marked."""
    last = step(Press(("ctrl", "a")))
    last = msgspec.structs.replace(
        last, proposal=msgspec.structs.replace(last.proposal, confidence=marked)
    )
    decided = Decided(Decision(Act.HOTKEY, keys=keys), 0, 0, deleted)
    situation = prepare(("No more eggs, please.",), (), (), Size(9, 9))
    return asking.doubted(decided, situation, (last,), below, 0) is None


def test_a_text_is_emptied_only_where_that_is_more_likely_than_other_steps_must_be() -> None:
    assert emptied(0.98, 1.0, below=0.3)
    assert not emptied(0.61, 0.98, below=0.3)
    assert not emptied(0.95, 0.83, below=0.3)
    assert not emptied(0.61, 0.98, below=0.3, keys=("backspace",))
    assert emptied(0.61, 0.98, below=0.3, keys=("ctrl", "c"))
    assert emptied(0.61, 0.5, below=0.0), "who wants no questions gets none"


def test_a_step_is_a_question_only_where_it_is_less_likely_than_wanted(dialog: Frame) -> None:
    action, done = said(0.0, dialog)
    assert isinstance(action, Click)
    assert done.confidence is not None
    assert 0 < done.confidence < 1
    assert isinstance(said(done.confidence - 0.01, dialog)[0], Click)
    action, doubt = said(1.0, dialog)
    assert isinstance(action, AskUser)
    for name in ("Agree", "Later"):
        assert f"click the button “{name}”" in action.question
    assert doubt.confidence == done.confidence
    assert doubt.grounding is not None
    assert doubt.grounding.serves is not None
    assert doubt.grounding.serves.text in TASK


def test_after_the_menus_were_looked_into_in_vain_more_must_speak_for_a_step(
    dialog: Frame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "AFTER_A_LOOK", 1.0)
    closed = Step(
        0,
        Observation("", Size(9, 9)),
        Proposal("", Press(("esc",)), "", grounding=Grounding()),
        None,
        Outcome(True, ""),
    )
    assert isinstance(said(0.01, dialog)[0], Click)
    assert isinstance(said(0.01, dialog, (closed,))[0], AskUser)
    assert isinstance(said(0.0, dialog, (closed,))[0], Click), "no questions are wanted"


@pytest.mark.parametrize(
    ("answer", "name"),
    [("Agree", "Agree"), ("press the Later button", "Later"), ("the Agree one, please", "Agree")],
)
def test_what_is_answered_is_done_and_not_asked_again(
    dialog: Frame, answer: str, name: str
) -> None:
    first, doubt = said(1.0, dialog)
    assert doubt.grounding is not None
    past = asked(answer, doubt.grounding.serves, question_of(first))
    then, done = said(1.0, dialog, (past,))
    assert isinstance(then, Click)
    assert done.grounding is not None
    assert done.grounding.target is not None
    assert done.grounding.target.name == name


@pytest.mark.parametrize("answer", ["yes", "1", "Go on.", "the first one"])
def test_who_agrees_gets_the_likeliest_step(dialog: Frame, answer: str) -> None:
    first, doubt = said(1.0, dialog)
    likeliest, _ = said(0.0, dialog)
    assert doubt.grounding is not None
    past = asked(answer, doubt.grounding.serves, question_of(first))
    assert said(1.0, dialog, (past,))[0] == likeliest


@pytest.mark.parametrize("answer", ["what would that do?", "I don't know", "hmm"])
def test_what_answers_nothing_is_asked_again_and_is_no_part_of_the_task(
    dialog: Frame, answer: str
) -> None:
    first, doubt = said(1.0, dialog)
    likeliest, _ = said(0.0, dialog)
    assert doubt.grounding is not None
    serves, question = doubt.grounding.serves, question_of(first)
    past = asked(answer, serves, question)
    again, asked_again = said(0.0, dialog, (past,))
    assert again == first
    assert asked_again.grounding == doubt.grounding
    assert said(1.0, dialog, (past, asked("yes", serves, question)))[0] == likeliest


def test_what_a_plan_is_answered_with_is_no_part_of_the_task() -> None:
    question = f"“Amount (EUR)”: “250”. Press “Send”. {MEANT}"
    step = asked("amount 275", passage("Pay Ida", "Pay Ida"), question)
    assert answered("Pay Ida", [step]) == ("Pay Ida", ())
    assert unclear([step], ()) is not None
    assert unclear([asked("yes", passage("Pay Ida", "Pay Ida"), question)], ()) is None


def test_keys_that_are_chosen_are_pressed(dialog: Frame) -> None:
    _, doubt = said(1.0, dialog)
    assert doubt.grounding is not None
    question = "I am not sure what you mean. Shall I 1) click the A, or 2) press “ctrl s”?"
    past = asked("2", doubt.grounding.serves, question)
    # Keys in quotes would be a label that is to be clicked.
    assert answered("Keep it", [asked("2", passage("Keep it", "Keep it"), question)])[0] == (
        "press ctrl+s"
    )
    assert said(0.0, dialog, (past,))[0] == Press(("ctrl", "s"))


def test_the_network_presses_nothing_that_it_is_told_not_to(dialog: Frame) -> None:
    asks, _ = said(0.3, dialog, wanted="Don't press Agree")
    assert "Shall I" in question_of(asks)


def test_nor_is_what_a_menu_holds_chosen_against_the_task(
    dialog: Frame, monkeypatch: pytest.MonkeyPatch
) -> None:
    def entry(_menus: Menus, _decided: Decided, seen: Situation, *_others: object) -> Decision:
        place = [one.text for one in seen.elements].index("Agree")
        return Decision(Act.CLICK, Span(0, seen.asked - 1), place)

    monkeypatch.setattr(Menus, "first", entry)
    assert isinstance(said(0.3, dialog, wanted="Choose Agree")[0], Click)
    assert "Agree" in question_of(said(0.3, dialog, wanted="Never choose Agree")[0])


@pytest.mark.parametrize("answer", ["No", "no, thanks.", "None of them", "Don't do it", "不要"])
def test_who_says_no_gets_nothing_done(dialog: Frame, answer: str) -> None:
    first, doubt = said(1.0, dialog)
    assert doubt.grounding is not None
    past = asked(answer, doubt.grounding.serves, question_of(first))
    then, _ = said(0.0, dialog, (past,))
    assert isinstance(then, Finish)
    assert then.status == "failure"
    assert "said no" in then.answer


def test_a_no_is_a_button_where_one_is_called_so() -> None:
    with desktop("zenity", "--question", "--text=?", "--cancel-label=No") as display:
        until(lambda: len(np.unique(grab(display).pixels)) > 20, "the dialog is drawn")
        frame = grab(display)
    first, doubt = said(1.0, frame)
    assert doubt.grounding is not None
    then, done = said(1.0, frame, (asked("No", doubt.grounding.serves, question_of(first)),))
    assert isinstance(then, Click)
    assert done.grounding is not None
    assert done.grounding.target is not None
    assert done.grounding.target.name == "No"


@pytest.mark.parametrize(
    ("answer", "then"),
    [
        ("the folder", "Open the folder, then press OK"),
        ("2", "Open click the B, then press OK"),
        ("The first one, please.", "Open click the A, then press OK"),
        ("2)", "Open click the B, then press OK"),
        ("(1)", "Open click the A, then press OK"),
        ("Option 2, please", "Open click the B, then press OK"),
        ("the second option", "Open click the B, then press OK"),
        ("Yes", "Open it, then press OK"),
        ("Yes, do it.", "Open it, then press OK"),
        ("ok, go ahead", "Open it, then press OK"),
        ("Yes, that's right, thanks", "Open it, then press OK"),
        ("Absolutely", "Open it, then press OK"),
        ("yes, please do", "Open it, then press OK"),
        ("two", "Open click the B, then press OK"),
        ("option one", "Open click the A, then press OK"),
        ("好的", "Open it, then press OK"),
        ("第一个", "Open click the A, then press OK"),
        ("后者。", "Open click the B, then press OK"),
        ("点击“B”", 'Open click the "B", then press OK'),
    ],
)
def test_an_answer_stands_where_the_words_stood_that_it_was_about(answer: str, then: str) -> None:
    task = "Open it, then press OK"
    words, steps = answered(task, [asked(answer, passage(task, "it"))])
    assert words == then
    assert steps == ()


def test_an_answer_about_no_words_is_the_whole_task_from_then_on() -> None:
    before = step(Click(Point(1, 1)), passage("Help me", "Help"))
    after = step(Click(Point(2, 2)), passage("Press F1", "F1"))
    question = asked("Press F1", None, "Nothing on the screen answers to the task.")
    assert answered("Help me", [before, question, after]) == ("Press F1", (after,))


def test_a_question_that_nobody_answered_changes_nothing() -> None:
    unanswered = Step(
        0,
        Observation("", Size(9, 9)),
        Proposal("", AskUser("Which?"), ""),
        None,
        Outcome(False, "Nobody answered."),
    )
    assert answered("Go", [unanswered]) == ("Go", (unanswered,))


letters = st.text("abcdefg ", min_size=1, max_size=12)


@given(letters, letters, letters, st.text("hijk", min_size=1, max_size=9))
def test_what_was_done_serves_the_same_words_wherever_an_answer_moves_them(
    first: str, about: str, last: str, answer: str
) -> None:
    task = f"{first}|{about}|{last}"
    serves = Passage(len(first) + 1, len(first) + 1 + len(about), about)
    done = [
        step(Click(Point(1, 1)), Passage(0, len(first), first)),
        step(Click(Point(2, 2)), serves),
        step(Click(Point(3, 3)), Passage(serves.end + 1, len(task), last)),
    ]
    words, kept = answered(task, [*done, asked(answer, serves)])
    assert words == f"{first}|{answer}|{last}"
    for one, now in zip(kept, (first, answer, last), strict=True):
        assert one.grounding is not None
        assert one.grounding.serves is not None
        assert words[one.grounding.serves.start : one.grounding.serves.end] == now
        assert one.grounding.serves.text == now
