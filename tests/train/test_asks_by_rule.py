"""Asks made by rule: the right step is what the sentence says on the harvested screen."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from itertools import islice

import pytest

from uitars_runtime.element import Element, Role
from uitars_train.harvest.records import Truth
from uitars_train.instructions.by_rule.asking import asked_by_rule
from uitars_train.instructions.by_rule.counting import counted, in_groups
from uitars_train.instructions.by_rule.standing import Standing, standing
from uitars_train.instructions.by_rule.states import states
from uitars_train.instructions.by_rule.wording import NTH
from uitars_train.instructions.harvested import Harvest
from uitars_train.instructions.reading import HELD_OUT, VALIDATION, read_held_out
from uitars_train.instructions.records import DoAsk, DoClick, DoFinish, DoType, Instruction, Tag

PROGRAMS = (
    "gummi",
    "guake",
    "openscad",
    "kmousetool",
    "clementine",
    "qps",
    "qpwgraph",
    "lyx",
    "kdf",
)


@pytest.fixture(scope="module")
def harvest() -> Harvest:
    return Harvest()


@pytest.fixture(scope="module")
def asks(harvest: Harvest) -> list[Instruction]:
    return list(islice(asked_by_rule(harvest, PROGRAMS, random.Random(4)), 2500))


def _true(ask: Instruction, harvest: Harvest) -> tuple[Truth, ...]:
    return harvest.screen(ask.program, ask.screen).true


def _meant(ask: Instruction, harvest: Harvest) -> Element:
    step = ask.right[0]
    assert isinstance(step, DoClick)
    return _true(ask, harvest)[step.on].element


def _clicks(asks: list[Instruction], tag: Tag) -> list[Instruction]:
    return [ask for ask in asks if ask.tags[0] is tag and isinstance(ask.right[0], DoClick)]


def test_there_are_asks_of_every_sort(asks: list[Instruction]) -> None:
    found = Counter(ask.tags[0] for ask in asks)
    wanted = {Tag.RELATION, Tag.BETWEEN, Tag.ORDINAL, Tag.ROW, Tag.CELL, Tag.DIRECT, Tag.STATE}
    more = {Tag.ALREADY, Tag.FIELD, Tag.CORRECTED, Tag.MULTI, Tag.DONE, Tag.IMPOSSIBLE, Tag.ABSENT}
    assert set(found) >= wanted | more
    assert found[Tag.ABSENT] < 0.03 * len(asks)
    assert found[Tag.ORDINAL] > 0.15 * len(asks)
    assert found[Tag.STATE] > 0.04 * len(asks)
    assert len({ask.say for ask in asks}) > 2000
    assert not [ask.say for ask in asks if "{" in ask.say or "|" in ask.say]


def test_what_is_between_two_lies_between_them(asks: list[Instruction], harvest: Harvest) -> None:
    between = _clicks(asks, Tag.BETWEEN)
    for ask in between:
        meant = _meant(ask, harvest).box.center
        said = ask.say.lower()
        named = [
            one.element.box.center
            for one in _true(ask, harvest)
            for name in ((one.element.text or one.element.name).strip(" .…:").lower(),)
            if name and re.sub(r"\s*\[.*\]$", "", name) in said
        ]
        assert [at for at in named if at.x < meant.x or at.y < meant.y], ask.say
        assert [at for at in named if at.x > meant.x or at.y > meant.y], ask.say
    assert len(between) > 20


@pytest.fixture(scope="module")
def stood(harvest: Harvest) -> list[Standing]:
    return [standing(screen) for name in PROGRAMS for screen in harvest.program(name).screens[:8]]


def test_menus_are_counted_from_the_side_that_is_said(stood: list[Standing]) -> None:
    seen = Counter[str]()
    for here in stood:
        menus = sorted(
            (at for at, one in enumerate(here.elements) if one.role is Role.MENU),
            key=lambda at: here.elements[at].box.left,
        )
        for ask in counted(here):
            way = ask.sections.get("W", "")
            if ask.targets[0] not in menus or not way.startswith("nth across"):
                continue
            line = menus[::-1] if way.endswith("back") else menus
            assert NTH[line.index(ask.targets[0])] == ask.turns["N"]
            seen[way] += 1
    assert min(seen["nth across"], seen["nth across back"]) > 5


def test_what_is_said_of_a_part_of_the_window_lies_there(
    asks: list[Instruction], harvest: Harvest
) -> None:
    seen = 0
    corners = {"top left": (0, 0), "top right": (1, 0), "lower left": (0, 1), "lower right": (1, 1)}
    corners |= {"bottom left": (0, 1), "bottom right": (1, 1), "upper right": (1, 0)}
    for ask in _clicks(asks, Tag.ORDINAL):
        where = next((side for words, side in corners.items() if words in ask.say.lower()), None)
        if where is None:
            continue
        boxes = [one.element.box for one in _true(ask, harvest) if one.confirmed]
        middle = _meant(ask, harvest).box.center
        across = (min(b.left for b in boxes) + max(b.right for b in boxes)) / 2
        down = (min(b.top for b in boxes) + max(b.bottom for b in boxes)) / 2
        assert (int(middle.x > across), int(middle.y > down)) == where, ask.say
        seen += 1
    assert seen > 5


def test_of_two_the_upper_is_above_the_lower(stood: list[Standing]) -> None:
    seen = 0
    for here in stood:
        found: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
        for ask in (*counted(here), *in_groups(here)):
            kind = here.elements[ask.targets[0]].role
            group = f"{ask.sections.get('P')} {ask.names} {ask.turns.get('K')} {kind}"
            if (way := ask.sections.get("W", "")) in ("upper", "lower"):
                found[group, ask.section][way] = here.elements[ask.targets[0]].box.top
        assert all(tops["upper"] < tops["lower"] for tops in found.values())
        seen += len(found)
    assert seen > 5


def test_a_tick_is_clicked_only_where_it_is_not_as_wanted(stood: list[Standing]) -> None:
    seen = Counter[tuple[str, bool]]()
    for here in stood:
        for ask in states(here):
            checked = here.elements[ask.targets[0]].checked
            wanted = ask.section not in ("off", "hidden", "unused", "not done", "untick")
            assert isinstance(ask.do, DoFinish) is (checked is wanted)
            assert (Tag.NEGATED in ask.tags) is not wanted
            seen[ask.section, checked] += 1
    assert min(seen["on", True], seen["on", False], seen["off", True], seen["off", False]) > 5


def test_what_is_so_already_needs_nothing(asks: list[Instruction]) -> None:
    so = [ask for ask in asks if ask.tags[0] in (Tag.ALREADY, Tag.DONE)]
    assert {type(ask.right[0]) for ask in so} == {DoFinish}
    nowhere = [ask for ask in asks if ask.tags[0] in (Tag.ABSENT, Tag.IMPOSSIBLE)]
    assert {type(ask.right[0]) for ask in nowhere} == {DoAsk}


def test_greyed_things_are_not_clicked(asks: list[Instruction], harvest: Harvest) -> None:
    clicked = [ask for ask in asks if isinstance(ask.right[0], DoClick)]
    assert not [ask.say for ask in clicked if _meant(ask, harvest).disabled]


def test_of_two_goals_the_one_is_served_that_comes_first(
    asks: list[Instruction], harvest: Harvest
) -> None:
    backwards = 0
    for ask in asks:
        if ask.tags[0] is not Tag.MULTI:
            continue
        assert ask.serves, ask.say
        assert ask.serves in ask.say
        meant = _meant(ask, harvest)
        name = re.sub(r"\s*[\[(].*", "", (meant.text or meant.name).strip(" .…:")).lower()
        assert name in ask.serves.lower(), (ask.say, ask.serves)
        for past in ask.history:
            assert past.serves in ask.say
            assert past.serves not in ("", ask.serves)
        if re.match(r"(and )?before (?!that)", ask.say.lower()):
            backwards += 1
            after = ask.say.endswith((ask.serves, f"{ask.serves}."))
            assert after is not bool(ask.history), ask.say
    assert backwards > 3


def test_corrections_mean_what_is_said_last_or_not_taken_back(
    asks: list[Instruction], harvest: Harvest
) -> None:
    seen = 0
    for ask in _clicks(asks, Tag.CORRECTED):
        taken_back = re.match(r"not (.+?)(?: but |, but |, |: )(.+)$", ask.say, re.IGNORECASE)
        if taken_back is None or Tag.RELATION in ask.tags:
            continue
        meant = _meant(ask, harvest)
        name = re.sub(r"\s*[\[(].*", "", (meant.text or meant.name).strip(" .…:")).lower()
        assert name in taken_back[2].lower(), ask.say
        seen += 1
    assert seen > 3


def test_text_follows_a_click_into_its_field(asks: list[Instruction], harvest: Harvest) -> None:
    typed = [ask for ask in asks if isinstance(ask.right[0], DoType)]
    for ask in typed:
        assert isinstance(ask.right[0], DoType)
        assert ask.right[0].text in ask.say
        first = ask.history[0].did
        assert isinstance(first, DoClick)
        assert _true(ask, harvest)[first.on].element.role is Role.FIELD
    assert len(typed) > 5


def test_the_same_seed_makes_the_same_asks(asks: list[Instruction], harvest: Harvest) -> None:
    again = islice(asked_by_rule(harvest, PROGRAMS, random.Random(4)), 300)
    assert list(again) == asks[:300]


def test_there_is_an_end_where_no_screen_names_anything(harvest: Harvest) -> None:
    assert list(asked_by_rule(harvest, [], random.Random(1))) == []


def test_programs_for_validation_judge_nobody() -> None:
    chosen_by, judged_by = read_held_out(VALIDATION), read_held_out()
    assert chosen_by.programs
    assert not chosen_by.programs & judged_by.programs
    assert chosen_by.programs < set(Harvest().names)
    assert not set(PROGRAMS) & read_held_out(HELD_OUT, VALIDATION).programs
