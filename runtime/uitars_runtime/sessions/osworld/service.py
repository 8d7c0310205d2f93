"""The verbs of OSWorld's server, answered by a session of ours (docs/machines.md).

Who asks holds the token: as a bearer, or as the password of the address, which is how controllers
send it that know of no tokens (`http://osworld:TOKEN@127.0.0.1:PORT`).
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from typing import Any, BinaryIO, Final, cast
from urllib.parse import parse_qs

import msgspec

from uitars_runtime.errors import UitarsError, UsageError
from uitars_runtime.sessions.bodies import Body
from uitars_runtime.sessions.folder import find
from uitars_runtime.sessions.osworld.inside import Inside, Ran
from uitars_runtime.sessions.osworld.recording import Recording
from uitars_runtime.sessions.osworld.screen import SessionScreen
from uitars_runtime.sessions.osworld.tree import terminal_of, tree_of
from uitars_runtime.sessions.serving import LocalHandler, LocalService, MissingError

_LARGEST: Final = 256 << 20
"""Bytes of a file that is put into the session."""
_DIRECTORY: Final = """\
import json, os, sys
def told(path):
    name = os.path.basename(path)
    if not os.path.isdir(path):
        return {"type": "file", "name": name}
    children = [told(os.path.join(path, one)) for one in sorted(os.listdir(path))]
    return {"type": "directory", "name": name, "children": children}
print(json.dumps(told(os.path.expanduser(sys.argv[1]))))
"""


class _Command(msgspec.Struct, frozen=True):
    command: str | tuple[str, ...]
    shell: bool | str = False
    """The task file writes it as a word, too."""


class _Script(msgspec.Struct, frozen=True):
    script: str
    timeout: float = 30.0
    working_dir: str | None = None


class _Code(msgspec.Struct, frozen=True):
    code: str


class _Path(msgspec.Struct, frozen=True):
    path: str


class _Window(msgspec.Struct, frozen=True):
    window_name: str
    strict: bool = False
    by_class: bool = False


class OSWorldService(LocalService):
    """Offers one session. Listens on 127.0.0.1."""

    def __init__(self, session: str, port: int = 0) -> None:
        """Raises `OSError`, `OverflowError`, and `UsageError` for a session that is not there."""
        self.session = find(session).id
        self.inside = Inside(self.session)
        self.screen = SessionScreen(self.session)
        self.recording = Recording(self.inside)
        super().__init__(port, _Handler)


class _Handler(LocalHandler):
    def _given(self) -> str:
        kind, _, given = self.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "basic":
            return super()._given()
        try:
            return base64.b64decode(given, validate=True).decode().partition(":")[2]
        except (binascii.Error, UnicodeDecodeError):
            return ""

    @property
    def _service(self) -> OSWorldService:
        return cast("OSWorldService", self.server)

    def _route(self, place: list[str]) -> None:
        inside, screen = self._service.inside, self._service.screen
        match self.command, place:
            case "GET", ["screenshot"]:
                self._send(screen.picture(), "image/png")
            case "GET", ["platform"]:
                self._send(b"Linux", "text/plain")
            case "GET", ["cursor_position"]:
                at = screen.pointer()
                self._say(200, [at.x, at.y])
            case (("GET" | "POST"), ["screen_size"]):
                self._say(200, screen.size())
            case "GET", ["accessibility"]:
                with screen.display() as display:
                    self._say(200, {"AT": tree_of(display)})
            case "GET", ["terminal"]:
                with screen.display() as display:
                    self._say(200, {"output": terminal_of(display), "status": "success"})
            case "POST", (["execute"] | ["setup", "execute"]):
                self._execute(inside)
            case "POST", ["setup", "launch"]:
                self._launch(inside)
            case "POST", ["run_python"]:
                code = self._asked(_Code).code.encode()
                self._told(inside.run(["python", "-"], self._has_left, code))
            case "POST", ["run_bash_script"]:
                self._script(inside)
            case "POST", _:
                self._route_files(place, inside, screen)
            case _:
                raise MissingError(f"There is no {self.command} {self.path}.")

    def _route_files(self, place: list[str], inside: Inside, screen: SessionScreen) -> None:
        match place:
            case ["file"]:
                self._file(inside, _one(self._form(), "file_path"))
            case ["setup", "upload"]:
                self._upload(inside)
            case ["desktop_path"]:
                self._say(200, {"desktop_path": f"{inside.home}/Desktop"})
            case ["list_directory"]:
                argv = ["python", "-c", _DIRECTORY, self._asked(_Path).path]
                told = self._run(inside, argv)
                self._say(200, {"directory_tree": msgspec.json.decode(told.output)})
            case ["setup", "open_file"]:
                self._open(inside)
            case ["setup", ("activate_window" | "close_window") as verb]:
                asked = self._asked(_Window)
                act = screen.activate if verb == "activate_window" else screen.close
                if not act(asked.window_name, strict=asked.strict, by_class=asked.by_class):
                    raise MissingError(f"No window is named {asked.window_name!r}.")
                self._send(b"Done.", "text/plain")
            case ["window_size"]:
                name = _one(self._form(), "app_class_name")
                size = screen.window_size(name)
                if size is None:
                    raise MissingError(f"There is no window of {name!r}.")
                self._say(200, size)
            case ["start_recording"]:
                self._service.recording.start()
                self._say(200, {"status": "success", "message": "Started."})
            case ["end_recording"]:
                self._send(self._service.recording.end(), "video/mp4")
            case _:
                raise MissingError(f"There is no {self.command} {self.path} in a session.")

    def _execute(self, inside: Inside) -> None:
        asked = self._asked(_Command)
        argv = inside.argv(asked.command, shell=_is(asked.shell))
        self._told(self._run(inside, argv, any_code=True))

    def _launch(self, inside: Inside) -> None:
        asked = self._asked(_Command)
        argv = inside.argv(asked.command, shell=_is(asked.shell))
        inside.launch(argv, self._has_left)
        self._send(f"{' '.join(argv)} launched successfully".encode(), "text/plain")

    def _script(self, inside: Inside) -> None:
        asked = self._asked(_Script)
        ran = inside.run(
            ["bash", "-s"],
            self._has_left,
            asked.script.encode(),
            seconds=asked.timeout,
            folder=asked.working_dir or "",
        )
        self._told(ran)

    def _open(self, inside: Inside) -> None:
        path = inside.argv([self._asked(_Path).path], shell=False)
        if self._run(inside, ["test", "-e", *path], any_code=True).code:
            raise MissingError(f"There is no {path[0]} in the session.")
        inside.launch(["xdg-open", *path], self._has_left)
        self._send(b"File opened.", "text/plain")

    def _file(self, inside: Inside, path: str) -> None:
        argv = ["cat", "--", *inside.argv([path], shell=False)]
        read = self._run(inside, argv, any_code=True)
        if read.code:
            raise MissingError(f"{path} cannot be read: {read.error.strip()}.")
        self._send(read.output, "application/octet-stream")

    def _upload(self, inside: Inside) -> None:
        parts = self._parts()
        try:
            path = inside.argv([_one(parts, "file_path").decode()], shell=False)
        except UnicodeDecodeError as error:
            raise UsageError("The file's path is no UTF-8.") from error
        writing = 'mkdir -p "$(dirname "$1")" && cat > "$1"'
        self._run(inside, ["sh", "-c", writing, "sh", *path], given=_one(parts, "file_data"))
        self._send(b"File uploaded.", "text/plain")

    def _run(
        self, inside: Inside, argv: list[str], *, any_code: bool = False, given: bytes = b""
    ) -> Ran:
        ran = inside.run(argv, self._has_left, given)
        if ran.code and not any_code:
            raise UsageError(f"{argv[0]} failed: {ran.error.strip()}.")
        return ran

    def _told(self, ran: Ran) -> None:
        """As the server over there tells it."""
        told = {
            "status": "success",
            "output": ran.output.decode(errors="replace"),
            "error": ran.error,
            "returncode": ran.code,
        }
        self._say(200, told)

    def _refusal(self, error: UitarsError) -> object:
        return {"status": "error", "message": str(error), "error": str(error)}

    def _send(self, data: bytes, kind: str) -> None:
        self._begin(200, kind, len(data))
        self.wfile.write(data)

    def _form(self) -> dict[str, str]:
        with Body(cast("BinaryIO", self.rfile), self.headers) as body:
            fields = parse_qs(body.whole().decode(errors="replace"))
        return {name: values[0] for name, values in fields.items()}

    def _parts(self) -> dict[str, bytes]:
        """Those of a form that carries files. Raises `UsageError`."""
        found = re.search(r'boundary="?([^";]+)', self.headers.get("Content-Type", ""))
        if found is None:
            raise UsageError("The request is no form with a file.")
        data = bytearray()
        with Body(cast("BinaryIO", self.rfile), self.headers) as body:
            while piece := body.read():
                data += piece
                if len(data) > _LARGEST:
                    raise UsageError(f"A file has {_LARGEST >> 20} MiB at most.")
        parts: dict[str, bytes] = {}
        for part in bytes(data).split(b"--" + found[1].encode())[1:-1]:
            head, _, content = part.partition(b"\r\n\r\n")
            name = re.search(rb'name="([^"]+)"', head)
            if name is not None:
                parts[name[1].decode(errors="replace")] = content.removesuffix(b"\r\n")
        return parts


def _is(shell: bool | str) -> bool:
    return shell if isinstance(shell, bool) else shell.lower() == "true"


def _one(fields: Mapping[str, Any], name: str) -> Any:
    if name not in fields:
        raise UsageError(f"The request lacks {name}.")
    return fields[name]
