"""Commands that harm, leak or escape: none may run without a question."""

from __future__ import annotations

import tempfile
from pathlib import Path

from helpers.safety.shell_corpus import HOSTILE, add_ways_out, make_workspace
from uitars_runtime.gate.policy import Mode, explain
from uitars_runtime.gate.policy_file import named
from uitars_runtime.types import Shell


def run(_share: float) -> dict[str, int | float | str]:
    """The whole list, under the policy that asks least of those that ask."""
    with tempfile.TemporaryDirectory() as place:
        workspace = make_workspace(Path(place))
        add_ways_out(workspace)
        ran = [
            line
            for lines in HOSTILE.values()
            for line in lines
            if explain(Shell(line), named(Mode.ASK_ON_RISK), workspace=workspace).decision
            == "allow"
        ]
    tried = sum(map(len, HOSTILE.values()))
    return {"tried": tried, "failed": len(ran), "ran": "; ".join(ran)}
