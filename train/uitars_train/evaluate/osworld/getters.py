"""Where a judge looks: what OSWorld calls the result's type, one function each.

Nothing is judged here. None is what could not be found.
"""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, cast

import msgspec

from uitars_train.evaluate.osworld.machine import TaskMachine
from uitars_train.evaluate.osworld.setting_up import Kept
from uitars_train.evaluate.osworld.stand_ins import PROFILE, VIDEO_TYPES

Getter = Callable[[TaskMachine, dict[str, Any], Kept], Any]

_SAVING_SECONDS: Final = 11.0
"""After which a browser that goes on running has written what was set."""
_APPEARANCE: Final = ("system", "light", "dark")


def _file(machine: TaskMachine, said: dict[str, Any], _kept: Kept) -> bytes | None:
    return machine.read(said["path"])


def _kept_file(_machine: TaskMachine, said: dict[str, Any], kept: Kept) -> bytes | None:
    text = kept.get(said["path"])
    return None if text is None else text.encode()


def _output(machine: TaskMachine, said: dict[str, Any], _kept: Kept) -> str:
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
    data = machine.read(f"~/{PROFILE}/Default/{name}")
    return msgspec.json.decode(data, type=dict[str, Any]) if data else {}


def _preferences(machine: TaskMachine) -> dict[str, Any]:
    return _profile(machine, "Preferences")


def _saved(machine: TaskMachine) -> dict[str, Any]:
    """The preferences of a browser that nothing ends before it is judged."""
    time.sleep(_SAVING_SECONDS)
    return _preferences(machine)


def _part(data: dict[str, Any], *names: str) -> Any:
    """What lies at a path; None where it ends before."""
    found: Any = data
    for name in names:
        if not isinstance(found, dict):
            return None
        found = cast("dict[str, Any]", found).get(name)
    return found


def _told(value: object) -> str:
    return "true" if value else "false"


def _do_not_track(machine: TaskMachine, _said: dict[str, Any], _kept: Kept) -> str:
    return _told(_part(_preferences(machine), "enable_do_not_track"))


def _safe_browsing(machine: TaskMachine, _said: dict[str, Any], _kept: Kept) -> str:
    found = _preferences(machine)
    kinds = ("enabled", "enhanced")
    return _told(any(_part(found, "safebrowsing", kind) for kind in kinds))


def _startup_page(machine: TaskMachine, _said: dict[str, Any], _kept: Kept) -> str:
    """Whether a new tab is what it starts with: so it is where nothing was ever set."""
    found = _saved(machine)
    new_tab = 5
    return _told("session" not in found or _part(found, "session", "restore_on_startup") == new_tab)


def _data_deleted(machine: TaskMachine, _said: dict[str, Any], _kept: Kept) -> str:
    found = _part(_preferences(machine), "profile", "default_content_setting_values")
    return _told(found is not None)


def _profile_name(machine: TaskMachine, _said: dict[str, Any], _kept: Kept) -> str | None:
    name = _part(_preferences(machine), "profile", "name")
    return name if isinstance(name, str) else None


def _search_engine(machine: TaskMachine, _said: dict[str, Any], _kept: Kept) -> str:
    place = ("default_search_provider_data", "template_url_data", "short_name")
    return str(_part(_preferences(machine), *place) or "Google")


def _font_size(machine: TaskMachine, _said: dict[str, Any], _kept: Kept) -> dict[str, Any]:
    usual = {"default_font_size": 16, "default_fixed_font_size": 13}
    return usual | (_part(_preferences(machine), "webkit", "webprefs") or {})


def _appearance(machine: TaskMachine, _said: dict[str, Any], _kept: Kept) -> str:
    """OSWorld reads the settings page; the browser keeps what is chosen there as a number."""
    found = _saved(machine)
    newer, older = (
        _part(found, "browser", "theme", name) for name in ("color_scheme2", "color_scheme")
    )
    number = older or 0 if newer is None else newer
    return _APPEARANCE[number] if number in range(len(_APPEARANCE)) else "unknown"


def _bookmarks(machine: TaskMachine, _said: dict[str, Any], _kept: Kept) -> dict[str, Any]:
    time.sleep(_SAVING_SECONDS)
    return _part(_profile(machine, "Bookmarks"), "roots") or {}


def _history(machine: TaskMachine, _said: dict[str, Any], _kept: Kept) -> list[str] | None:
    """Addresses of the pages that it remembers."""
    data = machine.read(f"~/{PROFILE}/Default/History")
    if data is None:
        return None
    with tempfile.NamedTemporaryFile() as copy:
        Path(copy.name).write_bytes(data)
        base = sqlite3.connect(copy.name)
        try:
            return [str(row[0]) for row in base.execute("SELECT url FROM urls")]
        except sqlite3.DatabaseError:
            return None
        finally:
            base.close()


GETTERS: Final[dict[str, Getter]] = {
    "vm_file": _file,
    "cache_file": _kept_file,
    "vm_command_line": _output,
    "gimp_config_file": _gimp,
    "vlc_config": _vlc,
    "accessibility_tree": _tree,
    "active_url_from_accessTree": _address,
    "default_video_player": _video_player,
    "enable_do_not_track": _do_not_track,
    "enable_safe_browsing": _safe_browsing,
    "new_startup_page": _startup_page,
    "data_delete_automacally": _data_deleted,
    "profile_name": _profile_name,
    "default_search_engine": _search_engine,
    "chrome_font_size": _font_size,
    "chrome_appearance_mode_ui": _appearance,
    "bookmarks": _bookmarks,
    "history": _history,
}
"""By OSWorld's names. What it takes from the net has none here."""
