"""What a task asks for, as code reads it: whole or not at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uitars_runtime.evidence.goals import (
    Alter,
    Change,
    Choose,
    Close,
    Enter,
    Goal,
    Keys,
    OneOf,
    Push,
    Save,
    Show,
    Toggle,
    Unread,
)
from uitars_runtime.evidence.reading import goals_of
from uitars_runtime.evidence.words import names, part_of, stands


@pytest.mark.parametrize(
    ("task", "goals"),
    [
        ("Press OK.", (Push("Press OK", "OK"),)),
        (
            "Type 'a, b and c' into Name, then press Save.",
            (
                Enter("Type “a, b and c” into Name", (("a, b and c", "Name"),)),
                Push("press Save", "Save"),
            ),
        ),
        (
            "Type hello into 'Name'",
            (Enter("Type hello into “Name”", (("hello", "Name"),)),),
        ),
        (
            "Put in 'Ada'",
            (Enter("Put in “Ada”", (("Ada", ""),)),),
        ),
        (
            "Write a note about the dentist on 'Monday'",
            (
                Enter(
                    "Write a note about the dentist on “Monday”",
                    (("a note about the dentist on Monday", ""),),
                ),
            ),
        ),
        (
            "Enter Ada into Name and ada@example.org into Email",
            (
                Enter("Enter Ada into Name", (("Ada", "Name"),)),
                Enter("ada@example.org into Email", (("ada@example.org", "Email"),)),
            ),
        ),
        (
            "Tick Apples and Plums; untick Pears.",
            (
                Toggle("Tick Apples", "Apples", on=True),
                Toggle("Plums", "Plums", on=True),
                Toggle("untick Pears", "Pears", on=False),
            ),
        ),
        ("Turn sound off", (Toggle("Turn sound off", "sound", on=False),)),
        (
            "Please choose Peru as the country",
            (
                Choose(
                    "choose Peru as the country",
                    (("Peru", "country"), ("Peru as the country", "")),
                ),
            ),
        ),
        ("press ctrl+s", (Keys("press ctrl+s", ("ctrl", "s")),)),
        (
            "type hello world and save the file",
            (Enter("type hello world", (("hello world", ""),)), Save("save the file")),
        ),
        ("Press OK\nAttached in the workspace: a.txt", (Push("Press OK", "OK"),)),
        ("Save it as moon.txt.", (Save("Save it as moon.txt", "moon.txt"),)),
        ("Open the preferences", (Show("Open the preferences", "the preferences"),)),
        ("close it", (Close("close it", ""),)),
        (
            "Click on 7 and then on +",
            (Push("Click on 7", "7"), Push("on +", "+")),
        ),
        (
            "Press 7, then +, then =.",
            (Push("Press 7", "7"), Push("+", "+"), Push("=", "=")),
        ),
    ],
)
def test_plain_words_are_read(task: str, goals: tuple[Goal, ...]) -> None:
    assert goals_of(task) == goals


@pytest.mark.parametrize(
    "task",
    [
        "Do not delete the backups.",
        "Leave express delivery alone.",
        "输入“你好”并保存文件",
        "Eva wants to go to Chile.",
        "Make sure nothing but the beep is off",
        "What is 12 plus 30?",
        "The file should hold a line",
    ],
)
def test_what_cannot_be_read_is_a_part_that_nothing_serves(task: str) -> None:
    assert goals_of(task)
    assert all(isinstance(goal, Unread) for goal in goals_of(task))


@pytest.mark.parametrize(
    ("task", "goals"),
    [
        ("Make sure the beep is off.", (Toggle("Make sure the beep is off", "beep", on=False),)),
        (
            "Beep should be off and backups on",
            (
                Toggle("Beep should be off", "Beep", on=False),
                Toggle("backups on", "backups", on=True),
            ),
        ),
        (
            "I don't want the beep any more",
            (Toggle("I don't want the beep any more", "beep", on=False),),
        ),
        (
            "Replace 'oak' with 'elm', then store the file",
            (
                Alter("Replace “oak” with “elm”", Change.REPLACE, "elm", "oak"),
                Save("store the file"),
            ),
        ),
        (
            "Add a line at the end that says 'to be done, and soon'",
            (
                Alter(
                    "Add a line at the end that says “to be done, and soon”",
                    Change.APPEND,
                    "to be done, and soon",
                ),
            ),
        ),
        (
            "Delete the second line please",
            (Alter("Delete the second line please", Change.CUT, number=2),),
        ),
        (
            "The nickname should be admiral",
            (Choose("The nickname should be admiral", (("admiral", "nickname"),)),),
        ),
        (
            "I want the plums: pick them and OK it",
            (
                OneOf(
                    "I want the plums",
                    (
                        Choose("I want the plums", (("plums", ""),)),
                        Toggle("I want the plums", "plums", on=True),
                    ),
                ),
                Push("OK it", "OK"),
            ),
        ),
        ("Get rid of this message", (Close("Get rid of this message", "the message"),)),
        (
            "Name: Grace, then apply",
            (Enter("Name: Grace", (("Grace", "Name"),)), Push("apply", "apply")),
        ),
        ("Save it under the name moon.txt", (Save("Save it under the name moon.txt", "moon.txt"),)),
    ],
)
def test_natural_words_are_read(task: str, goals: tuple[Goal, ...]) -> None:
    assert goals_of(task) == goals


@given(st.text())
def test_no_word_of_a_task_is_dropped(task: str) -> None:
    """Every task with letters has a goal; reading never fails."""
    goals = goals_of(task)
    read = "".join(goal.words for goal in goals)
    assert bool(goals) or not any(character.isalnum() for character in task), read


@pytest.mark.parametrize(
    ("phrase", "label", "same"),
    [
        ("the Save button", "Save", True),
        ("Save", "Save As...", False),
        ("everything except Bananas", "Bananas", False),
        ("the last fruit", "Plums", False),
        ("OK", "0K", True),
        ("first name", "First name:", True),
        ("times", "-", False),
        ("+", "+", True),
        ("2", "3", False),
    ],
)
def test_a_control_is_named_whole(phrase: str, label: str, same: bool) -> None:
    assert names(phrase, label) is same


def test_a_part_of_a_label_must_not_turn_it_round() -> None:
    assert part_of("newsletter", "Send me the newsletter")
    assert not part_of("newsletter", "Do not send me the newsletter")


def test_a_misread_text_still_stands_and_another_number_does_not() -> None:
    assert stands("Hull", "Hui", whole=True)
    assert not stands("200", "20", whole=True)
    assert not stands("two", "twoone", whole=True)
    assert stands("two", "one\ntwo", whole=False)
    assert not stands("two", "one\ntwo", whole=True)


def test_marks_alone_are_compared_as_they_are() -> None:
    assert names("-", "-")
    assert not names("-", "<-")
