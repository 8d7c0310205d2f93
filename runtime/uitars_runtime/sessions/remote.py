"""A client of the service: the same verbs from another program, through its address and token."""

from __future__ import annotations

import tarfile
import tempfile
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self, TypeVar
from urllib.parse import quote

import msgspec

from uitars_runtime.errors import DesktopError, ErrorMessage
from uitars_runtime.sessions.files import files_below
from uitars_runtime.sessions.messages import Ended
from uitars_runtime.sessions.record import SessionRecord, Shown
from uitars_runtime.sessions.streaming import TAR

if TYPE_CHECKING:
    import httpx

_SECONDS = 120.0
"""For what starts programs. A command may take as long as it likes."""

_Value = TypeVar("_Value")


class Made(msgspec.Struct, frozen=True):
    """A session that was started."""

    id: str
    display: str
    workspace: str
    endpoint: str = ""
    """Where other programs work its browser; empty where they may not."""


class Kept(msgspec.Struct, frozen=True):
    """A checkpoint."""

    name: str
    made: float
    """Seconds since 1970."""
    files: int
    bytes: int
    """What they hold together; -1 where the checkpoint is damaged."""


class Watched(msgspec.Struct, frozen=True):
    """Where a session is shown, as in `view.live.View`."""

    address: str
    port: int
    password: str


class _Restored(msgspec.Struct, frozen=True):
    endpoint: str


class _Checkpoints(msgspec.Struct, frozen=True):
    checkpoints: tuple[Kept, ...]


class _Removed(msgspec.Struct, frozen=True):
    freed: int


class _Listed(msgspec.Struct, frozen=True):
    sessions: tuple[SessionRecord, ...]


class _Line(msgspec.Struct, frozen=True):
    """One line of a command's output."""

    output: str = ""
    error: str = ""
    code: int | None = None
    limit: str = ""
    kind: str = ""
    title: str = ""
    hint: str = ""
    gone: bool = False


class RemoteSandbox:
    """Every method raises what the verb raises where it is done: `UsageError`, `TakenError`,
    `DesktopError`; the last also where the service cannot be reached."""

    def __init__(self, url: str, token: str) -> None:
        import httpx

        headers = {"Authorization": f"Bearer {token}"}
        # No proxy stands between programs of one machine.
        self._client = httpx.Client(
            base_url=url, headers=headers, timeout=_SECONDS, trust_env=False
        )

    def start(self, **wanted: Any) -> Made:
        """A new session; `wanted` as in `service.Wanted`."""
        return self._asked("POST", "/sessions", Made, wanted)

    def living(self) -> tuple[SessionRecord, ...]:
        """Those that live."""
        return self._asked("GET", "/sessions", _Listed).sessions

    def show(self, session: str) -> Shown:
        """All that is known of one."""
        return self._asked("GET", f"/sessions/{session}", Shown)

    def stop(self, session: str) -> None:
        """End it with all that runs in it."""
        self._asked("DELETE", f"/sessions/{session}", dict)

    def pause(self, session: str) -> None:
        """Freeze its programs."""
        self._asked("POST", f"/sessions/{session}/pause", dict)

    def resume(self, session: str) -> None:
        """Let its programs go on."""
        self._asked("POST", f"/sessions/{session}/resume", dict)

    def checkpoint(self, session: str, name: str) -> None:
        """Keep its files and open programs under a name."""
        self._asked("POST", f"/sessions/{session}/checkpoint", dict, {"name": name})

    def checkpoints(self, session: str) -> tuple[Kept, ...]:
        """Those of a session, also of one that ended, the oldest first."""
        return self._asked("GET", f"/sessions/{session}/checkpoints", _Checkpoints).checkpoints

    def remove_checkpoint(self, session: str, name: str) -> int:
        """Take one away; how many bytes are free."""
        place = f"/sessions/{session}/checkpoints/{quote(name, safe='')}"
        return self._asked("DELETE", place, _Removed).freed

    def restore(self, session: str, name: str) -> str:
        """Make it what it was at a checkpoint; where other programs work its browser now."""
        asked = {"name": name}
        return self._asked("POST", f"/sessions/{session}/restore", _Restored, asked).endpoint

    @contextmanager
    def view(self, session: str, *, control: bool = False) -> Generator[Watched]:
        """Show it as long as this lasts. `control`: whether who watches works there."""
        asked = {"control": control}
        with self._reply("POST", f"/sessions/{session}/view", json=asked, timeout=None) as reply:
            lines = reply.iter_lines()  # as long as it is there the connection is
            yield msgspec.json.decode(next(lines), type=Watched)

    def exec(
        self,
        session: str,
        command: Sequence[str],
        out: Callable[[str], object],
        err: Callable[[str], object],
        given: str = "",
    ) -> Ended:
        """Run a command to its end. `out`, `err`: get what it writes, as it writes it. `given`:
        what it reads."""
        asked = {"command": list(command), "input": given}
        with self._reply("POST", f"/sessions/{session}/exec", json=asked, timeout=None) as reply:
            for text in reply.iter_lines():
                line = msgspec.json.decode(text, type=_Line)
                if line.title:
                    raise ErrorMessage(line.kind, line.title, line.hint, line.gone).error()
                if line.code is not None:
                    return Ended(line.code, line.limit)
                if line.output:
                    out(line.output)
                if line.error:
                    err(line.error)
        raise DesktopError("The service hung up before the command ended.", "Look at its log.")

    def put(self, session: str, source: Path, name: str = "") -> None:
        """Copy a file, or a folder with all its files, into the workspace."""
        place = f"/sessions/{session}/files/{quote(name or source.resolve().name)}"
        if not source.is_dir():
            with source.open("rb") as file:
                self._send(place, file)
            return
        with tempfile.TemporaryFile() as packed:
            # A file of two names goes as two.
            with tarfile.open(fileobj=packed, mode="w", dereference=True) as archive:
                for found in files_below(source):
                    archive.add(found, str(found.relative_to(source)), recursive=False)
            packed.seek(0)
            self._send(place, packed, {"Content-Type": TAR})

    def get(self, session: str, name: str, target: Path) -> None:
        """Copy a file of the workspace, or a folder with all its files, here."""
        place = f"/sessions/{session}/files/{quote(name)}"
        with self._reply("GET", place) as reply, tempfile.TemporaryFile() as packed:
            folder = reply.headers["Content-Type"] == TAR
            with packed if folder else target.open("wb") as out:
                for data in reply.iter_bytes():
                    out.write(data)
                if folder:
                    packed.seek(0)
                    with tarfile.open(fileobj=packed) as archive:
                        archive.extractall(target, filter="data")

    def close(self) -> None:
        """Hang up."""
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _send(self, place: str, file: IO[bytes], headers: dict[str, str] | None = None) -> None:
        with self._reply("PUT", place, content=file, headers=headers) as reply:
            reply.read()

    def _asked(self, way: str, place: str, kind: type[_Value], body: object = None) -> _Value:
        with self._reply(way, place, json=body) as reply:
            return msgspec.json.decode(reply.read(), type=kind)

    @contextmanager
    def _reply(self, way: str, place: str, **options: Any) -> Generator[httpx.Response]:
        """An answer that is not a refusal."""
        import httpx

        try:
            with self._client.stream(way, place, **options) as reply:
                if reply.is_error:
                    raise msgspec.json.decode(reply.read(), type=ErrorMessage).error()
                yield reply
        except httpx.HTTPError as error:
            raise DesktopError(f"The service does not answer: {error}.") from error
