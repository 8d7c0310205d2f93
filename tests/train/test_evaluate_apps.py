"""`uitars-train evaluate apps` from its command line, on private desktops."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from helpers.fault_server import FaultServer, reply
from helpers.recorded import record
from uitars_runtime.errors import UsageError
from uitars_runtime.paths import HOME_VARIABLE
from uitars_runtime.types import Action, Finish, Press, Type
from uitars_train.evaluate import feasibility
from uitars_train.evaluate.__main__ import main
from uitars_train.evaluate.apps import read_set

NOTE: dict[str, Any] = {
    "name": "note",
    "app": "mousepad note.txt",
    "task": "Type apple into the document and save it.",
    "verify": "grep -qx apple note.txt",
    "files": {"note.txt": ""},
    "max_steps": 2,
}


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))


def evaluated(folder: Path, tasks: list[dict[str, Any]], *options: str) -> dict[str, Any]:
    out, file = folder / "report.json", folder / "set.json"
    file.write_text(json.dumps(tasks))
    assert main(["apps", "--set", str(file), "--json", str(out), *options]) == 0
    found: dict[str, Any] = json.loads(out.read_bytes())
    return found


def test_two_tasks_of_one_name_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "set.json"
    file.write_text(json.dumps([NOTE, NOTE | {"task": "Type pear.", "verify": "false"}]))
    with pytest.raises(UsageError, match="has the task 'note' twice"):
        read_set(file)


def test_a_model_on_a_server_is_asked_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("UITARS_BASE_URL", raising=False)
    said = reply("Thought: It is done.\nAction: finished(content='done')")
    with FaultServer(said) as server:
        model = ["--model", "openai/UI-TARS-1.5-7B", "--base-url", server.url]
        (one,) = evaluated(tmp_path, [NOTE], *model)["results"]
    assert (one["ending"], one["success"]) == ("finished", False), one
    assert "apple" in str(server.requests[0].json)


def test_an_oracle_that_cannot_start_takes_nothing_from_the_models_row(tmp_path: Path) -> None:
    model = f"replay:{record(tmp_path / 'replayed', Finish())}"
    solutions = tmp_path / "solutions.json"
    solutions.write_text("{}")
    missing = NOTE | {"app": "no-such-program-anywhere"}
    options = ["--model", model, "--rows", "oracle", "--solutions", str(solutions)]
    found = evaluated(tmp_path, [missing], *options)
    (oracle,) = found["baselines"]["oracle"]["results"]
    assert (found["n"], oracle["success"]) == (1, False)
    assert "no-such-program-anywhere" in oracle["reason"]


def test_a_verifier_that_hangs_proves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feasibility, "_ANSWERING_SECONDS", 0.5)
    solutions = tmp_path / "solutions.json"
    solutions.write_text("{}")
    model = f"replay:{record(tmp_path / 'replayed', Finish())}"
    options = ["--model", model, "--rows", "oracle", "--solutions", str(solutions)]
    hangs = NOTE | {"verify": "exec sleep 3"}
    (oracle,) = evaluated(tmp_path, [hangs], *options)["baselines"]["oracle"]["results"]
    assert not oracle["success"]
    assert "gave no answer" in oracle["reason"]


def test_what_could_not_start_is_tried_again_and_what_came_to_an_end_is_not(
    tmp_path: Path,
) -> None:
    model = f"replay:{record(tmp_path / 'replayed', Finish())}"
    solutions, program = tmp_path / "solutions.json", tmp_path / "program"
    solutions.write_bytes(msgspec.json.encode({"note": [Type("apple"), Press(("ctrl", "s"))]}))
    options = ["--model", model, "--rows", "oracle", "--solutions", str(solutions)]
    options += ["--keep", str(tmp_path / "keep")]
    task = NOTE | {"app": f"{program} note.txt"}

    def endings() -> list[tuple[str, bool]]:
        found = evaluated(tmp_path, [task], *options)
        both = *found["results"], *found["baselines"]["oracle"]["results"]
        return [(one["ending"], one["success"]) for one in both]

    assert endings() == [("error", False), ("error", False)]
    program.write_text('#!/bin/sh\nexec mousepad "$@"\n')
    program.chmod(0o755)
    assert endings() == [("finished", False), ("finished", True)]
    program.unlink()
    assert endings() == [("finished", False), ("finished", True)]


def test_a_solution_that_was_mended_is_tried_again(tmp_path: Path) -> None:
    model = f"replay:{record(tmp_path / 'replayed', Finish())}"
    solutions = tmp_path / "solutions.json"
    options = ["--model", model, "--rows", "oracle", "--solutions", str(solutions)]
    options += ["--keep", str(tmp_path / "keep")]

    def rate(*actions: Action) -> float:
        solutions.write_bytes(msgspec.json.encode({"note": actions}))
        row = evaluated(tmp_path, [NOTE], *options)["baselines"]["oracle"]
        return float(row["success_rate"])

    assert rate(Type("pear"), Press(("ctrl", "s"))) == 0
    assert rate(Type("apple"), Press(("ctrl", "s"))) == 1
