"""What `open` is given: addresses leave the computer, commands reach no more than the shell."""

import os
import shutil
import threading
from pathlib import Path

import pytest

from helpers.desks import until
from helpers.fakes import frame
from uitars_runtime.commands.openings import is_command
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.gate.facts import Facts
from uitars_runtime.gate.gate import PolicyGate
from uitars_runtime.gate.policy import Mode
from uitars_runtime.gate.policy_file import named
from uitars_runtime.gate.rules import classify
from uitars_runtime.hands.process import open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.risk import Risk
from uitars_runtime.tools.toolbox import Toolbox
from uitars_runtime.types import Click, Decision, Open, Point


@pytest.mark.parametrize(
    "target",
    [
        *("http:evil.example", "HTTP://evil.example", " https://x", "smb:host/share", "ssh:host"),
        *("steam:run", "MailTo:a@b", "x-scheme+1.0:go", "vnc:1", "data:text/html,x", "file:///x"),
    ],
)
def test_an_address_leaves_this_computer(target: str, tmp_path: Path) -> None:
    assert classify(Open(target), tmp_path)[0] is Risk.R3


@pytest.mark.parametrize(
    "target",
    [
        *("bash", "bash evil.sh", "/bin/sh -c x", "xterm", "xterm -e sh evil.sh", "python3"),
        *("python3.11 x.py", "env X=1 true", "setsid true", "gio launch x.desktop", "sudo true"),
        *("find . -exec sh {} +", "sleep 1 x", "perl", "'unfinished"),
    ],
)
def test_what_runs_what_it_is_told_to_is_a_command(target: str, tmp_path: Path) -> None:
    assert classify(Open(target), tmp_path)[0] is Risk.S_OTHER
    # Also when the name of a desktop entry stands for it.
    facts = Facts(command=target)
    assert classify(Open("something friendly"), tmp_path, facts)[0] is Risk.S_OTHER or (
        target.startswith("sleep")
    )


@pytest.mark.parametrize(
    ("name", "opener", "risk"),
    [
        ("page.xht", "chromium", Risk.R2),
        ("page", "/usr/bin/firefox", Risk.R2),
        ("page.odd", "xdg-open", Risk.R2),
        ("program.py", "idle-python3.11", Risk.R2),
        ("picture.png", "chromium", Risk.R1),
        ("page.txt", "mousepad", Risk.R1),
        ("data.xml", "mousepad", Risk.R1),
        ("sums.ods", "libreoffice --calc", Risk.R1),
    ],
)
def test_a_file_is_what_its_opener_makes_of_it(
    name: str, opener: str, risk: Risk, tmp_path: Path
) -> None:
    (tmp_path / name).write_text("<img src=http://evil.example>")
    command = f"{opener} {name}"
    assert classify(Open(name), tmp_path, Facts(command=command))[0] is risk
    assert is_command(name, tmp_path, command) is (risk is Risk.R2)


def test_a_program_by_its_name_starts_with_what_its_entry_gives_it(tmp_path: Path) -> None:
    assert classify(Open("sleep"), tmp_path)[0] is Risk.R2
    assert classify(Open("rest"), tmp_path, Facts(command="sleep --version"))[0] is Risk.R2
    assert classify(Open("no-such-program"), tmp_path)[0] is Risk.R2


def test_a_program_that_others_can_change_is_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "bin" / "mousepad"
    own.parent.mkdir()
    own.write_text("#!/bin/sh\n")
    own.chmod(0o755)
    monkeypatch.setenv("PATH", str(own.parent), prepend=os.pathsep)
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    assert classify(Open("mousepad"), workspace)[0] is Risk.S_OTHER
    assert classify(Open(str(own)), workspace)[0] is Risk.S_OTHER


def test_files_that_can_run_something_are_opened_as_commands_are(tmp_path: Path) -> None:
    for name in ("page.html", "x.desktop", "a.txt"):
        (tmp_path / name).touch()
    assert [is_command(name, tmp_path, "") for name in ("page.html", "x.desktop", "a.txt")] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize(
    "name",
    ["invoice.pdf.js", "Scan.VBS", "a.wsf", "fix.reg", "go.command", "Tool.app", "x.pkg"],
)
def test_two_clicks_on_what_windows_or_macos_run_are_a_question(name: str, tmp_path: Path) -> None:
    facts = Facts(application="explorer.exe", role="list item", name=name)
    assert classify(Click(Point(5, 5), count=2), tmp_path, facts)[0] is Risk.R2


def test_a_folder_that_is_a_program_is_opened_as_one(tmp_path: Path) -> None:
    (tmp_path / "Tool.app" / "Contents").mkdir(parents=True)
    (tmp_path / "pictures").mkdir()
    assert is_command("Tool.app", tmp_path, "")
    assert classify(Open("Tool.app"), tmp_path)[0] is Risk.R2
    assert classify(Open("pictures"), tmp_path)[0] is Risk.R1


def test_a_command_that_open_runs_without_a_wall_is_a_question(tmp_path: Path) -> None:
    for walled, decision in ((True, Decision.ALLOW), (False, Decision.DENY)):
        toolbox = Toolbox(tmp_path, lambda _command: "", programs_walled=walled)
        gate = PolicyGate(
            named(Mode.AUTONOMOUS),
            frozenset(),
            NobodyAsker(),
            workspace=tmp_path,
            own_sandbox=True,
            commands=toolbox,
        )
        assert gate.review(Open("bash evil.sh"), frame(1)).verdict.decision is decision
        assert gate.review(Open("sleep"), frame(1)).verdict.decision is Decision.ALLOW
        toolbox.close()


EVIL = """
{ echo > /dev/tcp/127.0.0.1/%d && echo network; } 2>/dev/null
cat /%s 2>/dev/null && echo outside
touch /%s.written 2>/dev/null
echo done > done
"""


def test_a_command_behind_open_reaches_what_the_shell_does(tmp_path: Path) -> None:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    import socket

    workspace, outside = tmp_path / "workspace", tmp_path / "outside.txt"
    workspace.mkdir()
    outside.write_text("secret")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port, name = server.getsockname()[1], str(outside)[1:]
        (workspace / "evil.sh").write_text(f"exec > said\n{EVIL % (port, name, name)}")
        settings = HandsSettings(
            desktop="sandbox:640x480",
            workspace=str(workspace),
            policy="autonomous-in-sandbox",
            actions_per_second=1000.0,
            programs="walled",
        )
        hands = open_hands(settings, NobodyAsker(), threading.Event())
        try:
            done = hands.perform(Open("bash evil.sh"), hands.observe())
            until(lambda: (workspace / "done").exists(), "the command ends")
        finally:
            hands.close()
    assert done.verdict is not None
    assert done.verdict.rule == "autonomous-in-sandbox/S-other"
    assert (workspace / "said").read_text() == ""
    assert not Path(f"{outside}.written").exists()
