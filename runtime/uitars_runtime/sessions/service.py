"""Sessions over HTTP, on this machine only and only for who holds the token (docs/sandbox.md).

What is answered is JSON, but for files, which are
streamed, and for the output of commands: a line of JSON for each piece, the code last.

Not here: what the verbs do (`verbs.py`, `files.py`, `running.py`), how it is
served and to whom (`serving.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, ClassVar, cast
from urllib.parse import unquote

import msgspec

from uitars_runtime.errors import UsageError
from uitars_runtime.sessions import verbs
from uitars_runtime.sessions.bodies import Body
from uitars_runtime.sessions.folder import find, living
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.sessions.serving import LocalHandler, LocalService, MissingError
from uitars_runtime.sessions.starting import start
from uitars_runtime.sessions.streaming import TAR, Output, receive, send
from uitars_runtime.sessions.terms import SessionOrder


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A session to start, as `uitars sandbox start` is told."""

    size: str = ""
    app: tuple[str, ...] = ()
    workspace: str = ""
    checkpoint: str = msgspec.field(default="", name="from")
    lease: dict[str, Any] = {}
    """As in `LeaseTerms`."""
    limits: dict[str, Any] = {}
    """As in `Limits`."""


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command to run in a session."""

    command: tuple[str, ...]
    input: str = ""
    """What it reads from its standard input."""


class Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of a checkpoint."""

    name: str


class Answer(msgspec.Struct, frozen=True):
    """What is said of a session after something was done to it."""

    id: str
    path: str = ""


class SandboxService(LocalService):
    """Listens on 127.0.0.1."""

    def __init__(self, usual: SessionOrder, port: int = 0) -> None:
        """`usual`: what holds for every session that is started. `port`: 0 takes a free one. Raises
        `OSError`, `OverflowError`."""
        super().__init__(port, _Handler)
        self.usual = usual


class _Handler(LocalHandler):
    _verbs: ClassVar[dict[str, Callable[[str], None]]] = {
        "pause": verbs.pause,
        "resume": verbs.resume,
    }

    def _route(self, place: list[str]) -> None:
        match self.command, place:
            case "GET", ["sessions"]:
                self._say(200, {"sessions": living()})
            case "POST", ["sessions"]:
                self._start()
            case "GET", ["sessions", name]:
                self._say(200, _found(name))
            case "DELETE", ["sessions", name]:
                self._do(name, verbs.stop)
            case "POST", ["sessions", name, ("pause" | "resume") as verb]:
                self._do(name, self._verbs[verb])
            case "POST", ["sessions", name, "checkpoint"]:
                record, asked = _found(name), self._asked(Name)
                path = verbs.checkpoint(record, asked.name)
                self._say(200, Answer(record.id, str(path)))
            case "POST", ["sessions", name, "restore"]:
                asked = self._asked(Name)
                self._do(name, lambda session: verbs.restore(session, asked.name))
            case "POST", ["sessions", name, "exec"]:
                self._exec(_found(name))
            case ("GET" | "PUT") as way, ["sessions", name, "files", *parts] if any(parts):
                self._files(way, _found(name), unquote("/".join(parts)))
            case _:
                raise MissingError(f"There is no {self.command} {self.path}.")

    def _start(self) -> None:
        wanted = self._asked(Wanted)
        made = start(
            verbs.ordered(
                cast("SandboxService", self.server).usual,
                size=wanted.size,
                apps=wanted.app,
                workspace=wanted.workspace,
                checkpoint=wanted.checkpoint,
                lease=wanted.lease,
                limits=wanted.limits,
            )
        )
        told = {"id": made.id, "display": made.desktop.display, "workspace": made.workspace}
        self._say(201, told)

    def _do(self, name: str, verb: Callable[[str], None]) -> None:
        session = _found(name).id
        verb(session)
        self._say(200, Answer(session))

    def _exec(self, record: SessionRecord) -> None:
        asked = self._asked(Command)
        output = Output(record.id, asked.command, asked.input)

        def begin() -> None:
            self._begin(200, "application/x-ndjson")

        output.run(begin, self.wfile.write, self._has_left)

    def _files(self, way: str, record: SessionRecord, name: str) -> None:
        workspace = Path(record.workspace)
        if way == "PUT":
            with Body(cast("BinaryIO", self.rfile), self.headers) as body:
                receive(body, name, workspace, folder=self.headers.get("Content-Type") == TAR)
            self._say(201, Answer(record.id, str(workspace / name)))
        else:
            send(name, workspace, self._begin, cast("BinaryIO", self.wfile))


def _found(name: str) -> SessionRecord:
    try:
        return find(unquote(name))
    except UsageError as error:
        raise MissingError(error.title, error.hint) from error
