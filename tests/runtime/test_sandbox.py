"""The private desktop: what programs on it see, and what is said when one does not come up."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Generator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from Xlib import X

from helpers.desks import connection, until
from uitars_runtime.desktop import sandbox as module
from uitars_runtime.desktop.managed import ManagedWindows
from uitars_runtime.desktop.sandbox import Sandbox, private_environment, split
from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.guard.link import Guard
from uitars_runtime.types import Size

if TYPE_CHECKING:
    from Xlib.display import Display


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("workspace")


@pytest.fixture(scope="module")
def desktop(workspace: Path) -> Generator[Sandbox]:
    with pytest.MonkeyPatch.context() as patch, Guard() as guard:
        patch.setenv("XAUTHORITY", "/nowhere")
        patch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
        patch.setenv("WAYLAND_DISPLAY", "wayland-0")
        patch.setenv("SECRET_KEY", "canary")
        sandbox = Sandbox.start(
            guard.link, guard.folder, workspace, Size(640, 480), accessibility=False
        )
        yield sandbox
        sandbox.close()


def in_terminal(desktop: Sandbox, workspace: Path, command: str) -> str:
    """Output of a command run by a program on the desktop."""
    result = workspace / "result"
    result.unlink(missing_ok=True)
    script = f"({command}) > result.part 2>&1; mv result.part result; sleep 1000"
    desktop.start_program(f"xterm -e bash -c {shlex.quote(script)}")
    until(result.exists, "the command's result")
    return result.read_text()


def test_programs_see_nothing_of_the_user(desktop: Sandbox, workspace: Path) -> None:
    lines = in_terminal(desktop, workspace, "env").splitlines()
    seen = dict(line.split("=", 1) for line in lines if "=" in line)
    assert seen["DISPLAY"] == desktop.state.display
    assert seen["XAUTHORITY"] == desktop.state.environment["XAUTHORITY"]
    assert "WAYLAND_DISPLAY" not in seen
    assert "SECRET_KEY" not in seen
    for name in ("HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XAUTHORITY"):
        assert Path(seen[name]).is_relative_to(seen["UITARS_SANDBOX"])
    assert seen["UITARS_SANDBOX"] in seen["DBUS_SESSION_BUS_ADDRESS"]
    assert seen["NO_AT_BRIDGE"] == "1"


def test_programs_work_in_the_workspace(desktop: Sandbox, workspace: Path) -> None:
    assert in_terminal(desktop, workspace, "pwd; touch here").strip() == str(workspace)
    assert (workspace / "here").exists()


def test_what_programs_put_aside_goes_with_the_desktop(workspace: Path) -> None:
    with Guard() as guard:
        sandbox = Sandbox.start(
            guard.link, guard.folder, workspace, Size(640, 480), accessibility=False
        )
        made = Path(in_terminal(sandbox, workspace, "mktemp").strip())
        assert made.exists()
        sandbox.close()
    until(lambda: not made.exists(), "what was put aside is gone")


def test_the_session_bus_is_a_private_one(desktop: Sandbox, workspace: Path) -> None:
    said = in_terminal(
        desktop,
        workspace,
        "dbus-send --session --print-reply --dest=org.freedesktop.DBus / "
        "org.freedesktop.DBus.GetId",
    )
    assert "method return" in said


def test_no_keyring_asks_for_a_password(desktop: Sandbox, workspace: Path) -> None:
    call = "dbus-send --session --print-reply --dest=org.freedesktop.DBus /"
    start = "org.freedesktop.DBus.StartServiceByName string:org.freedesktop.secrets uint32:0"
    assert "Spawn.ChildExited" in in_terminal(desktop, workspace, f"{call} {start}")


def test_the_newest_window_has_the_keyboard(desktop: Sandbox) -> None:
    for title in ("first window", "second window"):
        assert desktop.start_program(f"xterm -T {shlex.quote(title)}") == title
        until(lambda title=title: _active_title(desktop) == title, f"{title} is active")


def test_a_window_that_comes_as_soon_as_the_desktop_stands_is_shown(workspace: Path) -> None:
    with Guard() as guard:
        fresh = Sandbox.start(
            guard.link, guard.folder, workspace, Size(320, 240), accessibility=False
        )
        with connected(fresh) as display:
            window = display.screen().root.create_window(0, 0, 100, 100, 0, X.CopyFromParent)
            window.map()
            until(lambda: window.id in ManagedWindows(display).ids(), "the window is shown")
        fresh.close()


def test_the_screen_is_not_of_one_colour(desktop: Sandbox) -> None:
    with connected(desktop) as display:
        image = display.screen().root.get_image(0, 440, 40, 40, 2, 0xFFFFFFFF)
    assert len({image.data[i : i + 4] for i in range(0, len(image.data), 4)}) > 1


def test_another_user_has_no_key_to_the_display(desktop: Sandbox) -> None:
    environment = desktop.state.environment
    for authority, code in ((environment["XAUTHORITY"], 0), ("/dev/null", 1)):
        asked = subprocess.run(
            ["xset", "q"], env={**environment, "XAUTHORITY": authority}, capture_output=True
        )
        assert asked.returncode == code
    assert Path(environment["XAUTHORITY"]).stat().st_mode & 0o077 == 0


def test_a_program_that_is_not_installed_is_said(desktop: Sandbox) -> None:
    with pytest.raises(UsageError, match="no-such-program is not installed"):
        desktop.start_program("no-such-program --x")


def test_a_program_that_fails_tells_why(desktop: Sandbox) -> None:
    with pytest.raises(DesktopError, match="code 3") as caught:
        desktop.start_program("bash -c 'echo the reason >&2; exit 3'")
    assert "the reason" in caught.value.hint


def test_a_window_that_closes_as_soon_as_it_came_is_not_the_programs(desktop: Sandbox) -> None:
    short = "import tkinter; root = tkinter.Tk(); root.after(500, root.destroy); root.mainloop()"
    first = f"/usr/bin/python3 -c {shlex.quote(short)}"
    then_another = f"{first}; exec xterm -T another"
    assert desktop.start_program(f"bash -c {shlex.quote(then_another)}") == "another"
    then_fails = f"{first}; echo the reason >&2; exit 3"
    with pytest.raises(DesktopError, match="code 3") as caught:
        desktop.start_program(f"bash -c {shlex.quote(then_fails)}")
    assert "the reason" in caught.value.hint


def test_a_program_that_shows_nothing_is_said(
    desktop: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_WINDOW_SECONDS", 0.5)
    monkeypatch.setattr(module, "_LAUNCHER_SECONDS", 0.2)
    with pytest.raises(DesktopError, match="showed no window"):
        desktop.start_program("sleep 1000")
    with pytest.raises(DesktopError, match="showed no window"):
        desktop.start_program("true")
    assert desktop.open("true") == ""


def test_a_launcher_may_hand_over(desktop: Sandbox) -> None:
    command = "bash -c 'sleep 0.3; exec xterm -T late'"
    assert desktop.open(f"setsid -f {command}") == "late"


def test_an_x_server_that_is_not_installed_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Guard() as guard:
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(DesktopError, match="Xvfb and openbox") as caught:
            Sandbox.start(guard.link, guard.folder, tmp_path, Size(640, 480), accessibility=False)
    assert "apt install" in caught.value.hint


def test_two_desktops_at_once(desktop: Sandbox, workspace: Path) -> None:
    with Guard() as guard:
        other = Sandbox.start(
            guard.link, guard.folder, workspace, Size(800, 600), accessibility=True
        )
        assert other.state.display != desktop.state.display
        with connected(other) as display:
            assert display.screen().width_in_pixels == 800
        other.close()
        assert "NO_AT_BRIDGE" not in other.state.environment


@pytest.mark.parametrize("command", ["", "  ", "a 'b"])
def test_a_command_line_that_makes_no_sense_is_refused(command: str) -> None:
    with pytest.raises(UsageError):
        split(command)


def test_the_environment_holds_no_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UITARS_API_KEY", "canary")
    assert "canary" not in private_environment(tmp_path, tmp_path, accessibility=False).values()


def connected(desktop: Sandbox) -> AbstractContextManager[Display]:
    """Another connection to the sandbox's display."""
    return connection(desktop.state.display, desktop.state.environment["XAUTHORITY"])


def _active_title(desktop: Sandbox) -> str:
    with connected(desktop) as display:
        atom = display.intern_atom("_NET_ACTIVE_WINDOW")
        found = display.screen().root.get_full_property(atom, 0)
        return ManagedWindows(display).title(int(found.value[0])) if found else ""
