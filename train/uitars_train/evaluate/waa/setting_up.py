"""What WindowsAgentArena does to a machine before a task, beyond what OSWorld does."""

from __future__ import annotations

from typing import Any, Final

from uitars_train.evaluate.osworld.host import Kept, Verbs
from uitars_train.evaluate.osworld.setting_up import ANYWHERE
from uitars_train.evaluate.waa.machine import WAAMachine

DOWNLOAD: Final = "download"


def _download(machine: WAAMachine, said: dict[str, Any], _kept: Kept) -> None:
    for file in said["files"]:
        machine.write(file["path"], machine.fetched(file["url"]))


def _folder(machine: WAAMachine, said: dict[str, Any], _kept: Kept) -> None:
    machine.make(said["path"])


def _file(machine: WAAMachine, said: dict[str, Any], _kept: Kept) -> None:
    machine.write(said["path"], str(said.get("content", "")).encode())


def _recycle(machine: WAAMachine, said: dict[str, Any], _kept: Kept) -> None:
    machine.change("recycle", {"path": said["path"]})


def _close_all(machine: WAAMachine, _said: dict[str, Any], _kept: Kept) -> None:
    machine.change("close_all", {})


VERBS: Final[Verbs[WAAMachine]] = {
    **ANYWHERE,
    DOWNLOAD: _download,
    "create_folder": _folder,
    "create_file": _file,
    "recycle_file": _recycle,
    "close_all": _close_all,
}
"""By its names."""
