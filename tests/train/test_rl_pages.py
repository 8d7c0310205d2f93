"""Pages as an environment: the same page for the same seed, judged by itself, and lost when its
browser is."""

from __future__ import annotations

import runpy
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from helpers.desks import until
from helpers.family import alive, kill_browsers
from helpers.small_run import killed_and_gone_on
from uitars_runtime.backends.embedded.network.decoder import Decided
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.situation import Came, Decision, Situation, Span, called
from uitars_runtime.element import Role
from uitars_runtime.errors import UsageError
from uitars_train import cli
from uitars_train.data.sample import Sample, read_episodes
from uitars_train.rl.arena import Arena
from uitars_train.rl.environment import LostError, Place, opened
from uitars_train.rl.lessons import lessons
from uitars_train.rl.pages.playing import Pages

BENCH = Path(__file__).parents[2] / "bench"
PLAYED = ("click-button", "choose-list", "click-color", "enter-text", "terminal")
SEEDS = range(1000, 1020)
"""The eyes' faults may hide what a page is about."""


@pytest.fixture(scope="module")
def told() -> Generator[Pages]:
    pages = Pages(PLAYED, "dom")
    yield pages
    pages.close()


@pytest.fixture(scope="module")
def pictured() -> Generator[Pages]:
    pages = Pages(PLAYED, "eyes")
    yield pages
    pages.close()


def named(seen: Situation, name: str, *roles: Role) -> int | None:
    """The lowest element that is called so."""
    fitting = [
        at
        for at, item in enumerate(seen.elements)
        if called(item) == name and (not roles or item.role in roles)
    ]
    return max(fitting, key=lambda at: seen.elements[at].box.top, default=None)


def field(seen: Situation) -> int | None:
    roles = (Role.FIELD, Role.COMBO)
    return next((at for at, item in enumerate(seen.elements) if item.role in roles), None)


def click(pages: Pages, element: int | None) -> bool:
    """Whether the episode goes on; it ends where there is nothing to click."""
    if element is None:
        return False
    return pages.act(Decision(Act.CLICK, Span(0, 0), element=element))


def quoted(seen: Situation) -> Span:
    first = next(at for at, word in enumerate(seen.words) if word.opens) + 1
    last = next(at for at, word in enumerate(seen.words) if word.closes and at >= first) - 1
    return Span(first, last)


def said(seen: Situation, span: Span) -> str:
    return seen.task[seen.words[span.first].start : seen.words[span.last].end]


def press_the_button(pages: Pages, seed: int) -> float:
    assert pages.reset("click-button", seed)
    seen = pages.look()
    click(pages, named(seen, said(seen, quoted(seen)), Role.BUTTON))
    return pages.reward()


def enter_the_text(pages: Pages, seed: int) -> float:
    assert pages.reset("enter-text", seed)
    if click(pages, field(pages.look())):
        seen = pages.look()
        assert pages.act(Decision(Act.TYPE, Span(0, 0), text=quoted(seen)))
        click(pages, named(pages.look(), "Submit"))
    return pages.reward()


def choose_from_the_list(pages: Pages, seed: int) -> float:
    assert pages.reset("choose-list", seed)
    seen = pages.look()
    wanted = seen.task.removeprefix("Select ").partition(" from the list")[0]
    if click(pages, field(seen)) and click(pages, named(pages.look(), wanted)):
        click(pages, named(pages.look(), "Submit"))
    return pages.reward()


@pytest.mark.parametrize("do", [press_the_button, enter_the_text, choose_from_the_list])
@pytest.mark.parametrize("looks", ["told", "pictured"])
def test_what_is_right_earns_the_reward(
    looks: str, do: object, request: pytest.FixtureRequest
) -> None:
    pages = request.getfixturevalue(looks)
    assert callable(do)
    assert any(do(pages, seed) == 1 for seed in SEEDS)


def test_what_is_wrong_or_given_up_earns_nothing(told: Pages) -> None:
    assert told.reset("click-button", 1000)
    seen = told.look()
    wrong = [
        at
        for at, item in enumerate(seen.elements)
        if item.role is Role.BUTTON and item.text not in ("", said(seen, quoted(seen)))
    ]
    assert not click(told, wrong[0])
    assert told.reward() == 0
    assert told.reset("click-button", 1000)
    assert not told.act(Decision(Act.FINISHED))
    assert told.reward() == 0


@pytest.mark.parametrize("looks", ["told", "pictured"])
def test_the_same_seed_begins_alike(looks: str, request: pytest.FixtureRequest) -> None:
    pages = request.getfixturevalue(looks)
    seen: list[Situation] = []
    for seed in (1000, 1001, 1000):
        assert pages.reset("click-button", seed)
        seen.append(pages.look())
    assert seen[0] == seen[2]
    assert seen[0].elements != seen[1].elements


def test_the_history_tells_what_came_of_a_step(told: Pages) -> None:
    assert told.reset("enter-text", 1000)
    seen = told.look()
    assert told.act(Decision(Act.WAIT))
    told.look()
    assert click(told, field(seen))
    done = told.look().history
    assert [one.act for one in done] == [Act.WAIT, Act.CLICK]
    assert [one.came for one in done] == [Came.UNCHANGED, Came.CHANGED]


def test_colours_are_told_without_a_picture(told: Pages) -> None:
    seen = [called(item) for seed in SEEDS for item in looked(told, "click-color", seed).elements]
    assert {"orange", "yellow", "purple", "cyan"} <= set(seen)


def looked(pages: Pages, task: str, seed: int) -> Situation:
    assert pages.reset(task, seed)
    return pages.look()


def test_the_oracle_shows_how_it_is_done(told: Pages) -> None:
    lessons = [lesson for seed in SEEDS[:4] if (lesson := told.shown("enter-text", seed))]
    assert lessons
    steps = [(one.target.act, one.kind) for one in lessons[0]]
    assert steps[0] == (Act.CLICK, "page enter-text")
    assert (Act.TYPE, "page enter-text") in steps


def test_signs_are_typed_as_they_stand(told: Pages) -> None:
    """A full stop has the number of Delete where a key's number is taken for its sign's."""
    assert told.reset("terminal", 1000)
    ending = told.look().task.rpartition(" ")[2]
    assert told.shown("terminal", 1000) or told.reward() == 1, ending


def test_what_the_expert_does_is_kept_as_steps(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tasks, out = tmp_path / "pages.txt", tmp_path / "new" / "shown.jsonl"
    tasks.write_text("click-button\nenter-text\n")
    given = ["harvest", "shown", "--tasks", str(tasks), "--rounds", "2", "--out", str(out)]
    assert cli.main(given) == 0
    kept = read_episodes(out)
    assert {one.kind for episode in kept for one in episode} == {
        "page click-button",
        "page enter-text",
    }
    assert capsys.readouterr().out == (
        f"{sum(map(len, kept))} steps of {len(kept)} episodes, 2 tasks; lost 0\n"
    )
    assert cli.main([*given, "--first-seed", "999"]) == 2
    assert "seeds below 1000 are for evaluations" in capsys.readouterr().err


def test_a_task_whose_browser_dies_is_counted_and_the_next_one_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks = tmp_path / "pages.txt"
    tasks.write_text("click-button\nenter-text\n")
    shown = Pages.shown

    def dying(pages: Pages, task: str, seed: int) -> list[Sample]:
        if task == "click-button":
            kill_browsers(psutil.Process().children(recursive=True))
        return shown(pages, task, seed)

    monkeypatch.setattr(Pages, "shown", dying)
    with closing(Arena(Place("pages", tasks, "eyes"))) as arena:
        kept = list(lessons(arena, 1, 1000))
    assert arena.lost == {"click-button": 1}
    assert [{one.kind for one in episode} for episode in kept] == [{"page enter-text"}]


def always(decided: Decided) -> Callable[[Situation], Decided]:
    def decide(_seen: Situation) -> Decided:
        return decided

    return decide


def test_where_the_model_leads_the_oracle_says_what_would_be_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The model clicks the other button: the page has ended, and what would have been right
    is known all the same."""
    page = "click-test-2"
    pages = Pages((page,), "dom", leads=1)
    try:
        assert pages.reset(page, 1000)
        seen = pages.look()
        one, two = (named(seen, name) for name in ("ONE", "TWO"))
        wrong = Decided(Decision(Act.CLICK, Span(0, 0), two), 0, 0, 1.0)
        monkeypatch.setattr(pages.decoder, "decide", always(wrong))
        (led,) = pages.shown(page, 1000)
        assert led.target.elements == (one,)
        assert pages.reward() == 0
        asks = Decided(Decision(Act.CALL_USER), 0, 0, 1.0)
        monkeypatch.setattr(pages.decoder, "decide", always(asks))
        assert pages.shown(page, 1000)
        assert pages.reward() == 1, "where it would end the run, the oracle goes on"
    finally:
        pages.close()


def test_every_open_page_is_reinforced_or_kept_apart() -> None:
    exam = Path(__file__).parents[2] / "bench" / "exam"
    every, played, apart = (
        (exam / f"miniwob_{name}.txt").read_text().split()
        for name in ("open", "reinforced", "kept_apart")
    )
    assert sorted(played + apart) == sorted(every)
    assert len(apart) == 8


def test_what_a_process_takes_that_starts_later_counts() -> None:
    """As the one that draws a page, where another page is opened."""
    watch = runpy.run_path(str(BENCH / "rl_pages.py"))["Watch"]()
    works = "import time\nwhile time.process_time() < 0.4: pass\nprint(flush=True)\ninput()"
    with (
        watch.on("reset"),
        subprocess.Popen(
            [sys.executable, "-c", works], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as worker,
    ):
        assert worker.stdout is not None
        worker.stdout.readline()
        assert watch.processor == {}
        with watch.on("look"):
            pass
        worker.terminate()
    assert watch.processor["look"] < 0.3 <= watch.processor["reset"]


def test_a_killed_browser_is_a_lost_episode() -> None:
    before = {one.pid for one in psutil.Process().children(recursive=True)}
    pages = Pages(PLAYED, "dom")
    assert pages.reset("click-button", 1000)
    own = [one for one in psutil.Process().children(recursive=True) if one.pid not in before]
    kill_browsers(own)
    for ask in (pages.look, lambda: pages.reset("click-button", 1001)):
        with pytest.raises(LostError):
            ask()
    pages.close()
    until(lambda: not any(map(alive, own)), "everything is gone")


def test_a_page_that_is_not_played_is_refused(told: Pages) -> None:
    with pytest.raises(UsageError, match="'use-slider' is not among"):
        told.reset("use-slider", 1000)


def test_without_names_those_pages_are_played_that_judge_no_model() -> None:
    with closing(opened(Place("pages"))) as pages:
        played = (BENCH / "exam" / "miniwob_reinforced.txt").read_text().split()
        assert list(pages.tasks) == played


@pytest.mark.parametrize(
    ("names", "options", "problem"),
    [
        ("click-test", ["--looks", "nose"], "Nothing looks at pages as 'nose'"),
        ("click-tost", [], "MiniWoB++ has no task 'click-tost'"),
        ("", [], "names no task"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    names: str,
    options: list[str],
    problem: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "pages.txt"
    file.write_text(names)
    given = ["rl", "--env", "pages", "--minutes", "1", "--out", str(tmp_path / "run"), *options]
    given += ["--tasks", str(file)]
    assert cli.main(given) == 2
    told = capsys.readouterr().err
    assert problem in told
    assert told.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_a_run_goes_on_where_an_actor_was_killed_and_nothing_is_left(tmp_path: Path) -> None:
    assert killed_and_gone_on(tmp_path, "pages", "click-button\nclick-color\n")
