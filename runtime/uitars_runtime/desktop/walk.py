"""Asks the programs of a display over the accessibility bus, many objects at once.

An object's children are asked as soon as it has named them, so that the number of round trips is
the depth of the tree and not its size, and a program that hangs holds up nobody but itself. All
that have children left take turns, so that a long page or table leaves time for what stands beside
and in it. What the answers mean is told in outline.py and controls.py.
"""

# jeepney is typed in part only.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
from __future__ import annotations

import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from jeepney import DBusAddress, HeaderFields, Message, MessageType, Properties, new_method_call
from jeepney.io.blocking import DBusConnection

from uitars_runtime.desktop.accessibility import Node
from uitars_runtime.types import Box

PATIENCE = 0.35
"""Seconds for a whole walk; what has not been said by then stays unknown."""
MOST: Final = 1500
"""Objects asked at most: a long table has one for each of its rows."""
AT_ONCE: Final = 48
"""Objects of one program that are asked at the same time."""
_ACCESSIBLE: Final = "org.a11y.atspi.Accessible"
_COMPONENT: Final = "org.a11y.atspi.Component"
_REGISTRY: Final = Node("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
_BUS: Final = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
SHOWING: Final = 25
"""Bit of an object's state (AtspiStateType)."""
VISIBLE: Final = 30
"""The same of GTK 4, which sets the other for windows only."""

Further = Callable[["Told"], Message | None]
"""One more question about an object, where there is one."""
_Key = TypeVar("_Key", bound=Hashable)
_Hear = Callable[[Any], None]
"""What is done with the body of an answer; None where it was refused."""


class Told(NamedTuple):
    """What one object said about itself."""

    node: Node
    role: int
    states: int
    name: str
    box: Box
    parent: int
    """Role of the object it lies in."""
    within: Node
    """That object."""

    def has(self, bit: int) -> bool:
        return bool(self.states >> bit & 1)


class Walk:
    """Asks until the time is over; keeps what was said by then."""

    def __init__(
        self,
        connection: DBusConnection,
        pid: int = 0,
        patience: float = PATIENCE,
        most: int = MOST,
        shown: int = SHOWING,
    ) -> None:
        """`pid`: the only process that is asked; 0 for all. `most`: objects asked at most. `shown`:
        the state by which its objects say that they can be seen."""
        self._connection = connection
        self._pid = pid
        self._patience = patience
        self._most = most
        self._shown = shown
        self._waiting: dict[int, _Hear] = {}
        self._asked = 0
        self._open: Counter[str] = Counter()
        self._turns: defaultdict[str, deque[_Children]] = defaultdict(deque)

    def collect(self, further: Further, hidden: Collection[int] = ()) -> list[tuple[Told, Any]]:
        """The visible objects, also closed ones of the roles in `hidden`, each with the body of
        the answer to the further question, None where there is no answer."""
        self._found: list[Told] = []
        self._answers: dict[Node, Any] = {}
        self._further, self._hidden = further, hidden
        self._send(new_method_call(_at(_REGISTRY, _ACCESSIBLE), "GetChildren"), self._programs)
        self._listen()
        return [(told, self._answers.get(told.node)) for told in self._found]

    def ask(self, questions: Mapping[_Key, Message]) -> dict[_Key, Any]:
        """The bodies of the answers that came in time to questions put all at once."""
        answers: dict[_Key, Any] = {}
        for key, question in questions.items():
            self._send(question, partial(answers.__setitem__, key))
        self._listen()
        return {key: body for key, body in answers.items() if body is not None}

    def _listen(self) -> None:
        """Hear answers until there is nothing left to ask, or the time is over."""
        deadline = time.monotonic() + self._patience
        while self._waiting and (left := deadline - time.monotonic()) > 0:
            try:
                answer = self._connection.receive(timeout=left)
            except TimeoutError:
                break
            hear = self._waiting.pop(_question(answer), None)
            if hear is not None:
                given = answer.header.message_type is MessageType.method_return
                body: Any = answer.body if given else None
                hear(body)

    def _send(self, message: Message, hear: _Hear) -> None:
        serial = next(self._connection.outgoing_serial)
        self._connection.send(message, serial=serial)
        self._waiting[serial] = hear

    def _programs(self, body: Any) -> None:
        for node in _nodes(body):
            if not self._pid:
                self._enter(node)
                continue
            owner = new_method_call(_BUS, "GetConnectionUnixProcessID", "s", (node.owner,))
            self._send(owner, partial(self._enter, node))

    def _enter(self, program: Node, pid: Any = None) -> None:
        """A program is no widget, and never "showing": only its role and its windows are asked."""
        if self._pid and not (pid and int(pid[0]) == self._pid):
            return
        asking = _Asking(2, partial(self._ask_all, program))
        self._ask(asking, new_method_call(_at(program, _ACCESSIBLE), "GetRole"))
        self._ask(asking, new_method_call(_at(program, _ACCESSIBLE), "GetChildren"))

    def _ask_all(self, whole: Node, role: Any, children: Any) -> None:
        if role is not None:
            self._turns[whole.owner].append(_Children(iter(_nodes(children)), int(role[0]), whole))
            self._go_on(whole.owner)

    def _go_on(self, owner: str) -> None:
        """Ask more of a program's objects, one child of each that has some left in its turn."""
        turns = self._turns[owner]
        while turns and self._open[owner] < AT_ONCE and self._asked < self._most:
            children = turns.popleft()
            node = next(children.nodes, None)
            if node is not None:
                turns.append(children)
                self._asked += 1
                self._open[owner] += 1
                self._ask_about(node, children.role, children.within)

    def _ask_about(self, node: Node, parent: int, within: Node) -> None:
        whole, part = _at(node, _ACCESSIBLE), _at(node, _COMPONENT)
        asking = _Asking(5, lambda *answers: self._keep(node, parent, within, *answers))
        self._ask(asking, new_method_call(whole, "GetRole"))
        self._ask(asking, new_method_call(whole, "GetState"))
        self._ask(asking, Properties(whole).get("Name"))
        self._ask(asking, new_method_call(part, "GetExtents", "u", (0,)))
        self._ask(asking, new_method_call(whole, "GetChildren"))

    def _ask(self, asking: _Asking, message: Message) -> None:
        place = asking.asked
        asking.asked += 1
        self._send(message, lambda body: asking.hear(place, body))

    def _keep(
        self,
        node: Node,
        parent: int,
        within: Node,
        role: Any,
        states: Any,
        name: Any,
        extents: Any,
        children: Any,
    ) -> None:
        """An object has said all: keep it where it can be seen, and go on to what lies in it."""
        self._open[within.owner] -= 1
        if role is not None and states is not None:
            said = str(name[0][1]) if name else ""
            box = box_of(extents)
            told = Told(node, int(role[0]), int(states[0][0]), said, box, parent, within)
            if told.has(self._shown) or told.role in self._hidden:
                self._found.append(told)
                question = self._further(told)
                if question is not None:
                    self._send(question, lambda body: self._answers.__setitem__(node, body))
                self._ask_all(node, role, children)
        self._go_on(within.owner)


class _Children(NamedTuple):
    """Those of one object that have not been asked yet."""

    nodes: Iterator[Node]
    role: int
    """Of the object."""
    within: Node


class _Asking:
    """Questions that belong together, and what was answered so far."""

    def __init__(self, count: int, done: Callable[..., None]) -> None:
        self.asked = 0
        self._answers: list[Any] = [None] * count
        self._missing = count
        self._done = done

    def hear(self, place: int, body: Any) -> None:
        self._answers[place] = body
        self._missing -= 1
        if not self._missing:
            self._done(*self._answers)


def _question(answer: Any) -> int:
    """The serial of the question that is answered."""
    return int(answer.header.fields.get(HeaderFields.reply_serial, 0))


def _at(node: Node, interface: str) -> DBusAddress:
    return DBusAddress(node.path, node.owner, interface)


def _nodes(children: Any) -> list[Node]:
    named: list[tuple[str, str]] = children[0] if children else []
    return [Node(*child) for child in named]


def box_of(extents: Any) -> Box:
    """The answer to `GetExtents`; an empty box where there is none."""
    if not extents:
        return Box(0, 0, 0, 0)
    left, top, width, height = extents[0]
    return Box(left, top, left + width, top + height)
