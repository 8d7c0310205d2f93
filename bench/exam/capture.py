"""Takes the pictures of the exam, and reads from the accessibility tree what lies where on them.

`captures.json` says which programs are started and what is done in them before each picture. Every
program has a private desktop of its own, worked by the product's hands. Beside `NAME.png` a file
`NAME.truth.json` lists role, text, box and states of what the program's toolkit reports; toolkits
that report nothing leave it empty, and boxes are then measured by eye. `NAME.told.json` is the
same as the product hears it, for figures with the accessibility tree. `--told-for FOLDER` writes
it alone, and only where a picture of that name in FOLDER shows the same.

    python bench/exam/capture.py OUT [--only NAME ...] [--told-for FOLDER]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

from uitars_runtime.frame import Frame
from uitars_runtime.hands.opening import OpenHands
from uitars_train.evaluate.record import Capture, read_captures, shots, write_picture, write_told
from uitars_train.evaluate.screens import read_picture

HERE = Path(__file__).resolve().parent
SAME = 3000
"""Pixels that may differ between two pictures of the same: a date, a version, a folder's name."""


def main() -> int:
    new = argparse.ArgumentParser(description=__doc__)
    new.add_argument("out", type=Path)
    new.add_argument("--only", nargs="+", default=[], metavar="NAME", help="programs of these")
    new.add_argument("--told-for", type=Path, metavar="FOLDER")
    arguments = new.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    for capture in read_captures(HERE / "captures.json"):
        names = {shot.name for shot in capture.shots}
        if not arguments.only or names & set(arguments.only):
            take(capture, arguments.out, arguments.told_for)
    return 0


def take(capture: Capture, out: Path, told_for: Path | None) -> None:
    """All pictures of one program, or what it says of those in `told_for`."""
    for name, frame, hands in shots(capture):
        if told_for is None or shows(frame, told_for / f"{name}.png"):
            write_told(hands, out / f"{name}.told.json")
        if told_for is None:
            write_picture(frame, out / f"{name}.png")
            write_truth(name, hands, out)


def shows(frame: Frame, path: Path) -> bool:
    """Whether a picture shows the same as the screen."""
    known = read_picture(path)
    differ = -1
    if known.size == frame.size:
        differ = int((known.pixels != frame.pixels).any(axis=2).sum())
    print(f"{path.stem}: {differ} pixels differ")
    return 0 <= differ <= SAME


def write_truth(name: str, hands: OpenHands, out: Path) -> None:
    """What lies where, as the toolkit says."""
    found: list[dict[str, Any]] = []
    tree = subprocess.run(
        ["/usr/bin/python3", str(HERE / "tree.py")],
        env=dict(hands.environment),
        capture_output=True,
        timeout=60,
        check=False,
    )
    if tree.returncode == 0:
        found = msgspec.json.decode(tree.stdout, type=list[dict[str, Any]])
    lines = ",\n".join(msgspec.json.encode(item).decode() for item in found)
    (out / f"{name}.truth.json").write_text(f"[{lines}]\n", encoding="utf-8")
    print(f"{name}: {len(found)} things in the tree")


if __name__ == "__main__":
    sys.exit(main())
