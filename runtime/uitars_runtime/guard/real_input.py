"""What a person's own devices do, as the X server tells it: raw events of XInput 2.

XTEST, by which an agent acts, comes from devices of its own, which the server marks; nothing sent
with it can pass for a person. A remote desktop that sends XTEST (VNC) is no person here either.
Not here: what follows from a press; that is physical.py, gesture.py and hands/touch.py.
"""

from __future__ import annotations

import enum
import sys
import time
from typing import Any

import msgspec

from uitars_runtime.desktop.managed import hang_up, reached
from uitars_runtime.errors import DesktopError

_HALF_RANGE = 1 << 31
"""The server's clock counts milliseconds modulo twice this."""


class Kind(enum.IntEnum):
    """Event types of XInput 2 (XI2.h)."""

    KEY = 13
    BUTTON = 15


class RealEvent(msgspec.Struct, frozen=True):
    """A key or button went down."""

    kind: Kind
    detail: int
    """Keycode or button."""
    at: float
    """When it happened, as `time.monotonic()` counts."""
    time: int
    """The same by the server's clock, in milliseconds modulo 2**32."""
    real: bool = True
    """Whether a person's device did it; XTEST's events are told only to those who ask for them."""


class RealInput:
    """Listens on a connection of its own. Raises `DesktopError` where that cannot be done; `gone`
    when the X server is gone. For one thread."""

    def __init__(self, display: str, *, agents_too: bool = False) -> None:
        """`agents_too`: tell what comes from XTEST as well."""
        from Xlib.display import Display
        from Xlib.error import ConnectionClosedError, DisplayError, XauthError
        from Xlib.ext import xinput

        try:
            self._display = Display(display)
        except (DisplayError, XauthError, ConnectionClosedError, OSError) as error:
            raise DesktopError(
                f"The display {display} cannot be reached.", str(error), gone=True
            ) from error
        if self._display.query_extension(xinput.extname) is None:
            hang_up(self._display)
            raise DesktopError(
                f"The display {display} has no XInput extension, so that nobody can be told"
                " from a program.",
                "Use another X server.",
            )
        self._agents_too = agents_too
        self._real: dict[int, bool | None] = {}
        """By device: whether it is a person's; None for a master, which repeats the others."""
        self._read = (0, 0.0)
        """What the server's clock showed when it was last read, and the time here."""
        self._remapped: list[Any] = []
        """Notices that the keyboard map changed."""
        reached(self._listen)

    def fileno(self) -> int:
        """For `select`: readable when events may have come."""
        return int(self._display.fileno())

    def events(self) -> list[RealEvent]:
        """What came since the last call, oldest first. Everything that the server knew when this
        was called is in it."""
        return reached(self._events)

    def arrived(self) -> list[RealEvent]:
        """What has come from the server already; returns at once, whatever the server does."""
        return reached(self._arrived)

    def keycode(self, keysym: int) -> int:
        """The key that means this symbol under the current layout; 0 for none."""
        return reached(lambda: self._keycode(keysym))

    def close(self) -> None:
        """Give the connection back; a dead one too."""
        hang_up(self._display)

    def _keycode(self, keysym: int) -> int:
        while self._remapped:
            self._display.refresh_keyboard_mapping(self._remapped.pop())
        return int(self._display.keysym_to_keycode(keysym))

    def _listen(self) -> None:
        from Xlib import X
        from Xlib.ext import xinput

        # From version 2.1 on raw events come even while a menu has grabbed pointer and keyboard.
        xinput.XIQueryVersion(
            display=self._display.display,
            opcode=self._display.display.get_extension_major(xinput.extname),
            major_version=2,
            minor_version=2,
        )
        root = self._display.screen().root
        self._clock = root.create_window(
            0, 0, 1, 1, 0, 0, window_class=X.InputOnly, event_mask=X.PropertyChangeMask
        )
        # Not motion: what nobody reads for hours piles up in the X server.
        mask = xinput.RawKeyPressMask | xinput.RawButtonPressMask
        root.xinput_select_events([(xinput.AllDevices, mask)])
        every = self._display.xinput_query_device(xinput.AllDevices).devices
        self._real = {one.deviceid: self._look_up(one.deviceid) for one in every}
        self._events()

    def _events(self) -> list[RealEvent]:
        from Xlib import X, Xatom

        # The notice of this change carries the server's time, and follows all earlier events.
        self._clock.change_property(Xatom.WM_NAME, Xatom.STRING, 8, b"")
        raw: list[Any] = []
        while (event := self._display.next_event()).type != X.PropertyNotify:
            raw.append(event)
        self._read = (int(event.time), time.monotonic())
        for device in {source for event in raw if (source := _source(event))} - set(self._real):
            self._real[device] = self._look_up(device)
        return self._real_ones(raw)

    def _arrived(self) -> list[RealEvent]:
        return self._real_ones(
            [self._display.next_event() for _ in range(self._display.pending_events())]
        )

    def _real_ones(self, raw: list[Any]) -> list[RealEvent]:
        """A device that was not looked up yet was plugged in just now, by a person."""
        from Xlib import X

        self._remapped += [event for event in raw if event.type == X.MappingNotify]
        told = (True, False) if self._agents_too else (True,)
        return [
            _decoded(event, *self._read, real)
            for event in raw
            if (source := _source(event)) and (real := self._real.get(source, True)) in told
        ]

    def _look_up(self, device: int) -> bool | None:
        """Whether this is a device of a person, not marked as XTEST's; None for a master."""
        from Xlib.error import XError
        from Xlib.ext import xinput

        mark = self._display.intern_atom("XTEST Device")
        try:
            found = self._display.xinput_query_device(device).devices
            marked = self._display.xinput_get_device_property(device, mark, 0, 0, 1)
        except XError:
            return False  # unplugged since: nobody knows what it was
        masters = (xinput.MasterPointer, xinput.MasterKeyboard)
        return None if any(one.use in masters for one in found) else not marked.type


def _source(event: Any) -> int:
    """The device of a raw event; 0 for any other event."""
    from Xlib.ext import ge

    if event.type != ge.GenericEventCode or event.evtype not in list(Kind):
        return 0
    # XIRawEvent after its header: device, time in milliseconds, detail, source device.
    return _number(event.data, 0, 2)


def _decoded(event: Any, server_time: int, at: float, real: bool | None) -> RealEvent:
    """`server_time`: what the server's clock showed at `at`, in milliseconds modulo 2**32."""
    time = _number(event.data, 2, 6)
    later = (time - server_time + _HALF_RANGE) % (2 * _HALF_RANGE)
    moment = at + (later - _HALF_RANGE) / 1e3
    return RealEvent(Kind(event.evtype), _number(event.data, 6, 10), moment, time, bool(real))


def _number(body: bytes, start: int, end: int) -> int:
    return int.from_bytes(body[start:end], sys.byteorder)
