"""What Chrome and Edge keep in their profiles, on Windows or Linux. Not run on Windows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from uitars_train.evaluate.osworld import profile
from uitars_train.evaluate.osworld.host import Getters, Kept
from uitars_train.evaluate.osworld.profile import Preferences, part
from uitars_train.evaluate.waa.machine import WAAMachine

Getter = Callable[[WAAMachine, dict[str, Any], Kept], Any]

_CHROME, _EDGE = "chrome", "edge"
_FOLDERS: Final = {
    ("Windows", _CHROME): r"%LOCALAPPDATA%\Google\Chrome\User Data",
    ("Windows", _EDGE): r"%LOCALAPPDATA%\Microsoft\Edge\User Data",
    ("Linux", _CHROME): "~/.config/google-chrome",
    ("Linux", _EDGE): "~/.config/microsoft-edge",
}
_ENGINE: Final = "485bf7d3-0215-45af-87dc-538868"
"""How the name of every search engine begins that browsers bring along."""
_CHROME_ENGINES: Final = {
    f"{_ENGINE}000001": "Google",
    f"{_ENGINE}000002": "Yahoo!",
    f"{_ENGINE}000003": "Bing",
    f"{_ENGINE}000092": "DuckDuckGo",
}
_EDGE_ENGINES: Final = {
    f"{_ENGINE}000001": "Bing",
    f"{_ENGINE}000002": "Yahoo!",
    f"{_ENGINE}000003": "Google",
    f"{_ENGINE}000015": "Yandex",
    f"{_ENGINE}000092": "DuckDuckGo",
}
_FORGOTTEN: Final = {
    "browsing_history": True,
    "cache": True,
    "cookies": True,
    "download_history": True,
    "form_data": True,
    "hosted_apps_data": False,
    "passwords": True,
    "site_settings": True,
}
"""What Edge clears when it is closed, where everything is chosen that the task names."""


def _read(machine: WAAMachine, browser: str, *place: str) -> bytes | None:
    folder = _FOLDERS.get((machine.system, browser))
    return None if folder is None else machine.read(machine.joined(folder, *place))


def _of(
    browser: str, told: Callable[[Preferences], Any], *place: str, within: str = "Default"
) -> Getter:
    """What a function says of a file of the profile."""
    file = place or ("Preferences",)

    def getter(machine: WAAMachine, _said: dict[str, Any], _kept: Kept) -> Any:
        where = (within, *file) if within else file
        return told(profile.read(_read(machine, browser, *where)))

    return getter


def _history(browser: str) -> Getter:
    def getter(machine: WAAMachine, _said: dict[str, Any], _kept: Kept) -> Any:
        return profile.addresses(_read(machine, browser, "Default", "History"))

    return getter


def _roots(found: Preferences) -> dict[str, Any]:
    return part(found, "roots") or {}


def _enhanced(found: Preferences) -> str:
    return profile.told(part(found, "safebrowsing", "enhanced"))


def _chrome_engine(found: Preferences) -> str:
    known = _CHROME_ENGINES.get(part(found, "default_search_provider", "guid") or "")
    return known or profile.search_engine(found)


def _experiments(found: Preferences) -> list[str]:
    return part(found, "browser", "enabled_labs_experiments") or []


def _edge_engine(found: Preferences) -> str:
    guid = part(found, "default_search_provider", "synced_guid") or ""
    return _EDGE_ENGINES.get(guid, "Unknown")


def _edge_untracked(found: Preferences) -> bool:
    return bool(part(found, "enable_do_not_track"))


def _edge_guarded(found: Preferences) -> bool:
    return bool(part(found, "edge", "super_duper_secure_mode", "enabled"))


def _edge_forgets(found: Preferences) -> bool:
    return bool(part(found, "browser", "clear_data_on_exit") == _FORGOTTEN)


def _edge_downloads(found: Preferences) -> str:
    return part(found, "download", "default_directory") or "False"


def _edge_home(found: Preferences) -> str:
    said = str(part(found, "homepage") or "False")
    return said.removeprefix("https://").removeprefix("http://").replace("/", "")


BROWSERS: Final[Getters[WAAMachine]] = {
    **{name: _of(_CHROME, told) for name, told in profile.CHROME.items()},
    "default_search_engine": _of(_CHROME, _chrome_engine),
    "enable_enhanced_safety_browsing": _of(_CHROME, _enhanced),
    "enabled_experiments": _of(_CHROME, _experiments, "Local State", within=""),
    "bookmarks": _of(_CHROME, _roots, "Bookmarks"),
    "history": _history(_CHROME),
    "profile_name_from_edge": _of(_EDGE, profile.name),
    "edge_font_size": _of(_EDGE, profile.font_size),
    "default_search_engine_from_edge": _of(_EDGE, _edge_engine),
    "enable_do_not_track_from_edge": _of(_EDGE, _edge_untracked),
    "enable_enhanced_safety_browsing_from_edge": _of(_EDGE, _edge_guarded),
    "data_delete_automacally_from_edge": _of(_EDGE, _edge_forgets),
    "edge_default_download_folder": _of(_EDGE, _edge_downloads),
    "edge_home_page": _of(_EDGE, _edge_home, "Secure Preferences"),
    "favorites": _of(_EDGE, _roots, "Bookmarks"),
    "history_for_edge": _history(_EDGE),
}
"""By WindowsAgentArena's names."""
