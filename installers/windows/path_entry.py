"""Puts the folder of this file on the person's PATH, or takes it off: `path_entry.py add|remove`.

The installer runs it with the Python that it brings: NSIS itself cuts texts at 1024 characters, and
a PATH may be longer.
"""

from __future__ import annotations

import ctypes
import os
import sys
import winreg

_CHANGED = 0x1A
"""`WM_SETTINGCHANGE`"""


def main(order: str) -> None:
    own = os.path.dirname(os.path.abspath(__file__))
    with winreg.CreateKeyEx(
        winreg.HKEY_CURRENT_USER, "Environment", 0, winreg.KEY_READ | winreg.KEY_WRITE
    ) as key:
        try:
            told, kind = winreg.QueryValueEx(key, "Path")
        except FileNotFoundError:
            told, kind = "", winreg.REG_EXPAND_SZ
        kept = [one for one in told.split(";") if one and one.rstrip("\\").lower() != own.lower()]
        wanted = [*kept, own] if order == "add" else kept
        if wanted:
            winreg.SetValueEx(key, "Path", 0, kind, ";".join(wanted))
        elif told:
            winreg.DeleteValue(key, "Path")
    # Programs that are started from now on know it.
    ctypes.windll.user32.SendMessageTimeoutW(0xFFFF, _CHANGED, 0, "Environment", 2, 1000, None)


if __name__ == "__main__":
    main(sys.argv[1])
