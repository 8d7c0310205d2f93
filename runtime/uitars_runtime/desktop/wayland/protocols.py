"""The protocols that pywayland does not bring, as tables: wlr-screencopy-unstable-v1,
wlr-virtual-pointer-unstable-v1, virtual-keyboard-unstable-v1 and
wlr-foreign-toplevel-management-unstable-v1.

Requests and events stand in the order of the protocols' own XML files, which is what counts on the
wire. An argument is a letter as in libwayland's signatures: i, u, f(ixed), s(tring), o(bject),
n(ew object), a(rray), h (descriptor).
"""

# pywayland builds its classes at run time.
# pyright: reportPrivateUsage=false, reportUnknownMemberType=false
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pywayland.protocol.wayland import WlBuffer, WlOutput, WlSeat, WlSurface
from pywayland.protocol_core.argument import Argument
from pywayland.protocol_core.interface import Interface
from pywayland.protocol_core.message import Message
from pywayland.protocol_core.proxy import Proxy
from pywayland.scanner.argument import ArgumentType

_KINDS = {
    "i": ArgumentType.Int,
    "u": ArgumentType.Uint,
    "f": ArgumentType.Fixed,
    "s": ArgumentType.String,
    "o": ArgumentType.Object,
    "n": ArgumentType.NewId,
    "a": ArgumentType.Array,
    "h": ArgumentType.FileDescriptor,
}
_Row = tuple[Any, ...]
"""Name, signature, then the interface of each object in it."""


class Thing(Proxy[Any]):
    """An object of the compositor's."""

    def send(self, request: str, *values: object) -> Any:
        """Send a request by its name; the new object where it makes one."""
        requests: list[Message] = self.interface.requests
        opcode = next(number for number, one in enumerate(requests) if one.name == request)
        for one in requests[opcode].arguments:
            if one.argument_type is ArgumentType.NewId and one.interface is not None:
                return self._marshal_constructor(opcode, one.interface, *values)
        self._marshal(opcode, *values)
        return None

    def end(self, request: str = "destroy") -> None:
        """Send its last request."""
        self.send(request)
        self.destroy()


def _interface(name: str, version: int, requests: Sequence[_Row], events: Sequence[_Row]) -> Any:
    metaclass: Any = type(Interface)
    made = metaclass(name, (Interface,), {"name": name, "version": version})
    made.requests = [_message(*row) for row in requests]
    made.events = [_message(*row) for row in events]
    made.proxy_class = type(f"{name}_proxy", (Thing,), {"interface": made})
    made._gen_c()
    return made


def _message(name: str, signature: str, *interfaces: Any, since: int | None = None) -> Message:
    def told() -> None:
        """Only its name is read."""

    told.__name__ = name
    objects = iter(interfaces)
    arguments = tuple(
        Argument(
            _KINDS[letter], interface=next(objects) if letter in "no" else None, nullable=optional
        )
        for letter, optional in _letters(signature)
    )
    return Message(told, arguments, since)


def _letters(signature: str) -> list[tuple[str, bool]]:
    """Each letter of a signature, and whether it may be left out (`?` before it)."""
    return [
        (letter, signature[at - 1 : at] == "?")
        for at, letter in enumerate(signature)
        if letter != "?"
    ]


FRAME = _interface(
    "zwlr_screencopy_frame_v1",
    3,
    [("copy", "o", WlBuffer), ("destroy", ""), ("copy_with_damage", "o", WlBuffer)],
    [
        ("buffer", "uuuu"),
        ("flags", "u"),
        ("ready", "uuu"),
        ("failed", ""),
        ("damage", "uuuu"),
        ("linux_dmabuf", "uuu"),
        ("buffer_done", ""),
    ],
)
SCREENCOPY = _interface(
    "zwlr_screencopy_manager_v1",
    3,
    [
        ("capture_output", "nio", FRAME, WlOutput),
        ("capture_output_region", "nioiiii", FRAME, WlOutput),
        ("destroy", ""),
    ],
    [],
)
POINTER = _interface(
    "zwlr_virtual_pointer_v1",
    2,
    [
        ("motion", "uff"),
        ("motion_absolute", "uuuuu"),
        ("button", "uuu"),
        ("axis", "uuf"),
        ("frame", ""),
        ("axis_source", "u"),
        ("axis_stop", "uu"),
        ("axis_discrete", "uufi"),
        ("destroy", ""),
    ],
    [],
)
POINTERS = _interface(
    "zwlr_virtual_pointer_manager_v1",
    2,
    [
        ("create_virtual_pointer", "?on", WlSeat, POINTER),
        ("destroy", ""),
        ("create_virtual_pointer_with_output", "?o?on", WlSeat, WlOutput, POINTER),
    ],
    [],
)
KEYBOARD = _interface(
    "zwp_virtual_keyboard_v1",
    1,
    [("keymap", "uhu"), ("key", "uuu"), ("modifiers", "uuuu"), ("destroy", "")],
    [],
)
KEYBOARDS = _interface(
    "zwp_virtual_keyboard_manager_v1",
    1,
    [("create_virtual_keyboard", "on", WlSeat, KEYBOARD)],
    [],
)
TOPLEVEL = _interface(
    "zwlr_foreign_toplevel_handle_v1",
    1,
    [
        ("set_maximized", ""),
        ("unset_maximized", ""),
        ("set_minimized", ""),
        ("unset_minimized", ""),
        ("activate", "o", WlSeat),
        ("close", ""),
        ("set_rectangle", "oiiii", WlSurface),
        ("destroy", ""),
    ],
    [
        ("title", "s"),
        ("app_id", "s"),
        ("output_enter", "o", WlOutput),
        ("output_leave", "o", WlOutput),
        ("state", "a"),
        ("done", ""),
        ("closed", ""),
    ],
)
TOPLEVELS = _interface(
    "zwlr_foreign_toplevel_manager_v1",
    1,
    [("stop", "")],
    [("toplevel", "n", TOPLEVEL), ("finished", "")],
)
