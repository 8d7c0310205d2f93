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
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import msgspec

from uitars_runtime.frame import Frame
from uitars_runtime.hands.opening import OpenHands, open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.types import Action, Move, Point
from uitars_train.evaluate.proctor import POLICY, Proctor
from uitars_train.evaluate.screens import read_picture, read_told

HERE = Path(__file__).resolve().parent
CORNER = Point(1277, 797)
CARET = 300
"""Pixels of a caret or of a clock's digits."""
SAME = 3000
"""Pixels that may differ between two pictures of the same: a date, a version, a folder's name."""
TRIES = 5
"""How often programs are asked what they show."""
PATIENCE = 30.0
"""Seconds a program may take to come to rest."""


class Shot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One picture and what is done just before it."""

    name: str
    do: tuple[Action, ...] = ()


class Capture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One program with its pictures, in order."""

    app: str
    toolkit: str
    shots: tuple[Shot, ...]
    files: dict[str, str] = {}
    """Files put into the workspace first: path relative to it, and text."""
    accessibility: bool = True


def main() -> int:
    new = argparse.ArgumentParser(description=__doc__)
    new.add_argument("out", type=Path)
    new.add_argument("--only", nargs="+", default=[], metavar="NAME", help="programs of these")
    new.add_argument("--told-for", type=Path, metavar="FOLDER")
    arguments = new.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    captures = msgspec.json.decode((HERE / "captures.json").read_bytes(), type=tuple[Capture, ...])
    for capture in captures:
        names = {shot.name for shot in capture.shots}
        if not arguments.only or names & set(arguments.only):
            take(capture, arguments.out, arguments.told_for)
    return 0


def take(capture: Capture, out: Path, told_for: Path | None) -> None:
    """All pictures of one program, or what it says of those in `told_for`."""
    with tempfile.TemporaryDirectory(prefix="capture-", dir="/var/tmp") as workspace:
        for name, text in capture.files.items():
            path = Path(workspace, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        settings = HandsSettings(
            apps=(capture.app,),
            workspace=workspace,
            policy=POLICY,
            accessibility=capture.accessibility,
        )
        hands = open_hands(settings, Proctor(), threading.Event())
        try:
            frame = at_rest(hands)
            # Out of the way: the pointer starts in the middle, where it would raise a tooltip.
            hands.perform(Move(CORNER), frame)
            for shot in capture.shots:
                frame = at_rest(hands)
                for action in shot.do:
                    done = hands.perform(action, frame).outcome
                    if not done.ok:
                        raise SystemExit(f"{shot.name}: {done.text}")
                    frame = at_rest(hands)
                if told_for is None:
                    write(shot.name, frame, hands, out)
                elif shows(frame, told_for / f"{shot.name}.png"):
                    write_told(shot.name, hands, out)
        finally:
            hands.close()


def at_rest(hands: OpenHands) -> Frame:
    """The screen once it has been the same for a second, a blinking caret or a clock aside."""
    deadline = time.monotonic() + PATIENCE
    frame, since = hands.observe(), time.monotonic()
    while time.monotonic() - since < 1.0 and time.monotonic() < deadline:
        time.sleep(0.2)
        fresh = hands.observe()
        if (fresh.pixels != frame.pixels).any(axis=2).sum() > CARET:
            since = time.monotonic()
        frame = fresh
    return frame


def shows(frame: Frame, path: Path) -> bool:
    """Whether a picture shows the same as the screen."""
    known = read_picture(path)
    differ = -1
    if known.size == frame.size:
        differ = int((known.pixels != frame.pixels).any(axis=2).sum())
    print(f"{path.stem}: {differ} pixels differ")
    return 0 <= differ <= SAME


def write_told(name: str, hands: OpenHands, out: Path) -> None:
    """What the programs say, one element a line; a file that has heard as much stays."""
    path = out / f"{name}.told.json"
    # A busy machine hears only a part before its patience ends.
    told = max((hands.observe().told for _ in range(TRIES)), key=len)
    if len(told) > len(read_told(path)):
        lines = ",\n".join(msgspec.json.encode(element).decode() for element in told)
        path.write_text(f"[{lines}]\n", encoding="utf-8")


def write(name: str, frame: Frame, hands: OpenHands, out: Path) -> None:
    """The picture, and the truth and what the product hears beside it."""
    import cv2

    write_told(name, hands, out)

    picture = frame.pixels[:, :, ::-1]
    cv2.imwrite(str(out / f"{name}.png"), picture, [cv2.IMWRITE_PNG_COMPRESSION, 9])
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
