"""Checks that start nothing: the desktop session, tools, the keyring, libraries, the server."""

from __future__ import annotations

import base64
import hashlib
import importlib
import os
import shutil
import sys
import tempfile
import threading
from importlib.metadata import (
    PackageNotFoundError,
    PackagePath,
    distribution,
    packages_distributions,
    version,
)
from pathlib import Path
from typing import TYPE_CHECKING, Any

from uitars_runtime.backends.registry import BASE_URL_VARIABLE
from uitars_runtime.doctor.report import Check, Finding, Status
from uitars_runtime.errors import ModelError, UitarsError
from uitars_runtime.installing import pip
from uitars_runtime.own_programs import frozen

if TYPE_CHECKING:
    from uitars_runtime.protocols import Desktop

_APT = "On Debian or Ubuntu: apt install {}."


def checks() -> list[tuple[str, Check]]:
    """All checks of this file, by name."""
    on_linux = [
        ("sandbox", _sandbox_tools),
        ("limits", _limits),
        ("jail", _jail),
        ("xlib", _xlib),
    ]
    linux = on_linux if sys.platform == "linux" else []
    return [
        ("display", _display),
        *linux,
        ("keyring", _keyring),
        ("onnxruntime", _onnxruntime),
        ("server", _server),
    ]


def _display() -> Finding:
    """The person's own desktop; without one, tasks run in a sandbox."""
    from uitars_runtime.desktop.local import open_local

    if sys.platform == "linux" and not any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY"))):
        return Finding("display", Status.OK, "No desktop session here; tasks run in a sandbox.")
    if sys.platform == "darwin":
        from uitars_runtime.desktop.macos import permissions

        if lacking := permissions.missing():
            return Finding("display", Status.DEGRADED, *permissions.told(lacking))
    try:
        desktop = open_local()
    except UitarsError as error:
        return Finding("display", Status.DEGRADED, error.title, error.hint)
    try:
        size = desktop.observe().size
    finally:
        desktop.close()
    text = f"{desktop.name}, {size.width}x{size.height} pixels.{_enlarged(desktop)}"
    return Finding("display", Status.OK, text)


def _enlarged(desktop: Desktop) -> str:
    """How large the monitors show things, where the system tells."""
    from uitars_runtime.desktop.win32.desktop import Win32Desktop

    if not isinstance(desktop, Win32Desktop):
        return ""
    from uitars_runtime.desktop.win32.monitors import monitors

    return f" Monitors at {', '.join(f'{one.percent} %' for one in monitors())}."


def _sandbox_tools() -> Finding:
    needed = {"Xvfb": "xvfb", "openbox": "openbox"}
    missing = [name for name in needed if shutil.which(name) is None]
    if missing:
        mend = _APT.format(" ".join(needed[name] for name in missing))
        text = f"There is no sandbox without {' and '.join(missing)}."
        return Finding("sandbox", Status.BROKEN, text, mend)
    if shutil.which("dbus-daemon") is None:
        text = "Programs in the sandbox have no session bus: dbus-daemon is missing."
        return Finding("sandbox", Status.DEGRADED, text, _APT.format("dbus"))
    return Finding("sandbox", Status.OK, "Xvfb, openbox and dbus-daemon are installed.")


def _limits() -> Finding:
    """Who holds the limits of `uitars sandbox`."""
    from uitars_runtime.sessions.cgroups import version

    match version():
        case None:
            text = "Limits of sessions are held by a watchdog; no control group can be made here."
        case found:
            number = found.removeprefix("cgroup")
            text = f"Memory and processes of sessions are limited by control groups (v{number})."
    return Finding("limits", Status.OK, text)


def _jail() -> Finding:
    from uitars_runtime.config import load
    from uitars_runtime.tools import proven
    from uitars_runtime.tools.ladder import rung
    from uitars_runtime.tools.walls.names import at_least

    wall = load().wall
    proven.forget()
    with tempfile.TemporaryDirectory(prefix="uitars-doctor-") as folder:
        found = rung(Path(folder), at_least(wall))
    if found.walled:
        text = f"Rung {found.name!r}: commands are walled off; each way out was tried."
        if found.why:
            text += f" No better wall holds here: {found.why}."
        return Finding("jail", Status.OK, text)
    text = f"Rung {found.name!r}: every command is a question and runs without a wall. {found.why}."
    if wall != "any":
        text += f" The setting wall asks for {wall} or better."
    return Finding("jail", Status.DEGRADED, text, _APT.format("bubblewrap"))


def _keyring() -> Finding:
    import keyring
    from keyring.errors import KeyringError, NoKeyringError

    mend = "Unlock or install one (GNOME Keyring, KWallet), or use UITARS_API_KEY."
    backend = type(keyring.get_keyring())
    try:
        keyring.get_password("uitars", "doctor")
    except NoKeyringError:
        text = "There is no keyring here, so keys of model servers cannot be kept."
        return Finding("keyring", Status.DEGRADED, text, mend)
    except KeyringError as error:
        text = f"Keys cannot be kept: {' '.join(str(error).split())}"
        return Finding("keyring", Status.DEGRADED, text, mend)
    if backend.__module__.startswith("keyrings.alt"):
        text = "The only keyring is a plain file, which is not used."
        return Finding("keyring", Status.DEGRADED, text, mend)
    return Finding("keyring", Status.OK, f"Keys are kept in {backend.__module__}.")


def _xlib() -> Finding:
    """Whether Xlib is the one that was tried: an old copy of another name takes the same place, as
    PyAutoGUI's dependencies bring one."""
    again = pip("install", "--force-reinstall", "--no-deps", "python-xlib")
    mend = f"{pip('uninstall', '-y', 'python3-Xlib')}; {again}"
    others = set(packages_distributions().get("Xlib", ())) - {"python-xlib"}
    if others:
        text = f"Another package lies over Xlib: {' and '.join(sorted(others))}."
        return Finding("xlib", Status.DEGRADED, text, mend)
    ours = distribution("python-xlib")
    if frozen():
        text = f"python-xlib {ours.version}, packed with the program."
        return Finding("xlib", Status.OK, text)
    changed = [str(file) for file in ours.files or () if _differs(file)]
    if changed:
        text = f"Files of python-xlib were changed or are gone: {', '.join(sorted(changed)[:3])}."
        return Finding("xlib", Status.DEGRADED, text, mend)
    return Finding("xlib", Status.OK, f"python-xlib {ours.version} as it was installed.")


def _differs(file: PackagePath) -> bool:
    """Whether an installed file is another than its package brought."""
    if file.hash is None or file.suffix != ".py":
        return False
    try:
        found = hashlib.new(file.hash.mode, file.read_binary()).digest()
    except FileNotFoundError:
        return True
    return base64.urlsafe_b64encode(found).rstrip(b"=").decode() != file.hash.value


def _has(name: str) -> bool:
    try:
        version(name)
    except PackageNotFoundError:
        return False
    return True


def _onnxruntime() -> Finding:
    # The package has no types.
    onnxruntime: Any = importlib.import_module("onnxruntime")
    offered: list[str] = onnxruntime.get_available_providers()
    providers = ", ".join(offered)
    if _has("onnxruntime-gpu") and not any("CUDA" in name for name in offered):
        text = "onnxruntime-gpu is installed, but the build for the processor lies over it."
        mend = pip("install", "--force-reinstall", "--no-deps", "onnxruntime-gpu")
        return Finding("onnxruntime", Status.DEGRADED, text, mend)
    return Finding("onnxruntime", Status.OK, f"{version('onnxruntime')} with {providers}.")


def _server() -> Finding:
    from uitars_runtime.backends.address import Address
    from uitars_runtime.backends.keys import find_key
    from uitars_runtime.backends.openai import OpenAIBackend
    from uitars_runtime.config import load

    url = load().base_url or os.environ.get(BASE_URL_VARIABLE, "").strip()
    if not url:
        return Finding("server", Status.OK, f"No model server is set up ({BASE_URL_VARIABLE}).")
    address = Address(url)
    backend = OpenAIBackend("", address, find_key(address.host))
    try:
        names = backend.models(threading.Event())
    except ModelError as error:
        return Finding("server", Status.DEGRADED, error.title, error.hint)
    served = ", ".join(f"openai/{name}" for name in names[:3]) or "nothing"
    return Finding("server", Status.OK, f"{address} serves {served}.")
