"""The class of what `open` is given: a file of the workspace, an address, a program, a command.

A program by its name alone starts with what it has. With words behind it, or when it is there to
run others, it is a command, whoever wrote its name, and reaches no more than the shell does.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from pathlib import Path

from uitars_runtime.commands.places import is_system, program_path
from uitars_runtime.risk import Risk

_ADDRESS = re.compile(r"\s*[A-Za-z][A-Za-z0-9+.-]*:")
_ACTIVE = frozenset(
    {
        *(".appimage", ".bat", ".cmd", ".com", ".desktop", ".docm", ".exe", ".hta", ".htm"),
        *(".html", ".jar", ".jnlp", ".lnk", ".mhtml", ".msi", ".ps1", ".run", ".scr", ".sh"),
        *(".svg", ".url", ".webloc", ".xhtml", ".xlsm"),
        *(".apk", ".appinstaller", ".application", ".appx", ".crx", ".deb", ".dmg", ".dotm"),
        *(".fileloc", ".flatpakref", ".flatpakrepo", ".ica", ".inetloc", ".kwinscript"),
        *(".library-ms", ".mht", ".mobileconfig", ".msix", ".ovpn", ".plasmoid", ".potm"),
        *(".ppam", ".ppsm", ".rdp", ".rpm", ".search-ms", ".settingcontent-ms", ".shtml"),
        *(".sldm", ".snap", ".svgz", ".swf", ".torrent", ".vsix", ".webarchive", ".xht"),
        *(".xlam", ".xll", ".xltm", ".xpi"),
    }
)
"""Endings of files that can run or install a program or reach the network when they are opened."""
_ACTIVE_BY_CLICKS = frozenset(
    {
        *(".appref-ms", ".chm", ".command", ".cpl", ".js", ".jse", ".msc", ".msp", ".pif", ".pptm"),
        *(".pyw", ".pyz", ".reg", ".scf", ".terminal", ".vbe", ".vbs", ".wsf", ".wsh"),
        *(".applescript", ".diagcab", ".gadget", ".hlp", ".inf", ".iqy", ".mst", ".pyc"),
        *(".saver", ".scpt", ".sct", ".theme", ".themepack", ".udl", ".vbscript", ".website"),
        *(".wll", ".wsc", ".xbap", ".xsn"),
    }
)
"""More of them, on Windows and macOS: a file manager there runs what others would show."""
_BUNDLES = frozenset({".action", ".app", ".mpkg", ".pkg", ".prefpane", ".scptd", ".workflow"})
"""Endings of folders that macOS opens as programs; a package may be one file, too."""
_STILL = frozenset(
    {
        *(".bmp", ".gif", ".jpeg", ".jpg", ".md", ".mp3", ".mp4", ".ogg", ".pdf", ".png", ".txt"),
        ".webp",
    }
)
"""Endings of files that a browser shows and does not run."""
_VERSION = re.compile(r"[-.]?\d[\d.]*$")
_SHELLS = frozenset(
    {
        *("ash", "bash", "csh", "dash", "elvish", "fish", "ksh", "mksh", "nu", "pwsh"),
        *("rbash", "sh", "tcsh", "xonsh", "zsh"),
    }
)
_INTERPRETERS = frozenset(
    {
        *("awk", "bc", "busybox", "dc", "deno", "ed", "emacs", "ex", "expect", "gawk", "gdb"),
        *(
            "gjs",
            "groovy",
            "guile",
            "idle",
            "idle-python",
            "ipython",
            "irb",
            "java",
            "jshell",
            "julia",
        ),
        *("jupyter", "lua", "luajit", "m4", "make", "mawk", "mono", "node", "nodejs"),
        *("octave", "octave-cli", "perl", "php", "pypy", "python", "R", "Rscript", "ruby"),
        *("scala", "sed", "sqlite", "swift", "tclsh", "vi", "vim", "nvim", "view", "wine"),
        *("wish", "xterm"),
    }
)
_TERMINALS = frozenset(
    {
        *("alacritty", "byobu", "cool-retro-term", "deepin-terminal", "eterm", "foot"),
        *("footclient", "gnome-terminal", "gnome-terminal.wrapper", "guake", "hyper", "kgx"),
        *("kitty", "konsole", "lxterm", "lxterminal", "mate-terminal", "mlterm", "ptyxis"),
        *("qterminal", "roxterm", "rxvt", "sakura", "screen", "st", "stterm", "terminator"),
        *("terminology", "termite", "tilda", "tilix", "tmux", "urxvt", "uxterm", "wezterm"),
        *("x-terminal-emulator", "xfce4-terminal", "xterm", "yakuake", "zellij", "zutty"),
    }
)
_LAUNCHERS = frozenset(
    {
        *("ansible-playbook", "at", "batch", "bemenu", "chroot", "crontab", "dbus-launch"),
        *("dbus-run-session", "dbus-send", "dbusctl", "dex", "distrobox", "dmenu"),
        *("dmenu_run", "docker", "doas", "env", "exo-open", "find", "firejail", "flatpak"),
        *("flock", "fuzzel", "gapplication", "gdbus", "gio", "gksu", "gmrun", "gnome-open"),
        *("gtk-launch", "gtk4-launch", "gvfs-open", "ionice", "kde-open", "kdesu", "krunner"),
        *("kstart", "lxqt-openssh-askpass", "lxqt-runner", "mate-open", "nice", "nohup"),
        *("nsenter", "open", "parallel", "pcmanfm-desktop-pref", "pkexec", "podman"),
        *("prlimit", "qdbus", "rlwrap", "rofi", "run-mailcap", "runuser", "schedtool"),
        *("script", "see", "setarch", "setpriv", "setsid", "snap", "ssh"),
        *("start-stop-daemon", "stdbuf", "strace", "su", "sudo", "synapse", "systemctl"),
        *("systemd-run", "taskset", "time", "timeout", "tofi", "ulauncher", "unshare"),
        *("uwsm", "watch", "wofi", "x-www-browser", "xargs", "xdg-open", "xfce4-appfinder"),
        *("xfrun4", "xinit", "xvfb-run"),
    }
)
_RUNS_OTHERS = _SHELLS | _INTERPRETERS | _TERMINALS | _LAUNCHERS

BROWSERS = (
    *("brave", "chrome", "chromium", "edge", "epiphany", "falkon", "firefox", "konqueror"),
    *("librewolf", "midori", "navigator", "opera", "qutebrowser", "safari", "vivaldi"),
    *("torbrowser", "webbrowser"),
)
"""What the names and windows of programs that show pages hold."""


def is_address(target: str) -> bool:
    """Whether a target names a scheme, and not a program or a file by its path."""
    return _ADDRESS.match(target) is not None


def classify_target(target: str, workspace: Path, command: str = "") -> tuple[Risk, str]:
    """The class and why. `command`: the command line that a name stands for, where it is known."""
    if is_address(target):
        return Risk.R3, "It opens an address outside this computer."
    path = _file(target, workspace)
    if path is None:
        return _classify_program(target, command)
    if _is_active(path, command):
        return Risk.R2, "It opens a file that can run something."
    return Risk.R1, "It opens a file of the workspace."


def is_command(target: str, workspace: Path, command: str) -> bool:
    """Whether `open` runs a command or a file that can, and may reach no more than the shell does.
    `command`: what would be started."""
    if is_address(target):
        return False
    path = _file(target, workspace)
    return bool(_why_command(target, command)) if path is None else _is_active(path, command)


def names_active_file(label: str) -> bool:
    """Whether a line of a label is the name of a file that can run something."""
    endings = tuple(_ACTIVE | _ACTIVE_BY_CLICKS | _BUNDLES)
    return any(line.strip().lower().endswith(endings) for line in label.splitlines())


def _file(target: str, workspace: Path) -> str | None:
    """A file or folder of the workspace, links followed; None where it is none."""
    if "\0" in target:
        return None
    root = os.path.realpath(workspace)
    path = os.path.realpath(os.path.join(root, target))
    return path if path.startswith(root + os.sep) and os.path.exists(path) else None


def _is_active(path: str, command: str) -> bool:
    """By its name, or by what would open it: a file without a kind of its own is what its content
    says, to a browser and to what looks for a program itself."""
    ending = os.path.splitext(path)[1].lower()
    if ending in _BUNDLES:
        return True
    if not os.path.isfile(path):
        return False
    if os.access(path, os.X_OK) or ending in _ACTIVE:
        return True
    try:
        opener = shlex.split(command)[:1]
    except ValueError:
        return True
    return any(_runs_others(one) or (ending not in _STILL and _is_browser(one)) for one in opener)


def _classify_program(target: str, command: str) -> tuple[Risk, str]:
    if why := _why_command(target, command):
        return Risk.S_OTHER, why
    return Risk.R2, f"It starts a program: {command}." if command else "It starts a program."


def _why_command(target: str, command: str) -> str:
    """Why it is a command, in one sentence; empty for a program by its name."""
    started = command or target
    try:
        words = shlex.split(started.replace("\0", " "))
    except ValueError:
        return "It is not a command line that can be read."
    if not words:
        return ""
    if runner := _runs_others(words[0]):
        return f"It starts {runner}, which runs what it is told to."
    if started.strip() != target.strip():
        return ""  # what an entry of the system gives its program is no word of the model's
    path = shutil.which(words[0])
    if words[1:] and (path or command):
        return f"It runs a command: {started}."
    if path and not is_system(os.path.realpath(path)):
        return "It starts a program that is not the system's."
    return ""


def runs_scripts(program: str) -> bool:
    """Whether a program is known as a shell or an interpreter."""
    name = os.path.basename(program)
    return bool({name, _VERSION.sub("", name)} & (_SHELLS | _INTERPRETERS))


def _runs_others(program: str) -> str:
    """The name under which a program is known to run others, its own or that of what it links to;
    empty for any other."""
    path = program_path(program) or shutil.which(program) or program
    for name in (os.path.basename(program), os.path.basename(os.path.realpath(path))):
        for known in (name, _VERSION.sub("", name)):
            if known in _RUNS_OTHERS:
                return known
    return ""


def _is_browser(program: str) -> bool:
    """Whether a program is known as one that shows pages."""
    names = os.path.basename(program).casefold()
    return any(name in names for name in (*BROWSERS, "www-browser"))
