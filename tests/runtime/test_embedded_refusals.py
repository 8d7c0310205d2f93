"""What a person refuses in an answer is not done, and what a task forbids is asked about."""

from __future__ import annotations

import pytest

from helpers.questions import asked, passage, step
from uitars_runtime.backends.embedded.network.decoder import Decided
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.backends.embedded.requests import asking
from uitars_runtime.backends.embedded.requests.asking import answered
from uitars_runtime.backends.embedded.situation import Decision, Span
from uitars_runtime.dialects.embedded import EmbeddedDialect
from uitars_runtime.element import Element, Role
from uitars_runtime.intent import MEANT
from uitars_runtime.protocols import Completion
from uitars_runtime.types import ANSWER, Box, Size, Step


@pytest.mark.parametrize(
    "answer",
    [
        *("n", "no no", "no, stop", "not that", "never", "I said no", "hmm, no", "ok, don't"),
        *("please don't", "No, don't do that", "don’t delete the milk", "yes, but not the milk"),
        *("no, don't delete the milk", "do not, under any circumstances, delete the milk"),
        *("forget it", "nevermind", "leave it", "skip it, please", "hold on", "nein"),
        *("别删", "不用了，谢谢", "不要删除牛奶"),
    ],
)
def test_an_answer_that_only_refuses_ends_the_run(answer: str) -> None:
    question = f"Delete “milk”. {MEANT}"
    assert asking.declined([asked(answer, passage("rub out the milk", "rub out"), question)], ())


@pytest.mark.parametrize(
    ("answer", "then"),
    [
        ("no, delete the bread", "delete the bread"),
        ("No. Delete the bread instead!", "Delete the bread instead"),
        ("not the milk but the bread", "the bread"),
        ("delete the bread, and never touch the milk", "delete the bread"),
        ("not the first, the second", "click the B"),
        ("no，点击“面包”", 'click the "面包"'),
        ("press No", "press No"),
        ("click Don't Save", "click Don't Save"),
        ("press “Stop, don't ask”", "press “Stop, don't ask”"),
        ("change yes to no", "change yes to no"),
        ("sure, why not", "rub it out"),
        ("No problem, go ahead", "rub it out"),
        ("nothing else, go on", "rub it out"),
        ("tick Do not show again", "tick Do not show again"),
        ("the one that says Do not show again", "the one that says Do not show again"),
    ],
)
def test_what_an_answer_refuses_is_no_part_of_the_task(answer: str, then: str) -> None:
    task = "rub it out"
    answers = [asked(answer, passage(task, task))]
    assert not asking.declined(answers, ())
    assert answered(task, answers)[0] == then


CONTROLS = (
    Element(Box(10, 10, 60, 30), Role.BUTTON, "Delete"),
    Element(Box(70, 10, 120, 30), Role.BUTTON, "Don't Save"),
    Element(Box(10, 50, 120, 70), Role.CHECKBOX, "Wrap lines"),
)


def asked_of(
    task: str, control: str, *past: Step, confidence: float = 1.0, below: float = 0.3
) -> Completion | None:
    """What is asked in place of a click for all of a task."""
    situation = prepare((task,), (), CONTROLS, Size(200, 120))
    place = [one.text for one in CONTROLS].index(control)
    click = Decision(Act.CLICK, Span(0, situation.asked - 1), place)
    return asking.doubted(Decided(click, 0, 0, confidence), situation, past, below, 0)


@pytest.mark.parametrize(
    ("answer", "confidence", "asks"),
    [
        ("the other line", 0.9, False),
        ("the other line", 0.1, True),
        ("the Delete button", 0.1, False),
        ("2", 0.1, False),
        ("no, the other line", 1.0, True),
        ("no, delete it", 0.9, False),
        ("no, delete it", 0.1, True),
    ],
)
def test_only_what_an_answer_names_is_done_however_unlikely_and_not_beside_a_no(
    answer: str, confidence: float, asks: bool
) -> None:
    past = asked(answer, None)
    (task, _) = answered("that line", [past])
    assert (asked_of(task, "Delete", past, confidence=confidence) is not None) is asks


@pytest.mark.parametrize(
    "task",
    [
        *("Don't press Delete", "Send, but don't delete", "press anything but Delete"),
        *("don’t ever click the “Delete” button", "Do not, please, touch Delete"),
        *("Never press Cancel or Delete", "You must not use Delete", "all but Delete"),
        *("Press any button except for the Delete button", "Press the one that is not Delete"),
        *("Press Send without pressing Delete", "Press Send instead of Delete"),
    ],
)
def test_a_step_that_the_task_forbids_is_a_question_however_sure_it_is(task: str) -> None:
    done = asked_of(task, "Delete")
    assert done is not None
    assert "Shall I click the button “Delete”?" in done.text
    assert asked_of(task, "Delete", below=0.0) is None, "who wants no questions gets none"


@pytest.mark.parametrize(
    ("task", "control"),
    [
        *(("Press Delete, not Cancel", "Delete"), ("Don't forget to press Delete", "Delete")),
        *(("Press not Send but Delete", "Delete"), ("Don't press Send. Press Delete", "Delete")),
        *(("Instead of Send press Delete", "Delete"), ("Not “yes” but Delete", "Delete")),
        *(("Click Don't Save", "Don't Save"), ("Do not wrap lines", "Wrap lines")),
    ],
)
def test_a_no_that_is_about_something_else_forbids_nothing(task: str, control: str) -> None:
    assert asked_of(task, control) is None


def test_after_a_yes_what_was_forbidden_is_done_and_another_answer_takes_its_place() -> None:
    task = "Save it, but don't press Delete"
    doubt = asked_of(task, "Delete")
    assert doubt is not None
    assert doubt.grounding is not None
    (question,) = EmbeddedDialect().parse(doubt.text, Size(200, 120)).actions
    assert asked_of(task, "Delete", step(question, doubt.grounding.serves, f"{ANSWER}yes")) is None
    other = step(question, doubt.grounding.serves, f"{ANSWER}no, press Cancel")
    assert answered(task, [other])[0] == "press Cancel"
