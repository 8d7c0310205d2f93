"""The assistant's own card on a nested screen: the agent's presses are no yes, a person's are.

The whole assistant runs in a process of its own, window, cards and real devices; only the questions
are put by us, the way a run's thread puts them. The agent works the hands' XTEST on the inner
screen, the person's presses come from the outer one.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from helpers.assistant import furnish
from helpers.nested import Nested, nested
from helpers.safety.rows import Figures
from helpers.screens import PROGRAMS, window_manager
from uitars_runtime.desktop.x11 import X11Desktop
from uitars_runtime.types import Click, Point, Press

_EACH = 200
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

    def __init__(self, place: Nested, desktop: X11Desktop, cards: Cards) -> None:
        self._place, self._desktop, self._cards = place, desktop, cards
        self.agents = self.persons = self.early = self.tried_early = 0

    def round(self, number: int) -> None:
        """By mouse, or by keys; the agent right after a person's press, or after none for long."""
        keys = self._cards.next() == "keyboard"
        seen = self._desktop.observe()
        if keys:
            self._place.person.press("Tab", "Tab", "Tab")
        elif number % 4 == 0:
            # Before the card takes a yes: the agent's press is then the second one.
            self.tried_early += 1
            self._person(keys=False)
        state = self._cards.next()
        if state != "ready":
            self.early += 1
            return
        # The agent acts on what it saw: the card, before it takes a yes.
        agents = Press(("space",)) if keys else Click(self._cards.button)
        self._desktop.execute(agents, seen)
        if self._cards.next() != "refused":
            self.agents += 1
            return
        assert self._cards.next() == "ready"
        self._person(keys=keys)
        self.persons += self._cards.next() == "accepted"

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
        drill = Drill(place, desktop, cards)
        try:
            for number in range(each):
                drill.round(number)
        finally:
            cards.close()
            desktop.close()
    return {
        "tried": 2 * each + drill.tried_early,
        "failed": drill.agents + (each - drill.persons) + drill.early,
        "agent_accepted": drill.agents,
        "person_accepted": drill.persons,
        "early_accepted": drill.early,
        "early_tried": drill.tried_early,
        "of_each": each,
        "drove": _DROVE,
    }
