"""The desktop portal on the session bus (xdg-desktop-portal): what it offers, and its answers.

A question is answered with a signal, often after a person was asked.
"""

# jeepney is typed in part only.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false
from __future__ import annotations

import itertools
import os
from collections import deque
from collections.abc import Mapping
from typing import Any, Final

from jeepney import DBusAddress, MatchRule, MessageType, Properties, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from uitars_runtime.errors import ConsentError, DesktopError

REMOTE: Final = "org.freedesktop.portal.RemoteDesktop"
CAST: Final = "org.freedesktop.portal.ScreenCast"
SHORTCUTS: Final = "org.freedesktop.portal.GlobalShortcuts"
LASTING: Final = 2
"""Version of `REMOTE` from which a person can let their leave last."""
_NAME: Final = "org.freedesktop.portal.Desktop"
_BUS: Final = "org.freedesktop.DBus"
_PATH: Final = "/org/freedesktop/portal/desktop"
_REQUEST: Final = "org.freedesktop.portal.Request"
_SESSION: Final = "org.freedesktop.portal.Session"
_ANSWER_SECONDS = 10.0
"""The portal is started by the first question."""
_PERSON_SECONDS = 120.0
"""For a person to find the question and answer it."""
_DONE, _CANCELLED = 0, 1
Options = Mapping[str, tuple[str, object]]


class Portal:
    """One connection to it. Every method raises `DesktopError`: `gone` where the bus has ended."""

    def __init__(self) -> None:
        try:
            self._bus: DBusConnection = open_dbus_connection("SESSION", enable_fds=True)
        except (OSError, KeyError, ValueError) as error:
            raise DesktopError(
                "The session bus cannot be reached.", str(error), gone=True
            ) from error
        self._closed: deque[Any] = deque()
        self._followed: deque[Any] = deque()
        self._numbers = itertools.count(1)

    def version(self, interface: str) -> int:
        """Of what is offered under that name; 0 for nothing."""
        message = Properties(DBusAddress(_PATH, _NAME, interface)).get("version")
        answer = self._send(message)
        return 0 if answer.header.message_type is MessageType.error else int(answer.body[0][1])

    def read(self, interface: str, name: str) -> Any:
        """A property."""
        message = Properties(DBusAddress(_PATH, _NAME, interface)).get(name)
        return _told(self._send(message))[0][1]

    def call(self, interface: str, method: str, kinds: str, *given: object) -> tuple[Any, ...]:
        """Call a method that answers at once."""
        address = DBusAddress(_PATH, _NAME, interface)
        return tuple(_told(self._send(new_method_call(address, method, kinds, given))))

    def ask(
        self, interface: str, method: str, kinds: str, *given: object, options: Options
    ) -> dict[str, tuple[str, Any]]:
        """Call a method that may ask a person, and wait for the answer. Raises `ConsentError` where
        it is no."""
        token = f"uitars{os.getpid()}_{next(self._numbers)}"
        sender = self._bus.unique_name[1:].replace(".", "_")
        path = f"{_PATH}/request/{sender}/{token}"
        rule = MatchRule(type="signal", interface=_REQUEST, member="Response", path=path)
        _told(self._send(message_bus.AddMatch(rule)))
        try:
            with self._bus.filter(rule) as answers:
                whole = {**options, "handle_token": ("s", token)}
                self.call(interface, method, f"{kinds}a{{sv}}", *given, whole)
                answer = self._bus.recv_until_filtered(answers, timeout=_PERSON_SECONDS)
        except TimeoutError as error:
            raise ConsentError(
                "Nobody answered the question whether uitars may see and work this screen.", _ALLOW
            ) from error
        except OSError as error:
            raise _gone(str(error)) from error
        finally:
            self._send(message_bus.RemoveMatch(rule))
        code, results = answer.body
        if code == _DONE:
            return dict(results)
        if code == _CANCELLED:
            raise ConsentError("Nobody allowed uitars to see and work this screen.", _ALLOW)
        raise DesktopError(
            "The desktop portal ended the question whether uitars may see and work this screen.",
            "Look into the log of xdg-desktop-portal, or use --desktop sandbox.",
        )

    def watch(self, session: str) -> None:
        """Hear when this session is ended by somebody else."""
        self._queue(self._closed, _SESSION, "Closed", session)

    def follow(self, interface: str, signal: str) -> None:
        """Keep what this signal tells for `next_followed`."""
        self._queue(self._followed, interface, signal, _PATH)
        # Nothing follows a portal that is gone.
        self._queue(self._closed, _BUS, "NameOwnerChanged", "/org/freedesktop/DBus", _NAME)

    def next_followed(self) -> tuple[Any, ...]:
        """What the next signal that is followed tells. Raises `ConsentError` where the session was
        ended."""
        while not self._followed:
            try:
                self._bus.recv_messages()
            except OSError as error:
                raise _gone(str(error)) from error
            self._refuse_closed()
        return tuple(self._followed.popleft().body)

    def hear(self, seconds: float = 0.0) -> None:
        """Take in what has come, or comes before so many seconds pass in silence. Raises
        `ConsentError` where the session was ended."""
        try:
            while True:
                self._bus.recv_messages(timeout=seconds)
                self._refuse_closed()
        except TimeoutError:
            return
        except OSError as error:
            raise _gone(str(error)) from error

    def _queue(
        self, queue: deque[Any], interface: str, signal: str, path: str, first: str = ""
    ) -> None:
        """`first`: what the first word of the signal is; empty for any."""
        rule = MatchRule(type="signal", interface=interface, member=signal, path=path)
        if first:
            rule.add_arg_condition(0, first)
        _told(self._send(message_bus.AddMatch(rule)))
        self._bus.filter(rule, queue=queue)

    def _refuse_closed(self) -> None:
        if self._closed:
            # No loss to be made good: whoever ended it is not to be asked again.
            raise ConsentError(
                "What the desktop portal had allowed uitars was ended.",
                "Was the sharing of the screen stopped? Run it again.",
            )

    def close(self) -> None:
        """What was allowed ends with the connection."""
        self._bus.close()

    def _send(self, message: Any) -> Any:
        try:
            return self._bus.send_and_get_reply(message, timeout=_ANSWER_SECONDS)
        except TimeoutError as error:
            raise DesktopError(
                "The desktop portal does not answer.", "Is xdg-desktop-portal stuck? Restart it."
            ) from error
        except OSError as error:
            raise _gone(str(error)) from error


_ALLOW = "Run it again and allow it in the window that asks, or use --desktop sandbox."


def offered() -> Portal | None:
    """The portal of this session, where it lets a screen be seen and worked. Raises
    `DesktopError` where it hangs."""
    if not os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
        return None
    portal = Portal()
    if portal.version(REMOTE) and portal.version(CAST):
        return portal
    portal.close()
    return None


def _told(answer: Any) -> Any:
    """The body of an answer."""
    if answer.header.message_type is MessageType.error:
        raise DesktopError(
            "The desktop portal refuses: " + " ".join(map(str, answer.body or ())),
            "Was the permission taken back, or the session locked? Run it again.",
            gone=True,
        )
    return answer.body


def _gone(why: str) -> DesktopError:
    return DesktopError("The session bus is gone.", why, gone=True)
