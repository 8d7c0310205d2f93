"""A thousand sessions, each of which loses a part of itself by kill -9: nothing of any is left.

`UITARS_CYCLES` says how many, `UITARS_SEED` which.
"""

import json
import os
import random

import pytest

from helpers.session_cycles import VICTIMS, cycle, ground

CYCLES = int(os.environ.get("UITARS_CYCLES", "1000"))
SEED = int(os.environ.get("UITARS_SEED", "0"))


@pytest.mark.drill
@pytest.mark.timeout(4 * 3600)
def test_nothing_is_left_of_sessions_that_lose_a_part() -> None:
    failed: list[str] = []
    for number in range(CYCLES):
        victim = VICTIMS[number % len(VICTIMS)]
        with ground() as place:
            try:
                cycle(place, victim, random.Random(f"{SEED} {number}"))
            except AssertionError as error:
                failed.append(f"{number} {victim}: {error}")
                print(failed[-1])
        print(json.dumps({"drill": "sessions", "cycles": number + 1, "failed": len(failed)}))
    assert not failed, "\n".join(failed)
