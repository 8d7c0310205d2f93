"""Other names of labels: only where nothing else goes by them, and never one kept from training."""

from __future__ import annotations

import random

from uitars_runtime.element import Role
from uitars_runtime.types import Box, Size
from uitars_train.simulator.lexicon import Words, is_held_out
from uitars_train.simulator.world import Surface, Widget, World
from uitars_train.tasks.phrasing import Manner, on_screen, other_name


def _world(*names: str) -> World:
    fields = [Widget(Role.FIELD, Box(0, 0, 90, 20), name=name) for name in names]
    return World(Size(400, 300), [Surface(Box(0, 0, 400, 300), widgets=fields)])


def _names(label: str, shown: str) -> set[str]:
    return {other_name(label, shown, random.Random(seed)).lower() for seed in range(40)}


def test_a_label_goes_by_another_name_where_that_is_free() -> None:
    free = on_screen(_world("Last name", "Age"))
    assert _names("Last name", free) == {"surname", "family name"}
    taken = on_screen(_world("Last name", "Surname at birth"))
    assert _names("Last name", taken) == {"last name"}


def test_a_label_without_another_name_keeps_its_own() -> None:
    assert other_name("Zudosu 12", "age", random.Random(1)) == "Zudosu 12"


def test_names_kept_from_training_are_never_said() -> None:
    for label in ("Email", "Phone", "Cancel", "Wi-Fi", "Log in", "Birthday", "Quantity"):
        assert not any(is_held_out(name) and name != label.lower() for name in _names(label, "-"))


def test_only_a_manner_that_knows_the_screen_renames() -> None:
    said: set[str] = set()
    for seed in range(80):
        rng = random.Random(seed)
        plain = Manner(Words(rng, held_out=False))
        assert plain.label("Last name").strip("'\"“”‘’").lower() == "last name"
        knowing = Manner(Words(rng, held_out=False), shown="last name\nage")
        said.add(knowing.label("Last name").strip("'\"“”‘’").lower())
    assert said == {"last name", "surname", "family name"}
