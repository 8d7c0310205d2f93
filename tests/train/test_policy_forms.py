"""Forms, questions and rows: what shares its words is told apart, and parts may begin loosely."""

from __future__ import annotations

import random

from uitars_runtime.backends.embedded.network.vocabulary import SPOKEN_ID
from uitars_runtime.element import Role
from uitars_runtime.types import Box, Size
from uitars_train.data.encoding import positions_of
from uitars_train.data.episodes import episodes
from uitars_train.data.sample import Sample
from uitars_train.simulator.builder import WindowBuilder
from uitars_train.simulator.content import table
from uitars_train.simulator.forms import labelled_fields, questions
from uitars_train.simulator.lexicon import Words
from uitars_train.simulator.world import World
from uitars_train.tasks.generation import goal_for
from uitars_train.tasks.goals import Fill, Turn
from uitars_train.tasks.phrasing import HELD_OUT, Manner, expand, slipped


def builder(seed: int) -> WindowBuilder:
    rng = random.Random(seed)
    return WindowBuilder(Words(rng, False), width=700, height=600, title="Form")


def world_of(drawn: WindowBuilder) -> World:
    return World(Size(800, 700), [drawn.surface(Box(0, 0, 700, 600), titled=False)])


def manner(seed: int) -> Manner:
    rng = random.Random(seed)
    return Manner(Words(rng, False))


def test_answers_with_the_same_words_are_asked_for_by_their_question() -> None:
    asked = 0
    for seed in range(20):
        drawn = builder(seed)
        questions(drawn, 3)
        world = world_of(drawn)
        rings = [w for w, _ in world.visible() if w.role is Role.RADIO]
        twins = [w for w in rings if sum(other.text == w.text for other in rings) > 1]
        for ring in twins:
            goal = goal_for(world, ring, manner(seed), follows=False)
            assert isinstance(goal, Turn)
            assert ring.row.lower().rstrip(".") in goal.clause.text.lower()
            asked += 1
            before = {w for w in rings if w.group != ring.group and w.checked}
            world.click(ring.box.center)
            assert ring.checked
            assert {w for w in rings if w.group != ring.group and w.checked} == before
    assert asked > 30


def test_every_field_of_a_form_stands_beside_or_below_its_label() -> None:
    for seed in range(60):
        drawn = builder(seed)
        labelled_fields(drawn, ("First name", "Town", "Phone"))
        fields = [w for w in drawn.widgets if w.role is Role.FIELD]
        assert [field.name for field in fields] == ["First name", "Town", "Phone"]
        for field in fields:
            labels = [w for w in drawn.widgets if w.text.startswith(field.name) and w is not field]
            for label in labels:
                beside = label.box.right <= field.box.left and label.box.top < field.box.bottom
                above = label.box.bottom <= field.box.top + 4
                assert beside or above
            assert labels or field.placeholder


def test_a_field_in_a_row_is_asked_for_by_row_and_column() -> None:
    found = 0
    for seed in range(60):
        drawn = builder(seed)
        table(drawn)
        world = world_of(drawn)
        for widget in [w for w, _ in world.visible() if w.row and w.role is Role.FIELD]:
            goal = goal_for(world, widget, manner(seed), follows=False)
            assert isinstance(goal, Fill)
            said = goal.clause.text.lower()
            told = (widget.row, *widget.cells.values())
            assert any(words.lower().rstrip(".") in said for words in told)
            assert widget.name.lower().rstrip(".") in said
            assert goal.clause.text[slice(*goal.clause.spans["V"])] == goal.value
            found += 1
    assert found > 10


def served(sample: Sample) -> tuple[tuple[int, ...], tuple[int, ...]]:
    first, last = positions_of(sample.target, {})[:2]
    return first.words, last.words


def test_a_part_may_begin_with_the_words_that_join_it_and_never_in_another_part() -> None:
    loose = 0
    source = episodes(31)
    for _ in range(150):
        for sample in next(source):
            target = sample.target
            if target.serves is None:
                assert positions_of(target, {})[0].fixed == (SPOKEN_ID["<nothing>"],)
                continue
            begins, ends = served(sample)
            assert target.serves.first in begins
            assert target.serves.last in ends
            assert max(begins) <= min(ends)
            asked = sample.situation.asked
            for word in {*begins, *ends} - {target.serves.first, target.serves.last}:
                assert sample.tags[word] == 0
                assert word < asked
                loose += 1
    assert loose > 100


def test_wordings_slip_in_training_and_slots_never_do() -> None:
    rng = random.Random(3)
    said = [slipped("fill", "please enter the value {V} (now) in {X}", rng) for _ in range(400)]
    changed = [text for text in said if text != "please enter the value {V} (now) in {X}"]
    assert 10 < len(changed) < 100
    assert all(text.count("{V}") == text.count("{X}") == 1 for text in said)
    kept = [slipped("uncheck", "untick {X}", rng).split(" ")[0] for _ in range(200)]
    assert set(map(len, kept)) <= {5, 6, 7}


def test_held_out_wordings_are_said_as_they_are_written() -> None:
    rng = random.Random(4)
    held = Manner(Words(random.Random(4), False), held_wordings=True)
    for _ in range(80):
        assert held.pattern("press") == expand(rng.choice(HELD_OUT["press"]), rng)
