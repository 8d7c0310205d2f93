"""Names of icons: each stands for one icon only, and validation knows none but their meanings."""

from __future__ import annotations

import itertools
import random

from uitars_runtime.backends.embedded.network.embeddings import all_names, spoken
from uitars_runtime.eyes.network import Network
from uitars_train.simulator import lexicon
from uitars_train.simulator.lexicon import Words
from uitars_train.tasks.phrasing import DOES, OBJECTS, SHOWS, Manner, name_icon


def _manner(seed: int, *, held: bool = False) -> Manner:
    rng = random.Random(seed)
    return Manner(Words(rng, held_out=False), held_wordings=held)


def test_every_name_belongs_to_one_icon_that_the_eyes_know() -> None:
    known = set(Network("eyes/reader.onnx").metadata()["icons"].splitlines())
    for names in (SHOWS, DOES):
        assert set(names) <= known
        said = list(itertools.chain.from_iterable(names.values()))
        assert len(set(said)) == len(said)
    drawn = set(lexicon.listing("icons"))
    for icon, shown in SHOWS.items():
        assert not set(shown) & (drawn - {spoken(icon)}), icon


def test_an_icon_is_called_by_its_meaning_or_another_word_for_it_and_what_it_works_on() -> None:
    told = [name_icon("settings", _manner(seed)) for seed in range(300)]
    said = {slots["X"].strip("'\"“”‘’").lower() for kind, slots in told if kind == "icon"}
    others = {name.lower() for name in all_names()["settings"]}
    works_on = {f"settings {thing}" for thing in OBJECTS["settings"]}
    assert "settings" in said
    assert said & others
    assert said & works_on
    assert said <= {"settings"} | others | works_on


def test_every_icon_that_works_on_something_is_one_that_the_eyes_know() -> None:
    known = set(Network("eyes/reader.onnx").metadata()["icons"].splitlines())
    assert set(OBJECTS) <= known
    assert all(things and len(set(things)) == len(things) for things in OBJECTS.values())


def test_an_icon_is_called_by_its_meaning_its_look_or_its_use() -> None:
    kinds = {name_icon("settings", _manner(seed))[0] for seed in range(60)}
    assert kinds == {"icon", "picture", "purpose"}
    kinds = {name_icon("settings", _manner(seed), "Milk")[0] for seed in range(60)}
    assert kinds == {"rowicon", "rowpicture"}


def test_validation_names_icons_by_their_meaning_alone() -> None:
    for seed in range(60):
        kind, slots = name_icon("zoom_in", _manner(seed, held=True))
        assert kind == "icon"
        assert slots["X"].strip("'\"“”‘’").lower() == "zoom in"
