"""The whole exam with the shipped weights: single steps, tasks on programs, MiniWoB++ pages.

Figures hold totals by tag only, never what is asked or which step failed, so that whoever trains
may read them. See bench/exam/README.md.

    python bench/exam.py [--only PART ...] [--seeds 2] [--model REF] [--json OUT]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from uitars_runtime.backends.embedded.backend import default_folder
from uitars_runtime.backends.embedded.decoder import FILE
from uitars_train.evaluate.__main__ import main as evaluate

EXAM = Path(__file__).with_name("exam")
PARTS = ("screens", "apps", "apps_with_accessibility", "miniwob")
KEPT = (
    *("model", "accuracy", "success_rate", "n", "episodes", "interval", "by_tag", "intervals"),
    *("failures", "endings", "steps_mean", "seconds_per_step", "tasks"),
)
"""What of a report says nothing of single items, the pages of MiniWoB++ aside."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", default=PARTS, choices=PARTS)
    parser.add_argument("--seeds", type=int, default=2, help="tries of each MiniWoB++ task")
    parser.add_argument("--model", default="nano")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    found: dict[str, Any] = {}
    if arguments.json and arguments.json.exists():
        found = json.loads(arguments.json.read_text("utf-8"))
    for part in arguments.only:
        found[part] = {**summary(run(part, arguments)), "weights": weights(arguments.model)}
        if arguments.json:
            arguments.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


def weights(model: str) -> str:
    """Which weights the figures are of: the start of the decoder's SHA-256; empty on a server."""
    folder = default_folder() if model == "nano" else Path(model)
    path = folder / FILE
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12] if path.is_file() else ""


def run(part: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """One part's report."""
    tasks = {
        "screens": ["--set", EXAM / "screens.json"],
        "apps": ["--set", EXAM / "apps.json"],
        "apps_with_accessibility": ["--set", EXAM / "apps.json", "--accessibility"],
        "miniwob": ["--tasks", EXAM / "miniwob_open.txt", "--seeds", arguments.seeds],
    }[part]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "report.json")
        evaluate(
            [
                part.partition("_")[0],
                *map(str, tasks),
                "--model",
                arguments.model,
                "--json",
                str(out),
            ]
        )
        report: dict[str, Any] = json.loads(out.read_text("utf-8"))
        return report


def summary(report: dict[str, Any]) -> dict[str, Any]:
    """The totals of a report, and of the rows beside it."""
    short = {name: report[name] for name in KEPT if name in report}
    if "baseline" in report:
        short["baseline"] = summary(report["baseline"])
    if "baselines" in report:
        short["baselines"] = {name: summary(row) for name, row in report["baselines"].items()}
    return short


if __name__ == "__main__":
    sys.exit(main())
