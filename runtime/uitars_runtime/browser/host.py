"""The process between a browser and those who speak to it: `python -m uitars_runtime.browser`.

It lives below the guard, beside the browser, so that the browser outlives the hands and whoever
else asks it. It listens on a socket in a private folder, and on loopback where it is told to.
"""

from __future__ import annotations

import os
import secrets
import selectors
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from uitars_runtime.browser.framing import Framing, WebSocket, ZeroEnded
from uitars_runtime.browser.messages import Message, decoded
from uitars_runtime.browser.record import RECORD, Record
from uitars_runtime.browser.router import Client, Router

SOCKET: Final = "browser.sock"
"""In the host's folder."""
_CHUNK: Final = 1 << 18
_MOST_STRANGERS: Final = 64
_MOST_UNSENT: Final = 1 << 28
"""Bytes that wait for a client who does not read; then it is dropped."""


class _Peer:
    """A stream with its framing: the browser or a client."""

    def __init__(self, link: socket.socket, framing: Framing) -> None:
        self.link = link
        self.framing = framing
        self.client: Client | None = None
        self.unsent = bytearray()


class Host:
    """Serves until the browser ends."""

    def __init__(self, browser: socket.socket, folder: Path, *, listen: bool) -> None:
        """`listen`: whether others than the user's own processes with this folder may come in."""
        self._selector = selectors.DefaultSelector()
        self._browser = self._added(_Peer(browser, ZeroEnded()))
        self._router = Router(lambda message: self._say(self._browser, message))
        self._strangers: list[_Peer] = []
        """Those from outside who have said nothing yet that a client may say, the oldest first."""
        local = socket.socket(socket.AF_UNIX)
        local.bind(str(folder / SOCKET))
        self._offer(local, ZeroEnded)
        endpoint = ""
        if listen:
            outside = socket.create_server(("127.0.0.1", 0))
            port, token = int(outside.getsockname()[1]), secrets.token_urlsafe(32)
            self._offer(outside, lambda: WebSocket(port, token))
            endpoint = f"ws://127.0.0.1:{port}/devtools/browser?token={token}"
        _write(folder / RECORD, Record(str(folder / SOCKET), endpoint))

    def serve(self) -> None:
        """Pass messages on until the browser is gone."""
        while self._browser.link.fileno() >= 0:
            for key, ready in self._selector.select():
                if isinstance(key.data, _Peer):
                    if ready & selectors.EVENT_WRITE:
                        self._flush(key.data)
                    if ready & selectors.EVENT_READ:
                        self._read(key.data)
                else:
                    key.data()

    def _offer(self, listener: socket.socket, framing: Callable[[], Framing]) -> None:
        listener.listen()

        def accept() -> None:
            with suppress(OSError):  # gone since
                peer = self._added(_Peer(listener.accept()[0], framing()))
                if listener.family == socket.AF_INET:
                    self._strangers.append(peer)
            if len(self._strangers) > _MOST_STRANGERS:
                self._drop(self._strangers[0])

        self._selector.register(listener, selectors.EVENT_READ, accept)

    def _added(self, peer: _Peer) -> _Peer:
        peer.link.setblocking(False)
        self._selector.register(peer.link, selectors.EVENT_READ, peer)
        return peer

    def _read(self, peer: _Peer) -> None:
        try:
            data = peer.link.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._drop(peer)
            return
        for packet in peer.framing.received(data):
            self._pass_on(peer, packet)
        self._send(peer, peer.framing.replies())
        if peer.framing.over:
            self._drop(peer)

    def _pass_on(self, peer: _Peer, packet: bytes) -> None:
        try:
            message = decoded(packet)
        except msgspec.DecodeError:
            return  # no message: nobody to answer
        if peer is self._browser:
            self._router.from_browser(message)
            return
        if peer.client is None:
            peer.client = self._router.join(lambda message: self._say(peer, message))
            self._know(peer)
        self._router.from_client(peer.client, message)

    def _say(self, peer: _Peer, message: Message) -> None:
        self._send(peer, peer.framing.framed(msgspec.json.encode(message)))

    def _send(self, peer: _Peer, data: bytes) -> None:
        peer.unsent += data
        self._flush(peer)

    def _flush(self, peer: _Peer) -> None:
        if peer.link.fileno() < 0:
            return  # dropped since it was seen to be ready
        try:
            while peer.unsent:
                del peer.unsent[: peer.link.send(peer.unsent)]
        except BlockingIOError:
            pass
        except OSError:
            peer.unsent.clear()  # its end is read next
        if len(peer.unsent) > _MOST_UNSENT:
            self._drop(peer)
            return
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if peer.unsent else 0)
        self._selector.modify(peer.link, wanted, peer)

    def _drop(self, peer: _Peer) -> None:
        if peer.link.fileno() < 0:
            return
        self._selector.unregister(peer.link)
        peer.link.close()
        if peer.client is not None:
            self._router.leave(peer.client)
        self._know(peer)

    def _know(self, peer: _Peer) -> None:
        """It is no stranger any more."""
        if peer in self._strangers:
            self._strangers.remove(peer)


def _write(path: Path, record: Record) -> None:
    """Put a file there at once and whole."""
    made = path.with_suffix(".new")
    with suppress(FileNotFoundError):
        made.unlink()
    with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(msgspec.json.encode(record))
    made.rename(path)
