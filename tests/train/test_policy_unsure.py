"""Simulated icons are as unsure as the reader is of real ones, and never asked for in vain."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.roles.reader import KNOWN_ICON, LIKELY, SEVERAL
from uitars_runtime.types import Box
from uitars_train.data.episodes import episodes
from uitars_train.data.sample import recognised
from uitars_train.noise.errors import meanings_of
from uitars_train.simulator import lexicon
from uitars_train.tasks.goals import Unreachable

BOX = Box(0, 0, 20, 20)


def test_every_icon_of_the_simulator_has_answers_of_the_reader() -> None:
    rng = random.Random(3)
    for icon in (name.replace(" ", "_") for name in lexicon.listing("icons")):
        answers = [meanings_of(icon, rng) for _ in range(60)]
        assert any(icon in dict(answer) for answer in answers), icon
        for answer in answers:
            shares = [share for _, share in answer]
            assert len(answer) <= SEVERAL
            assert shares == sorted(shares, reverse=True)
            assert all(LIKELY <= share <= 1.0 for share in shares)


def test_an_icon_that_another_looks_like_cannot_be_asked_for() -> None:
    mine = Element(BOX, Role.ICON, meanings=(("file", 0.6), ("new", 0.2)))
    other = Element(BOX, Role.ICON, meanings=(("new", 0.7),))
    assert recognised("new", (0,), [mine]) == (0,)
    assert recognised("new", (0, 1), [mine, other]) == (1,)
    with pytest.raises(Unreachable):
        recognised("new", (0,), [mine, other])
    with pytest.raises(Unreachable):
        recognised("save", (0,), [mine, other])
    named = Element(BOX, Role.ICON, name="New", meanings=(("file", 0.6),))
    assert recognised("new", (0,), [named, other]) == (0,)


def test_icons_in_episodes_are_sure_unsure_and_wrong() -> None:
    kinds: Counter[str] = Counter()
    source = episodes(5)
    while kinds.total() < 300:
        for sample in next(source)[:1]:
            for item in sample.situation.elements:
                if item.meanings:
                    likeliest, share = item.meanings[0]
                    assert item.icon == (likeliest if share >= KNOWN_ICON else "")
                    kinds["sure" if share > 0.8 else "unsure"] += 1
    assert kinds["sure"] > 60
    assert kinds["unsure"] > 60
