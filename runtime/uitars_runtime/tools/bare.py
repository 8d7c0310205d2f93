"""Commands without a wall, for machines that cannot build one and after a person's yes.

The environment is made from nothing and what the command leaves in its session ends with it; it can
reach whatever the person can reach. Whether it may run at all is not decided here.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path

from uitars_runtime.tools.jail import Ended, collect
from uitars_runtime.tools.live import Watch, unwatched


def run_bare(
    command: str, workspace: Path, seconds: float, cap: int, watch: Watch = unwatched
) -> Ended:
    """Run `bash -c command` in the workspace; see `Jail.run`."""
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(workspace)}
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as pipe:
        try:
            process = subprocess.Popen(
                ["/bin/bash", "-c", command],
                cwd=workspace,
                stdin=subprocess.DEVNULL,
                stdout=writing,
                stderr=writing,
                env={**environment, "LANG": "C.UTF-8", "TERM": "dumb"},
                start_new_session=True,
            )
        finally:
            os.close(writing)
        with process, _ended_with_us(process.pid):
            try:
                return collect(process, pipe, time.monotonic() + seconds, cap, watch)
            finally:
                with suppress(ProcessLookupError):  # nothing of its group is left
                    os.killpg(process.pid, signal.SIGKILL)


def _ended_with_us(group: int) -> AbstractContextManager[None]:
    """On macOS nothing else ends a command whose run was killed; on Linux the guard does."""
    if sys.platform != "darwin":
        return nullcontext()
    from uitars_runtime.desktop.macos.processes import ended_with_us

    return ended_with_us(group)
