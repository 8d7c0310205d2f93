"""Lets many clients speak to one browser as if each were alone with it. No I/O.

Every client gets a session of the browser's own (`Target.attachToBrowserTarget`): what it turns on
and what it attaches to is its own. Numbers of commands are made unique on the way to the browser
and given back on the way to the client.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from uitars_runtime.browser.messages import Message

Deliver = Callable[[Message], None]

_NO_SESSION = -32001
"""What the browser itself answers where there is no such session."""


class Client:
    """One who speaks to the browser; made by `Router.join`."""

    def __init__(self, deliver: Deliver) -> None:
        self.deliver = deliver
        self.root = ""
        """Its session of the browser's own; empty until the browser gave it one."""
        self.waiting: deque[Message] = deque()
        """What it said before that."""
        self.gone = False


class Router:
    """Passes messages on between clients and a browser."""

    def __init__(self, to_browser: Deliver) -> None:
        self._to_browser = to_browser
        self._count = 0
        self._asked: dict[int, tuple[Client, int | None]] = {}
        """Commands without an answer: whose, and that client's number; None for the router's."""
        self._owners: dict[str, Client] = {}
        """Whose each session is."""

    def join(self, deliver: Deliver) -> Client:
        """A new client."""
        client = Client(deliver)
        self._ask(client, None, {"method": "Target.attachToBrowserTarget", "params": {}})
        return client

    def leave(self, client: Client) -> None:
        """A client is gone; what it attached to is let go."""
        client.gone = True
        self._owners = {name: owner for name, owner in self._owners.items() if owner is not client}
        if client.root:
            params = {"sessionId": client.root}
            self._ask(client, None, {"method": "Target.detachFromTarget", "params": params})

    def from_client(self, client: Client, message: Message) -> None:
        """A client said something; what is no command is not passed on."""
        session = message.get("sessionId", client.root)
        if not isinstance(message.get("id"), int) or not isinstance(session, str):
            return
        if not client.root:
            client.waiting.append(message)
            return
        if self._owners.get(session) is not client:
            error = {"code": _NO_SESSION, "message": "Session with given id not found."}
            client.deliver({"id": message["id"], "error": error})
            return
        self._ask(client, message["id"], {**message, "sessionId": session})

    def from_browser(self, message: Message) -> None:
        """The browser said something."""
        if "id" in message:
            client, number = self._asked.pop(message["id"])
            if number is None:
                self._joined(client, message)
                return
            message["id"] = number
        else:
            owner = self._owners.get(message.get("sessionId", ""))
            if owner is None:
                return  # said to the router, or to a client that is gone
            client = owner
            self._note(client, message)
        if message.get("sessionId") == client.root:
            del message["sessionId"]
        if not client.gone:
            client.deliver(message)

    def _joined(self, client: Client, message: Message) -> None:
        """The browser gave a client its session; or let one go, of which nothing is kept."""
        root = message.get("result", {}).get("sessionId", "")
        if not root:
            return
        client.root = root
        if client.gone:
            self.leave(client)
            return
        self._owners[root] = client
        while client.waiting:
            self.from_client(client, client.waiting.popleft())

    def _note(self, client: Client, event: Message) -> None:
        if event["method"] == "Target.attachedToTarget":
            self._owners[event["params"]["sessionId"]] = client
        elif event["method"] == "Target.detachedFromTarget":
            self._owners.pop(event["params"]["sessionId"], None)

    def _ask(self, client: Client, number: int | None, message: Message) -> None:
        self._count += 1
        self._asked[self._count] = (client, number)
        self._to_browser({**message, "id": self._count})
