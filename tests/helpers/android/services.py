"""What the host opens on the device: shell (both versions), exec, sync. Commands run in a real
shell, whose `input`, `wm`, `dumpsys` and so on are the phone's."""

from __future__ import annotations

import os
import struct
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from helpers.android.transport import Stream

_PIECE = 64 << 10
_LATE = 0.4
"""Seconds that a command which came over a link that is gone by now still lingers."""


class Services:
    """Serves one device. `folder`: its `/data/local/tmp`; `card`: its `/sdcard`."""

    def __init__(self, folder: Path, card: Path, environment: dict[str, str]) -> None:
        self._folder, self._card = folder, card
        self._environment = environment
        self.faults: Iterator[str] = iter(())
        """What goes wrong with the link at each command that works the screen: see `_cut`."""

    def serve(self, service: str, stream: Stream) -> None:
        name, _, argument = service.partition(":")
        if name == "exec":
            self._run(argument, stream, _plain)
        elif name == "shell":
            self._run(argument, stream, _as_terminal)
        elif name.startswith("shell,v2"):
            self._run(argument, stream, _packet, codes=True)
        elif name == "sync":
            self._sync(stream)

    def _run(
        self, command: str, stream: Stream, wrap: Callable[[bytes], bytes], *, codes: bool = False
    ) -> None:
        fault = next(self.faults, "") if "input " in command else ""
        if fault and not self._cut(fault, command, stream):
            return
        with self._start(command) as process:
            assert process.stdout is not None
            while data := os.read(process.stdout.fileno(), _PIECE):
                stream.send(wrap(data))
        if codes:
            stream.send(struct.pack("<BIB", 3, 1, process.returncode & 0xFF))

    def _cut(self, fault: str, command: str, stream: Stream) -> bool:
        """Drop the link: `before` the command is started, `during` it, `after` it is done but
        before anything is said; `late`: it is started when the link is back. Whether to go on."""
        if fault == "before":
            stream.drop()
            return False
        if fault == "late":
            stream.drop()
            threading.Timer(_LATE, lambda: self._start(command).communicate()).start()
            return False
        process = self._start(command)
        if fault == "during":
            time.sleep(0.005)
            stream.drop()
        process.communicate()
        stream.drop()
        return False

    def _start(self, command: str) -> subprocess.Popen[bytes]:
        for place, folder in (("/sdcard", self._card), ("/data/local/tmp", self._folder)):
            command = command.replace(place, str(folder))
        return subprocess.Popen(
            ["sh", "-c", command],
            env=self._environment,
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def _path(self, name: str) -> Path:
        places = {"/sdcard/": self._card, "/data/local/tmp/": self._folder}
        for start, folder in places.items():
            if name.startswith(start):
                return folder / name.removeprefix(start)
        return Path("/nowhere") / name.lstrip("/")

    def _sync(self, stream: Stream) -> None:
        while True:
            kind, length = struct.unpack("<4sI", stream.read(8))
            name = stream.read(length).decode()
            if kind == b"QUIT":
                return
            {b"STAT": self._stat, b"SEND": self._take, b"RECV": self._give}[kind](name, stream)

    def _stat(self, name: str, stream: Stream) -> None:
        path = self._path(name)
        found = path.stat() if path.exists() else None
        numbers = (found.st_mode, found.st_size, int(found.st_mtime)) if found else (0, 0, 0)
        stream.send(struct.pack("<4s3I", b"STAT", *numbers))

    def _take(self, name: str, stream: Stream) -> None:
        path = self._path(name.rpartition(",")[0])
        data = b""
        while True:
            kind, length = struct.unpack("<4sI", stream.read(8))
            if kind == b"DONE":
                break
            data += stream.read(length)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            stream.send(struct.pack("<4sI", b"OKAY", 0))
        except OSError as error:
            said = str(error).encode()
            stream.send(struct.pack("<4sI", b"FAIL", len(said)) + said)

    def _give(self, name: str, stream: Stream) -> None:
        path = self._path(name)
        if not path.is_file():
            said = b"No such file or directory"
            stream.send(struct.pack("<4sI", b"FAIL", len(said)) + said)
            return
        data = path.read_bytes()
        for start in range(0, len(data), _PIECE):
            part = data[start : start + _PIECE]
            stream.send(struct.pack("<4sI", b"DATA", len(part)) + part)
        stream.send(struct.pack("<4sI", b"DONE", 0))


def _plain(data: bytes) -> bytes:
    return data


def _as_terminal(data: bytes) -> bytes:
    return data.replace(b"\n", b"\r\n")


def _packet(data: bytes) -> bytes:
    return struct.pack("<BI", 1, len(data)) + data
