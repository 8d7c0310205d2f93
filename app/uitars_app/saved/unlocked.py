"""Whether somebody may be working at this desktop: is its screen locked?"""

# jeepney is typed in part only.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jeepney import Message

_SECONDS = 1.0
_SAVERS = tuple(f"org.{whose}.ScreenSaver" for whose in
                ("freedesktop", "gnome", "xfce", "mate", "cinnamon"))  # fmt: skip
_LOGIN = "org.freedesktop.login1"


def screen_locked() -> bool:
    """Whether a screen saver says that it is active, or the session that it is locked; a desktop
    with neither cannot be locked. Takes as long as they take to answer.

    Elsewhere than on Linux nothing is known, and the screen counts as locked.
    """
    if sys.platform != "linux":
        return True
    return _says_yes("SESSION", map(_active, _SAVERS)) or _says_yes("SYSTEM", (_session(),))


def _active(saver: str) -> Message:
    """The question whether this screen saver covers the screen."""
    from jeepney import DBusAddress, new_method_call

    path = "/" + saver.replace(".", "/")
    return new_method_call(DBusAddress(path, saver, saver), "GetActive")


def _session() -> Message:
    """The question whether this session is locked."""
    from jeepney import DBusAddress, Properties

    path = "/org/freedesktop/login1/session/auto"
    return Properties(DBusAddress(path, _LOGIN, f"{_LOGIN}.Session")).get("LockedHint")


def _says_yes(bus: str, questions: Iterable[Message]) -> bool:
    """Whether any answer on this bus is true; nobody is started only to be asked."""
    from jeepney import MessageFlag, MessageType
    from jeepney.io.blocking import open_dbus_connection

    try:
        with open_dbus_connection(bus=bus) as connection:
            for question in questions:
                question.header.flags |= MessageFlag.no_auto_start
                try:
                    answer = connection.send_and_get_reply(question, timeout=_SECONDS)
                except TimeoutError:
                    continue  # one that hangs hides no other's yes
                if answer.header.message_type is MessageType.method_return:
                    value = answer.body[0]
                    if value is True or value == ("b", True):
                        return True
    except (OSError, KeyError, ValueError, RuntimeError):
        return False  # no such bus, or no address of one, so nobody there locks anything
    return False
