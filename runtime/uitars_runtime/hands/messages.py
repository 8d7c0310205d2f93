"""What head and hands say to each other, and how it travels: header, message, pixels."""

from __future__ import annotations

import socket
import struct

import msgspec

from uitars_runtime.consent import Consent, Question
from uitars_runtime.desktop.sandbox import SandboxState
from uitars_runtime.element import Element
from uitars_runtime.errors import ErrorMessage
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.types import Action, Claim, OpenWindow, Performed, Point, Size, ToolOffer


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """The head's first words. With `sandbox`, work goes on there."""

    settings: HandsSettings
    folder: str
    sandbox: SandboxState | None = None
    again: bool = False
    """Whether other hands worked before; then the display may take a while to come back."""
    attended: bool = True
    """Whether there is anybody to ask."""


class Observe(msgspec.Struct, frozen=True, tag="observe"):
    """Look at the screen."""


class Perform(msgspec.Struct, frozen=True, tag="perform"):
    """Do this; `frame` names the screenshot it was decided on."""

    action: Action
    frame: str
    claimed: Claim = ""


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    """A person's answer to the question of that number."""

    number: int
    consent: Consent


ToHands = Begin | Observe | Perform | Answer


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The hands can work."""

    display: str
    desktop_name: str
    environment: dict[str, str]
    sandbox: SandboxState | None
    notice: str = ""
    """What the model must know, for example that the programs are gone; empty for nothing."""
    warning: str = ""
    """What the person must know from the start; empty for nothing."""
    tools: tuple[ToolOffer, ...] = ()
    endpoint: str = ""
    """Of the desktop's browser, for programs of others; with its token."""


class Observed(msgspec.Struct, frozen=True, tag="observed"):
    """A screenshot; its pixels follow the message."""

    frame: str
    size: Size
    origin: Point
    told: tuple[Element, ...] = ()
    """What the programs say is there, where they were asked."""
    windows: tuple[OpenWindow, ...] | None = None
    """Those that were open; None where nobody knows."""
    address: str = ""
    """Of the page that is shown; empty where nobody knows."""


class Did(msgspec.Struct, frozen=True, tag="did"):
    """What came of `Perform`."""

    performed: Performed


class Ask(msgspec.Struct, frozen=True, tag="ask"):
    """Put this to a person and send an `Answer` with the number."""

    number: int
    question: Question


class Touched(msgspec.Struct, frozen=True, tag="touched"):
    """A person used the mouse or the keyboard, so that the action was not done; said before the
    answer to `Perform`."""


class Wrote(msgspec.Struct, frozen=True, tag="wrote"):
    """What a command or a cell writes, said as it comes before the answer to `Perform`; an empty
    text begins another."""

    text: str


class Failed(ErrorMessage, frozen=True, tag="failed"):
    """An error for a person, instead of the answer."""


FromHands = Ready | Observed | Did | Ask | Touched | Wrote | Failed

_HEADER = struct.Struct(">II")
"""Bytes of the message, bytes of the pixels."""
_LARGEST = 1 << 30


class Lost(Exception):  # noqa: N818 - an end of the line, not a failure of ours
    """The other end is gone."""


def send(
    link: socket.socket, message: ToHands | FromHands, pixels: memoryview | None = None
) -> None:
    """Send one message. Raises `Lost`."""
    body = msgspec.msgpack.encode(message)
    size = 0 if pixels is None else pixels.nbytes
    try:
        link.sendall(_HEADER.pack(len(body), size) + body)
        if pixels is not None:
            link.sendall(pixels)
    except OSError as error:
        raise Lost(str(error)) from error


def receive(link: socket.socket) -> tuple[bytes, bytearray]:
    """One message, still encoded, and its pixels. Raises `Lost`."""
    body_size, pixels_size = _HEADER.unpack(_exactly(link, _HEADER.size))
    if max(body_size, pixels_size) > _LARGEST:
        raise Lost(f"a message of {body_size} and {pixels_size} bytes")
    return bytes(_exactly(link, body_size)), _exactly(link, pixels_size)


def _exactly(link: socket.socket, size: int) -> bytearray:
    data = bytearray(size)
    view = memoryview(data)
    got = 0
    while got < size:
        try:
            count = link.recv_into(view[got:])
        except OSError as error:
            raise Lost(str(error)) from error
        if count == 0:
            raise Lost("the other end closed")
        got += count
    return data
