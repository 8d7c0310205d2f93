"""Whether somebody may be working at this desktop: is its screen locked?"""

# jeepney is typed in part only.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
from __future__ import annotations

import sys

_SECONDS = 1.0
_SAVERS = (
    ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"),
    ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"),
)


def screen_locked() -> bool:
    """Whether a screen saver says that it is active; a desktop without one cannot be locked.

    Elsewhere than on Linux nothing is known, and the screen counts as locked.
    """
    if sys.platform != "linux":
        return True
    from jeepney import DBusAddress, MessageType, new_method_call
    from jeepney.io.blocking import open_dbus_connection

    try:
        with open_dbus_connection(bus="SESSION") as connection:
            for name, path in _SAVERS:
                call = new_method_call(DBusAddress(path, name, name), "GetActive")
                answer = connection.send_and_get_reply(call, timeout=_SECONDS)
                if answer.header.message_type is MessageType.method_return and answer.body[0]:
                    return True
    except (OSError, KeyError, TimeoutError):
        return False  # no session bus: no screen saver either
    return False
