"""Fara: the rows of the model's own papers and programs: forms, coordinates, pictures, history,
and what is refused."""

import pytest

from helpers.dialect_replies import (
    CORNER,
    FULL_HD,
    MIDDLE,
    block,
    parsed,
    pictures,
    refused,
    text_of,
)
from helpers.dialect_values import frame, past_step
from uitars_runtime.dialects.images import NO_LONGER_SHOWN
from uitars_runtime.dialects.registry import load_dialect
from uitars_runtime.protocols import ImagePart, Reply, TextPart
from uitars_runtime.types import (
    Action,
    AskUser,
    Button,
    Click,
    Direction,
    Drag,
    Finish,
    Move,
    Note,
    Open,
    Point,
    Press,
    Scroll,
    Task,
    Type,
    Wait,
)

TASK = Task("Book the room")
CTRL_A = Press(("ctrl", "a"))
BACKSPACE = Press(("backspace",))


@pytest.mark.parametrize(
    ("arguments", "actions"),
    [
        ('{"action": "left_click", "coordinate": [952, 532]}', (Click(MIDDLE),)),
        ('{"action": "type", "coordinate": [952, 532], "text": "rooms"}',
         (Click(MIDDLE), Type("rooms\n"))),
        ('{"action": "type", "coordinate": [952, 532], "text": "rooms", "press_enter": false,'
         ' "delete_existing_text": true}', (Click(MIDDLE), CTRL_A, BACKSPACE, Type("rooms"))),
        ('{"action": "type", "text": "rooms", "press_enter": true}', (Type("rooms\n"),)),
        ('{"action": "key", "keys": ["Control", "ArrowUp"]}', (Press(("ctrl", "up")),)),
        ('{"action": "mouse_move", "coordinate": [0, 0]}', (Move(CORNER),)),
        ('{"action": "scroll", "pixels": -300}', (Scroll(MIDDLE, Direction.DOWN, 3),)),
        ('{"action": "visit_url", "url": "example.org/a"}', (Open("https://example.org/a"),)),
        ('{"action": "visit_url", "url": "about:blank"}', (Open("about:blank"),)),
        ('{"action": "web_search", "query": "quiet rooms & halls"}',
         (Open("https://www.bing.com/search?q=quiet+rooms+%26+halls"),)),
        ('{"action": "history_back"}', (Press(("alt", "left")),)),
        ('{"action": "pause_and_memorize_fact", "fact": "Room 12 is free"}',
         (Note("Room 12 is free"),)),
        ('{"action": "wait", "time": 2}', (Wait(2),)),
        ('{"action": "terminate", "status": "success"}', (Finish(answer="Because."),)),
        ('{"action": "terminate", "status": "failure"}', (Finish("failure", "Because."),)),
    ],
)  # fmt: skip
def test_fara_forms(arguments: str, actions: tuple[Action, ...]) -> None:
    reply = f"Because.\n{block('computer_use', arguments)}"
    assert load_dialect("fara").parse(reply, FULL_HD) == Reply("Because.", actions)


@pytest.mark.parametrize(
    ("arguments", "actions"),
    [
        ('{"action": "left_click", "coordinate": [500, 500]}', (Click(MIDDLE),)),
        ('{"action": "triple_click", "coordinate": [0, 0]}', (Click(CORNER, count=3),)),
        ('{"action": "right_click", "coordinate": [0, 0]}', (Click(CORNER, Button.RIGHT),)),
        ('{"action": "type", "text": "rooms"}', (Type("rooms"),)),
        ('{"action": "hscroll", "pixels": 100}', (Scroll(MIDDLE, Direction.RIGHT, 1),)),
        ('{"action": "ask_user_question", "question": "Which day?"}', (AskUser("Which day?"),)),
        ('{"action": "terminate", "answer": "Room 12"}', (Finish(answer="Room 12"),)),
    ],
)  # fmt: skip
def test_fara_1_5_forms(arguments: str, actions: tuple[Action, ...]) -> None:
    assert parsed("fara-1.5", block("computer_use", arguments)) == actions


def test_fara_drags_from_where_the_pointer_went() -> None:
    move = block("computer_use", '{"action": "mouse_move", "coordinate": [0, 0]}')
    drag = block("computer_use", '{"action": "left_click_drag", "coordinate": [500, 500]}')
    assert parsed("fara-1.5", move + drag) == (Drag(CORNER, MIDDLE),)


@pytest.mark.parametrize(
    ("dialect", "arguments", "says"),
    [
        ("fara", '{"action": "visit_url", "url": "quiet rooms"}', "is no address"),
        ("fara", '{"action": "visit_url"}', "url is 'None'"),
        ("fara", '{"action": "web_search", "query": 7}', "query is '7'"),
        ("fara", '{"action": "web_search", "query": "a", "url": "b"}', "no argument 'url'"),
        ("fara", '{"action": "type", "text": "a", "press_enter": "yes"}', "press_enter is 'yes'"),
        ("fara", '{"action": "type", "text": "a", "coordinate": [1904, 0]}', "between 0 and 1903"),
        ("fara", '{"action": "type", "coordinate": [1, 1]}', "needs content"),
        ("fara-1.5", '{"action": "read_page_answer_question", "question": "a"}', "read the screen"),
        ("fara-1.5", '{"action": "type", "text": "a", "coordinate": [1, 1]}', "no argument"),
        ("fara-1.5", '{"action": "left_click", "coordinate": [1001, 0]}', "between 0 and 1000"),
        ("fara", '{"action": "left_click_drag", "coordinate": [1, 1]}', "needs start"),
        ("fara", '{"coordinate": [1, 1]}', "has no action"),
    ],
)  # fmt: skip
def test_fara_refuses(dialect: str, arguments: str, says: str) -> None:
    assert says in refused(dialect, block("computer_use", arguments))


@pytest.mark.parametrize(("name", "screen"), [("fara", "980x840"), ("fara-1.5", "1000x1000")])
def test_fara_prompt(name: str, screen: str) -> None:
    past = [past_step(index, Click(Point(1, 1))) for index in range(6)]
    prompt = load_dialect(name).render(TASK, (), past, frame())
    told = text_of(prompt)
    assert f"The screen's resolution is {screen}." in told
    assert [message.role for message in prompt.messages[:3]] == ["system", "user", "assistant"]
    assert prompt.messages[1].parts == (NO_LONGER_SHOWN, TextPart(TASK.text))
    last = prompt.messages[-1].parts
    assert isinstance(last[0], ImagePart)
    assert last[1] == TextPart("Here is the next screenshot. Think about what to do next.")
    assert len(pictures(prompt)) == 3
    assert told.count("Here is the next screenshot.") == 6
