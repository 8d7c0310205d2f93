"""MiniWoB++ pages played several at once: the tries, their order and what is kept are those of one
by one, also where a desktop dies meanwhile."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from uitars_runtime.frame import Frame
from uitars_runtime.sessions.folder import living
from uitars_runtime.sessions.pool import LocalPool
from uitars_runtime.sessions.terms import SessionOrder
from uitars_runtime.types import Size
from uitars_train.evaluate import miniwob
from uitars_train.evaluate.contenders import Oracle
from uitars_train.evaluate.kept import Kept
from uitars_train.evaluate.last_look import Look

TASKS = ("click-test-2", "enter-text", "click-button")
ORDER = SessionOrder(programs="open")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    yield
    assert living() == []


@contextmanager
def oracle() -> Generator[miniwob.Contender]:
    """Knows all of them but one."""
    yield lambda page, task: Oracle(page, "another-task" if task == "enter-text" else task)


def told(one: miniwob.Episode) -> tuple[object, ...]:
    return one.task, one.seed, one.success, one.steps, one.ending


@pytest.mark.drill
def test_tries_are_those_of_one_by_one(tmp_path: Path) -> None:
    failed: list[tuple[str, int, str]] = []

    def fail(one: miniwob.Episode, look: Look) -> None:
        assert Frame.of_png(look.png).size == Size(1280, 800)
        failed.append((one.task, one.seed, look.task))

    kept = Kept(tmp_path / "kept.jsonl", miniwob.EPISODE)
    alone = list(miniwob.evaluate(TASKS, 2, oracle, Kept(None, miniwob.EPISODE), failed=fail))
    before, failed = failed, []
    with LocalPool(ORDER, 2) as pool:
        together = list(miniwob.evaluate(TASKS, 2, oracle, kept, pool, fail))
    assert [*map(told, together)] == [*map(told, alone)]
    assert [(one.task, one.seed) for one in alone] == [
        (task, seed) for task in TASKS for seed in (0, 1)
    ]
    assert failed == before
    assert [(task, seed) for task, seed, _ in failed] == [("enter-text", 0), ("enter-text", 1)]
    # What is on disk is not played again: there is nobody who could.
    again = Kept(tmp_path / "kept.jsonl", miniwob.EPISODE)
    assert list(miniwob.evaluate(TASKS, 2, pytest.fail, again)) == together


def test_a_try_whose_desktop_dies_is_played_again_and_counted_once(tmp_path: Path) -> None:
    died = threading.Event()

    @contextmanager
    def fatal() -> Generator[miniwob.Contender]:
        def contender(page: miniwob.Page, task: str) -> Oracle:
            if not died.is_set():
                died.set()
                for session in living():
                    os.kill(session.host, signal.SIGKILL)
            return Oracle(page, task)

        yield contender

    kept = Kept(tmp_path / "kept.jsonl", miniwob.EPISODE)
    with LocalPool(ORDER, 1) as pool:
        found = list(miniwob.evaluate(("click-test-2",), 2, fatal, kept, pool))
        assert (pool.metrics.repeated, pool.metrics.replaced) == (1, 1)
    assert [(one.seed, one.success) for one in found] == [(0, True), (1, True)]
    assert len((tmp_path / "kept.jsonl").read_text().splitlines()) == 2
