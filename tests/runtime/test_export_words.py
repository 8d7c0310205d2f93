"""Actions in words, safe to print."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.runs import EVERY_ACTION, ended
from uitars_runtime.export.words import (
    action_in_words,
    chord,
    duration_in_words,
    ending_in_words,
    printable,
)
from uitars_runtime.run_record import Ending
from uitars_runtime.types import Action, AskUser, Button, Click, Finish, Point, Shell, Type


def test_every_action_has_its_own_words() -> None:
    lines = [action_in_words(action) for action in EVERY_ACTION]
    assert len(set(lines)) == len(EVERY_ACTION)
    assert all(line and "\n" not in line for line in lines)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Click(Point(3, 4)), "click at (3, 4)"),
        (Click(Point(3, 4), count=2), "double-click at (3, 4)"),
        (Click(Point(3, 4), Button.RIGHT), "right-click at (3, 4)"),
        (Type("a\tb\n"), "type “a⇥b⏎”"),
        (Shell("x" * 100), f"run “{'x' * 79}…” (100 characters)"),
        (Finish("failure", "No such file."), "give up: No such file."),
        (Finish(), "finish"),
        (AskUser("“Save” (words 1 to 1 of the task): wait."), "ask ““Save”: wait.”"),
    ],
)
def test_words(action: Action, words: str) -> None:
    assert action_in_words(action) == words


def test_keys_read_as_on_the_keyboard() -> None:
    assert chord(("ctrl", "shift", "pagedown")) == "Ctrl+Shift+Page Down"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0.0 s"),
        (12.54, "12.5 s"),
        (59.99, "1 min 00 s"),
        (185, "3 min 05 s"),
        (7620, "2 h 07 min"),
    ],
)
def test_durations(seconds: float, words: str) -> None:
    assert duration_in_words(seconds) == words


def test_endings() -> None:
    assert ending_in_words(None) == "cut off"
    assert ending_in_words(ended(3, Ending.NEEDS_PERSON)) == "needs person"


@given(st.text())
def test_nothing_printed_can_drive_a_terminal(text: str) -> None:
    shown = printable(text)
    joiners = {"\u200c", "\u200d"}
    hidden = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert not [c for c in shown if c not in joiners and unicodedata.category(c) in hidden]


def test_hidden_characters_become_visible() -> None:
    assert printable("a\x1b[2J\u202egnp") == "a<U+001B>[2J<U+202E>gnp"
    assert printable("a\r\n\tb", lines=True) == "a<U+000D>\n\tb"
    assert printable("👨\u200d👩") == "👨\u200d👩"
