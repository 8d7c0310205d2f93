"""Files that something runs by itself: at sign-in, in every shell, at every commit.

Who writes into one decides what runs later, when nobody is asked any more. Not here: files that a
person or a file manager opens to run them (`openings.py`), and windows in which lines run at once
(`gate/command_windows.py`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final
from urllib.parse import unquote

_NAMES: Final = (
    *(".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".profile"),
    *(".bash_completion", ".tmux.conf"),
    *(".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".kshrc", ".mkshrc", ".cshrc"),
    *(".tcshrc", ".login", ".logout", "config.fish", ".envrc", ".pam_environment"),
    *(".xinitrc", ".xserverrc", ".xsession", ".xsessionrc", ".xprofile", "rc.local", "crontab"),
    *(".vimrc", ".gvimrc", ".exrc", "init.vim", ".emacs", ".gdbinit", ".gitconfig"),
    ".git/config",
    *("authorized_keys", "usercustomize.py", "sitecustomize.py", ".pythonrc", "profile.ps1"),
)
_FOLDERS: Final = (
    *("autostart", "autostart-scripts", "plasma-workspace", "environment.d"),
    *("systemd/user", "systemd/system", ".vim", ".emacs.d", ".config/nvim", ".config/i3"),
    *("fish/conf.d", "cron.d", "cron.daily", "cron.hourly", "cron.weekly", "cron.monthly"),
    *("crontabs", "init.d", "profile.d", "xsession.d", ".ssh", "launchagents"),
    *("launchdaemons", ".git/hooks", "programs/startup"),
)
_NAME: Final = rf"(?:{'|'.join(map(re.escape, _NAMES))})"
_SLASH: Final = r"[/\\]+(?:\.[/\\]+)*"
_FOLDER: Final = rf"(?:{'|'.join(map(re.escape, _FOLDERS))})".replace("/", _SLASH)
_UNIT: Final = r"[\w:@-]\.(?:service|timer)"
_ENTRY: Final = r"[^\s/\\*]\.(?:desktop|lnk)"
_PATH: Final = re.compile(
    rf"(?:^|[/\\]){_NAME}$|(?:^|[/\\]){_FOLDER}[/\\]|[/\\]{_FOLDER}$"
    rf"|^(?:[^'\"]*[/\\])?(?:[\w:.@-]*{_UNIT}|[^'\"/\\]*{_ENTRY})$",
    re.IGNORECASE,
)
"""Entries of a desktop and units of systemd count anywhere: a dialog has the folder apart. The
name of a unit has no blanks, and no path has quotes as a line of code has them."""
_IN_A_TITLE: Final = re.compile(
    rf"(?<![\w.-]){_NAME}(?![\w.-])|(?:[/\\]{_FOLDER}|{_UNIT}|{_ENTRY})(?![\w.-])", re.IGNORECASE
)
_MOST: Final = 10_000
"""Folders that are looked through."""
_OF_THE_WEB: Final = re.compile(r"https?://(?!.*\.\.)", re.IGNORECASE)


def names_startup_file(text: str) -> bool:
    """Whether a line of it is the path or the name of such a file, or leads into a folder of them;
    an address of the web is not. A Tab leaves a field, or does nothing there."""
    lines = {line for tab in ("\n", "") for line in text.replace("\t", tab).splitlines()}
    return any(_is_one(line.strip(" \"'")) for line in lines)


def _is_one(path: str) -> bool:
    return not _OF_THE_WEB.match(path) and any(map(_PATH.search, {path, unquote(path)}))


def first_startup_file(
    changed: Iterable[str],
    folder: str,
    workspace: str,
    brought: Sequence[str] = (),
    to: Sequence[str] = (),
) -> str | None:
    """The first such file of those that a command makes or changes, by its path in the workspace.
    `brought`: what goes `to` these places, of folders all that is in them. Paths are seen from a
    folder."""
    for path in changed:
        if _PATH.search(shown := _shown(path, folder, workspace)):
            return shown
    places = [_shown(path, folder, workspace) for path in to]
    for source in brought:
        for inside in _carried(os.path.join(folder, source)):
            for place in places:
                if _PATH.search(path := f"{place}/{inside}"):
                    return path
    return None


def _shown(path: str, folder: str, workspace: str) -> str:
    return f"./{os.path.relpath(os.path.realpath(os.path.join(folder, path)), workspace)}"


def _carried(source: str) -> Iterator[str]:
    """What a folder brings to the place it goes to, with its own name and without it."""
    above = os.path.dirname(source.rstrip("/"))
    for number, (here, folders, files) in enumerate(os.walk(source)):
        if number >= _MOST:
            return
        for name in (*folders, *files):
            path = os.path.join(here, name)
            yield os.path.relpath(path, above)
            yield os.path.relpath(path, source)


def shows_startup_file(title: str) -> bool:
    """Whether the title of a window names one, as editors say what they have open."""
    return _IN_A_TITLE.search(title) is not None
