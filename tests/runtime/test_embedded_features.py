"""Numbers of a situation: labels, likeness in writing, places, caps."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from helpers.encoded import numbers_of
from uitars_runtime.backends.embedded.network.affinity import NEARNESS
from uitars_runtime.backends.embedded.network.embeddings import (
    SKETCH,
    all_names,
    phrase_embedding,
    spoken,
)
from uitars_runtime.backends.embedded.network.features import (
    BOX,
    EXTENTS,
    Features,
)
from uitars_runtime.backends.embedded.network.layout import RELATIONS
from uitars_runtime.backends.embedded.network.vocabulary import (
    ELEMENTS_MAX,
    HISTORY_MAX,
    ICONS,
    ROW,
    TOKENS,
    WORDS_MAX,
    Act,
)
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.backends.embedded.rules import RULES
from uitars_runtime.backends.embedded.situation import Came, Done, Situation, Span
from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box, Point, Size

RULE_FIGURES = Path(__file__).parents[2] / "bench" / "results" / "rules.json"
SIZE = Size(1280, 800)


def make(task: str, *elements: Element, history: tuple[Done, ...] = ()) -> Situation:
    return prepare([task], history, elements, SIZE)


def button(text: str, left: int = 10, top: int = 10) -> Element:
    return Element(Box(left, top, left + 80, top + 24), Role.BUTTON, text, text)


def test_the_element_that_is_named_is_most_alike() -> None:
    names = ("Save", "Save As...", "Save all files", "Close", "First name", "Last name")
    elements = [button(name, top=30 * i) for i, name in enumerate(names)]
    for said, meant in (("press save as now", 1), ("click Close", 3), ("fill in Last name", 5)):
        found = numbers_of(make(said, *elements))
        likeness = found.match[found.words :, : found.words].sum(axis=1)
        assert int(likeness.argmax()) == meant


def test_a_setting_that_is_a_sentence_is_found_whole() -> None:
    setting = "Show a border around the window when several are open"
    other = "Show a border around the list when several are open"
    names = (other, setting, "Show", "Several")
    found = numbers_of(make(f"please turn on {setting}", *map(button, names)))
    exact = found.numbers[found.words :, -2 - NEARNESS - EXTENTS]
    assert exact.tolist() == [0, 1, 1, 1]
    assert int(found.numbers[found.words :, -6 - NEARNESS - EXTENTS].argmax()) == 1


def test_a_short_name_is_compared_with_no_sentence() -> None:
    task = "sort the long list of all names by size and then by date"
    alone, among = (
        numbers_of(make(task, button("list names"), *more))
        for more in ((), (button("one two three four five six seven eight"),))
    )
    one, other = (found.numbers[found.words, BOX * 7 :] for found in (alone, among))
    assert np.allclose(one, other, atol=1e-6)


def test_a_misread_word_stays_near() -> None:
    def near(a: str, b: str) -> float:
        return float(phrase_embedding(a) @ phrase_embedding(b))

    assert near("Remember me", "Rernember me") > 0.6 > near("Remember me", "Cancel")
    assert abs(near("OK", "ok") - 1) < 1e-5


def test_numbers_match_as_a_whole_and_by_digit() -> None:
    found = numbers_of(make("select 12 of 7", button("7"), button("12"), button("x")))
    seven, twelve, other = found.match[found.words :, : found.words]
    assert seven.argmax() == 4
    assert twelve[1] > 0.9
    assert twelve[2] > 0.9
    assert other.max() < 0.3


def test_words_that_were_served_are_marked() -> None:
    step = Done(Act.CLICK, "OK", Point(30, 20), Span(0, 1), Came.CHANGED)
    found = numbers_of(make("press OK then Quit", button("OK"), history=(step,)))
    rows = [set(row) for row in found.classes[: found.words].tolist()]
    assert [ROW["served:last"] in row for row in rows] == [True, True, False, False]
    inside = found.relation[found.words, found.words + 1]
    assert inside != 0
    assert inside != found.relation[found.words + 1, found.words]


def test_places_in_a_column_are_told_up_to_a_number_and_from_the_end() -> None:
    column = [Element(Box(0, 30 * at, 30, 30 * at + 20), Role.ITEM) for at in range(12)]
    found = numbers_of(make("click it", *column))
    eleventh, tenth = (set(found.classes[found.words + at].tolist()) for at in (10, 9))
    down = {ROW[name] for name in ROW if name.startswith("down:")}
    assert eleventh & down == {ROW["down:last-1"]}
    assert tenth & down == {ROW["down:10"], ROW["down:last-2"]}


def test_things_in_one_row_are_counted_from_left_to_right() -> None:
    """Also where letters that reach down move the middle of a word by some pixels."""
    tops = ("File", 22), ("Edit", 20), ("Search", 21), ("View", 20), ("Help", 23), ("Open", 60)
    menus = [
        Element(Box(60 * at, top, 60 * at + 40, top + 12), Role.MENU, name, name)
        for at, (name, top) in enumerate(tops)
    ]
    shuffled = [menus[at] for at in (5, 3, 0, 4, 2, 1)]
    found = numbers_of(make("open the third menu", *shuffled))
    rows = found.classes[found.words :]
    places = [next(at for at in range(1, 7) if ROW[f"nth:{at}"] in row) for row in rows]
    assert places == [6, 4, 1, 5, 3, 2]
    assert ROW["nth:last"] in rows[0]


def test_caps_hold_and_nothing_leaves_the_tables() -> None:
    history = tuple(Done(Act.TYPE, f"text {i}") for i in range(HISTORY_MAX + 5))
    elements = [button(f"b{i}", top=i) for i in range(ELEMENTS_MAX + 30)]
    task = "word " * (WORDS_MAX + 40)
    found = numbers_of(make(task, *elements, history=history))
    assert (found.words, found.steps, found.elements) == (WORDS_MAX, HISTORY_MAX, ELEMENTS_MAX)
    assert found.classes.max() < len(TOKENS)
    assert found.relation.max() < RELATIONS
    for values in (found.sketches, found.numbers, found.match):
        assert np.isfinite(values).all()


def test_every_role_and_state_has_its_class() -> None:
    for role in Role:
        item = msgspec.structs.replace(button("x"), role=role, checked=True, icon="save")
        found = numbers_of(make("x", item))
        classes = set(found.classes[-1].tolist())
        assert {ROW[f"role:{role}"], ROW["state:checked"], ROW["icon:save"]} <= classes


ICON_BOX = Box(10, 10, 34, 34)
SHARES = st.lists(
    st.tuples(st.sampled_from(ICONS), st.floats(0.05, 1.0)),
    min_size=1, max_size=4, unique_by=lambda meaning: meaning[0],
)  # fmt: skip


def same(one: Features, other: Features) -> bool:
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in Features.__struct_fields__
    )


@given(st.sampled_from((*ICONS, "battery")), st.sampled_from(("", "Milk")))
def test_a_sure_meaning_gives_the_same_numbers_as_the_icon_alone(icon: str, name: str) -> None:
    plain = Element(ICON_BOX, Role.ICON, name=name, icon=icon)
    weighed = msgspec.structs.replace(plain, meanings=((icon, 1.0),))
    task = f"click the {icon.replace('_', ' ')} icon"
    assert same(numbers_of(make(task, plain)), numbers_of(make(task, weighed)))


@given(SHARES)
def test_an_unsure_icon_is_as_alike_as_its_meanings_are_likely(
    meanings: list[tuple[str, float]],
) -> None:
    likely = tuple(sorted(meanings, key=lambda meaning: -meaning[1]))
    found = numbers_of(make("x", Element(ICON_BOX, Role.ICON, meanings=likely)))
    expected = np.zeros(SKETCH, np.float32)
    for name, share in likely:
        expected += phrase_embedding(spoken(name)) * np.float32(share)
    assert np.allclose(found.sketches[-1, :SKETCH], expected, atol=1e-5)
    rows = set(found.classes[-1].tolist()) & {ROW[f"icon:{icon}"] for icon in ICONS}
    noted = {ROW[f"icon:{name}"] for name, share in likely[:3] if share >= 0.15}
    assert noted == rows


def test_the_likelier_of_two_icons_is_more_alike() -> None:
    sure = Element(ICON_BOX, Role.ICON, icon="save", meanings=(("save", 0.8), ("print", 0.1)))
    unsure = Element(ICON_BOX, Role.ICON, icon="print", meanings=(("print", 0.6), ("save", 0.3)))
    for task, meant in (("click save", 0), ("click print", 1)):
        found = numbers_of(make(task, sure, unsure))
        likeness = found.match[found.words :, 1]
        assert int(likeness.argmax()) == meant


def test_an_icon_goes_by_what_it_shows() -> None:
    elements = [Element(ICON_BOX, Role.ICON, icon=icon) for icon in ("settings", "save", "search")]
    for task, meant in (("click the gear", 0), ("press the floppy disk", 1), ("the magnifier", 2)):
        found = numbers_of(make(task, *elements))
        likeness = found.match[found.words :, : found.words].max(axis=1)
        assert int(likeness.argmax()) == meant
        assert likeness[meant] > 0.6 > np.delete(likeness, meant).max()
        scores = found.numbers[found.words :, -6 - NEARNESS - EXTENTS]
        assert int(scores.argmax()) == meant


def test_what_is_called_by_its_own_name_is_more_alike_than_what_may_be_called_so() -> None:
    elements = (button("Remove"), Element(ICON_BOX, Role.ICON, icon="delete"))
    found = numbers_of(make("press Remove", *elements))
    words, icon = found.match[found.words :, 1]
    assert words > icon > 0.5


def test_every_other_name_belongs_to_words_a_person_may_say() -> None:
    for meaning, names in all_names().items():
        assert len({name.lower() for name in names} | {spoken(meaning)}) == len(names) + 1, meaning
    assert set(ICONS) - set(all_names()) == set()


def test_every_rule_has_a_measured_worth() -> None:
    """A rule whose gain the bench does not show in any of its modes has to go."""
    figures = json.loads(RULE_FIGURES.read_text("utf-8"))
    for rule in RULES:
        gains = [
            trial["wins"] - trial["costs"]
            for mode in figures.values()
            for trial in mode["trials"]
            if trial["name"] == rule.name
        ]
        assert max(gains, default=0) > 0, rule.name
        assert str(max(gains)) in rule.worth
