"""Goals of several moves, worlds of their own, what is misread, and rounding in training."""

from __future__ import annotations

import random
from pathlib import Path

import torch

from uitars_runtime.backends.embedded.network.vocabulary import SPOKEN, TOKENS, Act
from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box, Point, Size
from uitars_train.data.episodes import episodes, player_of
from uitars_train.data.sample import Sample, Variety, read_episodes, write_episodes
from uitars_train.data.stream import batches
from uitars_train.network import weights as checkpoint
from uitars_train.network.model import Decoder, Shape
from uitars_train.network.quantization import Rounding, pack
from uitars_train.noise.errors import merged, written
from uitars_train.simulator.world import Surface, Widget, World, magnify
from uitars_train.tasks.goals import CopyOver, Explore, Goal, Pull, Through

SMALL = Shape(width=64, layers=2, heads=4, experts=4, chosen=2, inner=32)


def world(*widgets: Widget) -> World:
    return World(Size(800, 600), [Surface(Box(0, 0, 800, 600), widgets=list(widgets))])


def play(goal: Goal, here: World, limit: int = 12) -> list[Act]:
    """Carry out what the expert wants until it wants nothing."""
    acts: list[Act] = []
    while (wish := goal.next(here)) is not None:
        acts.append(wish.act)
        assert len(acts) < limit
        box = here.find(wish.target) if wish.target is not None else None
        match wish.act:
            case Act.CLICK if box is not None:
                here.click(box.center)
            case Act.DRAG if box is not None and wish.onto is not None:
                onto = here.find(wish.onto)
                assert onto is not None
                here.drag(box.center, onto.center)
            case Act.HOTKEY:
                here.press(tuple(str(key) for key in wish.keys))
            case _:
                raise AssertionError(wish)
    return acts


def test_an_entry_of_a_menu_inside_a_menu() -> None:
    menu = Widget(Role.MENU, Box(0, 0, 50, 20), "Edit", options=("Undo", "Convert"))
    menu.nested = {"Convert": ("Upper", "Lower")}
    here = world(menu)
    assert play(Through("submenu", menu, ("Convert", "Lower")), here) == [Act.CLICK] * 3
    assert here.log[-1][2] == "Lower"
    assert here.front().owner is None


def test_what_is_behind_a_tab_is_looked_for() -> None:
    tabs = [Widget(Role.TAB, Box(60 * i, 0, 60 * i + 50, 20), f"T{i}", group="t") for i in range(3)]
    tabs[0].selected = True
    link = Widget(Role.LINK, Box(0, 100, 80, 120), "Rates", page="T2")
    here = world(*tabs, link)
    here.front().page = "T0"
    assert len(play(Explore("explore", tabs, link), here)) == 3
    assert here.log[-1][1] == link.id


def test_two_entries_change_places_by_a_drag() -> None:
    rows = [Widget(Role.ITEM, Box(0, 30 * i, 90, 30 * i + 24), str(i), group="l") for i in range(3)]
    here = world(*rows)
    assert play(Pull("drag", rows[0], rows[2]), here) == [Act.DRAG]
    assert rows[0].box.top == 60


def test_a_text_travels_by_the_clipboard() -> None:
    full = Widget(Role.FIELD, Box(0, 0, 100, 20), "a\nb")
    empty = Widget(Role.FIELD, Box(0, 40, 100, 60))
    assert len(play(CopyOver("copiedfield", full, empty), world(full, empty))) == 5
    assert empty.text == full.text


def test_a_magnified_world_answers_where_it_is_drawn() -> None:
    tick = Widget(Role.CHECKBOX, Box(10, 10, 60, 30), "Loop")
    here = world(tick)
    magnify(here, 3.0)
    here.click(Point(100, 60))
    assert tick.checked
    assert here.size == Size(2400, 1800)


def test_words_that_stand_close_run_together() -> None:
    def words(left: int, text: str, role: Role = Role.LINK) -> Element:
        return Element(Box(left, 0, left + 40, 16), role, text, text)

    close = [words(0, "Home"), words(50, "News"), words(300, "Far"), words(350, "OK", Role.BUTTON)]
    texts = [item.text for item in merged(close, 1.0, 1)]
    assert texts == ["Home News", "Far", "OK"]
    assert [i.text for i in written(Box(0, 0, 300, 200), "a\nb", Role.TEXT, 1.0)] == ["a", "b"]


def test_notes_hold_what_the_task_leaves_out() -> None:
    told = 0
    for seed in range(600):
        player = player_of(random.Random(seed), Variety())
        if player is None:
            continue
        for goal in player.goals:
            if goal.kind == "recalled":
                start, end = (goal.clause.start + at for at in goal.clause.spans["V"])
                assert player.words[len(player.words) - player.noted].start <= start
                assert player.task[start:end] in player.task
                told += 1
    assert told > 3


def test_every_kind_of_task_occurs() -> None:
    source = episodes(11)
    kinds = {sample.kind for _ in range(700) for sample in next(source)}
    rare = {"submenu", "explore", "drag", "copiedfield", "colour", "ordinal", "disabled", "blocked"}
    assert rare <= kinds


def test_own_episodes_come_back_as_they_were(tmp_path: Path) -> None:
    source = episodes(4)
    made: list[list[Sample]] = [next(source) for _ in range(3)]
    path = tmp_path / "own.jsonl"
    assert write_episodes(path, made) == 3
    assert read_episodes(path) == made
    batch = next(batches(1, 4, pool=2, own=path))
    assert batch["scored"].any()


def test_training_rounds_as_the_files_do() -> None:
    model = Decoder(SMALL)
    batch = next(batches(2, 2, pool=2))
    plain, _, _ = model(batch)
    rounding = Rounding(model, activations=True)
    weight = model.query.weight
    exact = weight.detach().clone()
    with rounding():
        rounded, _, _ = model(batch)
        rounded.sum().backward()
        used = weight.detach().clone()
    assert plain.shape == rounded.shape
    assert not torch.equal(plain, rounded)
    assert torch.equal(weight, exact)
    assert weight.grad is not None
    assert weight.grad.abs().sum() > 0
    assert torch.equal(used, torch.as_tensor(pack(exact.numpy()).meant))
    assert 0 < (used - exact).abs().mean() < exact.abs().mean() / 5


def test_a_warm_start_finds_rows_by_their_names(tmp_path: Path) -> None:
    model = Decoder(SMALL)
    optimizer = torch.optim.AdamW(model.parameters())
    path = tmp_path / "checkpoint.pt"
    checkpoint.save(path, model, optimizer, checkpoint.Progress(3, 30))
    state = torch.load(path, weights_only=True)
    # As before a token was added: without the third row of either table.
    state["tokens"] = [*TOKENS[:2], *TOKENS[3:]]
    state["spoken"] = [*SPOKEN[:2], *SPOKEN[3:]]
    for name in ("table.weight", "say.weight", "say.bias"):
        rows = state["model"][name]
        state["model"][name] = torch.cat([rows[:2], rows[3:]])
    torch.save(state, path)
    started = Decoder(SMALL)
    assert checkpoint.resume(path, started, torch.optim.AdamW(started.parameters())).seen == 30
    assert torch.equal(started.say.weight[3:], model.say.weight[3:])
    assert torch.equal(started.table.weight[-1], model.table.weight[-1])
    assert not torch.equal(started.say.weight[2], model.say.weight[2])
