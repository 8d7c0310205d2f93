"""The policy behind a socket: whoever asks is answered together with all who wait.

A process of its own, so that episodes go on while the learner updates. It takes new weights as
their file appears, and ends with whoever started it.
"""

from __future__ import annotations

import multiprocessing
import socket
from collections.abc import Sequence
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Final, cast

import msgspec
import torch

from uitars_runtime.backends.embedded.network.encoder import sentence_encoder
from uitars_runtime.backends.embedded.situation import Situation
from uitars_train.data.encoding import Asked
from uitars_train.rl.environment import LostError
from uitars_train.rl.meanings import Noting
from uitars_train.rl.saving import Published
from uitars_train.rl.traces import Utterance

_MOST: Final = 32
"""Situations that are read at once."""
_JOINS: Final = 0.02
"""Seconds in which somebody must join those who wait."""
_SITUATION: Final = msgspec.msgpack.Decoder(Situation)
_UTTERANCE: Final = msgspec.msgpack.Decoder(Utterance)


class Service(msgspec.Struct, frozen=True):
    """What a server needs to know."""

    address: Path
    """Of its socket."""
    weights: Path
    """The file that the learner writes."""
    temperature: float = 1.0
    seed: int = 1
    together: int = _MOST
    """Situations that are read at once, at most; 1 answers one by one."""


def serve(service: Service) -> None:
    """Answer until the process that started this one is gone."""
    torch.set_num_threads(1)
    speaker = Speaker(service)
    parent = multiprocessing.parent_process()
    service.address.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(service.address))
        door.listen(64)
        clients: list[Connection[bytes, bytes]] = []
        watched: list[Any] = [door] if parent is None else [door, parent.sentinel]
        while True:
            ready = wait([*watched, *clients])
            if parent is not None and parent.sentinel in ready:
                return
            if door in ready:
                clients.append(Connection(door.accept()[0].detach()))
            asking = _all_who_ask(clients) if any(one in ready for one in clients) else []
            for at in range(0, len(asking), service.together):
                gone = _answer(asking[at : at + service.together], speaker)
                clients = [one for one in clients if one not in gone]


def _all_who_ask(clients: Sequence[Connection[bytes, bytes]]) -> list[Connection[bytes, bytes]]:
    """Those who ask once half of all do, or once nobody joined them for a moment: many are read in
    little more time than one."""
    before: list[Any] = []
    while True:
        ready = wait(clients, timeout=_JOINS)
        if len(ready) in (0, len(before)) or 2 * len(ready) >= len(clients):
            return [one for one in clients if one in ready]
        before = ready


def _answer(
    clients: Sequence[Connection[bytes, bytes]], speaker: Speaker
) -> list[Connection[bytes, bytes]]:
    """Hear, decide together, answer; who hung up."""
    asked: list[tuple[Connection[bytes, bytes], Situation]] = []
    gone: list[Connection[bytes, bytes]] = []
    for client in clients:
        try:
            asked.append((client, _SITUATION.decode(client.recv_bytes())))
        except (EOFError, OSError):
            gone.append(client)
    for (client, _), said in zip(asked, speaker.say([one for _, one in asked]), strict=True):
        try:
            client.send_bytes(msgspec.msgpack.encode(said))
        except OSError:
            gone.append(client)
    for client in gone:
        client.close()
    return gone


class Speaker:
    """The policy as its file says it."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._encoder = sentence_encoder()
        self._published = Published(service.weights)
        self._policy, self._version = self._published.read()
        self._generator = torch.Generator().manual_seed(service.seed)

    def say(self, situations: Sequence[Situation]) -> list[Utterance]:
        """An output for each, all of the same weights."""
        if not situations:
            return []
        if self._published.changed():
            self._policy, self._version = self._published.read()
        noted = [Noting(self._encoder) for _ in situations]
        asked = [Asked.of(one, notes) for one, notes in zip(situations, noted, strict=True)]
        drawn = self._policy.draw(asked, self._service.temperature, self._generator)
        return [
            Utterance(one.said, one.odds, one.value, self._version, notes.said)
            for one, notes in zip(drawn, noted, strict=True)
        ]


class Client:
    """One who asks. Every method raises `LostError` where the server is gone."""

    def __init__(self, address: Path) -> None:
        link = socket.socket(socket.AF_UNIX)
        try:
            link.connect(str(address))
        except OSError as error:
            link.close()
            raise LostError("The policy's server is not there.") from error
        self._connection = cast("Connection[bytes, bytes]", Connection(link.detach()))

    def ask(self, situation: Situation) -> Utterance:
        """What the policy says."""
        try:
            self._connection.send_bytes(msgspec.msgpack.encode(situation))
            return _UTTERANCE.decode(self._connection.recv_bytes())
        except (EOFError, OSError) as error:
            raise LostError("The policy's server has ended.") from error

    def close(self) -> None:
        """Hang up."""
        self._connection.close()
