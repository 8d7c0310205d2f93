"""The symbolic desktop: what the expert does is really done, and held-out words stay held out."""

from __future__ import annotations

import random

import pytest

from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.situation import Decision
from uitars_runtime.element import Role
from uitars_runtime.types import Box, Point, Size
from uitars_train.data.episodes import episodes, player_of
from uitars_train.data.sample import Variety
from uitars_train.network.rollout import is_right, rollout
from uitars_train.simulator.lexicon import Words, is_held_out, menus
from uitars_train.simulator.world import Surface, Widget, World
from uitars_train.tasks.goals import Choose, Fill, Turn, Unreachable

VARIETIES = (
    Variety(),
    Variety(held_wordings=True),
    Variety(held_labels=True),
    Variety(held_wordings=True, held_labels=True),
)


@pytest.mark.parametrize("variety", VARIETIES)
def test_the_expert_solves_every_task_it_is_given(variety: Variety) -> None:
    """Judged by the widgets themselves, not by the expert's own opinion."""
    played = 0
    for seed in range(120):
        player = player_of(random.Random(seed), variety)
        if player is None:
            continue
        try:
            samples = player.run()
        except Unreachable:
            continue
        played += 1
        assert samples[-1].target.act in (Act.FINISHED, Act.CALL_USER, Act.FAIL)
        if samples[-1].target.act is Act.CALL_USER:
            continue
        later: set[int] = set()
        for goal in reversed(player.goals):
            widget = goal.owner if isinstance(goal, Choose) else getattr(goal, "target", None)
            # What is read off the screen is typed as the eyes read it, which may be a letter wrong.
            read = goal.kind == "copied"
            if widget is None or widget.id in later or widget.group or read:
                continue
            later.add(widget.id)
            match goal:
                case Fill(kind="clear"):
                    assert widget.text == "" or widget.placeholder
                case Fill(kind="prepend"):
                    assert widget.text.startswith(goal.value)
                case Fill():
                    assert widget.text.endswith(goal.value)
                case Turn() if widget.role is Role.CHECKBOX:
                    assert widget.checked == goal.wanted
                case Choose() if widget.role is Role.COMBO:
                    assert widget.text == goal.value
                case _:
                    pass
    assert played > 80


def test_the_same_seed_gives_the_same_episodes() -> None:
    first, second = episodes(5), episodes(5)
    for _ in range(10):
        a, b = next(first), next(second)
        assert [x.situation.task for x in a] == [x.situation.task for x in b]
        assert [x.target for x in a] == [x.target for x in b]


def test_every_target_lies_within_what_is_seen() -> None:
    source = episodes(9)
    for _ in range(80):
        for sample in next(source):
            assert all(0 <= i < len(sample.situation.elements) for i in sample.target.elements)
            assert len(sample.tags) == len(sample.situation.words)
            if sample.target.text is not None:
                assert 0 <= sample.target.text.first <= sample.target.text.last < len(sample.tags)


def test_a_model_that_gives_up_at_once_is_not_right() -> None:
    decide = lambda _: Decision(Act.FINISHED)  # noqa: E731
    rolled = [rollout(random.Random(seed), Variety(), decide) for seed in range(80)]
    known = [item for item in rolled if item is not None]
    assert sum(item.done for item in known) < len(known) / 3
    sample = next(s for s in next(episodes(3)) if s.target.act is not Act.FINISHED)
    assert not is_right(sample, Decision(Act.FINISHED))


def test_training_never_sees_held_out_labels() -> None:
    words = Words(random.Random(1), held_out=False)
    assert not any(is_held_out(words.pick("buttons")) for _ in range(500))
    held = Words(random.Random(1), held_out=True)
    assert all(is_held_out(held.pick("fields", "a question is invented")) for _ in range(200))
    assert "Save" in [entry.partition(":")[0] for entry in menus()["File"]]


def test_menus_dialogs_and_fields_answer_as_in_programs() -> None:
    menu = Widget(Role.MENU, Box(0, 0, 50, 20), "File", options=("Open", "Quit"))
    field = Widget(Role.FIELD, Box(0, 40, 200, 60), "old")
    tick = Widget(Role.CHECKBOX, Box(0, 80, 100, 100), "Loop")
    window = Surface(Box(0, 0, 400, 300), widgets=[menu, field, tick])
    world = World(Size(800, 600), [window])
    world.click(Point(10, 10))
    assert [w.text for w, _ in world.visible() if w.role is Role.MENU_ITEM] == ["Open", "Quit"]
    world.click(Point(300, 250))
    assert world.front() is window
    world.click(Point(10, 50))
    world.type(" text")
    assert field.text == "old text"
    world.press(("ctrl", "a"))
    world.type("new")
    assert field.text == "new"
    closing = Widget(Role.BUTTON, Box(20, 60, 80, 90), "OK", closes=True)
    world.surfaces.append(Surface(Box(0, 50, 120, 120), widgets=[closing], modal=True))
    world.click(Point(10, 10))
    assert world.front().modal
    world.click(Point(30, 70))
    assert world.front() is window
    assert world.find(tick) is not None
