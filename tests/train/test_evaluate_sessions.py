"""Tasks played several at once on desktops of a pool: results are those of one by one."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import msgspec
import pytest

from helpers.fakes import ScriptedModel
from uitars_runtime.sessions.folder import living
from uitars_runtime.sessions.pool import LocalPool
from uitars_runtime.types import Action, Finish, Press, Type
from uitars_train.cli import main
from uitars_train.evaluate.apps import RESULT, App, evaluate, order
from uitars_train.evaluate.kept import Kept
from uitars_train.evaluate.results import Result

WORDS = ("apple", "pear", "plum")
APPS = [
    App(
        name=word,
        app="mousepad note.txt",
        task=f"Type {word} into the document and save it.",
        # What another task wrote must not be there.
        verify=f"grep -qx {word} note.txt && test $(ls | wc -l) = 2",
        files={"note.txt": "", f"{word}.txt": ""},
        max_steps=6,
    )
    for word in WORDS
]


def player(app: App) -> ScriptedModel:
    """Does all tasks but one, which it says it has done."""
    # Who is not seen to have done it is asked once more.
    done: list[Action] = [Finish()] * 4
    if app.name != "pear":
        done = [Type(app.name), Press(("ctrl", "s")), *done]
    return ScriptedModel(*done)


def told(result: Result) -> tuple[object, ...]:
    return result.name, result.success, result.ending, result.steps, result.evidence


def test_results_are_those_of_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    runs = tmp_path / "runs"
    kept = Kept(tmp_path / "kept.jsonl", RESULT)
    with LocalPool(order(accessibility=False), 2) as pool:
        together = list(evaluate(APPS, "nano", runs, kept, player=player, pool=pool))
    assert [result.name for result in together] == list(WORDS)
    assert [result.success for result in together] == [True, False, True]
    assert living() == []
    alone = list(evaluate(APPS, "nano", runs, Kept(None, RESULT), player=player))
    assert [*map(told, together)] == [*map(told, alone)]
    # They are on disk as those of one by one.
    again = Kept(tmp_path / "kept.jsonl", RESULT)
    assert [again.once(word, pytest.fail) for word in WORDS] == together


def test_without_ray_its_package_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    tasks = tmp_path / "set.json"
    tasks.write_bytes(msgspec.json.encode(APPS))
    assert main(["evaluate", "apps", "--set", str(tasks), "--pool", "ray"]) == 2
    mend = f"{shlex.quote(sys.executable)} -m pip install 'uitars[pool]'"
    assert mend in capsys.readouterr().err
