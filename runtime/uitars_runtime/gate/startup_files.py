"""Files that something runs by itself: at sign-in, in every shell, at every commit.

Who writes into one decides what runs later, when nobody is asked any more. Not here: files that a
person or a file manager opens to run them (`commands/openings.py`), and windows in which lines run
at once (`command_windows.py`).
"""

from __future__ import annotations

import re
from typing import Final

_NAMES: Final = (
    *(".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".profile"),
    *(".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".kshrc", ".mkshrc", ".cshrc"),
    *(".tcshrc", ".login", ".logout", "config.fish", ".envrc", ".pam_environment"),
    *(".xinitrc", ".xserverrc", ".xsession", ".xsessionrc", ".xprofile", "rc.local", "crontab"),
    *(".vimrc", ".gvimrc", ".exrc", "init.vim", ".emacs", ".gdbinit", ".gitconfig"),
    *("authorized_keys", "usercustomize.py", "sitecustomize.py", ".pythonrc", "profile.ps1"),
)
_FOLDERS: Final = (
    *("autostart", "autostart-scripts", "plasma-workspace", "systemd", "environment.d"),
    *("conf.d", "cron.d", "cron.daily", "cron.hourly", "cron.weekly", "cron.monthly"),
    *("crontabs", "init.d", "profile.d", "xsession.d", ".ssh", "launchagents"),
    *("launchdaemons", ".git/hooks", "programs/startup"),
)
_NAME: Final = rf"(?:{'|'.join(map(re.escape, _NAMES))})"
_FOLDER: Final = rf"(?:{'|'.join(map(re.escape, _FOLDERS))})".replace("/", r"[/\\]")
_PATH: Final = re.compile(
    rf"(?:^|[/\\]){_NAME}$|[/\\]{_FOLDER}(?:[/\\]|$)|\.(?:desktop|lnk|service|timer)$",
    re.IGNORECASE,
)
"""Entries of a desktop and units of systemd count anywhere: a dialog has the folder apart."""
_IN_A_TITLE: Final = re.compile(
    rf"(?<![\w.-]){_NAME}(?![\w.-])|[/\\]{_FOLDER}(?![\w.-])", re.IGNORECASE
)


def names_startup_file(path: str) -> bool:
    """Whether a path, or a name alone, is that of such a file or leads into a folder of them."""
    return any(_PATH.search(line.strip(" \t\"'")) for line in path.splitlines())


def shows_startup_file(title: str) -> bool:
    """Whether the title of a window names one, as editors say what they have open."""
    return _IN_A_TITLE.search(title) is not None
