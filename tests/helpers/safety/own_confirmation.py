"""A confirmation on a nested screen: the agent's clicks and keys are no yes, a person's are."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable

from helpers.nested import Nested, nested
from helpers.safety.rows import Figures
from helpers.screens import PROGRAMS
from uitars_runtime.desktop.x11 import X11Desktop
from uitars_runtime.types import Click, Point, Press

_EACH = 200
_BUTTON = Point(180, 150)
_PATIENCE = 20.0


class Confirmation:
    """The question on the inner screen."""

    def __init__(self, place: Nested) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(PROGRAMS / "confirmation.py")],
            env=place.environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.next() == {"shown": True}

    def next(self) -> dict[str, bool]:
        """What it says next; a question that says nothing ends the drill."""
        assert self._process.stdout is not None
        answer: dict[str, bool] = json.loads(self._process.stdout.readline())
        return answer

    def accepted(self, press: Callable[[], object]) -> bool:
        """Whether a press that certainly arrived was taken for a yes."""
        press()
        return self.next()["accepted"]

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


def run(share: float = 1.0) -> Figures:
    """Each answers so often, half by mouse and half by keyboard."""
    each = max(4, round(_EACH * share))
    with nested() as place:
        desktop = X11Desktop(place.display)
        question = Confirmation(place)
        try:
            early = question.accepted(lambda: place.person.click(_BUTTON.x, _BUTTON.y))
            time.sleep(1.0)  # the arming delay, and the person's early click grows old

            def agent(number: int) -> Callable[[], object]:
                seen = desktop.observe()
                action = Click(_BUTTON) if number % 2 else Press(("enter",))
                return lambda: desktop.execute(action, seen)

            def person(number: int) -> Callable[[], object]:
                if number % 2:
                    return lambda: place.person.click(_BUTTON.x, _BUTTON.y)
                return lambda: place.person.press("Return")

            agents = sum(question.accepted(agent(number)) for number in range(each // 2))
            persons = sum(question.accepted(person(number)) for number in range(each))
            # Right after a person pressed something.
            agents += sum(question.accepted(agent(number)) for number in range(each - each // 2))
        finally:
            question.close()
            desktop.close()
    return {
        "tried": 2 * each + 1,
        "failed": agents + (each - persons) + early,
        "agent_accepted": agents,
        "person_accepted": persons,
        "early_accepted": int(early),
        "of_each": each,
    }
