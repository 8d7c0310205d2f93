"""The computer tools of OpenAI and Anthropic, in every form in which a server or a proxy passes
their calls on."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
from uitars_runtime.dialects.coordinates import Fitted
from uitars_runtime.dialects.registry import load_dialect
from uitars_runtime.protocols import Reply
from uitars_runtime.types import (
    Action,
    AskUser,
    Button,
    Click,
    Direction,
    Drag,
    Finish,
    KeyDown,
    KeyUp,
    Move,
    Point,
    Press,
    Scroll,
    Shell,
    Size,
    Task,
    Type,
    Wait,
)


@pytest.mark.parametrize(
    ("arguments", "actions"),
    [
        ('{"action": "left_click", "coordinate": [728, 409]}', (Click(MIDDLE),)),
        ('{"action": "double_click", "coordinate": [0, 0]}', (Click(CORNER, count=2),)),
        ('{"action": "triple_click", "coordinate": [0, 0]}', (Click(CORNER, count=3),)),
        ('{"action": "left_click", "coordinate": [728, 409], "text": "ctrl+shift"}',
         (KeyDown("ctrl"), KeyDown("shift"), Click(MIDDLE), KeyUp("shift"), KeyUp("ctrl"))),
        ('{"action": "mouse_move", "coordinate": [728, 409]}', (Move(MIDDLE),)),
        ('{"action": "left_click_drag", "start_coordinate": [0, 0], "coordinate": [728, 409]}',
         (Drag(CORNER, MIDDLE),)),
        ('{"action": "scroll", "coordinate": [0, 0], "scroll_direction": "down",'
         ' "scroll_amount": 3}', (Scroll(CORNER, Direction.DOWN, 3),)),
        ('{"action": "scroll", "coordinate": [0, 0], "scroll_direction": "up",'
         ' "scroll_amount": 3, "text": "ctrl"}',
         (KeyDown("ctrl"), Scroll(CORNER, Direction.UP, 3), KeyUp("ctrl"))),
        ('{"action": "key", "text": "ctrl+s"}', (Press(("ctrl", "s")),)),
        ('{"action": "key", "text": "ctrl + shift +s"}', (Press(("ctrl", "shift", "s")),)),
        ('{"action": "key", "text": "1 + 2"}', (Press(("1",)), Press(("+",)), Press(("2",)))),
        ('{"action": "key", "text": "Page_Down"}', (Press(("pagedown",)),)),
        ('{"action": "key", "text": "Down Down Return"}',
         (Press(("down",)), Press(("down",)), Press(("enter",)))),
        ('{"action": "key", "text": " "}', (Press(("space",)),)),
        ('{"action": "hold_key", "text": "shift", "duration": 1.5}',
         (KeyDown("shift"), Wait(1.5), KeyUp("shift"))),
        ('{"action": "type", "text": "a\\nb"}', (Type("a\nb"),)),
        ('{"action": "wait", "duration": 2}', (Wait(2),)),
        ('{"action": "screenshot"}', (Wait(0),)),
    ],
)  # fmt: skip
def test_anthropic_forms(arguments: str, actions: tuple[Action, ...]) -> None:
    given = json.loads(arguments)
    member = {name: value for name, value in given.items() if name != "action"}
    forms = [
        block("computer", arguments),
        block("computer", json.dumps(arguments)),
        block(given["action"], json.dumps(member)),
        json.dumps({"type": "tool_use", "id": "toolu_1", "name": "computer", "input": given}),
    ]
    for form in forms:
        read = load_dialect("anthropic-computer").parse(f"I do it.\n{form}", FULL_HD)
        assert read == Reply("I do it.", actions), form


def test_anthropic_clicks_where_the_pointer_went() -> None:
    move = block("computer", '{"action": "mouse_move", "coordinate": [728, 409]}')
    click = block("computer", '{"action": "left_click"}')
    assert parsed("anthropic-computer", move + click) == (Click(MIDDLE),)


@pytest.mark.parametrize(
    ("arguments", "actions"),
    [
        ('{"type": "click", "x": 800, "y": 450, "button": "left"}', (Click(MIDDLE),)),
        ('{"type": "click", "x": 0, "y": 0, "button": "wheel"}', (Click(CORNER, Button.MIDDLE),)),
        ('{"type": "click", "x": 0, "y": 0, "button": "right", "keys": ["CTRL"]}',
         (KeyDown("ctrl"), Click(CORNER, Button.RIGHT), KeyUp("ctrl"))),
        ('{"type": "double_click", "x": 0, "y": 0, "keys": null}', (Click(CORNER, count=2),)),
        ('{"type": "move", "x": 800, "y": 450}', (Move(MIDDLE),)),
        ('{"type": "drag", "path": [{"x": 0, "y": 0}, {"x": 800, "y": 450}]}',
         (Drag(CORNER, MIDDLE),)),
        ('{"type": "drag", "path": [[0, 0], [800, 450]]}', (Drag(CORNER, MIDDLE),)),
        ('{"type": "scroll", "x": 0, "y": 0, "scroll_x": 0, "scroll_y": 300}',
         (Scroll(CORNER, Direction.DOWN, 3),)),
        ('{"type": "scroll", "x": 0, "y": 0, "scroll_x": -100, "scroll_y": -200}',
         (Scroll(CORNER, Direction.UP, 2), Scroll(CORNER, Direction.LEFT, 1))),
        ('{"type": "keypress", "keys": ["CTRL", "ARROWLEFT"]}', (Press(("ctrl", "left")),)),
        ('{"type": "keypress", "keys": ["ENTER"]}', (Press(("enter",)),)),
        ('{"type": "type", "text": "a\\nb"}', (Type("a\nb"),)),
        ('{"type": "wait"}', (Wait(2),)),
        ('{"type": "screenshot"}', (Wait(0),)),
    ],
)  # fmt: skip
def test_openai_forms(arguments: str, actions: tuple[Action, ...]) -> None:
    action = json.loads(arguments)
    item = {"type": "computer_call", "id": "cu_1", "call_id": "call_1", "status": "completed"}
    forms = [
        block("computer", arguments),
        block("computer", json.dumps(arguments)),
        block("computer", json.dumps({"action": action})),
        block("computer", json.dumps({"actions": [action]})),
        json.dumps({**item, "action": action, "pending_safety_checks": []}),
        json.dumps({**item, "actions": [action]}),
    ]
    for form in forms:
        read = load_dialect("openai-computer").parse(f"I do it.\n{form}", FULL_HD)
        assert read == Reply("I do it.", actions), form


def test_openai_batches_and_safety_checks() -> None:
    batch = '{"actions": [{"type": "click", "x": 800, "y": 450}, {"type": "type", "text": "a"}]}'
    assert parsed("openai-computer", block("computer", batch)) == (Click(MIDDLE), Type("a"))
    item = {
        "type": "computer_call",
        "actions": json.loads(batch)["actions"],
        "pending_safety_checks": [{"id": "c", "code": "malicious_instructions", "message": "?"}],
    }
    read = load_dialect("openai-computer").parse(json.dumps(item), FULL_HD)
    assert read == Reply("", (Click(MIDDLE), Type("a")), "R3")


@pytest.mark.parametrize(
    ("dialect", "arguments", "says"),
    [
        ("anthropic-computer", '{"action": "left_click"}', "needs point"),
        ("anthropic-computer", '{"action": "left_click", "coordinate": [1456, 0]}', "and 1455"),
        ("anthropic-computer", '{"action": "left_mouse_down"}', "Use drag"),
        ("anthropic-computer", '{"action": "cursor_position"}', "There is no action"),
        ("anthropic-computer", '{"action": "zoom", "region": [0, 0, 9, 9]}', "There is no action"),
        ("anthropic-computer", '{"action": "hold_key", "duration": 1}', "names no key"),
        ("anthropic-computer", '{"action": "key", "text": ""}', "No key is named"),
        ("anthropic-computer", '{"action": "key", "text": ["a"]}', "must be text"),
        ("anthropic-computer", '{"action": "scroll", "scroll_direction": "down",'
         ' "scroll_amount": 500}', "between 1 and 50"),
        ("anthropic-computer", '{"coordinate": [1, 1]}', "has no action"),
        ("openai-computer", '{"type": "click", "x": 1600, "y": 0}', "between 0 and 1599"),
        ("openai-computer", '{"type": "click", "x": 1, "y": 0, "button": "back"}', "button"),
        ("openai-computer", '{"type": "click", "x": 1}', "argument 'x'"),
        ("openai-computer", '{"type": "drag", "path": [[0, 0], [1, 1], [2, 2]]}', "3 points"),
        ("openai-computer", '{"type": "drag", "path": "there"}', "0 points"),
        ("openai-computer", '{"type": "scroll", "x": 1, "y": 1, "scroll_x": 0, "scroll_y": 0}',
         "does not turn"),
        ("openai-computer", '{"type": "scroll", "x": 1, "y": 1, "scroll_y": 99999}', "-5000"),
        ("openai-computer", '{"type": "scroll", "x": 1, "y": 1, "scroll_y": "far"}', "'far'"),
        ("openai-computer", '{"actions": "click"}', "no actions"),
        ("openai-computer", '{"actions": []}', "names no action"),
        ("openai-computer", '{"actions": [7]}', "is no action"),
        ("openai-computer", "{}", "has no type"),
    ],
)  # fmt: skip
def test_what_is_no_action_is_refused(dialect: str, arguments: str, says: str) -> None:
    assert says in refused(dialect, block("computer", arguments))


@pytest.mark.parametrize("dialect", ["openai-computer", "anthropic-computer"])
def test_a_task_ends_with_a_function(dialect: str) -> None:
    ended = block("finish", '{"status": "failure", "answer": "no room"}')
    assert parsed(dialect, ended) == (Finish("failure", "no room"),)
    asked = block("ask_user", '{"question": "Which day?"}')
    assert parsed(dialect, asked) == (AskUser("Which day?"),)
    assert parsed(dialect, block("bash", '{"command": "ls"}')) == (Shell("ls"),)
    assert "calls no function" in refused(dialect, "The room is booked.")


@pytest.mark.parametrize(
    ("dialect", "sent"),
    [("openai-computer", Size(1600, 900)), ("anthropic-computer", Size(1456, 819))],
)
def test_the_model_is_told_the_size_that_is_sent(dialect: str, sent: Size) -> None:
    past = [past_step(index, Click(Point(1, 1))) for index in range(4)]
    prompt = load_dialect(dialect).render(Task("Book it"), (), past, frame(FULL_HD))
    assert pictures(prompt)[-1].size == sent
    assert f"The screen is {sent.width}x{sent.height} pixels" in text_of(prompt)
    assert len(pictures(prompt)) == 3
    functions = [tool["function"] for tool in prompt.tools]
    assert {"computer", "shell", "ask_user", "finish"} <= {
        function["name"] for function in functions if isinstance(function, dict)
    }


@given(
    size=st.builds(Size, st.integers(1, 6000), st.integers(1, 6000)),
    fitted=st.sampled_from([Fitted(1568, 28, 1568), Fitted(1600, 32, 1536)]),
)
def test_a_fitted_picture_is_the_largest_that_a_service_leaves_alone(
    size: Size, fitted: Fitted
) -> None:
    def holds(width: int, height: int) -> bool:
        patches = -(-width // fitted.patch) * -(-height // fitted.patch)
        return max(width, height) <= fitted.longest and patches <= fitted.patches

    sent = fitted.sent_size(size)
    assert holds(sent.width, sent.height)
    assert fitted.sent_size(sent) == sent
    if holds(size.width, size.height):
        assert sent == size
    else:
        longest, side = max(size.width, size.height), max(sent.width, sent.height) + 1
        wider = max(1, round(size.width * side / longest))
        higher = max(1, round(size.height * side / longest))
        assert not holds(wider, higher)
