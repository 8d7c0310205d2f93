"""Episodes on disk: merging, contradictions, ageing, and what survives a crash."""

from __future__ import annotations

import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.episodes import episode, fact
from uitars_runtime.errors import JournalError, UsageError
from uitars_runtime.memory import migrations
from uitars_runtime.memory.editing import edited
from uitars_runtime.memory.episode import Fact, Origin
from uitars_runtime.memory.merging import MOST_OBSTACLES, merged, settled
from uitars_runtime.memory.migrations import MIGRATIONS
from uitars_runtime.memory.search import Query, Search
from uitars_runtime.memory.store import EpisodeStore


@pytest.fixture
def store(tmp_path: Path) -> Generator[EpisodeStore]:
    opened = EpisodeStore(tmp_path / "memory.sqlite")
    yield opened
    opened.close()


def only(store: EpisodeStore) -> list[str]:
    return [stored.episode.intention for stored in store.all()]


def test_what_was_added_is_there_in_another_process_of_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "memory.sqlite"
    one, other = EpisodeStore(path), EpisodeStore(path)
    (number,) = one.add([episode("Save the report", fact("The name is a.txt."))])
    assert other.get(number) == one.get(number)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    one.close()
    other.close()
    again = EpisodeStore(path)
    assert only(again) == ["Save the report"]
    again.close()


def test_a_commit_is_synced_and_logged(store: EpisodeStore) -> None:
    assert store.rows("PRAGMA journal_mode") == [("wal",)]
    assert store.rows("PRAGMA synchronous") == [(2,)]
    assert store.rows("PRAGMA user_version") == [(len(MIGRATIONS),)]


def test_the_same_task_is_one_episode_that_counts(store: EpisodeStore) -> None:
    long, short = ("press Tab", "press Enter"), ("press Ctrl+S",)
    (first,) = store.add([episode("Save the report.", run="one", ways=long, days=2)])
    (second,) = store.add(
        [episode("save  the REPORT", run="two", good=False, ways=(), obstacles=("a dialog",))]
    )
    (third,) = store.add([episode("Save the report", run="three", ways=short)])
    assert first == second == third
    whole = store.get(first)
    assert whole is not None
    assert (whole.successes, whole.failures, whole.succeeded) == (2, 1, True)
    assert whole.ways == short
    assert whole.obstacles == ("a dialog",)
    assert [source.run for source in whole.sources] == ["three", "two", "one"]


def test_a_run_is_taken_in_once(store: EpisodeStore) -> None:
    once = episode("Save", run="one")
    store.add([once])
    store.add([once, once])
    assert [stored.episode for stored in store.all()] == [once]


def test_another_program_is_another_episode(store: EpisodeStore) -> None:
    store.add([episode("Save", application="Mousepad"), episode("Save", application="Gimp")])
    assert len(store) == 2


@given(st.lists(st.sampled_from("abc"), max_size=5), st.lists(st.sampled_from("cde"), max_size=9))
def test_merging_twice_is_merging_once(old: list[str], new: list[str]) -> None:
    before = episode("x", *map(fact, old), run="one", obstacles=tuple(old), days=1)
    after = episode("x", *map(fact, new), run="two", obstacles=tuple(new))
    both = merged(before, after)
    assert merged(both, after) == both
    assert len(both.obstacles) <= MOST_OBSTACLES
    assert set(both.obstacles) == {*old, *new}
    assert {one.text for one in both.facts} == {*old, *new}


def test_the_newer_fact_stands_and_the_older_says_what_replaced_it() -> None:
    old, new = fact("The total is 41."), fact("the total: 42", "two")
    facts = settled([old, new])
    assert facts == (msgspec.structs.replace(old, replaced_by=new.text), new)


@pytest.mark.parametrize("origin", list(Origin))
def test_a_fact_that_is_true_once_more_stands(origin: Origin) -> None:
    said = ("The server is up.", "The server is down.", "the server is up")
    facts = [fact(text, str(at), origin=origin) for at, text in enumerate(said)]
    assert [(one.text, one.replaced_by) for one in settled(facts)] == [
        (said[1], said[2]),
        (said[2], ""),
    ]
    assert settled(settled(facts)) == settled([*settled(facts), *settled(facts)]) == settled(facts)


def test_what_a_screen_says_never_overrules_a_person() -> None:
    said = fact("The total is 41.", origin=Origin.TRUSTED)
    read = fact("The total is 0.", "two")
    assert settled([said, read])[1].replaced_by == said.text
    assert [one.text for one in settled([read, said]) if not one.replaced_by] == [said.text]


def test_facts_about_different_things_stand_side_by_side() -> None:
    texts = ("The total is 41.", "The sum is 42.", "Anna knows.", "Ben knows.")
    facts = [fact(text) for text in texts]
    assert settled(facts) == tuple(facts)


def test_a_specific_fact_is_contradicted_across_tasks(store: EpisodeStore) -> None:
    old = fact("The phone number of Anna Meyer is 555-1.")
    new = fact("The phone number of Anna Meyer is 555-2.", "two")
    vague, other = fact("The total is 1."), fact("The total is 2.", "two")
    (first,) = store.add([episode("Call Anna", old, vague)])
    (second,) = store.add([episode("Write to Anna", new, other, run="two")])
    before, after = store.get(first), store.get(second)
    assert before is not None
    assert after is not None
    assert [one.text for one in before.valid_facts] == [vague.text]
    assert after.valid_facts == (new, other)


def test_a_screen_cannot_overrule_a_person_across_tasks(store: EpisodeStore) -> None:
    said = fact("The phone number of Anna Meyer is 555-1.", origin=Origin.TRUSTED)
    (first,) = store.add([episode("Call Anna", said)])
    read = fact("The phone number of Anna Meyer is 666.", "two")
    (second,) = store.add([episode("Write to Anna", read, run="two")])
    before, after = store.get(first), store.get(second)
    assert before is not None
    assert after is not None
    assert before.valid_facts == (said,)
    assert after.valid_facts == ()


def test_the_oldest_are_forgotten_beyond_the_capacity(tmp_path: Path) -> None:
    store = EpisodeStore(tmp_path / "memory.sqlite", capacity=3)
    for age in (5, 1, 4, 2, 3):
        store.add([episode(f"{age} days ago", run=str(age), days=age)])
    assert only(store) == ["1 days ago", "2 days ago", "3 days ago"]
    assert Search(store).find(Query("5 days ago"), least=0.9) == ()
    store.close()


def test_what_is_forgotten_is_found_nowhere(store: EpisodeStore) -> None:
    secret = "xylophone"
    (number,) = store.add([episode("Tune it", fact(f"The {secret} of my aunt is blue."))])
    assert Search(store).find(Query(secret))
    assert store.forget([number]) == 1
    assert store.get(number) is None
    assert Search(store).find(Query(secret), least=0.0) == ()
    for table in ("episodes", "words", "sketches", "subjects"):
        assert store.rows(f"SELECT count(*) FROM {table}") == [(0,)]


def test_no_word_of_what_is_forgotten_stays_in_the_files(store: EpisodeStore) -> None:
    other = EpisodeStore(store.path)
    store.add([episode(f"Tune string {at}", fact(f"String {at} is fine.")) for at in range(30)])
    fiddle, zither = fact("The fiddle of my aunt is blue."), fact("The zither of my aunt is red.")
    first, second = store.add([episode("Tune it", fiddle), episode("Play it", zither)])
    store.forget([first])
    left = store.get(second)
    assert left is not None
    store.replace(second, edited(left, less=(zither.text,)))
    held = b"".join(file.read_bytes() for file in store.path.parent.iterdir()).lower()
    assert [word for word in (b"fiddle", b"zither") if word in held] == []
    assert b"string" in held
    other.close()


def test_a_fact_stands_again_where_what_replaced_it_is_forgotten(store: EpisodeStore) -> None:
    texts = [f"The phone number of Anna Meyer is 555-{at}." for at in range(3)]
    numbers = [
        store.add([episode(text, fact(text, str(at)), run=str(at))])[0]
        for at, text in enumerate(texts)
    ]

    def standing() -> list[str]:
        return [f.text for stored in store.all() for f in stored.episode.valid_facts]

    assert standing() == texts[2:]
    store.forget([numbers[1]])
    assert standing() == texts[2:]
    store.forget([numbers[2]])
    assert standing() == texts[:1]
    assert not any(word in str(list(store.all())) for word in texts[1:])


@pytest.mark.parametrize("more", [(), ("The total is 43.",)])
def test_a_fact_stands_again_where_what_replaced_it_is_dropped(
    store: EpisodeStore, more: tuple[str, ...]
) -> None:
    (number,) = store.add([episode("Count", fact("The total is 41."))])
    store.add([episode("Count", fact("The total is 42.", "two"), run="two")])
    whole = store.get(number)
    assert whole is not None
    store.replace(number, edited(whole, less=("The total is 42.",), more=more))
    left = store.get(number)
    assert left is not None
    assert [one.text for one in left.facts] == ["The total is 41.", *more]
    assert [one.replaced_by for one in left.facts] == [*more, ""]


def test_an_edit_is_trusted_and_found(store: EpisodeStore) -> None:
    (number,) = store.add([episode("Save it", fact("The folder is A."))])
    old = store.get(number)
    assert old is not None
    store.replace(number, edited(old, intention="Store the invoice", more=("The folder is B.",)))
    new = store.get(number)
    assert new is not None
    assert [one.text for one in new.valid_facts] == ["The folder is B."]
    assert new.facts[-1].origin is Origin.TRUSTED
    assert [f.stored.number for f in Search(store).find(Query("Store the invoice"))] == [number]
    with pytest.raises(UsageError, match="no such fact"):
        edited(new, less=("The folder is C.",))
    store.add([episode("Another", run="two")])
    with pytest.raises(UsageError, match="about the same"):
        store.replace(number, edited(new, intention="another"))


def test_nothing_of_a_failed_batch_is_kept(store: EpisodeStore) -> None:
    broken = episode("b", Fact("\ud800", Origin.SCREEN, episode("x").sources[0]))
    with pytest.raises(UnicodeEncodeError):
        store.add([episode("a"), broken])
    assert only(store) == []


@pytest.mark.parametrize("data", [b"this is no database at all, but long enough to be one" * 20])
def test_a_damaged_file_is_an_error_for_a_person(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "memory.sqlite"
    path.write_bytes(data)
    with pytest.raises(JournalError, match="cannot be used") as raised:
        EpisodeStore(path)
    assert "Move the file away" in raised.value.hint


def test_a_disk_without_room_is_no_damaged_file(tmp_path: Path) -> None:
    store = EpisodeStore(tmp_path / "memory.sqlite")
    pages = store.rows("PRAGMA page_count")[0][0]
    store.rows(f"PRAGMA max_page_count = {pages}")  # SQLite answers as on a full disk
    with pytest.raises(JournalError, match="full") as raised:
        store.add([episode(f"Paint door {n} {'green ' * 400}", run=str(n)) for n in range(40)])
    assert "room" in raised.value.hint


def test_a_file_of_the_first_shape_is_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "memory.sqlite"
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "MIGRATIONS", MIGRATIONS[:1])
        patch.setattr("uitars_runtime.memory.store.pack", lambda _connection: None)
        old = EpisodeStore(path)
        old.add(episode(f"Paint door {n}", run=str(n)) for n in range(5))
        old.close()
    opened = EpisodeStore(path)
    assert opened.rows("PRAGMA user_version") == [(len(MIGRATIONS),)]
    assert len(Search(opened).find(Query("Paint door 3"))) == 5
    opened.add([episode("Paint door 9", run="9")])
    assert len(opened) == 6
    opened.close()


def test_a_file_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    EpisodeStore(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    with pytest.raises(JournalError, match="shape 999"):
        EpisodeStore(path)


WRITER = """
import sys
from pathlib import Path
from helpers.episodes import episode
from uitars_runtime.memory.store import EpisodeStore
store = EpisodeStore(Path(sys.argv[1]))
for number in range(100000):
    run = str(number)
    store.add([episode(f"{run} first", run=run), episode(f"{run} second", run=run)])
    print(number, flush=True)
"""


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)],
        cwd=Path(__file__).parents[1],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert writer.stdout is not None
    with writer, writer.stdout:
        acknowledged = [writer.stdout.readline() for _ in range(20)]
        writer.send_signal(signal.SIGKILL)
        acknowledged += writer.stdout.readlines()
    store = EpisodeStore(path)
    kept = set(only(store))
    for number in map(int, acknowledged):
        assert {f"{number} first", f"{number} second"} <= kept
    assert len(kept) % 2 == 0
    assert store.rows("PRAGMA integrity_check") == [("ok",)]
    store.close()
