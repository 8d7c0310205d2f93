"""The command that came with a task and says whether it was done."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

from uitars_runtime.errors import DesktopError, Stopped
from uitars_runtime.protocols import Stop
from uitars_runtime.stopping import ended

SECONDS = 60.0
"""How long the command may take, once."""
WRITING_SECONDS = 2.0
"""How long a program may take to write what the last action told it to."""


class Verifier:
    """Runs the command where the programs ran; exit code 0 is a yes."""

    def __init__(
        self, command: str, workspace: Path, environment: Mapping[str, str], stop: Stop
    ) -> None:
        """`command`: empty where none was given. `stop`: ends it, and what it started."""
        self._stop = stop
        self._command = command
        self._workspace = workspace
        self._environment = environment

    def verdict(self) -> bool | None:
        """What it says; None where there is no command. Raises `Stopped`, and `DesktopError`
        where the workspace is gone.

        A no is asked again for a moment: the program may still be writing what it was told to.
        """
        if not self._command:
            return None
        deadline = time.monotonic() + WRITING_SECONDS
        while not self._agrees():
            if time.monotonic() > deadline:
                return False
            if self._stop.is_set():
                raise Stopped
            time.sleep(0.1)
        return True

    def _agrees(self) -> bool:
        process = self._started()
        try:
            return ended(process, SECONDS, self._stop) == 0
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def _started(self) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                ["/bin/sh", "-c", self._command],
                cwd=self._workspace,
                env={**self._environment, "WORKSPACE": str(self._workspace)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            raise DesktopError(
                f"The verifier cannot be started in {self._workspace}: {error.strerror}."
            ) from error
