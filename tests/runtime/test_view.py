"""The live view: a real VNC client, and noVNC in a real browser, of a real desktop."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Generator
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest

from helpers.desks import sandbox_hands, until
from uitars_runtime.browser.chromium import OWN_PAGES
from uitars_runtime.browser.own import headless
from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.frame import Frame
from uitars_runtime.guard.link import Guard
from uitars_runtime.hands.process import ProcessHands
from uitars_runtime.view import live
from uitars_runtime.view.door import Door
from uitars_runtime.view.live import View, watched
from uitars_runtime.view.vnc import start_vnc

SCREEN = """() => { const shown = document.querySelector('canvas');
  if (!shown?.width) return null;
  const data = shown.getContext('2d').getImageData(0, 0, shown.width, shown.height).data;
  return [shown.width, shown.height, new Set(new Uint32Array(data.buffer)).size]; }"""


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Generator[ProcessHands]:
    workspace = tmp_path_factory.mktemp("workspace")
    (workspace / "note.txt").write_text("a note")
    with sandbox_hands(workspace, apps=("mousepad note.txt",)) as opened:
        yield opened


def marked(hands: ProcessHands) -> bool:
    """Whether mousepad marks its title: something was typed."""
    return any(window.title.startswith("*") for window in hands.observe().windows or ())


def status(view: View, path: str, **headers: str) -> int:
    place = urlsplit(view.address)
    link = HTTPConnection("127.0.0.1", place.port or 0, timeout=30)
    link.request("GET", path, headers={name.replace("_", "-"): headers[name] for name in headers})
    found = link.getresponse().status
    link.close()
    return found


def test_novnc_shows_the_desktop_and_only_watches(hands: ProcessHands) -> None:
    with watched(hands.environment) as view, headless(*OWN_PAGES) as page:
        page.open(view.address)
        until(lambda: (page.evaluate(f"({SCREEN})()") or [0, 0, 0])[2] > 10, "the desktop shows")
        width, height, _ = page.evaluate(f"({SCREEN})()")
        seen = hands.observe()
        assert (width, height) == (seen.size.width, seen.size.height)
        page.evaluate("document.querySelector('canvas').focus()")
        page.press("x", "y", "z")
        assert not marked(hands)


def test_cookies_of_other_programs_on_this_machine_keep_nobody_out() -> None:
    door = Door(0, "opens")
    try:
        view = View(f"http://127.0.0.1:{door.server_port}/", 0, "")
        others = 'theme={"dark": true}; words=a b; '
        assert status(view, "/vnc.html", Cookie=f"{others}uitars-view=opens; last=1") == 200
        assert status(view, "/vnc.html", Cookie=f"{others}uitars-view=wrong") == 401
        assert status(view, "/vnc.html", Cookie=others) == 401
    finally:
        door.shut()


def vncdo(view: View, *words: str, password: str = "") -> subprocess.CompletedProcess[str]:
    """Somebody else's VNC program, on its command line."""
    server = ["-s", f"127.0.0.1::{view.port}", "-p", password or view.password, "-t", "60"]
    return subprocess.run(
        [sys.executable, "-m", "vncdotool.command", *server, *words],
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_vnc_program_of_somebody_else_sees_it_and_types(
    hands: ProcessHands, tmp_path: Path
) -> None:
    shot, typing = tmp_path / "shot.png", ("key", "x", "key", "y", "pause", "1")
    with watched(hands.environment) as view:
        done = vncdo(view, *typing, "capture", str(shot))
        assert done.returncode == 0, done.stderr
        seen = hands.observe()
        assert not marked(hands)
        shown = Frame.of_png(shot.read_bytes())
        assert shown.size == seen.size
        # All but the caret and the pointer.
        # Title, menu and bar; what is of one colour below them it leaves black.
        assert np.mean(shown.pixels[:70] != seen.pixels[:70]) < 0.001
        assert vncdo(view, "capture", str(shot), password="wrong").returncode != 0
    with watched(hands.environment, control=True) as view:
        assert vncdo(view, *typing).returncode == 0
        until(lambda: marked(hands), "what was typed stands there")
        # As it was, for those who come after.
        assert vncdo(view, "key", "bsp", "key", "bsp", "key", "ctrl-s").returncode == 0
        until(lambda: not marked(hands), "it is saved")


def test_who_may_work_it_types_into_the_program(hands: ProcessHands) -> None:
    with watched(hands.environment, control=True) as view, headless(*OWN_PAGES) as page:
        page.open(view.address)
        until(lambda: (page.evaluate(f"({SCREEN})()") or [0, 0, 0])[2] > 10, "the desktop shows")
        page.evaluate("document.querySelector('canvas').focus()")
        page.press("x", "y", "z")
        until(lambda: marked(hands), "what was typed stands there")


def test_nobody_comes_in_without_the_token(hands: ProcessHands) -> None:
    with watched(hands.environment) as view:
        place = urlsplit(view.address)
        token = parse_qs(place.query)["token"][0]
        assert status(view, f"/vnc.html?token={token}") == 200
        assert status(view, "/vnc.html", Cookie=f"uitars-view={token}") == 200
        assert status(view, "/vnc.html") == 401
        assert status(view, f"/vnc.html?token={token}x") == 401
        assert status(view, "/websockify", Upgrade="websocket") == 401
        assert status(view, f"/vnc.html?token={token}", Host="evil.example") == 403
        assert status(view, f"/?token={token}", Origin="http://evil.example") == 403
        assert status(view, f"/core/?token={token}") == 404
        assert status(view, f"/../../etc/passwd?token={token}") == 404


def test_the_vnc_server_asks_for_the_password(hands: ProcessHands) -> None:
    with (
        watched(hands.environment) as view,
        socket.create_connection(("127.0.0.1", view.port)) as link,
    ):
        assert link.recv(12) == b"RFB 003.008\n"
        link.sendall(b"RFB 003.008\n")
        assert link.recv(2) == b"\x01\x02"  # one kind of security, a password
        link.sendall(b"\x02")
        assert len(link.recv(16)) == 16
        link.sendall(bytes(16))
        assert link.recv(4) == b"\0\0\0\1"
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", view.port))


def test_what_cannot_be_shown_says_so(
    hands: ProcessHands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = {"DISPLAY": ":9999", "XAUTHORITY": str(tmp_path / "none")}
    with pytest.raises(DesktopError, match="display"), watched(gone):
        pass
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(UsageError, match="tigervnc-scraping-server"), watched(hands.environment):
        pass
    monkeypatch.setattr(live, "NOVNC", tmp_path)
    with pytest.raises(UsageError, match="Install the package novnc"), watched(hands.environment):
        pass


SLOW = f"""#!{sys.executable}
import socket, sys, time
port = int(sys.argv[sys.argv.index("-rfbport") + 1])
with socket.create_server(("127.0.0.1", port)) as listening:
    while True:
        link, _ = listening.accept()
        with open(sys.argv[0] + ".asked", "a") as asked:
            asked.write("once ")
        time.sleep(2.5)
        try:
            link.sendall(b"RFB 003.008\\n")
        except OSError:
            pass
        link.close()
"""


def test_a_server_that_is_slow_is_asked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TigerVNC shuts out who connects five times without the password, and the viewer with them."""
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    program = tmp_path / "X0tigervnc"
    program.write_text(SLOW)
    program.chmod(0o755)
    with Guard() as guard:
        start_vnc(guard.link, guard.folder, {"DISPLAY": ":1", "XAUTHORITY": ""}, control=False)
    assert program.with_name("X0tigervnc.asked").read_text() == "once "
