"""Where WindowsAgentArena's judges look, one function each: files and folders by the machine's own
Python, what only its server can tell by its questions.

Nothing is judged here. None is what could not be found.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from uitars_train.evaluate.osworld.getters import ANYWHERE
from uitars_train.evaluate.osworld.host import Getters, Kept
from uitars_train.evaluate.osworld.profile import told
from uitars_train.evaluate.waa.browsers import BROWSERS
from uitars_train.evaluate.waa.machine import WAAMachine
from uitars_train.evaluate.waa.settings import SETTINGS

Getter = Callable[[WAAMachine, dict[str, Any], Kept], Any]

_TITLE: Final = "import pyautogui; print(pyautogui.getActiveWindowTitle())"
_HIDDEN: Final = """\
import os, sys
path, hidden = sys.argv[1], 2
dotted = os.path.basename(path).startswith(".")
marked = os.path.exists(path) and getattr(os.stat(path), "st_file_attributes", 0) & hidden
print(bool(dotted or marked))
"""


def _in_folder(machine: WAAMachine, said: dict[str, Any], _kept: Kept) -> bool:
    return machine.is_there(machine.joined(said["folder_name"], said["file_name"]), "isfile")


def _in_documents(machine: WAAMachine, said: dict[str, Any], _kept: Kept) -> bool:
    path = machine.joined(machine.home, "Documents", said["folder_name"])
    return machine.is_there(path, "isdir")


def _on_desktop(machine: WAAMachine, said: dict[str, Any], _kept: Kept) -> bool:
    return machine.is_there(_desktop(machine, said["file_name"]), "isfile")


def _is_on_desktop(machine: WAAMachine, said: dict[str, Any], _kept: Kept) -> str:
    return told(machine.is_there(_desktop(machine, said["filename"]), "isfile"))


def _saved_on_desktop(machine: WAAMachine, said: dict[str, Any], _kept: Kept) -> str:
    data = machine.read(_desktop(machine, said["filename"]))
    return told(data is not None and said["textcontent"] in data.decode(errors="replace"))


def _hidden(machine: WAAMachine, said: dict[str, Any], _kept: Kept) -> str:
    return told(machine.python(_HIDDEN, said["file_path"]).strip() == "True")


def _pictures_listed(machine: WAAMachine, said: dict[str, Any], _kept: Kept) -> str:
    """Whether a file holds the names of all pictures of a folder, one a line."""
    written = machine.read(said["file_path"])
    there = {name for name in machine.files(said["folder_path"]) if name.lower().endswith(".png")}
    return told(written is not None and set(written.decode().splitlines()) == there)


def _archived(machine: WAAMachine, said: dict[str, Any], _kept: Kept) -> str:
    """Whether all documents of a folder lie in its archive, and nothing else does."""
    folder = said["folder_path"]
    inside = [_is_document(name) for name in machine.files(machine.joined(folder, "Archive"))]
    return told(inside and all(inside) and not any(map(_is_document, machine.files(folder))))


def _downloads_moved(machine: WAAMachine, said: dict[str, Any], _kept: Kept) -> str:
    place = (said["folder_name"], said["file_name"])
    old, new = (
        machine.is_there(machine.joined(machine.home, folder, *place), "isfile")
        for folder in ("Downloads", "OldDownloads")
    )
    return told(new and not old)


def _shortcuts(machine: WAAMachine, _said: dict[str, Any], _kept: Kept) -> dict[str, str]:
    """What those of the desktop say that lead to pages."""
    names = [name for name in machine.files(_desktop(machine)) if name.endswith(".url")]
    read = {name: machine.read(_desktop(machine, name)) or b"" for name in names}
    return {name: data.decode(errors="replace") for name, data in read.items()}


def _has_size(machine: WAAMachine, said: dict[str, Any], _kept: Kept) -> bool:
    import cv2
    import numpy as np

    data = machine.read(said["filepath"])
    seen = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    wanted = (float(said["height"]), float(said["width"]))
    return seen is not None and seen.shape[:2] == wanted


def _title(machine: WAAMachine, _said: dict[str, Any], _kept: Kept) -> str:
    return machine.python(_TITLE).strip()


def _asked(question: str, *names: str) -> Getter:
    """A question of its server, with what the task says of it."""

    def getter(machine: WAAMachine, said: dict[str, Any], _kept: Kept) -> bool:
        return machine.says(question, {name: said[name] for name in names}) is not None

    return getter


def _clock(question: str, *names: str) -> Getter:
    """The same, in the word that these tasks expect."""
    asked = _asked(question, *names)

    def getter(machine: WAAMachine, said: dict[str, Any], kept: Kept) -> str:
        return str(asked(machine, said, kept))

    return getter


def _details(machine: WAAMachine, said: dict[str, Any], _kept: Kept) -> bool:
    return machine.says("is_details_view", {"path": said["folder_path"]}) is not None


def _library(machine: WAAMachine, said: dict[str, Any], _kept: Kept) -> Any:
    answer = machine.says("library_folders", {"library_name": said["library_name"]})
    return None if answer is None else answer.get("output")


def _vlc(machine: WAAMachine, _said: dict[str, Any], _kept: Kept) -> bytes | None:
    windows = machine.system == "Windows"
    return machine.read(r"%APPDATA%\vlc\vlcrc" if windows else "~/.config/vlc/vlcrc")


def _cloud(machine: WAAMachine, said: dict[str, Any], _kept: Kept) -> bytes:
    return machine.fetched(said["path"])


def _desktop(machine: WAAMachine, *names: str) -> str:
    return machine.joined(machine.home, "Desktop", *names)


def _is_document(name: str) -> bool:
    return name.lower().endswith(".docx")


CLOUD: Final = "cloud_file"
FILES: Final[Getters[WAAMachine]] = {CLOUD: _cloud, "vm_file": ANYWHERE["vm_file"]}
"""Where files come from that results are compared with."""
GETTERS: Final[Getters[WAAMachine]] = {
    **ANYWHERE,
    **BROWSERS,
    **SETTINGS,
    "vlc_config": _vlc,
    "vm_file_exists_in_vm_folder": _in_folder,
    "vm_file_exists_in_desktop": _on_desktop,
    "vm_folder_exists_in_documents": _in_documents,
    "is_file_desktop": _is_on_desktop,
    "is_file_saved_desktop": _saved_on_desktop,
    "is_file_hidden": _hidden,
    "all_png_file_names": _pictures_listed,
    "is_all_docx_in_archive": _archived,
    "is_files_moved_downloads": _downloads_moved,
    "url_shortcuts_on_desktop": _shortcuts,
    "image_dimension_matches_input": _has_size,
    "vm_active_window_title": _title,
    "is_details_view": _details,
    "vm_library_folders": _library,
    "are_files_sorted_by_modified_time": _asked("are_files_sorted_by_modified_time", "directory"),
    "are_all_images_tagged": _asked("are_all_images_tagged", "directory", "tag"),
    "is_directory_read_only_for_user": _asked(
        "is_directory_read_only_for_user", "directory", "user"
    ),
    "check_if_timer_started": _clock("check_if_timer_started", "hours", "minutes", "seconds"),
    "check_if_world_clock_exists": _clock("check_if_world_clock_exists", "city", "country"),
}
"""By its names."""
