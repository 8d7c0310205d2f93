"""Where `uitars-run` begins, and how other commands do: Ctrl-C ends them without a traceback also
while their modules are read."""

from __future__ import annotations

import importlib

_STOPPED = 130


def begin(module: str) -> int:
    """As the `main` of a module, which is read here."""
    try:
        ended: int = importlib.import_module(module).main()
    except KeyboardInterrupt:
        return _STOPPED
    return ended


def main() -> int:
    """As that of `run`."""
    return begin("uitars_runtime.cli.run")
