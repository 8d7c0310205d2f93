"""Where `uitars` begins: Ctrl-C ends it without a traceback also while its modules are read."""

from __future__ import annotations

from uitars_runtime.cli.entry import begin


def main() -> int:
    """As that of `__main__`."""
    return begin("uitars_app.__main__")
