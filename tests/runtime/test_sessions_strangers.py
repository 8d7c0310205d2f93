"""What a program of the same user may say to a session's host: none of it ends the session."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest

from helpers.desks import until
from helpers.living import now, sandbox, session
from uitars_runtime.errors import DesktopError, UitarsError
from uitars_runtime.sessions.folder import connected, living
from uitars_runtime.sessions.link import HostLink
from uitars_runtime.sessions.messages import Exec, Started
from uitars_runtime.sessions.record import SessionRecord


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Generator[SessionRecord]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UITARS_HOME", str(tmp_path_factory.mktemp("home")))
        with session() as made:
            yield made
            assert now(made).resets == 0
            assert now(made).guard == made.guard
        assert living() == []


@pytest.mark.parametrize(
    "packet",
    [
        b"\xff",
        b"\x80",
        msgspec.msgpack.encode({"type": "exec", "argv": []}),
        msgspec.msgpack.encode({"type": "exec", "argv": ["true"]}),
        msgspec.msgpack.encode({"type": "exec", "argv": "true"}),
        msgspec.msgpack.encode({"type": "start_hands"}),
        msgspec.msgpack.encode({"type": "beat", "idle": float("nan")}),
        msgspec.msgpack.encode({"type": "restore", "name": "../../.."}),
        b"\x82\xa4type\xa7restore\xa4name\xa2\xff\xfe",
        msgspec.msgpack.encode({"type": "attach", "holder": "x" * 10, "process": "1"}),
        os.urandom(60_000),
    ],
)
def test_what_makes_no_sense_is_refused(record: SessionRecord, packet: bytes) -> None:
    with connected(record.id) as link:
        link.settimeout(60)
        link.send(packet)
        assert msgspec.msgpack.decode(link.recv(1 << 17))["type"] == "refused"
    assert now(record) == record


def test_words_that_are_none_start_nothing(record: SessionRecord) -> None:
    with Path("/dev/null").open() as nothing, HostLink(record.id) as link:
        streams = [nothing.fileno()] * 3
        with pytest.raises(DesktopError, match="could not do"):
            link.ask(Exec(("echo", "a\0b")), Started, streams)
        with pytest.raises(UitarsError):
            link.ask(Exec(("\0",)), Started, streams)


def test_who_reads_no_answer_is_not_waited_for(record: SessionRecord) -> None:
    with connected(record.id) as deaf:
        deaf.setblocking(False)
        for _ in range(5000):
            with suppress(BlockingIOError):
                deaf.send(b"\xff")
        assert sandbox("exec", record.id, "--", "echo", "here").stdout == "here\n"


def test_a_crowd_that_says_nothing_ends_no_session(record: SessionRecord) -> None:
    crowd = [connected(record.id) for _ in range(300)]
    # Those that are too many are hung up on.
    crowd[-1].settimeout(60)
    assert crowd[-1].recv(1) == b""
    for link in crowd:
        link.close()
    until(lambda: sandbox("exec", record.id, "--", "true").returncode == 0, "others are let in")
