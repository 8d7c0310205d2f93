"""Facts of earlier runs for a model that reads nothing longer, and recall of what is asked for."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.episodes import episode, fact
from uitars_runtime.dialects.embedded import NOTES_MAX, EmbeddedDialect
from uitars_runtime.frame import Frame
from uitars_runtime.memory.episode import Origin
from uitars_runtime.memory.recalled import BEFORE, facts_for, in_words
from uitars_runtime.memory.search import RELEVANT, Query, Search
from uitars_runtime.memory.store import EpisodeStore
from uitars_runtime.protocols import TextPart
from uitars_runtime.types import Task

LETTER = episode(
    "Look through the letter",
    fact("The phone number of Anna Meyer is 555-0199."),
    fact("The total is 42."),
    fact("My city is Oslo.", origin=Origin.TRUSTED),
    fact("Nobody answers the door"),
    good=False,
    obstacles=("click: nothing happened",),
)


@pytest.mark.parametrize(
    ("task", "facts"),
    [
        ("Call the phone number of Anna Meyer", ["The phone number of Anna Meyer is 555-0199."]),
        ("Enter my city and the total.", ["My city is Oslo.", "The total is 42."]),
        ("Write to Anna about my city", ["My city is Oslo."]),
        ("Call Anna Meyer", ["The phone number of Anna Meyer is 555-0199."]),
        ("Close the window", []),
    ],
)
def test_facts_about_what_the_task_names(task: str, facts: list[str]) -> None:
    assert facts_for(task, [in_words(LETTER)]) == facts


def test_notes_of_the_run_come_first_and_whole() -> None:
    recalled = ["Earlier is better", f"{BEFORE}1 to 3 of this run: click", in_words(LETTER)]
    assert facts_for("the total", recalled) == ["Earlier is better", "The total is 42."]


@given(st.lists(st.from_regex(r"my [a-z]{3,9} is [a-z0-9@.-]{1,20}", fullmatch=True), max_size=5))
def test_every_short_fact_comes_back_from_the_words(texts: list[str]) -> None:
    """Unless it looks like the words between facts, or was cut to fit."""
    kept = list(dict.fromkeys(texts))
    words = in_words(episode("Learn", *map(fact, kept), ways=()))
    found = facts_for(" ".join(kept), [words])
    if "…" not in words:
        assert sorted(found) == sorted(kept)


def test_the_embedded_model_is_given_facts_and_not_their_story() -> None:
    frame = Frame(np.zeros((40, 60, 3), np.uint8))
    many = episode("More", *(fact(f"My flat number {n} is in Bergen {n}") for n in range(9)))
    recalled = [in_words(LETTER), in_words(many)]

    def notes(task: str) -> list[str]:
        prompt = EmbeddedDialect().render(Task(task), recalled, (), frame)
        texts = [part.text for part in prompt.messages[0].parts if isinstance(part, TextPart)]
        assert texts[0] == task
        return texts[1:]

    assert notes("Enter my flat number 3") == ["My flat number 3 is in Bergen 3"]
    assert len(notes("Enter my flat number")) == NOTES_MAX
    assert notes("Close the window") == []


@pytest.fixture
def store(tmp_path: Path) -> Generator[EpisodeStore]:
    opened = EpisodeStore(tmp_path / "memory.sqlite")
    opened.add(episode(f"Water plant number {n} in the garden", run=str(n)) for n in range(50))
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("text", "task", "recalled"),
    [
        ("My email is ada@example.org.", "Enter my email and press OK.", True),
        ("The room number of Silva is 305.", "Type the room number of Silva, press OK.", True),
        ("The total is 42.", "Write the total into the last cell and save the file.", False),
        ("The room number of Silva is 305.", "Type the room number of Novak, press OK.", False),
    ],
)
def test_a_fact_is_recalled_where_the_task_asks_for_it(
    store: EpisodeStore, text: str, task: str, recalled: bool
) -> None:
    """The run that learned it was about something else, and long ago."""
    (number,) = store.add([episode("Look through letter nine", fact(text), days=700)])
    found = Search(store).find(Query(task))
    assert [one.stored.number for one in found] == [number] * recalled
    assert all(one.relevance >= RELEVANT for one in found)
