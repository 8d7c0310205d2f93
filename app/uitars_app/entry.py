"""Where `uitars` begins: Ctrl-C ends it without a traceback also while its modules are read."""

from __future__ import annotations

_STOPPED = 130


def main() -> int:
    """As that of `__main__`."""
    try:
        from uitars_app.__main__ import main as command

        return command()
    except KeyboardInterrupt:
        return _STOPPED
