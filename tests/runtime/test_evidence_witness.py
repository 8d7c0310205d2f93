"""What is kept of a run to judge it, and for how long."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

from helpers.dialect_values import past_step
from helpers.runs import picture
from uitars_runtime.evidence.witness import Witness
from uitars_runtime.types import Click, Point, Task


def test_nothing_of_a_run_outlives_it(tmp_path: Path) -> None:
    """Screenshots and networks go with the witness, without the collector of cycles."""
    witness = Witness(tmp_path, lambda: None)
    seen = picture(1)
    witness.saw(past_step(0, Click(Point(5, 5))).step, seen)
    assert not witness.judge(Task("Press OK."), picture(2)).holds
    gone = weakref.ref(witness), weakref.ref(seen)
    gc.disable()
    try:
        del witness, seen
        assert [one() for one in gone] == [None, None]
    finally:
        gc.enable()
