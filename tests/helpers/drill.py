"""One round of the kill drill: start a head, kill -9 some of its processes, look what is left."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from helpers.desks import ServerSocket, gone, held, until
from uitars_runtime.guard.mark import MARK
from uitars_runtime.journal import read_record

TESTS = Path(__file__).parent.parent
VICTIMS = (
    ("head",),
    ("hands",),
    ("guard",),
    ("head", "hands"),
    ("head", "guard"),
    ("hands", "guard"),
    ("head", "hands", "guard"),
)


class Round:
    """A head at work in a temporary folder of its own, by which its processes are known."""

    def __init__(self, desktop: str, place: Path) -> None:
        self.sandboxed = desktop.startswith("sandbox")
        self.place = place
        (place / "workspace").mkdir()
        self.acknowledged: list[int] = []
        self._victims: dict[str, int] = {}
        self._killed: tuple[str, ...] = ()
        self._lines: list[str] = []
        script = TESTS / "helpers" / "drill_head.py"
        with (place / "head.log").open("w") as log:
            self.head = subprocess.Popen(
                [
                    sys.executable,
                    str(script),
                    desktop,
                    str(place / "workspace"),
                    str(place / "run"),
                ],
                env={**os.environ, "PYTHONPATH": str(TESTS), "TMPDIR": str(place)},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.head.stdout is not None
        for line in self.head.stdout:
            self._lines.append(line)
            if line.strip().isdigit():
                self.acknowledged.append(int(line))

    def await_work(self) -> None:
        """Wait until the hands are open and a step is on record."""
        until(lambda: bool(self.acknowledged) or not self._reader.is_alive(), "the first step")
        assert self.acknowledged, (self.place / "head.log").read_text()
        facts = json.loads(self._lines[0])
        self.display: str = facts["display"]
        self.socket = ServerSocket(self.display)
        self.environment: dict[str, str] = facts["environment"]
        pids = {"head": self.head.pid, "hands": facts["hands"], "guard": facts["guard"]}
        # A number may be another's when it is used; a descriptor stays with its process.
        for name, pid in pids.items():
            self._victims[name] = os.pidfd_open(pid)

    def kill(self, victims: tuple[str, ...]) -> None:
        """Kill them, one right after the other."""
        for place, name in enumerate(victims):
            try:
                signal.pidfd_send_signal(self._victims[name], signal.SIGKILL)
            except ProcessLookupError:
                # The death of the first may have ended the others already.
                assert place, f"{name} ended before it was killed"
        self._killed += victims

    def held(self) -> tuple[list[int], int]:
        return held(self.display, self.environment.get("XAUTHORITY"))

    def left(self) -> list[str]:
        """Living processes that belong to this round, and what they do."""
        return [_described(pid) for pid in processes_naming(self.place) if not gone(pid)]

    def await_nothing_left(self) -> None:
        until(
            lambda: not self.left(),
            lambda: f"all end without {' and '.join(self._killed)}; left are {self.left()}",
        )

    def finish(self) -> None:
        """End what a failed round left, so that it does not disturb the next."""
        for pid in processes_naming(self.place):
            os.kill(pid, signal.SIGKILL)
        for descriptor in self._victims.values():
            os.close(descriptor)
        self.head.wait()
        self._reader.join()
        assert self.head.stdout is not None
        self.head.stdout.close()


@contextmanager
def a_round(desktop: str) -> Generator[Round]:
    place = Path(tempfile.mkdtemp(prefix="drill-"))
    drilled = Round(desktop, place)
    try:
        yield drilled
    finally:
        drilled.finish()
        shutil.rmtree(place)


def drill(desktop: str, victims: tuple[str, ...], chance: random.Random) -> int:
    """Kill the victims at a random moment and check what is left; returns acknowledged steps."""
    with a_round(desktop) as drilled:
        drilled.await_work()
        time.sleep(chance.uniform(0.0, 0.4))
        if victims == ("hands",):
            _kill_hands_and_go_on(drilled)
            victims = ("head",)
        drilled.kill(victims)
        if victims == ("head", "hands", "guard"):
            # Nobody is left who could clean up: the next start does.
            drilled.head.wait()
            _start_again(drilled)
        drilled.await_nothing_left()
        if drilled.sandboxed:
            assert not drilled.socket.exists(), f"{drilled.socket.path} is still there"
        else:
            assert drilled.held() == ([], 0)
        assert list(drilled.place.glob("uitars-*")) == []
        _check_record(drilled)
        return len(drilled.acknowledged)


def drill_start(chance: random.Random) -> None:
    """Kill the head while it starts; nothing may be left."""
    with a_round("sandbox:640x480") as drilled:
        time.sleep(chance.uniform(0.0, 0.8))
        drilled.head.kill()
        drilled.head.wait()
        drilled.await_nothing_left()
        assert list(drilled.place.glob("uitars-*")) == []


def _kill_hands_and_go_on(drilled: Round) -> None:
    """Without hands, keys go while the head sleeps; then other hands go on with the run."""
    os.kill(drilled.head.pid, signal.SIGSTOP)
    drilled.kill(("hands",))
    until(lambda: drilled.held() == ([], 0), "the keys are let go")
    done = len(drilled.acknowledged)
    os.kill(drilled.head.pid, signal.SIGCONT)
    until(lambda: len(drilled.acknowledged) > done + 3, "the run goes on with other hands")


def _start_again(drilled: Round) -> None:
    code = "from uitars_runtime.guard.link import Guard\nwith Guard() as guard:\n    "
    if drilled.sandboxed:
        code += "pass"
    else:
        code += f"guard.link.watch({drilled.display!r})"
    environment = {**os.environ, "TMPDIR": str(drilled.place)}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)


def _check_record(drilled: Round) -> None:
    drilled.head.wait()
    recorded = [step.index for step in read_record(drilled.place / "run").trajectory.steps]
    assert recorded == list(range(len(recorded)))
    assert drilled.acknowledged == recorded[: len(drilled.acknowledged)]


def processes_naming(place: Path) -> list[int]:
    """Processes whose environment names the folder: as theirs or as their temporary folder."""
    wanted = (f"{MARK}={place}/".encode(), f"TMPDIR={place}\0".encode())
    found: list[int] = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            environment = (entry / "environ").read_bytes()
        except OSError:
            continue
        if any(name in environment for name in wanted):
            found.append(int(entry.name))
    return found


def _described(pid: int) -> str:
    """Number, state, processor time in hundredths, what it waits for in the kernel, command."""
    process = Path(f"/proc/{pid}")
    try:
        fields = (process / "stat").read_text().rpartition(")")[2].split()
        waits = (process / "wchan").read_text()
        command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return f"{pid} gone since"
    return f"{pid} {fields[0]} {int(fields[11]) + int(fields[12])} {waits} {command[-60:]}"
