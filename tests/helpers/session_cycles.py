"""Cycles of the sessions' kill drill: start one, kill -9 a part of it at a random moment, see it
reclaimed, look what is left."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
import pytest

from helpers.desks import gone, until
from helpers.drill import processes_naming
from helpers.living import held, now
from uitars_runtime.desktop.display_number import FIRST
from uitars_runtime.display_files import display_files
from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.guard.processes import descendants
from uitars_runtime.sessions.folder import await_end, living, sessions_folder
from uitars_runtime.sessions.hosting import Begun, NotStarted
from uitars_runtime.sessions.limits import Limits
from uitars_runtime.sessions.link import HostLink
from uitars_runtime.sessions.messages import Done, Stop
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.sessions.starting import Ready
from uitars_runtime.sessions.terms import SessionOrder
from uitars_runtime.types import Size

VICTIMS = ("host", "hands", "guard", "server", "browser")
_SOON = 0.4
"""Seconds within which a part that is there is killed."""
_STARTING = 1.5
"""Seconds that a start may take on a quiet machine: a host is killed within them."""
_GROUPS = Path("/sys/fs/cgroup")


@contextmanager
def ground() -> Generator[Path]:
    """A home and a temporary folder of the cycles' own."""
    place = Path(tempfile.mkdtemp(prefix="cycles-", dir="/tmp"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UITARS_HOME", str(place / "home"))
        patch.setenv("TMPDIR", str(place))
        try:
            yield place
        finally:
            for pid in processes_naming(place):
                os.kill(pid, signal.SIGKILL)
            shutil.rmtree(place)


class Cycle:
    """One session from its start to its end."""

    def __init__(self, place: Path, victim: str) -> None:
        self._place = place
        order = SessionOrder(
            size=Size(640, 480),
            apps=("xclock",),
            programs="open",
            browser="about:blank" if victim == "browser" else "",
            # So that there is a control group, too.
            limits=Limits(processes=600),
        )
        self._began = time.time()
        self._displays: set[str] = set()
        self._sessions: set[str] = set()
        self._sockets: set[Path] = set()
        self.host = subprocess.Popen(
            [sys.executable, "-m", "uitars_runtime.sessions"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self.host.stdin is not None
        self.host.stdin.write(msgspec.json.encode(order))
        self.host.stdin.close()

    def ready(self) -> SessionRecord | None:
        """The session once it is there; None where what was killed kept it from that."""
        assert self.host.stdout is not None
        said = self.host.stdout.read()
        if not said:
            return None
        answer = msgspec.json.decode(said.splitlines()[-1], type=Begun | Ready | NotStarted)
        return answer.record if isinstance(answer, Ready) else None

    def kill(self, pid: int) -> None:
        """Kill a process of the cycle, and note what there is to be left."""
        for process in processes_naming(self._place):
            words = _words(process)
            if words and Path(words[0]).name == "Xvfb":
                self._displays.add(words[1].removeprefix(":"))
        self._sessions |= {folder.name for folder in sessions_folder().glob("*")}
        links = self._place.glob("uitars-*/**/SingletonSocket")
        self._sockets |= {link.readlink() for link in links if link.is_symlink()}
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            return  # its time was over

    def part(self, name: str) -> int:
        """The guard or X server of a session that starts, as soon as there is one; 0 where it never
        comes."""
        wanted = "uitars_runtime.guard" if name == "guard" else "Xvfb"
        while self.host.poll() is None:
            for pid in descendants(self.host.pid):
                words = _words(pid)
                if wanted in words[:3]:
                    return pid
            time.sleep(0.005)
        return 0

    def end(self) -> None:
        """Stop the session where it still lives, and wait for its host."""
        for record in living():
            # Whose part was killed may end by itself just now.
            with suppress(DesktopError, UsageError), HostLink(record.id) as link:
                link.ask(Stop(), Done)
            await_end(record.id)
        self.host.wait()
        assert self.host.stdout is not None
        self.host.stdout.close()

    def left(self) -> list[str]:
        """What is still there of all that it put into the world."""
        living()  # whoever looks takes away what a killed host left
        found = [f"process {pid} {_words(pid)}" for pid in self._processes()]
        places = [*self._place.glob("uitars-*"), *sessions_folder().glob("*")]
        found += [str(place) for place in places]
        found += [str(socket) for socket in self._sockets if socket.parent.exists()]
        for number in self._displays:
            found += [str(file) for file in display_files(int(number)) if self._is_stale(file)]
        found += [str(file) for file in Path("/tmp").glob(".X*-lock*") if self._is_abandoned(file)]
        groups = {f"uitars-session-{session}" for session in self._sessions}
        # Walked, not globbed: groups of others come and go meanwhile.
        return found + [
            f"{folder}/{name}"
            for folder, below, _ in os.walk(_GROUPS)
            for name in groups & {*below}
        ]

    def _processes(self) -> list[int]:
        return [pid for pid in processes_naming(self._place) if not gone(pid)]

    def _is_abandoned(self, lock: Path) -> bool:
        """Whether a lock of a private display was made since this began by a process that is no
        more."""
        number = int(lock.name.removeprefix(".X").partition("-")[0])
        try:
            made = lock.stat().st_mtime > self._began and gone(int(lock.read_text()))
            return made and number >= FIRST
        except (OSError, ValueError):
            return False

    def _is_stale(self, file: Path) -> bool:
        """Whether a file of a display is there for no server; the number may be another's."""
        lock = display_files(int(file.name.strip(".X-lock")))[1]
        try:
            server = int(lock.read_text())
        except (OSError, ValueError):
            return file.exists()
        return file.exists() and gone(server)


def cycle(place: Path, victim: str, chance: random.Random) -> None:
    """One cycle; raises `AssertionError` for what is left or does not come back."""
    done = Cycle(place, victim)
    try:
        _kill(done, victim, chance)
    finally:
        done.end()
    until(lambda: not done.left(), lambda: f"nothing is left without {victim}: {done.left()}")


def _kill(done: Cycle, victim: str, chance: random.Random) -> None:
    if victim == "host":
        time.sleep(chance.uniform(0.0, _STARTING))
        done.kill(done.host.pid)
        return
    if victim in ("guard", "server") and chance.random() < 0.5:
        if pid := done.part(victim):
            time.sleep(chance.uniform(0.0, _SOON))
            done.kill(pid)
        done.ready()
        return
    record = done.ready()
    assert record is not None, "the session did not start"
    if victim == "hands":
        with held(record) as hands:
            time.sleep(chance.uniform(0.0, _SOON))
            done.kill(hands.pid)
            until(lambda: gone(hands.pid), "the hands are gone")
            assert hands.restart()
            assert hands.observe().size == record.order.size
        assert now(record).resets == 0
        return
    time.sleep(chance.uniform(0.0, _SOON))
    if victim == "browser":
        browser = next(pid for pid in descendants(record.guard) if _is_browser(pid))
        family = [browser, *descendants(browser)]
        done.kill(browser)
        until(lambda: all(map(gone, family)), "the browser is gone with all its processes")
        assert now(record).resets == 0
        return
    done.kill(record.desktop.server if victim == "server" else record.guard)
    until(lambda: _anew(record), "the desktop is replaced")


def _anew(record: SessionRecord) -> bool:
    try:
        return now(record).resets == 1
    except DesktopError:
        return False


def _is_browser(pid: int) -> bool:
    line = " ".join(_words(pid))  # Chromium writes its own anew, as one word
    return "--remote-debugging-pipe" in line and "--type=" not in line


def _words(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:
        return []
