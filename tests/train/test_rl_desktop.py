"""Programs as an environment: a real editor on a private desktop, judged by its file, and lost when
its desktop is."""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import msgspec
import psutil
import pytest

from helpers.desks import until
from helpers.family import alive, kill
from helpers.small_run import killed_and_gone_on
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.situation import Decision, Span
from uitars_runtime.errors import UsageError
from uitars_train import cli
from uitars_train.evaluate.apps import App
from uitars_train.flywheel.teacher import Deed
from uitars_train.rl.arena import Arena, Played
from uitars_train.rl.comparison import compare
from uitars_train.rl.desktop import Desktop
from uitars_train.rl.environment import LostError, Place, opened

SEED = 1001
SAVE = App(
    "save",
    "mousepad notes.txt",
    "Type 'green harbour' into the document, then press ctrl+s.",
    "grep -qx 'green harbour' notes.txt",
    {"notes.txt": ""},
    max_steps=6,
)
TYPED = ("green", "harbour")
DEEDS = (Deed(type="green harbour"), Deed(keys=("ctrl", "s")))


@pytest.fixture(scope="module")
def desktop() -> Generator[Desktop]:
    opened = Desktop([SAVE, msgspec.structs.replace(SAVE, name="unshown")], {"save": DEEDS})
    yield opened
    opened.close()


def test_what_the_solution_does_is_shown_and_earns_the_reward(desktop: Desktop) -> None:
    shown = desktop.shown("save", SEED)
    assert desktop.reward() == 1
    assert [one.target.act for one in shown] == [Act.TYPE, Act.HOTKEY, Act.FINISHED]
    assert shown[0].situation.elements, "the eyes have seen the window"
    assert desktop.shown("unshown", SEED) == []


def test_only_what_the_file_holds_when_it_is_claimed_earns_anything(desktop: Desktop) -> None:
    assert desktop.reset("save", SEED)
    assert not desktop.act(Decision(Act.FINISHED))
    assert desktop.reward() == 0, "a claim, and nothing is done"
    assert desktop.reset("save", SEED)
    words = desktop.look().words
    first, last = (next(at for at, word in enumerate(words) if word.text == end) for end in TYPED)
    typed = Span(first, last)
    assert desktop.act(Decision(Act.TYPE, typed, text=typed))
    assert "green harbour" in [one.text for one in desktop.look().elements]
    assert desktop.act(Decision(Act.HOTKEY, Span(0, 0), keys=("ctrl", "s")))
    assert not desktop.act(Decision(Act.CALL_USER))
    assert desktop.reward() == 0, "it is done, and a person is asked"


def test_it_ends_when_its_steps_are_used_up(desktop: Desktop) -> None:
    assert desktop.reset("save", SEED)
    for _ in range(SAVE.max_steps - 1):
        assert desktop.act(Decision(Act.HOTKEY, keys=("home",)))
    assert not desktop.act(Decision(Act.HOTKEY, keys=("home",)))
    assert desktop.reward() == 0


def test_a_killed_desktop_is_a_lost_episode_and_the_next_one_begins() -> None:
    before = {one.pid for one in psutil.Process().children(recursive=True)}
    desktop = Desktop([SAVE])
    assert desktop.reset("save", SEED)
    own = [one for one in psutil.Process().children(recursive=True) if one.pid not in before]
    kill(own)
    with pytest.raises(LostError):
        desktop.look()
    try:
        assert desktop.reset("save", SEED)
        assert desktop.look().elements
        own += [one for one in psutil.Process().children(recursive=True) if one.pid not in before]
    finally:
        desktop.close()
    until(lambda: not any(map(alive, own)), "everything is gone")


def test_a_dead_desktop_says_nothing_about_a_claim() -> None:
    before = {one.pid for one in psutil.Process().children(recursive=True)}
    desktop = Desktop([SAVE])
    assert desktop.reset("save", SEED)
    desktop.look()
    kill(one for one in psutil.Process().children(recursive=True) if one.pid not in before)
    with pytest.raises(LostError):
        desktop.act(Decision(Act.FINISHED))
    desktop.close()


def test_a_program_sees_nothing_of_the_home_that_it_is_played_in() -> None:
    home = Path.home() / ".uitars-test-of-the-wall"
    home.write_text("private")
    looks = msgspec.structs.replace(
        SAVE,
        app=f"sh -c 'cat {home} > notes.txt; mousepad notes.txt'",
        verify="! grep -q private notes.txt",
    )
    desktop = Desktop([looks])
    try:
        assert desktop.reset("save", SEED)
        assert not desktop.act(Decision(Act.FINISHED))
        assert desktop.reward() == 1
    finally:
        desktop.close()
        home.unlink()


@pytest.mark.parametrize(
    ("tasks", "problem"),
    [
        (None, "cannot be read"),
        ("[]", "holds no task"),
        ("[{}]", "is not a set of tasks"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    tasks: str | None, problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "set.json"
    if tasks is not None:
        file.write_text(tasks)
    given = ["rl", "--env", "desktop", "--minutes", "1", "--out", str(tmp_path / "run")]
    for more in ([], ["--tasks", str(file)]):
        assert cli.main([*given, *more]) == 2
        told = capsys.readouterr().err
        assert (problem if more else "Give --tasks") in told
        assert told.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_a_task_that_is_not_played_is_refused(desktop: Desktop) -> None:
    with pytest.raises(UsageError, match="'paint' is not among"):
        desktop.reset("paint", SEED)
    with pytest.raises(UsageError, match="solution of 'paint', which is no task"):
        Desktop([SAVE], {"paint": DEEDS})
    with pytest.raises(UsageError, match="Give --env desktop"):
        opened(Place(solutions=Path("deeds.json")))


def test_where_seeds_change_nothing_each_task_is_compared_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "set.json"
    apps = [SAVE, msgspec.structs.replace(SAVE, name="other")]
    file.write_bytes(msgspec.json.encode(apps))
    given = ["rl", "--env", "desktop", "--tasks", str(file), "--minutes", "1"]
    wanted = ["--json", str(tmp_path / "report.json"), "--compared", "3"]
    assert cli.main([*given, "--out", str(tmp_path / "run"), *wanted]) == 2
    assert "There are 2 tasks to compare models on, not 3." in capsys.readouterr().err
    played: list[str] = []

    def play(task: str, _seed: int, decide: object) -> Played:
        played.append(task)
        return Played((), float(decide is after))

    def before(_seen: object) -> Decision:
        return Decision(Act.CALL_USER)

    def after(_seen: object) -> Decision:
        return Decision(Act.FINISHED)

    with closing(Arena(Place("desktop", file))) as arena:
        monkeypatch.setattr(arena, "play", play)
        assert not arena.is_seeded
        compared = compare(before, after, arena, 100)
    assert (compared.tasks, compared.before, compared.after) == (2, 0, 2)
    assert played == ["save", "save", "other", "other"]
    assert not compared.better, "two tasks prove nothing"


@pytest.mark.drill
@pytest.mark.timeout(600)
def test_a_run_goes_on_where_an_actor_was_killed_and_nothing_is_left(tmp_path: Path) -> None:
    tasks = json.dumps([json.loads(msgspec.json.encode(SAVE))])
    assert killed_and_gone_on(tmp_path, "desktop", tasks, "mousepad")
