"""In which order a program is asked, shown by one of our own that answers like a busy one: as many
questions as it has time for."""

# jeepney is typed in part only.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false
from __future__ import annotations

from collections import deque
from itertools import count
from typing import Any, cast

from jeepney import HeaderFields, Message, new_method_return
from jeepney.io.blocking import DBusConnection

from uitars_runtime.desktop.walk import SHOWING, Walk

FRAME, SECTION, PARAGRAPH, BUTTON, LINK = 23, 85, 73, 43, 88
ROLES = {"frame": FRAME, "page": SECTION, "paragraph": PARAGRAPH, "button": BUTTON, "link": LINK}


def children_of(path: str, paragraphs: int) -> list[str]:
    """A window of one page, with a button behind it and a link in each paragraph."""
    kind = path.strip("/").partition("_")[0]
    return {
        "root": ["program"],
        "program": ["frame"],
        "frame": ["page", "button"],
        "page": [f"paragraph_{place}" for place in range(paragraphs)],
        "paragraph": [f"link_{path.rpartition('_')[2]}"],
    }.get(kind, [])


class Program:
    """A bus with one program on it, which answers so many questions and then no more."""

    def __init__(self, paragraphs: int, answers: int) -> None:
        self.outgoing_serial = count(1)
        self._paragraphs = paragraphs
        self._left = answers
        self._asked: deque[tuple[Message, int]] = deque()

    def send(self, message: Message, serial: int) -> None:
        self._asked.append((message, serial))

    def receive(self, *, timeout: float) -> Message:
        if not self._left:
            raise TimeoutError(timeout)
        self._left -= 1
        message, serial = self._asked.popleft()
        signature, body = self._answer(message)
        message.header.serial = serial
        answer = new_method_return(message, signature, body)
        answer.header.fields[HeaderFields.reply_serial] = serial
        return answer

    def _answer(self, message: Message) -> tuple[str, tuple[Any, ...]]:
        path = str(message.header.fields[HeaderFields.path])
        match message.header.fields[HeaderFields.member]:
            case "GetChildren":
                names = children_of(path.rpartition("/")[2], self._paragraphs)
                return "a(so)", ([(":1.1", f"/{name}") for name in names],)
            case "GetRole":
                return "u", (ROLES.get(path.strip("/").partition("_")[0], 0),)
            case "GetState":
                return "au", ([1 << SHOWING, 0],)
            case "GetExtents":
                return "(iiii)", ((0, 0, 10, 10),)
            case _:
                return "v", (("s", path),)


def told(program: Program) -> list[int]:
    walk = Walk(cast("DBusConnection", program), patience=60)
    return [one.role for one, _ in walk.collect(lambda _: None)]


def test_a_long_page_leaves_time_for_what_stands_beside_and_in_it() -> None:
    roles = told(Program(paragraphs=3000, answers=1200))
    assert BUTTON in roles
    assert roles.count(LINK) >= 50


def test_all_is_told_where_there_is_time() -> None:
    roles = told(Program(paragraphs=120, answers=10_000))
    assert {role: roles.count(role) for role in ROLES.values()} == {
        FRAME: 1, SECTION: 1, PARAGRAPH: 120, BUTTON: 1, LINK: 120
    }  # fmt: skip
