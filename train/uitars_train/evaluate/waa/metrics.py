"""Whether what was found is what is expected: what WindowsAgentArena's tasks name beyond what
OSWorld's do, or decide otherwise. Each takes what was found and the rules; where a file is compared
it is `file` among them, with the options of the task."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from typing import Any, Final, TypeVar

import msgspec

from uitars_train.evaluate.osworld import metrics
from uitars_train.evaluate.osworld.host import Metric
from uitars_train.evaluate.osworld.metrics import text_of, vlc

_PLAY: Final = "global-key-play-pause="
_Read = TypeVar("_Read")


def _settings(found: Any, rules: dict[str, Any]) -> bool:
    data = _read(found or b"", dict[str, Any])
    return data is not None and all(
        name in data and data[name] == value for name, value in rules["expected"].items()
    )


def _keys(found: Any, rules: dict[str, Any]) -> bool:
    """Above them may stand a remark of one line."""
    whole, below = found or b"", (found or b"").partition(b"\n")[2]
    return any(rules["expected"] in (_read(data, list[Any]) or ()) for data in (whole, below))


def _read(data: bytes, kind: type[_Read]) -> _Read | None:
    """None for what is no such JSON: whoever left it so has not done the task."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _contained(found: Any, rules: dict[str, Any]) -> bool:
    inside = rules["expected"] in text_of(found)
    match rules["type"]:
        case "contain":
            return inside
        case "not_contain":
            return not inside
        case other:
            raise ValueError(f"the rule {other!r} is not known")


def _same_text(found: Any, rules: dict[str, Any]) -> bool:
    def plain(data: bytes) -> str:
        text = data.decode(errors="replace").replace("\r\n", "\n").replace("\r", "\n")
        if rules.get("ignore_blanks"):
            text = re.sub(r"\s+", " ", text.strip())
        return text.lower() if rules.get("ignore_case") else text

    return bool(found) and rules["file"] is not None and plain(found) == plain(rules["file"])


def _same_archive(found: Any, rules: dict[str, Any]) -> bool:
    if found is None:
        return False
    try:
        with _unzipped(found) as own, _unzipped(rules["file"]) as other:
            names = set(own.namelist())
            differing = [name for name in names if own.read(name) != other.read(name)]
            if names != set(other.namelist()):
                return False
    except (zipfile.BadZipFile, KeyError):
        return False
    if any(name.lower().endswith(".pdf") for name in differing):
        raise ValueError("it compares the words of a PDF")
    return not differing


def _unzipped(data: bytes) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(data))


def _font_size(found: Any, rules: dict[str, Any]) -> bool:
    size = found["default_font_size"]
    if rules["type"] == "value":
        return bool(size == rules["value"])
    return bool(rules["min"] <= size < rules["max"])


def _shortcut(found: Any, rules: dict[str, Any]) -> bool:
    return any(rules["url_content"] in text for text in found.values())


def _bookmarks(found: Any, rules: dict[str, Any]) -> bool:
    """Others may be there, too."""
    match rules["type"]:
        case "bookmark_bar_folders_names":
            return set(rules["names"]) <= set(_on_bar(found, "folder", "name"))
        case "bookmark_bar_websites_urls":
            return set(rules["urls"]) <= set(_on_bar(found, "url", "url"))
        case other:
            raise ValueError(f"the rule {other!r} is not known")


def _on_bar(found: dict[str, Any], kind: str, told: str) -> Iterator[str]:
    for one in found.get("bookmark_bar", {}).get("children", ()):
        if one["type"] == kind:
            yield one[told]


def _experiments(found: Any, rules: dict[str, Any]) -> bool:
    return bool([one.partition("@")[0] for one in found] == rules["names"])


def _play_key(found: Any, rules: dict[str, Any]) -> bool:
    """Whether a key is set that works everywhere."""
    said = [line for line in text_of(found).splitlines() if _PLAY in line]
    is_set = bool(said and said[-1].rpartition("=")[2].strip())
    return found is not None and str(int(is_set)) == str(rules["expected_global_key_play_pause"])


METRICS: Final[dict[str, Metric]] = {
    **metrics.METRICS,
    "check_json_settings": _settings,
    "check_json_keybindings": _keys,
    "is_extension_installed": _contained,
    "compare_text_file": _same_text,
    "compare_zip_files": _same_archive,
    "check_edge_font_size": _font_size,
    "is_url_shortcut_on_desktop": _shortcut,
    "is_expected_bookmarks": _bookmarks,
    "check_enabled_experiments": _experiments,
    "check_global_key_play_pause": _play_key,
    "check_qt_video_resize": vlc("qt-video-autoresize", "0", "qt-video-autoresize"),
}
"""By its names."""
