"""Our server against the reference client, over both transports, on a real desktop."""

from __future__ import annotations

import base64
import io
import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import AsyncGenerator, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import httpx
import pytest

from helpers.desks import sandbox_hands, until
from helpers.fakes import FakeHands, FakeOpenHands
from helpers.mcp_service import COMMAND
from helpers.recorded import record
from helpers.runs import started
from uitars_runtime.config import Settings
from uitars_runtime.control import Control
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.journal import RunJournal, list_runs, read_record
from uitars_runtime.mcp.assembly import DeskControl, assembled
from uitars_runtime.mcp.desk import Desk
from uitars_runtime.mcp.http_serving import HttpService
from uitars_runtime.mcp.server import Answer, McpServer, WrongCallError
from uitars_runtime.mcp.serving import StdioService
from uitars_runtime.mcp.wire import LONGEST, Message, Problem, notification, request
from uitars_runtime.run import Request
from uitars_runtime.run_record import Ending
from uitars_runtime.types import (
    Action,
    Claim,
    Decision,
    Finish,
    Performed,
    Press,
    Shell,
    Type,
    WriteFile,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uitars_runtime.frame import Frame
    from uitars_runtime.hands.settings import HandsSettings
    from uitars_runtime.types import ToolOffer

mcp = pytest.importorskip("mcp", exc_type=ImportError)
TOOLS = (
    *("observe", "click", "drag", "scroll", "type", "press", "wait", "open"),
    *("shell", "read_file", "write_file", "run_task"),
)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DISPLAY", raising=False)


@asynccontextmanager
async def over_stdio(*options: str) -> AsyncGenerator[Any]:
    from mcp import StdioServerParameters
    from mcp.client.stdio import stdio_client

    program, *arguments = (*COMMAND, *options)
    server = StdioServerParameters(command=program, args=arguments, env=dict(os.environ))
    async with stdio_client(server) as streams, mcp.ClientSession(*streams) as session:
        await session.initialize()
        yield session


async def call(session: Any, name: str, **arguments: Any) -> tuple[bool, str]:
    result = await session.call_tool(name, arguments)
    texts = [part.text for part in result.content if part.type == "text"]
    return not result.is_error, "\n".join(texts)


def run(work: Any) -> None:
    import anyio

    anyio.run(work)


def test_another_agent_works_through_our_hands_and_leaves_a_record(tmp_path: Path) -> None:
    async def work() -> None:
        async with over_stdio("--workspace", str(tmp_path)) as session:
            listed = await session.list_tools()
            assert tuple(tool.name for tool in listed.tools) == TOOLS
            ok, said = await call(session, "click", at={"x": 1, "y": 1})
            assert not ok
            assert "observe first" in said
            seen = await session.call_tool("observe", {})
            text, picture = seen.content
            assert text.text == "640x480 pixels."
            assert base64.b64decode(picture.data).startswith(b"\x89PNG")
            assert (await call(session, "type", text="Anna"))[0]
            assert (await call(session, "write_file", path="a.txt", text="42"))[0]
            assert await call(session, "shell", command="cat a.txt") == (True, "42")
            with pytest.raises(mcp.MCPError, match="no tool 'wipe'"):
                await call(session, "wipe")
            ok, said = await call(session, "type", words="x")
            assert not ok
            assert "called wrongly" in said

    run(work)
    (folder,) = list_runs()
    trajectory = read_record(folder).trajectory
    assert [type(step.action) for step in trajectory.steps] == [Type, WriteFile, Shell]
    assert trajectory.ended is not None
    assert trajectory.ended.ending is Ending.FINISHED


def test_what_the_policy_denies_is_not_done(tmp_path: Path) -> None:
    async def work() -> None:
        options = ("--workspace", str(tmp_path), "--policy", "ask-on-risk", "--yes", "S-read")
        async with over_stdio(*options) as session:
            ok, said = await call(session, "write_file", path="a.txt", text="42")
            assert not ok
            assert "nobody to ask" in said
            assert (await call(session, "shell", command="ls"))[0]

    run(work)
    assert list(tmp_path.glob("a.txt")) == []
    (folder,) = list_runs()
    verdicts = [step.verdict for step in read_record(folder).trajectory.steps]
    assert [v.decision for v in verdicts if v] == [Decision.DENY, Decision.ALLOW]


def test_a_browser_for_other_programs_is_told_on_no_record(tmp_path: Path) -> None:
    served = subprocess.run(
        (*COMMAND, "--cdp"), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
    )
    endpoint = served.stderr.partition("DevTools endpoint: ")[2]
    assert endpoint.startswith("ws://127.0.0.1:")
    token = endpoint.partition("?token=")[2].split()[0].encode()
    assert list_runs()
    kept = [file for file in (tmp_path / "home").rglob("*") if file.is_file()]
    assert [file for file in kept if token in file.read_bytes()] == []


@contextmanager
def over_http() -> Generator[tuple[str, str]]:
    """Address and token of a server that listens."""
    server = subprocess.Popen([*COMMAND, "--http", "0"], stderr=subprocess.PIPE, text=True)
    assert server.stderr is not None
    with server, server.stderr:
        url = server.stderr.readline().strip()
        file = Path(server.stderr.readline().strip().removeprefix("token: "))
        assert file.stat().st_mode & 0o777 == 0o600
        yield url, file.read_text().strip()
        server.terminate()
        assert server.wait(30) == 0
        assert not file.exists()


def test_over_http_only_for_who_holds_the_token() -> None:
    async def work(url: str, token: str) -> None:
        from mcp.client.streamable_http import streamable_http_client

        headers = {"Authorization": f"Bearer {token}"}
        async with (
            reference_http(headers) as http,
            streamable_http_client(url, http_client=http) as streams,
            mcp.ClientSession(streams[0], streams[1]) as session,
        ):
            await session.initialize()
            assert len((await session.list_tools()).tools) == len(TOOLS)
            assert (await session.call_tool("observe", {})).content[1].type == "image"
            assert (await call(session, "press", keys=["a"]))[0]

    with over_http() as (url, token):
        run(lambda: work(url, token))
        strangers_are_refused(url, token)
    (folder,) = list_runs()
    assert len(read_record(folder).trajectory.steps) == 1


def reference_http(headers: dict[str, str]) -> Any:
    """A client of the library that the reference package stands on."""
    import httpx2

    return httpx2.AsyncClient(headers=headers, timeout=60)


def strangers_are_refused(url: str, token: str) -> None:
    hello = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    right = {"Authorization": f"Bearer {token}"}

    def status(**headers: str) -> int:
        return httpx.post(url, json=hello, headers=headers).status_code

    assert status() == 403
    assert status(Authorization="Bearer wrong") == 403
    assert status(**right, Origin="https://evil.example") == 403
    assert status(**right, Host="evil.example") == 403
    assert status(**right) == 400  # the right one, but without a session
    assert status(Authorization=f"bearer {token}") == 400
    assert status(**right, **{"Mcp-Session-Id": "unknown"}) == 404
    assert httpx.get(url, headers=right).status_code == 405
    unknown = httpx.put(url, headers=right)
    assert unknown.status_code == 501
    assert unknown.json()["error"]["message"] == "Unsupported method ('PUT')."
    assert httpx.post(url, content=b"{", headers=right).status_code == 400
    assert httpx.post(url + "/x", json=hello, headers=right).status_code == 404
    assert httpx.delete(url, headers=right).status_code == 404


class _Toolset:
    """One tool that runs until it is stopped, and one that breaks."""

    def __init__(self) -> None:
        self.offers: Sequence[ToolOffer] = ()

    def call(self, name: str, _arguments: dict[str, object], control: Control, /) -> Answer:
        match name:
            case "wait":
                until(control.is_set, "the call is cancelled")
                return Answer("stopped")
            case "break":
                raise ZeroDivisionError
            case _:
                raise WrongCallError(name)


def test_a_call_can_be_cancelled_and_a_ping_is_answered_meanwhile() -> None:
    requests = [
        {"id": 1, "method": "tools/call", "params": {"name": "wait"}},
        {"id": 2, "method": "ping"},
        {"method": "notifications/cancelled", "params": {"requestId": 1}},
        {"id": 3, "method": "tools/call", "params": {"name": "break"}},
        {"id": 4, "method": "nonsense"},
        {"id": 5, "method": "server/discover"},
    ]
    lines = [json.dumps({"jsonrpc": "2.0", **request}) for request in requests]
    answers = served("\n".join([*lines, "no json", ""]))
    by_number = {answer.get("id"): answer for answer in answers}
    assert set(by_number) == {2, 3, 4, 5, None}
    assert by_number[2]["result"] == {}
    assert by_number[3]["error"]["code"] == -32603
    assert by_number[4]["error"]["code"] == -32601
    assert by_number[None]["error"]["code"] == -32700


class _SlowHands(FakeHands):
    """Work as long as they are not let go on."""

    def __init__(self) -> None:
        super().__init__()
        self.goes_on = threading.Event()

    def perform(self, action: Action, seen: Frame, claimed: Claim = "") -> Performed:
        done = super().perform(action, seen, claimed)
        assert self.goes_on.wait(30)
        return done


@pytest.mark.parametrize("leaves", [False, True])
def test_what_is_called_off_while_it_waits_is_not_done(tmp_path: Path, leaves: bool) -> None:
    hands = _SlowHands()
    journal = RunJournal.create(tmp_path / "run", started())
    desk = Desk(hands, journal, Control(), lambda _asked, _control: Answer(""))
    with HttpService(McpServer(desk, "")) as service, ThreadPoolExecutor() as workers:
        session = service.open_session()

        def press(number: int, key: str) -> Future[Message | None]:
            asked = {"name": "press", "arguments": {"keys": [key]}}
            return workers.submit(service.answer, session, request(number, "tools/call", asked))

        first = press(1, "a")
        until(lambda: bool(hands.done), "the first one is under way")
        second = press(2, "b")
        until(second.running, "the second one is there")
        time.sleep(0.5)  # and waits for the first
        if leaves:
            service.close_session(session)
        else:
            service.answer(session, notification("notifications/cancelled", {"requestId": 2}))
        hands.goes_on.set()
        assert (first.result(), second.result()) != (None, None)
    assert hands.done == [Press(("a",))]


class _Writing(FakeOpenHands):
    """Write where they were told that they work."""

    def __init__(self, settings: HandsSettings) -> None:
        super().__init__()
        self._workspace = Path(settings.workspace)

    def perform(self, action: Action, seen: Frame, claimed: Claim = "") -> Performed:
        if isinstance(action, WriteFile):
            (self._workspace / action.path).write_text(action.text)
        return super().perform(action, seen, claimed)


def test_the_files_of_a_task_are_those_of_the_desk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "uitars_runtime.hands.opening.open_hands", lambda settings, *_: _Writing(settings)
    )
    wrote = WriteFile("total.txt", "42")
    recorded = record(tmp_path / "recorded", wrote, Finish("failure", "No more."))
    settings = Settings(model=f"replay:{recorded}", desktop="sandbox", memory=False)
    asked: dict[str, object] = {"name": "run_task", "arguments": {"task": "write the total"}}
    with (
        assembled(Request("tools", settings), NobodyAsker(), DeskControl()) as server,
        HttpService(server) as service,
    ):
        service.answer(service.open_session(), request(1, "tools/call", asked))
    desk, task = list_runs()
    ended = read_record(task).trajectory.ended
    assert ended is not None
    assert ended.files == (str(desk / "workspace" / "total.txt"),)


def test_a_message_without_an_end_is_refused_and_the_next_one_answered() -> None:
    ping = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    deep = (
        json.dumps({"jsonrpc": "2.0", "id": 2, "method": "x"})[:-1] + ',"params":' + '{"a":' * 9000
    )
    answers = served("\n".join(["x" * (LONGEST + 5), ping, deep, ping, ""]))
    assert [answer.get("result") for answer in answers] == [None, {}, None, {}]
    assert "more than" in answers[0]["error"]["message"]
    assert "nested too deeply" in answers[2]["error"]["message"]


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("click", {"at": {"x": 9999, "y": 5}}, "the point (9999, 5) is not in the picture"),
        ("click", {"at": {"x": -1, "y": 5}}, "the point (-1, 5) is not in the picture"),
        ("scroll", {"at": {"x": 5, "y": 1 << 40}, "direction": "up"}, "is not in the picture"),
        ("drag", {"start": {"x": 5, "y": 5}, "end": {"x": 5, "y": 480}}, "(5, 480) is not"),
        ("click", {"at": "the button"}, "click was called wrongly"),
        ("click", {"at": {"x": "5", "y": 5}}, "got `str` - at `$.at.x`"),
        ("click", {"kind": "shell"}, "no argument `kind`"),
        ("type", {"words": "x"}, "type was called wrongly"),
        ("run_task", {"task": "x", "max_steps": 10**6}, "run_task was called wrongly"),
        ("observe", {"now": True}, "observe was called wrongly"),
    ],
)
def test_what_the_other_model_can_correct_is_a_result(
    tmp_path: Path, name: str, arguments: dict[str, object], said: str
) -> None:
    hands = FakeHands()
    journal = RunJournal.create(tmp_path / "run", started())
    server = McpServer(Desk(hands, journal, Control(), lambda _asked, _control: Answer("")), "")
    called(server, "observe", {})
    answer = called(server, name, arguments)
    result = cast("dict[str, Any]", answer.result)
    assert result["isError"] is True
    assert said in result["content"][0]["text"]
    assert not hands.done
    assert isinstance(called(server, "nonsense", {}).error, Problem)


def test_a_secret_that_the_other_agent_types_is_on_no_record(tmp_path: Path) -> None:
    hands, secret = FakeHands(), f"ghp_{'a' * 36}"
    journal = RunJournal.create(tmp_path / "run", started())
    server = McpServer(Desk(hands, journal, Control(), lambda _asked, _control: Answer("")), "")
    called(server, "type", {"text": secret})
    assert hands.done == [Type(secret)]
    files = [file for file in (tmp_path / "run").rglob("*") if file.is_file()]
    assert not [file.name for file in files if secret.encode() in file.read_bytes()]


def test_a_desk_whose_hands_died_says_so_on_record_and_comes_back(tmp_path: Path) -> None:
    journal = RunJournal.create(tmp_path / "run", started())
    with sandbox_hands(tmp_path) as hands:
        desk = Desk(hands, journal, Control(), lambda _asked, _control: Answer(""))
        server = McpServer(desk, "")
        called(server, "observe", {})
        os.kill(hands.pid, signal.SIGKILL)
        answers = [
            called(server, "shell", {"command": "echo one > one"}),
            called(server, "observe", {}),
            called(server, "shell", {"command": "echo two > two"}),
        ]
    failed = [cast("dict[str, Any]", answer.result)["isError"] for answer in answers]
    assert failed == [True, False, False]
    steps = read_record(tmp_path / "run").trajectory.steps
    assert [step.outcome.ok for step in steps] == [False, True]
    assert (tmp_path / "two").read_text() == "two\n"


def called(server: McpServer, name: str, arguments: dict[str, object]) -> Message:
    asked = request(1, "tools/call", {"name": name, "arguments": arguments})
    answer = server.answer(asked, Control())
    assert answer is not None
    return answer


def served(text: str) -> list[Any]:
    out = io.BytesIO()
    StdioService(McpServer(_Toolset(), ""), io.BytesIO(text.encode()), out).serve()
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_a_client_that_writes_all_fields_is_answered() -> None:
    (answer,) = served('{"jsonrpc": "2.0", "id": 7, "method": "tools/list", "params": null}\n')
    assert answer["id"] == 7
    assert answer["result"] == {"tools": []}


@pytest.mark.parametrize(
    ("wanted", "given"), [("2025-03-26", "2025-03-26"), ("1999-01-01", "2025-11-25")]
)
def test_the_revision_is_agreed_on(wanted: str, given: str) -> None:
    asked = Message(id=1, method="initialize", params={"protocolVersion": wanted})
    answer = McpServer(_Toolset(), "").answer(asked, Control())
    assert answer is not None
    assert isinstance(answer.result, dict)
    assert answer.result["protocolVersion"] == given


def test_a_client_that_hears_nothing_any_more_ends_the_service_without_a_word() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen(COMMAND, stdin=pipe, stdout=pipe, stderr=pipe) as service:
        assert service.stdin is not None
        assert service.stdout is not None
        assert service.stderr is not None
        service.stdout.close()
        service.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n' * 2)
        service.stdin.close()
        assert service.stderr.read() == b""
        assert service.wait() == 0
