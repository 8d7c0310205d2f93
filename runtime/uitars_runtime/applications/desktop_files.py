"""Reading desktop entries as the freedesktop specification lays them down.

What programs are called comes from the person's own folders and the system's, never from the home
of a private desktop: what runs there could name itself after anything.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from uitars_runtime.applications.application import Application

_SECTION: Final = "[Desktop Entry]"
_ESCAPES: Final = {"s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"}
_QUOTED: Final = re.compile(r'''\\.|'[^']*'|"(?:[^"\\]|\\.)*"''')
_ESCAPED: Final = re.compile(r"\\(.)")
_TEXTS: Final = ("Name", "X-GNOME-FullName", "GenericName", "Keywords", "Comment")
_GAMES: Final = "/usr/games:/usr/local/games"
"""On everybody's `PATH` in Debian but that of root and of services."""
_LARGEST: Final = 1_000_000
"""Bytes of an entry above which it is none."""


def data_folders(environment: Mapping[str, str]) -> tuple[Path, ...]:
    """Where programs leave their data, the person's own folder first."""
    own = environment.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    others = environment.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    return tuple(Path(folder) for folder in (own, *others.split(":")) if os.path.isabs(folder))


def installed(environment: Mapping[str, str]) -> tuple[Application, ...]:
    """Every program with an entry whose executable is there; an earlier folder's entry wins."""
    found: dict[str, Application | None] = {}
    path = environment.get("PATH")
    for folder in data_folders(environment):
        for name, file in sorted(_entries(folder / "applications")):
            if name not in found:
                found[name] = _read(file, name, path)
    return tuple(item for item in found.values() if item is not None)


def _entries(folder: Path) -> Iterator[tuple[str, Path]]:
    """Entries with their ids: folders below are parts of the id."""
    for file in folder.rglob("*.desktop") if folder.is_dir() else ():
        yield "-".join(file.relative_to(folder).with_suffix("").parts), file


def _read(file: Path, name: str, path: str | None) -> Application | None:
    try:
        if file.stat().st_size > _LARGEST:
            return None
        said = _keys(file.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return None
    if said.get("Type") != "Application" or said.get("Hidden") == "true":
        return None
    tried = said.get("TryExec", "")
    try:
        argv = _arguments(said.get("Exec", ""))
    except ValueError:
        return None
    program = _found(argv[0], path) if argv else ""
    if not program or (tried and not _found(tried, path)):
        return None
    return Application(
        id=name,
        name=said.get("Name", name),
        exec=(program, *argv[1:]),
        texts=_texts(said),
        categories=frozenset(_list(said.get("Categories", ""))),
        types=frozenset(_list(said.get("MimeType", ""))),
        terminal=said.get("Terminal") == "true",
        hidden=said.get("NoDisplay") == "true",
    )


def _found(program: str, path: str | None) -> str:
    """What starts a program: its name, or its whole path where only an ordinary person's `PATH`
    has it; empty where it is not there."""
    if shutil.which(program, path=path) is not None:
        return program
    return shutil.which(program, path=_GAMES) or ""


def _keys(text: str) -> dict[str, str]:
    """Keys of the entry itself with their values; groups of actions are left out."""
    found: dict[str, str] = {}
    inside = False
    for line in text.splitlines():
        if line.startswith("["):
            inside = line.strip() == _SECTION
        elif inside and "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found.setdefault(key.strip(), _unescaped(value.strip()))
    return found


def _unescaped(value: str) -> str:
    parts = value.split("\\")
    plain = [parts.pop(0)]
    while parts:
        part = parts.pop(0)
        if part:
            plain.append(_ESCAPES.get(part[0], "\\" + part[0]) + part[1:])
        else:
            plain.append("\\" + (parts.pop(0) if parts else ""))
    return "".join(plain)


def _arguments(line: str) -> tuple[str, ...]:
    """The words of an `Exec`. Raises `ValueError` where a quote stays open."""
    return tuple(shlex.split(_QUOTED.sub(_without_idle_backslashes, line)))


def _without_idle_backslashes(quoted: re.Match[str]) -> str:
    """In double quotes a backslash goes before dollar and backtick as well, which `shlex` keeps."""
    if not quoted[0].startswith('"'):
        return quoted[0]
    return _ESCAPED.sub(lambda found: found[1] if found[1] in "$`" else found[0], quoted[0])


def _texts(said: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """What is for people, by language and key."""
    found: dict[str, dict[str, str]] = {"": {}}
    for name, value in said.items():
        key, _, language = name.removesuffix("]").partition("[")
        if key in _TEXTS and value:
            found.setdefault(language, {})[key] = value
    return found


def _list(value: str) -> tuple[str, ...]:
    return tuple(item.strip() for item in value.split(";") if item.strip())
