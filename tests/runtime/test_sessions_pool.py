"""A pool of warm sessions: fresh for everyone, replaced when they die, gone with their owner."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from helpers.desks import until
from helpers.living import sandbox, traces
from uitars_runtime.errors import UsageError
from uitars_runtime.sessions.folder import living, sessions_folder
from uitars_runtime.sessions.pool import LocalPool
from uitars_runtime.sessions.terms import SessionOrder
from uitars_runtime.types import Size

ORDER = SessionOrder(size=Size(640, 480), programs="open")
OWNER = """
import sys
from uitars_runtime.sessions.pool import LocalPool
from uitars_runtime.sessions.terms import SessionOrder

pool = LocalPool(SessionOrder(programs="open"), 1)
with pool.lease() as session:
    print(session.id, flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    yield
    # One that ends is none already while its folder goes.
    until(lambda: (living(), [*sessions_folder().glob("*")]) == ([], []), "no session is left")


def test_a_session_is_fresh_for_everyone_and_replaced_when_it_dies() -> None:
    with LocalPool(ORDER, 2) as pool:
        with pool.lease() as one, pool.lease() as other:
            assert one.id != other.id
            (Path(one.workspace) / "made.txt").write_text("by the first")
            os.kill(other.host, signal.SIGKILL)
            until(lambda: len(living()) == 1, "one is gone")
        with pool.lease() as third, pool.lease() as fourth:
            assert one.id in (third.id, fourth.id)
            assert other.id not in (third.id, fourth.id)
            for record in (third, fourth):
                assert list(Path(record.workspace).iterdir()) == []
                assert record.desktop.server not in (one.desktop.server, other.desktop.server)
                assert sandbox("exec", record.id, "--", "echo", "here").stdout == "here\n"
        assert (pool.metrics.leased, pool.metrics.started) == (4, 3)
        assert pool.metrics.replaced == 1
        # One that dies while nobody has it is replaced when it is asked for.
        until(lambda: len(living()) == 2, "both are ready")
        for record in living():
            os.kill(record.host, signal.SIGKILL)
        until(lambda: living() == [], "both are gone")
        with pool.lease() as fifth:
            assert sandbox("exec", fifth.id, "--", "echo", "here").stdout == "here\n"


def test_a_session_that_cannot_be_started_is_tried_again_for_the_next_one(tmp_path: Path) -> None:
    place = tmp_path / "place"
    order = msgspec.structs.replace(ORDER, workspace=str(place))
    with LocalPool(order, 1) as pool, ThreadPoolExecutor() as workers:
        for _ in range(2):
            asked = workers.submit(pool.work, lambda record: record.workspace)
            with pytest.raises(UsageError, match="place is no folder"):
                asked.result(30)
        place.mkdir()
        assert workers.submit(pool.work, lambda record: record.workspace).result(30) == str(place)


def test_sessions_end_with_a_killed_owner() -> None:
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert owner.stdout is not None
    session = owner.stdout.readline().strip()
    record = next(one for one in living() if one.id == session)
    left = traces(record)
    owner.kill()
    owner.communicate()
    until(lambda: left() == [], "nothing is left")
