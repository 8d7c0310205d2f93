"""What the server of a machine is asked, and what its answers mean.

Nothing is asked twice that does something: an action whose answer was lost may have happened.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from uitars_runtime.desktop.autogui import System
from uitars_runtime.errors import DesktopError, UsageError

if TYPE_CHECKING:
    import httpx

TOKEN_VARIABLE = "UITARS_OSWORLD_TOKEN"  # noqa: S105 - the name of a variable
"""Holds the token of a machine that asks for one; those of OSWorld do not."""
_USER = "osworld"
_TRIES = 3
_LOOK_SECONDS, _EXECUTE_SECONDS = 20.0, 120.0
UNRUN = -1
"""The code of a command that the server could not run."""
_TOKENLESS, _MISSING = (401, 403), 404
_Value = TypeVar("_Value")
_EXAMPLE = "For example: --desktop osworld-vm:http://192.168.1.20:5000"


class Ran(msgspec.Struct, frozen=True):
    """What became of a command on the machine."""

    output: str = ""
    error: str = ""
    returncode: int = 0


class Answer(msgspec.Struct, frozen=True):
    """What the server said to a question of a kind that not every machine knows."""

    code: int
    """The status of the reply: 404 also where there is no such question."""
    content: bytes

    @property
    def told(self) -> dict[str, Any]:
        """What it says; empty for what is no JSON object."""
        try:
            return msgspec.json.decode(self.content, type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeError):
            return {}


class _Size(msgspec.Struct, frozen=True):
    width: int
    height: int


class _Tree(msgspec.Struct, frozen=True):
    tree: str | None = msgspec.field(default=None, name="AT")


class Machine:
    """One of them. Methods raise `DesktopError` where it does not answer as such a machine does."""

    def __init__(self, address: str) -> None:
        """Raises `UsageError` for what is no address."""
        import httpx

        self.address = checked(address)
        token = os.environ.get(TOKEN_VARIABLE)
        self._client = httpx.Client(
            base_url=self.address,
            auth=(_USER, token) if token else None,
            timeout=_LOOK_SECONDS,
            # The screen of a machine goes through nobody else's hands.
            trust_env=False,
        )

    def close(self) -> None:
        """Hang up."""
        self._client.close()

    def system(self) -> System:
        """What runs there."""
        match self._look("/platform").text.strip().strip('"'):
            case "Linux" | "Windows" | "Darwin" as known:
                return known
            case other:
                raise self._wrong(f"its system is {other[:40]!r}")

    def screen(self) -> tuple[int, int]:
        """Width and height of the screen in the units of its pointer."""
        size = self._value(self._look("/screen_size", "POST"), _Size)
        return size.width, size.height

    def picture(self) -> bytes:
        """The screen with its pointer, as a file of PNG or JPEG."""
        return self._look("/screenshot").content

    def tree(self) -> str:
        """What its programs say of themselves, as XML; empty where they say nothing."""
        return self._value(self._look("/accessibility"), _Tree).tree or ""

    def run(self, command: str | Sequence[str], *, shell: bool = False) -> Ran:
        """Run a command to its end, once. Its code is `UNRUN` where it could not be run."""
        reply = self._once("/execute", {"command": command, "shell": shell})
        if reply.is_error:
            return Ran(error=_told(reply), returncode=UNRUN)
        return self._value(reply, Ran)

    def launch(self, command: str | Sequence[str], *, shell: bool = False) -> None:
        """Start a program and leave it. Raises `DesktopError` where it cannot be started."""
        reply = self._once("/setup/launch", {"command": command, "shell": shell})
        if reply.is_error:
            name = command.split()[0] if isinstance(command, str) else command[0]
            raise DesktopError(f"{name} cannot be started on the machine.", _told(reply))

    def file(self, path: str) -> bytes | None:
        """A file of the machine; None where there is none. Raises `DesktopError` where it cannot be
        read."""
        reply = self._look("/file", "POST", {"file_path": path}, errors=True)
        if reply.status_code == _MISSING:
            return None
        if reply.is_error:
            raise DesktopError(f"{path} cannot be read on the machine.", _told(reply))
        return reply.content

    def put(self, path: str, data: bytes) -> None:
        """Write a file of the machine; its folder is there. Raises `DesktopError` where it cannot
        be written."""
        import httpx

        form = {"file_path": path}
        try:
            reply = self._client.post(
                "/setup/upload", data=form, files={"file_data": data}, timeout=_EXECUTE_SECONDS
            )
        except httpx.HTTPError as error:
            raise self._wrong(_words(error)) from error
        if reply.is_error:
            raise DesktopError(f"{path} cannot be written on the machine.", _told(reply))

    def ask(self, place: str, body: object) -> Answer:
        """Ask something else, once; `body`: goes over as JSON."""
        reply = self._once(place, body)
        return Answer(reply.status_code, reply.content)

    def _look(
        self,
        place: str,
        way: str = "GET",
        form: dict[str, str] | None = None,
        *,
        errors: bool = False,
    ) -> httpx.Response:
        """Ask for something that may be asked again. `errors`: whether they are answers."""
        import httpx

        problem = ""
        for _ in range(_TRIES):
            try:
                reply = self._client.request(way, place, data=form)
            except httpx.HTTPError as error:
                problem = _words(error)
                continue
            if reply.is_success:
                return reply
            if reply.status_code in _TOKENLESS:
                raise UsageError(
                    f"The machine at {self.address} wants a token.",
                    f"Put it into {TOKEN_VARIABLE}.",
                )
            if errors:
                return reply
            problem = f"{place} answers {reply.status_code}: {_told(reply)}"
        raise self._wrong(problem)

    def _once(self, place: str, body: object) -> httpx.Response:
        import httpx

        try:
            return self._client.post(place, json=body, timeout=_EXECUTE_SECONDS)
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            raise self._wrong(_words(error)) from error
        except httpx.HTTPError as error:
            raise DesktopError(
                f"The machine at {self.address} hung up ({_words(error)}): what was asked of it may"
                " have been done.",
                "Look at its screen before you go on.",
                gone=True,
            ) from error

    def _value(self, reply: httpx.Response, kind: type[_Value]) -> _Value:
        try:
            return msgspec.json.decode(reply.content, type=kind)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise self._wrong(f"its answer is not understood: {error}") from error

    def _wrong(self, why: str) -> DesktopError:
        return DesktopError(
            f"The machine at {self.address} cannot be worked: {why}.",
            "Does OSWorld's server run there (port 5000), and can this machine reach it?",
            gone=True,
        )


def checked(address: str) -> str:
    """The address of a machine. Raises `UsageError` for what is none, or holds a password."""
    import httpx

    try:
        url = httpx.URL(address.rstrip("/"))
    except (httpx.InvalidURL, ValueError) as error:
        raise UsageError(f"{address!r} is no address: {error}.", _EXAMPLE) from error
    if url.scheme not in ("http", "https") or not url.host or (url.port or 0) > 65535:
        raise UsageError(f"{address!r} is not the address of a machine.", _EXAMPLE)
    if url.userinfo:
        raise UsageError(
            "The machine's address holds a password, which others could read there.",
            f"Put the token into {TOKEN_VARIABLE}.",
        )
    return str(url)


def _told(reply: httpx.Response) -> str:
    """The server's own words."""
    try:
        said = msgspec.json.decode(reply.content, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeError):
        return reply.reason_phrase
    return str(said.get("message") or said.get("error") or said.get("title") or reply.reason_phrase)


def _words(error: Exception) -> str:
    return str(error) or type(error).__name__
