"""Asks by place that are made by rule: what is asked for lies where the sentence says."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from uitars_train.instructions.harvested import Harvest
from uitars_train.instructions.places import asked_by_place
from uitars_train.instructions.reading import VALIDATION, read_held_out
from uitars_train.instructions.records import DoClick, Instruction, Tag

PROGRAM = "gummi"
_NTH = (("first", "1st"), ("second", "2nd"), ("third", "3rd"), ("fourth", "4th"))


@pytest.fixture(scope="module")
def harvest() -> Harvest:
    return Harvest()


@pytest.fixture(scope="module")
def asks(harvest: Harvest) -> list[Instruction]:
    return list(islice(asked_by_place(harvest, [PROGRAM], random.Random(4)), 800))


def test_there_are_asks_of_every_sort(asks: list[Instruction]) -> None:
    assert {ask.tags[0] for ask in asks} >= {Tag.RELATION, Tag.BETWEEN, Tag.ORDINAL, Tag.ROW}
    assert len({ask.say for ask in asks}) > 500
    assert not [ask.say for ask in asks if "{" in ask.say or "(" in ask.say]


def test_what_is_between_two_lies_between_them(asks: list[Instruction], harvest: Harvest) -> None:
    seen = 0
    for ask in asks:
        if ask.tags[0] is not Tag.BETWEEN:
            continue
        true = harvest.screen(PROGRAM, ask.screen).true
        (step,) = ask.right
        assert isinstance(step, DoClick)
        meant = true[step.on].element.box.center
        said = ask.say.lower()
        names = [(one.element.text or one.element.name).strip(" .…:").lower() for one in true]
        named = [
            one.element.box.center
            for one, name in zip(true, names, strict=True)
            if name and name in said
        ]
        before = [at for at in named if at.x < meant.x or at.y < meant.y]
        after = [at for at in named if at.x > meant.x or at.y > meant.y]
        assert before, ask.say
        assert after, ask.say
        seen += 1
    assert seen > 20


def test_menus_are_counted_from_the_side_that_is_said(
    asks: list[Instruction], harvest: Harvest
) -> None:
    seen = 0
    for ask in asks:
        said = ask.say.lower()
        which = next((at for at, words in enumerate(_NTH) if any(w in said for w in words)), None)
        other = any(word in said for word in ("entry", "entries", "last", "item"))
        if ask.tags[0] is not Tag.ORDINAL or "menu" not in said or which is None or other:
            continue
        true = harvest.screen(PROGRAM, ask.screen).true
        (step,) = ask.right
        assert isinstance(step, DoClick)
        menus = sorted(
            one.element.box.left for one in true if one.element.role == "menu" and one.confirmed
        )
        counted = menus[::-1] if "right" in said else menus
        assert true[step.on].element.box.left == counted[which], ask.say
        seen += 1
    assert seen > 5


def test_the_same_seed_makes_the_same_asks(asks: list[Instruction], harvest: Harvest) -> None:
    again = islice(asked_by_place(harvest, [PROGRAM], random.Random(4)), 800)
    assert list(again) == asks


def test_programs_for_validation_judge_nobody() -> None:
    chosen_by, judged_by = read_held_out(VALIDATION), read_held_out()
    assert chosen_by.programs
    assert not chosen_by.programs & judged_by.programs
    assert chosen_by.programs < set(Harvest().names)
