"""The hands in their own process, on a real desktop, with real programs."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import threading
from collections.abc import Generator
from pathlib import Path

import numpy as np
import pytest

from helpers.desks import Traces, connection, display_server, gone, held, sandbox_hands, until
from uitars_runtime.consent import Consent, Question
from uitars_runtime.errors import DesktopError, GateError, Stopped, UsageError
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.hands.process import ProcessHands, open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.types import (
    Action,
    Click,
    DecidedBy,
    Decision,
    KeyDown,
    Open,
    Outcome,
    Point,
    Press,
    ReadFile,
    Shell,
    Type,
    Verdict,
    Wait,
)


def do(hands: ProcessHands, action: Action) -> Outcome:
    """Look, then act on what was seen, as the loop does; look again where the screen moved."""
    for _ in range(20):
        outcome = hands.perform(action, hands.observe()).outcome
        if "Look again" not in outcome.text:
            break
    return outcome


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Generator[ProcessHands]:
    """Hands on a desktop with a terminal in it, for tests that leave them as they were."""
    workspace = tmp_path_factory.mktemp("workspace")
    (workspace / "note.txt").write_text("remember")
    with sandbox_hands(workspace, apps=("xterm",)) as opened:
        yield opened


def test_text_goes_into_the_program(hands: ProcessHands) -> None:
    assert do(hands, Type("echo typed > typed.txt\n")).ok
    typed = hands.workspace / "typed.txt"
    # A shell makes the file before it writes it.
    until(lambda: typed.exists() and typed.read_text() != "", "the terminal writes the file")
    assert typed.read_text() == "typed\n"


def test_tools_work_in_the_workspace(hands: ProcessHands) -> None:
    assert do(hands, ReadFile("note.txt")).text == "remember"
    assert do(hands, Shell("cat note.txt")).text in ("remember",) or not do(hands, Shell("true")).ok


def test_a_program_is_opened(hands: ProcessHands) -> None:
    assert "Mousepad" in do(hands, Open("mousepad")).text
    # A command that no wall is around needs a yes, and nobody is there.
    assert "person's yes" in do(hands, Open("xterm -e sleep 1000")).text
    assert "not installed" in do(hands, Open("no-such-program")).text


def test_a_program_is_opened_by_what_it_is_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries, workspace = tmp_path / "share" / "applications", tmp_path / "workspace"
    entries.mkdir(parents=True)
    workspace.mkdir()
    (entries / "card.desktop").write_text(
        "[Desktop Entry]\nType=Application\nName=Cardigan\nGenericName=Greeting Card\n"
        "Exec=xmessage -title 'a warm welcome' Hello %U\n"
    )
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "share"))
    with sandbox_hands(workspace) as opened:
        assert "a warm welcome" in do(opened, Open("the greeting card")).text
        outcome = do(opened, Open("Cardigann"))
    assert not outcome.ok
    assert "“Cardigan”" in outcome.text


def test_pixels_arrive_as_they_are(hands: ProcessHands) -> None:
    def same() -> bool:
        with connection(hands.display, hands.environment["XAUTHORITY"]) as display:
            image = display.screen().root.get_image(0, 0, 640, 480, 2, 0xFFFFFFFF)
        there = np.frombuffer(image.data, np.uint8).reshape(480, 640, 4)[:, :, 2::-1]
        return np.array_equal(hands.observe().pixels, there)

    # A program may draw, and a caret blink, between the two looks.
    until(same, "both looks show the same pixels")


def test_an_old_screenshot_is_not_acted_on(hands: ProcessHands) -> None:
    old = hands.observe()
    hands.observe()
    outcome = hands.perform(Click(Point(5, 400)), old).outcome
    assert not outcome.ok
    for _ in range(10):
        hands.observe()
    forgotten = hands.perform(Click(Point(5, 400)), old)
    assert forgotten.verdict.by is DecidedBy.FAULT


def test_a_window_that_came_over_the_target_is_not_clicked(hands: ProcessHands) -> None:
    seen = hands.observe()
    do_not_click = "xterm -geometry 100x40+0+0 -T cover -e sleep 1000"
    program = shlex.split(do_not_click)
    environment = dict(hands.environment)
    pid = os.spawnvpe(os.P_NOWAIT, program[0], program, environment)
    try:
        until(lambda: not hands.perform(Press(("shift",)), seen).outcome.ok, "the window comes")
        assert "another window" in hands.perform(Click(Point(60, 60)), seen).outcome.text
    finally:
        os.kill(pid, signal.SIGTERM)
        os.waitpid(pid, 0)


def test_the_environment_is_the_desktops(hands: ProcessHands) -> None:
    assert hands.environment["DISPLAY"] == hands.display
    assert hands.environment["WORKSPACE"] == str(hands.workspace)
    assert hands.desktop_name == "sandbox:640x480"


def test_a_stop_ends_the_action_and_lets_keys_go(tmp_path: Path) -> None:
    stop = threading.Event()
    with sandbox_hands(tmp_path, apps=("xterm",), stop=stop) as hands:
        do(hands, KeyDown("shift"))
        authority = hands.environment["XAUTHORITY"]
        assert held(hands.display, authority)[0]
        seen, worker = hands.observe(), hands.pid
        threading.Timer(0.2, stop.set).start()
        with pytest.raises(Stopped):
            hands.perform(Wait(60), seen)
        until(lambda: gone(worker), "the hands end")
        until(lambda: held(hands.display, authority) == ([], 0), "the keys are let go")
        with pytest.raises(Stopped):
            hands.observe()
        stop.clear()
        with pytest.raises(DesktopError) as caught:
            hands.observe()
        assert caught.value.gone
        assert hands.restart()
        assert hands.observe().size == seen.size


def test_dead_hands_are_replaced_on_the_same_desktop(tmp_path: Path) -> None:
    with sandbox_hands(tmp_path, apps=("xterm -T stays",)) as hands:
        display, first = hands.display, hands.pid
        seen = hands.observe()
        os.kill(first, signal.SIGKILL)
        with pytest.raises(DesktopError) as caught:
            hands.perform(Wait(60), seen)
        assert caught.value.gone
        assert hands.restart()
        assert (hands.display, hands.pid != first) == (display, True)
        assert do(hands, Type("touch same\n")).ok
        until((tmp_path / "same").exists, "the terminal is still there")


def test_a_dead_display_is_started_again_and_said(tmp_path: Path) -> None:
    with sandbox_hands(tmp_path, apps=("xterm",)) as hands:
        os.kill(_server(hands), signal.SIGKILL)
        with pytest.raises(DesktopError) as caught:
            hands.observe()
        assert caught.value.gone
        assert hands.restart()
        assert "programs that ran on it are gone" in do(hands, Wait(0)).text
        assert "gone" not in do(hands, Wait(0)).text
        assert do(hands, Type("touch afresh\n")).ok
        until((tmp_path / "afresh").exists, "the program was opened afresh")
        traces = Traces(hands)
    assert traces.left() == []


def test_a_dead_guard_ends_the_run(tmp_path: Path) -> None:
    with sandbox_hands(tmp_path, apps=("xterm",)) as hands:
        worker = hands.pid
        traces = Traces(hands)
        os.kill(hands.guard_pid, signal.SIGKILL)
        until(lambda: gone(worker), "the hands end with their guard")
        with pytest.raises(DesktopError, match="guard"):
            hands.observe()
        assert not hands.restart()
        until(lambda: traces.left() == [], "nothing is left")


def test_closing_leaves_nothing(tmp_path: Path) -> None:
    with sandbox_hands(tmp_path, apps=("xterm -e 'setsid -f sleep 1000; exec bash'",)) as hands:
        traces = Traces(hands)
        assert traces.left() != []
    assert traces.left() == []


class Person:
    """Answers with what it was told to, after a while or never."""

    def __init__(self, decision: Decision, waits: threading.Event | None = None) -> None:
        self.asked: list[Question] = []
        self._decision = decision
        self._waits = waits

    def ask(self, question: Question) -> Consent:
        self.asked.append(question)
        if self._waits is not None:
            self._waits.wait()
        return Consent(Verdict(self._decision, DecidedBy.USER, question.rule, "said"))


def test_a_person_is_asked_across_the_processes(tmp_path: Path) -> None:
    person = Person(Decision.ALLOW)
    # A prompt without the folder, whose name is read as well.
    terminal = "xterm -T 'the terminal' -e env PS1='> ' sh"
    with sandbox_hands(tmp_path, apps=(terminal,), policy="ask-always", asker=person) as hands:
        performed = hands.perform(Type("x"), hands.observe())
        assert performed.verdict.by is DecidedBy.USER
        assert performed.outcome.ok
        assert person.asked[0].action == Type("x")
        assert "the terminal" in person.asked[0].window
        assert person.asked[0].risk == "S-other"


def test_silence_is_a_no_and_a_late_yes_counts_for_nothing(tmp_path: Path) -> None:
    late = threading.Event()
    person = Person(Decision.ALLOW, late)
    with sandbox_hands(
        tmp_path, apps=("xterm",), policy="ask-always", asker=person, ask_seconds=0.3
    ) as hands:
        performed = hands.perform(Type("touch done\n"), hands.observe())
        assert (performed.verdict.decision, performed.verdict.by) == (
            Decision.DENY,
            DecidedBy.TIMEOUT,
        )
        late.set()
        person.asked.clear()
        late.clear()
        again = hands.perform(Type("touch done\n"), hands.observe())
        assert again.verdict.by is DecidedBy.TIMEOUT
        assert not (tmp_path / "done").exists()
        late.set()


def test_on_a_display_that_is_not_ours_the_window_is_waited_for(tmp_path: Path) -> None:
    with display_server() as display:
        manager = subprocess.Popen(["openbox"], env={**os.environ, "DISPLAY": display})
        try:
            until(lambda: managed(display), "a window manager is there")
            settings = HandsSettings(desktop=display, workspace=str(tmp_path), grants=("R2",))
            opened = open_hands(settings, Willing(), threading.Event())
            late = "sh -c 'sleep 1; exec xterm -T later -e sleep 1000'"
            assert do(opened, Open(late)).text == "Opened the window 'later'."
            opened.close()
        finally:
            manager.terminate()
            manager.wait()


class Willing:
    """A person who says yes: there it is a command, and no wall is around it."""

    def ask(self, question: Question) -> Consent:
        assert question.rule == "ask-on-risk/S-other"
        return Consent(Verdict(Decision.ALLOW, DecidedBy.USER, question.rule, "yes"))


def managed(display: str) -> bool:
    """Whether a window manager says which windows there are."""
    with connection(display) as opened:
        atom = opened.intern_atom("_NET_CLIENT_LIST")
        return opened.screen().root.get_full_property(atom, 0) is not None


def test_a_second_agent_is_refused_a_display(tmp_path: Path) -> None:
    with display_server() as display:
        settings = HandsSettings(desktop=display, workspace=str(tmp_path))
        first = open_hands(settings, NobodyAsker(), threading.Event())
        try:
            with pytest.raises(DesktopError, match="Another agent"):
                open_hands(settings, NobodyAsker(), threading.Event())
            assert first.observe().size.width == 640
        finally:
            first.close()
        open_hands(settings, NobodyAsker(), threading.Event()).close()


@pytest.mark.parametrize(
    ("settings", "kind"),
    [
        ({"policy": "yolo"}, GateError),
        ({"policy": "autonomous-in-sandbox", "desktop": ":0"}, DesktopError),
        ({"apps": ("no-such-program",)}, UsageError),
        ({"apps": ("a 'b",)}, UsageError),
        ({"workspace": "/nowhere"}, UsageError),
    ],
)
def test_what_cannot_be_opened_is_said(
    settings: dict[str, object], kind: type[Exception], tmp_path: Path
) -> None:
    options: dict[str, object] = {"desktop": "sandbox:640x480", "workspace": str(tmp_path)}
    if settings.get("desktop"):
        settings = {**settings, "desktop": ":987"}
    with pytest.raises(kind):
        open_hands(HandsSettings(**{**options, **settings}), NobodyAsker(), threading.Event())  # type: ignore[arg-type]


def test_freedom_on_a_display_that_is_not_ours_is_refused(tmp_path: Path) -> None:
    with display_server() as display:
        settings = HandsSettings(
            desktop=display, workspace=str(tmp_path), policy="autonomous-in-sandbox"
        )
        with pytest.raises(GateError):
            open_hands(settings, NobodyAsker(), threading.Event())


def _server(hands: ProcessHands) -> int:
    """Process id of the sandbox's X server."""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            line = (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if line.startswith(b"Xvfb") and hands.environment["XAUTHORITY"].encode() in line:
            return int(entry.name)
    raise AssertionError("there is no X server")
