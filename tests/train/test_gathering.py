"""The harvest keeps what was proved right, once, and drops the rest."""

from __future__ import annotations

from pathlib import Path

from uitars_train.evaluate.apps import App
from uitars_train.policy.gathering import FIRST_SEED, Order, Tried, gather, names_of, programs_of
from uitars_train.policy.own import read_episodes

RIGHT = App(
    "right",
    "zenity --question --title=Ask --text=Go?",
    "Click Yes.",
    "test ! -e never",
    max_steps=4,
)
WRONG = App("wrong", RIGHT.app, RIGHT.task, "test -e never", max_steps=4)


def test_only_what_was_proved_right_is_kept_and_nothing_is_tried_twice(tmp_path: Path) -> None:
    order = Order(out=tmp_path / "new" / "own.jsonl", programs=(RIGHT, WRONG))
    right, wrong = gather(order)
    assert wrong == Tried("wrong", success=False, steps=0)
    assert right.success
    assert right.steps > 0
    episodes = read_episodes(order.out)
    assert [len(episode) for episode in episodes] == [right.steps]
    assert {sample.situation.task for sample in episodes[0]} == {RIGHT.task}
    assert list(gather(order)) == [right, wrong]
    assert len(read_episodes(order.out)) == 1


def test_nothing_is_played_where_nothing_is_named(tmp_path: Path) -> None:
    order = Order(tmp_path / "own.jsonl", pages=names_of(None), programs=programs_of(None))
    assert list(gather(order)) == []
    assert FIRST_SEED >= 1000, "evaluations use the seeds below"
