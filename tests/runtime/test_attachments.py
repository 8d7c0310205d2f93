"""Files that are given to a run: copied into its workspace, named in its task, gone with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.recorded import record
from uitars_runtime import paths
from uitars_runtime.config import Settings
from uitars_runtime.control import Control
from uitars_runtime.errors import UitarsError, UsageError
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.journal import list_runs
from uitars_runtime.privacy.retention import forget
from uitars_runtime.run import Request, execute
from uitars_runtime.run_record import RunEnded, RunStarted
from uitars_runtime.types import Finish, ReadFile, Step


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def given(
    folder: Path, *files: Path, model: str = "", policy: str = ""
) -> list[RunStarted | Step | RunEnded]:
    recorded = record(folder / "recorded", ReadFile("a-2.txt"), Finish())
    model = model or f"replay:{recorded}"
    settings = Settings(model=model, desktop="sandbox:640x480", policy=policy)
    request = Request(task="read them", settings=settings, files=tuple(map(str, files)))
    parts = {"asker": NobodyAsker(), "answer": lambda _question: None, "control": Control()}
    return list(execute(request, **parts))


def test_they_are_copied_and_named_and_go_with_their_run(home: Path, tmp_path: Path) -> None:
    files = [tmp_path / folder / "a.txt" for folder in ("one", "two")]
    for file in files:
        file.parent.mkdir()
        file.write_text(f"the words of {file.parent.name}")
    started, read, *_, ended = given(tmp_path, *files)
    assert isinstance(started, RunStarted)
    assert isinstance(read, Step)
    assert isinstance(ended, RunEnded)
    assert started.task.text == "read them\nAttached in the workspace: a.txt, a-2.txt"
    assert "the words of two" in read.outcome.text
    assert ended.files == ()
    forget(list_runs())
    assert not [
        file for file in home.rglob("*") if file.is_file() and b"the w" in file.read_bytes()
    ]
    assert all(file.exists() for file in files)


def test_of_what_cannot_be_copied_nothing_is_left(home: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("words")
    with pytest.raises(UsageError, match="cannot be copied: No such file"):
        given(tmp_path, tmp_path / "a.txt", tmp_path / "gone.txt")
    assert list(paths.runs_folder().iterdir()) == []
    assert not list(home.rglob("a.txt"))


@pytest.mark.parametrize("wrong", [{"model": "replay:nowhere"}, {"policy": "nowhere.toml"}])
def test_nothing_is_left_of_a_run_that_does_not_begin(
    home: Path, tmp_path: Path, wrong: dict[str, str]
) -> None:
    """Without a record nobody would find it, to forget it."""
    (tmp_path / "a.txt").write_text("words")
    with pytest.raises(UitarsError):
        given(tmp_path, tmp_path / "a.txt", **wrong)
    assert list(paths.runs_folder().iterdir()) == []
