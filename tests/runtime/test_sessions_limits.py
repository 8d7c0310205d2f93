"""Limits of a session: the program that reaches one ends, nothing else does; it is said which."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from helpers.desks import gone, until
from helpers.living import held, now, sandbox, session, traces
from uitars_runtime.doctor.machine import checks
from uitars_runtime.sessions import cgroups, limits
from uitars_runtime.sessions.attachment import Attachment
from uitars_runtime.sessions.folder import living, sessions_folder
from uitars_runtime.sessions.limits import Limits
from uitars_runtime.types import Wait

GREEDY = "x = bytearray(900 << 20); import time; time.sleep(600)"
FRUITFUL = "for i in $(seq 400); do sleep 600 & done; wait"
LAVISH = "for i in $(seq 20); do head -c 1000000 /dev/zero > f$i; done; sleep 600"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    yield
    assert living() == []
    assert list(sessions_folder().glob("*")) == []


@pytest.mark.parametrize(
    ("most", "command", "limit"),
    [
        (Limits(memory=300 << 20), ("python3", "-c", GREEDY), "memory"),
        (Limits(processes=150), ("sh", "-c", FRUITFUL), "processes"),
        (Limits(disk=8 << 20), ("sh", "-c", LAVISH), "disk"),
        (Limits(disk=8 << 20), ("sh", "-c", "head -c 20000000 /dev/zero > large"), "disk"),
    ],
)
def test_a_program_that_reaches_a_limit_ends(
    most: Limits, command: tuple[str, ...], limit: str
) -> None:
    with session(apps=("mousepad",), limits=most) as record:
        assert record.order.limits == most
        done = sandbox("exec", record.id, "--", *command)
        assert done.returncode == 6, done
        assert f"the session's limit of {limit} was reached" in done.stderr
        assert now(record).reached[-1].limit == limit
        # The desktop is as it was, and others work.
        assert now(record).desktop == record.desktop
        assert sandbox("exec", record.id, "--", "echo", "here").stdout == "here\n"


def test_the_record_says_who_holds_the_limits() -> None:
    with session(limits=Limits(memory=1 << 30)) as record:
        assert record.held_by == (cgroups.version() or "watchdog")
        doctor = dict(checks())["limits"]
        assert record.held_by.removeprefix("cgroup") in doctor().text
        left = traces(record)
    assert left() == []
    assert not [*Path("/sys/fs/cgroup").glob(f"**/*{record.id}*")]


def test_the_watchdog_alone_knows_the_limits_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine where no control group can be made."""
    monkeypatch.setattr(limits, "version", lambda: None)
    watchdog = limits.Watchdog(Limits(memory=100 << 20), "0123abcd")
    assert watchdog.held_by == "watchdog"
    greedy = subprocess.Popen(["sh", "-c", f"python3 -c '{GREEDY}' & sleep 600"])
    spared = {greedy.pid}
    try:
        found: list[limits.Reached] = []
        until(
            lambda: (
                (one := watchdog.look(greedy.pid, spared, ())) is not None and not found.append(one)
            ),
            "the limit is reached",
        )
        assert (found[0].limit, found[0].program) == ("memory", "python3")
        assert not gone(greedy.pid)
    finally:
        greedy.kill()
        greedy.wait()


HYBRID = """
import sys
from pathlib import Path
from uitars_runtime.doctor.machine import _limits
from uitars_runtime.sessions import cgroups
from uitars_runtime.sessions.limits import Limits, Watchdog

cgroups._ROOT = Path(sys.argv[1])
print(cgroups.version(), Watchdog(Limits(memory=1 << 30), "0123abcd").held_by, _limits().text)
"""


def test_control_groups_that_hold_nothing_leave_it_to_the_watchdog(tmp_path: Path) -> None:
    """As where version 2 is there beside version 1, which has all controllers."""
    mounted = 'mount -t cgroup2 none "$1" && ! grep -q memory "$1/cgroup.subtree_control"'
    script = f'{mounted} && exec "$2" -c "$3" "$1"'
    done = subprocess.run(
        ["unshare", "-m", "sh", "-c", script, "sh", str(tmp_path), sys.executable, HYBRID],
        capture_output=True,
        text=True,
        check=False,
    )
    if not done.stdout:
        pytest.skip(f"no such groups here: {done.stderr}")
    words = "Limits of sessions are held by a watchdog; no control group can be made here."
    assert done.stdout == f"None watchdog {words}\n"


def test_a_run_hears_what_became_of_its_programs() -> None:
    with session(limits=Limits(memory=500 << 20)) as record, held(record) as hands:
        done = sandbox("exec", record.id, "--", "python3", "-c", GREEDY)
        assert done.returncode == 6
        heard: list[str] = []
        until(
            lambda: (
                not heard.append(hands.perform(Wait(0.1), hands.observe()).outcome.text)
                and "limit of memory was reached" in heard[-1]
            ),
            lambda: f"it is told: {heard[-3:]}",
        )
        assert "limit of memory" not in hands.perform(Wait(0.1), hands.observe()).outcome.text


@pytest.mark.parametrize("limit", [("--disk", "10K"), ("--memory", "10M")])
def test_limits_that_are_too_low_for_a_desktop_are_said(limit: tuple[str, str]) -> None:
    done = sandbox("start", "--json", *limit)
    assert done.returncode == 1
    hint = json.loads(done.stderr)["hint"]
    assert hint == hint.strip()
    assert hint.endswith("The limits may be too low for a desktop.")


def test_a_session_ends_with_its_time() -> None:
    with session(limits=Limits(time=15.0)) as record:  # its own start, too, is reckoned
        left = traces(record)
        attached = Attachment(record.id, "a run")
        done = sandbox("exec", record.id, "--", "sleep", "600")
        assert done.returncode == 6
        assert "the session's limit of time was reached" in done.stderr
        until(lambda: not attached.alive(), "the holder hears of it")
        assert "limit of time" in str(attached.lost())
        attached.close()
        until(lambda: left() == [], "nothing is left")
        assert sandbox("show", record.id).returncode == 2
