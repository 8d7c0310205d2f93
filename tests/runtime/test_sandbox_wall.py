"""Programs of a private desktop behind their wall: what they can do, and what they cannot reach."""

from __future__ import annotations

import json
import os
import shutil
import socket
import threading
from pathlib import Path

import pytest

from helpers.desks import until
from uitars_runtime.desktop.wall import wall
from uitars_runtime.errors import DesktopError
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.hands.process import open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.types import Type

PROGRAM = """
import json, os, socket, sys, tkinter
def tried(what):
    try:
        return bool(what())
    except OSError:
        return False
found = {
    "secret": tried(lambda: open(sys.argv[1]).read()),
    "by root": tried(lambda: open(f"/proc/{sys.argv[2]}/root{sys.argv[1]}").read()),
    "environment": tried(lambda: open(f"/proc/{sys.argv[2]}/environ").read()),
    "system": tried(lambda: open("/usr/written", "w")),
    "network": tried(lambda: socket.create_connection(("127.0.0.1", int(sys.argv[3])), 2)),
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


@pytest.mark.parametrize("programs", ["walled", "offline"])
def test_a_walled_program_works_and_reaches_nothing_of_the_person(
    programs: str, tmp_path: Path
) -> None:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    (tmp_path / "secret").write_text("secret")
    (workspace / "program.py").write_text(PROGRAM)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        command = f"/usr/bin/python3 program.py {tmp_path / 'secret'} {os.getpid()} {port}"
        settings = HandsSettings(
            desktop="sandbox:640x480",
            apps=(command,),
            workspace=str(workspace),
            policy="autonomous-in-sandbox",
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
    assert {name for name, reached in found.items() if reached} == {"workspace", "home"} | (
        {"network"} if programs == "walled" else set()
    )


def test_a_wall_that_cannot_be_built_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(DesktopError, match="bubblewrap"):
        wall("walled", tmp_path, tmp_path, ":1")
    assert wall("open", tmp_path, tmp_path, ":1") == ()
