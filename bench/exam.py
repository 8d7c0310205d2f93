"""The whole exam with the shipped weights: single steps, tasks on programs, MiniWoB++ pages.

Figures hold totals by tag only, never what is asked or which step failed, so that whoever trains
may read them. See bench/exam/README.md.

Every answer is kept with the hash of the weights, so that an exam that was cut off goes on, and
rows that do not depend on the decoder are played once; after a change of the code the folder of
answers is to be emptied. Parts may run at the same time, in processes
of their own that write to one file.

    python bench/exam.py [--only PART ...] [--seeds 3] [--rows ROW ...] [--model REF] [--json OUT]
                         [--keep DIR] [--failures DIR] [--sessions K]
"""

from __future__ import annotations

import argparse
import fcntl
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from uitars_runtime import paths
from uitars_train.evaluate import fingerprint
from uitars_train.evaluate.__main__ import BASELINES
from uitars_train.evaluate.__main__ import main as evaluate

EXAM = Path(__file__).with_name("exam")
PARTS = ("screens", "screens_with_accessibility", "apps", "apps_with_accessibility", "miniwob")
UNCHANGING = ("random", "oracle")
KEPT = (
    *("model", "accuracy", "success_rate", "n", "episodes", "interval", "by_tag", "intervals"),
    *("failures", "endings", "steps_mean", "seconds_per_step", "tasks"),
)
"""What of a report says nothing of single items, the pages of MiniWoB++ aside."""


def main() -> int:
    arguments = parser().parse_args()
    for part in arguments.only:
        report = run(part, arguments)
        if unplayed := report.get("failures", {}).get("error", 0):
            sys.exit(
                f"{unplayed} tasks of {part} could not be played, so its figures would say nothing."
                " Install their programs (`make exam` does); they are played again then."
            )
        found = {
            **summary(report),
            "weights": fingerprint.of_decoders(arguments.model),
            "eyes": fingerprint.of_eyes(),
        }
        if arguments.json:
            write(arguments.json, part, found)
    return 0


def parser() -> argparse.ArgumentParser:
    new = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    new.add_argument("--only", nargs="+", default=PARTS, choices=PARTS)
    new.add_argument("--seeds", type=int, default=3, help="tries of each MiniWoB++ task")
    new.add_argument("--rows", nargs="*", default=BASELINES, choices=BASELINES)
    new.add_argument("--model", default="nano")
    new.add_argument("--json", type=Path)
    new.add_argument(
        "--keep", type=Path, default=paths.cache_folder() / "exam", help="folder of the answers"
    )
    new.add_argument("--sessions", type=int, default=1, help="tries that are played at once")
    new.add_argument("--failures", type=Path, help="folder for pictures of ten failures a part")
    return new


def write(path: Path, part: str, found: dict[str, Any]) -> None:
    """Put a part into the file; other processes may write theirs. Rows that depend on no weights
    stay where they were not played again."""
    with path.open("a+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        before = file.read()
        whole: dict[str, Any] = json.loads(before) if before else {}
        known: dict[str, Any] = whole.get(part, {}).get("baselines", {})
        stay = {name: known[name] for name in UNCHANGING if name in known}
        if "baselines" in found:
            found = {**found, "baselines": {**stay, **found["baselines"]}}
        whole[part] = found
        file.truncate(0)
        file.write(json.dumps(whole, indent=1) + "\n")


def run(part: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """One part's report."""
    screens = ["--set", EXAM / "screens.json"]
    at_once = ["--sessions", arguments.sessions]
    apps = ["--set", EXAM / "apps.json", "--solutions", EXAM / "apps_solutions.json", *at_once]
    tasks = {
        "screens": screens,
        "screens_with_accessibility": [*screens, "--accessibility"],
        "apps": [*apps, "--rows", *arguments.rows],
        "apps_with_accessibility": [*apps, "--accessibility"],
        "miniwob": [
            *("--tasks", EXAM / "miniwob_open.txt", "--seeds", arguments.seeds),
            *("--rows", *arguments.rows),
            *at_once,
        ],
    }[part]
    if arguments.failures:
        tasks += ["--pictures", arguments.failures / part]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "report.json")
        options = ["--model", arguments.model, "--keep", arguments.keep, "--json", out]
        evaluate([part.partition("_")[0], *map(str, [*tasks, *options])])
        report: dict[str, Any] = json.loads(out.read_text("utf-8"))
        return report


def summary(report: dict[str, Any]) -> dict[str, Any]:
    """The totals of a report, and of the rows beside it."""
    short = {name: report[name] for name in KEPT if name in report}
    for row in ("baseline", "random"):
        if row in report:
            short[row] = summary(report[row])
    if "baselines" in report:
        short["baselines"] = {name: summary(row) for name, row in report["baselines"].items()}
    return short


if __name__ == "__main__":
    sys.exit(main())
