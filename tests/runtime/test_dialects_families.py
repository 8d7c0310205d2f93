"""Every dialect: what it writes it reads back; the documented forms; errors that help."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.dialect_values import AWKWARD, EXACT, Writer, actions
from uitars_runtime.dialects.anthropic_computer import anthropic_computer
from uitars_runtime.dialects.fara import fara, fara_1_5
from uitars_runtime.dialects.glm import Glm
from uitars_runtime.dialects.holo import Holo
from uitars_runtime.dialects.mai import MaiUi
from uitars_runtime.dialects.omni import OmniTars
from uitars_runtime.dialects.openai_computer import openai_computer
from uitars_runtime.dialects.opencua import OpenCua
from uitars_runtime.dialects.qwen import qwen2_5_vl, qwen3_vl
from uitars_runtime.dialects.registry import DIALECTS, load_dialect
from uitars_runtime.dialects.seed import SeedXml
from uitars_runtime.dialects.uitars import doubao_20b, ui_tars_1_0, ui_tars_1_5
from uitars_runtime.dialects.venus import Venus
from uitars_runtime.errors import DialectError
from uitars_runtime.frame import Frame
from uitars_runtime.protocols import Dialect, Reply, TextPart
from uitars_runtime.types import (
    Action,
    Button,
    CallTool,
    Click,
    Direction,
    Drag,
    Finish,
    KeyDown,
    KeyUp,
    Move,
    Note,
    Open,
    Point,
    Press,
    ReadFile,
    Scroll,
    Shell,
    Size,
    Task,
    Type,
    Wait,
    WriteFile,
)

FULL_HD = Size(1920, 1080)
WRITERS: list[Writer] = [
    ui_tars_1_0(),
    ui_tars_1_5(),
    doubao_20b(),
    SeedXml(),
    OmniTars(),
    qwen2_5_vl(),
    qwen3_vl(),
    Holo(),
    Venus(),
    fara(),
    fara_1_5(),
    MaiUi(),
    Glm(),
    OpenCua(),
    openai_computer(),
    anthropic_computer(),
]


MIDDLE = "<point>500 500</point>"


def _tool_call(arguments: str, name: str = "computer_use") -> str:
    return f'<tool_call>\n{{"name": "{name}", "arguments": {arguments}}}\n</tool_call>'


@pytest.mark.parametrize("dialect", WRITERS, ids=lambda dialect: dialect.name)
@given(action=actions)
def test_what_is_written_is_read_back(dialect: Writer, action: Action) -> None:
    reply = dialect.parse(dialect.write_reply("because", action, EXACT), EXACT)
    assert reply == Reply("because", (action,))


@pytest.mark.parametrize(
    ("name", "reply", "form"),
    [
        ("ui-tars-1.5", "Action: click(start_box='x')", "'<|box_start|>(x1,y1)<|box_end|>'"),
        ("doubao-20b", "Action: drag(start_point='1 2')", "end_point='<point>x2 y2</point>'"),
        ("ui-tars-2", "<function=click></function>", "<parameter=point><point>500 500</point>"),
        ("omni-tars", "<code_env><function=click></function></code_env>", "<parameter=point>"),
        ("omni-tars", "hello", "<computer_env>Action: click(point="),
        ("qwen3-vl", _tool_call('{"action": "left_click"}'), '"coordinate": [x, y]'),
        ("holo", '{"tool_call": {"tool_name": "click"}}', '"x": 500, "y": 500'),
        ("ui-venus", "<action>Click()</action>", "<action>Click(box=(x,y))</action>"),
    ],
)  # fmt: skip
def test_an_error_shows_the_expected_form(name: str, reply: str, form: str) -> None:
    with pytest.raises(DialectError) as caught:
        load_dialect(name).parse(reply, FULL_HD)
    assert form in str(caught.value)


@pytest.mark.parametrize("text", AWKWARD)
@pytest.mark.parametrize("dialect", WRITERS, ids=lambda dialect: dialect.name)
def test_awkward_text_is_read_back(dialect: Writer, text: str) -> None:
    for action in (Type(text), Finish(answer=text), WriteFile(text, text), Note(text)):
        assert dialect.parse(dialect.write_reply("", action, EXACT), EXACT).actions == (action,)


@pytest.mark.parametrize("name", sorted(DIALECTS))
@given(
    reply=st.one_of(
        st.text(max_size=200),
        st.text(alphabet="<>/=\"'{}[](),: \nActionclickpointfunction01", max_size=200),
        st.text(alphabet=st.characters(), max_size=50),
    )
)
def test_any_text_is_a_reply_or_a_dialect_error(name: str, reply: str) -> None:
    dialect: Dialect = load_dialect(name)
    try:
        read = dialect.parse(reply, FULL_HD)
    except DialectError as error:
        helped = bool(error.title and error.hint)
    else:
        helped = bool(read.actions)
    assert helped


def test_seed_xml_forms() -> None:
    dialect = SeedXml()
    documented = (
        "<thinkt> reasoning </thinkt><seed:tool_call>\n"
        "<function=click><parameter=point><point>500 500</point></parameter></function>\n"
        "</seed:tool_call>"
    )
    assert dialect.parse(documented, FULL_HD) == Reply("reasoning", (Click(Point(960, 540)),))
    suffix = "_never_used_51bce0c785ca2f68081bfa7d91973934"
    variants: dict[str, Action] = {
        '<function name="type"><parameter name="content" string="true">a</parameter></function>':
            Type("a"),
        '<function=wait><parameter=time string="false">2</parameter></function>': Wait(2),
        '<function=hotkey><parameter=key string="false">["ctrl", "c"]</parameter></function>':
            Press(("ctrl", "c")),
        f"<function{suffix}=wait></function{suffix}>": Wait(5),
        "<function=type>\n<parameter=content>\nhello\n</parameter>\n</function>": Type("hello"),
        "<function=type><parameter=content>login\\n</parameter></function>": Type("login\n"),
        "<function=press><parameter=key>ctrl</parameter></function>": KeyDown("ctrl"),
        "<function=scroll><parameter=direction>down</parameter></function>":
            Scroll(Point(960, 540), Direction.DOWN),
        "<function=execute_bash><parameter=command>ls 'a b'</parameter></function>":
            Shell("ls 'a b'"),
        "<answer>42</answer>": Finish(answer="42"),
    }  # fmt: skip
    for written, action in variants.items():
        assert dialect.parse(f"<thinkt>t</thinkt>{written}", FULL_HD).actions == (action,), written
    several = dialect.parse(
        "<function=move_to><parameter=point>0 0</parameter></function>"
        "<function=finished></function>",
        FULL_HD,
    )
    assert several.actions == (Move(Point(0, 0)), Finish())


def _seed(name: str, **parameters: str) -> str:
    told = "".join(f"<parameter={key}>{text}</parameter>" for key, text in parameters.items())
    return f"<thinkt>t</thinkt><seed:tool_call><function={name}>{told}</function></seed:tool_call>"


@pytest.mark.parametrize(
    ("name", "parameters", "action"),
    [
        ("navigate", {"content": "example.org"}, Open("example.org")),
        ("navigate_back", {}, Press(("alt", "left"))),
        ("left_double", {"point": MIDDLE}, Click(Point(960, 540), count=2)),
        ("right_single", {"point": MIDDLE}, Click(Point(960, 540), Button.RIGHT)),
        ("drag", {"start_point": "<point>0 0</point>", "end_point": MIDDLE},
         Drag(Point(0, 0), Point(960, 540))),
        ("release", {"key": "ctrl"}, KeyUp("ctrl")),
        ("scroll", {"point": "<point>0 0</point>", "direction": "left"},
         Scroll(Point(0, 0), Direction.LEFT)),
        ("mouse_down", {"point": MIDDLE, "button": "left"}, None),
        ("mouse_up", {}, None),
    ],
)  # fmt: skip
def test_seed_functions(name: str, parameters: dict[str, str], action: Action | None) -> None:
    reply = _seed(name, **parameters)
    if action is None:
        with pytest.raises(DialectError, match="Use drag"):
            SeedXml().parse(reply, FULL_HD)
    else:
        assert SeedXml().parse(reply, FULL_HD).actions == (action,)
        budget = f"<seed:cot_budget_reflect>9</seed:cot_budget_reflect>{reply}"
        assert SeedXml().parse(budget, FULL_HD).actions == (action,)


def test_omni_environments() -> None:
    dialect = OmniTars()
    documented: dict[str, Action] = {
        "<code_env><function=execute_bash><parameter=command>ls</parameter></function></code_env>":
            Shell("ls"),
        '<mcp_env><|FunctionCallBegin|>[{"name":"Search","parameters":{"query":"x"}}]'
        "<|FunctionCallEnd|></mcp_env>": CallTool("", "Search", {"query": "x"}),
        '<mcp_env><|FunctionCallBegin|>[{"name":"web/Search","parameters":{}}]'
        "<|FunctionCallEnd|></mcp_env>": CallTool("web", "Search", {}),
        "<computer_env>Action: click(point='<point>500 500</point>')</computer_env>":
            Click(Point(960, 540)),
        "<computer_env>open_computer()</computer_env>": Wait(0),
        "<code_env><function=read_file><parameter=path>a</parameter></function></code_env>":
            ReadFile("a"),
        "<answer>final text</answer>": Finish(answer="final text"),
    }  # fmt: skip
    for written, action in documented.items():
        assert dialect.parse(f"<think>t</think>{written}", FULL_HD) == Reply("t", (action,))


def test_omni_reads_the_address_after_the_picture() -> None:
    pixels = np.zeros((40, 60, 3), np.uint8)
    for address in ("", "http://shop.example/cart"):
        prompt = OmniTars().render(Task("Buy it"), (), (), Frame(pixels, address=address))
        after = prompt.messages[-1].parts[1:]
        told = [part.text for part in after if isinstance(part, TextPart)]
        assert told == ([f"Address of the page (data): {address}"] if address else [])


@pytest.mark.parametrize(
    ("arguments", "action"),
    [
        ('{"action": "left_click", "coordinate": [500, 500]}', Click(Point(960, 540))),
        ('{"action": "left_click", "coordinate": [500.0, 500]}', Click(Point(960, 540))),
        ('{"action": "left_click", "coordinate": "[500, 500]"}', Click(Point(960, 540))),
        ('"{\\"action\\": \\"double_click\\", \\"coordinate\\": [0, 0]}"',
         Click(Point(0, 0), count=2)),
        ('{"action": "right_click", "coordinate": [0, 0]}', Click(Point(0, 0), Button.RIGHT)),
        ('{"action": "key", "keys": ["ctrl", "c"]}', Press(("ctrl", "c"))),
        ('{"action": "key", "keys": ["Enter"]}', Press(("enter",))),
        ('{"action": "key", "text": "x"}', None),
        ('{"action": "middle_click", "coordinate": [0, 0]}', Click(Point(0, 0), Button.MIDDLE)),
        ('{"action": "triple_click", "coordinate": [0, 0]}', Click(Point(0, 0), count=3)),
        ('{"action": "mouse_move", "coordinate": [0, 0]}', Move(Point(0, 0))),
        ('{"action": "long_press", "coordinate": [0, 0], "time": 2}',
         Click(Point(0, 0), Button.RIGHT)),
        ('{"action": "system_button", "button": "Home"}', Press(("super",))),
        ('{"action": "system_button", "button": "Enter"}', Press(("enter",))),
        ('{"action": "type", "text": "a\nb"}', Type("a\nb")),
        ('{"action": "scroll", "pixels": -300}', Scroll(Point(960, 540), Direction.DOWN, 3)),
        ('{"action": "scroll", "pixels": 5, "coordinate": [0, 0]}',
         Scroll(Point(0, 0), Direction.UP, 1)),
        ('{"action": "hscroll", "pixels": 100, "coordinate": [0, 0]}',
         Scroll(Point(0, 0), Direction.RIGHT, 1)),
        ('{"action": "scroll", "pixels": 0}', None),
        ('{"action": "scroll", "pixels": 1e999}', None),
        ('{"action": "scroll", "pixels": NaN}', None),
        ('{"action": "scroll", "pixels": 99999}', None),
        ('{"action": "wait", "time": 2}', Wait(2)),
        ('{"action": "wait", "time": true}', None),
        ('{"action": "terminate", "status": "success"}', Finish()),
        ('{"action": "terminate", "status": "failure"}', Finish("failure")),
        ('{"action": "terminate", "status": "fail"}', Finish("failure")),
        ('{"action": "answer", "text": "42"}', Finish(answer="42")),
        ('{"action": "left_click_drag", "start_coordinate": [0, 0], "coordinate": [500, 500]}',
         Drag(Point(0, 0), Point(960, 540))),
        ('{"action": "left_click_drag", "coordinate": [500, 500]}', None),
        ('{"action": "swipe", "coordinate": [0, 0], "coordinate2": [500, 500]}',
         Drag(Point(0, 0), Point(960, 540))),
        ('{"action": "system_button", "button": "Back"}', Press(("alt", "left"))),
        ('{"action": "system_button", "button": "Menu"}', Press(("menu",))),
        ('{"action": "system_button", "button": "Power"}', None),
        ('{"action": "open", "text": "Files"}', Open("Files")),
        ('{"action": "left_click", "coordinate": [1001, 5]}', None),
        ('{"action": "left_click", "coordinate": [true, 5]}', None),
        ('{"action": "left_click"}', None),
        ('{"coordinate": [5, 5]}', None),
        ("[]", None),
    ],
)  # fmt: skip
def test_qwen_forms(arguments: str, action: Action | None) -> None:
    reply = f"Thought: look\n{_tool_call(arguments)}"
    if action is None:
        with pytest.raises(DialectError):
            qwen3_vl().parse(reply, FULL_HD)
    else:
        assert qwen3_vl().parse(reply, FULL_HD) == Reply("look", (action,))


def test_qwen_names_a_key_of_a_phone_by_its_text() -> None:
    pressed = _tool_call('{"action": "key", "text": "enter"}', "mobile_use")
    assert qwen3_vl().parse(pressed, FULL_HD).actions == (Press(("enter",)),)


def test_qwen_joins_what_belongs_together() -> None:
    move = _tool_call('{"action": "mouse_move", "coordinate": [0, 0]}')
    drag = _tool_call('{"action": "left_click_drag", "coordinate": [500, 500]}')
    answer = _tool_call('{"action": "answer", "text": "42"}')
    end = _tool_call('{"action": "terminate", "status": "failure"}')
    dialect = qwen3_vl()
    assert dialect.parse(move + drag, FULL_HD).actions == (Drag(Point(0, 0), Point(960, 540)),)
    assert dialect.parse(answer + end, FULL_HD).actions == (Finish("failure", "42"),)
    assert dialect.parse(move + move, FULL_HD).actions == (Move(Point(0, 0)),) * 2


XML = """<tool_call>
<function=computer_use>
<parameter=action>
{action}
</parameter>
<parameter={name}>
{value}
</parameter>
</function>
</tool_call>"""


@pytest.mark.parametrize(
    ("action", "name", "value", "meant"),
    [
        ("left_click", "coordinate", "[500, 500]", Click(Point(960, 540))),
        ("type", "text", '[1, 2] is "so"\n', Type('[1, 2] is "so"\n')),
        ("key", "keys", '["ctrl", "c"]', Press(("ctrl", "c"))),
        ("scroll", "pixels", "-300", Scroll(Point(960, 540), Direction.DOWN, 3)),
        ("wait", "time", "2", Wait(2)),
        ("terminate", "status", "failure", Finish("failure")),
        ("scroll", "pixels", "down", None),
        ("left_click", "coordinate", "<tool_call>", None),
    ],
)
def test_qwen3_5_calls_in_xml(action: str, name: str, value: str, meant: Action | None) -> None:
    reply = f"Hm.\n</think>\n\nSo.\n{XML.format(action=action, name=name, value=value)}"
    if meant is None:
        with pytest.raises(DialectError):
            qwen3_vl().parse(reply, FULL_HD)
        return
    assert qwen3_vl().parse(reply, FULL_HD) == Reply("Hm.", (meant,))


def test_qwen_calls_tools_and_bare_json() -> None:
    assert qwen3_vl().parse(_tool_call('{"command": "ls"}', "shell"), FULL_HD).actions == (
        Shell("ls"),
    )
    bare = 'Hm.\n{"name": "computer_use", "arguments": {"action": "wait", "time": 1}}'
    assert qwen3_vl().parse(bare, FULL_HD) == Reply("Hm.", (Wait(1),))
    with pytest.raises(DialectError, match=r"There is no function 'os\.system'"):
        qwen3_vl().parse(_tool_call("{}", "os.system"), FULL_HD)


@pytest.mark.parametrize(
    ("dialect", "reply"),
    [
        (qwen3_vl(), _tool_call('{"action": "left_click", "coordinate": [0.48, 0.31]}')),
        (qwen3_vl(), _tool_call('{"action": "left_click", "coordinate": [0.4, 0.3, 0.5, 1]}')),
        (OpenCua(), "pyautogui.click(x=0.4821, y=0)"),
        (ui_tars_1_5(), "Action: click(start_box='(0.48,0.31)')"),
    ],
)
def test_a_point_in_fractions_of_the_screen_is_no_click_in_its_corner(
    dialect: Dialect, reply: str
) -> None:
    with pytest.raises(DialectError, match="fractions of the screen"):
        dialect.parse(reply, FULL_HD)


def test_qwen2_counts_pixels_of_the_resized_picture() -> None:
    click = _tool_call('{"action": "left_click", "coordinate": [1903, 0]}')
    assert qwen2_5_vl().parse(click, FULL_HD).actions == (Click(Point(1919, 0)),)
    with pytest.raises(DialectError, match="between 0 and 1903"):
        qwen2_5_vl().parse(click.replace("1903", "1904"), FULL_HD)


def test_holo_keeps_a_note_before_the_action() -> None:
    reply = (
        '{"note": "total is 12", "thought": "t", "tool_call": '
        '{"tool_name": "click", "element": "OK", "x": 500, "y": 500}}'
    )
    assert Holo().parse(reply, FULL_HD) == Reply("t", (Note("total is 12"), Click(Point(960, 540))))


@pytest.mark.parametrize(
    ("call", "action"),
    [
        ('{"tool_name": "click", "element": "OK", "x": 0, "y": 0}', Click(Point(0, 0))),
        ('{"tool_name": "write", "content": "a", "press_enter": true}', Type("a\n")),
        ('{"tool_name": "write", "content": "a", "press_enter": false}', Type("a")),
        ('{"tool_name": "write", "content": "a"}', Type("a")),
        ('{"tool_name": "answer", "content": "42"}', Finish(answer="42")),
        ('{"tool_name": "hotkey", "keys": "ctrl c"}', Press(("ctrl", "c"))),
        ('{"tool_name": "shell", "command": "ls"}', Shell("ls")),
        ('{"tool_name": "drag", "start_x": 0, "start_y": 0, "end_x": 500, "end_y": 500}',
         Drag(Point(0, 0), Point(960, 540))),
    ],
)  # fmt: skip
def test_holo_tools(call: str, action: Action) -> None:
    for form in (f'"tool_call": {call}', f'"tool_calls": [{call}]'):
        reply = f'```json\n{{"note": null, "thought": "t", {form}}}\n```'
        assert Holo().parse(reply, FULL_HD) == Reply("t", (action,))


def test_holo_localisation_is_a_click() -> None:
    assert Holo().parse('{"x": 500, "y": 500}', FULL_HD).actions == (Click(Point(960, 540)),)


@pytest.mark.parametrize(
    ("written", "action"),
    [
        ("Click(box=(500,500))", Click(Point(960, 540))),
        ("Click(box=(490,490,510,510))", Click(Point(960, 540))),
        ("Drag(start=(0,0), end=(500,500))", Drag(Point(0, 0), Point(960, 540))),
        ("Scroll(direction='down')", Scroll(Point(960, 540), Direction.DOWN)),
        ("Scroll(start=(500,500), end=(500,100))", Scroll(Point(960, 540), Direction.DOWN)),
        ("Scroll(start=(500,500), end=(900,500))", Scroll(Point(960, 540), Direction.LEFT)),
        ("Type(content='a, b')", Type("a, b")),
        ("Launch(app='Files')", Open("Files")),
        ("Launch(url='example.org')", Open("example.org")),
        ("Launch(app='Files', url='')", Open("Files")),
        ("Wait()", Wait(5)),
        ("Finished(content='done')", Finish(answer="done")),
        ("PressBack()", Press(("alt", "left"))),
        ("PressHome()", Press(("super",))),
        ("PressRecent()", Press(("alt", "tab"))),
        ("PressEnter()", Press(("enter",))),
        ("Hover(box=(500,500))", Move(Point(960, 540))),
        ("DoubleClick(box=(500,500))", Click(Point(960, 540), count=2)),
        ("LongPress(box=(500,500))", Click(Point(960, 540), Button.RIGHT)),
        ("Hotkey(keys=['ctrl','c'])", Press(("ctrl", "c"))),
        ("[500, 500]", Click(Point(960, 540))),
        ("[-1,-1]", Finish("failure", "It is not on the screen.")),
    ],
)
def test_venus_forms(written: str, action: Action) -> None:
    reply = f"<think>t</think><action>{written}</action><conclusion>c</conclusion>"
    assert Venus().parse(reply, FULL_HD) == Reply("t", (action,))


@pytest.mark.parametrize("written", ["PressPower()", "Click(box=(-1,-1))", "Click()", ""])
def test_venus_refuses(written: str) -> None:
    with pytest.raises(DialectError):
        Venus().parse(f"<think>t</think><action>{written}</action>", FULL_HD)


@pytest.mark.parametrize("name", sorted(DIALECTS))
@pytest.mark.parametrize(
    "reply",
    ["", "[" * 100_000, '{"a":' * 100_000, "<think>" * 50_000, "'" * 300_000, "\\" * 300_000,
     "Action: " * 40_000, "<tool_call>" * 30_000, "<function=x>" * 30_000,
     "Action: click(" + "(" * 300_000, "x" * 1_000_000, "click(point='" + "' " * 100_000],
    ids=range(12),
)  # fmt: skip
def test_hostile_size_and_depth_end_in_an_error(name: str, reply: str) -> None:
    with pytest.raises(DialectError):
        load_dialect(name).parse(reply, FULL_HD)
