"""What is kept of a run to judge it, and for how long."""

from __future__ import annotations

import datetime
import gc
import os
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from helpers.dialect_values import past_step
from helpers.runs import picture
from uitars_runtime.element import Element, Role
from uitars_runtime.evidence.witness import Witness
from uitars_runtime.frame import Frame
from uitars_runtime.timing import Clock
from uitars_runtime.types import (
    Action,
    AskUser,
    Box,
    Click,
    Correction,
    DecidedBy,
    Decision,
    Direction,
    OpenWindow,
    Outcome,
    Point,
    Press,
    Scroll,
    Step,
    Task,
    Type,
    Verdict,
)

EDITOR = OpenWindow(1, "data.txt - Editor", "editor")
CLICK = Click(Point(5, 5))
SAVE = Press(("ctrl", "s"))
DIALOG = OpenWindow(2, "Save As", "editor", dialog=True)


def test_nothing_of_a_run_outlives_it(tmp_path: Path) -> None:
    """Screenshots and networks go with the witness, without the collector of cycles."""
    witness = Witness(tmp_path, lambda: None)
    seen = picture(1)
    witness.saw(past_step(0, Click(Point(5, 5))).step, seen)
    assert not witness.judge(Task("Press OK."), picture(2)).holds
    gone = weakref.ref(witness), weakref.ref(seen)
    gc.disable()
    try:
        del witness, seen
        assert [one() for one in gone] == [None, None]
    finally:
        gc.enable()


def judged(workspace: Path, task: str, steps: list[Action], made: str) -> tuple[bool, str]:
    """A run in an editor of `data.txt` that made one file: whether it is believed, and why not.
    Text and what follows it go into a dialog, which is gone at the end."""
    witness = Witness(workspace, lambda: None)
    for index, action in enumerate(steps):
        windows = (EDITOR, DIALOG) if index else (EDITOR,)
        witness.saw(past_step(index, action).step, Frame(picture(1).pixels, windows=windows))
    file = workspace / made
    file.parent.mkdir(exist_ok=True)
    file.write_text("elm")
    judgement = witness.judge(Task(task), Frame(picture(1).pixels, windows=(EDITOR,)))
    return judgement.holds, judgement.parts[0].missing


@pytest.mark.parametrize(
    ("made", "saved"),
    [("data.txt", True), ("a.txt", False), ("txt", False), ("data", False)],
)
def test_a_file_whose_name_is_a_part_of_another_says_nothing_of_it(
    tmp_path: Path, made: str, saved: bool
) -> None:
    assert judged(tmp_path, "Save the file.", [Press(("ctrl", "s"))], made)[0] is saved


@pytest.mark.parametrize(
    ("name", "made", "saved"),
    [
        ("pine.txt", "pine.txt", True),
        ("woods/pine.txt", "woods/pine.txt", True),
        ("woods/pine.txt", "pine.txt", False),
        ("woods/pine.txt", "parks/pine.txt", False),
        ("/nowhere/pine.txt", "pine.txt", False),
    ],
)
def test_a_file_in_another_folder_is_not_the_one_to_be_saved(
    tmp_path: Path, name: str, made: str, saved: bool
) -> None:
    steps = [Press(("ctrl", "shift", "s")), Type(name), Press(("enter",))]
    holds, missing = judged(tmp_path, f'Save it as "{name}".', steps, made)
    assert holds is saved, missing


@pytest.mark.parametrize("works", [True, False])
def test_a_file_that_an_earlier_save_wrote_says_nothing_of_a_later_one(
    tmp_path: Path, works: bool
) -> None:
    """In a program whose title shows nothing of what is not saved."""
    witness = Witness(tmp_path, lambda: None)
    editor = Frame(picture(1).pixels, windows=(EDITOR,))
    file = tmp_path / "data.txt"
    first = datetime.datetime.now(datetime.UTC)
    for index, action in enumerate([SAVE, Press(("pagedown",)), SAVE]):
        now = first + datetime.timedelta(seconds=index)
        step = msgspec.structs.replace(past_step(index, action).step, clock=Clock(now, now, now))
        witness.saw(step, editor)
    file.write_text("elm")
    wrote = first.timestamp() + (2.1 if works else 0.1)
    os.utime(file, (wrote, wrote))
    judgement = witness.judge(Task("Press ctrl+s, press Page Down and press ctrl+s."), editor)
    assert [bool(part.seen) for part in judgement.parts] == [True, True, works]


def screen(*elements: Element) -> Frame:
    """A window with these on it, each in a colour of what it reads."""
    pixels = np.full((300, 300, 3), 240, np.uint8)
    for one in elements:
        colour = sum(map(ord, one.text)) % 200
        box = one.box
        pixels[box.top : box.bottom, box.left : box.right] = (colour, one.checked * 90, 90)
    frame = Frame(pixels, windows=(OpenWindow(1, "Guest", "guest"),))
    frame.elements = elements
    return frame


def element(role: Role, text: str, name: str = "", row: int = 0) -> Element:
    return Element(Box(10, 10 + 40 * row, 210, 34 + 40 * row), role, text, name or text)


def seen_to_be_done(folder: Path, task: str, steps: list[tuple[Frame, Action]], end: Frame) -> bool:
    witness = Witness(folder, lambda: None)
    for index, (before, action) in enumerate(steps):
        witness.saw(past_step(index, action).step, before)
    return witness.judge(Task(task), end).holds


@pytest.mark.parametrize(
    ("entries", "clicked", "shows", "seen"),
    [
        (("Iceland", "Ireland"), 1, "Iceland", True),
        (("Iceland", "Ireland"), 2, "Ireland", False),
        (("lcelond", "Norway"), 1, "lcelond", True),
    ],
    ids=["the one asked for", "its neighbour", "misread wherever it stands"],
)
def test_a_word_that_stands_on_a_screen_is_not_taken_for_another_one(
    tmp_path: Path, entries: tuple[str, str], clicked: int, shows: str, seen: bool
) -> None:
    country = element(Role.COMBO, "Norway", "Country")
    items = [element(Role.ITEM, text, row=row) for row, text in enumerate(entries, 1)]
    steps: list[tuple[Frame, Action]] = [
        (screen(country), Click(country.box.center)),
        (screen(country, *items), Click(items[clicked - 1].box.center)),
    ]
    end = screen(element(Role.COMBO, shows, "Country"))
    assert seen_to_be_done(tmp_path, "Set Country to Iceland.", steps, end) is seen


@pytest.mark.parametrize(("row", "seen"), [(0, True), (1, False)])
def test_a_button_is_not_pressed_by_one_whose_name_looks_like_it(
    tmp_path: Path, row: int, seen: bool
) -> None:
    buttons = element(Role.BUTTON, "Upload"), element(Role.BUTTON, "Unload", row=1)
    steps: list[tuple[Frame, Action]] = [(screen(*buttons), Click(buttons[row].box.center))]
    end = screen(*buttons, element(Role.TEXT, "It is done", row=4))
    assert seen_to_be_done(tmp_path, "Press Upload.", steps, end) is seen


@pytest.mark.parametrize(
    ("role", "typed", "read", "seen"),
    [
        (Role.FIELD, "Jane Austin", "Jane Austin", True),
        (Role.FIELD, "Jane Austin", "Jane Austen", True),
        (Role.FIELD, "Jane Austen", "Jane Austen", False),
        (Role.FIELD, "Jane Austen", "Jane Austin", False),
        (Role.COMBO, "Jane Austen", "Jane Austen", False),
    ],
    ids=["right", "right and misread", "another one", "another one and misread", "in a list"],
)
def test_what_was_typed_is_known_and_not_read(
    tmp_path: Path, role: Role, typed: str, read: str, seen: bool
) -> None:
    steps: list[tuple[Frame, Action]] = [(screen(element(role, "", "Name")), Type(typed))]
    end = screen(element(role, read, "Name"))
    assert seen_to_be_done(tmp_path, "Set Name to Jane Austin.", steps, end) is seen


@pytest.mark.parametrize(
    ("asked", "typed"),
    [
        ("aBcDe", "abcde"),
        ("McDonald", "MCDONALD"),
        ("(500)", "500"),
        (".gitignore", "gitignore"),
        ("R&", "R"),
    ],
)
def test_its_case_and_its_signs_are_known_too(tmp_path: Path, asked: str, typed: str) -> None:
    for text, seen in ((asked, True), (typed, False)):
        steps: list[tuple[Frame, Action]] = [(screen(element(Role.FIELD, "", "Name")), Type(text))]
        end = screen(element(Role.FIELD, text, "Name"))
        assert seen_to_be_done(tmp_path, f'Set Name to "{asked}".', steps, end) is seen


BACK = Press(("backspace",))


def then(first: Frame, *steps: tuple[Action, Frame]) -> tuple[list[tuple[Frame, Action]], Frame]:
    """Steps, each with the screen before it, from such with the screen behind them."""
    screens = [first, *(after for _, after in steps)]
    pairs = zip(screens, (action for action, _ in steps), strict=False)
    return list(pairs), screens[-1]


@pytest.mark.parametrize(
    ("steps", "seen"),
    [
        ([(Type("Jane Austin"), "Jane Austen"), (Press(("enter",)), "Jane Austen")], True),
        ([(Type("Jane Austin"), "Jane Austin"), (BACK, "Jane Austi")], False),
        ([(Type("Jane Austin"), "Jane Austin"), (Type("e"), "Jane Austine")], False),
        ([(Type("Jane Austinn"), "Jane Austinn"), (BACK, "Jane Austin")], True),
        ([(Type("Jane Aust"), "Jane Aust"), (Type("en"), "Jane Austen")], False),
        ([(Type("Jane Aust"), "Jane Aust"), (Type("in"), "Jane Austin")], True),
        ([(Type("M"), "M"), (Type("Jane Austin"), "MJane Austin")], False),
    ],
)
def test_what_was_typed_in_pieces_or_changed_again_is_read_to_the_letter(
    tmp_path: Path, steps: list[tuple[Action, str]], seen: bool
) -> None:
    def form(text: str) -> Frame:
        return screen(element(Role.FIELD, text, "Name"))

    done, end = then(form(""), *((action, form(text)) for action, text in steps))
    assert seen_to_be_done(tmp_path, "Set Name to Jane Austin.", done, end) is seen


@pytest.mark.parametrize(
    ("first", "steps", "seen"),
    [
        ("anna", [(Type("maria"), ("anna", "maria"))], True),
        ("anna", [(Type("maria"), ("anna", "marla"))], True),
        ("anna", [(Type("marie"), ("anna", "marie"))], False),
        ("anna", [(Type("MARIA"), ("anna", "MARIA"))], False),
        ("anna", [(Type("maria"), ("anna", "maria")), (BACK, ("anna", "mari"))], False),
        ("annabell", [(BACK, ("annabel",)), (Type("maria"), ("annabel", "maria"))], False),
    ],
)
def test_so_it_is_in_a_document(
    tmp_path: Path, first: str, steps: list[tuple[Action, tuple[str, ...]]], seen: bool
) -> None:
    def page(*lines: str) -> Frame:
        texts = [element(Role.TEXT, text, row=row) for row, text in enumerate(lines)]
        return screen(Element(Box(0, 0, 300, 290), Role.FIELD, "\n".join(lines), ""), *texts)

    done, end = then(page(first), *((action, page(*lines)) for action, lines in steps))
    task = "Add a line at the end that says 'maria'."
    assert seen_to_be_done(tmp_path, task, done, end) is seen


class Names:
    """An encoder for which two texts that speak of a name are alike."""

    def vectors(self, texts: Sequence[str], /) -> NDArray[np.float32]:
        return np.array([(1, 0) if "name" in one.lower() else (0, 1) for one in texts], np.float32)


@pytest.mark.parametrize(("typed", "seen"), [("McDonald", True), ("MCDONALD", False)])
def test_so_it_is_in_words_that_no_grammar_knows(tmp_path: Path, typed: str, seen: bool) -> None:
    witness = Witness(tmp_path, Names)
    witness.saw(past_step(0, Type(typed)).step, screen(element(Role.FIELD, "", "Name")))
    task = Task("I am McDonald, put that down as my name")
    assert witness.judge(task, screen(element(Role.FIELD, typed, "Name"))).holds is seen


@pytest.mark.parametrize(
    ("action", "colour", "size", "seen"),
    [
        (Press(("down",)), "Red", "10", True),
        (Press(("down",)), "Blue", "10", False),
        (Press(("up",)), "Red", "11", False),
        (Click(Point(205, 100)), "Red", "10", True),
        (Click(Point(205, 100)), "Red", "11", False),
        (Scroll(Point(100, 100), Direction.DOWN), "Red", "10", True),
        (Scroll(Point(100, 100), Direction.DOWN), "Red", "13", False),
    ],
)
def test_a_step_that_gives_another_control_another_value_is_not_on_the_way(
    tmp_path: Path, action: Action, colour: str, size: str, seen: bool
) -> None:
    def form(*, bold: bool, colour: str = "Red", size: str = "10") -> Frame:
        box = Element(Box(10, 10, 210, 34), Role.CHECKBOX, "Bold", "Bold", checked=bold)
        return screen(
            box, element(Role.COMBO, colour, "Colour", 1), element(Role.FIELD, size, "Size", 2)
        )

    end = form(bold=True, colour=colour, size=size)
    done, end = then(form(bold=False), (Click(Point(100, 20)), form(bold=True)), (action, end))
    assert seen_to_be_done(tmp_path, "Tick Bold.", done, end) is seen


ALLOWED = Verdict(Decision.ALLOW, DecidedBy.POLICY, "ask", "")
AGREED = Verdict(Decision.ALLOW, DecidedBy.USER, "ask", "")


def sure(confidence: float | None, action: Action = CLICK, **changed: Any) -> Step:
    """A step with how likely the model found it."""
    step = past_step(0, action).step
    proposal = msgspec.structs.replace(step.proposal, confidence=confidence)
    return msgspec.structs.replace(step, **{"proposal": proposal, "verdict": ALLOWED} | changed)


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([sure(0.5), sure(0.8)], 0.4),
        ([sure(0.5), sure(None)], 0.5),
        ([sure(0.5), sure(0.1, AskUser("Which?"))], 0.5),
        ([sure(0.5), sure(0.1, verdict=AGREED)], 0.5),
        ([sure(0.5), sure(0.1, correction=Correction(CLICK))], 0.5),
        ([sure(0.5), sure(0.1, outcome=Outcome(ok=False, text="no"))], 0.5),
        ([sure(None)], None),
        ([], None),
    ],
)
def test_a_model_is_as_sure_as_its_own_steps_together(
    tmp_path: Path, steps: list[Step], expected: float | None
) -> None:
    witness = Witness(tmp_path, lambda: None)
    for step in steps:
        witness.saw(step, picture(1))
    judgement = witness.judge(Task("Press OK."), picture(2))
    assert judgement.sureness == expected
    assert judgement.unsure is (expected == 0.4)
