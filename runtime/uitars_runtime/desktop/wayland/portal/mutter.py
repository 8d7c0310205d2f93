"""How mutter takes places on monitors (GNOME).

A portal takes a place in logical pixels and refuses one outside the monitor's logical size. Mutter
takes the number for pixels of the picture where it lays monitors out logically, as it does where
fractions of scales are on: at scale 2 the pointer would go half the way.
"""

# jeepney is typed in part only.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false
from __future__ import annotations

from typing import Final

from jeepney import DBusAddress, MessageType, new_method_call
from jeepney.io.blocking import open_dbus_connection

_NAME: Final = "org.gnome.Mutter.DisplayConfig"
_CONFIG: Final = DBusAddress("/org/gnome/Mutter/DisplayConfig", _NAME, _NAME)
_LOGICAL: Final = 1
_SECONDS = 5.0


def takes_pixels() -> bool:
    """Whether this session is of a mutter that lays monitors out logically."""
    try:
        with open_dbus_connection(bus="SESSION") as connection:
            asked = new_method_call(_CONFIG, "GetCurrentState")
            told = connection.send_and_get_reply(asked, timeout=_SECONDS)
    except (OSError, TimeoutError):
        return False
    if told.header.message_type is MessageType.error:
        return False
    return bool(told.body[3].get("layout-mode", ("u", 0))[1] == _LOGICAL)
