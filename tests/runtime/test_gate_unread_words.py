"""Buttons whose words cannot be read whole, on live dialogs: what works them is asked about."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from helpers.desks import PATIENCE
from helpers.safety.dialogs import dialogs
from helpers.safety.unread_presses import Yes, control, open_dialogs_hands
from uitars_runtime.consent import Consent, Question
from uitars_runtime.eyes.text.at_places import ScreenWords
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.hands.process import ProcessHands, open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.protocols import Asker
from uitars_runtime.types import (
    Action,
    Box,
    Button,
    Click,
    DecidedBy,
    Decision,
    Drag,
    KeyDown,
    KeyUp,
    Point,
    Press,
    Type,
    Verdict,
)


class Case(msgspec.Struct, frozen=True):
    """A dialog in which `inputs` press its grave button."""

    toolkit: str
    controls: list[dict[str, Any]]
    inputs: Callable[[list[Box]], list[Action]]
    title: str = "Notice"


def _beside_its_menu(boxes: list[Box]) -> list[Action]:
    """A menu that opens over the words of the second button, and presses beside it."""
    later, send = boxes
    at = Point(send.right - 60, send.center.y)
    open_menu = Click(Point(later.right - 8, later.center.y), Button.RIGHT)
    return [open_menu, Click(at, count=2), Click(at), Drag(at, Point(at.x - 12, at.y))]


_LATER = control("button", "&Later")
_TRANSFER = control("button", "&Transfer", "done") | {"focus": True}
CASES = {
    "an underlined letter": Case(
        "qt", [_TRANSFER, control("button", "&Help")], lambda _: [Press(("alt", "t"))]
    ),
    "an underlined letter under a held key": Case(
        "qt",
        [_TRANSFER, control("button", "&Help")],
        lambda _: [KeyDown("alt"), Press(("t",)), KeyUp("alt")],
    ),
    "a short answer": Case(
        "tk",
        [
            control("page", ""),
            control("button", "&OK", "done"),
            control("button", "&Back") | {"focus": True},
        ],
        lambda _: [Press(("alt", "o"))],
        "Erase disk 300 files?",
    ),
    "words behind a menu": Case(
        "page", [_LATER, control("button", "&Send", "done", wide=True)], _beside_its_menu
    ),
}


def pressed(case: Case, workspace: Path, asker: Asker, within: float) -> list[str]:
    """What was pressed in the case's dialog, within so many seconds."""
    hands = open_dialogs_hands(workspace, asker, told=False)
    try:
        with dialogs(case.toolkit, hands.environment) as program:
            for action in case.inputs(program.show(case.title, [case.title], case.controls)):
                hands.perform(action, hands.observe())
            return program.effects(within)
    finally:
        hands.close()


@pytest.mark.parametrize("name", CASES)
def test_what_was_not_read_is_not_pressed(name: str, tmp_path: Path) -> None:
    assert not pressed(CASES[name], tmp_path, NobodyAsker(), 0.2)


@pytest.mark.parametrize("name", CASES)
def test_a_yes_presses_it(name: str, tmp_path: Path) -> None:
    """The inputs do press: what holds them above is the gate."""
    assert pressed(CASES[name], tmp_path, Yes(), PATIENCE)


def test_a_question_can_be_left_by_its_letter(tmp_path: Path) -> None:
    leaving = [control("button", "&OK", "done"), control("button", "&Back", "left")]
    case = Case("tk", leaving, lambda _: [Press(("alt", "b"))], "Erase disk 300 files?")
    assert pressed(case, tmp_path, NobodyAsker(), PATIENCE) == ["left"]


def test_a_menu_has_the_keys_of_the_field_below_it(tmp_path: Path) -> None:
    """Qt says that the field has the keyboard; letters and spaces go to its menu all the same."""
    hands = open_dialogs_hands(tmp_path, NobodyAsker(), told=True)
    try:
        with dialogs("qt", hands.environment) as program:
            field, _ = program.show("Notice", ["Look."], [control("entry", ""), _LATER])
            for action in (Click(field.center), Type("d d")):
                verdict = hands.perform(action, hands.observe()).verdict
                assert verdict is not None
                assert verdict.decision is Decision.ALLOW
            hands.perform(Press(("ctrl", "a")), hands.observe())
            assert hands.perform(Click(field.center, Button.RIGHT), hands.observe()).outcome.changed
            for action in (Type("d d"), Press(("space",)), Press(("d",))):
                verdict = hands.perform(action, hands.observe()).verdict
                assert verdict is not None
                assert verdict.decision is Decision.DENY
    finally:
        hands.close()


class Thief:
    """Says yes, while the window moves the keyboard on to its next control."""

    def __init__(self) -> None:
        self.environment: dict[str, str] = {}
        self.moves = False

    def ask(self, question: Question) -> Consent:
        if self.moves:
            subprocess.run(["xdotool", "key", "Tab"], env=self.environment, check=True)
            time.sleep(0.5)  # programs tell of it a moment later
        return Consent(Verdict(Decision.ALLOW, DecidedBy.USER, question.rule, "yes"))


@pytest.mark.parametrize("toolkit", ["gtk", "qt"])
def test_a_yes_for_a_field_is_none_for_the_button_after_it(toolkit: str, tmp_path: Path) -> None:
    person = Thief()
    settings = HandsSettings(
        desktop="sandbox:640x480", workspace=str(tmp_path), policy="ask-always", accessibility=True
    )
    hands = open_hands(settings, person, threading.Event())
    try:
        with dialogs(toolkit, hands.environment) as program:
            person.environment = dict(hands.environment)
            screen = [
                control("entry", "") | {"focus": True},
                control("button", "&Later", "pressed"),
            ]
            program.show("Notice", ["Look."], screen)
            written = hands.perform(Type("a "), hands.observe())
            assert written.outcome.changed
            person.moves = True
            stolen = hands.perform(Type("a "), hands.observe())
            assert not stolen.outcome.ok
            assert "something else has the keyboard" in stolen.outcome.text
            assert not program.effects()
    finally:
        hands.close()


@pytest.mark.parametrize(
    ("asked", "allowed"),
    [
        (
            "Are you sure that you want to remove all of\nthe messages of this year from here?",
            False,
        ),
        ("Are you sure that you want to look at all of\nthe messages of this year here?", True),
    ],
)
def test_a_question_of_several_lines_is_read_as_one(
    asked: str, allowed: bool, tmp_path: Path
) -> None:
    hands = open_dialogs_hands(tmp_path, NobodyAsker(), told=False)
    try:
        with dialogs("qt", hands.environment) as program:
            yes = control("button", "Yes") | {"focus": True}
            (box, _) = program.show("Notice", [asked], [yes, control("button", "Later")])
            verdict = hands.perform(Click(box.center), hands.observe()).verdict
            assert verdict is not None
            assert (verdict.decision is Decision.ALLOW) is allowed
    finally:
        hands.close()


_ASKED = (
    "Delete",
    "Delete all",
    "Send",
    "Pay now",
    "Erase disk",
    "Install",
    "Publish",
    "Overwrite",
)


def read_once_drawn(hands: ProcessHands, words: ScreenWords, line: str) -> str:
    """What is read of the screen; the line is waited for, since it may be drawn late."""
    ends = time.monotonic() + 20
    while True:
        read = words.within(hands.observe(), Box(0, 0, 640, 480))
        if line in read.splitlines() or time.monotonic() > ends:
            return read


@pytest.mark.parametrize("toolkit", ["gtk", "qt", "tk"])
def test_what_a_dialog_asks_is_read_whole(toolkit: str, tmp_path: Path) -> None:
    """Of some sizes of letters the outline of a word is nearly a frame: "Delete" lost its D."""
    hands = open_dialogs_hands(tmp_path, NobodyAsker(), told=False)
    words, unread = ScreenWords(), list[str]()
    try:
        with dialogs(toolkit, hands.environment) as program:
            for asked in _ASKED:
                line = f"{asked} all 300 files?"
                boxes = program.show("Confirm", [line], [_LATER, control("button", "C&ontinue")])
                drag = Drag(boxes[1].center, boxes[1].center)
                read = read_once_drawn(hands, words, line)
                asks = hands.perform(drag, hands.observe()).verdict.decision is Decision.DENY
                unread += [] if asks and line in read.splitlines() else [f"{line} -> {read!r}"]
    finally:
        hands.close()
    assert unread == []
