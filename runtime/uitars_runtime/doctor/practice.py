"""Checks on a desktop: what is shown is captured, what is clicked and typed arrives, and where.

The real hands work a window of our own (targets.py): on a sandbox, or with `--desktop` on another
display, where the window opens in front of the user.
"""

from __future__ import annotations

import math
import os
import shlex
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from uitars_runtime.desktop.local import is_wayland
from uitars_runtime.desktop.registry import parted
from uitars_runtime.doctor import targets
from uitars_runtime.doctor.report import Check, Finding, Status
from uitars_runtime.errors import DesktopError
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.hands.process import ProcessHands, open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.own_programs import OwnProgram, command
from uitars_runtime.types import Action, Click, Point, Type

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame

_ARRIVAL_SECONDS = 10.0
_DRAWING_SECONDS = 5.0
_TEXT = "Uitars 42"
_Value = TypeVar("_Value")


class Practice:
    """The hands, and the window they practise on."""

    def __init__(self, hands: ProcessHands, log: Path) -> None:
        self._hands = hands
        self._log = log

    def checks(self, *, calibrate: bool) -> list[tuple[str, Check]]:
        """All checks of this file; with `calibrate`, every disc is clicked and not only one."""
        numbers = range(len(targets.DISCS)) if calibrate else range(1)
        return [
            ("capture", self.capture),
            ("pointer", lambda: self.pointer(numbers)),
            ("text entry", self.text_entry),
            ("clipboard", self.clipboard),
        ]

    def capture(self) -> Finding:
        """Whether the discs are in the screenshot, in their colours."""
        seen, missing = self._look_for(range(len(targets.DISCS)))
        if missing:
            text = f"{len(missing)} of {len(targets.DISCS)} discs are not in the screenshot."
            return Finding("capture", Status.BROKEN, text, "Is another window in front?")
        size = f"{seen.size.width}x{seen.size.height}"
        return Finding("capture", Status.OK, f"The screen ({size}) is seen as it is.")

    def pointer(self, numbers: range) -> Finding:
        """How far from the discs the clicks arrive, in pixels."""
        errors: list[float] = []
        for number in numbers:
            seen, _ = self._look_for([number])
            at = _find(seen, number)
            if at is None:
                raise DesktopError("A disc is not in the screenshot.", "See the check of capture.")
            self._do(Click(at), seen)
            clicks = self._await(lambda event: event.click, len(errors) + 1)
            if len(clicks) <= len(errors):
                text = "A click did not arrive in the window."
                return Finding("pointer", Status.BROKEN, text, "Is another window in front?")
            x, y = clicks[-1]
            errors.append(math.hypot(x - targets.DISCS[number][0], y - targets.DISCS[number][1]))
        worst = max(errors)
        count = f"{len(errors)} click{'' if len(errors) == 1 else 's'}"
        text = f"{count} arrived within {worst:.1f} pixels of the target."
        if worst <= 1.5:
            return Finding("pointer", Status.OK, text)
        mend = "Report the screen's size, scaling and place of the monitors."
        return Finding("pointer", Status.BROKEN, text, mend)

    def text_entry(self) -> Finding:
        """Whether typed characters arrive."""
        self._do(Type(_TEXT), self._look())
        keys = self._await(_character, len(_TEXT))
        arrived = "".join(map(chr, keys))
        if arrived == _TEXT:
            return Finding("text entry", Status.OK, f"{len(_TEXT)} characters arrived as typed.")
        return Finding(
            "text entry",
            Status.BROKEN,
            f"{_TEXT!r} arrived as {arrived!r}.",
            "Is an input method or a keyboard tool changing what is typed?",
        )

    def clipboard(self) -> Finding:
        """Whether a text can be offered and taken; the old content is put back."""
        from uitars_runtime.desktop.clipboard import Clipboard
        from uitars_runtime.desktop.selection_reader import read_selection

        arrived: list[bytes] = []
        display = self._hands.display
        clipboard = Clipboard(display)

        def read() -> None:
            arrived.extend(flavour.data for flavour in read_selection(display).values())

        try:
            clipboard.paste(_TEXT, "CLIPBOARD", read)
        finally:
            clipboard.close()
        if _TEXT.encode() in arrived:
            return Finding("clipboard", Status.OK, "What is copied can be pasted.")
        text = "What was copied could not be read back."
        return Finding("clipboard", Status.DEGRADED, text, "Is a clipboard manager in the way?")

    def _look(self) -> Frame:
        return self._hands.observe()

    def _look_for(self, discs: Sequence[int]) -> tuple[Frame, list[int]]:
        """The screen once these discs are drawn, with those that are not when time is over."""
        ends = time.monotonic() + _DRAWING_SECONDS
        while True:
            seen = self._look()
            missing = [number for number in discs if _find(seen, number) is None]
            if not missing or time.monotonic() >= ends:
                return seen, missing
            time.sleep(0.05)

    def _do(self, action: Action, seen: Frame) -> None:
        done = self._hands.perform(action, seen)
        if not done.outcome.ok:
            raise DesktopError(done.outcome.text, "Is another window in front?")

    def _await(self, kind: Callable[[targets.Event], _Value | None], count: int) -> list[_Value]:
        """The first `count` events of a kind, once they are in the log; fewer when time is over."""
        ends = time.monotonic() + _ARRIVAL_SECONDS
        while True:
            values = [kind(event) for event in targets.read_log(self._log)]
            found = [value for value in values if value is not None]
            if len(found) >= count or time.monotonic() >= ends:
                return found
            time.sleep(0.02)


@contextmanager
def opened(desktop: str) -> Generator[Practice]:
    """Hands with the window of discs in front. Raises `DesktopError` where it does not come."""
    if parted(desktop)[0] == "wayland" or (desktop == "local" and is_wayland()):
        raise DesktopError(
            "Pointer and keyboard are tried on X displays only.", "Leave out --desktop."
        )
    with tempfile.TemporaryDirectory(prefix="uitars-doctor-") as folder:
        log = Path(folder) / "targets.log"
        window = shlex.join(command(OwnProgram.PRACTICE_WINDOW, str(log)))
        settings = HandsSettings(
            desktop=desktop,
            apps=(window,),
            workspace=folder,
            policy="ask-on-risk",
            grants=("R1",),
        )
        hands = open_hands(settings, NobodyAsker(), threading.Event())
        authority = os.environ.get("XAUTHORITY")
        os.environ.update({k: v for k, v in hands.environment.items() if k == "XAUTHORITY"})
        try:
            yield Practice(hands, log)
        finally:
            hands.close()
            os.environ.pop("XAUTHORITY", None)
            if authority is not None:
                os.environ["XAUTHORITY"] = authority


def _find(seen: Frame, number: int) -> Point | None:
    """The middle of a disc, by its colour."""
    import numpy as np

    value = targets.colour(number)
    wanted = np.array([value >> 16, value >> 8 & 255, value & 255], np.uint8)
    rows, columns = np.nonzero((seen.pixels == wanted).all(axis=2))
    if len(rows) < targets.RADIUS**2:
        return None
    return Point(round(float(columns.mean())), round(float(rows.mean())))


def _character(event: targets.Event) -> int | None:
    """A key that stands for a character; modifiers arrive as keys of their own."""
    return event.key if event.key is not None and event.key < 256 else None
