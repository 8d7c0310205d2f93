"""Which device is meant, and what is the matter with one that cannot be worked."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

from uitars_runtime.desktop.android.server import AdbError, AdbServer, Listed
from uitars_runtime.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

_READY = "device"
_ADDRESS = re.compile(r"[\w.-]+:\d+|\[[0-9a-fA-F:]+\]:\d+")
_PASSING = ("authorizing", "connecting", "offline")
"""States that a moment ends."""
_ASKING = "unauthorized"
"""What one is called, too, that was only just reached and has not looked at our key yet."""
_SECONDS = 3.0
_PAUSE = 0.1


def chosen(server: AdbServer, serial: str) -> str:
    """The serial of the device that is meant, which can be worked. `serial`: as a person named it;
    empty for the only one. Raises `UsageError`."""
    deadline = time.monotonic() + _SECONDS
    passing_states: tuple[str, ...] = _PASSING
    if is_address(serial) and _state(server, serial) != _READY:
        reach(server, serial)
        passing_states = (*_PASSING, _ASKING)
    while True:
        listed = server.devices()
        found = [one for one in listed if one.serial == serial or not serial]
        passing = not found or any(one.state in passing_states for one in found)
        if not passing or time.monotonic() > deadline or not (found or is_address(serial)):
            return _only(found, listed, serial)
        time.sleep(_PAUSE)


def is_address(serial: str) -> bool:
    """Whether a device of this name is reached over the network."""
    return _ADDRESS.fullmatch(serial) is not None


def reach(server: AdbServer, serial: str) -> None:
    """Have the server connect to a device of the network again, also where it thinks that it is
    connected."""
    if not is_address(serial):
        return
    try:
        if _state(server, serial) == "offline":
            server.ask(f"host:disconnect:{serial}")
        server.ask(f"host:connect:{serial}")
    except AdbError:
        pass  # what became of it stands in the list of devices


def ready(server: AdbServer, serial: str) -> bool:
    """Whether a device can be worked at this moment."""
    return _state(server, serial) == _READY


def _state(server: AdbServer, serial: str) -> str:
    return next((one.state for one in server.devices() if one.serial == serial), "")


def _only(found: Sequence[Listed], listed: Sequence[Listed], serial: str) -> str:
    usable = [one for one in found if one.state == _READY]
    if len(usable) == 1 and (serial or len(found) == 1):
        return usable[0].serial
    names = ", ".join(one.serial for one in listed)
    if not found and serial:
        there = f"There are: {names}." if names else "There is none at all."
        raise UsageError(f"There is no device {serial!r}. {there}", _plug_in())
    if not found:
        raise UsageError("There is no Android device.", _plug_in())
    if len(found) > 1:
        raise UsageError(
            f"There are several Android devices: {names}.",
            f"Name one: --desktop android:{found[0].serial}",
        )
    raise _unusable(found[0])


def _plug_in() -> str:
    return (
        "Connect one by USB with USB debugging switched on in its developer options, or name its"
        " address: --desktop android:HOST:PORT"
    )


def _unusable(device: Listed) -> UsageError:
    name, state = device.serial, device.state
    match state:
        case "unauthorized" | "authorizing":
            return UsageError(
                f"The device {name} does not let this computer in.",
                "Unlock its screen and answer its question about USB debugging with yes.",
            )
        case "offline" | "connecting":
            return UsageError(
                f"The device {name} is offline: it is there and does not answer.",
                f"Plug it in again, or try: adb reconnect offline; adb disconnect {name}",
            )
        case _ if state.startswith("no permissions"):
            return UsageError(
                f"This user may not use the device {name}.",
                "On Debian or Ubuntu: apt install android-sdk-platform-tools-common, and join the"
                " group plugdev.",
            )
        case _:
            return UsageError(
                f"The device {name} is in the state {state!r}.", "Start Android on it."
            )
