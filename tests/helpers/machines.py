"""Sessions offered as machines of OSWorld, by the command that a person would type."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from uitars_runtime.sessions.record import SessionRecord


@contextmanager
def offered(record: SessionRecord) -> Generator[tuple[str, str]]:
    """The address of its server and the token that it wants."""
    command = [sys.executable, "-m", "uitars_runtime.cli.sandbox", "serve", "--json"]
    command += ["--protocol", "osworld", "--session", record.id]
    service = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert service.stdout is not None
    said = ""
    while not said.endswith("}\n"):
        said += service.stdout.readline()
    told = json.loads(said)
    try:
        yield told["url"], Path(told["token"]).read_text().strip()
    finally:
        service.send_signal(signal.SIGTERM)
        service.communicate()
        assert service.returncode == 0
