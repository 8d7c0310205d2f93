"""Starts a private X server with a cookie of its own, a window manager and a session bus.

Not here: the programs that run on it (desktop/sandbox.py) and who ends it all (the guard).
"""

from __future__ import annotations

import os
import secrets
import shutil
import struct
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from uitars_runtime.desktop.display_number import claimed, give_up, held_by
from uitars_runtime.display_files import DISPLAY_FILE, remove_display_files
from uitars_runtime.errors import DesktopError
from uitars_runtime.logs import tail
from uitars_runtime.protocols import Processes
from uitars_runtime.types import Size

if TYPE_CHECKING:
    from Xlib.display import Display

_START_SECONDS = 30.0
_INSTALL = "Install them with: sudo apt install xvfb openbox"
_LOCAL_FAMILY = 256
"""`FamilyLocal` of the X authority format: the address is the host's name."""

_OPENBOX = """<?xml version="1.0" encoding="UTF-8"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>yes</focusNew><followMouse>no</followMouse></focus>
  <placement><policy>Smart</policy><center>yes</center></placement>
  <desktops><number>1</number><popupTime>0</popupTime></desktops>
  <keyboard>
    <keybind key="A-F4"><action name="Close"/></keybind>
    <keybind key="A-Tab"><action name="NextWindow"><finalactions>
      <action name="Focus"/><action name="Raise"/></finalactions></action></keybind>
  </keyboard>
  <mouse>
    <context name="Titlebar">
      <mousebind button="Left" action="Press">
        <action name="Focus"/><action name="Raise"/></mousebind>
      <mousebind button="Left" action="Drag"><action name="Move"/></mousebind>
      <mousebind button="Left" action="DoubleClick"><action name="ToggleMaximize"/></mousebind>
    </context>
    <context name="Client">
      <mousebind button="Left" action="Press">
        <action name="Focus"/><action name="Raise"/></mousebind>
      <mousebind button="Right" action="Press"><action name="Focus"/></mousebind>
    </context>
    <context name="Close">
      <mousebind button="Left" action="Click"><action name="Close"/></mousebind>
    </context>
    <context name="Maximize">
      <mousebind button="Left" action="Click"><action name="ToggleMaximize"/></mousebind>
    </context>
    <context name="Iconify">
      <mousebind button="Left" action="Click"><action name="Iconify"/></mousebind>
    </context>
  </mouse>
</openbox_config>
"""
"""One desktop, new windows get the keyboard, no menus that would start programs.

No button is bound in the context Frame: it covers the client too, and would keep its clicks."""


_BY_PATH = ("-nolisten", "tcp", "-nolisten", "local")
"""Nobody reaches the server but by the path of its socket: walls let no abstract one through."""


_KEYRINGS = (
    *("org.freedesktop.secrets", "org.freedesktop.impl.portal.Secret", "org.gnome.keyring"),
    *("org.kde.kwalletd5", "org.kde.kwalletd6"),
)
"""A person's passwords stay out of a private desktop, and its programs go on without a keyring:
started there it would ask for a new password first, and browsers wait for that."""


class Server:
    """The processes of a private display, started through the guard."""

    def __init__(self, guard: Processes, folder: Path) -> None:
        missing = [name for name in ("Xvfb", "openbox") if shutil.which(name) is None]
        if missing:
            raise DesktopError(f"{' and '.join(missing)} not installed.", _INSTALL)
        self._guard = guard
        self._folder = folder
        self.authority = folder / "authority"
        self.bus = folder / "run" / "bus"

    def start_display(self, size: Size, env: dict[str, str]) -> tuple[str, int]:
        """Start the X server; returns the display's name and the server's process id."""
        remove_display_files(self._folder)
        output, log = self._folder / DISPLAY_FILE, self._folder / "Xvfb.log"
        output.unlink(missing_ok=True)
        cookie = secrets.token_bytes(16)
        self._write_authority("", cookie)
        screen = f"-displayfd 1 -screen 0 {size.width}x{size.height}x24 -dpi 96"
        number = claimed(self._folder)
        options = (*_BY_PATH, "-noreset", "-auth", str(self.authority))
        try:
            pid = self._guard.spawn(
                ("Xvfb", f":{number}", *screen.split(), *options),
                env,
                self._folder,
                log,
                output=output,
                gentle=True,
            )
            held_by(number, pid)
            import_module("Xlib.display")  # needed next; the server takes as long to come up
            # The server writes the number and a newline once clients may connect.
            self._await(
                lambda: output.exists() and output.read_text().endswith("\n"), "Xvfb", pid, log
            )
        except BaseException:
            # Its folder may be swept already, where the guard was killed.
            give_up(number)
            raise
        self._write_authority(str(number), cookie)
        return f":{number}", pid

    def start_bus(self, env: dict[str, str], wall: tuple[str, ...] = ()) -> Callable[[], None]:
        """Start a private session bus behind the wall: what the bus starts is inside it too.
        Returns what waits until it is there."""
        self.bus.unlink(missing_ok=True)
        # The bus looks for services there before it does in those of the machine.
        services = self.bus.parent / "dbus-1" / "services"
        services.mkdir(parents=True, exist_ok=True)
        for name in _KEYRINGS:
            told = f"[D-BUS Service]\nName={name}\nExec=/bin/false\n"
            (services / f"{name}.service").write_text(told, encoding="utf-8")
        log = self._folder / "dbus.log"
        pid = self._guard.spawn(
            (
                *wall,
                "dbus-daemon",
                "--session",
                "--nofork",
                "--nopidfile",
                f"--address=unix:path={self.bus}",
            ),
            env,
            self._folder,
            log,
        )
        return lambda: self._await(self.bus.exists, "dbus-daemon", pid, log)

    def start_window_manager(
        self, name: str, env: dict[str, str], wall: tuple[str, ...] = ()
    ) -> Callable[[], None]:
        """Paint the background and start openbox. Returns what waits until it manages windows."""
        from Xlib import X
        from Xlib.display import Display

        display = Display(name)
        paint_background(display)
        settings, log = self._folder / "openbox.xml", self._folder / "openbox.log"
        settings.write_text(_OPENBOX)
        command = (*wall, "openbox", "--sm-disable", "--config-file", str(settings))
        pid = self._guard.spawn(command, env, self._folder, log)
        # Openbox sets it last; a window that asks to be shown before that may never be.
        windows = display.intern_atom("_NET_CLIENT_LIST")
        root = display.screen().root

        def managed() -> bool:
            return root.get_full_property(windows, X.AnyPropertyType) is not None

        def wait() -> None:
            self._await(managed, "openbox", pid, log)
            display.close()

        return wait

    def _await(self, ready: Callable[[], bool], name: str, pid: int, log: Path) -> None:
        deadline = time.monotonic() + _START_SECONDS
        while not ready():
            code = self._guard.code(pid)
            if code is not None:
                raise DesktopError(f"{name} ended at once with code {code}.", tail(log))
            if time.monotonic() > deadline:
                raise DesktopError(f"{name} did not start in {_START_SECONDS:.0f} s.", tail(log))
            time.sleep(0.01)

    def _write_authority(self, number: str, cookie: bytes) -> None:
        """Write the cookie file: the server reads the cookie, clients look for the number too."""
        fields = (os.uname().nodename.encode(), number.encode(), b"MIT-MAGIC-COOKIE-1", cookie)
        entry = struct.pack(">H", _LOCAL_FAMILY) + b"".join(
            struct.pack(">H", len(field)) + field for field in fields
        )
        descriptor = os.open(self.authority, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(entry)


def paint_background(display: Display) -> None:
    """A quiet pattern: a screen of one colour is taken for a failed grab."""
    screen = display.screen()
    tile = screen.root.create_pixmap(16, 16, screen.root_depth)
    context = tile.create_gc(foreground=0x3A4A5A, background=0x3A4A5A)
    tile.fill_rectangle(context, 0, 0, 16, 16)
    context.change(foreground=0x44566A)
    tile.fill_rectangle(context, 0, 0, 2, 2)
    screen.root.change_attributes(background_pixmap=tile)
    screen.root.clear_area(0, 0, screen.width_in_pixels, screen.height_in_pixels)
    context.free()
    tile.free()
    display.sync()
