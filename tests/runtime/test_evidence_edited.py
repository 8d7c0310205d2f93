"""A text that was changed as asked for in any words: when it is seen to be done, and when not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from helpers.dialect_values import past_step
from helpers.runs import picture
from uitars_runtime.edits.asked import Asked, Marked, Op, Reading, Slot
from uitars_runtime.element import Element, Role
from uitars_runtime.evidence.files import Text, Written
from uitars_runtime.evidence.findings import Run
from uitars_runtime.evidence.judge import judge
from uitars_runtime.evidence.looks import Deed, Moment
from uitars_runtime.evidence.readers import KNOWN, Readers
from uitars_runtime.frame import Frame
from uitars_runtime.intent import MEANT
from uitars_runtime.types import ANSWER, Action, AskUser, Box, OpenWindow, Outcome, Press

WINDOWS = (OpenWindow(1, "list.txt - Quill", "Quill"),)
LIST = ("Monday", "Thursday", "Friday")


class Reader:
    """Reads that one line is to go."""

    def __init__(self, line: str) -> None:
        self._line = line

    def readings(self, request: str, _lines: Sequence[str]) -> list[Reading]:
        cut = Asked(0, len(request), Op.CUT, (Marked(Slot.LINE, self._line, 0),))
        return [Reading((cut,), 0.9)]


def moment(lines: Sequence[str]) -> Moment:
    shown = tuple(
        Element(Box(300, 230 + 18 * at, 380, 242 + 18 * at), Role.ITEM, line, line)
        for at, line in enumerate(lines)
        if line
    )
    return Moment(Frame(picture(1).pixels, windows=WINDOWS), lambda _: shown)


def is_seen(
    task: str,
    line: str,
    *questions: str,
    lines: Sequence[str] = LIST,
    left: Sequence[str],
    answer: str = "Yes, please.",
) -> bool:
    """Whether it is seen that this is left, where a person was asked and answered so."""
    actions: list[Action] = [AskUser(f"{one} {MEANT}") for one in questions]
    moments = [moment(lines)] * (len(actions) + 1) + [moment(left)]
    said = Outcome(ok=True, text=f"{ANSWER}{answer}")
    steps = [past_step(at, one, outcome=said).step for at, one in enumerate(actions)]
    steps.append(past_step(len(actions), Press(("delete",))).step)
    deeds = [Deed(*each) for each in zip(steps, moments, moments[1:], strict=False)]
    before, after = "\n".join(lines), "\n".join(left)
    path = "/work/list.txt"
    text = Text("list.txt", before, after)
    written = Written({"list.txt": 1.0}, (text,), frozenset({path}), {path: before})
    readers = Readers(lambda: Reader(line), KNOWN.forms)
    judgement = judge(task, Run(deeds, moments[-1], written), None, readers)
    return all(part.seen for part in judgement.parts)


def test_what_was_surely_asked_for_is_seen() -> None:
    assert is_seen("the Thursday is over", "Thursday", left=("Monday", "Friday"))


@pytest.mark.parametrize(
    ("task", "line"),
    [("whatever you do, don't delete Thursday", "Thursday"), ("the Tuesday is over", "Tuesday")],
)
def test_what_may_be_meant_otherwise_is_seen_after_a_yes_only(task: str, line: str) -> None:
    left = ("Monday", "Friday")
    assert not is_seen(task, line, left=left)
    assert is_seen(task, line, "Delete “Thursday”.", left=left)
    assert not is_seen(task, line, "Delete “Thursday”.", left=left, answer="No, only Friday.")


def test_behind_an_empty_line_the_third_one_is_not_known() -> None:
    task, lines = "Delete the third line", ("Monday", "", "Thursday", "Friday")
    said = "the third line"
    assert not is_seen(task, said, lines=lines, left=("Monday", "", "Friday"))
    assert not is_seen(task, said, lines=lines, left=("Monday", "", "Thursday"))
    assert is_seen(task, said, lines=("x", *lines[2:]), left=("x", "Thursday"))
