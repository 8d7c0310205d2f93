"""Recall: the right episode, nothing unrelated, also when another process writes."""

from __future__ import annotations

import random
from collections.abc import Generator
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.episodes import episode, fact
from uitars_runtime.memory import pages
from uitars_runtime.memory.search import Query, Search
from uitars_runtime.memory.signature import BYTES, cosine, signature
from uitars_runtime.memory.store import EpisodeStore
from uitars_runtime.memory.tokens import cut, tokens_of


@pytest.fixture
def store(tmp_path: Path) -> Generator[EpisodeStore]:
    opened = EpisodeStore(tmp_path / "memory.sqlite")
    yield opened
    opened.close()


def best(store: EpisodeStore, text: str, **more: str) -> str:
    found = Search(store).find(Query(text, **more))
    return found[0].stored.episode.intention if found else ""


TASKS = (
    "Export the slides as a PDF file",
    "Change the desktop background to blue",
    "Send the invoice to Ms Meyer by mail",
    "Rename the folder Photos to Pictures",
    "Exportiere die Rechnung als Tabelle",
    "打开计算器并计算总和",
    "Set the line spacing of the letter to 1.5",
)


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("export my slides to pdf", 0),
        ("blue desktop backgrounds", 1),
        ("mail Ms. Meyer her invoice", 2),
        ("renaming the Photos folder", 3),
        ("die Rechnungen als Tabellen exportieren", 4),
        ("打开计算器", 5),
        ("line-spacing 1.5 for the letter", 6),
    ],
)
def test_the_same_thing_in_other_words_is_found(
    store: EpisodeStore, asked: str, meant: int
) -> None:
    store.add(episode(task, run=str(index)) for index, task in enumerate(TASKS))
    assert best(store, asked) == TASKS[meant]


def test_nothing_is_recalled_for_something_else(store: EpisodeStore) -> None:
    store.add(episode(task, run=str(index)) for index, task in enumerate(TASKS))
    assert Search(store).find(Query("Bake bread with rye flour")) == ()
    assert Search(store).find(Query("")) == ()
    assert Search(store).find(Query('"; DROP TABLE episodes; -- NEAR( * ^')) == ()


def test_a_fact_is_found_by_what_it_says(store: EpisodeStore) -> None:
    store.add(episode(task, run=str(index)) for index, task in enumerate(TASKS))
    store.add([episode("Look around", fact("The licence key of Inkwell is QX-77."), run="x")])
    assert best(store, "What is the licence key of Inkwell?") == "Look around"


def test_of_equals_the_same_program_and_the_newer_come_first(store: EpisodeStore) -> None:
    store.add(
        [
            episode("Save the file now", application="Gimp", run="1"),
            episode("Save the file now", application="Mousepad", run="2"),
            episode("Save the file now", application="Idle", run="3", days=400),
        ]
    )
    found = Search(store).find(Query("Save the file now", "mousepad"))
    assert [one.stored.episode.application for one in found] == ["Mousepad", "Gimp", "Idle"]


def test_a_run_does_not_recall_itself(store: EpisodeStore) -> None:
    store.add([episode("Save the file", run="mine")])
    assert best(store, "Save the file") == "Save the file"
    assert best(store, "Save the file", without_run="mine") == ""


def test_what_another_process_writes_is_found_at_once(tmp_path: Path) -> None:
    one, other = EpisodeStore(tmp_path / "m"), EpisodeStore(tmp_path / "m")
    search = Search(one)
    assert search.find(Query("turn the wheel")) == ()
    (number,) = other.add([episode("Turn the wheel")])
    assert len(search.find(Query("turn the wheel"))) == 1
    other.forget([number])
    assert search.find(Query("turn the wheel")) == ()
    one.close()
    other.close()


def test_packed_signatures_answer_as_rows_do(
    store: EpisodeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is added, edited and forgotten in between: pages hold what the rows say."""
    monkeypatch.setattr(pages, "_ROWS", 8)
    monkeypatch.setattr(pages, "_LEAST", 3)
    rng = random.Random(3)
    for turn in range(40):
        store.add(episode(f"Task {turn} {n} {rng.random()}", run=f"{n}") for n in range(4))
        numbers = [row[0] for row in store.rows("SELECT number FROM episodes")]
        if turn % 3 == 2:
            store.forget(rng.sample(numbers, 2))
        elif (old := store.get(chosen := rng.choice(numbers))) is not None:
            store.replace(chosen, msgspec.structs.replace(old, outcome=f"edited {turn}"))
        rows = store.rows("SELECT number, episode, bits FROM sketches ORDER BY number")
        fresh = store.signatures(0)
        assert fresh.last == rows[-1][0]
        assert fresh.bits == b"".join(row[2] for row in rows)
        assert np.frombuffer(fresh.episodes, np.int64).tolist() == [row[1] for row in rows]
        assert store.signatures(rows[2][0]).bits == b"".join(row[2] for row in rows[3:])
    assert store.rows("SELECT count(*) FROM pages")[0][0] > 8
    store.forget(row[0] for row in store.rows("SELECT number FROM episodes"))
    assert store.rows("SELECT count(*) FROM pages") == [(0,)]
    assert store.signatures(0) == (0, b"", b"")


def test_words_that_are_everywhere_do_not_hide_the_match(store: EpisodeStore) -> None:
    rng = random.Random(7)
    names = [
        f"{rng.choice('bdfgk')}{rng.choice('aeiou')}{rng.randrange(10**6)}" for _ in range(1500)
    ]
    store.add(episode(f"Open the file {name}", run=name) for name in names)
    for name in names[::150]:
        assert best(store, f"please open file {name}") == f"Open the file {name}"
    assert best(store, "open the file").startswith("Open the file")


@given(st.text())
def test_a_signature_is_nearest_to_itself(text: str) -> None:
    bits = signature(text)
    assert len(bits) == BYTES
    assert bits == signature(text)


def test_the_angle_of_signatures_is_about_that_of_the_texts() -> None:
    def alike(one: str, other: str) -> float:
        a, b = (int.from_bytes(signature(text)) for text in (one, other))
        return cosine((a ^ b).bit_count())

    text = "Export the slides as a PDF file"
    assert alike(text, text) == 1.0
    assert alike(text, "Export the slide to a PDF") > 0.6
    assert abs(alike(text, "Wash nine blue jumpers")) < 0.3


@given(st.text(), st.integers(0, 200))
def test_a_cut_text_fits(text: str, tokens: int) -> None:
    short = cut(text, tokens)
    assert tokens_of(short) <= tokens
    assert short in (text, "") or short.endswith("…")
