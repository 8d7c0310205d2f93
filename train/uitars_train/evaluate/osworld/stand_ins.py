"""Programs that stand in a session for what OSWorld's machine has under another name.

Google's Chrome is Debian's Chromium; `sudo` runs the command as who asks, for a private desktop is
all its own; `apt` says whether a package is there and installs nothing; `socat` leads nowhere,
since the browser is asked at its own port.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

PROFILE: Final = ".config/google-chrome"
"""Where OSWorld looks for the browser's files, below the home folder."""
OFFICE: Final = ".config/libreoffice/4/user/registrymodifications.xcu"
FOLDER: Final = ".local/bin"
VIDEO_TYPES: Final = (
    *("3gp", "3gpp", "3gpp2", "avi", "divx", "dv", "fli", "flv", "mp2t", "mp4", "mp4v-es", "mpeg"),
    *("mpeg-system", "msvideo", "ogg", "quicktime", "vnd.divx", "vnd.mpegurl", "vnd.rn-realvideo"),
    *("webm", "x-anim", "x-avi", "x-flc", "x-fli", "x-flv", "x-m4v", "x-matroska", "x-mpeg"),
    *("x-mpeg-system", "x-mpeg2", "x-ms-asf", "x-ms-asf-plugin", "x-ms-asx", "x-ms-wm", "x-ms-wmv"),
    *("x-ms-wmx", "x-ms-wvx", "x-msvideo", "x-nsv", "x-ogm", "x-ogm+ogg", "x-theora"),
    "x-theora+ogg",
)
"""Kinds of films whose player OSWorld asks for."""
STANDING_FOR: Final = {"google-chrome": "chromium", "chrome": "chromium"}
"""What is installed here in the place of a program."""
HOLLOW: Final = frozenset({"sudo", "apt", "apt-get", "socat", "python", "python3"})
"""Are there without being installed; Python is our own."""
WINDOWS: Final = {"Google Chrome": "Chromium"}
"""What stands in the title of a window here in the place of a name."""

_CHROMIUM: Final = """\
#!/bin/sh
for word; do
  shift
  case $word in --remote-debugging-port=*) word=--remote-debugging-port=0;; esac
  set -- "$@" "$word"
done
exec chromium {root}--no-first-run --no-default-browser-check --disable-background-networking \\
  --disable-component-update --disable-sync --password-store=basic --start-maximized \\
  --force-renderer-accessibility --user-data-dir="$HOME/{profile}" "$@"
"""
"""A port of its own choice: sessions share the loopback of this machine."""
_SUDO: Final = """\
#!/bin/sh
while [ $# -gt 0 ]; do case $1 in -*) shift;; *) break;; esac; done
exec "$@"
"""
_APT: Final = """\
#!/bin/sh
[ "$1" = install ] || exit 0
shift
for name; do
  case $name in -*) continue;; esac
  dpkg-query --show --showformat '${Status}' "$name" 2>/dev/null | grep -q ' installed$' || {
    echo "$name is not installed" >&2; exit 100; }
done
"""
_PLAYER: Final = "org.gnome.Totem.desktop"
_PLAYER_ENTRY: Final = "[Desktop Entry]\nType=Application\nName=Videos\nExec=ffplay %f\n"
_NOTHING: Final = "#!/bin/sh\n"
_VLC: Final = """\
#!/bin/sh
exec {program} --no-qt-privacy-ask "$@"
"""
"""OSWorld's machine was asked about privacy before."""


_OFFICE: Final = """\
<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Misc">
<prop oor:name="ShowTipOfTheDay" oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Office.Impress/Misc/NewDoc">
<prop oor:name="AutoPilot" oor:op="fuse"><value>false</value></prop></item>
</oor:items>
"""
"""No tip of the day, no question for a template: the machine was worked with before."""


def put(home: Path) -> None:
    """Write them into the home folder of a session's programs."""
    folder = home / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    root = "--no-sandbox --test-type " if os.geteuid() == 0 else ""
    _write(folder / "google-chrome", _CHROMIUM.format(root=root, profile=PROFILE))
    _write(folder / "sudo", _SUDO)
    _write(folder / "apt", _APT)
    _write(folder / "apt-get", _APT)
    _write(folder / "socat", _NOTHING)
    _settle(home / OFFICE, _OFFICE)
    # Ubuntu's own player has the films there.
    _settle(home / ".local/share/applications" / _PLAYER, _PLAYER_ENTRY)
    films = "".join(f"video/{kind}={_PLAYER}\n" for kind in VIDEO_TYPES)
    _settle(home / ".config/mimeapps.list", f"[Default Applications]\n{films}")
    # A profile that was there before: a distribution's first settings are not OSWorld's.
    _settle(home / PROFILE / "First Run", "")
    _settle(home / PROFILE / "Default" / "Preferences", "{}")
    vlc = shutil.which("vlc")
    if vlc is not None:
        _write(folder / "vlc", _VLC.format(program=_for_root(Path(vlc), folder)))


def _settle(path: Path, text: str) -> None:
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)


def _for_root(program: Path, folder: Path) -> Path:
    """VLC asks who it runs as and refuses root, which is who works in a container: there a copy of
    the program asks for its parent instead."""
    if os.geteuid() != 0:
        return program
    copy = folder.parent / "lib" / "vlc"
    copy.parent.mkdir(exist_ok=True)
    copy.write_bytes(program.read_bytes().replace(b"geteuid", b"getppid"))
    copy.chmod(0o755)
    return copy
