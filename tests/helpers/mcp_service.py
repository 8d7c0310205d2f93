"""The service that tests of `uitars mcp` start: a small desktop with one window."""

from __future__ import annotations

import sys

COMMAND = (
    *(sys.executable, "-m", "uitars_app", "mcp", "--desktop", "sandbox:640x480"),
    *("--app", "zenity --entry --text=Name"),
)
