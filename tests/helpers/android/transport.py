"""The device's side of adb's transport over TCP: CNXN, AUTH, OPEN, OKAY, WRTE, CLSE."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import itertools
import queue
import secrets
import socket
import struct
import threading
from collections.abc import Callable

_HEADER = struct.Struct("<6I")
_VERSION = 0x01000001
_MOST = 256 << 10
_TOKEN, _SIGNATURE, _KEY = 1, 2, 3
_SHA1_INFO = bytes.fromhex("3021300906052b0e03021a05000414")


def _number(word: bytes) -> int:
    return int.from_bytes(word, "little")


CNXN, AUTH, OPEN, OKAY, WRTE, CLSE = map(
    _number, (b"CNXN", b"AUTH", b"OPEN", b"OKAY", b"WRTE", b"CLSE")
)


class GoneError(Exception):
    """The link was dropped, or the other end closed the stream."""


class Stream:
    """One service that the host opened."""

    def __init__(self, link: Link, ours: int, theirs: int) -> None:
        self._link, self._ours, self._theirs = link, ours, theirs
        self._came: queue.Queue[bytes | None] = queue.Queue()
        self._ready = threading.Semaphore(0)
        self._left = b""
        self.closed = False

    def send(self, data: bytes) -> None:
        """All of it, each part once the host took the one before. Raises `GoneError`."""
        for start in range(0, len(data), _MOST):
            if self.closed:
                raise GoneError
            self._link.send(WRTE, self._ours, self._theirs, data[start : start + _MOST])
            self._ready.acquire()

    def read(self, count: int) -> bytes:
        """So many bytes of the host's. Raises `GoneError`."""
        while len(self._left) < count:
            data = self._came.get()
            if data is None:
                raise GoneError
            self._left += data
        found, self._left = self._left[:count], self._left[count:]
        return found

    def close(self) -> None:
        if not self.closed:
            self.lost()
            self._link.send(CLSE, self._ours, self._theirs)

    def drop(self) -> None:
        """The whole link goes, as when a cable is pulled."""
        self._link.drop()

    def took(self) -> None:
        self._ready.release()

    def came(self, data: bytes) -> None:
        self._came.put(data)
        self._link.send(OKAY, self._ours, self._theirs)

    def lost(self) -> None:
        self.closed = True
        self._came.put(None)
        self._ready.release()


class Link:
    """One connection of the host's."""

    def __init__(self, device: Device, connection: socket.socket) -> None:
        self._device, self._connection = device, connection
        self._lock = threading.Lock()
        self._streams: dict[int, Stream] = {}
        self._numbers = itertools.count(1)
        self._token = b""

    def send(self, command: int, first: int = 0, second: int = 0, data: bytes = b"") -> None:
        header = _HEADER.pack(
            command, first, second, len(data), sum(data) & 0xFFFFFFFF, command ^ 0xFFFFFFFF
        )
        try:
            with self._lock:
                self._connection.sendall(header + data)
        except OSError:
            self.drop()

    def drop(self) -> None:
        with contextlib.suppress(OSError):
            self._connection.shutdown(socket.SHUT_RDWR)
        for stream in list(self._streams.values()):
            stream.lost()

    def serve(self) -> None:
        """Until the connection ends."""
        try:
            while header := self._exactly(_HEADER.size):
                command, first, second, length, _, magic = _HEADER.unpack(header)
                assert magic == command ^ 0xFFFFFFFF
                self._answer(command, first, second, self._exactly(length))
        except (OSError, GoneError):
            pass
        finally:
            self.drop()
            self._connection.close()

    def _exactly(self, count: int) -> bytes:
        found = b""
        while len(found) < count:
            more = self._connection.recv(count - len(found))
            if not more:
                raise GoneError
            found += more
        return found

    def _answer(self, command: int, first: int, second: int, data: bytes) -> None:
        if command == CNXN:
            self._greet()
        elif command == AUTH:
            self._authorise(first, data)
        elif command == OPEN:
            self._open(first, data)
        elif stream := self._streams.get(second):
            if command == WRTE:
                stream.came(data)
            elif command == OKAY:
                stream.took()
            elif command == CLSE:
                del self._streams[second]
                stream.close()

    def _greet(self) -> None:
        if self._device.keys is None:
            self._connected()
        else:
            self._ask()

    def _ask(self) -> None:
        self._token = secrets.token_bytes(20)
        self.send(AUTH, _TOKEN, 0, self._token)

    def _authorise(self, kind: int, data: bytes) -> None:
        keys = self._device.keys
        assert keys is not None
        if kind == _SIGNATURE and any(_signed(key, self._token, data) for key in keys):
            self._connected()
        elif kind == _SIGNATURE:
            self._ask()
        elif kind == _KEY and self._device.allows:
            keys.append(data)
            self._connected()

    def _connected(self) -> None:
        self.send(CNXN, _VERSION, _MOST, self._device.banner.encode())

    def _open(self, theirs: int, data: bytes) -> None:
        ours = next(self._numbers)
        stream = self._streams[ours] = Stream(self, ours, theirs)
        self.send(OKAY, ours, theirs)
        service = data.rstrip(b"\0").decode()
        threading.Thread(target=self._serve, args=(service, stream), daemon=True).start()

    def _serve(self, service: str, stream: Stream) -> None:
        try:
            self._device.serve(service, stream)
        except GoneError:
            pass
        finally:
            stream.close()


class Device:
    """What listens for adb's server. `keys`: those it trusts; None where it asks for none."""

    def __init__(self, serve: Callable[[str, Stream], None], features: str) -> None:
        self.serve = serve
        self.banner = (
            "device::ro.product.name=uitars_test;ro.product.model=Test Phone;"
            f"ro.product.device=test;features={features}"
        )
        self.keys: list[bytes] | None = None
        self.allows = True
        """Whether the person at the device lets an unknown key in."""
        self.answers = True
        """Whether it takes connections at all."""
        self._links: list[Link] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.serial = f"127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._listen, daemon=True).start()

    def drop(self) -> None:
        """Every connection goes."""
        for link in self._links:
            link.drop()

    def close(self) -> None:
        self.answers = False
        with contextlib.suppress(OSError):  # closed already
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.drop()

    def _listen(self) -> None:
        while True:
            try:
                connection = self._listener.accept()[0]
            except OSError:
                return
            if not self.answers:
                connection.close()
                continue
            link = Link(self, connection)
            self._links = [link]
            threading.Thread(target=link.serve, daemon=True).start()


def _signed(key: bytes, token: bytes, signature: bytes) -> bool:
    """Whether this is the signature of the token by the owner of a key in adb's format."""
    raw = base64.b64decode(key.split(b" ")[0].rstrip(b"\0"))
    words = struct.unpack_from("<I", raw)[0]
    modulus = int.from_bytes(raw[8 : 8 + 4 * words], "little")
    exponent = struct.unpack_from("<I", raw, 8 + 8 * words)[0]
    opened = pow(int.from_bytes(signature, "big"), exponent, modulus).to_bytes(4 * words, "big")
    digest = _SHA1_INFO + token
    assert len(token) == hashlib.sha1().digest_size
    return opened == b"\0\1" + b"\xff" * (4 * words - 3 - len(digest)) + b"\0" + digest
