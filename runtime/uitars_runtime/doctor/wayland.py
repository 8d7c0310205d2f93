"""Whether a Wayland session can be seen and worked. Nothing is pressed there, nobody is asked."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from uitars_runtime.desktop.wayland.accessibility import session_bus_address
from uitars_runtime.desktop.wayland.connection import Connection
from uitars_runtime.desktop.wayland.desktop import no_way
from uitars_runtime.desktop.wayland.portal import pictures
from uitars_runtime.desktop.wayland.portal.bus import CAST, LASTING, REMOTE, offered
from uitars_runtime.desktop.wayland.socket import compositor_socket
from uitars_runtime.desktop.wayland.wlroots import Wlroots, missing_protocols
from uitars_runtime.doctor.report import Finding, Status, examine

if TYPE_CHECKING:
    from uitars_runtime.doctor.report import Check

_SCREEN_READING = (
    "Install at-spi2-core and switch on what programs say to screen readers (in GNOME and KDE it"
    " is on)."
)
_XWAYLAND = "Install xwayland and log in again."


def findings(name: str) -> Iterator[Finding]:
    """What is found of the compositor of a socket, by default this session's; only the first
    where it cannot be reached."""
    opened: list[Connection] = []

    def compositor() -> Finding:
        opened.append(Connection(compositor_socket(name)))
        return Finding("compositor", Status.OK, f"The compositor {opened[0].name} answers.")

    yield from examine([("compositor", compositor)])
    if opened:
        with closing(opened[0]) as connection:
            yield from examine(_checks(connection))


def _checks(connection: Connection) -> list[tuple[str, Check]]:
    if missing := missing_protocols(connection):
        return [
            ("portal", lambda: _portal(missing)),
            ("capture", _gstreamer),
            ("text entry", _xwayland),
            ("programs", _programs),
        ]
    return [("capture", lambda: _capture(connection)), ("programs", _programs)]


def _capture(connection: Connection) -> Finding:
    with closing(Wlroots(connection)) as way:
        size, placed = way.grab().frame().size, way.windows.placed
    text = f"{size.width}x{size.height} pixels, through the compositor's own protocols."
    if placed:
        return Finding("capture", Status.OK, text)
    text = f"{text} It does not say where windows lie, so each click is judged as on any of them."
    return Finding("capture", Status.DEGRADED, text, "Sway is a compositor that says it.")


def _portal(missing: list[str]) -> Finding:
    portal = offered()
    if portal is None:
        raise no_way(missing)
    with closing(portal):
        remote, cast = portal.version(REMOTE), portal.version(CAST)
    text = f"The desktop portal offers remote control ({remote}) and pictures ({cast}); it asks a"
    when = "person, who can let the answer last" if remote >= LASTING else "person at each start"
    return Finding("portal", Status.OK, f"{text} {when}.")


def _gstreamer() -> Finding:
    pictures.check()
    return Finding("capture", Status.OK, "GStreamer reads pictures from PipeWire.")


def _xwayland() -> Finding:
    from Xlib.display import Display
    from Xlib.error import ConnectionClosedError, DisplayError, XauthError

    display = os.environ.get("DISPLAY", "")
    try:
        Display(display).close()
    except (DisplayError, XauthError, ConnectionClosedError, OSError):
        text = "Only characters of the keyboard's layouts can be entered: no Xwayland answers."
        return Finding("text entry", Status.DEGRADED, text, _XWAYLAND)
    text = f"Characters that the keyboard's layouts lack are pasted through Xwayland ({display})."
    return Finding("text entry", Status.OK, text)


def _programs() -> Finding:
    if session_bus_address():
        return Finding("programs", Status.OK, "Programs can say what is on their windows.")
    text = "No program says what is on its windows, so no field for a password is known as one."
    return Finding("programs", Status.DEGRADED, text, _SCREEN_READING)
