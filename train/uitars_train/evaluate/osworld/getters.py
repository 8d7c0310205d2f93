"""Where a judge looks: what OSWorld calls the result's type, one function each.

Nothing is judged here. None is what could not be found.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from uitars_train.evaluate.osworld import profile
from uitars_train.evaluate.osworld.host import Getters, Host, Kept
from uitars_train.evaluate.osworld.machine import TaskMachine
from uitars_train.evaluate.osworld.stand_ins import PROFILE, VIDEO_TYPES

Getter = Callable[[TaskMachine, dict[str, Any], Kept], Any]

_SAVING_SECONDS: Final = 11.0
"""After which a browser that goes on running has written what was set."""
_APPEARANCE: Final = ("system", "light", "dark")


def _file(machine: Host, said: dict[str, Any], _kept: Kept) -> bytes | None:
    return machine.read(said["path"])


def _kept_file(_machine: Host, said: dict[str, Any], kept: Kept) -> bytes | None:
    text = kept.get(said["path"])
    return None if text is None else text.encode()


def _output(machine: Host, said: dict[str, Any], _kept: Kept) -> str:
    ran = machine.command(said["command"], shell=bool(said.get("shell", False)))
    return ran.output.decode(errors="replace")


def _gimp(machine: TaskMachine, said: dict[str, Any], _kept: Kept) -> bytes | None:
    return machine.read(f"~/.config/GIMP/2.10/{said['file_name']}")


def _vlc(machine: TaskMachine, _said: dict[str, Any], _kept: Kept) -> bytes | None:
    return machine.read("~/.config/vlc/vlcrc")


def _tree(machine: TaskMachine, _said: dict[str, Any], _kept: Kept) -> str:
    return machine.tree()


def _address(machine: TaskMachine, said: dict[str, Any], _kept: Kept) -> str:
    """The browser's bar shows it without what stands before the host."""
    address = machine.address()
    before = str(said.get("goto_prefix", "https://"))
    bare = address.removeprefix("https://").removeprefix("http://").removeprefix("www.")
    return before + (bare if before else address)


def _video_player(machine: TaskMachine, _said: dict[str, Any], _kept: Kept) -> str:
    asking = "for type; do xdg-mime query default video/$type; done"
    said = machine.run(["sh", "-c", asking, "sh", *VIDEO_TYPES]).output.decode()
    named = Counter(said.split())
    return named.most_common(1)[0][0] if named else "unknown"


# ------------------------------------------------------------------------- the browser's profile


def _profile(machine: TaskMachine, name: str) -> dict[str, Any]:
    return profile.read(machine.read(f"~/{PROFILE}/Default/{name}"))


def _preferred(told: Callable[[profile.Preferences], Any]) -> Getter:
    def getter(machine: TaskMachine, _said: dict[str, Any], _kept: Kept) -> Any:
        return told(_profile(machine, "Preferences"))

    return getter


def _saved(machine: TaskMachine) -> dict[str, Any]:
    """The preferences of a browser that nothing ends before it is judged."""
    time.sleep(_SAVING_SECONDS)
    return _profile(machine, "Preferences")


def _safe_browsing(machine: TaskMachine, _said: dict[str, Any], _kept: Kept) -> str:
    found = _profile(machine, "Preferences")
    kinds = ("enabled", "enhanced")
    return profile.told(any(profile.part(found, "safebrowsing", kind) for kind in kinds))


def _startup_page(machine: TaskMachine, _said: dict[str, Any], _kept: Kept) -> str:
    """Whether a new tab is what it starts with: so it is where nothing was ever set."""
    found = _saved(machine)
    new_tab = 5
    said = profile.part(found, "session", "restore_on_startup")
    return profile.told("session" not in found or said == new_tab)


def _appearance(machine: TaskMachine, _said: dict[str, Any], _kept: Kept) -> str:
    """OSWorld reads the settings page; the browser keeps what is chosen there as a number."""
    found = _saved(machine)
    newer, older = (
        profile.part(found, "browser", "theme", name) for name in ("color_scheme2", "color_scheme")
    )
    number = older or 0 if newer is None else newer
    return _APPEARANCE[number] if number in range(len(_APPEARANCE)) else "unknown"


def _bookmarks(machine: TaskMachine, _said: dict[str, Any], _kept: Kept) -> dict[str, Any]:
    time.sleep(_SAVING_SECONDS)
    return profile.part(_profile(machine, "Bookmarks"), "roots") or {}


def _history(machine: TaskMachine, _said: dict[str, Any], _kept: Kept) -> list[str] | None:
    return profile.addresses(machine.read(f"~/{PROFILE}/Default/History"))


ANYWHERE: Final[Getters[Host]] = {
    "vm_file": _file,
    "cache_file": _kept_file,
    "vm_command_line": _output,
}
"""Those that any machine can answer."""
GETTERS: Final[Getters[TaskMachine]] = {
    **ANYWHERE,
    **{name: _preferred(told) for name, told in profile.CHROME.items()},
    "gimp_config_file": _gimp,
    "vlc_config": _vlc,
    "accessibility_tree": _tree,
    "active_url_from_accessTree": _address,
    "default_video_player": _video_player,
    "enable_safe_browsing": _safe_browsing,
    "new_startup_page": _startup_page,
    "chrome_appearance_mode_ui": _appearance,
    "bookmarks": _bookmarks,
    "history": _history,
}
"""By OSWorld's names. What it takes from the net has none here."""
