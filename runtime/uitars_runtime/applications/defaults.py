"""Which program a person, or their system, chose for a kind of file, an address or a purpose."""

from __future__ import annotations

import mimetypes
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from uitars_runtime.applications.desktop_files import data_folders

_ALTERNATIVES: Final = {
    "x-scheme-handler/https": ("x-www-browser", "gnome-www-browser"),
    "text/plain": ("gnome-text-editor",),
    "x-terminal-emulator": ("x-terminal-emulator",),
}
"""Names that Debian's alternatives give to the program of a purpose."""
_PEEK: Final = 4096
"""Bytes of a file that tell whether it is text."""
_GROUP: Final = "[Default Applications]"

Defaults = Mapping[str, tuple[str, ...]]
"""Ids of desktop entries, or names of executables, for each MIME type; the first counts most."""


def chosen(environment: Mapping[str, str]) -> Defaults:
    """What `mimeapps.list` files and Debian's alternatives say."""
    found: dict[str, tuple[str, ...]] = {}
    for file in _lists(environment):
        for kind, ids in _read(file).items():
            found[kind] = (*found.get(kind, ()), *ids)
    for kind, names in _ALTERNATIVES.items():
        links = (os.path.realpath(f"/etc/alternatives/{name}") for name in names)
        found[kind] = (*found.get(kind, ()), *(Path(link).name for link in links))
    return found


def type_of(path: str) -> str:
    """The MIME type of a file, by its name, else by whether it holds text; empty where unknown."""
    if os.path.isdir(path):
        return "inode/directory"
    guessed, _ = mimetypes.guess_type(path)
    if guessed is not None:
        return guessed
    if not os.path.isfile(path):
        return ""  # a pipe would be waited for
    try:
        with open(path, "rb") as file:
            return "" if b"\0" in file.read(_PEEK) else "text/plain"
    except OSError:
        return ""


def _lists(environment: Mapping[str, str]) -> Iterable[Path]:
    """The files that choose, the one that counts most first."""
    own = environment.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    others = environment.get("XDG_CONFIG_DIRS") or "/etc/xdg"
    desktops = environment.get("XDG_CURRENT_DESKTOP", "").lower().split(":")
    names = (*(f"{desktop}-mimeapps.list" for desktop in desktops if desktop), "mimeapps.list")
    for folder in (own, *others.split(":")):
        yield from (Path(folder) / name for name in names)
    for data in data_folders(environment):
        yield from (data / "applications" / name for name in (*names, "defaults.list"))


def _read(file: Path) -> dict[str, tuple[str, ...]]:
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return {}
    found: dict[str, tuple[str, ...]] = {}
    inside = False
    for line in lines:
        if line.startswith("["):
            inside = line.strip() == _GROUP
        elif inside and "=" in line:
            kind, _, ids = line.partition("=")
            names = (name.strip().removesuffix(".desktop") for name in ids.split(";"))
            found[kind.strip()] = tuple(name for name in names if name)
    return found
