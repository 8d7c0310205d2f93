"""A small share of the drills of consent and take-over; `make drill` runs them whole."""

import pytest

from helpers.safety.rows import ROWS

SHARES = {"own_confirmation": 0.03, "swapped_target": 0.05, "focus_thief": 0.05}


@pytest.mark.parametrize("name", SHARES)
def test_a_share_of_the_drill(name: str) -> None:
    row = next(row for row in ROWS if row.module == name)
    figures = row.run(SHARES[name])
    assert figures["tried"] > 0
    assert figures["failed"] == 0, figures
    # Where the drill looks whether it could find anything at all.
    assert figures.get("stolen_without_the_check") != 0, figures
