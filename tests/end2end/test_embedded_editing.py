"""The embedded model changes texts in real editors as people ask for it, proved by the files."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from uitars_runtime.intent import MEANT
from uitars_train.evaluate.apps import App, run_app

LIST = "milk\nbread\neggs\nbutter\n"


def saved(name: str, text: str) -> str:
    return f'[ "$(cat {name})" = "$(printf %s \'{text}\')" ]'


TASKS = (
    App(
        name="two-more",
        app="mousepad list.txt",
        task="Add oat milk and rice to my shopping list, then save it.",
        verify=saved("list.txt", "milk\nbread\neggs\nbutter\noat milk\nrice"),
        files={"list.txt": LIST},
    ),
    App(
        name="one-less",
        app="featherpad list.txt",
        task="no more bread please, and save",
        verify=saved("list.txt", "milk\neggs\nbutter"),
        files={"list.txt": LIST},
    ),
    App(
        name="everywhere",
        app="mousepad nginx.conf",
        task="replace 8080 with 9090 everywhere and save as new.conf",
        verify=saved("new.conf", "listen 9090;\nupstream app:9090;\nretries 3;"),
        files={"nginx.conf": "listen 8080;\nupstream app:8080;\nretries 3;\n"},
    ),
)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_the_file_is_as_was_asked(task: App, tmp_path: Path) -> None:
    result = run_app(task, "nano", tmp_path, lambda _step: None)
    assert result.success, f"{result.ending}: {result.reason}"
    assert result.evidence == "seen"


def test_what_stands_nowhere_is_asked_about_and_the_text_stays(tmp_path: Path) -> None:
    task = App(
        name="nowhere",
        app="mousepad list.txt",
        task="delete the line with cheese",
        verify=f"xdotool key ctrl+s; sleep 1; {saved('list.txt', LIST.strip())}",
        files={"list.txt": LIST},
    )
    result = run_app(task, "nano", tmp_path, lambda _step: None)
    assert result.ending == "needs_person"


_UNSURE = App(
    name="unsure",
    app="mousepad guests.txt",
    task="Oh well, aunt Mary just rang, it is her knee again, so she won't come to the party after"
    " all, what a pity. Take her off the list and store it then.",
    verify=saved("guests.txt", "Anna\nBen\nClara"),
    files={"guests.txt": "Anna\nBen\naunt Mary\nClara\n"},
)


def test_what_seems_to_be_meant_is_asked_and_done_after_a_yes(tmp_path: Path) -> None:
    asked: list[str] = []

    def yes(question: str) -> str:
        asked.append(question)
        return "yes"

    result = run_app(_UNSURE, "nano", tmp_path, lambda _step: None, answer=yes)
    assert asked == [f"Delete “aunt Mary”. Save. {MEANT}"]
    assert result.success, f"{result.ending}: {result.reason}"
    assert result.evidence == "seen"


def test_after_a_no_nothing_is_done(tmp_path: Path) -> None:
    task = msgspec.structs.replace(_UNSURE, verify="! grep -q Mary guests.txt")
    result = run_app(task, "nano", tmp_path, lambda _step: None, answer=lambda _: "no")
    assert result.ending == "impossible"
    assert not result.success
