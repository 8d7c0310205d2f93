"""A run as OSWorld keeps one: `traj.jsonl`, `step_N_<time>.png`, `instruction.txt`, `result.txt`.

As there, the picture of a step shows the screen after it; `step_0` is the screen at the start. The
last step has no later look at the screen, so its line names none.
"""

from __future__ import annotations

import datetime
from pathlib import Path

import msgspec

from uitars_runtime.export.folder import copy_image, step_times, whole_folder, write_file
from uitars_runtime.export.pyautogui import as_comment, as_pyautogui
from uitars_runtime.journal import read_run
from uitars_runtime.run_record import Trajectory
from uitars_runtime.types import Decision, Step


def export_osworld(run_folder: Path, out: Path) -> None:
    """Write the folder `out`, which must be empty. Raises `JournalError` or `UsageError`."""
    trajectory = read_run(run_folder)
    with whole_folder(out):
        steps = trajectory.steps
        stamps = [_stamp(instant) for instant in step_times(trajectory)]
        names = [f"step_{n}_{stamp}.png" for n, stamp in enumerate(stamps)]
        for step, name in zip(steps, names, strict=True):
            copy_image(run_folder, step.observation, out / name)
        lines = [
            _line(trajectory, step, stamp, after)
            for step, stamp, after in zip(steps, stamps, [*names[1:], None], strict=False)
        ]
        write_file(
            out / "traj.jsonl", b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
        )
        write_file(out / "instruction.txt", trajectory.started.task.text.encode())
        if trajectory.ended is not None and trajectory.ended.verified is not None:
            write_file(out / "result.txt", f"{_reward(trajectory):.1f}\n".encode())


def _line(
    trajectory: Trajectory, step: Step, stamp: str, screenshot: str | None
) -> dict[str, object]:
    last = step is trajectory.steps[-1]
    return {
        "step_num": step.index + 1,
        "action_timestamp": stamp,
        "action": _action(step),
        "response": step.proposal.raw,
        "reward": _reward(trajectory) if last else 0.0,
        "done": last and trajectory.ended is not None,
        "info": {
            "thought": step.proposal.thought,
            "action": step.action,
            "verdict": step.verdict,
            "outcome": step.outcome,
        },
        "screenshot_file": screenshot,
    }


def _action(step: Step) -> str:
    """What was done; what was denied or failed was not done, so it is a comment."""
    action = step.action
    if action is None:
        return ""
    allowed = step.verdict is not None and step.verdict.decision is Decision.ALLOW
    if not (allowed and step.outcome.ok):
        return as_comment(action)
    return as_pyautogui(action)


def _reward(trajectory: Trajectory) -> float:
    """1 only where a verifier agreed; the model's own word earns nothing."""
    return float(trajectory.ended is not None and trajectory.ended.verified is True)


def _stamp(instant: datetime.datetime) -> str:
    return instant.strftime("%Y%m%d@%H%M%S")
