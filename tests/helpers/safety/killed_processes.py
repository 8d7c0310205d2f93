"""kill -9 of head, hands and guard at random moments, of each alone and together.

A round waits for programs to start more than it works, so several run at once, each with processes,
display and folders of its own; what a round leaves is known by its folder.
"""

from __future__ import annotations

import os
import random
import traceback
from concurrent.futures import ThreadPoolExecutor

from helpers.desks import display_server
from helpers.drill import VICTIMS, drill, drill_start
from helpers.safety.rows import Figures

_KILLS = 200
_AT_ONCE = min(4, os.cpu_count() or 1)


def run(share: float = 1.0) -> Figures:
    """A sixth while they start; of the others half on a private desktop, half on another's."""
    rounds = max(7, round(_KILLS * share))
    problems: list[str] = []
    acknowledged = 0
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        for number, steps in enumerate(pool.map(_round, range(rounds))):
            if isinstance(steps, AssertionError):
                problems.append(f"round {number}: {_words(steps)}")
            else:
                acknowledged += steps
    return {
        "tried": rounds,
        "failed": len(problems),
        "acknowledged_steps": acknowledged,
        "problems": "; ".join(problems),
    }


def _words(failure: AssertionError) -> str:
    """What it says, and the line that said it."""
    at = traceback.extract_tb(failure.__traceback__)[-1]
    said = str(failure).splitlines()
    return f"{said[0] if said else at.line} ({at.name}, line {at.lineno})"


def _round(number: int) -> int | AssertionError:
    """Acknowledged steps, or what was found wrong. The same number is the same round."""
    chance = random.Random(20261121 + number)
    try:
        if number % 6 == 5:
            drill_start(chance)
            return 0
        victims = VICTIMS[number % len(VICTIMS)]
        if number // len(VICTIMS) % 2:
            with display_server() as display:
                return drill(display, victims, chance)
        return drill("sandbox:640x480", victims, chance)
    except AssertionError as error:
        return error
