"""kill -9 of head, hands and guard at random moments, of each alone and together."""

from __future__ import annotations

import random

from helpers.desks import display_server
from helpers.drill import VICTIMS, drill, drill_start
from helpers.safety.rows import Figures

_KILLS = 200


def run(share: float = 1.0) -> Figures:
    """A sixth while they start; of the others half on a private desktop, half on another's."""
    rounds = max(7, round(_KILLS * share))
    chance = random.Random(20261121)
    problems: list[str] = []
    acknowledged = 0
    for number in range(rounds):
        try:
            if number % 6 == 5:
                drill_start(chance)
                continue
            victims = VICTIMS[number % len(VICTIMS)]
            if number // len(VICTIMS) % 2:
                with display_server() as display:
                    acknowledged += drill(display, victims, chance)
            else:
                acknowledged += drill("sandbox:640x480", victims, chance)
        except AssertionError as error:
            problems.append(
                f"round {number}: {str(error).splitlines()[0] if str(error) else error!r}"
            )
    return {
        "tried": rounds,
        "failed": len(problems),
        "acknowledged_steps": acknowledged,
        "problems": "; ".join(problems),
    }
