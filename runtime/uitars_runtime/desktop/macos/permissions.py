"""What a person must allow a program in the settings of macOS before it can see and work the
screen. Without the first macOS shows a picture of the wallpaper, without the second input goes
nowhere: neither says so."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from uitars_runtime.errors import ConsentError

_SETTINGS: Final = "x-apple.systempreferences:com.apple.preference.security"


class Permission(NamedTuple):
    """One list of programs in Privacy & Security."""

    name: str
    """As the settings call it."""
    allows: str
    pane: str
    """What `open` is given to show the list."""


SCREEN: Final = Permission(
    "Screen Recording", "see the screen", f"{_SETTINGS}?Privacy_ScreenCapture"
)
CONTROL: Final = Permission(
    "Accessibility", "work mouse and keyboard", f"{_SETTINGS}?Privacy_Accessibility"
)


def missing() -> tuple[Permission, ...]:
    """Those that this program was not given; nobody is asked."""
    # pyobjc has no types.
    quartz: Any = importlib.import_module("Quartz")
    services: Any = importlib.import_module("HIServices")
    given = {
        SCREEN: quartz.CGPreflightScreenCaptureAccess(),
        CONTROL: services.AXIsProcessTrusted(),
    }
    return tuple(one for one, has in given.items() if not has)


def demand() -> None:
    """Raises `ConsentError` where one is missing; macOS then asks the person for it."""
    lacking = missing()
    if not lacking:
        return
    quartz: Any = importlib.import_module("Quartz")
    services: Any = importlib.import_module("HIServices")
    if SCREEN in lacking:
        quartz.CGRequestScreenCaptureAccess()
    if CONTROL in lacking:
        services.AXIsProcessTrustedWithOptions({services.kAXTrustedCheckOptionPrompt: True})
    raise ConsentError(*told(lacking))


def told(lacking: Sequence[Permission]) -> tuple[str, str]:
    """What that means, and what to do about it."""
    title = f"macOS does not let uitars {' or '.join(one.allows for one in lacking)}."
    names = " and ".join(f"{one.name} (open '{one.pane}')" for one in lacking)
    hint = (
        f"In System Settings, Privacy & Security, allow it {names} for Uitars, or for the terminal"
        " that it runs in; then start that again."
    )
    return title, hint
