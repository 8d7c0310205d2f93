"""OpenCUA: the rows of the model's own papers and programs: forms, coordinates, pictures, history,
and what is refused."""

import pytest

from helpers.dialect_replies import (
    CORNER,
    FULL_HD,
    MIDDLE,
    parsed,
    pictures,
    refused,
    text_of,
)
from helpers.dialect_values import frame, past_step
from uitars_runtime.dialects.registry import load_dialect
from uitars_runtime.protocols import ImagePart, TextPart
from uitars_runtime.types import (
    Action,
    Button,
    Click,
    Direction,
    Drag,
    Finish,
    KeyDown,
    KeyUp,
    Move,
    Outcome,
    Point,
    Press,
    Scroll,
    Shell,
    Task,
    Type,
    Wait,
)

TASK = Task("Book the room")


@pytest.mark.parametrize(
    ("code", "actions"),
    [
        ("pyautogui.click(x=952, y=532)", (Click(MIDDLE),)),
        ("pyautogui.click(952, 532, button='right')", (Click(MIDDLE, Button.RIGHT),)),
        ("pyautogui.click(x=952, y=532, clicks=2, interval=0.1)", (Click(MIDDLE, count=2),)),
        ("pyautogui.doubleClick(x=0, y=0)", (Click(CORNER, count=2),)),
        ("pyautogui.rightClick(x=0, y=0)", (Click(CORNER, Button.RIGHT),)),
        ("computer.triple_click(x=0, y=0)", (Click(CORNER, count=3),)),
        ("computer.tripleClick(x=0, y=0)", (Click(CORNER, count=3),)),
        ("pyautogui.moveTo(952, 532, duration=0.2)", (Move(MIDDLE),)),
        ("pyautogui.moveTo(0, 0)\npyautogui.dragTo(x=952, y=532, button='left')",
         (Drag(CORNER, MIDDLE),)),
        ("pyautogui.moveTo(x=952, y=532)\npyautogui.scroll(-3)",
         (Scroll(MIDDLE, Direction.DOWN, 3),)),
        ("pyautogui.scroll(2, x=0, y=0)", (Scroll(CORNER, Direction.UP, 2),)),
        ("pyautogui.hscroll(2)", (Scroll(MIDDLE, Direction.RIGHT, 2),)),
        ("pyautogui.moveTo(0, 0)\npyautogui.click()", (Click(CORNER),)),
        (r"""pyautogui.write(message='it\'s ("a"), b')""", (Type('it\'s ("a"), b'),)),
        ('pyautogui.write("""two\nlines""", interval=0.05)', (Type("two\nlines"),)),
        (r'pyautogui.typewrite("tab\tend\n")', (Type("tab\tend\n"),)),
        ("pyautogui.press('enter')", (Press(("enter",)),)),
        ("pyautogui.press('tab', presses=2)", (Press(("tab",)),) * 2),
        ("pyautogui.press(['down', 'enter'])", (Press(("down",)), Press(("enter",)))),
        ("pyautogui.press(keys=['down'])", (Press(("down",)),)),
        ("pyautogui.hotkey('ctrl', 'c')", (Press(("ctrl", "c")),)),
        ("pyautogui.hotkey(['ctrl', 'c'])", (Press(("ctrl", "c")),)),
        ("pyautogui.hotkey(keys=['ctrl', 'c'])", (Press(("ctrl", "c")),)),
        ("pyautogui.keyDown('shift'); pyautogui.keyUp('shift')",
         (KeyDown("shift"), KeyUp("shift"))),
        ("import pyautogui\n\n# wait for it\ntime.sleep(2)  # long", (Wait(2),)),
        ("computer.wait()", (Wait(5),)),
        ("computer.shell(command='ls')", (Shell("ls"),)),
        ("computer.terminate(status='success')", (Finish(),)),
        ("computer.terminate(status='failure', answer='no')", (Finish("failure", "no"),)),
    ],
)  # fmt: skip
def test_opencua_forms(code: str, actions: tuple[Action, ...]) -> None:
    said = "Thought:\nIt is there.\n\nAction:\nClick it."
    headed = said.replace("Action", "## Action")
    for reply in (
        f"{said}\n\n```python\n{code}\n```",
        f"## {headed}\n\n## Code:\n```python\n{code}\n```<|im_end|>",
        f"{said}\n{code}",
    ):
        read = load_dialect("opencua").parse(reply, FULL_HD)
        assert read.actions == actions, reply
        assert read.thought.startswith("It is there.")
        assert read.thought.endswith("Click it.") or "import" in code


def test_opencua_code_in_a_sentence() -> None:
    assert parsed("opencua", "Action: pyautogui.click(x=952, y=532)") == (Click(MIDDLE),)


@pytest.mark.parametrize(
    "code",
    [
        "pyautogui.write(secret)",
        "pyautogui.write('a' + 'b')",
        "pyautogui.write('a' 'b')",
        "pyautogui.write(f'{x}')",
        "pyautogui.write(open('/etc/passwd').read())",
        "pyautogui.write(['a', 'b'])",
        "pyautogui.write('no end)",
        r"pyautogui.write('\N{DIGIT ONE}')",
        r"pyautogui.write('\UFFFFFFFF')",
        r"pyautogui.write('\ud800')",
        "pyautogui.click(x=1, y=2, z=3)",
        "pyautogui.click(1, 2, x=3)",
        "pyautogui.click(x=1, x=2)",
        "pyautogui.click(x=1)",
        "pyautogui.click(x=1904, y=2)",
        "pyautogui.click(x=1, y=2",
        "pyautogui.click((1, (2, 3)))",
        "pyautogui.scroll(0)",
        "pyautogui.scroll(-500)",
        "pyautogui.scroll(1.5)",
        "pyautogui.press('tab', presses=1000000000)",
        "pyautogui.press('tab', presses=True)",
        "pyautogui.dragTo(1, 2)",
        "pyautogui.moveTo(0, 0)\npyautogui.dragTo(1, 2, button='right')",
        "pyautogui.mouseDown()",
        "pyautogui.screenshot('a.png')",
        "pyautogui.click(x=1, y=2)\nos.system('id')",
        "pyautogui.click(x=1, y=2) and os.system('id')",
        "pyautogui.click(x=1, y=2)\nfor _ in range(3): pyautogui.press('a')",
        "computer.terminate(status='perhaps')",
        "computer.__class__()",
    ],
)
def test_opencua_refuses(code: str) -> None:
    assert refused("opencua", f"Thought: t\n\n```python\n{code}\n```")


def test_opencua_prompt() -> None:
    past = [
        past_step(
            index,
            Click(Point(1, 1)),
            thought=f"A long plan {index}.\n\nClick number {index}.",
            outcome=Outcome(True, "done", index != 13),
        )
        for index in range(14)
    ]
    prompt = load_dialect("opencua").render(TASK, (), past, frame())
    told = text_of(prompt)
    assert "# Step 4:" not in told
    assert told.count("# Step ") == 10
    step = "# Step 5:\n## Action:\nClick number 4.\n\n## Code:\n```python\npyautogui.click("
    assert step in told
    assert "A long plan" not in told
    assert "nothing on the screen changed" in told
    assert len(pictures(prompt)) == 3
    *_, picture, asked = prompt.messages[-1].parts
    assert isinstance(picture, ImagePart)
    assert isinstance(asked, TextPart)
    assert "# Task Instruction:\nBook the room\n" in asked.text
    assert told.count("Book the room") == 1
