"""`uitars-train evaluate harbor JOB`: what came of a job that Harbor ran with uitars as its agent.

Each trial is a folder with Harbor's `result.json` and, in `agent`, the run as ATIF. Nothing of
Harbor is needed here; the agent is harbor.py.
"""

from __future__ import annotations

import argparse
import datetime
import sys
from pathlib import Path
from typing import Final

import msgspec

from uitars_runtime.cli.formats import written
from uitars_runtime.errors import UsageError
from uitars_runtime.run_record import Evidence
from uitars_train.evaluate.intervals import Interval, shown, wilson
from uitars_train.evaluate.results import Marked, NotRun, Result
from uitars_train.options import decoded

_AGENTS_OWN: Final = frozenset(
    (
        *("AgentTimeoutError", "AgentSafetyRefusalError", "ContentPolicyViolationError"),
        *("ContextWindowExceededError", "ContextLengthExceededError"),
        *("OutputTokenExceededError", "OutputLengthExceededError"),
    )
)
"""Errors of a trial that Harbor lays at the agent's door; any other leaves no verdict."""
_TOOLS: Final = frozenset(("shell", "read_file", "write_file", "open", "call_tool"))


class _Error(msgspec.Struct):
    exception_type: str
    exception_message: str = ""


class _Verdict(msgspec.Struct):
    rewards: dict[str, float] | None = None


class _Timing(msgspec.Struct):
    started_at: datetime.datetime | None = None
    finished_at: datetime.datetime | None = None


class _Agent(msgspec.Struct):
    name: str


class _Trial(msgspec.Struct):
    """What is read of a `TrialResult` (Harbor 0.24 and 0.25)."""

    task_name: str
    trial_name: str
    agent_info: _Agent
    source: str | None = None
    verifier_result: _Verdict | None = None
    exception_info: _Error | None = None
    agent_execution: _Timing | None = None


class _Call(msgspec.Struct):
    function_name: str


class _Step(msgspec.Struct):
    tool_calls: list[_Call] | None = None


class _Ended(msgspec.Struct):
    ending: str
    steps: int
    evidence: Evidence = Evidence.NONE


class _Extra(msgspec.Struct):
    ended: _Ended | None = None


class _Record(msgspec.Struct):
    """What is read of a run as ATIF."""

    steps: list[_Step] = []
    extra: _Extra | None = None


class Trial(Result, frozen=True, kw_only=True, tag="run"):
    """One that was judged."""

    marked: Marked


class Report(msgspec.Struct, frozen=True):
    """Success over the trials that were judged. `by_mark`: right and tried."""

    success_rate: float
    n: int
    interval: Interval
    by_mark: dict[str, tuple[int, int]]
    results: tuple[Trial, ...]
    not_run: tuple[NotRun, ...]


def ask(kind: argparse.ArgumentParser) -> None:
    """The options of this kind."""
    kind.add_argument("job", type=Path, metavar="JOB", help="folder of a job that Harbor ran")
    kind.add_argument("--json", type=written, metavar="OUT", help="where the report goes")


def run(arguments: argparse.Namespace) -> Report:
    """Read the job; print and give the report. Raises `UsageError`."""
    job: Path = arguments.job
    trials = sorted(job.glob("*/result.json"))
    if not trials:
        raise UsageError(f"{job} holds no trial of Harbor.", "Name the folder of one job.")
    told = [_told(path) for path in trials]
    results = tuple(one for one in told if isinstance(one, Trial))
    by_mark = {
        mark.value: (sum(one.success for one in of), len(of))
        for mark in Marked
        if (of := [one for one in results if one.marked is mark])
    }
    right = sum(one.success for one in results)
    report = Report(
        right / max(1, len(results)),
        len(results),
        wilson(right, len(results)),
        by_mark,
        results,
        tuple(one for one in told if isinstance(one, NotRun)),
    )
    _show(report, right)
    return report


def _show(report: Report, right: int) -> None:
    for one in report.results:
        done = "done" if one.success else "not done"
        sys.stdout.write(f"{one.name:40} {done:8} {one.marked:9} {one.steps:3} steps\n")
    for left in report.not_run:
        sys.stdout.write(f"{left.name:40} not run: {left.reason}\n")
    interval = shown(report.interval)
    sys.stdout.write(f"{right} of {report.n} ({interval}); {len(report.not_run)} not run\n")


def _told(path: Path) -> Trial | NotRun:
    hint = "It may be of another version of Harbor."
    trial = decoded(path, _Trial, "is no result of a trial", hint)
    if trial.agent_info.name != "uitars":
        raise UsageError(f"{path} is a trial of another agent, {trial.agent_info.name}.")
    tag, broken = trial.source or "", trial.exception_info
    rewards = trial.verifier_result.rewards if trial.verifier_result else None
    if not rewards or (broken and broken.exception_type not in _AGENTS_OWN):
        why = "it was not judged."
        if broken:
            said = " ".join(broken.exception_message.split())
            why = f"{broken.exception_type}: {said}"
        return NotRun(trial.task_name, tag, why)
    record = _record(path.parent / "agent" / "trajectory.json")
    ended = record.extra.ended if record.extra else None
    called = {call.function_name for step in record.steps for call in step.tool_calls or []}
    return Trial(
        name=trial.task_name,
        tag=tag,
        ending=ended.ending if ended else "",
        steps=ended.steps if ended else len(record.steps),
        seconds=_seconds(trial.agent_execution),
        reason=broken.exception_type if broken else "",
        run=trial.trial_name,
        success=min(rewards.values()) >= 1,
        evidence=ended.evidence if ended else Evidence.NONE,
        marked=Marked.TOOLS if _TOOLS & called else Marked.GUI,
    )


def _record(path: Path) -> _Record:
    """The run as ATIF; nothing where it came to none."""
    return decoded(path, _Record, "cannot be read") if path.exists() else _Record()


def _seconds(timing: _Timing | None) -> float:
    if timing is None or timing.started_at is None or timing.finished_at is None:
        return 0.0
    return round((timing.finished_at - timing.started_at).total_seconds(), 3)
