"""Writes the measured tables of README.md from the JSON files in bench/results.

python bench/readme.py
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "bench" / "results"
BEGIN, END = "<!-- figures:begin -->", "<!-- figures:end -->"


def read(name: str) -> dict[str, Any]:
    """One script's figures. A missing file is an error: no table is written from memory."""
    found: dict[str, Any] = json.loads((RESULTS / f"{name}.json").read_text("utf-8"))
    return found


def table(heading: tuple[str, str], rows: list[tuple[str, str]]) -> str:
    lines = [f"| {heading[0]} | {heading[1]} |", "| --- | --- |"]
    return "\n".join([*lines, *(f"| {name} | {value} |" for name, value in rows)])


def step() -> str:
    found = read("step")
    return table(
        ("one step, model left out (`bench/step.py`)", "median"),
        [
            ("look at a settled screen", f"{found['observe_ms']:.0f} ms"),
            ("gate's review", f"{found['review_ms']:.2f} ms"),
            ("act and see what changed", f"{found['execute_ms']:.0f} ms"),
            ("of these, the program's own reaction", f"{found['reaction_ms']:.0f} ms"),
            ("overhead of a step", f"{found['overhead_ms']:.0f} ms"),
            ("`import uitars_runtime`", f"{found['import_uitars_runtime_ms']:.1f} ms"),
            (
                "private desktop and program, from nothing",
                f"{found['start_desktop_and_program_ms'] / 1000:.1f} s",
            ),
        ],
    )


def model() -> str:
    found = read("model")
    return table(
        ("the embedded model (`bench/model.py`)", "figure"),
        [
            (
                "weights: decoder / all, text reader included",
                f"{found['decoder_mb']:.1f} / {found['weights_mb']:.0f} MB",
            ),
            ("first step, loading included", f"{found['load_and_first_step_ms'] / 1000:.1f} s"),
            (
                "a step: new screen / small change / unchanged",
                f"{found['first_look_ms'] / 1000:.2f} / {found['later_look_ms'] / 1000:.2f} /"
                f" {found['unchanged_screen_ms'] / 1000:.2f} s",
            ),
            ("peak memory of the process", f"{found['peak_memory_mb']:.0f} MB"),
        ],
    )


def apps() -> str:
    found = read("apps")
    rows = [
        (tag or "all", f"{right} of {tried}") for tag, (right, tried) in found["by_tag"].items()
    ]
    rows.append(
        ("seconds a step, start of the program included", f"{found['seconds_per_step']:.1f}")
    )
    failed = [item["name"] for item in found["results"] if not item["success"]]
    rows.append(("failed", ", ".join(failed) or "none"))
    return table(
        (
            "tasks on real programs that were looked at in development (`bench/apps.py`)",
            "verified by state",
        ),
        rows,
    )


def safety() -> str:
    return table(
        ("safety drills (`bench/safety.py`): what must not happen, or must", "missed of tried"),
        [(f"{row['title']}: {row['bar']}", _outcome(row)) for row in read("safety").values()],
    )


def _outcome(row: dict[str, Any]) -> str:
    if "allowed" in row:
        return f"{row['allowed']} of {row['tried']} ran"
    return f"{row['failed']} of {row['tried']:,}"


def main() -> int:
    readme = ROOT / "README.md"
    text = readme.read_text("utf-8")
    head, rest = text.split(BEGIN)
    tail = rest.split(END)[1]
    tables = "\n\n".join((apps(), model(), step(), safety()))
    readme.write_text(f"{head}{BEGIN}\n\n{tables}\n\n{END}{tail}", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
