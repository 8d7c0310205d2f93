"""Seconds that sessions take: starting, leasing a warm one, replacing a lost or dead one, keeping
and restoring files, and a run on a session against a run on a desktop of its own; and the memory
of an idle one. Medians. What a pool is worth is beside, in _pools.py; the
browser alone and its held time in browser.py.

`load` is how many processes wanted a processor in the minute before the end: on a machine that was
not quiet all of this takes longer.

    python bench/sandbox.py [--rounds 7] [--only PART] [--json OUT]
"""

from __future__ import annotations

import os
import random
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from browser import alone

from _figures import report
from _pools import PROGRAM, cluster, pages, replaced, steps
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.guard.processes import descendants
from uitars_runtime.hands.process import open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.paths import HOME_VARIABLE
from uitars_runtime.sessions.checkpoints import load, restore, save
from uitars_runtime.sessions.folder import await_end, find
from uitars_runtime.sessions.link import HostLink
from uitars_runtime.sessions.messages import Done, Stop
from uitars_runtime.sessions.pool import LocalPool
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.sessions.starting import start
from uitars_runtime.sessions.terms import SessionOrder
from uitars_runtime.sessions.usage import memory_of
from uitars_runtime.types import Type

PAGE = os.sysconf("SC_PAGE_SIZE")
SETTLED = 5.0
"""Seconds after which a session is idle."""
FILES, FILE_BYTES, FOLDERS = 5000, 40_000, 100
HOLD = """
import sys
from uitars_runtime.sessions.attachment import Attachment

held = Attachment(sys.argv[1], "bench")
print("held", flush=True)
sys.stdin.read()
"""
"""A run that holds a session and does nothing."""


def timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def anew(session: str, resets: int) -> None:
    """Wait until a session was made anew once more."""
    while find(session).resets <= resets:
        time.sleep(0.005)


@contextmanager
def started(order: SessionOrder) -> Generator[SessionRecord]:
    record = start(order)
    try:
        yield record
    finally:
        with HostLink(record.id) as link:
            link.ask(Stop(), Done)
        await_end(record.id)


def starting(order: SessionOrder) -> float:
    began = time.perf_counter()
    with started(order):
        return time.perf_counter() - began


def leasing(order: SessionOrder, rounds: int) -> list[float]:
    """Until a session that stands ready is had."""
    times: list[float] = []
    with LocalPool(order, 1) as pool:
        for _ in range(rounds + 1):
            began = time.perf_counter()
            with pool.lease() as record:
                times.append(time.perf_counter() - began)
                resets = record.resets
            anew(record.id, resets)
    return times[1:]  # the first one waited for its start


def lost(record: SessionRecord) -> float:
    """From kill -9 of the holder until the session is made anew."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, record.id], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        resets = find(record.id).resets
        holder.kill()
        return timed(lambda: anew(record.id, resets))


def crashed(record: SessionRecord) -> float:
    """From kill -9 of the guard until the session is made anew."""
    now = find(record.id)
    os.kill(now.guard, signal.SIGKILL)
    return timed(lambda: anew(record.id, now.resets))


def run(desktop: str, workspace: Path, apps: tuple[str, ...] = ()) -> None:
    """Look, type a word, and leave."""
    settings = HandsSettings(
        desktop=desktop,
        apps=apps,
        workspace=str(workspace),
        policy="autonomous-in-sandbox",
        actions_per_second=1000.0,
    )
    hands = open_hands(settings, NobodyAsker(), threading.Event())
    try:
        hands.perform(Type("word"), hands.observe())
    finally:
        hands.close()


def desktops(rounds: int) -> dict[str, float]:
    order = SessionOrder(apps=(PROGRAM,), owner=os.getpid())
    found: dict[str, list[float]] = {"start_s": [starting(order) for _ in range(rounds)]}
    found["lease_warm_s"] = leasing(order, rounds)
    with started(order) as record:
        found["lost_lease_s"] = [lost(record) for _ in range(rounds)]
        found["crashed_s"] = [crashed(record) for _ in range(rounds)]
        place = Path(record.workspace)
        desktop = f"session:{record.id}"
        found["run_on_session_s"] = [timed(lambda: run(desktop, place)) for _ in range(rounds)]
    with tempfile.TemporaryDirectory() as folder:
        fresh = [timed(lambda: run("sandbox", Path(folder), (PROGRAM,))) for _ in range(rounds)]
    found["run_on_fresh_sandbox_s"] = fresh
    return {
        "load": os.getloadavg()[0],
        **{name: statistics.median(times) for name, times in found.items()},
    }


def checkpoint(_rounds: int) -> dict[str, float]:
    """200 MB in 5,000 files, once: nothing is kept yet, then all of it."""
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        place, back = Path(folder, "place"), Path(folder, "back")
        source = random.Random(0)
        for number in range(FILES):
            file = place / str(number % FOLDERS) / str(number)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(source.randbytes(FILE_BYTES))
        for name in ("save", "save_again"):
            keeping = timed(lambda: save("0" * 8, "bench", {"workspace": place}, ()))
            found[f"checkpoint_{name}_s"] = keeping
        found["checkpoint_check_s"] = timed(lambda: load("0" * 8, "bench"))
        manifest = load("0" * 8, "bench")
        restoring = timed(lambda: restore(manifest, "workspace", back))
        found["checkpoint_restore_s"] = restoring
        for file in place.glob("*/*"):
            if (back / file.relative_to(place)).read_bytes() != file.read_bytes():
                raise ValueError(f"{file} is not what it was")
    return {"checkpoint_load": os.getloadavg()[0], **found}


def memory(rounds: int) -> dict[str, float]:
    """Megabytes of an idle session with its host and its guard, held by a run whose hands look and
    then wait; shared memory counts by its share. `alone`: as if nobody else shared any of it, which
    only root can tell."""
    found: dict[str, float] = {}
    for name, browser in (("desktop", ""), ("chromium", "about:blank")):
        order = SessionOrder(browser=browser, owner=os.getpid())
        taken = [_idle(order) for _ in range(max(1, rounds // 2))]
        shared, alone = (statistics.median(one) for one in zip(*taken, strict=True))
        found |= {f"memory_{name}_mb": shared, f"memory_{name}_alone_mb": alone}
    return {**found, "memory_load": os.getloadavg()[0]}


def _idle(order: SessionOrder) -> tuple[float, float]:
    with started(order) as record:
        settings = HandsSettings(
            desktop=f"session:{record.id}",
            workspace=record.workspace,
            policy="autonomous-in-sandbox",
        )
        hands = open_hands(settings, NobodyAsker(), threading.Event())
        try:
            hands.observe()
            time.sleep(SETTLED)
            own = (record.host, record.guard, *descendants(record.guard))
            pages = set[int]().union(*map(_pages, own))
            return sum(map(memory_of, own)) / 1e6, len(pages) * PAGE / 1e6
        finally:
            hands.close()


def _pages(pid: int) -> set[int]:
    """Which pages of the machine's memory a process has; none where that is not told."""
    found: set[int] = set()
    with suppress(OSError), open(f"/proc/{pid}/pagemap", "rb") as table:
        for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
            first, last = (int(place, 16) // PAGE for place in line.split()[0].split("-"))
            if line.endswith("[vsyscall]"):
                continue
            table.seek(8 * first)
            for (entry,) in struct.iter_unpack("<Q", table.read(8 * (last - first))):
                if entry >> 63:  # it is in memory; the lower 55 bits say where
                    found.add(entry & ((1 << 55) - 1))
    return found - {0}


def measure(rounds: int) -> dict[str, float]:
    found: dict[str, float] = {}
    for part in PARTS.values():
        found |= part(rounds)
    return found


PARTS: dict[str, Callable[[int], dict[str, float]]] = {
    "desktops": desktops,
    "checkpoint": checkpoint,
    "memory": memory,
    "steps": steps,
    "pages": pages,
    "replaced": replaced,
    "cluster": cluster,
    "browser": alone,
}


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        os.environ[HOME_VARIABLE] = home
        raise SystemExit(report(__doc__, "rounds", 7, measure, 4, PARTS))
