"""`android[:SERIAL]` as a kind of desktop."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from uitars_runtime.desktop.kind import DesktopKind, Order, Place
from uitars_runtime.protocols import Processes

if TYPE_CHECKING:
    from uitars_runtime.desktop.android.device import AndroidDevice

NOTICE = (
    "The screen is an Android device's: a click is a tap, a right click a long press, a scroll or a"
    " drag a swipe. The key super is its Home button, alt+left goes back, alt+tab shows the open"
    " programs; there are no other chords. What is opened opens there; commands and files are those"
    " of the workspace here, which the device does not see."
)
WARNING = (
    "Nothing here feels your finger on the device, and no gesture on it stops the agent: to stop"
    " it, press Ctrl+C here or run: uitars stop."
)


def _takes(argument: str) -> bool:
    return not argument or (argument.isprintable() and " " not in argument)


def _open(order: Order, _guard: Processes) -> Place:
    from uitars_runtime.desktop.android.desktop import AndroidDesktop
    from uitars_runtime.desktop.android.device import AndroidDevice
    from uitars_runtime.desktop.android.programs import opened
    from uitars_runtime.desktop.sandbox import split

    device = AndroidDevice(order.argument)
    awake(device)
    desktop = AndroidDesktop(device)

    def start(target: str) -> str:
        return opened(device, target)

    if not order.again:
        for app in order.apps:
            start(" ".join(split(app)))
    return Place(
        desktop,
        # The command adb means the same device then.
        {**os.environ, "ANDROID_SERIAL": device.serial},
        start,
        start,
        outline=desktop.outline,
        opener=start,
        notice=NOTICE,
        warning=WARNING,
    )


def awake(device: AndroidDevice) -> None:
    """Raises `UsageError` for a device whose screen is off: it shows nothing and takes nothing."""
    from uitars_runtime.desktop.android.window import POWER
    from uitars_runtime.errors import UsageError

    if device.told(POWER).strip().endswith(("=Asleep", "=Dozing")):
        raise UsageError(
            f"The screen of the device {device.serial} is off.", "Switch it on and unlock it."
        )


ANDROID = DesktopKind(_open, _takes)
