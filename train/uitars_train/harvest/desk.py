"""One program on a private desktop: looked at with the product's eyes, worked with its hands.

The desktop has no network, the program sees the system read-only and a folder of its own, and the
gate refuses what is grave. Not here: what to do next (`explorer.py`).
"""

from __future__ import annotations

import os
import shlex
import threading
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from Xlib import X
from Xlib.display import Display

from uitars_runtime.desktop.managed import hang_up
from uitars_runtime.desktop.windows import Windows
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.hands.opening import OpenHands, open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.privacy.settings import PrivacySettings
from uitars_runtime.types import Action, Box, Decision, Outcome, Point
from uitars_train.harvest import tk, tree
from uitars_train.harvest.confirming import confirmed
from uitars_train.harvest.looking_again import looked_at
from uitars_train.harvest.looks import environment, pixels_told
from uitars_train.harvest.records import Look, Truth
from uitars_train.scratch import scratch

if TYPE_CHECKING:
    from uitars_runtime.element import Element
    from uitars_runtime.eyes.eyes import Eyes
    from uitars_runtime.frame import Frame
    from uitars_runtime.protocols import Stop
    from uitars_train.harvest.catalogue import Entry

POLICY: Final = str(Path(__file__).with_name("policy.toml"))
_SILENT_SECONDS: Final = 30.0
"""How long a program may take to tell anything, once it has a window."""
_GREETING: Final = 8
"""Widgets up to which a window may be one that is shown while the program starts."""
_GREETING_SECONDS: Final = 8.0
"""After which it is taken for the window itself."""
_FROM_WINDOWS: Final = ("GTK4", "libadwaita")
"""Toolkits that know places in their windows only."""
SAMPLES: Final = {
    "note.txt": "Bread\nButter\nHoney\n\nTea for two on Sunday.\n",
    "letter.txt": "Dear Ada,\n\nthe garden is in flower. Come and see it.\n\nYours,\nTheo\n",
    "prices.csv": "Fruit,Price,Stock\nApples,2.40,12\nPears,3.10,7\nPlums,4.00,0\n",
    "readme.md": "# Harvest\n\n- apples\n- pears\n\nSee [the list](prices.csv).\n",
    "places/harbour.txt": "Open from nine to five.\n",
    "places/museum.txt": "Closed on Mondays.\n",
}
"""What lies in the folder that the program starts in, for its lists of files."""


class Glimpse(NamedTuple):
    """A screen at rest, nobody has read it yet."""

    frame: Frame
    told: tuple[Truth, ...]
    """None of it confirmed."""
    windows: tuple[int, ...]
    """All that are open, menus and tool tips too."""
    title: str


class Sight(NamedTuple):
    """A screen that was read."""

    frame: Frame
    seen: tuple[Element, ...]
    true: tuple[Truth, ...]
    windows: tuple[int, ...]
    title: str


class Desk:
    """A program at work."""

    def __init__(
        self, hands: OpenHands, display: Display, eyes: Eyes, toolkit: str, pixels: float = 1.0
    ) -> None:
        """`pixels`: screen pixels to one of those in which the program tells places."""
        self._hands = hands
        self._display = display
        self._windows = Windows(display)
        self._eyes = eyes
        self._toolkit = toolkit
        self._pixels = pixels
        self.refused = 0
        """Steps that the gate did not let through."""

    def glimpse(self) -> Glimpse:
        """The screen once it has settled, and what is told of it. Raises `DesktopError`."""
        frame = self._hands.observe()
        active = self._windows.active()
        stacked = self._stacked()
        popups = [one.box for one, _ in self._windows.unmanaged()]
        corner = Point(active.box.left, active.box.top) if active else Point(0, 0)
        told = tuple(self._ask(stacked, popups, corner))
        return Glimpse(frame, told, self.windows(), active.title if active else "")

    def _stacked(self) -> list[Box]:
        """Where the windows are, the topmost last."""
        atom = self._display.intern_atom("_NET_CLIENT_LIST_STACKING")
        found = self._display.screen().root.get_full_property(atom, X.AnyPropertyType)
        boxes = {one.id: one.box for one in self._windows.all()}
        order = [int(window) for window in found.value] if found is not None else []
        return [boxes[window] for window in order if window in boxes]

    def _ask(self, stacked: Sequence[Box], popups: Sequence[Box], corner: Point) -> list[Truth]:
        """What the programs tell. `corner`: of the active window."""
        if self._toolkit == tk.TOOLKIT:
            return tk.read(self._hands.environment, [*stacked, *popups])
        origin = corner if self._toolkit in _FROM_WINDOWS else None
        return tree.read(self._display, stacked, popups, origin, self._pixels, self._toolkit)

    def windows(self) -> tuple[int, ...]:
        """Those that are open at this moment, menus and tool tips too."""
        popups = [one for one, _ in self._windows.unmanaged()]
        return tuple(one.id for one in (*self._windows.all(), *popups))

    def read(self, glimpse: Glimpse) -> Sight:
        """The same with what the eyes see, whatever they saw before, and which of the told can be
        seen."""
        frame, told, windows, title = glimpse
        seen = looked_at(frame, self._eyes)
        true = confirmed(told, self._eyes.look(frame), frame.pixels)
        return Sight(frame, seen, tuple(true), windows, title)

    def told(self) -> int:
        """How much the programs tell at this moment."""
        return len(self._ask((), (), Point(0, 0)))

    def do(self, action: Action, seen: Frame) -> Outcome:
        """Work the program as far as the gate lets. Raises `DesktopError`."""
        done = self._hands.perform(action, seen)
        if done.verdict is not None and done.verdict.decision is not Decision.ALLOW:
            self.refused += 1
        return done.outcome


@contextmanager
def opened(entry: Entry, look: Look, eyes: Eyes, seconds: float = 300.0) -> Generator[Desk]:
    """The program, started and at rest; everything ends with it, at the latest after `seconds`.

    Raises `UitarsError` where it does not start, shows no window or hangs.
    """
    stop = threading.Event()
    timer = threading.Timer(seconds, stop.set)
    timer.start()
    try:
        with _worked(entry, look, eyes, stop) as desk:
            yield desk
    finally:
        timer.cancel()


@contextmanager
def _worked(entry: Entry, look: Look, eyes: Eyes, stop: Stop) -> Generator[Desk]:
    with scratch() as workspace:
        for name, text in SAMPLES.items():
            path = workspace / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
        settings = HandsSettings(
            desktop=f"sandbox:{look.size.width}x{look.size.height}",
            apps=(_command(entry, look, workspace),),
            workspace=str(workspace),
            policy=POLICY,
            programs="offline",
            accessibility=True,
            actions_per_second=1000.0,
            privacy=PrivacySettings(hide_passwords=False),
        )
        hands = open_hands(settings, NobodyAsker(), stop)
        try:
            display = _connected(hands.environment)
            try:
                desk = Desk(hands, display, eyes, entry.toolkit, pixels_told(look, entry.toolkit))
                _await_told(desk)
                yield desk
            finally:
                hang_up(display)
        finally:
            hands.close()


def _command(entry: Entry, look: Look, workspace: Path) -> str:
    home = workspace / ".home"
    home.mkdir()
    told = environment(look, entry.toolkit, workspace) | {"HOME": str(home)}
    words = [
        word.replace("$HOME", str(home)).replace("$WORKSPACE", str(workspace))
        for word in shlex.split(entry.command)
    ]
    return shlex.join(["env", *(f"{name}={value}" for name, value in told.items()), *words])


def _connected(environment: Mapping[str, str]) -> Display:
    os.environ["XAUTHORITY"] = environment["XAUTHORITY"]
    return Display(environment["DISPLAY"])


def _await_told(desk: Desk) -> None:
    """Until the program tells as much twice. Little is what it greets with, for a while; one that
    tells nothing is looked at all the same, in the end."""
    began, before = time.monotonic(), 0
    while (passed := time.monotonic() - began) < _SILENT_SECONDS:
        now = desk.told()
        if now and now == before and (now >= _GREETING or passed > _GREETING_SECONDS):
            return
        before = now
        time.sleep(0.5)
