"""Reports of jobs that Harbor ran: what counts, what does not, and what is refused. The folders are
written as Harbor 0.25 writes them; Harbor itself is tried in the drills."""

from __future__ import annotations

import asyncio
import json
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from helpers.recorded import record
from uitars_runtime.errors import UsageError
from uitars_runtime.export.atif import export_atif
from uitars_runtime.types import Action, Finish, Press, Shell
from uitars_train.cli import main


def trial(job: Path, name: str, reward: float | None, error: str = "", *took: Action) -> None:
    """`took`: what the agent did; nothing for a trial that left no record."""
    place = job / f"{name}__x"
    (place / "agent").mkdir(parents=True)
    told: dict[str, Any] = {
        "id": "8c6f4a8e-0000-4000-8000-000000000000",
        "task_name": name,
        "trial_name": place.name,
        "trial_uri": place.as_uri(),
        "task_id": {"path": name},
        "source": "terminal-bench",
        "task_checksum": "0",
        "config": {},
        "agent_info": {"name": "uitars", "version": "0.1.0", "model_info": None},
        "verifier_result": None if reward is None else {"rewards": {"reward": reward}},
        "exception_info": {
            "exception_type": error,
            "exception_message": "it\nbroke",
            "exception_traceback": "",
            "occurred_at": "2026-11-01T10:00:00Z",
        }
        if error
        else None,
        "agent_execution": {
            "started_at": "2026-11-01T10:00:00Z",
            "finished_at": "2026-11-01T10:00:42.5Z",
        },
    }
    (place / "result.json").write_text(json.dumps(told))
    if took:
        run = record(job.parent / name, *took, Finish())
        (place / "agent").rmdir()
        export_atif(run, place / "agent")


def test_a_job_is_told_as_the_other_kinds_are(tmp_path: Path) -> None:
    job = tmp_path / "job"
    trial(job, "by-hand", 1, "", Press(("enter",)))
    trial(job, "by-shell", 0.5, "", Shell("true"))
    trial(job, "too-slow", 0, "AgentTimeoutError", Press(("enter",)))
    trial(job, "no-image", None, "SandboxBuildFailedError")
    trial(job, "broken-judge", 0, "VerifierTimeoutError", Press(("enter",)))
    (job / "result.json").write_text("{}")
    out = tmp_path / "report.json"
    assert main(["evaluate", "harbor", str(job), "--json", str(out)]) == 0
    report = json.loads(out.read_text())
    assert (report["n"], report["success_rate"]) == (3, 1 / 3)
    assert report["by_mark"] == {"GUI": [1, 2], "GUI+tools": [0, 1]}
    assert {one["name"]: one["success"] for one in report["results"]} == {
        "by-hand": True,
        "by-shell": False,
        "too-slow": False,
    }
    assert {one["seconds"] for one in report["results"]} == {42.5}
    assert {one["name"]: one["reason"] for one in report["not_run"]} == {
        "no-image": "SandboxBuildFailedError: it broke",
        "broken-judge": "VerifierTimeoutError: it broke",
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "holds no trial"),
        ("{", "no result of a trial"),
        ('{"task_name": 1}', "another version"),
        (
            '{"task_name": "a", "trial_name": "a", "agent_info": {"name": "oracle"}}',
            "another agent, oracle",
        ),
    ],
)
def test_what_is_no_job_of_ours_is_one_sentence(
    text: str | None, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if text is not None:
        (tmp_path / "a__x").mkdir()
        (tmp_path / "a__x" / "result.json").write_text(text)
    assert main(["evaluate", "harbor", str(tmp_path)]) == 2
    assert said in capsys.readouterr().err


def test_a_report_that_cannot_be_written_is_told_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trial(tmp_path / "job", "one", 1.0)
    out = tmp_path / "reports"
    out.mkdir()
    assert main(["evaluate", "harbor", str(tmp_path / "job"), "--json", str(out)]) == 2
    said = capsys.readouterr()
    assert "reports cannot be written: it is a folder" in said.err
    assert said.out == "", "nothing was evaluated"


def test_without_a_source_the_agent_says_that_no_index_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Base:
        def __init__(self, *_: object) -> None: ...

    # Harbor's own needs a newer Python; nothing of it is asked for this.
    base: Any = ModuleType("harbor.agents.base")
    base.BaseAgent = Base
    for name in ("harbor", "harbor.agents"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, base.__name__, base)
    monkeypatch.delitem(sys.modules, "uitars_train.evaluate.harbor", raising=False)
    agent: Any = import_module("uitars_train.evaluate.harbor").UitarsAgent(tmp_path)
    with pytest.raises(UsageError) as refused:
        asyncio.run(agent.setup(None))
    assert "--ak source=WHEEL" in str(refused.value)
