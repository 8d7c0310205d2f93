"""Where `uitars-train` begins: Ctrl-C ends it without a traceback also while modules load."""

from __future__ import annotations

_STOPPED = 130


def main() -> int:
    """As that of `cli`."""
    try:
        from uitars_train.cli import main as command

        return command()
    except KeyboardInterrupt:
        return _STOPPED
