"""Closed menus are looked into before a question: a real program's, and step by step."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
import pytest

from uitars_runtime.backends.embedded.network.affinity import Floats
from uitars_runtime.backends.embedded.network.decoder import Decided
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.backends.embedded.requests.menus import Menus, close, without_looks
from uitars_runtime.backends.embedded.situation import Came, Decision, Done, Situation, Span
from uitars_runtime.dialects.embedded import EmbeddedDialect
from uitars_runtime.element import Element, Role
from uitars_runtime.geometry import Box
from uitars_runtime.grounding import Grounding, Passage
from uitars_runtime.protocols import Completion
from uitars_runtime.types import (
    Action,
    AskUser,
    Click,
    Move,
    Observation,
    Outcome,
    Press,
    Proposal,
    Size,
    Step,
)

RUN = [sys.executable, "-m", "uitars_runtime.cli.run"]
TASK = "no more wrapping"
SIZE = Size(400, 300)
BAR = ("File", "View", "Help")
ENTRIES = {"File": ("Save", "Quit"), "View": ("Word Wrap", "Toolbar"), "Help": ("About",)}
GREY = ("Quit",)
DOUBT = Decided(Decision(Act.CLICK, Span(0, 2), 0), 20, 3, 0.2)
ASKS = Decided(Decision(Act.CALL_USER, Span(0, 2)), 20, 1, 0.9)


def screen(shown: str = "", bar: Sequence[str] = BAR) -> Situation:
    """A window with a bar, and the entries of the menu that is open."""
    places = {name: Box(10 + 50 * at, 5, 50 + 50 * at, 20) for at, name in enumerate(bar)}
    seen = [Element(place, Role.MENU, name) for name, place in places.items()]
    # A box is drawn anew with every look, a pixel off beside an open menu.
    seen.append(Element(Box(10, 250, 90, 271 if shown else 270), Role.BUTTON, "Wide"))
    for row, entry in enumerate(ENTRIES.get(shown, ())):
        top, left = 25 + 20 * row, places[shown].left
        role = Role.CHECKBOX if entry == "Toolbar" else Role.MENU_ITEM
        place = Box(left, top, left + 90, top + 18)
        seen.append(Element(place, role, entry, disabled=entry in GREY))
    return prepare([TASK], (), seen, SIZE)


def wrapping(situation: Situation, _: Span | None) -> Floats:
    """Most speaks for what wraps."""
    odds = {"Word Wrap": 12.0, "Wide": 6.0}
    return np.array([odds.get(one.text, 0.0) for one in situation.elements], np.float32)


def nothing_meant(situation: Situation, _: Span | None) -> Floats:
    return np.full(len(situation.elements), 5.0, np.float32)


def action_of(done: Completion) -> Action:
    (action,) = EmbeddedDialect().parse(done.text, SIZE).actions
    return action


def taken(done: Completion, changed: bool = True) -> Step:
    proposal = Proposal("", action_of(done), done.text, grounding=done.grounding)
    return Step(0, Observation("", SIZE), proposal, None, Outcome(True, "", changed))


def play(
    menus: Menus, meant: object = wrapping, *, hover: bool, bar: Sequence[str] = BAR
) -> tuple[list[Action], object]:
    """Steps until the network's own or a click on an entry is taken. `hover`: whether pointing at
    a menu with another one open opens it."""
    steps: list[Step] = []
    actions: list[Action] = []
    shown = ""
    for _ in range(20):
        seen = screen(shown, bar)
        said = menus.first(DOUBT, seen, steps, meant)  # type: ignore[arg-type]
        if not isinstance(said, Completion):
            return actions, said if said is None else seen.elements[said.element or 0].text
        steps.append(taken(said))
        actions.append(action_of(said))
        target = said.grounding.target if said.grounding else None
        by_pointing = isinstance(actions[-1], Move)
        shown = "" if target is None or (by_pointing and not hover) else target.name
    raise AssertionError("it never ends")


def lead(menus: Menus, *came: tuple[str, bool], meant: object = wrapping) -> list[object]:
    """What is said to each of these: the menu that is open then, and whether the screen changed.
    Begins where none is open."""
    steps: list[Step] = []
    said: list[object] = []
    for shown, changed in (("", False), *came):
        if steps:
            steps[-1] = msgspec.structs.replace(steps[-1], outcome=Outcome(True, "", changed))
        seen = screen(shown)
        done = menus.first(DOUBT, seen, steps, meant)  # type: ignore[arg-type]
        match done:
            case Completion():
                steps.append(taken(done))
                said.append(action_of(done))
            case Decision():
                said.append(seen.elements[done.element or 0].text)
            case _:
                said.append(None)
    return said


AT = {name: Box(10 + 50 * at, 5, 50 + 50 * at, 20).center for at, name in enumerate(BAR)}
ESCAPE = Press(("esc",))


def test_all_menus_are_looked_into_and_the_entry_that_fits_best_is_taken() -> None:
    actions, entry = play(Menus(), hover=True)
    assert [type(one) for one in actions] == [Click, Move, Move, Move]
    assert actions[1] != actions[2]
    assert actions[3] == actions[1], "back to the menu that holds it"
    assert entry == "Word Wrap"


def test_what_is_on_the_screen_already_and_fits_better_is_left_to_the_network() -> None:
    def wide(situation: Situation, _: Span | None) -> Floats:
        odds = {"Word Wrap": 12.0, "Wide": 13.0}
        return np.array([odds.get(one.text, 0.0) for one in situation.elements], np.float32)

    actions, said = play(Menus(), wide, hover=True)
    assert actions[-1] == ESCAPE
    assert said is None


def test_a_menu_that_pointing_does_not_open_is_clicked() -> None:
    actions, entry = play(Menus(), hover=False)
    assert entry == "Word Wrap"
    assert Move in [type(one) for one in actions]
    assert [type(one) for one in actions].count(Click) > 1


def test_where_too_little_speaks_for_any_entry_the_menu_is_closed_and_the_network_goes_on() -> None:
    actions, said = play(Menus(), nothing_meant, hover=True)
    assert actions[-1] == Press(("esc",))
    assert said is None


def test_what_cannot_be_chosen_is_not_chosen() -> None:
    def quits(situation: Situation, _: Span | None) -> Floats:
        return np.array([12.0 * (one.text == "Quit") for one in situation.elements], np.float32)

    actions, said = play(Menus(), quits, hover=True)
    assert actions[-1] == Press(("esc",))
    assert said is None


@pytest.mark.parametrize("decided", [DOUBT, ASKS])
def test_it_looks_where_the_network_doubts_or_asks(decided: Decided) -> None:
    said = Menus().first(decided, screen(), (), wrapping)
    assert isinstance(said, Completion)
    assert action_of(said) == Click(Box(10, 5, 50, 20).center)


def test_it_looks_nowhere_where_the_network_is_sure_or_no_menu_is() -> None:
    sure = Decided(DOUBT.decision, 20, 3, 0.9)
    assert Menus().first(sure, screen(), (), wrapping) is None
    assert Menus().first(DOUBT, screen(bar=("Home", "News", "Help")), (), wrapping) is None


def test_whoever_changes_texts_looks_nowhere() -> None:
    edits = msgspec.structs.replace(DOUBT, edits=True)
    assert Menus().first(edits, screen(), (), wrapping) is None


def test_after_a_question_or_a_vain_look_nothing_is_looked_into() -> None:
    menus = Menus()
    first = menus.first(DOUBT, screen(), (), wrapping)
    assert isinstance(first, Completion)
    vain = taken(first, changed=False)
    assert menus.first(DOUBT, screen(), [vain], wrapping) is None
    asked = Proposal("", AskUser("?"), "", grounding=Grounding())
    step = Step(0, Observation("", SIZE), asked, None, Outcome(True, "", None))
    assert Menus().first(DOUBT, screen(), [step], wrapping) is None


def test_menus_are_aimed_at_where_they_stood_when_all_were_closed() -> None:
    """Beside an open menu, a box may be drawn around more than the word."""
    menus = Menus()
    first = menus.first(DOUBT, screen(), (), wrapping)
    assert isinstance(first, Completion)
    opened = screen("File")
    wide = [
        msgspec.structs.replace(one, box=Box(0, 0, 390, 20)) if one.text == "View" else one
        for one in opened.elements
    ]
    spoiled = msgspec.structs.replace(opened, elements=tuple(wide))
    said = menus.first(DOUBT, spoiled, [taken(first)], wrapping)
    assert isinstance(said, Completion)
    assert action_of(said) == Move(Box(60, 5, 100, 20).center)


def test_a_menu_that_pointing_left_closed_is_not_taken_for_the_one_that_is_open() -> None:
    menus = Menus()
    first = menus.first(DOUBT, screen(), (), wrapping)
    assert isinstance(first, Completion)
    steps = [taken(first)]
    second = menus.first(DOUBT, screen("File"), steps, wrapping)
    assert isinstance(second, Completion)
    steps.append(taken(second, changed=False))
    third = menus.first(DOUBT, screen("File"), steps, wrapping)
    assert isinstance(third, Completion)
    assert action_of(third) == Click(Box(60, 5, 100, 20).center)


def test_a_menu_that_shows_nothing_does_not_end_the_look() -> None:
    actions, entry = play(Menus(), hover=True, bar=("File", "View", "Tools", "Help"))
    assert entry == "Word Wrap"
    assert Press(("esc",)) not in actions


def test_where_a_dialog_holds_the_window_nothing_is_closed() -> None:
    menus = Menus()
    first = menus.first(DOUBT, screen(), (), wrapping)
    assert isinstance(first, Completion)
    # What is read of an unchanged screen may still differ by a pixel: that is no menu.
    assert menus.first(DOUBT, screen("File"), [taken(first, changed=False)], wrapping) is None


def test_what_a_first_click_opened_instead_of_a_menu_is_closed() -> None:
    assert lead(Menus(), ("", True)) == [Click(AT["File"]), ESCAPE]


def test_where_the_menu_that_holds_it_does_not_open_again_the_look_ends() -> None:
    said = lead(Menus(), *[(name, True) for name in BAR], ("Help", False), ("", True), ("", True))
    back = [Move(AT["View"]), Click(AT["View"]), ESCAPE, None]
    assert said == [Click(AT["File"]), Move(AT["View"]), Move(AT["Help"]), *back]


def test_the_last_menu_holds_it_and_shows_it_already() -> None:
    def about(situation: Situation, _: Span | None) -> Floats:
        return np.array([12.0 * (one.text == "About") for one in situation.elements], np.float32)

    said = lead(Menus(), *[(name, True) for name in BAR], meant=about)
    assert said[-1] == "About"


def test_after_a_step_for_the_task_it_looks_anew_but_not_for_the_same_words() -> None:
    menus = Menus()
    assert lead(menus, ("File", True))[-1] == Move(AT["View"])
    serves = Grounding(Passage(0, 7, "no more"))
    click = Proposal("", Click(AT["View"]), "", grounding=serves)
    step = Step(0, Observation("", SIZE), click, None, Outcome(True, "", True))
    again = menus.first(DOUBT, screen(), [step], wrapping)
    assert isinstance(again, Completion)
    assert action_of(again) == Click(AT["File"])
    done = Done(Act.CLICK, "View", AT["View"], Span(0, 1), Came.CHANGED)
    served = msgspec.structs.replace(screen(), history=(done,))
    assert menus.first(DOUBT, served, [step], wrapping) is None


def test_a_look_that_another_process_began_is_brought_to_its_end() -> None:
    first = Menus().first(DOUBT, screen(), (), wrapping)
    assert isinstance(first, Completion)
    opened, looked = screen("View"), [taken(first)]
    entry = Menus().first(DOUBT, opened, looked, wrapping)
    assert isinstance(entry, Decision)
    assert opened.elements[entry.element or 0].text == "Word Wrap"
    shut = Menus().first(DOUBT, opened, looked, nothing_meant)
    assert isinstance(shut, Completion)
    assert action_of(shut) == ESCAPE


def test_a_menu_without_a_name_is_looked_into_as_the_others_are() -> None:
    menus, bar = Menus(), ("", "File", "Help")
    first = menus.first(DOUBT, screen(bar=bar), (), nothing_meant)
    assert isinstance(first, Completion)
    entry = Element(Box(10, 25, 100, 43), Role.MENU_ITEM, "Wrap")
    seen = screen(bar=bar)
    opened = msgspec.structs.replace(seen, elements=(*seen.elements, entry))
    said = menus.first(DOUBT, opened, [taken(first)], nothing_meant)
    assert isinstance(said, Completion)
    assert action_of(said) == Move(AT["View"])


def test_looks_are_no_steps_of_the_task() -> None:
    look = Menus().first(DOUBT, screen(), (), wrapping)
    assert isinstance(look, Completion)
    assert without_looks([taken(look), taken(close())]) == ()


@pytest.mark.skipif(sys.platform != "linux", reason="private desktops need Linux")
def test_a_setting_behind_a_menu_is_found_in_other_words(tmp_path: Path) -> None:
    key = "org.xfce.mousepad.preferences.view word-wrap"
    command = [*RUN, "I want long lines to wrap", "--desktop", "sandbox", "--app", "mousepad"]
    command += ["--workspace", str(tmp_path), "--verify", f"gsettings get {key} | grep -qx true"]
    done = subprocess.run([*command, "--json"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    steps = json.loads(done.stdout)["steps"]
    assert sum(step["action"]["kind"] == "move" for step in steps) > 2
