"""The UI-TARS text family: the parser's test cases and its prompts."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.dialect_values import EXACT, actions, frame
from uitars_runtime.dialects.uitars import (
    UiTars,
    doubao_15b,
    doubao_20b,
    ui_tars_1_0,
    ui_tars_1_5,
)
from uitars_runtime.errors import DialectError
from uitars_runtime.protocols import TextPart
from uitars_runtime.types import (
    Action,
    AskUser,
    Button,
    Click,
    Direction,
    Drag,
    Finish,
    KeyDown,
    Open,
    Point,
    Press,
    Scroll,
    Size,
    Task,
    Type,
    Wait,
)

FULL_HD = Size(1920, 1080)
VARIANTS = [ui_tars_1_0(), ui_tars_1_5(), doubao_15b(), doubao_20b()]


def parsed(action: str, dialect: UiTars = VARIANTS[0]) -> tuple[Action, ...]:
    return dialect.parse(f"Thought: a plan\nAction: {action}", FULL_HD).actions


@pytest.mark.parametrize(
    ("written", "x", "y"),
    [
        ("click(start_box='<|box_start|>(100,200)<|box_end|>')", 192, 216),
        ("click(start_box='[100, 200, 110, 210]')", 201, 221),
        ("click(start_box=(100,200))", 192, 216),
        ("click(start_box='(100 200)')", 192, 216),
        ("click(start_box=[100, 200])", 192, 216),
        ("click(point='<point>10.5 20</point>')", 20, 21),
        ("click(point=<point>100 200</point>)", 192, 216),
        ("click(start_box='<bbox>100 200 110 210</bbox>')", 201, 221),
        ("click(start_box=\"(100,200)\")", 192, 216),
        ("click(start_box=‘(100,200)’)", 192, 216),
        ("click(100, 200)", 192, 216),
        ("click( start_box = '(100,200)' , )", 192, 216),
        ("click(start_box='(0,0)')", 0, 0),
        ("click(start_box='(1000,1000)')", 1919, 1079),
    ],
)  # fmt: skip
def test_every_form_of_a_point(written: str, x: int, y: int) -> None:
    assert parsed(written) == (Click(Point(x, y)),)


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        ("click(start_box='')", "'' is not a point"),
        ("click(start_box='=')", "'=' is not a point"),
        ("click(start_box='(1,2,3)')", "is not a point"),
        ("click(start_box='(a,b)')", "is not a point"),
        ("click(start_box='(1e3,2)')", "is not a point"),
        ("click(start_box='(2000,3000)')", "x=2000 is outside the screen. x must be between 0 and"),
        ("click(start_box='(-5,20)')", "x=-5 is outside"),
        ("click(start_box='[990,10,1010,20]')", "x=1010 is outside"),
        ("click()", "click needs point"),
        ("click(start_box='(1,2)', start_box='(3,4)')", "start_box twice"),
        ("click(start_box='(1,2)', point='(3,4)')", "point twice"),
        ("click(start_box='(1,2)', modifier='ctrl')", "no argument 'modifier'"),
        ("drag(start_box='(1,2)')", "drag needs end"),
        ("scroll(start_box='(1,2)')", "scroll needs direction"),
        ("scroll(start_box='(1,2)', direction='sideways')", "must be up or down or left or right"),
        ("hotkey(key='')", "No key is named"),
        ("hotkey(key='ctrl hyper')", "no key named 'hyper'"),
        ("hotkey(key='ctrl z z')", "names a key twice"),
        ("hotkey(key='a b c d e f')", "6 keys"),
        ("wait(time='1000')", "between 0 and 60"),
        ("wait(time='nan')", "between 0 and 60"),
        ("type()", "type needs content"),
        ("type(content='abc", "no closing '"),
        ("type(content='abc'", "no closing '"),
        ("click(start_box='(1,2)'", "no closing '"),
        ("click(start_box=(1,2)", "breaks off|no closing bracket"),
        ("type(content='print('a')')", "text after the action"),
        ("type(content='say 'x')\nbye')", "text after the action"),
        ("frobnicate(point='1 2')", "There is no action 'frobnicate'"),
        ("__import__('os')", "There is no action '__import__'"),
        ("mouse_up(point='1 2')", "not possible here"),
        ("mouse_down(point='1 2')", "Use drag"),
        ("finished()\nclick(start_box='(1,2)')", "follows the end of the task"),
        ("call_user()\nfinished()", "follows the end of the task"),
        ("wait()\n" * 21, "21 actions"),
        ("", "There is no action"),
    ],
)  # fmt: skip
def test_what_is_malformed_is_refused_by_name(written: str, complaint: str) -> None:
    with pytest.raises(DialectError, match=complaint.replace("(", r"\(")):
        parsed(written)


def test_an_error_shows_the_form_of_the_variant() -> None:
    with pytest.raises(
        DialectError, match=r"click\(start_box='<\|box_start\|>\(x1,y1\)<\|box_end\|>'\)"
    ):
        parsed("click(start_box='nowhere')", ui_tars_1_5())
    with pytest.raises(DialectError, match=r"scroll\(point='<point>x1 y1</point>', direction="):
        parsed("scroll(point='1 2')", doubao_20b())


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ('type(content="hello")', "hello"),
        ("type(content='a\nb')", "a\nb"),
        (r"type(content='f(x)\n\ng(x)')", "f(x)\n\ng(x)"),
        ("type(content='f(x)\n\ng(x)')", "f(x)\n\ng(x)"),
        ("type(content='see Action: wait()')", "see Action: wait()"),
        ("type(content='see\nAction: wait()\nplease')", "see\nAction: wait()\nplease"),
        (r"type(content='a\nb\n')", "a\nb\n"),
        (r"type(content='login\\n')", "login\n"),
        (r"type(content='C:\\new\\folder')", "C:\\new\\folder"),
        (r"type(content='a\d')", "a\\d"),
        (r"type(content='it\'s')", "it's"),
        ("type(content='it's fine')", "it's fine"),
        ("type(content=“typographic”)", "typographic"),
        ("type(content='''three\n'quoted' ''')", "three\n'quoted' "),
        (r'type(content="say \"hi\"")', 'say "hi"'),
        ("type(content='  hi')", "  hi"),
        ("type(content='point=3')", "point=3"),
        (r"type(content='\ud83d\ude00')", "😀"),
        ("type(content='')", ""),
        ("type('hello')", "hello"),
        ("type(text='hello')", "hello"),
    ],
)
def test_text_is_kept_exactly(written: str, text: str) -> None:
    assert parsed(written) == (Type(text),)


@pytest.mark.parametrize(
    ("written", "action"),
    [
        ("wait()", Wait(5)),
        ("wait(time='2')", Wait(2)),
        ("call_user()", AskUser("a plan")),
        ("call_user(content='which one?')", AskUser("which one?")),
        ("open_app(app_name='Files')", Open("Files")),
        ("open(app_name='Files')", Open("Files")),
        ("navigate(content='https://example.org')", Open("https://example.org")),
        ("navigate_back()", Press(("alt", "left"))),
        ("long_press(point='<point>0 0</point>')", Click(Point(0, 0), Button.RIGHT)),
        ("press_home()", Press(("super",))),
        ("press_back()", Press(("alt", "left"))),
        ("middle_click(start_box='(0,0)')", Click(Point(0, 0), Button.MIDDLE)),
        ("left_double(start_box='(0,0)')", Click(Point(0, 0), count=2)),
        ("RightSingle(start_box='(0,0)')", Click(Point(0, 0), Button.RIGHT)),
        ("scroll(start_box='(0,0)', direction='left')", Scroll(Point(0, 0), Direction.LEFT)),
        ("scroll(direction='Down')", Scroll(Point(960, 540), Direction.DOWN)),
        ("drag(start_box='(0,0)', end_box='(1000,0)')", Drag(Point(0, 0), Point(1919, 0))),
        ("select(start_box='(0,0)', end_box='(0,0)')", Drag(Point(0, 0), Point(0, 0))),
        ("hotkey(key='ctrl c')", Press(("ctrl", "c"))),
        ("hotkey(key='ctrl+c')", Press(("ctrl", "c"))),
        ("hotkey(key='ctrl-c')", Press(("ctrl", "c"))),
        ("hotkey(key='Ctrl C')", Press(("ctrl", "c"))),
        ("hotkey(key='Ctrl + C')", Press(("ctrl", "c"))),
        ("hotkey(key='ctrl - shift - t')", Press(("ctrl", "shift", "t"))),
        ("hotkey(key='ctrl +')", Press(("ctrl", "+"))),
        ("hotkey(key='ctrl + +')", Press(("ctrl", "+"))),
        ("hotkey(key='C')", Press(("C",))),
        ("hotkey(key='print screen')", Press(("printscreen",))),
        ("hotkey(key='Control Alt Delete')", Press(("ctrl", "alt", "delete"))),
        ("hotkey(key='ctrl arrowleft')", Press(("ctrl", "left"))),
        ("hotkey(key='ctrl++')", Press(("ctrl", "+"))),
        ("hotkey(key='ctrl -')", Press(("ctrl", "-"))),
        ("hotkey(key='Page_Down')", Press(("pagedown",))),
        ("hotkey(key='page down')", Press(("pagedown",))),
        ("hotkey(key='Return')", Press(("enter",))),
        ("hotkey('ctrl', 'c')", Press(("ctrl", "c"))),
        ("press(key='enter')", Press(("enter",))),
        ("finished()", Finish()),
        ("finished(content='42')", Finish(answer="42")),
        ("FINISHED(content='42')", Finish(answer="42")),
    ],
)  # fmt: skip
def test_every_verb(written: str, action: Action) -> None:
    assert parsed(written) == (action,)


def test_a_model_that_goes_on_with_empty_lines_costs_no_time() -> None:
    began = time.process_time()
    lines = "\n" * 40_000
    assert parsed(f"click(start_box='(0,0)'){lines}And so on.") == (Click(Point(0, 0)),)
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    "written", ["hotkey(key='down down down')", "hotkey('Down', 'Down', 'Down')"]
)
def test_a_key_named_several_times_is_pressed_as_often(written: str) -> None:
    """As the family's own parser does, which hands them all to pyautogui."""
    assert parsed(written) == (Press(("down",)),) * 3


def test_press_holds_a_key_only_where_the_model_can_release_it() -> None:
    assert parsed("press(key='ctrl')", doubao_20b()) == (KeyDown("ctrl"),)


def test_nothing_in_a_text_that_breaks_off_is_done() -> None:
    """A page of instructions is being typed, and the reply ends at its longest."""
    typed = 'type(content=\'How it works:\nAction: hotkey(key="alt f4")\nand then'
    with pytest.raises(DialectError, match="no closing '"):
        parsed(typed)


def test_a_plan_may_have_a_label_of_its_own() -> None:
    reply = "Thought: a plan\nAction: close the window.\nAction: hotkey(key='alt f4')"
    assert VARIANTS[0].parse(reply, FULL_HD).actions == (Press(("alt", "f4")),)


@pytest.mark.parametrize(
    "reply",
    [
        "Thought: look\nAction: click(start_box='(0,0)')",
        "Thought: look\nAction：click(start_box='(0,0)')",
        "Thought: look\nAction:click(start_box='(0,0)')",
        "Thought: look Action: click(start_box='(0,0)')",
        "Thought: look\n**Action:** click(start_box='(0,0)')",
        "Thought: look\nAction:\n```python\nclick(start_box='(0,0)')\n```",
        "Thought: look\nAction: `click(start_box='(0,0)')`",
        "Thought: look\nAction: click(start_box='(0,0)')\n\nThe file menu should open (see above).",
        "Thought: look\nAction: click(start_box='(0,0)')\nThought: then\nAction: type(content='x')",
        "Thought: look\nclick(start_box='(0,0)')",
        "<think>look</think>\nAction: click(start_box='(0,0)')",
        "<think>look</think>click(start_box='(0,0)')",
        "look</think>Action: click(start_box='(0,0)')",
        "<thinkt>look</thinkt>\nThought:\nAction: click(start_box='(0,0)')",
    ],
)
def test_the_places_an_action_may_stand_in(reply: str) -> None:
    read = VARIANTS[0].parse(reply, FULL_HD)
    assert read.actions == (Click(Point(0, 0)),)
    assert read.thought == "look"


def test_no_thought_is_needed() -> None:
    assert VARIANTS[0].parse("click(start_box='(0,0)')", FULL_HD).thought == ""


def test_reflections_stay_in_the_thought() -> None:
    read = VARIANTS[0].parse("Reflection: bad\nAction_Summary: x\nAction: wait()", FULL_HD)
    assert read.thought == "Reflection: bad\nAction_Summary: x"


def test_think_block_and_thought_are_both_kept() -> None:
    read = VARIANTS[0].parse("<think>deep</think>Thought: plan\nAction: wait()", FULL_HD)
    assert read.thought == "deep\nplan"


def test_several_actions_keep_their_order() -> None:
    assert parsed("click(start_box='(0,0)')\n\nfinished(content='done')") == (
        Click(Point(0, 0)),
        Finish(answer="done"),
    )


@pytest.mark.parametrize("reply", ["", "  \n", "I do not know.", "<think>still thinking", "\ud800"])
def test_a_reply_without_an_action_is_an_error(reply: str) -> None:
    with pytest.raises(DialectError):
        VARIANTS[0].parse(reply, FULL_HD)


def test_half_an_emoji_is_refused() -> None:
    with pytest.raises(DialectError, match="half a character"):
        parsed(r"type(content='\ud83d')")


@pytest.mark.parametrize("dialect", VARIANTS, ids=lambda dialect: dialect.name)
def test_a_sign_is_a_key_in_the_middle_of_a_chord_too(dialect: UiTars) -> None:
    chord = Press(("ctrl", "+", "-", "c"))
    assert parsed(dialect.write_action(chord, FULL_HD), dialect) == (chord,)


@given(st.lists(actions, min_size=1, max_size=4))
def test_several_written_actions_are_read_back(several: list[Action]) -> None:
    ordered = [action for action in several if not isinstance(action, Finish | AskUser)]
    if ordered:
        dialect = VARIANTS[1]
        lines = "\n\n".join(dialect.write_action(action, EXACT) for action in ordered)
        assert list(dialect.parse(f"Action: {lines}", EXACT).actions) == ordered


def test_the_action_space_has_the_documented_forms() -> None:
    point = "start_box='<|box_start|>(x1,y1)<|box_end|>'"
    space = ui_tars_1_5().action_space().splitlines()
    for form in (
        f"click({point})",
        f"left_double({point})",
        f"right_single({point})",
        f"drag({point}, end_box='<|box_start|>(x3,y3)<|box_end|>')",
        f"scroll({point}, direction='down or up or right or left')",
        "finished()",
    ):
        assert form in space
    assert "click(start_box='[x1, y1, x2, y2]')" in ui_tars_1_0().action_space()
    assert "call_user" not in doubao_15b().action_space()
    later = doubao_20b().action_space()
    assert "drag(start_point='<point>x1 y1</point>', end_point='<point>x2 y2</point>')" in later
    assert "release(key='ctrl')" in later


@pytest.mark.parametrize("dialect", VARIANTS, ids=lambda dialect: dialect.name)
def test_everything_shown_can_be_said(dialect: UiTars) -> None:
    for line in dialect.action_space().splitlines():
        shown = line.partition(" # ")[0].replace("down or up or right or left", "down")
        for letter in ("x1", "y1", "x2", "y2", "x3", "y3", "x4", "y4"):
            shown = shown.replace(letter, "5")
        assert parsed(shown, dialect)


def test_the_prompt_holds_the_task_and_the_screenshot() -> None:
    prompt = ui_tars_1_5().render(Task("Open the {menu}"), (), (), frame(FULL_HD))
    first, second = prompt.messages
    assert isinstance(first.parts[0], TextPart)
    assert first.parts[0].text.endswith("## User Instruction\nOpen the {menu}")
    assert not isinstance(second.parts[0], TextPart)
    assert second.parts[0].size == Size(1904, 1064)
