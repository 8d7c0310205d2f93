"""macOS by stand-ins for its frameworks: permissions, whose window and field it is, what starts and
ends. None of this was run on macOS."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from helpers.fakes import frame
from helpers.mac_frameworks import Element, Mac
from uitars_runtime import control
from uitars_runtime.applications.resolve import Catalogue
from uitars_runtime.desktop import detached
from uitars_runtime.desktop.kind import Place as OpenPlace
from uitars_runtime.desktop.macos.desktop import MacDesktop
from uitars_runtime.desktop.macos.processes import ancestors
from uitars_runtime.desktop.macos.system import MacSystem
from uitars_runtime.doctor import machine
from uitars_runtime.doctor.report import Status
from uitars_runtime.element import Control
from uitars_runtime.errors import ConsentError, Stopped, UsageError
from uitars_runtime.frame import Frame
from uitars_runtime.gate.applications import Kind, kind_of
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.hands import portable
from uitars_runtime.hands import system as hands
from uitars_runtime.hands.portable import PortableHands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.privacy.settings import PrivacySettings
from uitars_runtime.tools import ladder
from uitars_runtime.tools.programs import command_for
from uitars_runtime.types import Box, Click, Decision, Place, Point, Shell, Type

PANE = "x-apple.systempreferences:com.apple.preference.security?Privacy_"


@pytest.fixture
def mac(monkeypatch: pytest.MonkeyPatch) -> Mac:
    """A password prompt over a document; nobody asks which programs those are."""
    made = Mac(monkeypatch)
    monkeypatch.setattr(MacSystem, "program", lambda _self, process: f"/Applications/{process}")
    monkeypatch.setattr(MacSystem, "above", lambda _self, _process: ())
    field = Element("AXTextField", "hunter2", (60, 60, 80, 20), subrole="AXSecureTextField")
    unlock = Element("AXButton", "Unlock", (60, 85, 40, 10))
    prompt = made.window(7, "SecurityAgent", "Unlock", (50, 50, 100, 50), field, unlock)
    prompt.told["AXDefaultButton"] = unlock
    page = Element("AXTextArea", "", (0, 20, 200, 80))
    made.window(8, "TextEdit", "letter.txt", (0, 0, 200, 100), page)
    made.focus = field
    return made


@pytest.mark.parametrize(
    ("lacking", "panes"),
    [
        (("screen",), ("ScreenCapture",)),
        (("screen", "control"), ("ScreenCapture", "Accessibility")),
    ],
)
def test_what_a_person_must_allow_is_said_with_the_pane_to_open(
    lacking: tuple[str, ...], panes: tuple[str, ...], mac: Mac, monkeypatch: pytest.MonkeyPatch
) -> None:
    mac.allowed |= dict.fromkeys(lacking, False)
    with monkeypatch.context() as there:
        there.setattr(sys, "platform", "darwin")
        found = dict(machine.checks())["display"]()
    assert found.status is Status.DEGRADED
    assert mac.asked == [], "the doctor changes nothing"
    with pytest.raises(ConsentError) as raised:
        MacDesktop.open()
    assert raised.value.exit_code == 5
    assert mac.asked == list(lacking)
    for said in (found.mend, raised.value.hint):
        assert [pane in said for pane in (f"'{PANE}{one}'" for one in panes)] == [True] * len(panes)
        assert said.count(PANE) == len(panes)


def test_the_gate_is_told_whose_window_and_field_it_is(mac: Mac) -> None:
    around = hands.SystemSurroundings(MacSystem(), lambda: Point(0, 0))
    for facts in (around.facts(Click(Point(70, 70))), around.facts(Type("x"))):
        assert (facts.application, facts.window) == ("SecurityAgent", "Unlock")
        assert (facts.role, facts.name) == ("password text", ""), "what stands in it is not read"
        assert facts.spot == Box(60, 60, 140, 80)
        assert kind_of(facts) is Kind.KEYS
        assert not facts.menu
    assert around.controls(facts) == (Control("push button", "Unlock", ("enter",)),)
    below = around.facts(Click(Point(10, 40)))
    assert (below.application, below.role, below.program) == ("TextEdit", "text", "/Applications/8")
    assert around.facts(Click(Point(400, 400))).window == "the desktop"
    bar = Element("AXMenuBarItem", "File", (200, 0, 40, 20))
    mac.windows[1].children.append(bar)
    mac.windows[1].told["AXFrame"] = (0, 0, 240, 100)
    bar.process = 8
    mac.lay(1, "Window Server", "Menubar", (0, 0, 400, 20), layer=24)
    menu = around.facts(Click(Point(210, 10)))
    assert (menu.application, menu.role, menu.name) == ("Window Server", "menu", "File")
    mac.lay(8, "TextEdit", "", (0, 20, 50, 60), layer=101)
    assert around.facts(Click(Point(10, 40))).menu
    mac.focus = None
    assert around.facts(Type("x")).front, "nobody says who gets the keys"


def test_a_target_under_another_window_or_keyboard_is_left_alone(mac: Mac) -> None:
    class Screen:
        def observe(self) -> Frame:
            return frame(0)

    target = hands.SystemTarget(Screen(), MacSystem())  # type: ignore[arg-type]
    seen = frame(0)
    target.remember(seen)
    assert target.place() == Place("SecurityAgent", "Unlock")
    assert [one.title for one in target.windows()] == ["Unlock", "letter.txt"]
    now = Frame(seen.pixels, grab=seen.grab)
    assert target.changed(Click(Point(70, 70)), now) == ""
    assert target.changed(Type("x"), now) == ""
    mac.raised(1)
    mac.focus = mac.windows[0].children[0]
    assert "keyboard" in target.changed(Type("x"), now)
    mac.window(9, "Notes", "new", (0, 0, 200, 100))
    mac.raised(2)
    assert "another window lies" in target.changed(Click(Point(70, 70)), now)


@pytest.mark.usefixtures("mac")
def test_fields_for_passwords_and_chosen_windows_are_hidden() -> None:
    seen = frame(0)
    shown = hands.concealer(PrivacySettings(), MacSystem()).shown(seen)
    assert not shown.pixels[60:80, 60:140].any()
    chosen = PrivacySettings(hide_windows=("*letter*",))
    assert not hands.concealer(chosen, MacSystem()).shown(seen).pixels[:100, :200].any()


class Keyboard:
    """Takes the place of `pynput.keyboard`; a test presses."""

    def __init__(self, on_press: Any, on_release: Any) -> None:
        self.pressed, self.released = on_press, on_release
        self.listening = False

    def start(self) -> None:
        self.listening = True

    def stop(self) -> None:
        self.listening = False

    def strike(self, name: str, injected: bool = False) -> None:
        key = SimpleNamespace(name=name) if len(name) > 1 else SimpleNamespace(char=name)
        self.pressed(key, injected)
        self.released(key, injected)


@pytest.mark.usefixtures("mac")
def test_keys_of_a_person_stop_the_agent_and_its_own_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listening: list[Keyboard] = []

    def listen(**told: Any) -> Keyboard:
        listening.append(Keyboard(**told))
        return listening[-1]

    made = ModuleType("pynput.keyboard")
    made.Listener = listen  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pynput.keyboard", made)
    monkeypatch.setattr(portable, "_system_of", lambda _desktop: MacSystem())
    reins = control.Control()
    settings = HandsSettings(desktop="local", workspace=str(tmp_path))
    opened = PortableHands(settings, NobodyAsker(), place, reins=reins)
    assert "esc esc" in opened.warning
    assert "never tried" in opened.warning
    (keyboard,) = listening
    for name, injected in (("esc", True), ("esc", True), ("esc", False), ("x", False)):
        keyboard.strike(name, injected)
    for _ in range(3):  # held down, it repeats
        keyboard.pressed(SimpleNamespace(name="esc"), False)
    opened.observe()
    keyboard.released(SimpleNamespace(name="esc"), False)
    keyboard.strike("esc")
    assert reins.is_set()
    with pytest.raises(Stopped):
        opened.observe()
    opened.close()
    assert not keyboard.listening


def place() -> OpenPlace:
    class Screen:
        name = "screen"

        def observe(self) -> Frame:
            return frame(0)

        def close(self) -> None:
            pass

    return OpenPlace(Screen(), {}, str, str)  # type: ignore[arg-type]


def test_programs_are_opened_as_macos_opens_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(detached.sys, "platform", "darwin")
    told = tmp_path / "told"
    stub = tmp_path / "open"
    stub.write_text(f'#!/bin/sh\necho "$@" >>{told}\n[ "$2" != Nowhere ]\n')
    stub.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    environment = {"PATH": "/usr/bin:/bin"}
    detached.start_detached("Calculator --new", environment, tmp_path)
    with pytest.raises(UsageError, match="Nowhere is not installed"):
        detached.start_detached("Nowhere", environment, tmp_path)
    assert told.read_text().splitlines() == ["-a Calculator --args --new", "-a Nowhere"]
    nothing = Catalogue((), {})
    address = command_for("https://example.org/a b", tmp_path, nothing)
    assert address == "open 'https://example.org/a b'"
    assert command_for("Photo Booth", tmp_path, nothing) == "open -a 'Photo Booth'"
    detached.start_detached(f"sh -c 'echo ran >{tmp_path}/ran'", environment, tmp_path)
    deadline = time.monotonic() + 20
    while not (tmp_path / "ran").exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)


HEAD = """
import sys
from pathlib import Path
from uitars_runtime.tools import bare
bare.sys.platform = "darwin"
bare.run_bare("while echo; do sleep 0.05; done >file", Path(sys.argv[1]), 60, 100)
"""


def test_what_a_killed_run_started_ends_with_it(tmp_path: Path) -> None:
    head = subprocess.Popen([sys.executable, "-c", HEAD, str(tmp_path)])
    grown = tmp_path / "file"
    try:
        deadline = time.monotonic() + 20
        while not (grown.exists() and grown.stat().st_size > 2):
            assert time.monotonic() < deadline
            time.sleep(0.05)
    finally:
        head.send_signal(signal.SIGKILL)
        head.wait()
    deadline, size = time.monotonic() + 20, -1
    while size != grown.stat().st_size:
        assert time.monotonic() < deadline, "the command goes on"
        size = grown.stat().st_size
        time.sleep(0.5)


def test_the_processes_above_ours_are_known() -> None:
    assert ancestors(os.getpid())[:1] == (os.getppid(),)


def test_every_command_is_a_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """What Linux would run behind a wall without one."""
    request.addfinalizer(ladder.why_not.cache_clear)
    ladder.why_not.cache_clear()
    monkeypatch.setattr(sys, "platform", "darwin")
    settings = HandsSettings(desktop="local", workspace=str(tmp_path))
    opened = PortableHands(settings, NobodyAsker(), place)
    done = opened.perform(Shell("ls"), opened.observe())
    assert done.verdict is not None
    assert done.verdict.decision is Decision.DENY, done
    assert "nobody" in f"{done.verdict.by} {done.verdict.reason}".casefold(), done.verdict
    opened.close()
