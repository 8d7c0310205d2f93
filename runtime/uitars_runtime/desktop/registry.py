"""What `--desktop WHERE` means. A kind is imported when it is chosen.

local              the desktop of the person who runs this
wayland[:SOCKET]   a Wayland session, by default the person's own
sandbox[:WxH]      a private desktop that lives as long as its guard
:N                 an X display
session:ID         a private desktop that lives on (`uitars sandbox`)
osworld-vm:URL     another machine that runs OSWorld's server
android[:SERIAL]   an Android device, through the adb server of this machine
pyautogui          the desktop of the person who runs this, worked by pyautogui
NAME[:ARGUMENT]    a desktop of somebody else: an entry point NAME in the group `uitars.desktops`, a
                   `DesktopKind`; looked up by name, never by model text
"""

from __future__ import annotations

import difflib
import importlib
import sys
from typing import TYPE_CHECKING, NamedTuple, cast

from uitars_runtime.errors import UsageError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

    from uitars_runtime.desktop.kind import DesktopKind

GROUP = "uitars.desktops"


class _Known(NamedTuple):
    """A kind of our own."""

    form: str
    """How it is written."""
    target: str
    """Its module and name there."""
    linux: bool = False
    """Whether it is on Linux only."""


_ROOM = "uitars_runtime.desktop"
DESKTOPS: dict[str, _Known] = {
    "local": _Known("local", f"{_ROOM}.displays:LOCAL"),
    "wayland": _Known("wayland[:SOCKET]", f"{_ROOM}.wayland.kind:WAYLAND", linux=True),
    "sandbox": _Known("sandbox[:WxH]", f"{_ROOM}.private:SANDBOX", linux=True),
    "": _Known(":N", f"{_ROOM}.displays:DISPLAY", linux=True),
    "session": _Known("session:ID", "uitars_runtime.sessions.desktop:SESSION", linux=True),
    "osworld-vm": _Known("osworld-vm:URL", f"{_ROOM}.osworld.desktop:OSWORLD"),
    "android": _Known("android[:SERIAL]", f"{_ROOM}.android.kind:ANDROID"),
    "pyautogui": _Known("pyautogui", f"{_ROOM}.autogui_local:AUTOGUI"),
}


def parted(where: str) -> tuple[str, str]:
    """Name and argument of a desktop as it is written."""
    name, _, argument = where.partition(":")
    return name, argument


def kind_of(where: str) -> DesktopKind:
    """The kind of a desktop. Raises `UsageError` with the list for one that nobody knows, whose
    argument makes no sense, or that this system does not have."""
    name, argument = parted(where)
    if known := DESKTOPS.get(name):
        if known.linux and sys.platform != "linux":
            raise UsageError(f"The desktop {where!r} needs Linux.", "Use --desktop local.")
        module, _, attribute = known.target.partition(":")
        kind = cast("DesktopKind", vars(importlib.import_module(module))[attribute])
    elif name in (others := _others()).names:
        kind = cast("DesktopKind", others[name].load())
    else:
        raise _unknown(where)
    if not kind.takes(argument):
        raise _unknown(where)
    return kind


def _others() -> EntryPoints:
    """Desktops of other packages, whose names are read only where they are asked for."""
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


def _unknown(where: str) -> UsageError:
    others = _others()
    forms = {name: known.form for name, known in DESKTOPS.items()}
    forms |= {name: f"{name}[:...]" for name in sorted(others.names)}
    close = difflib.get_close_matches(parted(where)[0].lower(), forms, n=1)
    meant = f"Did you mean {forms[close[0]]}? " if close else ""
    return UsageError(
        f"There is no desktop {where!r}.", f"{meant}Known are {', '.join(forms.values())}."
    )
