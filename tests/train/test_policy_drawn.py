"""Worlds made of drawn screens: they look like the screen, answer as programs do, hide no label."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box, Size
from uitars_train.data.episodes import episodes
from uitars_train.data.sample import Variety
from uitars_train.screens.screen import Screen
from uitars_train.screens.stream import save
from uitars_train.simulator.drawn_screens import Drawn, drawn_world, read_drawn
from uitars_train.simulator.lexicon import Words, is_held_out, listing
from uitars_train.simulator.world import World

HELD = next(label for label in listing("buttons") if is_held_out(label))


def seen(
    role: Role,
    left: int,
    top: int,
    text: str,
    name: str = "",
    checked: bool = False,
    focused: bool = False,
) -> Element:
    box = Box(left, top, left + 90, top + 20)
    return Element(box, role, text, name or text, checked=checked, focused=focused)


ELEMENTS = (
    seen(Role.TITLE, 10, 0, "Preferences"),
    seen(Role.MENU, 10, 24, "File"),
    seen(Role.RADIO, 10, 60, "Small", checked=True),
    seen(Role.RADIO, 10, 84, "Large"),
    seen(Role.RADIO, 300, 300, "Weekly", checked=True),
    seen(Role.TEXT, 10, 120, "Street:"),
    seen(Role.FIELD, 110, 120, "", "Street", focused=True),
    seen(Role.FIELD, 110, 150, "Search here"),
    seen(Role.FIELD, 110, 180, "1250.00"),
    seen(Role.COMBO, 110, 210, "Green", "Colour"),
    seen(Role.CHECKBOX, 10, 240, "Remember me"),
    seen(Role.BUTTON, 10, 270, HELD),
    seen(Role.ITEM, 10, 330, "Pears"),
    seen(Role.BUTTON, 210, 330, "Edit"),
    seen(Role.ITEM, 10, 354, "Plums"),
    seen(Role.BUTTON, 210, 354, "Edit"),
)
DRAWN = Drawn(Size(500, 400), ELEMENTS)


@pytest.fixture
def world() -> World:
    return drawn_world(DRAWN, Words(random.Random(3), False))


def test_a_folder_of_screens_is_read_with_sizes_and_truth(tmp_path: Path) -> None:
    save(tmp_path, Screen(np.zeros((400, 500, 3), np.uint8), ELEMENTS, "qt", 7))
    save(tmp_path, Screen(np.zeros((60, 80, 3), np.uint8), (), "tk", 8))
    assert read_drawn(tmp_path) == (DRAWN, Drawn(Size(80, 60), ()))


def test_a_drawn_world_answers_to_clicks(world: World) -> None:
    named = {w.name or w.text: w for w, _ in world.visible() if w.role is not Role.TEXT}
    world.click(named["Large"].box.center)
    assert (named["Small"].checked, named["Large"].checked) == (False, True)
    assert named["Weekly"].checked
    world.click(named["Colour"].box.center)
    assert "Green" in [w.text for w in world.front().widgets]
    world.click(named["Remember me"].box.center)
    world.click(named["Remember me"].box.center)
    assert named["Remember me"].checked


def test_a_field_named_by_its_own_words_holds_a_hint_or_a_value(world: World) -> None:
    fields = [w for w, _ in world.visible() if w.role is Role.FIELD]
    told = {(w.name, w.text, w.placeholder) for w in fields}
    assert told == {
        ("Street", "", False),
        ("Search here", "Search here", True),
        ("", "1250.00", False),
    }
    assert world.focus is not None
    assert world.focus.name == "Street"


def test_like_buttons_belong_to_their_rows(world: World) -> None:
    rows = [w.row for w, _ in world.visible() if w.text == "Edit"]
    assert rows == ["Pears", "Plums"]


def test_no_label_that_is_kept_for_validation_is_shown(world: World) -> None:
    assert HELD not in [w.text for w, _ in world.visible()]


def test_tasks_are_asked_on_drawn_screens() -> None:
    source = episodes(5, Variety(drawn=(DRAWN,)))
    tasks = " ".join(next(source)[0].situation.task for _ in range(60)).lower()
    assert "remember me" in tasks
    assert "plums" in tasks
