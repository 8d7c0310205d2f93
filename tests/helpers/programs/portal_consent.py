"""The half of a desktop portal that asks the person, for tests: it says yes, or no, and hands all
input on to mutter. The other half, which programs talk to, is the real one.

    python3 portal_consent.py yes|no READY

READY is a file that comes when it can be asked. At SIGUSR1 the person presses the key that a
program asked for, at SIGUSR2 they end the sharing of the screen.
"""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import Any

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

_NAME = "org.freedesktop.impl.portal.desktop.consent"
_DESKTOP = "/org/freedesktop/portal/desktop"
_MUTTER = "org.gnome.Mutter."
_ASK = '<arg type="o" direction="in"/><arg type="o" direction="in"/><arg type="s" direction="in"/>'
_ANSWER = '<arg type="u" direction="out"/><arg type="a{sv}" direction="out"/>'
_OPTIONS = '<arg type="a{sv}" direction="in"/>'
_PARENT = '<arg type="s" direction="in"/>'


_TWO = '<arg type="o" direction="in"/><arg type="o" direction="in"/>'
_SHORTCUTS = '<arg type="a(sa{sv})" direction="in"/>'
_GLOBAL = "org.freedesktop.impl.portal.GlobalShortcuts"


def _method(name: str, arguments: str) -> str:
    return f'<method name="{name}">{arguments}</method>'


def _notify(name: str, *kinds: str) -> str:
    given = "".join(f'<arg type="{kind}" direction="in"/>' for kind in ("o", "a{sv}", *kinds))
    return _method(f"Notify{name}", given)


def _property(name: str) -> str:
    return f'<property name="{name}" type="u" access="read"/>'


_SHARED = _method("CreateSession", _ASK + _OPTIONS + _ANSWER) + _method(
    "Start", _ASK + _PARENT + _OPTIONS + _ANSWER
)
_XML = f"""<node>
<interface name="org.freedesktop.impl.portal.RemoteDesktop">{_SHARED}
{_method("SelectDevices", _ASK + _OPTIONS + _ANSWER)}
{_notify("PointerMotionAbsolute", "u", "d", "d")}{_notify("PointerMotion", "d", "d")}
{_notify("PointerButton", "i", "u")}
{_notify("PointerAxis", "d", "d")}{_notify("PointerAxisDiscrete", "u", "i")}
{_notify("KeyboardKeycode", "i", "u")}{_notify("KeyboardKeysym", "i", "u")}
{_property("AvailableDeviceTypes")}{_property("version")}</interface>
<interface name="org.freedesktop.impl.portal.ScreenCast">{_SHARED}
{_method("SelectSources", _ASK + _OPTIONS + _ANSWER)}
{_property("AvailableSourceTypes")}{_property("AvailableCursorModes")}{_property("version")}
</interface>
<interface name="org.freedesktop.impl.portal.GlobalShortcuts">
{_method("CreateSession", _ASK + _OPTIONS + _ANSWER)}
{_method("BindShortcuts", _TWO + _SHORTCUTS + _PARENT + _OPTIONS + _ANSWER)}
{_property("version")}</interface>
<interface name="org.freedesktop.impl.portal.Session"><method name="Close"/>
<signal name="Closed"/>{_property("version")}</interface></node>"""
_SHIFT = 42
"""linux/input-event-codes.h."""
_INTERFACES = Gio.DBusNodeInfo.new_for_xml(_XML).interfaces
_PROPERTIES = {
    "AvailableDeviceTypes": 3,
    "AvailableSourceTypes": 1,
    "AvailableCursorModes": 3,
}
_VERSIONS = {"RemoteDesktop": 1, "ScreenCast": 4, "GlobalShortcuts": 1, "Session": 1}


class _Session:
    """One program's session, and mutter's two behind it."""

    def __init__(self, bus: Any, handle: str) -> None:
        self._bus = bus
        self.handle = handle
        self._cursor = 1
        self._streams: dict[int, str] = {}
        self._remote = self._call("RemoteDesktop", "", "CreateSession")[0]

    def select(self, options: dict[str, Any]) -> None:
        self._cursor = options.get("cursor_mode", 1)

    def start(self) -> dict[str, Any]:
        told = self._get("RemoteDesktop.Session", self._remote, "SessionId")
        given = GLib.Variant("(a{sv})", ({"remote-desktop-session-id": GLib.Variant("s", told)},))
        cast = self._call("ScreenCast", "", "CreateSession", given)[0]
        mode = GLib.Variant("u", {1: 0, 2: 1}[self._cursor])
        streams = [
            self._call(
                "ScreenCast.Session",
                cast,
                "RecordMonitor",
                GLib.Variant("(sa{sv})", (connector, {"cursor-mode": mode})),
            )[0]
            for connector in self._connectors()
        ]
        self._streams = self._nodes(streams)
        # A session without any device gets them with the first input, which its programs miss.
        self.notify("NotifyPointerMotionAbsolute", next(iter(self._streams)), 1.0, 1.0)
        for down in (1, 0):
            self.notify("NotifyKeyboardKeycode", _SHIFT, down)
        return {
            "devices": GLib.Variant("u", 3),
            "streams": GLib.Variant(
                "a(ua{sv})", [(node, self._facts(path)) for node, path in self._streams.items()]
            ),
        }

    def _facts(self, stream: str) -> dict[str, Any]:
        told = self._get("ScreenCast.Stream", stream, "Parameters")
        return {
            "position": GLib.Variant("(ii)", told.get("position", (0, 0))),
            "size": GLib.Variant("(ii)", told["size"]),
            "source_type": GLib.Variant("u", 1),
        }

    def _connectors(self) -> list[str]:
        """Of all monitors."""
        _serial, monitors, *_rest = self._call("DisplayConfig", "", "GetCurrentState")
        return [monitor[0][0] for monitor in monitors]

    def notify(self, name: str, *given: Any) -> None:
        match name:
            case "NotifyPointerMotionAbsolute":
                node, x, y = given
                told = GLib.Variant("(sdd)", (self._streams[node], x, y))
            case "NotifyPointerMotion":
                name, told = "NotifyPointerMotionRelative", GLib.Variant("(dd)", given)
            case "NotifyPointerButton":
                told = GLib.Variant("(ib)", (given[0], bool(given[1])))
            case "NotifyPointerAxis":
                told = GLib.Variant("(ddu)", (*given, 0))
            case "NotifyPointerAxisDiscrete":
                told = GLib.Variant("(ui)", given)
            case _:
                told = GLib.Variant("(ub)", (given[0], bool(given[1])))
        self._call("RemoteDesktop.Session", self._remote, name, told)

    def stop(self) -> None:
        self._call("RemoteDesktop.Session", self._remote, "Stop")

    def _nodes(self, streams: list[str]) -> dict[int, str]:
        """Start, and wait for the numbers of the streams."""
        loop = GLib.MainLoop()
        found: dict[int, str] = {}

        def added(*told: Any) -> None:
            found[told[5].unpack()[0]] = told[2]
            if len(found) == len(streams):
                loop.quit()

        signal = self._bus.signal_subscribe(
            None, _MUTTER + "ScreenCast.Stream", "PipeWireStreamAdded", None, None, 0, added
        )
        self._call("RemoteDesktop.Session", self._remote, "Start")
        GLib.timeout_add(5000, loop.quit)
        loop.run()
        self._bus.signal_unsubscribe(signal)
        return found

    def _call(self, what: str, path: str, method: str, given: Any = None) -> Any:
        name = _MUTTER + what.partition(".")[0]
        at = path or "/" + name.replace(".", "/")
        done = self._bus.call_sync(name, at, _MUTTER + what, method, given, None, 0, 5000, None)
        return done.unpack()

    def _get(self, what: str, path: str, name: str) -> Any:
        given = GLib.Variant("(ss)", (_MUTTER + what, name))
        bus_name = _MUTTER + what.partition(".")[0]
        return self._bus.call_sync(
            bus_name, path, "org.freedesktop.DBus.Properties", "Get", given, None, 0, 5000, None
        ).unpack()[0]


class _Consent:
    """Answers the portal."""

    def __init__(self, bus: Any, *, yes: bool) -> None:
        self._bus = bus
        self._yes = yes
        self._sessions: dict[str, _Session] = {}
        self._listening: list[str] = []
        for interface in _INTERFACES[:3]:
            self._offer(_DESKTOP, interface)

    def press(self) -> bool:
        """The key, for every program that has one."""
        for handle in self._listening:
            told = GLib.Variant("(osta{sv})", (handle, "stop", 0, {}))
            self._bus.emit_signal(None, _DESKTOP, _GLOBAL, "Activated", told)
        return True

    def end(self) -> bool:
        """All that is shared."""
        for handle, session in self._sessions.items():
            session.stop()
            name = _INTERFACES[3].name
            self._bus.emit_signal(None, handle, name, "Closed", None)
        self._sessions.clear()
        return True

    def _offer(self, path: str, interface: Any) -> None:
        self._bus.register_object(path, interface, self._called, self._read, None)

    def _read(self, _bus: Any, _sender: str, _path: str, interface: str, name: str) -> Any:
        value = _PROPERTIES.get(name) or _VERSIONS[interface.rpartition(".")[2]]
        return GLib.Variant("u", value)

    def _called(self, *told: Any) -> None:
        _bus, _sender, path, interface, method, given, invocation = told
        arguments = given.unpack()
        if method == "Close":
            if path in self._listening:
                self._listening.remove(path)
            elif session := self._sessions.pop(path, None):
                session.stop()
        elif method.startswith("Notify"):
            session, _options, *rest = arguments
            self._sessions[session].notify(method, *rest)
        else:
            asked = self._bound if interface == _GLOBAL else self._asked
            answer = asked(method, arguments)
            invocation.return_value(GLib.Variant("(ua{sv})", answer))
            return
        invocation.return_value(None)

    def _bound(self, method: str, arguments: Any) -> tuple[int, dict[str, Any]]:
        handle = arguments[1]
        if method == "CreateSession":
            self._offer(handle, _INTERFACES[3])
            return 0, {"shortcuts": GLib.Variant("a(sa{sv})", [])}
        ((name, facts),) = arguments[2]
        self._listening.append(handle)
        told = {"description": facts["description"], "trigger_description": "Super+Esc"}
        bound = {what: GLib.Variant("s", text) for what, text in told.items()}
        return 0, {"shortcuts": GLib.Variant("a(sa{sv})", [(name, bound)])}

    def _asked(self, method: str, arguments: Any) -> tuple[int, dict[str, Any]]:
        handle, options = arguments[1], arguments[-1]
        match method:
            case "CreateSession":
                self._sessions[handle] = _Session(self._bus, handle)
                self._offer(handle, _INTERFACES[3])
                return 0, {"session_id": GLib.Variant("s", handle.rpartition("/")[2])}
            case "SelectSources":
                self._sessions[handle].select(options)
                return 0, {}
            case "Start":
                return (0, self._sessions[handle].start()) if self._yes else (1, {})
            case _:
                return 0, {}


def main() -> None:
    bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
    consent = _Consent(bus, yes=sys.argv[1] == "yes")
    Gio.bus_own_name_on_connection(bus, _NAME, Gio.BusNameOwnerFlags.NONE, None, None)
    GLib.unix_signal_add(GLib.PRIORITY_HIGH, signal.SIGUSR1, consent.press)
    GLib.unix_signal_add(GLib.PRIORITY_HIGH, signal.SIGUSR2, consent.end)
    Path(sys.argv[2]).touch()
    GLib.MainLoop().run()


main()
