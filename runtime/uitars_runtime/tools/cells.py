"""Python cells: one interpreter a run, in the jail, that keeps its names between cells."""

from __future__ import annotations

import json
import os
import secrets
import selectors
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from uitars_runtime.tools.allowance import Walled
from uitars_runtime.tools.jail import Jail, JailError
from uitars_runtime.tools.live import OUTPUT_BYTES, TICK_SECONDS, Watch, unwatched
from uitars_runtime.tools.plain import plain
from uitars_runtime.tools.walls.names import WALLS, WallName
from uitars_runtime.types import Outcome

SECONDS = 60.0
_PYTHON = "/usr/bin/python3"
"""The system's: the jail shows no other."""
_RUNNER = Path(__file__).with_name("cell_runner.py")


class PythonCells:
    """Starts the interpreter with the first cell; a cell that takes too long ends it."""

    def __init__(self, workspace: Path, walls: Sequence[WallName] = WALLS) -> None:
        """`walls`: those that may be around it, the best first."""
        self._workspace = workspace
        self._walls = walls
        self._walled: Walled | None = None

    def run(self, source: str, seconds: float = SECONDS, watch: Watch = unwatched) -> Outcome:
        """Run a cell; the outcome is what it printed, and the value of its last line."""
        try:
            source.encode()
            walled = self._started()
        except UnicodeEncodeError as error:
            return Outcome(ok=False, text=f"The cell is not valid Unicode: {error.reason}.")
        except JailError as error:
            return Outcome(ok=False, text=f"Python is not available: {error}.")
        mark = secrets.token_hex(16)
        request = json.dumps({"code": source, "mark": mark}) + "\n"
        output = _Output(walled.process, mark.encode(), watch)
        try:
            output.exchange(request.encode(), time.monotonic() + seconds)
        except TimeoutError:
            self.close()
            note = f"[killed after {seconds:g} s; the next cell starts a fresh interpreter]"
            return Outcome(ok=False, text=f"{output.text}\n{note}".lstrip())
        except EOFError:
            self.close()
            why = f" because {walled.over}" if walled.over else ""
            note = f"[the interpreter ended{why}; the next cell starts a fresh one]"
            return Outcome(ok=False, text=f"{output.text}\n{note}".lstrip())
        return Outcome(ok=output.ok, text=output.text or "[no output]")

    def close(self) -> None:
        """End the interpreter and everything it started."""
        walled, self._walled = self._walled, None
        if walled is not None:
            with walled:
                pass

    def _started(self) -> Walled:
        if self._walled is not None and self._walled.process.poll() is None:
            return self._walled
        self.close()
        runner = _RUNNER.read_text("utf-8")
        jail = Jail(self._workspace, walls=self._walls)
        argv = [_PYTHON, "-u", "-I", "-c", runner]
        self._walled = jail.start(argv, subprocess.PIPE, subprocess.PIPE)
        return self._walled


class _Output:
    """What a cell prints, up to its mark; the beginning is kept, the rest is counted."""

    def __init__(self, process: subprocess.Popen[bytes], mark: bytes, watch: Watch) -> None:
        if process.stdin is None or process.stdout is None:
            raise ValueError("the interpreter has no pipes")
        self._into, self._from = process.stdin, process.stdout
        self._mark = mark
        self._watch = watch
        self._kept = bytearray()
        self._tail = bytearray()
        self._dropped = 0
        self.ok = False

    @property
    def text(self) -> str:
        """The output as plain text."""
        text = plain(bytes(self._kept).decode(errors="replace"))
        return f"{text}\n[{self._dropped} more bytes were dropped]" if self._dropped else text

    def exchange(self, request: bytes, deadline: float) -> None:
        """Send the request and read until the mark. Raises `TimeoutError`, `EOFError`."""
        try:
            self._into.write(request)
            self._into.flush()
        except BrokenPipeError:
            raise EOFError from None
        with selectors.DefaultSelector() as selector:
            selector.register(self._from, selectors.EVENT_READ)
            while not self._take_mark():
                left = deadline - time.monotonic()
                if left <= 0:
                    self._keep(len(self._tail))
                    raise TimeoutError
                if not selector.select(min(left, TICK_SECONDS)):
                    self._watch(b"")
                    continue
                piece = os.read(self._from.fileno(), 65536)
                if not piece:
                    self._keep(len(self._tail))
                    raise EOFError
                self._tail += piece

    def _take_mark(self) -> bool:
        """Move what is certainly output out of the tail; True once the mark has come whole."""
        at = self._tail.find(self._mark)
        if at < 0:
            self._keep(len(self._tail) - self._begun())
            return False
        if len(self._tail) < at + len(self._mark) + 2:
            return False
        self.ok = self._tail.startswith(b"1", at + len(self._mark))
        self._keep(at)
        return True

    def _begun(self) -> int:
        """How many bytes at the end may be the beginning of the mark."""
        most = min(len(self._mark), len(self._tail))
        return next((n for n in range(most, 0, -1) if self._tail.endswith(self._mark[:n])), 0)

    def _keep(self, count: int) -> None:
        if count <= 0:
            return
        self._watch(bytes(self._tail[:count]))
        room = OUTPUT_BYTES - len(self._kept)
        self._kept += self._tail[: min(count, max(0, room))]
        self._dropped += max(0, count - max(0, room))
        del self._tail[:count]
