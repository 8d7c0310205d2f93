"""A model server that misbehaves on purpose: one answer for each request, written byte by byte."""

from __future__ import annotations

import gzip
import json
import select
import socket
import socketserver
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Self


@dataclass(frozen=True)
class Request:
    """What a client sent."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, object]:
        value: dict[str, object] = json.loads(self.body)
        return value


class Wire:
    """The server's end of one connection."""

    def __init__(self, peer: socket.socket, closing: threading.Event) -> None:
        self._peer = peer
        self._closing = closing

    def send(self, data: bytes) -> None:
        self._peer.sendall(data)

    def wait(self, seconds: float) -> bool:
        """Wait; False as soon as the client has gone away or the server closes."""
        steps = max(1, round(seconds / 0.02))
        for _ in range(steps):
            readable, _, _ = select.select([self._peer], [], [], min(seconds, 0.02))
            gone = bool(readable) and not self._peer.recv(1, socket.MSG_PEEK)
            if gone or self._closing.is_set():
                return False
        return True

    def hold(self) -> None:
        """Say nothing until the client goes away."""
        while self.wait(0.02):
            pass


Answer = Callable[[Wire], None]


class FaultServer:
    """Answers the n-th request with the n-th answer, the last one from then on."""

    def __init__(self, *answers: Answer, models: Iterable[str] | Answer | None = None) -> None:
        self._answers = list(answers)
        if models is None:
            self._models = status(404)
        else:
            self._models = models if callable(models) else model_list(models)
        self.requests: list[Request] = []
        """The requests for a reply, in order; questions for the list of models are not counted."""
        self.hung_up = threading.Event()
        """Set when an answer ended because the client had gone away."""
        self._closing = threading.Event()
        owner = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                owner._serve(self)

        class Server(socketserver.ThreadingTCPServer):
            allow_reuse_address = True
            daemon_threads = False

        self._server = Server(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}
        )

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._closing.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _serve(self, handler: socketserver.StreamRequestHandler) -> None:
        request = _read(handler)
        if request is None:
            return
        wire = Wire(handler.connection, self._closing)
        if request.path.endswith("/models"):
            answer = self._models
        else:
            self.requests.append(request)
            answer = self._answers[min(len(self.requests), len(self._answers)) - 1]
        try:
            answer(wire)
        except (BrokenPipeError, ConnectionResetError):
            self.hung_up.set()
            return
        if not self._closing.is_set() and not wire.wait(0.01):
            self.hung_up.set()


def _read(handler: socketserver.StreamRequestHandler) -> Request | None:
    method, _, rest = handler.rfile.readline().decode("latin-1").partition(" ")
    if not rest:
        return None
    headers: dict[str, str] = {}
    while line := handler.rfile.readline().decode("latin-1").strip():
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    body = handler.rfile.read(int(headers.get("content-length", "0")))
    return Request(method, rest.split(" ")[0], headers, body)


# --------------------------------------------------------------------------- what can be sent


def head(status: str = "200 OK", kind: str = "text/event-stream", *more: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", "Connection: close", *more]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def event(value: object) -> bytes:
    return b"data: " + json.dumps(value).encode() + b"\n\n"


def piece(text: str | None = None, **fields: object) -> bytes:
    """A chunk that carries a piece of the reply."""
    delta = {**({} if text is None else {"content": text}), **fields}
    return event({"id": "x", "choices": [{"index": 0, "delta": delta, "finish_reason": None}]})


FINISH = event({"id": "x", "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
USAGE = event(
    {
        "choices": [],
        "usage": {
            "prompt_tokens": 70,
            "completion_tokens": 3,
            "prompt_tokens_details": {"cached_tokens": 64},
        },
    }
)
DONE = b"data: [DONE]\n\n"

# --------------------------------------------------------------------------- answers


def raw(*parts: bytes) -> Answer:
    """Send these bytes and close."""

    def answer(wire: Wire) -> None:
        for part in parts:
            wire.send(part)

    return answer


def reply(*pieces: str) -> Answer:
    """A whole reply, as a good server streams it."""
    return raw(head(), *(piece(text) for text in pieces), FINISH, USAGE, DONE)


def status(code: int, body: object = "", *headers: str) -> Answer:
    """An answer that is not a reply."""
    text = body if isinstance(body, str) else json.dumps(body)
    kind = "text/plain" if isinstance(body, str) else "application/json"
    return raw(head(f"{code} Status", kind, *headers), text.encode())


def error(code: int, message: str) -> Answer:
    """An error in the shape OpenAI gives it."""
    return status(code, {"error": {"message": message, "type": "invalid_request_error"}})


def model_list(names: Iterable[str]) -> Answer:
    return status(200, {"object": "list", "data": [{"id": name} for name in names]})


def stall(*before: bytes) -> Answer:
    """Send something, then nothing, with the connection open."""

    def answer(wire: Wire) -> None:
        for part in before:
            wire.send(part)
        wire.hold()
        raise BrokenPipeError

    return answer


def drip(data: bytes, seconds: float) -> Answer:
    """One byte after the other, for ever (slow loris)."""

    def answer(wire: Wire) -> None:
        while True:
            for byte in data:
                wire.send(bytes([byte]))
                if not wire.wait(seconds):
                    raise BrokenPipeError

    return answer


def flood(kind: str, part: bytes, megabytes: int) -> Answer:
    """A body of many megabytes."""
    return raw(head("200 OK", kind), *([part * ((1 << 20) // len(part))] * megabytes))


def gzip_bomb() -> Answer:
    """A few kilobytes that would unpack to a hundred megabytes."""
    packed = gzip.compress(bytes(100 << 20), 9)
    return raw(head("200 OK", "text/event-stream", "Content-Encoding: gzip"), packed)
