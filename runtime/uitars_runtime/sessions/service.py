"""Sessions over HTTP, on this machine only and only for who holds the token (docs/sandbox.md).

What is answered is JSON, but for files, which are
streamed, and for what lasts: of a command's output a line of JSON for each piece, the code last, of
a view one at its beginning and one at its end.

Not here: what the verbs do (`verbs.py`, `files.py`, `running.py`), how it is
served and to whom (`serving.py`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeVar, cast
from urllib.parse import unquote

import msgspec

from uitars_runtime.errors import DesktopError, ErrorMessage, UsageError
from uitars_runtime.sessions import verbs
from uitars_runtime.sessions.bodies import Body
from uitars_runtime.sessions.checkpoints import listed
from uitars_runtime.sessions.folder import find, living
from uitars_runtime.sessions.record import SessionRecord, Shown
from uitars_runtime.sessions.serving import LocalHandler, LocalService, MissingError
from uitars_runtime.sessions.starting import start
from uitars_runtime.sessions.streaming import TAR, Output, receive, send
from uitars_runtime.sessions.terms import SessionOrder
from uitars_runtime.sessions.viewing import await_end, viewed

NDJSON: Final = "application/x-ndjson"
_LEAVE_SECONDS: Final = 10.0
_Sought = TypeVar("_Sought")


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A session to start, as `uitars sandbox start` is told."""

    size: str = ""
    app: tuple[str, ...] = ()
    browser: str = ""
    cdp: bool = False
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


class Watch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A session to be shown."""

    control: bool = False


class Answer(msgspec.Struct, frozen=True):
    """What is said of a session after something was done to it."""

    id: str
    path: str = ""
    endpoint: str = ""
    """Where other programs work its browser."""


class SandboxService(LocalService):
    """Listens on 127.0.0.1."""

    def __init__(self, usual: SessionOrder, port: int = 0) -> None:
        """`usual`: what holds for every session that is started. `port`: 0 takes a free one. Raises
        `OSError`, `OverflowError`."""
        super().__init__(port, _Handler)
        self.usual = usual
        self.leaving = threading.Event()
        """Whether who watches a session is to be left."""
        self.watching: set[threading.Event] = set()
        """The ends of the views that are open."""

    def leave(self) -> None:
        """End every view, so that the runs that it paused go on."""
        self.leaving.set()
        for ended in list(self.watching):
            ended.wait(_LEAVE_SECONDS)


class _Handler(LocalHandler):
    def _route(self, place: list[str]) -> None:
        match self.command, place:
            case "GET", ["sessions"]:
                self._say(200, {"sessions": living()})
            case "POST", ["sessions"]:
                self._start()
            case "GET", ["sessions", name]:
                self._show(_found(name))
            case "DELETE", ["sessions", name]:
                self._do(_found(name), verbs.stop)
            case "POST", ["sessions", name, verb] if verb in _VERBS:
                _VERBS[verb](self, _found(name))
            case "GET", ["sessions", name, "checkpoints"]:
                session = _sought(verbs.known, name)
                found = [one._asdict() for one in listed(session)]
                self._say(200, {"id": session, "checkpoints": found})
            case "DELETE", ["sessions", name, "checkpoints", kept]:
                session, removed = _sought(verbs.known, name), unquote(kept)
                freed = verbs.remove_checkpoint(session, removed)
                self._say(200, {"id": session, "removed": removed, "freed": freed})
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
                browser=wanted.browser,
                endpoint=wanted.cdp,
                workspace=wanted.workspace,
                checkpoint=wanted.checkpoint,
                lease=wanted.lease,
                limits=wanted.limits,
            )
        )
        told = {"id": made.id, "display": made.desktop.display, "workspace": made.workspace}
        self._say(201, {**told, "endpoint": verbs.endpoint(made)})

    def _show(self, record: SessionRecord) -> None:
        told = msgspec.structs.asdict(record)
        self._say(200, Shown(**told, endpoint=verbs.endpoint(record)))

    def _do(self, record: SessionRecord, verb: Callable[[str], None]) -> None:
        verb(record.id)
        self._say(200, Answer(record.id))

    def pause(self, record: SessionRecord) -> None:
        self._do(record, verbs.pause)

    def resume(self, record: SessionRecord) -> None:
        self._do(record, verbs.resume)

    def checkpoint(self, record: SessionRecord) -> None:
        path = verbs.checkpoint(record, self._asked(Name).name)
        self._say(200, Answer(record.id, str(path)))

    def restore(self, record: SessionRecord) -> None:
        verbs.restore(record.id, self._asked(Name).name)
        self._say(200, Answer(record.id, endpoint=verbs.endpoint(find(record.id))))

    def exec(self, record: SessionRecord) -> None:
        asked = self._asked(Command)
        output = Output(record.id, asked.command, asked.input)

        def begin() -> None:
            self._begin(200, NDJSON)

        output.run(begin, self.wfile.write, self._has_left)

    def _files(self, way: str, record: SessionRecord, name: str) -> None:
        workspace = Path(record.workspace)
        if way == "PUT":
            with Body(cast("BinaryIO", self.rfile), self.headers) as body:
                receive(body, name, workspace, folder=self.headers.get("Content-Type") == TAR)
            self._say(201, Answer(record.id, str(workspace / name)))
        else:
            send(name, workspace, self._begin, cast("BinaryIO", self.wfile))

    def view(self, record: SessionRecord) -> None:
        """A line that says where it is shown; another one once it has ended."""
        asked = self._asked(Watch)
        service = cast("SandboxService", self.server)

        def left() -> bool:
            return service.leaving.is_set() or self._has_left()

        service.watching.add(ended := threading.Event())
        try:
            with viewed(record.id, control=asked.control) as shown:
                self._begin(200, NDJSON)
                self._line(shown.told())
                try:
                    self._line({"ended": await_end(shown.record, left)})
                except DesktopError as error:
                    self._line(ErrorMessage.of(error))
        finally:
            service.watching.discard(ended)
            ended.set()

    def _line(self, value: object) -> None:
        self.wfile.write(msgspec.json.encode(value) + b"\n")


_VERBS: Final[dict[str, Callable[[_Handler, SessionRecord], None]]] = {
    "pause": _Handler.pause,
    "resume": _Handler.resume,
    "checkpoint": _Handler.checkpoint,
    "restore": _Handler.restore,
    "exec": _Handler.exec,
    "view": _Handler.view,
}
"""What is asked of a session with POST, by its name in the address."""


def _found(name: str) -> SessionRecord:
    return _sought(find, name)


def _sought(find_it: Callable[[str], _Sought], name: str) -> _Sought:
    """What has this name, which is a part of a path. Raises `MissingError`."""
    try:
        return find_it(unquote(name))
    except UsageError as error:
        raise MissingError(error.title, error.hint) from error
