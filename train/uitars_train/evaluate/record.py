"""Pictures of programs on private desktops, with what the programs say of their widgets.

A list of programs says what is started and what is done before each picture. Beside `NAME.png` lies
`NAME.told.json`, the elements as the product hears them. Not here: what is asked about a picture
(`asks.py`), and judging a model (`screens.py`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from uitars_runtime.errors import UsageError
from uitars_runtime.frame import Frame
from uitars_runtime.hands.opening import OpenHands, open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.types import Action, Move, Point
from uitars_train.evaluate.proctor import POLICY, Proctor
from uitars_train.evaluate.screens import read_told
from uitars_train.options import decoded
from uitars_train.scratch import scratch

_CORNER: Final = Point(1277, 797)
_CARET: Final = 300
"""Pixels of a caret or of a clock's digits."""
_TRIES: Final = 5
"""How often programs are asked what they show."""
_PATIENCE: Final = 30.0
"""Seconds a program may take to come to rest."""


class Shot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One picture and what is done just before it."""

    name: str
    do: tuple[Action, ...] = ()


class Capture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One program with its pictures, in order."""

    app: str
    shots: tuple[Shot, ...]
    toolkit: str = ""
    files: dict[str, str] = {}
    """Files put into the workspace first: path relative to it, and text."""
    accessibility: bool = True


def read_captures(path: Path) -> tuple[Capture, ...]:
    """Raises `UsageError` where the file is missing or no list of programs."""
    wrong = "is not a list of programs"
    return decoded(path, tuple[Capture, ...], wrong, "See docs/evaluation.md.")


def shots(capture: Capture) -> Iterator[tuple[str, Frame, OpenHands]]:
    """The screens of one program at rest, by name, while its desktop is open.

    Raises `UsageError` for an action that could not be done.
    """
    with scratch() as workspace:
        for name, text in capture.files.items():
            path = workspace / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        settings = HandsSettings(
            apps=(capture.app,),
            workspace=str(workspace),
            policy=POLICY,
            accessibility=capture.accessibility,
        )
        hands = open_hands(settings, Proctor(), threading.Event())
        try:
            frame = at_rest(hands)
            # Out of the way: the pointer starts in the middle, where it would raise a tooltip.
            hands.perform(Move(_CORNER), frame)
            for shot in capture.shots:
                frame = at_rest(hands)
                for action in shot.do:
                    done = hands.perform(action, frame).outcome
                    if not done.ok:
                        raise UsageError(f"{shot.name}: {done.text}")
                    frame = at_rest(hands)
                yield shot.name, frame, hands
        finally:
            hands.close()


def at_rest(hands: OpenHands) -> Frame:
    """The screen once it has been the same for a second, a blinking caret or a clock aside."""
    deadline = time.monotonic() + _PATIENCE
    frame, since = hands.observe(), time.monotonic()
    while time.monotonic() - since < 1.0 and time.monotonic() < deadline:
        time.sleep(0.2)
        fresh = hands.observe()
        if (fresh.pixels != frame.pixels).any(axis=2).sum() > _CARET:
            since = time.monotonic()
        frame = fresh
    return frame


def write_picture(frame: Frame, path: Path) -> None:
    """A PNG file."""
    import cv2

    cv2.imwrite(str(path), frame.pixels[:, :, ::-1], [cv2.IMWRITE_PNG_COMPRESSION, 9])


def write_told(hands: OpenHands, path: Path) -> None:
    """What the programs say, one element a line; a file that has heard as much stays."""
    # A busy machine hears only a part before its patience ends.
    told = max((hands.observe().told for _ in range(_TRIES)), key=len)
    if len(told) > len(read_told(path)):
        lines = ",\n".join(msgspec.json.encode(element).decode() for element in told)
        path.write_text(f"[{lines}]\n", encoding="utf-8")
