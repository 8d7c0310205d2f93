"""Whether the assistant starts, in the tray, with the desktop session: an entry among the desktop's
own for that, made and removed by a person's choice alone. Knows no window.

The entry is the choice: who removes it in the settings of the desktop, or switches it off there,
has changed it here as well. One whose program is gone is passed over by the desktop. On macOS it is
an agent of launchd (not run there); on Windows the installer makes one.
"""

from __future__ import annotations

import os
import plistlib
import re
import shutil
import sys
from pathlib import Path
from typing import Final

import msgspec
from PySide6.QtCore import QCoreApplication

from uitars_runtime.errors import UsageError
from uitars_runtime.journal_disk import reporting, write_own

OFFERED: Final = sys.platform != "win32"
_LABEL: Final = "org.uitars.Uitars"
_HIDDEN: Final = "--hidden"
_OFF: Final = re.compile(
    r"^(Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$", re.MULTILINE
)
"""What desktops write into an entry that is not to count."""
_ENTRY: Final = """[Desktop Entry]
Type=Application
Name=Uitars
Exec={0} {2}
TryExec={1}
Icon=uitars
"""


class AtLogin(msgspec.Struct, frozen=True):
    """The choice as a setting; it has no file but the entry."""

    at_login: bool = False


def chosen() -> bool:
    """Whether there is an entry that counts."""
    try:
        return _OFF.search(_file().read_text("utf-8", errors="replace")) is None
    except OSError:
        return False


def choose(*, wanted: bool) -> None:
    """Make the entry anew or remove it. Raises `UitarsError`."""
    if wanted:
        make = {"darwin": _agent}.get(sys.platform, _entry)
        write_own(_file(), make(_program()))
    else:
        with reporting(_file()):
            _file().unlink(missing_ok=True)


def _agent(program: str) -> bytes:
    told = {"Label": _LABEL, "ProgramArguments": [program, _HIDDEN], "RunAtLoad": True}
    return plistlib.dumps(told)


def _entry(program: str) -> bytes:
    # As a word in quotes first, then as the value of a key.
    quoted = re.sub(r'(["`$\\])', r"\\\1", program).replace("%", "%%")
    entry = _ENTRY.format(_value(f'"{quoted}"'), _value(program), _HIDDEN)
    return entry.encode(errors="surrogateescape")


def _value(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n")


def _file() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "LaunchAgents" / f"{_LABEL}.plist"
    configuration = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(configuration) / "autostart" / "uitars.desktop"


def _program() -> str:
    """The command that this was started as. Raises `UsageError`."""
    found = shutil.which(sys.argv[0]) or shutil.which("uitars")
    if not found:
        raise UsageError(
            QCoreApplication.translate("AtLogin", "There is no command uitars here."),
            QCoreApplication.translate("AtLogin", "Install the package first."),
        )
    return os.path.abspath(found)
