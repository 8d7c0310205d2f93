"""The shell as a session, Python cells and edits: what is kept, what is not, what never leaks."""

from __future__ import annotations

import os
import tracemalloc
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.desks import until
from uitars_runtime.element import Control
from uitars_runtime.errors import UsageError
from uitars_runtime.gate.facts import Facts
from uitars_runtime.gate.rules import classify
from uitars_runtime.hands.with_tools import WithTools
from uitars_runtime.mcp.settings import ServerSettings
from uitars_runtime.risk import Risk
from uitars_runtime.tools.cells import PythonCells
from uitars_runtime.tools.edits import difference, edit_file
from uitars_runtime.tools.jail import Jail, JailError
from uitars_runtime.tools.shell import OUTPUT_BYTES, ShellSession
from uitars_runtime.tools.toolbox import Toolbox
from uitars_runtime.types import Action, CallTool, Open, Outcome, ReadFile, Shell, WriteFile


def _jail_works() -> bool:
    try:
        Jail(Path(__file__).parent)
    except JailError:
        return False
    return True


jailed = pytest.mark.skipif(not _jail_works(), reason="bubblewrap cannot build its wall here")


@pytest.fixture
def shell(tmp_path: Path) -> ShellSession:
    return ShellSession(tmp_path)


@pytest.fixture
def cells(tmp_path: Path) -> Generator[PythonCells]:
    opened = PythonCells(tmp_path)
    yield opened
    opened.close()


def after(shell: ShellSession, *commands: str) -> str:
    """What the last of the commands says."""
    text = ""
    for command in commands:
        text = shell.run(command, 20.0).text
    return text


@jailed
@pytest.mark.parametrize(
    ("commands", "said"),
    [
        (("mkdir -p a/b", "cd a/b", "basename $PWD"), "b\n"),
        (("mkdir -p a/b c", "cd a", "cd b", "ls", "cd ../../c", "cd -", "basename $PWD"), "b\n"),
        (("x='one  two'", 'echo "$x"'), "one  two\n"),
        (("export X=$'line\\nline'", 'echo "$X"'), "line\nline\n"),
        (("f() { echo got $1; }", "f it"), "got it\n"),
        (("x=1", "unset x", "echo [$x]"), "[]\n"),
        (("x=1; exit 3", "echo $x"), "1\n"),
        (("x=1", "false", "x=2 | cat", "echo $x"), "1\n"),
        (("mkdir gone; cd gone", "rmdir ../gone", "echo here"), "here\n"),
        (("cd /usr", "pwd"), "/usr\n"),
        (("x=kept", "exec true", "echo $x"), "kept\n"),
        (("cat <<E\nhi\nE",), "hi\n"),
        (("x=1", "export PATH=/nowhere", "ls", "echo $x"), "1\n"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_a_session_keeps_folder_variables_and_functions(
    shell: ShellSession, commands: tuple[str, ...], said: str
) -> None:
    assert after(shell, *commands).splitlines()[-len(said.splitlines()) :] == said.splitlines()


@jailed
@pytest.mark.parametrize(
    "trap",
    [
        "ls() { touch ran; }",
        "function /usr/bin/ls { touch ran; }",
        "alias ls='touch ran'; shopt -s expand_aliases",
        "mkdir bin; printf '#!/bin/sh\\ntouch ran\\n' > bin/ls; chmod +x bin/ls; PATH=$PWD/bin",
        "printf 'touch ran\\n' > rc; BASH_ENV=$PWD/rc; ENV=$PWD/rc",
        "PROMPT_COMMAND='touch ran'; PS4='$(touch ran)'; set -x",
        "trap 'touch ran' DEBUG",
    ],
)
def test_nothing_kept_changes_what_a_plain_command_does(
    shell: ShellSession, tmp_path: Path, trap: str
) -> None:
    """What the gate lets through as a mere read must be one, whatever went before."""
    after(shell, trap)
    (tmp_path / "ran").unlink(missing_ok=True)
    assert classify(Shell("ls"), tmp_path)[0] is Risk.S_READ
    after(shell, "ls", "ls -la", "cat nothing", "ls")
    assert not (tmp_path / "ran").exists()


@jailed
def test_a_killed_command_takes_nothing_along(shell: ShellSession, tmp_path: Path) -> None:
    after(shell, "mkdir a; cd a; x=1")
    killed = shell.run("x=2; cd ..; sleep 60", 1.0)
    assert not killed.ok
    assert "killed after 1 s" in killed.text
    assert after(shell, "echo $x $(basename $PWD)") == "1 a\n"
    assert shell.folder == str(tmp_path / "a")


@jailed
def test_the_session_leaves_no_file_behind(shell: ShellSession, tmp_path: Path) -> None:
    after(shell, "cd /", "x=1", "sleep 0.01", "exit 4", "exec true", "echo 'unfinished")
    assert os.listdir(tmp_path) == []


@jailed
def test_what_a_command_says_is_capped_and_does_not_end_the_session(shell: ShellSession) -> None:
    outcome = shell.run("x=1; yes | head -c 200000", 20.0)
    assert outcome.ok
    assert len(outcome.text) < OUTPUT_BYTES + 100
    assert after(shell, "echo $x") == "1\n"


@jailed
def test_the_gate_judges_from_where_the_shell_stands(tmp_path: Path) -> None:
    with_tools = Toolbox(tmp_path, lambda _command: "")
    surroundings = WithTools(_Nothing(), with_tools)

    def risk(command: str) -> Risk:
        action = Shell(command)
        return classify(action, tmp_path, surroundings.facts(action))[0]

    (tmp_path / "note.txt").write_text("x")
    assert risk("cat note.txt") is Risk.S_READ
    with_tools.shell(Shell("mkdir a; cd a"))
    assert risk("cat ../note.txt") is Risk.S_READ
    assert risk("cat ../../note.txt") is Risk.S_OTHER
    with_tools.shell(Shell("cd /usr/share"))
    assert risk("cat doc") is Risk.S_OTHER
    with_tools.close()


class _Nothing:
    def facts(self, _action: Action, /) -> Facts:
        raise AssertionError("only the shell is asked about here")

    def controls(self, _facts: Facts, /) -> tuple[Control, ...]:
        raise AssertionError("the shell has no controls")


@jailed
def test_cells_share_their_names_and_show_the_last_value(cells: PythonCells) -> None:
    assert cells.run("x = 20\ndef double(n): return 2 * n") == Outcome(ok=True, text="[no output]")
    assert cells.run("print('first')\ndouble(x) + 2") == Outcome(ok=True, text="first\n42\n")
    failed = cells.run("1 / 0")
    assert not failed.ok
    assert "ZeroDivisionError" in failed.text
    assert "SyntaxError" in cells.run("for").text
    left = cells.run("import sys\nsys.exit('There is no such file.')")
    assert left == Outcome(ok=False, text="SystemExit: There is no such file.\n")
    assert cells.run("exit()") == Outcome(ok=True, text="[no output]")
    assert cells.run("x").text == "20\n"


@jailed
def test_a_program_that_a_cell_starts_has_nothing_to_read(cells: PythonCells) -> None:
    code = "import subprocess\nsubprocess.run(['cat'], capture_output=True, check=True).stdout"
    assert cells.run(code, 5.0) == Outcome(ok=True, text="b''\n")
    assert "EOFError" in cells.run("input()").text
    assert cells.run("1 + 1").text == "2\n"


@jailed
def test_a_cell_that_takes_too_long_is_ended_with_all_it_started(cells: PythonCells) -> None:
    marker = f"7{os.getpid()}.25"
    cells.run("x = 1")
    outcome = cells.run(
        f"import subprocess, time\nprint('begun', flush=True)\n"
        f"subprocess.Popen(['sleep', '{marker}'], start_new_session=True)\ntime.sleep(60)",
        2.0,
    )
    assert not outcome.ok
    assert outcome.text.startswith("begun")
    assert "fresh interpreter" in outcome.text
    until(lambda: not _running(marker), "the processes of the cell end")
    assert "NameError" in cells.run("x").text


@jailed
@pytest.mark.parametrize("code", ["import os; os._exit(3)", "import os; os.abort()"])
def test_an_interpreter_that_ends_is_started_again(cells: PythonCells, code: str) -> None:
    assert "ended" in cells.run(code).text
    assert cells.run("1 + 1").text == "2\n"


@jailed
@pytest.mark.parametrize(
    "code",
    [
        "open('/etc/shadow').read()",
        "__import__('socket').create_connection(('127.0.0.1', 22), 2)",
        "open('/usr/x', 'w')",
        "input()",
        "__import__('os').environ['PATH']",
    ],
)
def test_a_cell_reaches_nothing_outside(cells: PythonCells, code: str) -> None:
    outcome = cells.run(code)
    assert not outcome.ok or "/usr/bin:/bin" in outcome.text


@jailed
def test_what_a_cell_prints_is_capped_and_cannot_end_it(cells: PythonCells) -> None:
    outcome = cells.run("print('x' * 200000)\nprint('\\n' + '0' * 32 + '1')")
    assert "bytes were dropped" in outcome.text
    assert len(outcome.text) < OUTPUT_BYTES + 100
    assert cells.run("'still here'").text == "'still here'\n"
    assert not cells.run("'\ud800'").ok


@jailed
def test_shell_cells_and_file_actions_share_one_workspace(tmp_path: Path) -> None:
    tools = Toolbox(tmp_path, lambda _command: "")
    try:
        assert tools.write_file(WriteFile("data.csv", "1\n2\n")).ok
        code = "total = sum(map(int, open('data.csv')))\nopen('sum.txt', 'w').write(str(total))"
        assert tools.call(CallTool("python", "run", {"code": code})).ok
        assert tools.shell(Shell("cat sum.txt")).text == "3"
        edit = {"path": "data.csv", "old": "2", "new": "40"}
        assert "+40" in tools.call(CallTool("files", "edit", edit)).text
        assert tools.read_file(ReadFile("data.csv")).text == "1\n40\n"
    finally:
        tools.close()


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (CallTool("nowhere", "x"), "There are: files, python."),
        (CallTool("files", "delete"), "It has: edit."),
        (CallTool("files", "edit", {"path": "x"}), "missing required field"),
        (CallTool("python", "run", {"code": 1}), "Expected `str`"),
        (CallTool("python", "run", {"code": "1", "more": 2}), "unknown field"),
    ],
)
def test_a_call_that_is_not_known_is_refused_with_what_is(
    tmp_path: Path, action: CallTool, said: str
) -> None:
    tools = Toolbox(tmp_path, lambda _command: "")
    outcome = tools.call(action)
    assert not outcome.ok
    assert said in outcome.text
    assert tools.open(Open("editor")).ok
    assert not tools.open(Open("editor\0")).ok
    tools.close()


@pytest.mark.parametrize("name", ["files", "python"])
def test_a_server_cannot_take_a_built_in_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="cannot be called"):
        Toolbox(tmp_path, lambda _command: "", {name: ServerSettings(command=("true",))})


def test_an_edit_says_what_changed(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\ntwo\ntwo\n")
    assert "2 times" in edit_file("a.txt", "two", "2", tmp_path).text
    assert "does not hold" in edit_file("a.txt", "three", "3", tmp_path).text
    assert not edit_file("a.txt", "", "x", tmp_path).ok
    assert not edit_file("../a.txt", "one", "1", tmp_path).ok
    assert not edit_file("none.txt", "one", "1", tmp_path).ok
    assert (tmp_path / "a.txt").read_text() == "one\ntwo\ntwo\n"
    done = edit_file("a.txt", "two", "2", tmp_path, every=True)
    assert done.ok
    assert "-two\n-two\n+2\n+2" in done.text
    assert (tmp_path / "a.txt").read_text() == "one\n2\n2\n"


def test_an_edit_of_several_lines_keeps_the_ends_that_the_file_has(tmp_path: Path) -> None:
    for before, after in (
        (b"one\r\ntwo\r\nthree\r\n", b"1\r\n2\r\nthree\r\n"),
        (b"one\ntwo\nthree\n", b"1\n2\nthree\n"),
        (b"one\ntwo\nthree\r\n", b"1\n2\nthree\r\n"),
    ):
        (tmp_path / "a.txt").write_bytes(before)
        done = edit_file("a.txt", "one\ntwo", "1\n2", tmp_path)
        assert done.ok, done
        assert (tmp_path / "a.txt").read_bytes() == after


def test_an_edit_that_would_grow_without_end_is_refused_before_it_is_made(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a" * 900_000)
    tracemalloc.start()
    try:
        done = edit_file("a.txt", "a", "b" * 3000, tmp_path, every=True)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert "would become 2700000000 bytes" in done.text
    assert peak < 50_000_000
    assert (tmp_path / "a.txt").read_text() == "a" * 900_000


def test_a_difference_of_many_lines_is_counted_and_one_far_down_has_its_number() -> None:
    many = "\n".join(str(number % 100) for number in range(20_000))
    assert "20000 lines became 20001" in difference("x", many, f"x\n{many}x")
    lines = [str(number) for number in range(5000)]
    changed = [*lines[:4000], "other", *lines[4001:]]
    shown = difference("x", "\n".join(lines), "\n".join(changed))
    assert shown.splitlines()[:3] == ["--- a/x", "+++ b/x", "@@ -3998,7 +3998,7 @@"]
    assert "-4000\n+other" in shown


@given(st.text(), st.text())
def test_a_difference_is_empty_only_for_the_same_lines(old: str, new: str) -> None:
    assert (difference("x", old, new) == "") == (old.splitlines() == new.splitlines())


def _running(marker: str) -> bool:
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                line = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if line.split(b"\0")[:2] == [b"sleep", marker.encode()]:
                return True
    return False
