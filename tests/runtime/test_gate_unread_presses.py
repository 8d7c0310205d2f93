"""The ways of pressing that an attack found unread, on live dialogs: asked about like a click."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from helpers.desks import until
from helpers.safety.dialogs import dialogs
from helpers.safety.unread_presses import Yes, control, open_dialogs_hands
from helpers.screens import PROGRAMS
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.protocols import Asker
from uitars_runtime.types import Action, Box, Drag, KeyDown, KeyUp, Point, Press, Type


def ways(button: Box, letter: str) -> list[Action]:
    """A drag of no length and of two pixels, a space, and the mnemonic; Enter last."""
    at = button.center
    drags = [Drag(at, at), Drag(at, Point(at.x + 2, at.y))]
    return [*drags, Type(" "), Press(("alt", letter)), Type("\t\t "), Press(("enter",))]


def pressed(toolkit: str, workspace: Path, asker: Asker, within: float) -> list[list[str]]:
    """What each of the ways pressed in a dialog of its own, within so many seconds."""
    hands = open_dialogs_hands(workspace, asker, told=False)
    try:
        with dialogs(toolkit, hands.environment) as program:
            found: list[list[str]] = []
            for number in range(6):
                label = ("&Send", "&Delete", "&Allow")[number % 3]
                grave = control("button", label, "pressed", default=True) | {"focus": True}
                boxes = program.show("Notice", ["Look."], [grave, control("button", "&Later")])
                hands.perform(ways(boxes[0], label[1].lower())[number], hands.observe())
                found.append(program.effects(within))
            return found
    finally:
        hands.close()


@pytest.mark.parametrize("toolkit", ["gtk", "qt", "tk"])
def test_nothing_is_pressed_without_a_question(toolkit: str, tmp_path: Path) -> None:
    assert not any(pressed(toolkit, tmp_path, NobodyAsker(), 0.2))


def test_a_yes_presses(tmp_path: Path) -> None:
    """The ways do press: what holds them above is the gate."""
    assert sum(map(bool, pressed("gtk", tmp_path, Yes(), 20))) >= 5


def test_a_menu_outside_of_its_silent_window_is_read(tmp_path: Path) -> None:
    chosen = tmp_path / "chosen"
    hands = open_dialogs_hands(tmp_path, NobodyAsker(), told=False)
    command = ["/usr/bin/python3", str(PROGRAMS / "menu_gtk.py"), str(chosen)]
    program = subprocess.Popen(command, env=dict(hands.environment))
    try:
        until(lambda: bool(hands.observe().windows), "the window opens")
        done = hands.perform(Press(("shift", "f10")), hands.observe())
        assert done.outcome.changed, "the menu opens"
        for action in (Press(("d",)), Type("d")):
            assert not hands.perform(action, hands.observe()).outcome.ok
        hands.perform(Press(("r",)), hands.observe())
        until(lambda: chosen.exists() and chosen.read_text() != "", "what harms nothing is chosen")
        assert chosen.read_text() == "_Rename\n"
    finally:
        program.kill()
        program.wait()
        hands.close()


def pressed_on_the_next_page(workspace: Path, asker: Asker, seconds: float) -> list[str]:
    """What a bar held for so long at most presses in the dialog that its first press brings."""
    hands = open_dialogs_hands(workspace, asker, told=True)
    try:
        with dialogs("gtk", hands.environment) as program:  # Qt seldom takes a repeat for a press
            program.show("One", ["Look."], [control("button", "Next") | {"focus": True}])
            hands.perform(KeyDown("space"), hands.observe())
            program.show("Two", ["Look."], [control("button", "Send", "sent") | {"focus": True}])
            program.effects(seconds)
            hands.perform(KeyUp("space"), hands.observe())
            return program.effects()
    finally:
        hands.close()


def test_a_held_space_bar_presses_nothing_that_came_since(tmp_path: Path) -> None:
    assert not pressed_on_the_next_page(tmp_path, NobodyAsker(), 1.5)
    assert pressed_on_the_next_page(tmp_path, Yes(), 20)
