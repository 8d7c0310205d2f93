"""Opening what a person or a model names: an address, a program by its package or by its name.

A device does not say by which names it shows its programs, but for their pictures: a name is laid
beside the parts of their packages, and a few well-known ones stand in a table.
"""

from __future__ import annotations

import difflib
import re
import shlex
from typing import TYPE_CHECKING, Final

from uitars_runtime.commands.openings import is_address
from uitars_runtime.desktop.refused import Refused
from uitars_runtime.errors import UsageError

if TYPE_CHECKING:
    from uitars_runtime.desktop.android.device import AndroidDevice

_LAUNCHED: Final = (
    "cmd package query-activities --components -a android.intent.action.MAIN"
    " -c android.intent.category.LAUNCHER"
)
_COMPONENT = re.compile(r"(?m)^\s*([A-Za-z][\w.]*)/([\w.$]+)\s*$")
_SILENT = frozenset(
    {"com", "org", "net", "android", "google", "apps", "app", "example", "mobile", "main"}
)
_CALLED: Final = {
    "clock": "deskclock",
    "files": "documentsui",
    "gallery": "gallery3d",
    "gmail": "gm",
    "maps": "maps",
    "messages": "messaging",
    "phone": "dialer",
    "photos": "photos",
    "play store": "vending",
    "voice recorder": "soundrecorder",
}
"""Names of well-known programs -> the part of the package that means them."""


def opened(device: AndroidDevice, target: str) -> str:
    """Open it; returns "", since no title is known. Raises `UsageError`, `DesktopError`."""
    try:
        if is_address(target):
            device.do(f"am start -a android.intent.action.VIEW -d {shlex.quote(target)}")
        else:
            device.do(f"am start -n {shlex.quote(_meant(device, target))}")
    except Refused as refusal:
        raise UsageError(f"{target} cannot be opened: {refusal}") from refusal
    return ""


def _meant(device: AndroidDevice, target: str) -> str:
    """The activity that a name means."""
    if re.fullmatch(r"[A-Za-z][\w.]*/[\w.$]+", target):
        return target
    found = dict(_COMPONENT.findall(device.told(_LAUNCHED)))
    if target in found:
        return f"{target}/{found[target]}"
    best = named(target, tuple(found))
    if len(best) == 1:
        return f"{best[0]}/{found[best[0]]}"
    if best:
        raise UsageError(
            f"{target} can mean several programs of the device: {', '.join(best)}.",
            "Name one of these.",
        )
    close = difflib.get_close_matches(target.casefold(), found, n=3, cutoff=0.3)
    raise UsageError(
        f"The device has no program {target!r}.",
        f"Like it: {', '.join(close)}." if close else "Give the name of its package.",
    )


def named(name: str, packages: tuple[str, ...]) -> tuple[str, ...]:
    """The packages that a name means the most likely."""
    plain = re.sub(r"[\W_]", "", name.casefold())
    plain = _CALLED.get(name.strip().casefold(), plain)
    if not plain:
        return ()

    def fits(package: str) -> int:
        parts = [part for part in package.casefold().split(".") if part not in _SILENT]
        if plain in (part.replace("_", "") for part in parts):
            return 2
        return int(any(plain in part for part in parts))

    most = max(map(fits, packages), default=0)
    return tuple(one for one in packages if most and fits(one) == most)
