"""Programs of a private desktop behind their wall: what they can do, and what they cannot reach."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from helpers.desks import sandbox_hands, until
from uitars_runtime.browser.hosted import hosted, joined
from uitars_runtime.config import Settings
from uitars_runtime.desktop.wall import Programs, expanded, offline, trial, wall, with_named
from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.hands.process import open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.own_programs import OwnProgram, command
from uitars_runtime.tools.walls import ruleset
from uitars_runtime.types import Type

PROGRAM = """
import json, os, socket, sys, tkinter
def tried(what):
    try:
        return bool(what())
    except OSError:
        return False
found = {
    "secret": tried(lambda: open("/" + sys.argv[1]).read()),
    "by root": tried(lambda: open(f"/proc/{sys.argv[2]}/root/{sys.argv[1]}").read()),
    "environment": tried(lambda: open(f"/proc/{sys.argv[2]}/environ").read()),
    "system": tried(lambda: open("/usr/written", "w")),
    "network": tried(lambda: socket.create_connection(("127.0.0.1", int(sys.argv[3])), 2)),
    "abstract": tried(lambda: not socket.socket(socket.AF_UNIX).connect(chr(0) + sys.argv[4])),
    "machine around": tried(lambda: socket.socket(40, socket.SOCK_STREAM)),
    "workspace": tried(lambda: open("made.txt", "w").write("x")),
    "home": tried(lambda: open(os.path.expanduser("~/made.txt"), "w").write("x")),
}
found["folder"] = os.environ["UITARS_SANDBOX"]
tried(lambda: open(found["folder"] + "/scratch/planted", "w"))
window = tkinter.Tk()
entry = tkinter.Entry(window)
entry.pack()
entry.focus_force()
def write(_event):
    open("typed.txt", "w").write(entry.get())
entry.bind("<KeyRelease>", write)
json.dump(found, open("found.json.part", "w"))
os.replace("found.json.part", "found.json")
window.mainloop()
"""


@pytest.mark.parametrize(
    ("programs", "network"), [("walled", True), ("offline", True), ("walled", False)]
)
def test_a_walled_program_works_and_reaches_nothing_of_the_person(
    programs: Programs, network: bool, tmp_path: Path
) -> None:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    workspace, policy = tmp_path / "workspace", tmp_path / "policy.toml"
    workspace.mkdir()
    policy.write_text(
        f'version = 1\nmode = "autonomous-in-sandbox"\nnetwork = {str(network).lower()}\n'
    )
    online = programs == "walled" and network
    (tmp_path / "secret").write_text("secret")
    (workspace / "program.py").write_text(PROGRAM)
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as session:
        session.bind(f"\0session-{os.getpid()}")  # as the socket of a person's display
        session.listen()
        port, secret = server.getsockname()[1], str(tmp_path / "secret")[1:]
        command = f"/usr/bin/python3 program.py {secret} {os.getpid()} {port} session-{os.getpid()}"
        settings = HandsSettings(
            desktop="sandbox:640x480",
            apps=(command,),
            workspace=str(workspace),
            policy=str(policy),
            actions_per_second=1000.0,
            programs=programs,
        )
        hands = open_hands(settings, NobodyAsker(), threading.Event())
        try:
            found = json.loads((workspace / "found.json").read_text())
            typed = workspace / "typed.txt"

            def arrived() -> bool:
                hands.perform(Type("x"), hands.observe())
                return typed.exists() and "x" in typed.read_text()

            until(arrived, "the program gets what is typed")
            scratch = Path(found.pop("folder"), "scratch")
            assert scratch.is_dir()
            assert not (scratch / "planted").exists()
        finally:
            hands.close()
    around = found.pop("machine around")  # AF_VSOCK, where this kernel has it
    assert not around or online or ruleset.missing()
    abstract = found.pop("abstract")
    assert not abstract or (online and ruleset.missing())
    assert {name for name, reached in found.items() if reached} == {"workspace", "home"} | (
        {"network"} if online else set()
    )


@pytest.mark.parametrize(
    ("bubblewrap", "said"),
    [
        ("", "is not installed"),
        ("#!/bin/sh\necho 'No permissions' >&2; exit 1\n", "No permissions"),
    ],
    ids=["missing", "no namespaces"],
)
def test_a_wall_that_cannot_be_built_is_said(
    bubblewrap: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    if bubblewrap:
        (tmp_path / "bwrap").write_text(bubblewrap)
        (tmp_path / "bwrap").chmod(0o755)
    with pytest.raises(DesktopError, match=said) as raised:
        trial(wall("walled", tmp_path, tmp_path, ":1"))
    assert "UITARS_PROGRAMS=open" in raised.value.hint
    assert wall("open", tmp_path, tmp_path, ":1") == ()


def test_a_desktop_that_does_not_start_for_its_wall_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    (tmp_path / "bwrap").write_text("#!/bin/sh\necho 'No permissions' >&2; exit 1\n")
    (tmp_path / "bwrap").chmod(0o755)
    settings = HandsSettings(
        desktop="sandbox:640x480",
        workspace=str(tmp_path),
        policy="autonomous-in-sandbox",
        programs="walled",
    )
    with pytest.raises(DesktopError, match=r"walled off.*No permissions") as raised:
        open_hands(settings, NobodyAsker(), threading.Event())
    assert "UITARS_PROGRAMS=open" in raised.value.hint


def test_a_program_that_a_link_in_a_hidden_place_leads_to_starts_walled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    links, workspace = tmp_path / "bin", tmp_path / "workspace"
    links.mkdir()
    workspace.mkdir()
    for folder in reversed(os.environ["PATH"].split(":")):
        for program in Path(folder).iterdir():
            (links / program.name).unlink(missing_ok=True)
            (links / program.name).symlink_to(program)
    monkeypatch.setenv("PATH", str(links))
    settings = HandsSettings(
        desktop="sandbox:640x480",
        apps=("xmessage hello",),
        workspace=str(workspace),
        policy="autonomous-in-sandbox",
        programs="walled",
    )
    # It fails where the program shows no window.
    open_hands(settings, NobodyAsker(), threading.Event()).close()


def test_an_installation_in_tmp_is_there_behind_the_wall(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    installed = tmp_path / "environment"
    for folder in (installed, tmp_path / "home", tmp_path / "run", tmp_path / "workspace"):
        folder.mkdir()
    (installed / "marker").write_text("seen")
    monkeypatch.setattr(sys, "prefix", str(installed))
    argv = list(wall("walled", tmp_path, tmp_path / "workspace", ":1"))
    display = argv.index("/tmp/.X11-unix/X1")  # none is needed here
    del argv[display - 1 : display + 2]
    done = subprocess.run([*argv, "cat", installed / "marker"], capture_output=True, check=False)
    assert done.stdout == b"seen", done.stderr


def test_programs_are_walled_unless_a_person_says_otherwise() -> None:
    assert Settings().programs == "walled"


AROUND = ("bwrap", "--unshare-user", "--chdir", "/w", "--")


def test_what_a_person_names_is_let_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, workspace = tmp_path / "home", tmp_path / "workspace"
    for folder in (home / "notes", workspace):
        folder.mkdir(parents=True)
    for file in (home / "a b.txt", workspace / "own.txt"):
        file.touch()
    monkeypatch.setenv("HOME", str(home))
    argv = expanded(
        ["edit", "~/a b.txt", f"--folder={home}/notes", "own.txt", "/none", "/etc/passwd"]
    )
    argv.append(f"file://{home}/a%20b.txt#top")
    around = with_named(AROUND, argv, workspace)
    let_in = [around[at + 1] for at, word in enumerate(around) if word == "--bind"]
    assert let_in == [f"{home}/a b.txt", f"{home}/notes", f"{home}/a b.txt"]
    assert around[-3:] == AROUND[-3:]
    for everything in (str(home), "/", str(tmp_path)):
        with pytest.raises(UsageError, match="all your files"):
            with_named(AROUND, ["files", everything], workspace)
    assert with_named((), ["edit", "~/a b.txt"], workspace) == ()


def test_a_command_reaches_no_network() -> None:
    assert offline(AROUND) == ("bwrap", "--unshare-net", *AROUND[1:])
    assert offline(offline(AROUND)) == offline(AROUND)
    assert offline(()) == ()
    launched = ("python", "-m", "scoped", "any", *AROUND)
    assert offline(launched)[:4] == ("python", "-m", "scoped", "own")


def test_a_walled_program_ends_where_nobody_reads_what_it_writes(tmp_path: Path) -> None:
    if ruleset.missing():
        pytest.skip("this machine has too old a Landlock")
    piped = "yes | head -n 1; echo ${PIPESTATUS[0]}; ulimit -f 1; yes > large; echo $?"
    walled = (*command(OwnProgram.SCOPED_WALL, "any"), "bash", "-c", piped)
    done = subprocess.run(walled, cwd=tmp_path, capture_output=True, text=True, check=False)
    codes = [128 + signal.SIGPIPE, 128 + signal.SIGXFSZ]
    assert done.stdout.split() == ["y", *map(str, codes)]


OUTSIDE = """
import os, sys, tkinter
def tried(what):
    try:
        what()
        return True
    except OSError:
        return False
found = [
    tried(lambda: open("/etc/shadow")),
    tried(lambda: os.kill(int(sys.argv[2]), 0)),
    tried(lambda: open(sys.argv[3], "a").write("written")),
    tried(lambda: open("/" + sys.argv[4])),
]
open("found.txt", "w").write(repr(found))
tkinter.Tk().mainloop()
"""


def test_a_walled_program_reaches_no_process_and_writes_what_was_named(
    tmp_path: Path,
) -> None:
    if shutil.which("bwrap") is None or ruleset.missing():
        pytest.skip("this machine has no bubblewrap or too old a Landlock")
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    named, other = tmp_path / "named.txt", tmp_path / "other.txt"
    named.touch()
    other.touch()
    (workspace / "program.py").write_text(OUTSIDE)
    with subprocess.Popen(["sleep", "60"]) as process:
        command = f"/usr/bin/python3 program.py - {process.pid} {named} {str(other)[1:]}"
        settings = HandsSettings(
            desktop="sandbox:640x480",
            apps=(command,),
            workspace=str(workspace),
            policy="autonomous-in-sandbox",
            programs="walled",
        )
        hands = open_hands(settings, NobodyAsker(), threading.Event())
        try:
            found = (workspace / "found.txt").read_text()
        finally:
            hands.close()
            process.kill()
    assert found == "[False, False, True, False]"
    assert named.read_text() == "written"


def test_a_walled_browser_shows_the_file_that_was_named(tmp_path: Path) -> None:
    if shutil.which("bwrap") is None:
        pytest.skip("this machine has no bubblewrap")
    workspace, named = tmp_path / "workspace", tmp_path / "named.html"
    workspace.mkdir()
    named.write_text("<title>Kettles</title>")
    with sandbox_hands(workspace, programs="walled", browser=named.as_uri()) as hands:

        def titles() -> list[str]:
            return [window.title for window in hands.observe().windows or ()]

        until(lambda: any("Kettles" in title for title in titles()), "the page shows")
        # Its profile is the one with our settings; of its folder it sees that alone, not the token.
        folder = Path(hands.environment["HOME"]).parent / "browser"
        until(lambda: bool(list(folder.glob("profiles/*/Local State"))), "the profile is in use")
        host = hosted(folder)
        assert host is not None
        browser = joined(host)
        browser.page.open(folder.as_uri())
        listed = str(browser.page.evaluate("document.body.innerText"))
        browser.hang_up()
        assert ("profiles/" in listed, "browser.json" in listed) == (True, False)
