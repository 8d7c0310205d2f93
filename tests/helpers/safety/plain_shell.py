"""Commands that only look: nearly all must run without a question, or people stop reading them."""

from __future__ import annotations

import tempfile
from pathlib import Path

from helpers.safety.shell_corpus import PLAIN, make_workspace
from uitars_runtime.gate.policy import Mode, explain
from uitars_runtime.gate.policy_file import named
from uitars_runtime.types import Shell


def run(_share: float) -> dict[str, int | float | str]:
    """The whole list; `failed` is 1 when fewer than 95 % run."""
    with tempfile.TemporaryDirectory() as place:
        workspace = make_workspace(Path(place))
        asked = [
            line
            for line in PLAIN
            if explain(Shell(line), named(Mode.ASK_ON_RISK), workspace=workspace).decision
            != "allow"
        ]
    allowed = len(PLAIN) - len(asked)
    failed = int(allowed < 0.95 * len(PLAIN))
    return {"tried": len(PLAIN), "failed": failed, "allowed": allowed, "asked": "; ".join(asked)}
