"""MiniWoB++ through the real desktop: pages, random clicks and the oracle, by our own hands."""

from __future__ import annotations

import subprocess
from collections.abc import Generator
from pathlib import Path
from threading import Event
from typing import cast

import pytest

from uitars_runtime.browser.page import Page as ChromiumPage
from uitars_runtime.consent import Question
from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.types import Action, Click, Decision, Drag, Point, Press, Task, Type
from uitars_train.evaluate import miniwob
from uitars_train.evaluate.contenders import Oracle, RandomClicks, below_query
from uitars_train.evaluate.proctor import Proctor

OPEN = Path(__file__).parents[2] / "bench" / "exam" / "miniwob_open.txt"


@pytest.fixture(scope="module")
def desktop() -> Generator[miniwob.Desk]:
    with miniwob.desk() as opened:
        yield opened


@pytest.mark.parametrize(
    "task",
    [
        *("click-test-2", "click-checkboxes", "click-dialog", "enter-text", "choose-list"),
        *("enter-time", "enter-password", "drag-sort-numbers", "click-scroll-list", "terminal"),
        *("email-inbox-reply", "circle-center"),
    ],
)
def test_the_oracle_does_it(desktop: miniwob.Desk, task: str) -> None:
    episode = miniwob.try_task(task, 1, Oracle(desktop.page, task), desktop)
    assert episode.success, episode
    assert episode.ending == "page ended"


def test_a_task_the_oracle_was_not_taught_is_a_failure(desktop: miniwob.Desk) -> None:
    episode = miniwob.try_task("click-test", 0, Oracle(desktop.page, "another-task"), desktop)
    assert (episode.success, episode.steps, episode.ending) == (False, 1, "impossible")


@pytest.mark.drill
@pytest.mark.timeout(3600)
def test_every_open_task_can_be_done(desktop: miniwob.Desk) -> None:
    """By the hands on the screen, in one of three tries: the game's other side plays by chance."""
    for task in miniwob.read_tasks(OPEN):
        oracle = Oracle(desktop.page, task)
        tries = (miniwob.try_task(task, seed, oracle, desktop).success for seed in range(3))
        assert any(tries), task


def question(action: Action, risk: str = "R4") -> Question:
    return Question(action, risk, "rule-2/R4", "Enter Password Task", 60.0)


@pytest.mark.parametrize(
    ("asked", "allowed"),
    [
        (question(Type("hunter2")), True),
        (question(Press(("tab",))), True),
        (question(Click(Point(1, 1))), True),
        (question(Type("a password of mine")), False),
        (question(Press(("ctrl", "v"))), False),
        (question(Drag(Point(1, 1), Point(2, 2))), False),
        (question(Type("hunter2"), "S-other"), False),
    ],
)
def test_only_the_pages_own_password_is_allowed(asked: Question, allowed: bool) -> None:
    proctor = Proctor()
    proctor.told = 'Enter the password "hunter2" into both text fields.'
    assert (proctor.ask(asked).verdict.decision is Decision.ALLOW) is allowed


def test_a_seed_makes_the_same_page(desktop: miniwob.Desk) -> None:
    told = [desktop.page.start("enter-text", seed) for seed in (3, 4, 3)]
    assert told[0] == told[2] != told[1]
    assert desktop.page.solved() is None


def test_random_clicks_stay_on_the_page(desktop: miniwob.Desk) -> None:
    desktop.page.start("click-test", 0)
    box = desktop.page.box()
    clicks = RandomClicks(below_query(desktop.page), miniwob.STEPS)
    frame = desktop.hands.observe()
    for told in "abcde":
        action = clicks.propose(Task(told), (), (), frame, Event()).action
        assert isinstance(action, Click)
        assert box.contains(action.at)


def test_all_open_tasks_are_there(tmp_path: Path) -> None:
    assert len(miniwob.read_tasks(OPEN)) == 63
    (tmp_path / "tasks.txt").write_text("click-test no-such-task")
    with pytest.raises(UsageError, match="no-such-task"):
        miniwob.read_tasks(tmp_path / "tasks.txt")
    (tmp_path / "tasks.txt").write_text("\n")
    with pytest.raises(UsageError, match="names no task"):
        miniwob.read_tasks(tmp_path / "tasks.txt")
    (tmp_path / "tasks.txt").write_text("click-test\nclick-link\nclick-test\n")
    with pytest.raises(UsageError, match="names the task 'click-test' twice"):
        miniwob.read_tasks(tmp_path / "tasks.txt")


def test_a_row_is_the_mean_over_tasks() -> None:
    tries = [
        miniwob.Episode("a", 0, True, 2, 1.0, "page ended"),
        miniwob.Episode("a", 1, False, 4, 3.0, "stuck"),
        miniwob.Episode("b", 0, True, 2, 2.0, "page ended"),
    ]
    found = miniwob.row(tries)
    assert found.success_rate == 0.75
    assert (found.episodes, found.steps_mean, found.seconds_per_step) == (3, 2.67, 0.75)
    assert found.tasks["a"] == miniwob.Tries(0.5, 2)
    assert found.endings == {"stuck": 1}


def by_xdotool(desktop: miniwob.Desk, *command: str) -> str:
    line, where = ["xdotool", *command], desktop.hands.environment
    return subprocess.check_output(line, env=where, text=True).strip()


def test_a_window_that_was_put_away_is_back_for_the_next_try(desktop: miniwob.Desk) -> None:
    window = by_xdotool(desktop, "getactivewindow")
    by_xdotool(desktop, "windowminimize", "--sync", window)
    oracle = Oracle(desktop.page, "click-test-2")
    assert miniwob.try_task("click-test-2", 2, oracle, desktop).success
    assert by_xdotool(desktop, "getactivewindow") == window


class Undrawn:
    """A browser that opens pages and never draws one."""

    def __init__(self) -> None:
        self.opened = 0

    def bring_back(self) -> None:
        """Its window lies in front already."""

    def open(self, address: str) -> None:
        assert address.endswith("/click-test.html")
        self.opened += 1

    def run(self, script: str, *_arguments: object) -> object:
        return "core" in script  # the page is there, and that is all


def test_a_page_that_is_never_drawn_is_opened_again_and_then_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(miniwob, "_FRAMES", 3)
    browser = Undrawn()
    page = miniwob.Page(cast(ChromiumPage, browser), miniwob.html_folder())
    with pytest.raises(DesktopError, match="does not draw the page click-test"):
        page.start("click-test", 1)
    assert browser.opened > 1
