"""The bench of endings: its set is wide and well formed, and its figures count what they say."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

from uitars_runtime.run_record import Evidence
from uitars_train.evaluate.results import Result

BENCH = Path(__file__).parents[2] / "bench"
SET: list[dict[str, Any]] = json.loads((BENCH / "endings.json").read_text("utf-8"))


def test_each_wording_has_its_right_end_and_a_wrong_one() -> None:
    assert len(SET) >= 60
    assert len({case["task"] for case in SET if "editor" not in case["tag"]}) >= 55
    for case in SET:
        ends = dict(case["ends"])
        right = ends.pop("done")
        assert ends, case["name"]
        assert right not in ends.values(), case["name"]


def result(name: str, *, success: bool, seen: bool, ending: str = "finished") -> Result:
    evidence = Evidence.SEEN if seen else Evidence.UNCHECKED
    return Result(
        name=name,
        tag="gtk",
        success=success,
        ending=ending,
        steps=1,
        seconds=1.0,
        reason="",
        evidence=evidence,
    )


def test_a_claim_is_false_where_the_state_says_no() -> None:
    found = runpy.run_path(str(BENCH / "endings.py"))["summary"](
        [
            result("a/done", success=True, seen=True),
            result("b/done", success=True, seen=False),
            result("a/nothing", success=False, seen=True),
            result("b/nothing", success=False, seen=False),
            result("c/done", success=False, seen=False, ending="stuck"),
        ]
    )
    assert (found["played"], found["done"], found["claims"], found["false_claims"]) == (4, 2, 2, 1)
    assert found["unclaimed"] == ["b/done"]
    assert found["claimed_falsely"] == ["a/nothing"]
    assert found["unplayable"] == ["c/done"]
