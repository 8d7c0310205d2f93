"""The one program of a self-contained folder, really started: it is every command, and every
program of ours that a command starts. Python plays the folder's starter; packing is a drill.
"""

from __future__ import annotations

import ast
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from uitars_runtime import __version__
from uitars_runtime.backends.llama.template import ChatTemplate
from uitars_runtime.own_programs import OwnProgram, command
from uitars_runtime.tools.walls import landlock, ruleset
from uitars_runtime.tools.walls.starting import start

ROOT = Path(__file__).parents[2]
STARTER = f"""#!{sys.executable} -I
import os, sys
sys.frozen = True
sys.executable = os.path.realpath(__file__)
from uitars_app.frozen import main
sys.exit(main())
"""
OWN = "/what/a/person/set"


class Folder:
    """A self-contained folder."""

    def __init__(self, place: Path) -> None:
        self.program = place / "program"
        self.program.write_text(STARTER)
        self.program.chmod(0o755)
        for name in ("uitars", "uitars-run"):
            (place / name).symlink_to(self.program)

    def run(self, name: str, *words: str) -> subprocess.CompletedProcess[str]:
        """A command as a person calls it; the starter's own variables are set."""
        return subprocess.run(
            [self.program.with_name(name), *words],
            env=os.environ
            | {"LD_LIBRARY_PATH": f"{sys.prefix}:{OWN}"}
            | {"LD_LIBRARY_PATH_ORIG": OWN, "_PYI_LEVEL": "0"},
            capture_output=True,
            text=True,
            check=False,
        )

    def sandbox(self, *words: str) -> Any:
        """`uitars sandbox WORDS --json`, as it was told."""
        done = self.run("uitars", "sandbox", words[0], "--json", *words[1:])
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    place = tmp_path / "folder"
    place.mkdir()
    return Folder(place)


@pytest.fixture
def inside(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """This process runs from the folder."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(folder.program))
    return folder


@pytest.mark.parametrize("name", ["uitars", "uitars-run"])
def test_it_is_the_command_that_it_is_called_as(folder: Folder, name: str) -> None:
    assert f"usage: {name} " in folder.run(name, "--help").stdout
    assert folder.run(name, "--version").stdout == f"uitars {__version__}\n"


def test_under_another_name_it_is_the_assistant(folder: Folder) -> None:
    assert "usage: uitars " in folder.run("program", "--help").stdout


@pytest.mark.parametrize("module", ["os", "uitars_runtime.guard.link"])
def test_it_starts_no_module_but_our_programs(folder: Folder, module: str) -> None:
    done = folder.run("uitars", "-m", module)
    assert done.returncode == 2
    assert "unrecognized arguments: -m" in done.stderr


def test_a_session_and_its_programs_come_from_the_folder(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its host, its guard and, where the kernel has it, the wall."""
    monkeypatch.setenv("UITARS_PROGRAMS", "walled")
    made = folder.sandbox("start", "--size", "320x240", "--app", "xclock")
    try:
        started = dict(_processes(str(folder.program)))
        wanted = {OwnProgram.SESSION_HOST, OwnProgram.GUARD}
        assert wanted <= set(started)
        for pid in started.values():
            environment = Path(f"/proc/{pid}/environ").read_bytes().decode().split("\0")
            assert f"LD_LIBRARY_PATH={OWN}" in environment
            assert not [one for one in environment if one.startswith(("_PYI_", "LD_LIBRARY_PATH_"))]
        done = folder.run(
            "uitars", "sandbox", "exec", made["id"], "--", "sh", "-c", "echo $0 inside"
        )
        assert (done.returncode, done.stdout) == (0, "sh inside\n"), done.stderr
    finally:
        folder.run("uitars", "sandbox", "stop", made["id"])
    assert not [*_processes(str(folder.program))]


def test_a_run_is_done_by_hands_from_the_folder(folder: Folder, tmp_path: Path) -> None:
    place = tmp_path / "work"
    place.mkdir()
    told = folder.run(
        "uitars-run",
        "Type 'seen' into the document, then choose Save from the File menu.",
        *("--desktop", "sandbox:640x480", "--app", "mousepad note.txt"),
        *("--workspace", str(place), "--verify", "grep -qx seen note.txt"),
    )
    assert told.returncode == 0, told.stderr + told.stdout


def test_a_wall_and_a_template_stand_in_the_folder(inside: Folder, tmp_path: Path) -> None:
    assert command(OwnProgram.HANDS, "a")[1:] == ("-m", "uitars_runtime.hands", "a")
    chat = ChatTemplate("{{ bos_token }}{{ messages[0].content }}", bos="<s>")
    try:
        assert chat.render([{"content": "hello"}]) == "<s>hello"
    finally:
        chat.close()
    if ruleset.missing():
        pytest.skip(ruleset.missing())
    wall = landlock.wall(tmp_path)
    assert wall.argv[0] == str(inside.program)
    reading = f"cat {shlex.quote(str(ROOT / 'LICENSE'))} || echo kept"
    words = ["/bin/sh", "-c", reading]
    walled = start(wall, words, into=subprocess.DEVNULL, out=subprocess.PIPE)
    said, _ = walled.communicate()
    assert said.decode().endswith("kept\n")


@pytest.mark.parametrize("room", ["runtime/uitars_runtime", "app/uitars_app"])
def test_nothing_else_starts_python(room: str) -> None:
    """A command line of an interpreter's own would start a second window from a folder."""
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted((ROOT / room).rglob("*.py"))
        for line in _lists_with_python(path.read_text(encoding="utf-8"))
    ]
    assert [where.rpartition(":")[0] for where in found] == (
        ["runtime/uitars_runtime/own_programs.py"] if room.startswith("runtime") else []
    ), found


def _lists_with_python(text: str) -> Iterator[int]:
    """Lines of lists and tuples that hold `sys.executable`."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.List | ast.Tuple) and any(
            ast.unparse(item) == "sys.executable" for item in node.elts
        ):
            yield node.lineno


def _processes(program: str) -> Iterator[tuple[str, int]]:
    """Our programs that were started from a folder, by their module."""
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue  # ended meanwhile
        if entry.name.isdigit() and program in words[:3]:
            yield words[words.index("-m") + 1], int(entry.name)
