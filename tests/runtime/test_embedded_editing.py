"""Changes of an open text: which keys make them, and that the text is read before each."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from uitars_runtime.applications import categories as filed
from uitars_runtime.backends.embedded.requests import editing
from uitars_runtime.backends.embedded.requests.editing import Editing, Entry
from uitars_runtime.backends.embedded.requests.starting import Rest
from uitars_runtime.edits.asked import SURE, Asked, Marked, Op, Reading, Slot
from uitars_runtime.element import Element, Role
from uitars_runtime.intent import MEANT
from uitars_runtime.types import (
    Action,
    AskUser,
    Box,
    Click,
    DecidedBy,
    Decision,
    Drag,
    Finish,
    Observation,
    OpenWindow,
    Outcome,
    Press,
    Proposal,
    Size,
    Step,
    Type,
    Verdict,
    Wait,
)

EDITOR = (OpenWindow(1, "list.txt - Quill", "Quill"),)
LETTER, STEP = 8, 18
PAPER: Final = np.full((800, 1280, 3), 255, np.uint8)
"""A window with room on all sides of the text."""


def shown(*lines: str) -> tuple[Element, ...]:
    """The lines in a font whose letters are all as wide."""
    return tuple(
        Element(
            Box(300, 230 + STEP * at, 300 + LETTER * len(line) - 1, 242 + STEP * at),
            Role.ITEM,
            line,
            line,
        )
        for at, line in enumerate(lines)
        if line
    )


def taken(action: Action, decision: Decision = Decision.ALLOW) -> Step:
    verdict = Verdict(decision, DecidedBy.POLICY, "test", "")
    seen = Observation("0" * 64, Size(160, 100))
    return Step(0, seen, Proposal("", action, ""), verdict, Outcome(True, "done", changed=True))


@pytest.fixture(autouse=True)
def menus(monkeypatch: pytest.MonkeyPatch) -> None:
    def categories(called: Iterable[str]) -> frozenset[str]:
        return frozenset({"TextEditor"} if "Quill" in called else ())

    monkeypatch.setattr(filed, "categories", categories)


class Reader:
    """Marks what a test says."""

    def __init__(self, *asked: Asked, confidence: float = 0.9) -> None:
        self.several = [Reading(asked, confidence)]

    def readings(self, _request: str, _lines: Sequence[str]) -> list[Reading]:
        return self.several


def reads_either(monkeypatch: pytest.MonkeyPatch, *readings: Reading) -> None:
    reader = Reader()
    reader.several = [*readings]
    monkeypatch.setattr(editing, "tagger", lambda: reader)


def reads(monkeypatch: pytest.MonkeyPatch, *asked: Asked, confidence: float = 0.9) -> None:
    monkeypatch.setattr(editing, "tagger", lambda: Reader(*asked, confidence=confidence))


def asked(op: Op, *slots: tuple[Slot, str]) -> Asked:
    return Asked(0, 4, op, tuple(Marked(slot, text, 0) for slot, text in slots))


class Run:
    """A run on a text that a test sets."""

    def __init__(self, *lines: str) -> None:
        self.lines = lines
        self.task = "some words"
        self.steps: list[Step] = []
        self.picture = PAPER
        self._editing = Editing()

    def next(self, windows: tuple[OpenWindow, ...] | None = EDITOR) -> Any:
        rest = Rest(self.task, 0, tuple(self.steps))
        found = self._editing.next(rest, shown(*self.lines), windows, self.picture)
        if not isinstance(found, Entry):
            return found
        self.steps.append(taken(found.action))
        return found.action

    def several(self, count: int) -> list[Any]:
        return [self.next() for _ in range(count)]


def after_waits(run: Run) -> Any:
    """What is said once it was looked again in vain."""
    found = run.next()
    assert isinstance(found, Wait)
    while isinstance(found, Wait):
        found = run.next()
    return found


def keys(*pressed: str) -> Press:
    return Press(pressed)


def test_a_line_more_goes_below_the_last_one(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, asked(Op.PUT, (Slot.NEW, "tea"), (Slot.NEW, "rice")), asked(Op.SAVE))
    run = Run("milk", "bread")
    click, *others = run.several(4)
    assert isinstance(click, Click)
    assert click.at.y == 254
    assert others == [keys("end"), keys("enter"), Type("tea\nrice")]
    run.lines = ("milk", "bread", "tea", "rice")
    assert run.next() == keys("ctrl", "s")
    assert run.next() == Finish()


def test_a_line_goes_with_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, asked(Op.CUT, (Slot.LINE, "milk")))
    run = Run("milk", "bread", "eggs")
    click, *others = run.several(4)
    assert click.at.y == 236
    assert others == [keys("home"), keys("shift", "down"), keys("delete")]
    run.lines = ("bread", "eggs")
    assert run.next() == Finish()


def test_words_are_marked_letter_by_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    change = asked(Op.CHANGE, (Slot.OLD, "Mr Klein"), (Slot.NEW, "Ms Novak"))
    reads(monkeypatch, change)
    run = Run("Dear Mr Klein,", "how do you do?")
    drag, typed = run.several(2)
    assert isinstance(drag, Drag)
    assert (drag.start.x, drag.end.x) == (300 + 5 * LETTER, 300 + 13 * LETTER)
    assert typed == Type("Ms Novak")


def test_a_text_that_reads_otherwise_is_looked_at_again_and_then_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads(monkeypatch, asked(Op.CUT, (Slot.LINE, "milk")), asked(Op.SAVE))
    run = Run("milk", "bread", "eggs")
    run.several(4)
    ended = after_waits(run)
    assert isinstance(ended, Finish)
    assert ended.status == "failure"


def test_what_was_misread_from_the_beginning_may_read_otherwise_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads(monkeypatch, asked(Op.CUT, (Slot.LINE, "milk")))
    run = Run("milk", "bread", "99")
    run.several(4)
    run.lines = ("bread", "eggs")
    assert run.next() == Finish()


def test_what_the_eyes_cannot_read_is_not_held_against_the_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads(monkeypatch, asked(Op.PUT, (Slot.NEW, "你好")), asked(Op.SAVE))
    run = Run()
    assert run.next() == Type("你好")
    assert run.next() == keys("ctrl", "s")
    assert run.next() == Finish()


def test_lines_that_are_seen_in_another_order_are_no_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads(monkeypatch, asked(Op.SWAP, (Slot.LINE, "milk"), (Slot.OTHER_LINE, "bread")))
    run = Run("milk", "bread", "eggs")
    while not isinstance(run.next(), Wait):
        run.lines = {4: ("milk", "eggs"), 8: ("milk", "bread", "eggs")}.get(
            len(run.steps), run.lines
        )
    while isinstance(found := run.next(), Wait):
        pass
    assert found.status == "failure"


def test_a_line_that_is_out_of_sight_is_not_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, asked(Op.PUT, (Slot.NEW, "你好")), asked(Op.CUT, (Slot.LINE, "line 3")))
    run = Run("milk", "bread")
    run.several(4)
    assert after_waits(run).status == "failure"


def test_another_name_is_given_through_the_menu_where_there_is_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads(monkeypatch, asked(Op.SAVE_AS, (Slot.NEW, "new.txt")))
    file = Element(Box(300, 170, 330, 182), Role.MENU, "File", "File")
    entry = Element(Box(300, 190, 400, 202), Role.MENU_ITEM, "Save As...", "Save As...")
    worker, steps = Editing(), list[Step]()

    def then(*elements: Element, dialog: bool = False) -> Any:
        windows = (*EDITOR, OpenWindow(2, "Save As", "Quill", dialog=True)) if dialog else EDITOR
        rest = Rest("some words", 0, tuple(steps))
        found = worker.next(rest, (*elements, *shown("milk", "bread")), windows, PAPER)
        assert isinstance(found, Entry)
        steps.append(taken(found.action))
        return found.action

    assert then(file) == Click(file.box.center)
    assert then(file, entry) == Click(entry.box.center)
    assert then(file, dialog=True) == keys("ctrl", "a")


def test_a_wrong_number_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    change = asked(Op.CHANGE, (Slot.OLD, "12"), (Slot.NEW, "19"))
    reads(monkeypatch, change)
    run = Run("on 12 June", "at noon sharp")
    run.several(2)
    run.lines = ("on 1192 June", "at noon sharp")
    assert after_waits(run).status == "failure"


def test_it_is_taken_back_until_the_text_is_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, asked(Op.PUT, (Slot.NEW, "tea leaves")), asked(Op.UNDO))
    run = Run("milk", "bread")
    run.several(4)
    run.lines = ("milk", "bread", "tea leaves")
    assert run.next() == keys("ctrl", "z")
    run.lines = ("milk", "bread", "tea")
    assert run.next() == keys("ctrl", "z")
    run.lines = ("milk", "bread")
    assert run.next() == Finish()


def test_another_name_is_typed_where_a_dialog_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, asked(Op.SAVE_AS, (Slot.NEW, "new.txt")), asked(Op.SAVE))
    dialog = (*EDITOR, OpenWindow(2, "Save As", "Quill", dialog=True))
    run = Run("milk", "bread")
    assert run.next() == keys("ctrl", "shift", "s")
    assert run.next(dialog) == keys("ctrl", "a")
    assert [run.next(dialog), run.next(dialog)] == [Type("new.txt"), keys("enter")]


def test_without_a_dialog_the_rest_is_the_network_s(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, asked(Op.SAVE_AS, (Slot.NEW, "new.txt")))
    run = Run("milk", "bread")
    assert run.next() == keys("ctrl", "shift", "s")
    rest = after_waits(run)
    assert isinstance(rest, Rest)
    assert rest.steps == ()


def test_what_fits_no_line_is_asked_about_once(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, asked(Op.CUT, (Slot.LINE, "cheese")))
    run = Run("milk", "bread")
    assert isinstance(run.next(), Wait)
    assert isinstance(run.next(), AskUser)
    run.steps.pop()
    assert isinstance(run.next(), Rest)


def test_a_line_that_is_not_read_whole_is_not_typed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, asked(Op.UPPER, (Slot.LINE, "the first line")))
    run = Run("milk and honey", "bread and butter", "salt and pepper")
    narrow = shown("milk and honey too", *run.lines[1:])
    elements = (Element(narrow[0].box, Role.ITEM, "milk andhoney"), *narrow[1:])
    worker = Editing()
    first = worker.next(Rest("some words", 0, ()), elements, EDITOR, PAPER)
    assert isinstance(first, Entry)
    ended = worker.next(Rest("some words", 0, (taken(first.action),)), elements, EDITOR, PAPER)
    assert isinstance(ended, Finish)
    assert ended.status == "failure"


@pytest.mark.parametrize(
    "windows",
    [
        (OpenWindow(1, "Pictures", "Viewer"),),
        (*EDITOR, OpenWindow(2, "Pictures", "Viewer")),
        None,
    ],
)
def test_nothing_is_typed_where_no_editor_is_all_that_is_open(
    windows: tuple[OpenWindow, ...] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(monkeypatch, asked(Op.EMPTY))
    assert isinstance(Run("milk", "bread").next(windows), Rest)


def test_a_change_that_is_not_sure_is_told_and_done_after_a_yes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wanted = asked(Op.CUT, (Slot.LINE, "milk")), asked(Op.SAVE)
    reads(monkeypatch, *wanted, confidence=SURE - 0.01)
    run = Run("milk", "bread")
    assert isinstance(run.next(), Wait)
    assert run.next() == AskUser(f"Delete “milk”. Save. {MEANT}")
    run.steps.pop()  # a yes leaves the words as they are
    assert isinstance(run.next(), Click)


def test_the_likeliest_that_fits_the_text_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    cheese, milk, bread = (
        Reading((asked(Op.CUT, (Slot.LINE, one)),), sure)
        for one, sure in (("cheese", 0.9), ("milk", 0.5), ("bread", 0.4))
    )
    reads_either(monkeypatch, cheese, milk, bread)
    run = Run("milk", "bread")
    assert isinstance(run.next(), Wait)
    assert run.next() == AskUser(f"Delete “milk”. {MEANT}")


def test_what_is_hardly_meant_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, asked(Op.EMPTY), confidence=editing.LIKELY / 2)
    run = Run("milk", "bread")
    assert isinstance(run.next(), Wait)
    question = run.next()
    assert isinstance(question, AskUser)
    assert MEANT not in question.question
    run.steps.pop()
    assert isinstance(run.next(), Rest)


@pytest.mark.parametrize("op", [Op.SAVE, Op.OTHER])
def test_what_need_be_no_change_is_the_network_s(op: Op, monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, asked(op), confidence=SURE - 0.01)
    assert isinstance(Run("milk", "bread").next(), Rest)


@pytest.mark.parametrize(
    ("op", "task", "told"),
    [
        (Op.EMPTY, "delete everything except the title", "Empty the text."),
        (Op.SAVE, "don't save", "Save."),
        (Op.CUT, "don't delete the milk", "Delete “milk”."),
    ],
)
def test_what_may_be_turned_round_or_narrowed_is_told_first(
    op: Op, task: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(monkeypatch, asked(op, *([(Slot.LINE, "milk")] if op is Op.CUT else [])))
    run = Run("milk", "bread")
    run.task = task
    assert isinstance(run.next(), Wait)
    assert run.next() == AskUser(f"{told} {MEANT}")


def test_what_is_not_to_be_taken_back_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    undo, empty = (Reading((asked(op),), 0.5) for op in (Op.UNDO, Op.EMPTY))
    reads_either(monkeypatch, undo, empty)
    run = Run("milk", "bread")
    run.task = "please don't"
    assert isinstance(run.next(), Wait)
    question = run.next()
    assert isinstance(question, AskUser)
    assert MEANT not in question.question


def test_a_line_that_is_called_otherwise_is_told_first(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, asked(Op.CUT, (Slot.LINE, "Tuesday")))
    run = Run("Monday", "Thursday")
    assert isinstance(run.next(), Wait)
    assert run.next() == AskUser(f"Delete “Thursday”. {MEANT}")
    run.steps.pop()
    assert isinstance(run.next(), Click)


def test_a_request_that_asks_for_nothing_is_the_network_s(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch)
    run = Run("milk", "bread")
    run.task = "if only I knew"
    assert isinstance(run.next(), Rest)


def test_after_a_refusal_nothing_more_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, asked(Op.CUT, (Slot.LINE, "milk")))
    run = Run("milk", "bread")
    click = run.next()
    run.steps[-1] = taken(click, Decision.DENY)
    assert isinstance(run.next(), Rest)


def cropped(height: int, width: int) -> Any:
    """A window that ends there."""
    picture = PAPER.copy()
    picture[height:, :], picture[:, width:] = 0, 0
    return picture


AT_EDGE = cropped(230 + 2 * STEP, 600)
"""Below two lines."""
LAST = (Slot.LINE, "the last line")


@pytest.mark.parametrize(
    "wanted",
    [
        asked(Op.PUT, (Slot.NEW, "tea")),
        asked(Op.CUT, LAST),
        asked(Op.UPPER),
        asked(Op.CHANGE, (Slot.OLD, "milk"), (Slot.NEW, "tea"), (Slot.ALL, "everywhere")),
    ],
)
def test_what_counts_from_an_end_waits_until_the_text_is_seen_whole(
    wanted: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(monkeypatch, wanted)
    whole, longer, roomy = Run("milk", "bread"), Run("milk", "bread"), Run("milk", "bread")
    whole.picture = longer.picture = AT_EDGE
    click, *ends, first = whole.several(4)
    assert ends == [keys("ctrl", "end"), keys("ctrl", "home")]
    assert [click, first] == [Click(click.at), roomy.next()]
    longer.several(2)
    longer.lines = ("bread", "eggs")
    ended = after_waits(longer)
    assert isinstance(ended, Finish)
    assert "longer than its window" in ended.answer


def test_a_longer_text_is_not_sorted_however_much_room_is_below(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads(monkeypatch, asked(Op.SORT))
    run = Run("milk", "bread")
    assert run.several(2)[1] == keys("ctrl", "end")
    run.lines = ()
    assert after_waits(run).status == "failure"


def test_a_line_that_comes_into_sight_from_below_is_no_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads(monkeypatch, asked(Op.CUT, (Slot.LINE, "milk")))
    longer, whole, unread = (Run("milk", "bread") for _ in range(3))
    longer.picture = unread.picture = AT_EDGE
    for run in (longer, whole, unread):
        run.several(4)
        run.lines = ("bread", "eggs")
    unread.lines = ()
    assert longer.next() == Finish()
    assert [after_waits(run).status for run in (whole, unread)] == ["failure"] * 2


@pytest.mark.parametrize("wanted", [asked(Op.CUT, (Slot.LINE, "milk")), asked(Op.EMPTY)])
def test_what_is_the_same_in_a_longer_text_is_done_at_once(
    wanted: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(monkeypatch, wanted)
    run = Run("milk", "bread")
    run.task, run.picture = "wipe it all", AT_EDGE
    assert keys("ctrl", "end") not in run.several(2)


@pytest.mark.parametrize(
    ("wanted", "done"),
    [
        (asked(Op.UPPER, (Slot.LINE, "milk")), False),
        (asked(Op.BEHIND, (Slot.LINE, "milk"), (Slot.NEW, "cold")), False),
        (asked(Op.MOVE, (Slot.LINE, "milk"), (Slot.TOP, "up")), False),
        (asked(Op.WORD, (Slot.OLD, "honey")), False),
        (asked(Op.SORT), False),
        (asked(Op.CUT, (Slot.LINE, "milk")), True),
        (asked(Op.LINE, (Slot.LINE, "milk"), (Slot.NEW, "tea")), True),
    ],
)
def test_a_line_that_goes_on_behind_the_edge_keeps_its_end(
    wanted: Asked, done: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(monkeypatch, wanted)
    run = Run("bread", "milk and honey")
    run.picture = cropped(800, 300 + LETTER * 15)
    found = run.next() if done else after_waits(run)
    assert isinstance(found, Click if done else Finish)


@pytest.mark.skipif(sys.platform != "linux", reason="private desktops need Linux")
def test_what_an_editor_does_not_show_is_not_sorted_away(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text(before := "".join(f"word{number} line\n" for number in range(60, 0, -1)))
    command = [sys.executable, "-m", "uitars_runtime.cli.run", "sort the lines and save"]
    command += ["--desktop", "sandbox", "--app", "mousepad notes.txt"]
    command += ["--workspace", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "longer than its window" in done.stdout, done.stdout + done.stderr
    assert notes.read_text() == before
