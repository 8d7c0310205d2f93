"""Whether an Android device can be looked at and worked; nothing on it is changed or touched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uitars_runtime.desktop.android import hierarchy
from uitars_runtime.desktop.android import input as touches
from uitars_runtime.desktop.android.desktop import AndroidDesktop
from uitars_runtime.desktop.android.device import AndroidDevice
from uitars_runtime.desktop.android.kind import awake
from uitars_runtime.doctor.report import Finding, Status, examine

if TYPE_CHECKING:
    from collections.abc import Iterator


def findings(serial: str) -> Iterator[Finding]:
    """What is found of a device; only the first where it cannot be reached."""
    opened: list[AndroidDevice] = []

    def device() -> Finding:
        found = AndroidDevice(serial)
        opened.append(found)
        awake(found)
        version = found.told("getprop ro.build.version.release").strip()
        return Finding("device", Status.OK, f"{found.serial} answers; Android {version or '?'}.")

    yield from examine([("device", device)])
    if opened:
        desktop = AndroidDesktop(opened[0])
        try:
            yield from examine(
                [
                    ("capture", lambda: _capture(desktop)),
                    ("programs", lambda: _programs(desktop)),
                    ("text entry", lambda: _text(desktop)),
                ]
            )
        finally:
            desktop.close()


def _capture(desktop: AndroidDesktop) -> Finding:
    size, front = desktop.observe().size, desktop.front
    text = f"The screen ({size.width}x{size.height}) shows {front.package or 'no known program'}."
    if front.screen is None:
        mend = "Please report this with the output of: adb shell dumpsys window displays"
        return Finding("capture", Status.DEGRADED, f"{text} Its own size was not said.", mend)
    return Finding("capture", Status.OK, text)


def _programs(desktop: AndroidDesktop) -> Finding:
    if "<hierarchy" in desktop.device.told(hierarchy.QUESTION):
        return Finding("programs", Status.OK, "The program in front says what is on its screen.")
    text = "The program in front does not say what is on its screen; passwords are not found then."
    return Finding("programs", Status.DEGRADED, text, "Try with nothing moving on the screen.")


def _text(desktop: AndroidDesktop) -> Finding:
    if touches.HELPER in desktop.device.told("ime list -s -a").split():
        return Finding(
            "text entry", Status.OK, "Any text can be entered: ADBKeyBoard is installed."
        )
    text = "Only ASCII can be typed: ADBKeyBoard is not installed on the device."
    return Finding("text entry", Status.OK, text)
