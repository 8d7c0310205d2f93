"""Wayland compositors without a screen, for tests: sway; mutter, which is worked through the
portal; weston, which lets nobody work it."""

# jeepney is typed in part only.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false
from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest
from jeepney import DBusAddress, MessageType, new_method_call
from jeepney.io.blocking import open_dbus_connection

from helpers.desks import until
from helpers.screens import PROGRAMS
from uitars_runtime.desktop.accessibility import start_bus
from uitars_runtime.desktop.wayland.desktop import WaylandDesktop

_OF_ANOTHER_SESSION = (
    *("DISPLAY", "WAYLAND_DISPLAY", "SWAYSOCK", "XDG_SESSION_TYPE", "NO_AT_BRIDGE"),
    *("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"),
)
_COMMAND_SECONDS = 200
_UNTIL_THE_END = 1
"""How long mutter keeps monitors as they were told (ApplyMonitorsConfig)."""
_QUIET = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


class Session:
    """A Wayland session: a compositor, a session bus, and the environment of programs there."""

    def __init__(self, folder: Path, environment: dict[str, str], compositor: Any) -> None:
        self.folder = folder
        self.environment = environment
        self.compositor: subprocess.Popen[bytes] = compositor
        self.person: subprocess.Popen[bytes] | None = None
        """Who answers the portal."""
        self.pipewire: subprocess.Popen[bytes] | None = None
        """Who brings the portal's pictures."""
        self.places_windows = False
        """Whether it gives a window the whole screen by itself."""

    @property
    def socket(self) -> str:
        """Path of the compositor's socket."""
        return str(self.folder / self.environment["WAYLAND_DISPLAY"])

    def press_stop(self) -> None:
        """The person presses the key that they gave to stopping the agent."""
        assert self.person is not None
        self.person.send_signal(signal.SIGUSR1)

    def end_sharing(self) -> None:
        """The person ends what they allowed through the portal."""
        assert self.person is not None
        self.person.send_signal(signal.SIGUSR2)

    def sway(self, *command: str) -> Any:
        """Tell sway to do something, or ask it."""
        done = subprocess.run(
            ["swaymsg", "--raw", *command], env=self.environment, check=True, capture_output=True
        )
        return json.loads(done.stdout)

    def enter(self, patched: pytest.MonkeyPatch) -> None:
        """Make this process one of the session's."""
        for name in ("SWAYSOCK", "DISPLAY"):
            patched.delenv(name, raising=False)
        for name, value in self.environment.items():
            patched.setenv(name, value)

    def command(self, home: Path, *given: str) -> subprocess.CompletedProcess[str]:
        """What became of a command line of ours there: a module, and what it is given."""
        return subprocess.run(
            [sys.executable, "-m", *given],
            env={**self.environment, "UITARS_HOME": str(home)},
            capture_output=True,
            text=True,
            timeout=_COMMAND_SECONDS,
            check=False,
        )

    @contextmanager
    def running(self, *command: str) -> Generator[subprocess.Popen[bytes]]:
        """A program there, gone afterwards."""
        process = subprocess.Popen(command, env=self.environment, **_QUIET)  # type: ignore[call-overload]
        try:
            yield process
        finally:
            process.kill()
            process.wait()

    @contextmanager
    def ear(self, log: Path, monitor: int = 0) -> Generator[Ear]:
        """A window that covers the screen, of several that monitor, and writes down what reaches
        it."""
        how = () if self.places_windows else (str(monitor),)
        with self.running("/usr/bin/python3", str(PROGRAMS / "gtk_ear.py"), str(log), *how):
            yield Ear(log)


def end_programs(folder: Path) -> None:
    """End what was started in a folder and left free of us."""
    for process in psutil.process_iter(["cwd"]):
        if process.info["cwd"] == str(folder):
            process.terminate()


def await_window(desktop: WaylandDesktop, title: str) -> None:
    """Wait until the only window with that in its title has the keyboard and is drawn."""
    from uitars_runtime.desktop.drawn import await_shown

    until(lambda: title in getattr(desktop.active(), "title", ""), f"the window {title}")
    window = desktop.active()
    assert window is not None
    await_shown(lambda: desktop.shows(window.id))


class Ear:
    """What reached the window."""

    def __init__(self, log: Path) -> None:
        self._log = log

    def heard(self, *kinds: str) -> list[dict[str, Any]]:
        """Events of these kinds so far."""
        lines = self._log.read_text().splitlines() if self._log.exists() else []
        return [event for event in map(json.loads, lines) if event["kind"] in kinds]

    def wait(self, count: int, *kinds: str) -> list[dict[str, Any]]:
        """The same, once there are so many."""
        until(
            lambda: len(self.heard(*kinds)) >= count,
            lambda: f"{count} of {kinds}, but: {self.heard(*kinds)}",
        )
        return self.heard(*kinds)


@contextmanager
def sway_session(folder: Path, *outputs: str) -> Generator[Session]:
    """Sway with these monitors, each what its configuration says: `mode 1280x800 scale 2`."""
    outputs = outputs or ("mode 1280x800",)
    lines = ["output * bg #204060 solid_color"]
    lines += [f"output HEADLESS-{n} {told}" for n, told in enumerate(outputs, 1)]
    (folder / "config").write_text("\n".join([*lines, ""]))
    given = {
        "WLR_BACKENDS": "headless",
        "WLR_RENDERER": "pixman",
        "WLR_LIBINPUT_NO_DEVICES": "1",
        "WLR_HEADLESS_OUTPUTS": str(len(outputs)),
    }
    # Sway refuses to run as root, which a container is; where root is nobody it is nobody's root.
    command = ["sway", "-c", str(folder / "config")]
    if os.getuid() == 0:
        command = ["unshare", "--user", "--map-user=1000", "--map-group=1000", *command]
    with _session(folder, command, given, "wayland-1") as session:
        until(lambda: bool(list(folder.glob("sway-ipc.*.sock"))), "sway's own socket")
        session.environment["SWAYSOCK"] = str(next(folder.glob("sway-ipc.*.sock")))
        session.places_windows = True
        yield session


@contextmanager
def weston_session(folder: Path) -> Generator[Session]:
    """Weston, a compositor that has none of the protocols."""
    command = ["weston", "--backend=headless-backend.so", "--socket=wayland-9"]
    with _session(folder, command, {}, "wayland-9") as session:
        yield session


@contextmanager
def mutter_session(
    folder: Path,
    *monitors: str,
    answer: str = "yes",
    scales: tuple[float, ...] = (),
    logical: bool = False,
    shortcuts: bool = False,
    remote: bool = True,
) -> Generator[Session]:
    """Mutter with these monitors, the real portal, and somebody who gives it this answer.

    `scales`: of the monitors, from the left. `logical`: whether a scaled monitor takes less room,
    as GNOME lays them out where fractions of scales are on; else it counts in its own pixels.
    `shortcuts`: whether that somebody also gives keys to programs; `remote`: whether programs may
    work the screen."""
    command = ["mutter", "--headless", "--wayland", "--wayland-display=wayland-5"]
    command += [f"--virtual-monitor={one}" for one in monitors or ("1280x800",)]
    portals = folder / "portals"
    portals.mkdir()
    offered = ["ScreenCast", *["RemoteDesktop"] * remote, *["GlobalShortcuts"] * shortcuts]
    interfaces = "".join(f"org.freedesktop.impl.portal.{name};" for name in offered)
    (portals / "consent.portal").write_text(
        "[portal]\nDBusName=org.freedesktop.impl.portal.desktop.consent\nUseIn=consent\n"
        f"Interfaces={interfaces}\n"
    )
    given = {"XDG_CURRENT_DESKTOP": "consent", "XDG_DESKTOP_PORTAL_DIR": str(portals)}
    # Where nobody else tells of windows, programs do; Qt's only when told to.
    given["QT_LINUX_ACCESSIBILITY_ALWAYS_ON"] = "1"
    if logical:
        settings = folder / "home/.config/glib-2.0/settings"
        settings.mkdir(parents=True)
        (settings / "keyfile").write_text(
            "[org/gnome/mutter]\nexperimental-features=['scale-monitor-framebuffer']\n"
        )
        given["GSETTINGS_BACKEND"] = "keyfile"
    # Who asks it something starts it, as on a person's machine.
    portal = ("org.freedesktop.portal.Desktop", "org.freedesktop.impl.portal.PermissionStore")
    with (
        _session(folder, command, given, "wayland-5", portal) as session,
        ExitStack() as ending,
    ):

        def start(*program: str) -> subprocess.Popen[bytes]:
            return ending.enter_context(session.running(*program))

        if scales:
            _scale(session.environment["DBUS_SESSION_BUS_ADDRESS"], scales, logical=logical)
        # GNOME and KDE start it with the session; Qt's programs start none.
        start_bus(session.environment["DBUS_SESSION_BUS_ADDRESS"])
        session.pipewire = start("pipewire")
        until(lambda: (folder / "pipewire-0").is_socket(), "PipeWire")
        start("wireplumber")
        consent = str(PROGRAMS / "portal_consent.py")
        session.person = start("/usr/bin/python3", consent, answer, str(folder / "consent"))
        until(lambda: (folder / "consent").exists(), "who answers the portal")
        said = (folder / "compositor.log").read_text()
        if display := re.search(r"public X11 display (:\d+)", said):
            authority = str(next(folder.glob(".mutter-Xwaylandauth.*")))
            session.environment |= {"DISPLAY": display[1], "XAUTHORITY": authority}
        yield session


def _scale(bus: str, scales: tuple[float, ...], *, logical: bool) -> None:
    """Give mutter's monitors these scales, side by side."""
    name = "org.gnome.Mutter.DisplayConfig"
    config = DBusAddress("/org/gnome/Mutter/DisplayConfig", name, name)
    with open_dbus_connection(bus=bus) as connection:

        def state() -> Any:
            told = connection.send_and_get_reply(new_method_call(config, "GetCurrentState"))
            return None if told.header.message_type is MessageType.error else told.body

        # It has its name on the bus a moment after its socket.
        until(lambda: state() is not None, "mutter's monitors")
        serial, monitors, *_ = state()
        wanted: list[Any] = []
        left = 0
        for (monitor, modes, _), scale in zip(monitors, scales, strict=True):
            mode, width = modes[0][:2]
            wanted.append((left, 0, scale, 0, left == 0, [(monitor[0], mode, {})]))
            left += round(width / scale) if logical else width
        given = (serial, _UNTIL_THE_END, wanted, {})
        told = new_method_call(config, "ApplyMonitorsConfig", "uua(iiduba(ssa{sv}))a{sv}", given)
        done = connection.send_and_get_reply(told)
        assert done.header.message_type is MessageType.method_return, done.body


@contextmanager
def _session(
    folder: Path,
    command: list[str],
    given: dict[str, str],
    name: str,
    services: tuple[str, ...] = (),
) -> Generator[Session]:
    """`services`: what the session bus starts for those who ask, beside the accessibility bus."""
    folder.chmod(0o700)
    environment = {key: os.environ[key] for key in os.environ if key not in _OF_ANOTHER_SESSION}
    environment |= {"XDG_RUNTIME_DIR": str(folder), "LC_ALL": "C.UTF-8"}
    # Programs remember there how their last session ended.
    environment |= {"HOME": str(folder / "home"), "GSETTINGS_BACKEND": "memory", **given}
    (folder / "home").mkdir(exist_ok=True)
    config = _bus_config(folder, ("org.a11y.Bus", *services))
    log = (folder / "compositor.log").open("wb")
    with ExitStack() as ending, log:
        bus = subprocess.Popen(
            [
                "dbus-daemon",
                f"--config-file={config}",
                "--nofork",
            ],
            env=environment,
            **_QUIET,  # type: ignore[call-overload]
        )
        ending.callback(_end, bus)
        until(lambda: (folder / "bus").is_socket(), "the session bus")
        environment["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={folder / 'bus'}"
        compositor = subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
        ending.callback(_end, compositor)
        place = folder / name
        until(lambda: _listens(place) or compositor.poll() is not None, "the compositor")
        said = (folder / "compositor.log").read_text()
        if compositor.poll() is not None and "unshare failed" in said:
            pytest.skip("this machine allows no user namespaces, and sway does not run as root")
        assert compositor.poll() is None, said
        environment |= {
            "WAYLAND_DISPLAY": name,
            "XDG_SESSION_TYPE": "wayland",
            "GDK_BACKEND": "wayland",
            "QT_QPA_PLATFORM": "wayland",
        }
        yield Session(folder, environment, compositor)


def _listens(path: Path) -> bool:
    """Whether somebody takes connections there; the file is there a moment sooner."""
    with socket.socket(socket.AF_UNIX) as one:
        return one.connect_ex(str(path)) == 0


def _bus_config(folder: Path, names: tuple[str, ...]) -> Path:
    """A session bus that starts these for those who ask, and nothing else."""
    services = folder / "services"
    services.mkdir()
    for name in names:
        service = f"{name}.service"
        (services / service).write_text(Path("/usr/share/dbus-1/services", service).read_text())
    config = folder / "bus.conf"
    config.write_text(
        f"<busconfig><type>session</type><listen>unix:path={folder / 'bus'}</listen>"
        f"<servicedir>{services}</servicedir><policy context='default'>"
        "<allow send_destination='*'/><allow receive_sender='*'/><allow own='*'/></policy>"
        "</busconfig>"
    )
    return config


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
