"""Random actions, steps and frames for the tests of dialects."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from hypothesis import strategies as st

from uitars_runtime.frame import Frame
from uitars_runtime.keys import NAMES
from uitars_runtime.protocols import Dialect, PastStep
from uitars_runtime.types import (
    Action,
    AskUser,
    Button,
    CallTool,
    Click,
    DecidedBy,
    Decision,
    Direction,
    Drag,
    Finish,
    KeyDown,
    KeyUp,
    Move,
    Note,
    Observation,
    Open,
    Outcome,
    Point,
    Press,
    Proposal,
    ReadFile,
    Scroll,
    Shell,
    Size,
    Step,
    Type,
    Verdict,
    Wait,
    WriteFile,
)


class Writer(Dialect, Protocol):
    """A dialect that can write what it reads."""

    def write_reply(self, thought: str, action: Action, size: Size) -> str: ...


EXACT = Size(980, 840)
"""Every codec's round trip is exact here: below 1000, in multiples of 28, sent as it is."""

DONE = Outcome(True, "done", True)

AWKWARD = [
    "\\n", "a\\n", "\\\\n", "\\", "it's", "')", "')\n", "\\u0041", "<point>1 2</point>",
    "Action: wait()",
    "\nAction: wait()\n", "</parameter>", "</function>", "</tool_call>", "</action>", "<action>",
    "</computer_env>", "</answer>", "\n", "\n\n", " x ", "\ufeffx", "{}", '"', "😀", "", "\r\n",
    "\t",
    "a', point='1 2", "</think>", "<|im_end|>", "\u2028", "\x00", "c:\\new\\n",
]  # fmt: skip
texts = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="'\"\\n\n\t\r(),=<>/{}[]’“ Action:`|", max_size=60),
    st.sampled_from(AWKWARD),
)
words = texts.filter(lambda text: bool(text.strip()))
points = st.builds(Point, st.integers(0, EXACT.width - 1), st.integers(0, EXACT.height - 1))
keys = st.one_of(
    st.sampled_from(sorted(NAMES)),
    st.characters(codec="utf-8").filter(
        lambda c: c.isprintable() and not c.isspace() and c.lower() == c
    ),
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)
names = st.text(alphabet="abcdefgXYZ_-.09", min_size=1, max_size=12)
actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(Click, points, st.sampled_from(Button), st.integers(1, 3)),
    st.builds(Move, points),
    st.builds(Drag, points, points),
    st.builds(Scroll, points, st.sampled_from(Direction), st.integers(1, 50)),
    st.builds(Type, texts),
    st.builds(Press, st.lists(keys, min_size=1, max_size=5, unique=True).map(tuple)),
    st.builds(KeyDown, keys),
    st.builds(KeyUp, keys),
    st.builds(Wait, st.floats(0, 60)),
    st.builds(Shell, texts),
    st.builds(ReadFile, texts),
    st.builds(WriteFile, texts, texts),
    st.builds(Open, texts),
    st.builds(CallTool, names, names, st.dictionaries(st.text(max_size=5), json_values)),
    st.builds(Note, texts),
    st.builds(AskUser, words),
    st.builds(Finish, st.sampled_from(["success", "failure"]), texts),
)


def frame(size: Size = EXACT) -> Frame:
    return Frame(np.zeros((size.height, size.width, 3), np.uint8))


def past_step(
    index: int,
    action: Action | None,
    *,
    outcome: Outcome = DONE,
    verdict: Verdict | None = None,
    raw: str = "",
    thought: str = "",
    seen: Frame | None = None,
) -> PastStep:
    """A step as the loop records it; a picture of its own where none is given."""
    allowed = Verdict(Decision.ALLOW, DecidedBy.POLICY, "test", "")
    proposal = Proposal(thought or f"thought {index}", action, raw, "" if action else "unreadable")
    step = Step(
        index=index,
        observation=Observation("0" * 64, EXACT),
        proposal=proposal,
        verdict=verdict or (allowed if action else None),
        outcome=outcome,
    )
    return PastStep(step, seen or frame())
