"""A run in the Agent Trajectory Interchange Format, version 1.7: `trajectory.json` and `images/`.

The task and the first screenshot are the user's step; each screenshot after that is what the step
before it observed. What the format has no field for lies in `extra`.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from uitars_runtime.export.folder import copy_image, step_times, whole_folder, write_file
from uitars_runtime.journal import IMAGES_FOLDER, Record, read_record
from uitars_runtime.types import Observation, Step

SCHEMA_VERSION = "ATIF-v1.7"


def export_atif(run_folder: Path, out: Path) -> None:
    """Write the folder `out`, which must be empty. Raises `JournalError` or `UsageError`."""
    record = read_record(run_folder)
    with whole_folder(out):
        for step in record.trajectory.steps:
            copy_image(run_folder, step.observation, out / _path(step.observation))
        data = msgspec.json.format(msgspec.json.encode(_trajectory(record)), indent=2)
        write_file(out / "trajectory.json", data + b"\n")


def _trajectory(record: Record) -> dict[str, object]:
    started = record.trajectory.started
    summed = any(step.clock is None for step in record.trajectory.steps)
    times = "Times of steps are the start and the sum of durations." if summed else ""
    return {
        "schema_version": SCHEMA_VERSION,
        "session_id": started.run,
        "trajectory_id": started.run,
        "agent": {
            "name": "uitars",
            "version": started.version,
            "model_name": started.model,
            "extra": {
                "dialect": started.dialect,
                "desktop": started.desktop,
                "policy": started.policy,
            },
        },
        "steps": _steps(record),
        "notes": " ".join((times, *record.problems)).strip(),
        "final_metrics": _totals(record),
        "extra": {"ended": record.trajectory.ended},
    }


def _steps(record: Record) -> list[dict[str, object]]:
    trajectory = record.trajectory
    steps = trajectory.steps
    task: list[dict[str, object]] = [{"type": "text", "text": trajectory.started.task.text}]
    if steps:
        task.append(_image(steps[0].observation))
    user: dict[str, object] = {
        "step_id": 1,
        "timestamp": trajectory.started.started,
        "source": "user",
        "message": task,
    }
    later = [*steps[1:], None]
    return [
        user,
        *(
            _step(step, following.observation if following else None, instant.isoformat())
            for step, following, instant in zip(steps, later, step_times(trajectory), strict=False)
        ),
    ]


def _step(step: Step, seen_after: Observation | None, timestamp: str) -> dict[str, object]:
    proposal, tokens = step.proposal, step.proposal.tokens
    content: list[dict[str, object]] = [{"type": "text", "text": step.outcome.text}]
    if seen_after is not None:
        content.append(_image(seen_after))
    result: dict[str, object] = {"content": content}
    written: dict[str, object] = {
        "step_id": step.index + 2,
        "timestamp": timestamp,
        "source": "agent",
        "message": proposal.raw,
        "reasoning_content": proposal.thought,
    }
    # What was done: the observation behind it is that of a person's correction, where there is one.
    if step.action is not None:
        arguments = msgspec.to_builtins(step.action)
        call = f"call_{step.index + 1}"
        name = arguments.pop("kind")
        written["tool_calls"] = [
            {"tool_call_id": call, "function_name": name, "arguments": arguments}
        ]
        result["source_call_id"] = call
    written["observation"] = {"results": [result]}
    if tokens.prompt or tokens.generated:
        written["metrics"] = {
            "prompt_tokens": tokens.prompt,
            "completion_tokens": tokens.generated,
            "cached_tokens": tokens.reused,
        }
    outcome = {"ok": step.outcome.ok, "changed": step.outcome.changed}
    extra: dict[str, object] = {"verdict": step.verdict, "outcome": outcome, "ms": step.ms}
    if step.said:
        extra["person_said"] = step.said
    if step.correction is not None:
        extra["proposed"] = proposal.action
    written["extra"] = extra
    return written


def _totals(record: Record) -> dict[str, object]:
    used = [step.proposal.tokens for step in record.trajectory.steps]
    return {
        "total_prompt_tokens": sum(tokens.prompt for tokens in used),
        "total_completion_tokens": sum(tokens.generated for tokens in used),
        "total_cached_tokens": sum(tokens.reused for tokens in used),
        "total_steps": len(record.trajectory.steps) + 1,
    }


def _image(observation: Observation) -> dict[str, object]:
    source = {"media_type": "image/png", "path": _path(observation)}
    return {"type": "image", "source": source}


def _path(observation: Observation) -> str:
    return f"{IMAGES_FOLDER}/{observation.image}.png"
