"""Watching a session from outside, and a person who works there while its run keeps still."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from subprocess import PIPE
from typing import Any
from urllib.parse import urlsplit

import pytest

from helpers import recorded
from helpers.desks import until
from helpers.living import holder, now, sandbox, session, titles, told
from helpers.typist import Run, running
from uitars_runtime import orders
from uitars_runtime.browser.chromium import OWN_PAGES
from uitars_runtime.browser.own import headless
from uitars_runtime.config import Settings
from uitars_runtime.control import Control
from uitars_runtime.errors import TakenError
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.mcp.assembly import DeskControl, assembled
from uitars_runtime.mcp.wire import request
from uitars_runtime.orders import Order
from uitars_runtime.run import Request
from uitars_runtime.sessions.attachment import Attachment
from uitars_runtime.sessions.folder import living, sessions_folder
from uitars_runtime.sessions.lease import HeldLease
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.sessions.taking_over import TakenOver
from uitars_runtime.sessions.terms import LeaseTerms
from uitars_runtime.types import Wait

TAKER = """
import sys
from uitars_runtime.sessions.taking_over import TakenOver
taken = TakenOver(sys.argv[1])
print("taken", flush=True)
sys.stdin.read()
"""
"""A person's program that takes a session over."""
COLOURS = """() => { const shown = document.querySelector('canvas');
  if (!shown?.width) return 0;
  const data = shown.getContext('2d').getImageData(0, 0, shown.width, shown.height).data;
  return new Set(new Uint32Array(data.buffer)).size; }"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    yield
    assert living() == []
    assert list(sessions_folder().glob("*")) == []


@contextmanager
def viewing(record: SessionRecord, *words: str) -> Generator[tuple[Any, subprocess.Popen[str]]]:
    """`uitars sandbox view`, ended as by Ctrl-C."""
    command = [sys.executable, "-m", "uitars_runtime.cli.sandbox", "view", "--json", *words]
    process = subprocess.Popen(
        [*command, record.id], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    lines: list[str] = []
    while (line := process.stdout.readline()) not in ("}\n", ""):
        lines.append(line)
    assert line, process.communicate()[1]
    try:
        yield json.loads("".join([*lines, line])), process
    finally:
        process.send_signal(signal.SIGINT)
        assert process.communicate()[1] == ""
        assert process.returncode == 0


def answers(port: int) -> bool:
    link = HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        link.request("GET", "/")
        return link.getresponse().status == 401
    except ConnectionError:
        return False
    finally:
        link.close()


def typed(record: SessionRecord) -> bool:
    """Whether something was typed into the program: its title says so."""
    return any(title.startswith("*") for title in titles(record))


def test_a_session_is_watched_in_a_browser_as_long_as_the_command_lasts() -> None:
    with session(apps=("mousepad",)) as record:
        with viewing(record) as (shown, _), headless(*OWN_PAGES) as page:
            assert (shown["id"], shown["control"]) == (record.id, False)
            port = urlsplit(str(shown["address"])).port
            page.open(shown["address"])
            until(lambda: page.evaluate(f"({COLOURS})()") > 10, "the session shows")
            page.evaluate("document.querySelector('canvas').focus()")
            page.press("x", "y", "z")
            assert answers(port)
            assert not typed(record)
            assert not now(record).person
        assert not answers(port)
        with viewing(record, "--control") as (shown, _), headless(*OWN_PAGES) as page:
            assert now(record).person
            page.open(shown["address"])
            until(lambda: page.evaluate(f"({COLOURS})()") > 10, "the session shows")
            page.evaluate("document.querySelector('canvas').focus()")
            page.press("x", "y", "z")
            until(lambda: typed(record), "what was typed stands there")
        until(lambda: not now(record).person, "it is given back")


def test_a_view_ends_with_its_session() -> None:
    with session() as record:
        process = subprocess.Popen(
            [sys.executable, "-m", "uitars_runtime.cli.sandbox", "view", record.id],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        assert process.stdout.readline().startswith("http://127.0.0.1:")
        told("stop", record.id)
        assert process.communicate()[1] == f"The session {record.id} has ended.\n"
        assert process.returncode == 0


def test_what_is_missing_for_a_view_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with session() as record:
        monkeypatch.setenv("PATH", str(tmp_path))
        done = sandbox("view", record.id)
        assert done.returncode == 2
        assert "Install the packages tigervnc-scraping-server" in done.stderr
        assert "Traceback" not in done.stderr


def test_a_run_keeps_still_while_a_person_works_there_and_goes_on_after() -> None:
    with session(apps=("mousepad",)) as record, running(record) as run:
        with TakenOver(record.id):
            assert run.control.paused
            # A step that was thought of before may still be written down; nothing is done.
            assert now(record).person
            assert sandbox("list").stdout.endswith("a person works there\n")
            with pytest.raises(TakenError, match="A person works"):
                TakenOver(record.id)
            assert sandbox("pause", record.id).returncode == 6
        run.goes_on()
        assert not run.control.paused
        until(lambda: not now(record).person, "it is given back")
        assert now(record).resets == 0


def test_a_task_of_another_agent_keeps_still_while_a_person_works_there(tmp_path: Path) -> None:
    waits = recorded.record(tmp_path / "waits", *[Wait(0.1)] * 500)
    control = Control()
    with session(apps=("mousepad",)) as record:
        settings = Settings(
            model=f"replay:{waits}", desktop=f"session:{record.id}", repeats=9999, memory=False
        )
        desk = assembled(Request("Wait.", settings), NobodyAsker(), DeskControl())
        with ThreadPoolExecutor(1) as worker, desk as server:
            asked = {"name": "run_task", "arguments": {"task": "Wait.", "max_steps": 500}}
            answer = worker.submit(server.answer, request(1, "tools/call", asked), control)
            until(lambda: len(orders.under_way()) == 2, "the task is under way")
            with TakenOver(record.id):
                assert control.paused == "You work in its session."
            until(lambda: not control.paused, "the task goes on")
            control.stop()
            assert answer.result() is not None


def test_a_run_that_was_paused_for_another_reason_stays_so() -> None:
    with session(apps=("mousepad",)) as record, running(record) as run:
        orders.give(Order.PAUSE)
        with TakenOver(record.id):
            orders.give(Order.RESUME)
            assert run.control.paused == "You work in its session."
            orders.give(Order.PAUSE)
        until(lambda: run.control.paused == "You asked for a pause.", "it stays paused")
        orders.give(Order.RESUME)
        run.goes_on()


def test_a_run_says_that_it_was_left_by_who_was_killed() -> None:
    with session(apps=("mousepad",)) as record, running(record) as run:
        with subprocess.Popen(
            [sys.executable, "-c", TAKER, record.id], stdin=PIPE, stdout=PIPE
        ) as taker:
            assert taker.stdout is not None
            assert taker.stdout.readline() == b"taken\n"
            assert run.control.paused == "You work in its session."
            taker.kill()
        until(lambda: not now(record).person, "the session is given back")
        until(lambda: "without giving it back" in run.control.paused, "the run says why it waits")
        assert "uitars resume" in run.control.paused
        orders.give(Order.RESUME)
        run.goes_on()


def test_a_free_session_is_kept_for_the_person_who_works_there() -> None:
    with session() as record:
        with TakenOver(record.id), pytest.raises(TakenError, match="A person works"):
            Attachment(record.id, "a run")
        Attachment(record.id, "a run").close()


def test_a_person_s_time_is_not_the_holder_s(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("uitars_runtime.sessions.lease.time.monotonic", lambda: now)
    lease = HeldLease(LeaseTerms(seconds=100.0, idle=20.0, silent=5.0), "a run", 1)
    until = lease.record.until
    lease.rest()
    now = 1000.0
    assert lease.broken() is None
    lease.go_on()
    lease.beat(idle=1000.0)
    assert lease.broken() is None
    assert lease.record.until == until + 1000.0
    now = 1021.0
    lease.beat(idle=1021.0)
    assert lease.broken() == "idle"
    lease.beat(idle=0.0)
    assert lease.broken() is None
    now = 1101.0
    lease.beat(idle=0.0)
    assert lease.broken() == "overdue"


def test_a_run_that_dies_meanwhile_leaves_it_to_the_person() -> None:
    with session() as record:
        (Path(record.workspace) / "made.txt").write_text("by the run")
        run = Run(record)
        run.goes_on()
        with TakenOver(record.id):
            run.close()
            until(lambda: now(record).lease is None, "the run is gone")
            assert (Path(record.workspace) / "made.txt").exists()
        assert now(record).resets == 0


def test_who_cannot_be_paused_is_not_taken_over() -> None:
    with session() as record, holder(record, hands=False):
        with pytest.raises(TakenError, match="no run that could be paused"):
            TakenOver(record.id)
        until(lambda: not now(record).person, "it is as before")
        assert now(record).lease is not None
    assert orders.under_way() == []
