"""Whether what was found is what is expected: OSWorld's functions by name, written anew from what
they decide. Each takes what was found and the rules; none looks at the machine."""

from __future__ import annotations

import re
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit
from xml.etree import ElementTree

from uitars_train.evaluate.osworld.host import Metric

_REGISTRY: Final = "{http://openoffice.org/2001/registry}"
_TIME_OF_DAY: Final = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)")
_SLIDER_COLOURS: Final = "153;210;153;20;210;20;255;199;15;245;39;29"
"""Of VLC, where no other ones are set."""
_DARK: Final = 100
"""Below which a part of a colour counts as dark."""


def text_of(found: Any) -> str:
    return found.decode(errors="replace") if isinstance(found, bytes) else str(found or "")


# -------------------------------------------------------------------------------------- any value


def _exact(found: Any, rules: dict[str, Any]) -> bool:
    return bool(found == rules["expected"])


def _in_list(found: Any, rules: dict[str, Any]) -> bool:
    return found in rules["expected"]


def _include_exclude(found: Any, rules: dict[str, Any]) -> bool:
    if found is None:
        return False
    text = text_of(found)
    return all(word in text for word in rules.get("include", ())) and not any(
        word in text for word in rules.get("exclude", ())
    )


def _contains(found: Any, rules: dict[str, Any]) -> bool:
    return found is not None and all(word in text_of(found) for word in rules["expected"])


def _lines_with_time(found: Any, rules: dict[str, Any]) -> bool:
    lines = [line for line in text_of(found).splitlines() if _TIME_OF_DAY.search(line)]
    return found is not None and len(lines) == int(rules["expected"])


def _list(found: Any, rules: dict[str, Any]) -> bool:
    lines = text_of(found).splitlines()

    def matched(pattern: str) -> bool:
        return any(re.search(pattern, line) for line in lines)

    return (
        found is not None
        and all(map(matched, rules.get("expect", ())))
        and not any(map(matched, rules.get("unexpect", ())))
    )


# -------------------------------------------------------------------------------------- addresses


def _address_pattern(found: Any, rules: dict[str, Any]) -> bool:
    patterns: list[str] = rules["expected"]
    return bool(found) and all(re.search(pattern, found) for pattern in patterns)


def _address_without_query(found: Any, rules: dict[str, Any]) -> bool:
    return bool(found) and _unasked(found) == _unasked(rules["url"])


def _unasked(address: str) -> str:
    return urlunsplit(urlsplit(address)._replace(query=""))


# ---------------------------------------------------------------------------------------- browser


def _bookmarks(found: Any, rules: dict[str, Any]) -> bool:
    children = found.get("bookmark_bar", {}).get("children", [])
    match rules["type"]:
        case "bookmark_bar_folders_names":
            kind, told, wanted = "folder", "name", rules["names"]
        case "bookmark_bar_websites_urls":
            kind, told, wanted = "url", "url", rules["urls"]
        case other:
            raise ValueError(f"the rule {other!r} is not known")
    return {one[told] for one in children if one["type"] == kind} == set(wanted)


def _forgotten(found: Any, rules: dict[str, Any]) -> bool:
    return found is not None and not any(
        word in address for word in rules["keywords"] for address in found
    )


def _font_size(found: Any, rules: dict[str, Any]) -> bool:
    size = found["default_font_size"]
    if rules["type"] == "value":
        return bool(size == rules["value"])
    return bool(rules["min"] < size < rules["max"])


# ------------------------------------------------------------------------------ GIMP, LibreOffice


def _gimp(found: Any, rules: dict[str, Any]) -> bool:
    """A line `(key … value)`; a key of two words is both."""
    key = rules["key"]
    names = [key] if isinstance(key, str) else list(key)
    for line in text_of(found).splitlines():
        words = line.strip().lstrip("(").rstrip(")").split()
        said = not line.startswith("#") and words[: len(names)] == names
        if said and words[-1] == rules["value"]:
            return True
    return False


def _saving_minutes(found: Any, rules: dict[str, Any]) -> bool:
    try:
        root = ElementTree.fromstring(found or b"")  # noqa: S314 - expat expands nothing from outside
    except ElementTree.ParseError:
        return False
    minutes = [
        value.text
        for item in root.iter("item")
        if item.get(f"{_REGISTRY}path") == "/org.openoffice.Office.Common/Save/Document"
        for prop in item.iter("prop")
        if prop.get(f"{_REGISTRY}name") == "AutoSaveTimeIntervall"
        for value in prop.iter("value")
    ]
    return bool(minutes) and minutes[-1] == str(rules["minutes"])


def _left_panel(found: Any, _rules: dict[str, Any]) -> bool:
    root = ElementTree.fromstring(found)  # noqa: S314 - written by us
    return any(frame.get("name") == "Slides View" for frame in root.iter("document-frame"))


# -------------------------------------------------------------------------------------------- VLC


def _vlc_value(found: Any, name: str, usual: str) -> str:
    """The last value of a setting; a line that is commented out says the usual one."""
    lines = [line for line in text_of(found).splitlines() if f"{name}=" in line]
    return lines[-1].rpartition("=")[2].strip() if lines else usual


def vlc(name: str, usual: str, expected: str = "") -> Metric:
    """A setting whose expected value stands in the rules under its own name, or under another."""
    rule = expected or "expected_" + name.replace("-", "_")

    def judged(found: Any, rules: dict[str, Any]) -> bool:
        return found is not None and _vlc_value(found, name, usual) == str(rules[rule])

    return judged


def _vlc_recordings(found: Any, rules: dict[str, Any]) -> bool:
    lines = [line for line in text_of(found).splitlines() if line.startswith("input-record-path=")]
    return bool(lines) and lines[0].partition("=")[2].strip() == rules["recording_file_path"]


def _vlc_slider(found: Any, rules: dict[str, Any]) -> bool:
    said = _vlc_value(found, "qt-slider-colours", _SLIDER_COLOURS)
    if rules["type"] == "match":
        return said == str(rules["expected_qt_slider_colours"])
    parts = [int(part) for part in said.split(";") if part.isdigit()]
    return found is not None and bool(parts) and all(part < _DARK for part in parts)


METRICS: Final[dict[str, Metric]] = {
    "exact_match": _exact,
    "match_in_list": _in_list,
    "check_include_exclude": _include_exclude,
    "file_contains": _contains,
    "check_line_number": _lines_with_time,
    "check_list": _list,
    "is_expected_url_pattern_match": _address_pattern,
    "is_expected_active_tab_approximate": _address_without_query,
    "is_expected_bookmarks": _bookmarks,
    "check_history_deleted": _forgotten,
    "check_font_size": _font_size,
    "check_config_status": _gimp,
    "check_auto_saving_time": _saving_minutes,
    "check_left_panel": _left_panel,
    "check_qt_bgcone": vlc("qt-bgcone", "1"),
    "check_qt_max_volume": vlc("qt-max-volume", "125"),
    "check_qt_minimal_view": vlc("qt-minimal-view", "0"),
    "check_play_and_exit": vlc("play-and-exit", "0"),
    "check_one_instance_when_started_from_file": vlc("one-instance-when-started-from-file", "1"),
    "check_qt_slider_colours": _vlc_slider,
    "is_vlc_recordings_folder": _vlc_recordings,
}
"""By OSWorld's names."""
