"""Runs are forgotten by age, by size and by a person's wish; what goes on is left alone."""

import datetime
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from uitars_runtime import paths
from uitars_runtime.cli.forget import main
from uitars_runtime.control import Control
from uitars_runtime.journal import list_runs
from uitars_runtime.memory.episode import Episode, Fact, Level, Origin, Source
from uitars_runtime.memory.hierarchical import memory_file
from uitars_runtime.memory.store import EpisodeStore
from uitars_runtime.orders import obeying
from uitars_runtime.privacy.retention import forget, tidy
from uitars_runtime.privacy.settings import PrivacySettings

NOW = datetime.datetime(2026, 6, 30, tzinfo=datetime.UTC)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path))
    return tmp_path


def run(day: str, size: int = 10) -> str:
    """A recorded run that began on that day of June 2026."""
    folder = paths.runs_folder() / f"202606{day}-120000-000-0a0b0c0d"
    folder.mkdir(parents=True)
    (folder / "run.json").write_text("{}")
    (folder / "steps.jsonl").write_bytes(bytes(size))
    return folder.name


def names() -> list[str]:
    return [folder.name for folder in list_runs()]


def test_old_runs_go() -> None:
    old, young = run("10"), run("25")
    assert tidy(PrivacySettings(keep_days=10), NOW) == [old]
    assert names() == [young]


def test_runs_in_a_folder_that_was_named_are_a_persons_to_keep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UITARS_RUN_DIR", str(tmp_path / "mine"))
    old = run("10", 1 << 20)
    shutil.move(paths.runs_folder(), tmp_path / "mine")
    assert tidy(PrivacySettings(keep_days=10), NOW) == []
    assert names() == [old]


def test_the_oldest_go_when_there_are_too_many() -> None:
    first, second, third = run("01", 1 << 20), run("02", 1 << 20), run("03", 1 << 19)
    assert tidy(PrivacySettings(keep_days=0, keep_megabytes=2), NOW) == [first]
    assert names() == [second, third]


@pytest.mark.parametrize(
    "limit", [PrivacySettings(keep_days=5), PrivacySettings(keep_days=0, keep_megabytes=1)]
)
def test_runs_that_begin_at_once_tidy_at_once(limit: PrivacySettings) -> None:
    old = [run(f"{day:02}", 1 << 20) for day in range(1, 19)]
    with ThreadPoolExecutor(4) as threads:
        gone = [threads.submit(tidy, limit, NOW) for _ in range(4)]
        assert {name for one in gone for name in one.result()} <= set(old)
    assert len(list(paths.runs_folder().iterdir())) == len(names()) <= 1


def test_a_run_that_somebody_else_took_away_is_no_error() -> None:
    gone, there = (paths.runs_folder() / run(day) for day in ("10", "11"))
    shutil.rmtree(gone)
    forget([gone, there])
    assert not names()


def test_nothing_goes_without_a_limit_and_nothing_that_is_no_run() -> None:
    run("01", 1 << 20)
    (paths.runs_folder() / "mine").mkdir()
    assert tidy(PrivacySettings(keep_days=0, keep_megabytes=0), NOW) == []
    assert tidy(PrivacySettings(keep_days=1), NOW) != []
    assert (paths.runs_folder() / "mine").exists()


def test_a_run_that_goes_on_is_left_alone(capsys: pytest.CaptureFixture[str]) -> None:
    name = run("01")
    with obeying(name, Control()):
        assert tidy(PrivacySettings(keep_days=1), NOW) == []
        assert main([name]) == 1
        assert "under way" in capsys.readouterr().err
    assert main([name]) == 0
    assert names() == []


def test_a_person_forgets_one_some_or_all() -> None:
    for day in ("01", "02", "03", "04"):
        run(day)
    assert main(["20260602"]) == 0
    assert main(["--before", "2026-06-04"]) == 0
    assert names() == ["20260604-120000-000-0a0b0c0d"]
    assert main(["--all"]) == 0
    assert names() == []
    assert main(["last"]) == 2


def episode(intention: str, *runs: str, facts: tuple[Fact, ...] = ()) -> Episode:
    return Episode(
        level=Level.RUN,
        intention=intention,
        origin=Origin.TRUSTED,
        succeeded=True,
        outcome="done",
        facts=facts,
        sources=tuple(Source(name, 0, 1) for name in runs),
        successes=1,
        learned=1.0,
    )


def test_what_was_learned_from_a_run_goes_with_it() -> None:
    gone, kept = run("01"), run("02")
    store = EpisodeStore(memory_file())
    store.add([episode("open the letter", gone), episode("close the window", gone, kept)])
    store.close()
    assert main([gone]) == 0
    store = EpisodeStore(memory_file())
    left = [stored.episode for stored in store.all()]
    store.close()
    assert [one.intention for one in left] == ["close the window"]
    assert [source.run for source in left[0].sources] == [kept]


def test_what_one_run_taught_goes_also_where_another_did_the_same_task() -> None:
    gone, kept = run("01"), run("02")
    own = Fact("The code of the door is 1234.", Origin.TRUSTED, Source(gone, 0, 0))
    other = Fact("The bell rings.", Origin.SCREEN, Source(kept, 0, 0))
    store = EpisodeStore(memory_file())
    store.add([episode("open it", gone, facts=(own,)), episode("open it", kept, facts=(other,))])
    store.close()
    assert main([gone]) == 0
    store = EpisodeStore(memory_file())
    left = [stored.episode for stored in store.all()]
    store.close()
    assert [one.facts for one in left] == [(other,)]


def test_what_is_gone_is_unlearned_also_where_a_run_must_stay() -> None:
    runs = [run(day) for day in ("01", "02", "03")]
    store = EpisodeStore(memory_file())
    store.add([episode(f"open {name}", name) for name in runs])
    store.close()
    with obeying(runs[1], Control()):
        assert main(["--all"]) == 1
    left = set(names())
    assert len(left) == 2
    store = EpisodeStore(memory_file())
    told = {source.run for stored in store.all() for source in stored.episode.sources}
    store.close()
    assert told == left


@pytest.mark.parametrize("days", [10**6, 10**12])
def test_runs_may_be_kept_for_longer_than_there_were_days(days: int) -> None:
    name = run("01")
    assert tidy(PrivacySettings(keep_days=days), NOW) == []
    assert names() == [name]


_FORGETTING = """
import os, pathlib, sys
from uitars_runtime.errors import JournalError
from uitars_runtime.privacy.retention import forget, tidy
from uitars_runtime.privacy.settings import PrivacySettings
tidy(PrivacySettings(keep_days=0))  # imports what another user may not read
os.setgroups([]); os.setgid(54321); os.setuid(54321)
closed, foreign = map(pathlib.Path, sys.argv[1:])
forget([closed])
assert tidy(PrivacySettings(keep_days=1)) == []
for _ in range(2):
    try:
        forget([foreign])
    except JournalError as error:
        print(error)
"""


@pytest.mark.skipif(os.getuid() != 0, reason="only root can be another user")
def test_of_a_run_that_cannot_be_removed_its_head_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders that their owner closed go; what belongs to somebody else holds up no other run."""
    place = Path("/var/tmp") / f"uitars-forgetting-{os.getpid()}"
    monkeypatch.setenv("UITARS_HOME", str(place))
    runs = [paths.runs_folder() / run(day) for day in ("10", "11")]
    try:
        for folder in runs:
            (folder / "workspace" / "mod").mkdir(parents=True)
            (folder / "workspace" / "mod" / "words.txt").write_text("words")
        for path in (place, *place.rglob("*")):
            os.chown(path, 54321, 54321)
        (runs[0] / "workspace" / "mod").chmod(0o555)
        os.chown(runs[1] / "workspace" / "mod", 0, 0)
        script = [sys.executable, "-c", _FORGETTING, *map(str, runs)]
        said = subprocess.run(script, check=True, stdout=subprocess.PIPE, text=True).stdout
        assert names() == [runs[1].name]
        assert said.count("cannot be removed: Permission denied") == 2
    finally:
        shutil.rmtree(place, ignore_errors=True)


def test_a_link_in_the_place_of_a_run_leads_forgetting_nowhere(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    shutil.move(paths.runs_folder() / run("10"), elsewhere)
    (paths.runs_folder() / "link").symlink_to(elsewhere)
    assert main(["link"]) == 1
    assert (elsewhere / "steps.jsonl").exists()
