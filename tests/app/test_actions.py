"""The form of an action: every action goes in and comes out the same; what is none is said."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from helpers.runs import EVERY_ACTION
from uitars_app.actions.editor import ActionEditor, field_words, kind_of, kind_words
from uitars_app.actions.fields import KeysField, TextField
from uitars_runtime.types import (
    Action,
    Button,
    CallTool,
    Click,
    Drag,
    Point,
    Press,
    Type,
    Wait,
)


@pytest.fixture
def editor(qtbot: QtBot) -> ActionEditor:
    made = ActionEditor()
    qtbot.addWidget(made)
    return made


@pytest.mark.parametrize("action", EVERY_ACTION, ids=kind_of)
def test_an_action_comes_out_as_it_went_in(editor: ActionEditor, action: Action) -> None:
    editor.show_action(action)
    assert editor.action() == action


@pytest.mark.parametrize(
    "action",
    [
        Type("10\u00a0€ for « Paul »"),
        Type("one\r\ntwo\u2028three"),
        Wait(0.125),
        Press(("ctrl", "+")),
        CallTool("files", "write", {"text": "10\u00a0€"}),
    ],
    ids=str,
)
def test_what_the_form_cannot_show_is_not_changed_by_it(
    editor: ActionEditor, action: Action
) -> None:
    editor.show_action(action)
    assert editor.action() == action


def test_what_is_written_over_it_counts(editor: ActionEditor) -> None:
    editor.show_action(Type("10\u00a0€"))
    field = editor.field("text").widget
    assert isinstance(field, QPlainTextEdit)
    field.setPlainText("10 €!")
    assert editor.action() == Type("10 €!")


def test_an_action_that_is_all_but_default_keeps_its_values(editor: ActionEditor) -> None:
    action = Click(Point(3, 4), Button.RIGHT, 2)
    editor.show_action(action)
    assert editor.action() == action


def test_of_the_action_that_was_shown_before_nothing_stays(editor: ActionEditor) -> None:
    editor.show_action(Click(Point(700, 500), Button.RIGHT, 2))
    editor.show_action(None)
    assert editor.action() == Click(Point(0, 0))


def test_a_click_into_the_picture_moves_the_target(editor: ActionEditor) -> None:
    editor.show_action(Drag(Point(1, 1), Point(9, 9)))
    assert editor.aim(Point(5, 6))
    assert editor.action() == Drag(Point(5, 6), Point(9, 9))
    editor.show_action(Type("x"))
    assert not editor.aim(Point(5, 6))
    assert editor.action() == Type("x")


def test_another_kind_keeps_what_both_have(editor: ActionEditor) -> None:
    editor.show_action(Click(Point(7, 8)))
    editor.choose("scroll")
    assert editor.action() is not None
    editor.choose("click")
    assert editor.action() == Click(Point(7, 8))


def test_values_that_are_no_action_are_said(editor: ActionEditor) -> None:
    editor.show_action(Press(("ctrl", "s")))
    editor.field("keys").set([])
    assert editor.action() is None
    assert editor.problem
    editor.field("keys").set(["enter"])
    assert editor.action() == Press(("enter",))
    assert not editor.problem


def test_keys_are_written_as_a_chord(qtbot: QtBot) -> None:
    field = KeysField()
    qtbot.addWidget(field.widget)
    field.set(["ctrl", "shift", "s"])
    assert field.get() == ["ctrl", "shift", "s"]


def test_text_keeps_its_lines(qtbot: QtBot) -> None:
    field = TextField()
    qtbot.addWidget(field.widget)
    field.set("one\ntwo\t<b>")
    assert field.get() == "one\ntwo\t<b>"


def test_every_kind_and_every_field_has_words() -> None:
    for action in EVERY_ACTION:
        assert kind_words(kind_of(action)) != kind_of(action)
        for name in action.__struct_fields__:
            assert field_words(name) != name
