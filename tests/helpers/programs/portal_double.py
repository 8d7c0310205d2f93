"""A desktop portal of the newer kind, for tests: version 2 of remote control, with leave that
lasts, and a key of the session for the program that asks. What Debian 12 has is version 1.

    python3 portal_double.py LOG [REMEMBER]

LOG gets a line of JSON for each call, and for each time that a person would be asked. A person says
yes; with REMEMBER they let it last. SIGUSR1: the key is pressed. SIGUSR2: all sessions are ended.
"""

from __future__ import annotations

import json
import signal
import sys
import uuid
from pathlib import Path
from typing import Any

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

_PORTAL = "org.freedesktop.portal."
_PATH = "/org/freedesktop/portal/desktop"
_MADE = '<arg type="o" direction="out"/>'
_SESSION = '<arg type="o" direction="in"/>'
_OPTIONS = '<arg type="a{sv}" direction="in"/>'
_WORD = '<arg type="s" direction="in"/>'


def _method(name: str, arguments: str) -> str:
    return f'<method name="{name}">{arguments}{_MADE}</method>'


def _property(name: str) -> str:
    return f'<property name="{name}" type="u" access="read"/>'


_XML = f"""<node>
<interface name="{_PORTAL}RemoteDesktop">{_method("CreateSession", _OPTIONS)}
{_method("SelectDevices", _SESSION + _OPTIONS)}{_method("Start", _SESSION + _WORD + _OPTIONS)}
{_property("AvailableDeviceTypes")}{_property("version")}</interface>
<interface name="{_PORTAL}ScreenCast">{_method("SelectSources", _SESSION + _OPTIONS)}
{_property("AvailableSourceTypes")}{_property("AvailableCursorModes")}{_property("version")}
</interface>
<interface name="{_PORTAL}GlobalShortcuts">{_method("CreateSession", _OPTIONS)}
{_method("BindShortcuts", _SESSION + '<arg type="a(sa{sv})" direction="in"/>' + _WORD + _OPTIONS)}
{_property("version")}</interface></node>"""
_INTERFACES = Gio.DBusNodeInfo.new_for_xml(_XML).interfaces
_PROPERTIES = {"AvailableDeviceTypes": 7, "AvailableSourceTypes": 1, "AvailableCursorModes": 3}
_VERSIONS = {"RemoteDesktop": 2, "ScreenCast": 5, "GlobalShortcuts": 1}


class _Portal:
    """Answers programs."""

    def __init__(self, bus: Any, log: Path, *, remember: bool) -> None:
        self._bus = bus
        self._log = log
        self._remember = remember
        self._tokens: set[str] = set()
        self._sessions: dict[str, dict[str, Any]] = {}
        for interface in _INTERFACES:
            bus.register_object(_PATH, interface, self._called, self._read, None)

    def press(self) -> bool:
        """The key, for every program that has one."""
        for session, options in self._sessions.items():
            told = GLib.Variant("(osta{sv})", (session, "stop", 0, {}))
            name = _PORTAL + "GlobalShortcuts"
            if options.get("bound"):
                self._bus.emit_signal(options["owner"], _PATH, name, "Activated", told)
        return True

    def end(self) -> bool:
        """Every session."""
        for session, options in self._sessions.items():
            self._bus.emit_signal(options["owner"], session, _PORTAL + "Session", "Closed", None)
        return True

    def _read(self, _bus: Any, _sender: str, _path: str, interface: str, name: str) -> Any:
        return GLib.Variant("u", _PROPERTIES.get(name) or _VERSIONS[interface.rpartition(".")[2]])

    def _called(self, *told: Any) -> None:
        _bus, sender, _path, interface, method, given, invocation = told
        arguments = given.unpack()
        options = arguments[-1]
        self._note(interface=interface.rpartition(".")[2], method=method, options=options)
        place = sender[1:].replace(".", "_")
        request = f"{_PATH}/request/{place}/{options['handle_token']}"
        invocation.return_value(GLib.Variant("(o)", (request,)))
        if method == "CreateSession":
            session = f"{_PATH}/session/{place}/{options['session_handle_token']}"
            self._sessions[session] = {"owner": sender}
            results = {"session_handle": GLib.Variant("s", session)}
        else:
            results = self._asked(method, self._sessions[arguments[0]], arguments)
        answer = GLib.Variant("(ua{sv})", (0, results))
        self._bus.emit_signal(sender, request, _PORTAL + "Request", "Response", answer)

    def _asked(self, method: str, session: dict[str, Any], arguments: Any) -> dict[str, Any]:
        match method:
            case "SelectDevices":
                session |= arguments[-1]
                return {}
            case "Start":
                return self._start(session)
            case "BindShortcuts":
                session["bound"] = True
                return self._bind(arguments[1])
            case _:
                return {}

    def _start(self, session: dict[str, Any]) -> dict[str, Any]:
        token = session.get("restore_token", "")
        if token in self._tokens:
            self._tokens.remove(token)
        else:
            self._note(asked="leave")
        facts = {"position": GLib.Variant("(ii)", (0, 0)), "size": GLib.Variant("(ii)", (640, 480))}
        results = {
            "devices": GLib.Variant("u", 3),
            "streams": GLib.Variant("a(ua{sv})", [(7, facts)]),
        }
        if self._remember and session.get("persist_mode") == 2:
            fresh = str(uuid.uuid4())
            self._tokens.add(fresh)
            results["restore_token"] = GLib.Variant("s", fresh)
        return results

    def _bind(self, wanted: Any) -> dict[str, Any]:
        self._note(asked="key")
        ((name, facts),) = wanted
        told = {"description": facts["description"], "trigger_description": "Super+Esc"}
        bound = {what: GLib.Variant("s", text) for what, text in told.items()}
        return {"shortcuts": GLib.Variant("a(sa{sv})", [(name, bound)])}

    def _note(self, **facts: Any) -> None:
        with self._log.open("a") as log:
            log.write(f"{json.dumps(facts)}\n")


def main() -> None:
    bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
    portal = _Portal(bus, Path(sys.argv[1]), remember="REMEMBER" in sys.argv)
    name = "org.freedesktop.portal.Desktop"

    def owned(*_: Any) -> None:
        Path(sys.argv[1]).touch()

    Gio.bus_own_name_on_connection(bus, name, Gio.BusNameOwnerFlags.NONE, owned, None)
    GLib.unix_signal_add(GLib.PRIORITY_HIGH, signal.SIGUSR1, portal.press)
    GLib.unix_signal_add(GLib.PRIORITY_HIGH, signal.SIGUSR2, portal.end)
    GLib.MainLoop().run()


main()
