"""Where `uitars-train` begins: Ctrl-C ends it without a traceback also while modules load."""

from __future__ import annotations

from uitars_runtime.cli.entry import begin


def main() -> int:
    """As that of `cli`."""
    return begin("uitars_train.cli")
