"""What lies in the profile of a browser of Chromium's kind, as judges ask for it.

Not here: where a machine has the profile.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, cast

import msgspec

Preferences = dict[str, Any]


def read(data: bytes | None) -> Preferences:
    """A file of it that is JSON; empty where there is none."""
    return msgspec.json.decode(data, type=dict[str, Any]) if data else {}


def part(data: Preferences, *names: str) -> Any:
    """What lies at a path; None where it ends before."""
    found: Any = data
    for name in names:
        if not isinstance(found, dict):
            return None
        found = cast("dict[str, Any]", found).get(name)
    return found


def told(value: object) -> str:
    """Yes or no, as most judges expect it."""
    return "true" if value else "false"


def addresses(data: bytes | None) -> list[str] | None:
    """Addresses of the pages that a history remembers."""
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


def name(found: Preferences) -> str | None:
    """Of the profile."""
    said = part(found, "profile", "name")
    return said if isinstance(said, str) else None


def search_engine(found: Preferences) -> str:
    """That is asked first."""
    place = ("default_search_provider_data", "template_url_data", "short_name")
    return str(part(found, *place) or "Google")


def font_size(found: Preferences) -> dict[str, Any]:
    """Of pages that say nothing of it."""
    usual = {"default_font_size": 16, "default_fixed_font_size": 13}
    return usual | (part(found, "webkit", "webprefs") or {})


def _do_not_track(found: Preferences) -> str:
    return told(part(found, "enable_do_not_track"))


def _data_deleted(found: Preferences) -> str:
    return told(part(found, "profile", "default_content_setting_values") is not None)


CHROME: Final[dict[str, Callable[[Preferences], Any]]] = {
    "enable_do_not_track": _do_not_track,
    "data_delete_automacally": _data_deleted,
    "profile_name": name,
    "default_search_engine": search_engine,
    "chrome_font_size": font_size,
}
"""What judges ask of Chrome's preferences, by their names."""
