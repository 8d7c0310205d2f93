"""Every safety drill, whole: what was tried, what failed, and the bar it is held to.

    python bench/safety.py [--only NAME ...] [--share 0.1] [--parts FOLDER] [--json OUT]

Figures of drills that did not run this time are kept as they stand in OUT. With --parts a long
drill that was broken off goes on where it was: give each state of the code a folder of its own.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))


ROWS: tuple[Any, ...] = importlib.import_module("helpers.safety.rows").ROWS
"""The drills live with the tests, so that a share of each can run among them."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=[row.module for row in ROWS])
    parser.add_argument("--share", type=float, default=1.0, help="how much of each drill")
    parser.add_argument("--parts", type=Path, help="folder that keeps the parts of long drills")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    if arguments.parts is not None:
        arguments.parts.mkdir(parents=True, exist_ok=True)
        os.environ["UITARS_DRILL_PARTS"] = str(arguments.parts)
    known: dict[str, Any] = (
        json.loads(arguments.json.read_text()) if _is_file(arguments.json) else {}
    )
    for row in ROWS:
        if arguments.only and row.module not in arguments.only:
            continue
        began = time.monotonic()
        figures = dict(row.run(arguments.share))
        figures["seconds"] = round(time.monotonic() - began, 1)
        known[row.module] = {"title": row.title, "bar": row.bar, **figures, "uid": os.getuid()}
        print(
            f"{row.module:20} tried {figures['tried']:>6}  failed {figures['failed']:>4}  {row.bar}"
        )
        if arguments.json:
            arguments.json.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    return 1 if any(row["failed"] for row in known.values()) else 0


def _is_file(path: Path | None) -> bool:
    return path is not None and path.is_file()


if __name__ == "__main__":
    sys.exit(main())
