"""Our client against servers at an address that send too much, too slowly or too deep."""

from __future__ import annotations

import gzip
import json
import time

import pytest

from helpers.fault_server import Answer, FaultServer, Wire, drip, flood, head, raw, stall
from uitars_runtime.errors import UsageError
from uitars_runtime.mcp import client as mcp_client
from uitars_runtime.mcp import http
from uitars_runtime.mcp.client import McpClient
from uitars_runtime.mcp.settings import ServerSettings

TOOL = {"name": "look", "inputSchema": {"type": "object"}}


def answered(number: int, result: object) -> Answer:
    body = json.dumps({"jsonrpc": "2.0", "id": number, "result": result}).encode()
    return raw(head("200 OK", "application/json"), body)


HELLO = answered(1, {"protocolVersion": "2025-06-18"})
ACCEPTED = raw(head("202 Accepted", "text/plain"))
LISTED = answered(2, {"tools": [TOOL]})


def reach(server: FaultServer) -> McpClient:
    return McpClient("odd", ServerSettings(url=server.url, seconds=1.0))


def test_a_server_that_writes_all_fields_is_understood() -> None:
    def all_fields(number: int, result: object) -> Answer:
        message = {"jsonrpc": "2.0", "id": number, "result": result, "error": None}
        return raw(head("200 OK", "application/json"), json.dumps(message).encode())

    hello = all_fields(1, {"protocolVersion": "2025-06-18"})
    with FaultServer(hello, ACCEPTED, all_fields(2, {"tools": [TOOL]})) as server:
        client = reach(server)
        assert [tool.name for tool in client.tools] == ["look"]
        client.close()


@pytest.mark.parametrize("kind", ["json", "packed", "endless"])
def test_of_an_answer_that_nobody_waits_for_little_is_taken(kind: str) -> None:
    sent: list[int] = []

    def bomb(wire: Wire) -> None:
        packed = gzip.compress(bytes(1 << 20)) if kind == "packed" else bytes(1 << 20)
        more = ("Content-Encoding: gzip",) if kind == "packed" else ()
        wire.send(head("200 OK", "application/json", *more))
        while kind == "endless" or sum(sent) < 200 << 20:
            wire.send(packed)
            sent.append(len(packed))

    with FaultServer(HELLO, bomb, LISTED) as server:
        if kind == "packed":
            with pytest.raises(UsageError, match="a packed answer, which was not asked for"):
                reach(server)
        else:
            client = reach(server)
            assert [tool.name for tool in client.tools] == ["look"]
            client.close()
        assert server.hung_up.wait(20)
    # What the kernel holds for both ends is a few megabytes.
    assert sum(sent) < 32 << 20


@pytest.mark.parametrize("where", ["headers", "body", "nothing", "notice"])
def test_one_byte_at_a_time_is_no_answer(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcp_client, "START_SECONDS", 1.0)
    monkeypatch.setattr(http, "_NOTICE_SECONDS", 1.0)
    endless = head("200 OK", "application/json")
    slow = {
        "headers": drip(b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000, 0.05),
        "body": _then(endless, drip(b" ", 0.05)),
        "nothing": stall(),
        "notice": _then(endless, drip(b" ", 0.05)),
    }[where]
    answers = (HELLO, slow) if where == "notice" else (slow,)
    with (
        FaultServer(*answers, LISTED) as server,
        pytest.raises(UsageError, match=r"no answer in 1 seconds|took no message in 1 seconds"),
    ):
        reach(server)


def test_greeting_and_list_have_one_time_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcp_client, "START_SECONDS", 1.5)
    pages = iter(range(2, 99))

    def page(wire: Wire) -> None:
        time.sleep(0.5)
        answered(next(pages), {"tools": [], "nextCursor": "more"})(wire)

    with (
        FaultServer(HELLO, ACCEPTED, page) as server,
        pytest.raises(UsageError, match=r"no answer in 1\.5 seconds"),
    ):
        reach(server)


@pytest.mark.parametrize(
    ("listed", "said"),
    [
        (
            raw(
                head("200 OK", "application/json"),
                b'{"jsonrpc":"2.0","id":2,"result":' + b'{"a":' * 5000 + b"1" + b"}" * 5001,
            ),
            "nested too deeply",
        ),
        (
            raw(
                head("200 OK", "application/json"),
                b'{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"x","inputSchema":'
                + b'{"a":' * 100
                + b"1"
                + b"}" * 100
                + b"}]}}",
            ),
            "nested too deeply",
        ),
        (answered(2, {"tools": [{**TOOL, "description": "x" * 2_000_000}]}), "list of tools"),
        (flood("application/json", b" ", 12), "more than 8388608 bytes"),
        (flood("text/event-stream", b": noise\n", 12), "more than 8388608 bytes"),
    ],
)
def test_a_list_of_tools_that_is_too_much_keeps_the_run_from_starting(
    listed: Answer, said: str
) -> None:
    with FaultServer(HELLO, ACCEPTED, listed) as server, pytest.raises(UsageError, match=said):
        reach(server)


def _then(before: bytes, answer: Answer) -> Answer:
    def both(wire: Wire) -> None:
        wire.send(before)
        answer(wire)

    return both
