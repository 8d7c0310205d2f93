"""What real programs have: rows told in many ways, far labels, popups, near misses, odd looks."""

from __future__ import annotations

import random

from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.situation import Span
from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.naming import with_names
from uitars_runtime.types import Box, Size
from uitars_train.data.episodes import player_of
from uitars_train.data.sample import SEEN
from uitars_train.noise.errors import MEASURED, doubled
from uitars_train.noise.eyes import Eyes
from uitars_train.noise.mishaps import doubted, early, told
from uitars_train.simulator.builder import WindowBuilder
from uitars_train.simulator.content import checklist, table
from uitars_train.simulator.forms import preference_rows, twin_groups
from uitars_train.simulator.lexicon import Words
from uitars_train.simulator.programs import random_world
from uitars_train.simulator.world import Widget, World, element
from uitars_train.tasks.generation import goal_for
from uitars_train.tasks.goals import Absent, Choose, Fill, Turn, Unreachable
from uitars_train.tasks.list_goals import PLACES, first_in_rows, is_single, row_button, row_tick
from uitars_train.tasks.phrasing import Manner, names_of, on_screen
from uitars_train.tasks.special_goals import absent


def builder(seed: int) -> WindowBuilder:
    rng = random.Random(seed)
    return WindowBuilder(Words(rng, False), width=700, height=600, title="Window")


def world_of(drawn: WindowBuilder) -> World:
    return World(Size(800, 700), [drawn.surface(Box(0, 0, 700, 600), titled=False)])


def manner(seed: int) -> Manner:
    rng = random.Random(seed)
    return Manner(Words(rng, False))


def test_a_row_is_told_by_its_first_cell_another_one_or_its_place() -> None:
    ways = {"first": 0, "other": 0, "place": 0}
    for seed in range(150):
        drawn = builder(seed)
        (checklist if seed % 2 else table)(drawn)
        world = world_of(drawn)
        heads = [cell.box.center.y for cell in first_in_rows(world)]
        for widget in [w for w, _ in world.visible() if w.row and w.cells]:
            if widget.role not in (Role.CHECKBOX, Role.BUTTON):
                continue
            tick = widget.role is Role.CHECKBOX
            goal = (row_tick if tick else row_button)(world, widget, manner(seed))
            said = goal.clause.text.lower()
            place = min(range(len(heads)), key=lambda at: abs(heads[at] - widget.box.center.y))
            others = [text for text in widget.cells.values() if is_single(world, text)]
            if goal.kind == "rowplace":
                assert any(word in said for word in (*PLACES[place], "last")), said
                ways["place"] += 1
            elif any(text.lower().rstrip(".:* ") in said for text in others):
                ways["other"] += 1
            else:
                assert widget.row.lower().rstrip(".:* ") in said, said
                ways["first"] += 1
    assert min(ways.values()) > 10, ways


def test_a_control_far_from_its_name_is_named_by_it() -> None:
    named = 0
    for seed in range(80):
        drawn = builder(seed)
        preference_rows(drawn, 6)
        seen = [element(w, w.box, focused=False) for w in drawn.widgets]
        bare = [
            Element(item.box, item.role, item.text if item.role is Role.TEXT else "")
            for item in seen
        ]
        for item, found in zip(seen, with_names(bare), strict=True):
            height = item.box.center.y
            level = [w for w in seen if w.role is Role.TEXT and abs(w.box.center.y - height) < 20]
            if item.role in (Role.CHECKBOX, Role.COMBO) and len(level) == 1:
                assert found.name == item.name.rstrip(":* ")
                named += 1
    assert named > 100


def test_fields_of_like_name_are_told_by_their_groups() -> None:
    found = 0
    for seed in range(60):
        drawn = builder(seed)
        twin_groups(drawn, 3)
        world = world_of(drawn)
        fields = [w for w, _ in world.visible() if w.role is Role.FIELD]
        assert len({(w.row, w.name) for w in fields}) == len(fields)
        assert len({w.row for w in fields}) == 2
        for field in fields:
            goal = goal_for(world, field, manner(seed), follows=False)
            assert isinstance(goal, Fill)
            assert field.row.lower() in goal.clause.text.lower()
            found += 1
    assert found > 100


def test_what_is_absent_is_on_no_screen_under_any_of_its_names() -> None:
    near = 0
    for seed in range(150):
        rng = random.Random(seed)
        world = random_world(rng)
        goal = absent(world, Manner(Words(rng, False)))
        if goal is None:
            continue
        assert isinstance(goal, Absent)
        shown = on_screen(world)
        start, end = goal.clause.spans["X"]
        label = goal.clause.text[start:end].lower()
        assert not any(name in shown for name in names_of(label))
        assert label not in shown.split("\n")
        near += any(word in shown.split() for word in label.split() if len(word) > 3)
    assert near > 20


def test_a_popup_is_put_away_and_the_task_goes_on() -> None:
    closed = 0
    for seed in range(150):
        player = player_of(random.Random(seed), SEEN)
        if player is None:
            continue
        player.interrupted, player.blocked_from = 1, 99
        try:
            samples = player.run()
        except Unreachable:
            continue
        if player.popup is None or samples[-1].target.act is not Act.FINISHED:
            continue
        # One that comes up when all is done may stay.
        closed += player.popup not in player.world.surfaces
        assert player.next() is None
    assert closed > 20


def test_a_tick_done_before_its_turn_is_not_turned_again() -> None:
    ticks = [Widget(Role.CHECKBOX, Box(0, y, 20, y + 20), str(y)) for y in (0, 40, 80)]
    goals = [Turn("check", tick) for tick in ticks]
    at = early(goals, 0, random.Random(1))
    assert at in (1, 2)
    ticks[at].checked = True
    assert goals[at].next(World(Size(100, 100), [])) is None
    assert early(goals, 2, random.Random(1)) is None


def test_borders_drawn_wrongly_stay_inside_what_belongs_to_the_part() -> None:
    whole, rng = Span(4, 9), random.Random(3)
    drawn = {told(Span(4, 9), whole, (2, 1), rng) for _ in range(300)}
    assert len(drawn) > 5
    assert all(2 <= span.first <= span.last <= 10 for span in drawn)


def test_doubted_controls_are_taken_for_something_else() -> None:
    world = random_world(random.Random(4))
    buttons = [w for w, _ in world.visible() if w.role is Role.BUTTON]
    eyes = Eyes(seed=1, level=0.0, doubted=frozenset(w.id for w in buttons))
    seen = eyes.look(world, random.Random(1))
    roles = set(MEASURED.taken(Role.BUTTON))
    for button in buttons:
        over = [item for item in seen if button.box.contains(item.box.center)]
        assert {item.role for item in over if item.text == button.text} <= roles


def test_only_what_goals_are_about_is_doubted() -> None:
    rng = random.Random(2)
    owner = Widget(Role.COMBO, Box(0, 0, 90, 20), "Red")
    tick = Widget(Role.CHECKBOX, Box(0, 30, 90, 50), "Bold")
    found = [doubted([Choose("combo", owner, "Red"), Turn("check", tick)], rng) for _ in range(200)]
    assert {owner.id, tick.id} == {number for some in found for number in some}
    assert frozenset() in found


def test_what_is_seen_inside_a_control_lies_in_its_box() -> None:
    combo = Element(Box(100, 10, 220, 36), Role.COMBO, "Red", "Colour")
    split = [doubled(combo, 1.0, random.Random(seed)) for seed in range(300)]
    twice = [pair for pair in split if len(pair) == 2]
    assert 10 < len(twice) < 100
    for outer, inner in twice:
        assert outer.box == combo.box
        assert combo.box.contains(inner.box.center)
        assert "Red" in (outer.text, inner.text) or inner.text == ""


def test_a_strange_program_hides_which_tab_is_in_front() -> None:
    front = Widget(Role.TAB, Box(0, 0, 80, 24), "General", selected=True, group="tabs")
    other = Widget(Role.TAB, Box(84, 0, 160, 24), "Fonts", group="tabs")
    world = random_world(random.Random(1))
    world.surfaces[-1].widgets = [front, other]
    world.surfaces[-1].box = Box(0, 0, 400, 300)
    world.surfaces = world.surfaces[-1:]
    taken: set[Role] = set()
    for seed in range(60):
        eyes = Eyes(seed=seed, level=0.0, strange=True)
        seen = eyes.look(world, random.Random(seed))
        taken |= {item.role for item in seen if item.text == "General"}
    assert {Role.TAB, Role.TEXT} <= taken


def test_a_label_of_marks_alone_has_variants() -> None:
    words = Words(random.Random(3), held_out=False)
    assert all(words.variant(":").strip() for _ in range(30))
