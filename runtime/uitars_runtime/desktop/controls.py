"""The controls of one program, as it tells them (AT-SPI), with the keys that work them.

Closed menus count where their entries have a key of their own: a chord works them all the same.
"""

# jeepney is typed in part only.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
from __future__ import annotations

import re

from jeepney import DBusAddress, Message, new_method_call
from jeepney.io.blocking import open_dbus_connection

from uitars_runtime.desktop.walk import SHOWING, Told, Walk
from uitars_runtime.element import Control

_ACTION = "org.a11y.atspi.Action"
_ROLES: dict[int, str] = {
    7: "check box",
    8: "check menu item",
    11: "combo box",
    33: "menu",
    35: "menu item",
    37: "page tab",
    43: "push button",
    44: "radio button",
    45: "radio menu item",
    62: "toggle button",
    88: "link",
    129: "button",
}
"""AtspiRole (atspi-constants.h) of what a key can work -> its name."""
_MENUS = frozenset({8, 33, 34, 35, 45})
"""Menus, menu bars and entries."""


def told_controls(address: str, pid: int) -> tuple[Control, ...]:
    """What a process says on the bus can be worked in its windows; empty where nothing is said."""
    if not address or not pid:
        return ()
    try:
        with open_dbus_connection(bus=address) as connection:
            return _controls(Walk(connection, pid))
    except OSError:
        return ()  # the bus is gone


def _controls(walk: Walk) -> tuple[Control, ...]:
    return tuple(
        Control(_ROLES[one.role], one.name, keys, one.has(SHOWING))
        for one, answer in walk.collect(_key_binding, _MENUS)
        if _is_control(one)
        and ((keys := chords(str(answer[0])) if answer else ()) or one.has(SHOWING))
    )


def _is_control(one: Told) -> bool:
    return one.role in _ROLES and bool(one.name.strip())


def _key_binding(one: Told) -> Message | None:
    if not _is_control(one):
        return None
    holder = DBusAddress(one.node.path, one.node.owner, _ACTION)
    return new_method_call(holder, "GetKeyBinding", "i", (0,))


def chords(told: str) -> tuple[str, ...]:
    """The chords of a key binding as AT-SPI writes it: `d;<Alt>e:d;<Primary>d`, `Alt+D`. Of a way
    through menus the last key counts."""
    found: list[str] = []
    for one in told.split(";"):
        last = one.rpartition(":")[2] or one
        names = [name for name in re.split(r"[<>+]+", last) if name]
        plain = ["ctrl" if name == "Primary" else name.lower() for name in names]
        if plain:
            found.append("+".join(plain))
    return tuple(dict.fromkeys(found))
