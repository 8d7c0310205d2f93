"""MAI-UI: the rows of the model's own papers and programs: forms, coordinates, pictures, history,
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
from uitars_runtime.dialects.registry import load_dialect
from uitars_runtime.protocols import Reply, TextPart
from uitars_runtime.types import (
    Action,
    AskUser,
    Button,
    CallTool,
    Click,
    Direction,
    Drag,
    Finish,
    Open,
    Point,
    Press,
    Scroll,
    Task,
    Type,
    Wait,
)

TASK = Task("Book the room")


@pytest.mark.parametrize(
    ("arguments", "action"),
    [
        ('{"action":"click","coordinate":[500,500]}', Click(MIDDLE)),
        ('{"action":"click","coordinate":[999,999]}', Click(Point(1919, 1079))),
        ('{"action":"click","coordinate":[490,490,510,510]}', Click(MIDDLE)),
        ('{"action":"long_press","coordinate":[0,0]}', Click(CORNER, Button.RIGHT)),
        ('{"action":"double_click","coordinate":[0,0]}', Click(CORNER, count=2)),
        ('{"action":"type","text":"it\'s\\n"}', Type("it's\n")),
        ('{"action":"swipe","direction":"up"}', Scroll(MIDDLE, Direction.DOWN)),
        ('{"action":"swipe","direction":"left","coordinate":[0,0]}',
         Scroll(CORNER, Direction.RIGHT)),
        ('{"action":"open","text":"Files"}', Open("Files")),
        ('{"action":"drag","start_coordinate":[0,0],"end_coordinate":[500,500]}',
         Drag(CORNER, MIDDLE)),
        ('{"action":"system_button","button":"back"}', Press(("alt", "left"))),
        ('{"action":"system_button","button":"enter"}', Press(("enter",))),
        ('{"action":"system_button","button":"home"}', Press(("super",))),
        ('{"action":"wait"}', Wait(5)),
        ('{"action":"terminate","status":"success"}', Finish()),
        ('{"action":"terminate","status":"fail"}', Finish("failure")),
        ('{"action":"answer","text":"42"}', Finish(answer="42")),
        ('{"action":"ask_user","text":"Which?"}', AskUser("Which?")),
    ],
)  # fmt: skip
def test_mai_forms(arguments: str, action: Action) -> None:
    call = f'{{"name":"mobile_use","arguments":{arguments}}}'
    reply = f"<thinking>\nt\n</thinking>\n<tool_call>\n{call}\n</tool_call>"
    assert load_dialect("mai-ui").parse(reply, FULL_HD) == Reply("t", (action,))
    opened_by_template = f"t\n</think>\n<tool_call>{call}</tool_call>"
    assert load_dialect("mai-ui").parse(opened_by_template, FULL_HD) == Reply("t", (action,))


def test_mai_tools_and_grounding() -> None:
    call = block("call_tool", '{"server": "web", "name": "find", "arguments": {"q": 1}}')
    assert parsed("mai-ui", call) == (CallTool("web", "find", {"q": 1}),)
    grounded = (
        "<grounding_think>the blue one</grounding_think>\n"
        '<answer>\n{"coordinate": [500, 500]}\n</answer>'
    )
    read = load_dialect("mai-ui").parse(grounded, FULL_HD)
    assert read == Reply("the blue one", (Click(MIDDLE),))


@pytest.mark.parametrize(
    "reply",
    [
        block("mobile_use", '{"action":"click","coordinate":[1000,0]}'),
        block("mobile_use", '{"action":"click","coordinate":[1,2,3]}'),
        block("mobile_use", '{"action":"system_button","button":"power"}'),
        block("mobile_use", '{"action":"swipe","direction":"sideways"}'),
        block("mobile_use", '{"action":"swipe"}'),
        block("mobile_use", '{"action":"terminate","status":"maybe"}'),
        block("os.system", '{"action":"click"}'),
        "<answer>[500, 500]</answer>",
        '<answer>{"coordinate": [500, 500]}',
        "<thinking>t</thinking>",
        "<thinking>t",
    ],
)
def test_mai_refuses(reply: str) -> None:
    assert refused("mai-ui", reply)


def test_mai_prompt() -> None:
    past = [past_step(index, Scroll(Point(1, 1), Direction.DOWN)) for index in range(4)]
    prompt = load_dialect("mai-ui").render(TASK, (), past, frame())
    system, asked, first, *_ = prompt.messages
    assert (system.role, asked.parts, first.role) == ("system", (TextPart(TASK.text),), "user")
    assert len(pictures(prompt)) == 3
    assert '"action": "swipe", "direction": "up"' in text_of(prompt)
