"""Replies that are almost right: every one is a valid reply or a `DialectError`, and none hangs.

Seeds are written by the dialects themselves and by hand in their documented forms; mutations cut,
repeat, splice and insert what breaks parsers. A hang is caught by the time limit of the test run.
"""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Callable

import msgspec
import pytest

from helpers.dialect_values import AWKWARD, Writer
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
from uitars_runtime.dialects.uitars import doubao_15b, doubao_20b, ui_tars_1_0, ui_tars_1_5
from uitars_runtime.dialects.venus import Venus
from uitars_runtime.errors import DialectError
from uitars_runtime.protocols import Reply
from uitars_runtime.types import (
    Action,
    AskUser,
    Button,
    CallTool,
    Click,
    Direction,
    Drag,
    Finish,
    KeyDown,
    Move,
    Note,
    Open,
    Point,
    Press,
    ReadFile,
    Scroll,
    Shell,
    Size,
    Type,
    Wait,
    WriteFile,
)

SIZE = Size(1920, 1080)
ACTIONS: list[Action] = [
    Click(Point(10, 20)), Click(Point(1919, 1079), Button.RIGHT), Click(Point(5, 5), count=2),
    Move(Point(3, 4)), Drag(Point(1, 2), Point(900, 800)), Scroll(Point(9, 9), Direction.DOWN, 3),
    Type("hello\n"), *(Type(text) for text in AWKWARD), Press(("ctrl", "shift", "t")),
    KeyDown("shift"), Wait(2.5), Shell("ls -l | wc"), ReadFile("a/b.txt"),
    WriteFile("c.txt", "x = '1'\n"), Open("https://example.org"), Note("total is 12"),
    CallTool("web", "search", {"q": ["a", 1, None, {"b": 2.5}]}), AskUser("which?"),
    Finish("failure", "no"), Finish(answer="42"),
]  # fmt: skip
WRITERS: list[Writer] = [
    ui_tars_1_0(), ui_tars_1_5(), doubao_15b(), doubao_20b(), SeedXml(), OmniTars(),
    qwen2_5_vl(), qwen3_vl(), Holo(), Venus(), fara(), fara_1_5(), MaiUi(), Glm(), OpenCua(),
    openai_computer(), anthropic_computer(),
]  # fmt: skip
BY_HAND = [
    "Thought: a\nAction: click(start_box='[1, 2, 3, 4]')\n\ntype(content='it\\'s \\n')",
    "Reflection: r\nAction_Summary: s\nAction：```\nhotkey(key='ctrl+c')\n```\nfinished()",
    '<thinkt>t</thinkt><seed:tool_call><function name="type"><parameter name="content" '
    'string="false">"a\\u003cb"</parameter></function></seed:tool_call>',
    '{"note": "n", "thought": "t", "tool_calls": [{"tool_name": "write", "content": "x"}]}',
    "<think>t</think><action>Scroll(start=(5,5), end=(5,1))</action><conclusion>c</conclusion>",
]
TOKENS = [
    "NaN", "Infinity", "-Infinity", "1e999", "-1", "1e308", "9" * 400, "0x10", "٣", "²", "1_000",
    "\ud800", "\udfff", "\\ud83d", "\\u0000", "\x00", "\u202e", "\u2066", "\u200b", "\ufeff", "‘",
    "”", "«", "（", "：", "'", '"', "\\", "\\'", "'''", "`", "```", "(", ")", "[", "]", "{", "}",
    "<", ">", "</", "<|", "|>", "\n", "\r", "\u2028", "\t", " " * 50, ",", "=", ":", "null", "true",
    "{}", "[]", "Action:", "Thought:", "<think>", "</think>", "</thinkt>", "<action>", "</action>",
    "<tool_call>", "</tool_call>", "<function=", "<parameter=", "</parameter>", "</function>",
    '"action"', '"coordinate"', "<point>", "</point>", "<|box_start|>", "click(", "finished()",
    "__import__('os').system('id')", "../..", "ctrl", "start_box", "point", "é", "漢", "😀",
]  # fmt: skip
DEEP = [
    "[",
    "{",
    "(",
    '{"a":',
    "[[",
    "<think>",
    "<function=a>",
    "'",
    "\\",
    "click(",
    "Action:",
    " ",
]


def _delete(text: str, rng: random.Random) -> str:
    start = rng.randrange(len(text) + 1)
    return text[:start] + text[start + rng.choice((1, 1, 2, 5, 20)) :]


def _insert(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(TOKENS) + text[at:]


def _replace(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(TOKENS) + text[at + rng.choice((1, 3, 8)) :]


def _repeat(text: str, rng: random.Random) -> str:
    start = rng.randrange(len(text) + 1)
    span = text[start : start + rng.choice((1, 4, 30))]
    return text[:start] + span * rng.choice((2, 3, 40)) + text[start:]


def _cut(text: str, rng: random.Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


def _splice(text: str, rng: random.Random) -> str:
    other = rng.choice(SEEDS)[1]
    return text[: rng.randrange(len(text) + 1)] + other[rng.randrange(len(other)) :]


def _number(text: str, rng: random.Random) -> str:
    digits = [index for index, sign in enumerate(text) if sign.isdigit()]
    if not digits:
        return text
    at = rng.choice(digits)
    return text[:at] + str(rng.choice((-1, 0, 1000, 1001, 99999, 0.5, "NaN", ""))) + text[at + 1 :]


def _swap_quotes(text: str, rng: random.Random) -> str:
    return text.translate(str.maketrans(rng.choice(("'\"", "\"'", "()", "=:", "<[")), "\"'"))


def _deepen(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(DEEP) * rng.choice((100, 1000, 5000)) + text[at:]


def _megabyte(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    filler = rng.choice(DEEP + TOKENS)
    return text[:at] + filler * (rng.choice((390_000, 1_000_000)) // len(filler)) + text[at:]


def _seeds() -> list[tuple[str, str]]:
    written = [
        (writer.name, writer.write_reply("look at it", action, SIZE))
        for writer in WRITERS
        for action in ACTIONS
    ]
    by_hand = [(name, text) for name in sorted(DIALECTS) for text in BY_HAND]
    return written + by_hand


SEEDS = _seeds()
MUTATIONS: list[Callable[[str, random.Random], str]] = [
    _delete, _insert, _replace, _repeat, _cut, _splice, _number, _swap_quotes,
]  # fmt: skip


def _mutated(text: str, rng: random.Random) -> str:
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        text = rng.choice(MUTATIONS)(text, rng)
    if rng.random() < 0.005:
        text = _deepen(text, rng)
    if rng.random() < 0.0004:
        text = _megabyte(text, rng)
    return text


def _check(reply: Reply) -> None:
    """What came out could have been read from a record, and lies on the screen."""
    encoded = msgspec.json.encode(reply.actions)
    assert msgspec.json.decode(encoded, type=tuple[Action, ...]) == reply.actions
    assert reply.actions
    for action in reply.actions:
        for value in msgspec.structs.astuple(action):
            assert not isinstance(value, Point) or SIZE.contains(value)


def _drill(count: int, seed: int) -> dict[str, object]:
    rng = random.Random(seed)
    dialects = {name: load_dialect(name) for name in DIALECTS}
    others = sorted(dialects)
    results: Counter[str] = Counter()
    slowest = 0.0
    begun = time.perf_counter()
    for _ in range(count):
        name, text = rng.choice(SEEDS)
        dialect = dialects[rng.choice(others) if rng.random() < 0.1 else name]
        reply = _mutated(text, rng)
        at = time.perf_counter()
        try:
            read = dialect.parse(reply, SIZE)
        except DialectError:
            results["refused"] += 1
        else:
            results["read"] += 1
            _check(read)
        slowest = max(slowest, time.perf_counter() - at)
    return {
        "replies": count,
        **results,
        "unexpected": 0,
        "slowest_ms": round(slowest * 1000, 1),
        "seconds": round(time.perf_counter() - begun, 1),
    }


def test_every_seed_is_read() -> None:
    for name, text in SEEDS[: len(WRITERS) * len(ACTIONS)]:
        _check(load_dialect(name).parse(text, SIZE))


def test_twenty_thousand_mutated_replies() -> None:
    figures = _drill(20_000, seed=1)
    assert figures["read"]
    assert figures["refused"]


@pytest.mark.drill
@pytest.mark.timeout(3600)
def test_a_million_mutated_replies(capsys: pytest.CaptureFixture[str]) -> None:
    figures = _drill(1_000_000, seed=2)
    with capsys.disabled():
        print(json.dumps({"drill": "mutated_replies", **figures}))
    assert figures["read"]
