"""What windows of programs have: tabs below each other, labels that share words, greyed parts."""

from __future__ import annotations

import random
from collections import Counter

from uitars_runtime.element import Role
from uitars_runtime.types import Box, Size
from uitars_train.noise.eyes import Eyes
from uitars_train.simulator.bars import tabs
from uitars_train.simulator.builder import WindowBuilder
from uitars_train.simulator.controls import checks, plain_buttons
from uitars_train.simulator.lexicon import Words, is_held_out
from uitars_train.simulator.world import COLUMN, Widget, World


def builder(seed: int) -> WindowBuilder:
    rng = random.Random(seed)
    return WindowBuilder(Words(rng, False), width=700, height=600, title="Window")


def world_of(drawn: WindowBuilder) -> World:
    return World(Size(800, 700), [drawn.surface(Box(0, 0, 700, 600), titled=False)])


def shown_tabs(world: World) -> list[Widget]:
    return [widget for widget, _ in world.visible() if widget.role is Role.TAB]


def test_tabs_below_each_other_show_their_pages_beside_them() -> None:
    columns = 0
    for seed in range(60):
        drawn = builder(seed)
        tabs(drawn)
        world = world_of(drawn)
        bar = shown_tabs(world)
        assert sum(tab.selected for tab in bar) == 1
        if not bar[0].group.startswith(COLUMN):
            continue
        columns += 1
        assert len({tab.box.left for tab in bar}) == 1
        for tab in bar:
            world.click(tab.box.center)
            assert [other.text for other in shown_tabs(world) if other.selected] == [tab.text]
            pages = [w for w, _ in world.visible() if w.role is not Role.TAB]
            assert all(w.box.left > tab.box.right for w in pages)
    assert 10 < columns < 40


def test_tabs_below_each_other_are_taken_for_one_thing_all_together() -> None:
    alike, habits = 0, Counter[Role]()
    for seed in range(120):
        drawn = builder(seed)
        tabs(drawn)
        world = world_of(drawn)
        words = {tab.text for tab in shown_tabs(world)}
        if not shown_tabs(world)[0].group.startswith(COLUMN):
            continue
        eyes = Eyes.drawn(random.Random(seed), "")
        roles = {e.role for e in eyes.look(world, random.Random(seed)) if e.text in words}
        habits[eyes.column] += 1
        # Now and then something is seen twice, and words of the page are those of a tab.
        alike += roles <= {eyes.column}
    assert set(habits) == {Role.TAB, Role.TEXT, Role.ITEM}
    assert alike > habits.total() * 0.8


def test_labels_of_one_window_often_share_a_word_and_stay_on_their_side() -> None:
    shared = 0
    for seed in range(200):
        held = bool(seed % 2)
        words = Words(random.Random(seed), held)
        plain = words.several("buttons", 5, "any label is invented")
        labels = words.kindred(plain)
        assert len(labels) == len(plain)
        assert all(is_held_out(label) == held for label in labels)
        said = Counter(word.lower() for label in labels for word in set(label.split()))
        shared += not held and said.most_common(1)[0][1] >= 3
    assert shared > 60


def test_settings_are_sentences_now_and_then() -> None:
    labels = [label for seed in range(60) for label in builder(seed).fresh("checks", 4)]
    long = [label for label in labels if len(label.split()) >= 5]
    assert len(labels) / 8 < len(long) < len(labels) * 3 / 4


def test_most_of_one_kind_is_greyed_in_some_windows() -> None:
    greyed = 0
    for seed in range(200):
        drawn = builder(seed)
        plain_buttons(drawn, 5)
        checks(drawn, 3)
        seen = [widget for widget, _ in world_of(drawn).visible()]
        off = {widget.role for widget in seen if widget.disabled and widget.role is not Role.TEXT}
        most = [
            role
            for role in off
            if 2 * sum(w.disabled for w in seen if w.role is role)
            > sum(w.role is role for w in seen)
        ]
        greyed += bool(most)
    assert 4 < greyed < 60


def test_buttons_that_open_a_dialogue_end_in_dots() -> None:
    labels: list[str] = []
    for seed in range(80):
        drawn = builder(seed)
        plain_buttons(drawn, 5)
        labels += [w.text for w, _ in world_of(drawn).visible() if w.role is Role.BUTTON]
    dotted = [label for label in labels if label.endswith("...")]
    assert 0.02 < len(dotted) / len(labels) < 0.25


def test_small_pictures_before_the_words_of_a_button_are_read_as_letters() -> None:
    read = Counter[bool]()
    for seed in range(200):
        drawn = builder(seed)
        plain_buttons(drawn, 4)
        world = world_of(drawn)
        words = {w.text for w, _ in world.visible()}
        eyes = Eyes.drawn(random.Random(seed), "")
        for element in eyes.look(world, random.Random(seed)):
            if any(element.text != text and element.text.endswith(text) for text in words if text):
                read[eyes.letters > 0] += 1
    assert read[True] > 4 * max(read[False], 1)
