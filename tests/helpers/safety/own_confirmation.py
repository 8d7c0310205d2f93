"""The assistant's own card on a nested screen: the agent's presses are no yes, a person's are.

The whole assistant runs in a process of its own, window, cards and real devices; only the questions
are put by us, the way a run's thread puts them. The agent works the hands' XTEST on the inner
screen, the person's presses come from the outer one.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory

from helpers.assistant import furnish
from helpers.desks import until
from helpers.nested import Nested, nested
from helpers.safety.rows import Figures
from helpers.screens import PROGRAMS, window_manager
from uitars_runtime.desktop.x11 import X11Desktop
from uitars_runtime.guard.real_input import RealEvent, RealInput
from uitars_runtime.types import Click, Point, Press

_EACH = 200
_BETWEEN = 0.005
"""Seconds between two presses of a person who is at work: one falls between any press of the agent
and what comes of it."""
_EARLY = 0.5
"""Seconds after a card is there in which it takes no yes, for sure."""
_DROVE = "the assistant and its own card; questions as a run puts them"


class Cards:
    """The assistant, asked one question after the other."""

    def __init__(self, place: Nested, home: Path, rounds: int) -> None:
        furnish(home)
        self._process = subprocess.Popen(
            [sys.executable, str(PROGRAMS / "asking_assistant.py"), str(rounds)],
            env={**place.environment, "UITARS_HOME": str(home), "HOME": str(home)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.button = Point(0, 0)
        """The middle of `Allow once`, when it was last told."""

    def next(self) -> str:
        """What happens to a card next; an assistant that is gone ends the drill."""
        assert self._process.stdout is not None
        said = json.loads(self._process.stdout.readline())
        if said["at"]:
            self.button = Point(*said["at"])
        return str(said["state"])

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


class Drill:
    """One card a round: the agent presses first, then the person."""

    def __init__(self, place: Nested, desktop: X11Desktop, cards: Cards, ear: RealInput) -> None:
        self._place, self._desktop, self._cards, self._ear = place, desktop, cards, ear
        self.agents = self.persons = self.early = self.tried_early = self.tried_beside = 0

    def round(self, number: int) -> None:
        """By mouse, or by keys; the agent right after a person's press, amid many of them, or after
        none for long."""
        keys = self._cards.next() == "keyboard"
        shown = time.monotonic()
        seen = self._desktop.observe()
        self._ear.events()
        if keys:
            self._place.person.press("Tab", "Tab", "Tab")
            assert self._cards.next() == "ready"
        elif number % 4 == 0:
            # Before the card takes a yes: the agent's press is then the second one.
            self._person(keys=False)
            early = self._heard() <= shown + _EARLY
            self.tried_early += early
            if self._taken():
                # One that came when the card took it already is a person's yes like any other.
                self.early += early
                self.persons += not early
                return
        else:
            assert self._cards.next() == "ready"
        # The agent acts on what it saw: the card, before it takes a yes.
        agents = Press(("space",)) if keys else Click(self._cards.button)
        beside = number % 4 >= 2
        self.tried_beside += beside
        with self._person_at_work() if beside else nullcontext():
            self._desktop.execute(agents, seen)
            answered = self._cards.next()
        if answered != "refused":
            self.agents += 1
            return
        assert self._cards.next() == "ready"
        self._person(keys=keys)
        self.persons += self._cards.next() == "accepted"

    def _heard(self) -> float:
        """When the person's press came, as the nested server tells."""
        presses: list[RealEvent] = []

        def come() -> bool:
            presses.extend(self._ear.events())
            return bool(presses)

        until(come, "the person's press")
        return presses[-1].at

    def _taken(self) -> bool:
        """Whether a press was taken for a yes before the card was ready for one. A press that is
        older than the card's readiness and comes to the button after it is refused."""
        while (state := self._cards.next()) == "refused":
            pass
        return state != "ready"

    @contextmanager
    def _person_at_work(self) -> Generator[None]:
        """A person presses a key that means nothing to the card, over and over."""
        done = threading.Event()

        def press() -> None:
            while not done.wait(_BETWEEN):
                self._place.person.press("F12")

        working = threading.Thread(target=press)
        working.start()
        try:
            yield
        finally:
            done.set()
            working.join()

    def _person(self, *, keys: bool) -> None:
        if keys:
            self._place.person.press("space")
            return
        at = self._cards.button
        # The outer pointer may lie there still, and then the inner one would not follow.
        self._place.person.move(at.x - 9, at.y)
        self._place.person.click(at.x, at.y)


def run(share: float = 1.0) -> Figures:
    """Each answers so often, half by mouse and half by keyboard."""
    each = max(4, round(_EACH * share))
    with (
        TemporaryDirectory() as home,
        nested("1000x700", "1100x800") as place,
        window_manager(place),
    ):
        desktop = X11Desktop(place.display)
        cards = Cards(place, Path(home), each)
        ear = RealInput(place.display)
        drill = Drill(place, desktop, cards, ear)
        try:
            for number in range(each):
                drill.round(number)
        finally:
            cards.close()
            desktop.close()
            ear.close()
    return {
        "tried": 2 * each + drill.tried_early,
        "failed": drill.agents + (each - drill.persons) + drill.early,
        "agent_accepted": drill.agents,
        "person_accepted": drill.persons,
        "early_accepted": drill.early,
        "early_tried": drill.tried_early,
        "agent_beside_a_person": drill.tried_beside,
        "of_each": each,
        "drove": _DROVE,
    }
