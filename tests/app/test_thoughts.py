"""Thoughts in words for people: no places in the task, no calls, and in the person's language."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import uitars_runtime.backends.embedded
from uitars_app.thoughts import said_words, thought_words, written_words
from uitars_app.words import action_words
from uitars_runtime.types import AskUser

CLICK = "“Save the file” (words 10 to 15 of the task): click the focused menu item “Save”."


@pytest.mark.parametrize(
    ("thought", "words"),
    [
        (CLICK, "For “Save the file”: click the menu entry “Save”."),
        (
            "The steps that were found are taken (click “OK”, type “x”); "
            "no proof was seen that all is done.",
            "No further step was found.",
        ),
        ("No further step was found (taken: click “OK”).", "No further step was found."),
        ("“x” (words 1 to 1 of the task): press “ctrl s”.", "For “x”: press Ctrl+S."),
        ("I look (words 1 to 2 of the task) at it.", "I look at it."),
        ("A larger model's own words: click it.", "A larger model's own words: click it."),
    ],
)
def test_thoughts_are_plain(thought: str, words: str) -> None:
    assert thought_words(thought) == words


@pytest.mark.parametrize(
    "call",
    [
        "Action: click(start_box='(362,344)')",
        '<tool_call>\n{"name": "computer_use"}',
        "<computer_env>Action: click(point='<point>1 2</point>')</computer_env>",
        '{"tool_call": {"x": 500}}',
        "```python\npyautogui.click(1, 2)\n```",
    ],
)
def test_a_reply_shows_no_call_however_much_of_it_is_written(call: str) -> None:
    whole = f"<think>\nThought: I save it.\n{call}"
    assert written_words(whole) == "I save it."
    assert written_words(call) == ""
    for end in range(len(whole)):
        assert "(" not in written_words(whole[:end])


def test_a_question_of_the_model_is_plain() -> None:
    words = action_words(AskUser(CLICK))
    assert "of the task" not in words
    assert "menu entry" in words


def test_thoughts_of_the_built_in_model_are_chinese_in_the_chinese_window(chinese: None) -> None:
    words = thought_words(CLICK)
    assert "“Save the file”" in words
    assert "“Save”" in words
    plain = words.replace("Save the file", "").replace("Save", "")
    assert not any("a" <= letter.lower() <= "z" for letter in plain)


@pytest.mark.parametrize(
    ("thought", "words"),
    [
        ("It may stand in a menu: look into the menu “File”.", "可能在菜单里：看看菜单“File”。"),
        ("Nothing in this menu is to be chosen, so close it.", "这个菜单里没有要选的，把它关上。"),
        ("No further step was found.", "没有找到还要做的步骤。"),
    ],
)
def test_looks_into_menus_are_chinese_in_the_chinese_window(
    chinese: None, thought: str, words: str
) -> None:
    assert thought_words(thought) == words


_ASKED = (
    (
        "I am not sure what you mean. Shall I press “ctrl s”?",
        "I am not sure what you mean. Shall I press Ctrl+S?",
        "我不确定您的意思。 要我按 Ctrl+S吗？",
    ),
    (
        "I am not sure what you mean by “eggs”. Shall I 1) click the button “OK”, or 2) type “x”?",
        "I am not sure what you mean by “eggs”. Shall I 1) click the button “OK”, or 2) type “x”?",
        "我不确定“eggs”是什么意思。 要我 1) 点击按钮“OK”，还是 2) 输入“x”？",
    ),
)


@pytest.mark.parametrize(("asked", "said"), [(asked, said) for asked, said, _ in _ASKED])
def test_a_question_names_its_ways_as_thoughts_do(asked: str, said: str) -> None:
    assert said_words(asked) == said


@pytest.mark.parametrize(("asked", "said"), [(asked, said) for asked, _, said in _ASKED])
def test_a_question_is_chinese_in_the_chinese_window(chinese: None, asked: str, said: str) -> None:
    assert said_words(asked) == said


def test_every_plain_thought_of_the_built_in_model_is_chinese(chinese: None) -> None:
    room = Path(uitars_runtime.backends.embedded.__path__[0])
    calls = (node for file in room.rglob("*.py") for node in ast.walk(ast.parse(file.read_text())))
    thoughts: list[str] = []
    for call in calls:
        match call:
            case ast.Call(func=ast.Name(id="write_reply"), args=[ast.Constant(value=said), *_]):
                thoughts.append(str(said))
            case _:
                pass
    assert len(thoughts) > 2
    assert [said for said in thoughts if re.search("[A-Za-z]{2}", thought_words(said))] == []
