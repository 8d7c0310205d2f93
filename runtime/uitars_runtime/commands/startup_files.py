"""Files that something runs by itself: at sign-in, in every shell, at every commit.

Who writes into one decides what runs later, when nobody is asked any more. Not here: files that a
person or a file manager opens to run them (`openings.py`), and windows in which lines run at once
(`gate/command_windows.py`).
"""

from __future__ import annotations

import itertools
import os
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final
from urllib.parse import unquote

import msgspec

from uitars_runtime.commands.line import UnreadableError

_NAMES: Final = (
    *(".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".profile"),
    *(".bash_completion", ".tmux.conf", ".inputrc", ".screenrc", ".xbindkeysrc"),
    *(".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".kshrc", ".mkshrc", ".cshrc"),
    *(".tcshrc", ".login", ".logout", "config.fish", ".envrc", ".pam_environment"),
    *(".xinitrc", ".xserverrc", ".xsession", ".xsessionrc", ".xprofile", "rc.local", "crontab"),
    *(".vimrc", ".gvimrc", ".exrc", "init.vim", ".emacs", ".gdbinit", ".gitconfig"),
    *("authorized_keys", "usercustomize.py", "sitecustomize.py", ".pythonrc"),
)
_FOLDERS: Final = (
    *("autostart", "autostart-scripts", "plasma-workspace", "environment.d"),
    *("systemd/user", "systemd/system", ".vim", ".emacs.d", ".ipython", ".husky", ".local/bin"),
    *(".config/nvim", ".config/i3", ".config/sway", ".config/hypr", ".config/bspwm"),
    *(".config/awesome", ".config/tmux", ".config/git", ".config/fish", ".config/nushell"),
    *(".config/powershell", "fish/conf.d", "cron.d", "cron.daily", "cron.hourly", "cron.weekly"),
    *("cron.monthly", "crontabs", "init.d", "profile.d", "xsession.d", ".ssh", "launchagents"),
    *("launchdaemons", "programs/startup"),
)
_SLASH: Final = r"[/\\]+(?:\.[/\\]+)*"
_GIT: Final = r"[\w.-]*\.git"
_IN_GIT: Final = rf"{_GIT}/(?:[^'\"]*/)?"
"""Of modules and other work trees, too, which lie deeper."""
_NAME: Final = (
    rf"(?:{'|'.join(map(re.escape, _NAMES))}|\.\w+rc\.local|[\w.]*profile\.ps1"
    rf"|{_IN_GIT}config(?:\.worktree)?)"
).replace("/", _SLASH)
_FOLDER: Final = rf"(?:{'|'.join(map(re.escape, _FOLDERS))}|\.\w+rc\.d|{_IN_GIT}hooks)".replace(
    "/", _SLASH
)
_UNIT: Final = r"[\w:@-]\.(?:service|timer)"
_ENTRY: Final = r"[^\s/\\*]\.(?:desktop|lnk)"
_PATH: Final = re.compile(rf"[/\\](?:{_NAME}$|{_FOLDER}[/\\]|(?<=.[/\\])(?:{_FOLDER}|\.git)$)")
"""In a path in small letters with a slash before it. A file `.git` says where settings lie."""
_ANYWHERE: Final = re.compile(rf"[^'\"]*[/\\](?:[\w:.@-]*{_UNIT}|[^'\"/\\]*{_ENTRY})")
"""Entries of a desktop and units of systemd count anywhere: a dialog has the folder apart. The
name of a unit has no blanks, and no path has quotes as a line of code has them."""
_FIRST: Final = {re.escape(name.split("/")[0]) for name in _FOLDERS if "/" in name}
_BEGUN: Final = re.compile(rf"/(?:{'|'.join(_FIRST)}|{_GIT}(?:/.*)?)$")
"""A folder that is none of those, but of which one lies right below."""
_IN_A_TITLE: Final = re.compile(
    rf"(?<![\w.-]){_NAME}(?![\w.-])|(?:[/\\]{_FOLDER}|{_UNIT}|{_ENTRY})(?![\w.-])", re.IGNORECASE
)
_MOST: Final = 100_000
"""Files and folders that are looked through for one line."""
_TOO_MUCH: Final = "It takes along more than can be looked through."
_OF_THE_WEB: Final = re.compile(r"https?://(?!.*\.\.)", re.IGNORECASE)


class Change(msgspec.Struct, frozen=True):
    """What a command makes, changes or takes away, its paths seen from a folder."""

    folder: str
    paths: tuple[str, ...]
    brought: tuple[str, ...] = ()
    """What goes with all that is in it `to` a place, or into it."""
    to: str = ""


def names_startup_file(text: str) -> bool:
    """Whether a line of it is the path or the name of such a file, or leads into a folder of them;
    an address of the web is not. A Tab leaves a field, or does nothing there."""
    lines = {line for tab in ("\n", "") for line in text.replace("\t", tab).splitlines()}
    return any(_is_one(line.strip(" \"'")) for line in lines)


def _is_one(path: str) -> bool:
    return not _OF_THE_WEB.match(path) and any(map(_is_path_of_one, {path, unquote(path)}))


def _is_path_of_one(path: str) -> bool:
    path = f"/{path.casefold()}"
    return bool(_PATH.search(path) or _ANYWHERE.fullmatch(path))


def first_startup_file(changes: Sequence[Change], workspace: str) -> str | None:
    """The first such file of those that the commands of a line make, change or carry along, by its
    path in the workspace. Raises `UnreadableError` where the disk does not tell what they are."""
    for path, unknown in _changed(changes):
        shown = f".{path.removeprefix(workspace)}"
        if _is_path_of_one(shown) or (unknown and _BEGUN.search(shown.casefold())):
            return shown
    return None


def shows_startup_file(title: str) -> bool:
    """Whether the title of a window names one, as editors say what they have open."""
    return _IN_A_TITLE.search(title) is not None


def _changed(changes: Sequence[Change]) -> Iterator[tuple[str, bool]]:
    """Each path that something comes to or goes from, and whether more than is told below it."""
    line = _Line(changes)
    for number, change in enumerate(changes):
        yield from ((place, False) for place in line.places[number])
        to = os.path.realpath(os.path.join(change.folder, change.to))
        for path in change.brought:
            source = os.path.realpath(os.path.join(change.folder, path))
            places = [to, *([source] if path in change.paths else [])]
            if os.path.isdir(to) or line.changes(to, number):
                places.append(os.path.join(to, os.path.basename(path.rstrip("/")) or source))
            unknown = line.changes(source, number) or not os.path.lexists(source)
            yield from ((place, unknown) for place in places)
            for inside in line.below(source):
                yield from ((place + inside, False) for place in places)


def _places(path: str, folder: str) -> tuple[str, str]:
    """A path as it is named, and where it leads: nowhere with a NUL, which no file has."""
    place = os.path.join(folder, path)
    named = os.path.normpath(place)
    return named, named if "\0" in place else os.path.realpath(place)


class _Line:
    """What the commands of a line change: of that the disk does not tell what it will be."""

    def __init__(self, changes: Sequence[Change]) -> None:
        self._brought: dict[str, set[int]] = defaultdict(set)
        self._above: dict[str, set[int]] = defaultdict(set)
        self._seen = itertools.count(1)
        self.places = [
            [place for path in change.paths for place in _places(path, change.folder)]
            for change in changes
        ]
        """Of each command, the paths that it changes, as `_places` tells them."""
        for number, change in enumerate(changes):
            for place in self.places[number]:
                if change.brought:
                    self._brought[place].add(number)
                for one in (place, *_around(place)):
                    self._above[one].add(number)

    def changes(self, path: str, number: int) -> bool:
        """Whether a command but the one with this number changes a path or something below it, or
        brings a folder around it."""
        brought = (self._brought.get(one, ()) for one in _around(path))
        return bool(set(self._above.get(path, ())).union(*brought) - {number})

    def below(self, source: str) -> Iterator[str]:
        """All that is in a folder, by its way from there. Raises `UnreadableError` for more than is
        worth looking through, and for what cannot be looked into but can be taken along."""
        left = [source]
        while left:
            here = left.pop()
            try:
                with os.scandir(here) as found:
                    entries = list(found)
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError:
                raise UnreadableError(_TOO_MUCH) from None
            for entry in entries:
                if next(self._seen) > _MOST:
                    raise UnreadableError(_TOO_MUCH)
                yield entry.path[len(source) :]
            left += [one.path for one in entries if one.is_dir(follow_symlinks=False)]


def _around(path: str) -> list[str]:
    """The folders around a path."""
    return [path[: found.start()] for found in re.finditer("/", path)]
