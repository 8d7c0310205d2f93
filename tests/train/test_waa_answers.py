"""What only Windows can answer WindowsAgentArena's judge, from answers made up for it; and its
metrics, each with a yes and a no."""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from helpers.windows_server import Windows, windows
from uitars_runtime.errors import DesktopError
from uitars_train.evaluate.waa.getters import GETTERS
from uitars_train.evaluate.waa.machine import WAAMachine
from uitars_train.evaluate.waa.metrics import METRICS


@pytest.fixture
def server() -> Generator[Windows]:
    with windows() as told:
        yield told


@pytest.fixture
def there(server: Windows, tmp_path: Path) -> Generator[WAAMachine]:
    """The machine that the server says it is."""
    with closing(WAAMachine(server.url, str(tmp_path))) as machine:
        yield machine


def _night(*schedule: int) -> str:
    return "\r\n".join(map(str, [*[0] * 24, 1, 0, 0, 0, *schedule]))


EDGE = r"%LOCALAPPDATA%\Microsoft\Edge\User Data\Default"
CHROME = r"%LOCALAPPDATA%\Google\Chrome\User Data"


@pytest.mark.parametrize(
    ("getter", "printed", "found"),
    [
        ("system_notifications", {"ToastEnabled": "0\r\n"}, "True"),
        ("system_notifications", {}, "False"),
        ("desktop_background", {"WallPaper": "\r\n"}, "True"),
        ("desktop_background", {"WallPaper": "C:\\a.jpg\r\n"}, "False"),
        ("storage_sense_run_frequency", {"-Name '01'": "1\r\n", "'2048'": "7\r\n"}, "7"),
        ("storage_sense_run_frequency", {"'2048'": "7\r\n"}, None),
        ("system_timezone", {"Get-TimeZone": '{"DisplayName": "(UTC) Here"}'}, "(UTC) Here"),
        ("night_light_state", {"bluelight": _night(19, 0, 42, 0, 0, 7, 0, 42, 0)},
         [True, "07:00 PM", "07:00 AM"]),
        ("night_light_state", {"bluelight": _night(19, 46, 30, 42, 0, 0, 0, 7, 46, 15)},
         [True, "07:30 PM", "07:15 AM"]),
        ("night_light_state", {"bluelight": _night(202, 0)}, [True]),
        ("night_light_state", {}, False),
    ],
)  # fmt: skip
def test_settings_are_read_from_the_registry(
    server: Windows, there: WAAMachine, getter: str, printed: dict[str, str], found: object
) -> None:
    server.printed = printed
    assert GETTERS[getter](there, {}, {}) == found
    assert all(said["command"][0] == "powershell" for _, said in server.asked)


@pytest.mark.parametrize(
    ("getter", "path", "written", "found", "otherwise"),
    [
        ("enable_do_not_track", rf"{CHROME}\Default\Preferences", {"enable_do_not_track": True},
         "true", "false"),
        ("enabled_experiments", rf"{CHROME}\Local State",
         {"browser": {"enabled_labs_experiments": ["a@1"]}}, ["a@1"], []),
        ("default_search_engine", rf"{CHROME}\Default\Preferences",
         {"default_search_provider": {"guid": "485bf7d3-0215-45af-87dc-538868000003"}},
         "Bing", "Google"),
        ("default_search_engine_from_edge", rf"{EDGE}\Preferences",
         {"default_search_provider": {"synced_guid": "485bf7d3-0215-45af-87dc-538868000003"}},
         "Google", "Unknown"),
        ("enable_do_not_track_from_edge", rf"{EDGE}\Preferences", {"enable_do_not_track": True},
         1.0, 0.0),
        ("profile_name_from_edge", rf"{EDGE}\Preferences", {"profile": {"name": "Thomas"}},
         "Thomas", None),
        ("edge_default_download_folder", rf"{EDGE}\Preferences",
         {"download": {"default_directory": "C:\\"}}, "C:\\", "False"),
        ("edge_home_page", rf"{EDGE}\Secure Preferences", {"homepage": "https://www.a.org/"},
         "www.a.org", "False"),
        ("favorites", rf"{EDGE}\Bookmarks", {"roots": {"bookmark_bar": {}}}, {"bookmark_bar": {}},
         {}),
    ],
)  # fmt: skip
def test_profiles_are_read_where_windows_keeps_them(
    server: Windows,
    there: WAAMachine,
    getter: str,
    path: str,
    written: object,
    found: object,
    otherwise: object,
) -> None:
    assert GETTERS[getter](there, {}, {}) == otherwise
    server.files[path] = json.dumps(written).encode()
    assert GETTERS[getter](there, {}, {}) == found


@pytest.mark.parametrize(
    ("getter", "said", "place", "yes", "no"),
    [
        ("check_if_timer_started", {"hours": 3, "minutes": 0, "seconds": 0},
         "/check_if_timer_started", "True", "False"),
        ("is_details_view", {"folder_path": "C:/a"}, "/is_details_view", True, False),
        ("are_all_images_tagged", {"directory": "C:\\a", "tag": "t"}, "/are_all_images_tagged",
         True, False),
        ("vm_library_folders", {"library_name": "Arena"}, "/library_folders", ["C:\\a"], None),
    ],
)  # fmt: skip
def test_what_only_its_server_knows_is_asked_of_it(
    server: Windows, there: WAAMachine, getter: str, said: Any, place: str, yes: object, no: object
) -> None:
    assert GETTERS[getter](there, said, {}) == no
    server.yes = {place: {"status": "success", "output": ["C:\\a"]}}
    assert GETTERS[getter](there, said, {}) == yes


def test_windows_is_set_back_and_its_paths_are_its_own(server: Windows, there: WAAMachine) -> None:
    there.reset()
    assert [place for place, _ in server.asked] == ["/setup/close_all", "/setup/clear_task_files"]
    server.printed = {"expanduser": "C:\\Users\\Docker\r\n"}
    server.files["C:\\Users\\Docker\\Desktop\\report.txt"] = b"it holds testing.bin\r\n"
    said = {"filename": "report.txt", "textcontent": "testing.bin"}
    assert GETTERS["is_file_saved_desktop"](there, said, {}) == "true"
    assert GETTERS["is_file_saved_desktop"](there, said | {"filename": "x"}, {}) == "false"


def test_a_file_that_is_locked_is_neither_missing_nor_a_machine_that_went_away(
    server: Windows, there: WAAMachine
) -> None:
    server.locked.add("C:\\a")
    with pytest.raises(DesktopError, match="cannot be read on the machine") as told:
        there.read("C:\\a")
    assert not told.value.gone


BAR = {"bookmark_bar": {"children": [{"type": "url", "url": "https://a"}]}}


@pytest.mark.parametrize(
    ("metric", "rules", "right", "wrong"),
    [
        ("check_json_settings", {"expected": {"a": 1}}, b'{"a": 1, "b": 2}', b'{"a": 2}'),
        ("check_json_settings", {"expected": {"a": 1}}, b'{"a": 1}', None),
        ("check_json_settings", {"expected": {"a": 1}}, b'{"a": 1}', b'{"a": 1'),
        ("check_json_settings", {"expected": {"a": 1}}, b'{"a": 1}', b"[1]"),
        ("check_json_keybindings", {"expected": {"key": "k"}}, b'[{"key": "k"}]', b'[{"key": "k"'),
        ("check_json_keybindings", {"expected": {"key": "k"}}, b'// keys\n[{"key": "k"}]', b"[]"),
        ("is_extension_installed", {"type": "contain", "expected": "0x1"}, "Hidden 0x1", ""),
        ("is_extension_installed", {"type": "not_contain", "expected": "x"}, "", "x"),
        ("compare_text_file", {"file": b"A b\r\n"}, b"A b\n", b"a b\n"),
        ("compare_text_file", {"file": b"A  b", "ignore_case": True, "ignore_blanks": True},
         b"a\tb\n", b"ab"),
        ("check_edge_font_size", {"type": "range", "min": 24, "max": 99},
         {"default_font_size": 24}, {"default_font_size": 16}),
        ("is_url_shortcut_on_desktop", {"type": "url", "url_content": "//a"},
         {"a.url": "URL=https://a"}, {}),
        ("is_expected_bookmarks", {"type": "bookmark_bar_websites_urls", "urls": ["https://a"]},
         BAR, {}),
        ("check_enabled_experiments", {"type": "names", "names": ["a"]}, ["a@1"], []),
        ("check_global_key_play_pause", {"expected_global_key_play_pause": 1},
         b"global-key-play-pause=F2\n", b"#global-key-play-pause=\n"),
        ("check_qt_video_resize", {"qt-video-autoresize": 0}, b"qt-video-autoresize=0\n",
         b"qt-video-autoresize=1\n"),
    ],
)  # fmt: skip
def test_each_metric_says_yes_and_no(
    metric: str, rules: dict[str, Any], right: object, wrong: object
) -> None:
    assert METRICS[metric](right, rules)
    assert not METRICS[metric](wrong, rules)
