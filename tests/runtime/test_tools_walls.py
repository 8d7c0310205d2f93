"""Every wall of the ladder: what it lets a command do, and what it ends."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from helpers.desks import until
from uitars_runtime.doctor.machine import checks
from uitars_runtime.doctor.report import Status
from uitars_runtime.tools import ladder
from uitars_runtime.tools.jail import Jail, JailError
from uitars_runtime.tools.ladder import rung, why_not
from uitars_runtime.tools.shell import ShellSession
from uitars_runtime.tools.toolbox import Toolbox
from uitars_runtime.tools.walls.names import WALLS, Wall, WallName, at_least
from uitars_runtime.types import Shell


@pytest.fixture(params=WALLS)
def wall(request: pytest.FixtureRequest) -> WallName:
    name: WallName = request.param
    if reason := why_not(name):
        pytest.skip(reason)
    return name


def test_everyday_commands_work(wall: WallName, tmp_path: Path) -> None:
    command = (
        "echo 'b\na' > f; sort f; cat <<E\nhere\nE\ncat <(echo inner); mktemp > /dev/null && echo"
        " made; echo gone > /dev/null; (sleep 0; echo child) & wait; python3 -c 'print(6 * 7)'"
    )
    ended = Jail(tmp_path, walls=(wall,)).run(command, 30.0, 1 << 16)
    assert ended.output.decode() == "a\nb\nhere\ninner\nmade\nchild\n42\n"
    assert ended.code == 0


def test_the_code_of_a_command_comes_through(wall: WallName, tmp_path: Path) -> None:
    jail = Jail(tmp_path, walls=(wall,))
    assert jail.run("exit 7", 30.0, 1024).code == 7
    assert jail.run("kill -9 $$", 30.0, 1024).code == 137


def test_a_program_ends_where_nobody_reads_what_it_writes(wall: WallName, tmp_path: Path) -> None:
    ended = Jail(tmp_path, walls=(wall,)).run("yes | head -n 1; echo ${PIPESTATUS[0]}", 30.0, 1024)
    assert ended.output.decode() == f"y\n{128 + signal.SIGPIPE}\n"


def runs(nap: str) -> bool:
    return any(
        nap in line
        for line in subprocess.check_output(["ps", "axo", "args"], text=True).splitlines()
    )


@pytest.mark.parametrize("how", ["ended", "over"])
def test_nothing_outlives_a_command(wall: WallName, how: str, tmp_path: Path) -> None:
    nap = f"71.{os.getpid()}{WALLS.index(wall)}{len(how)}"
    leave = f"(setsid setsid sleep {nap} &) ; trap '' TERM; "
    jail = Jail(tmp_path, walls=(wall,))
    if how == "ended":
        assert jail.run(f"{leave} sleep 0.1", 30.0, 1024).code == 0
    else:
        assert jail.run(f"{leave} sleep 60", 2.0, 1024).code is None
    until(lambda: not runs(nap), "the sleeper is ended")


def test_a_wall_ends_when_who_built_it_is_killed(wall: WallName, tmp_path: Path) -> None:
    nap = f"72.{os.getpid()}{WALLS.index(wall)}"
    command = f"setsid sleep {nap} & sleep {nap}1"
    code = (
        "import pathlib, sys; from uitars_runtime.tools.jail import Jail;"
        " Jail(pathlib.Path(sys.argv[1]), walls=(sys.argv[2],)).run(sys.argv[3], 60.0, 9)"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(tmp_path), wall, command]) as builder:
        until(lambda: runs(f"sleep {nap}1"), "the command runs")
        builder.send_signal(signal.SIGKILL)
    until(lambda: not runs(nap), "everything inside is ended")


def test_a_rung_that_is_not_asked_for_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(name: WallName) -> str:
        return "" if name == "landlock" else f"no {name}"

    monkeypatch.setattr(ladder, "why_not", broken)
    assert rung(tmp_path).name == "landlock"
    assert rung(tmp_path, ("bubblewrap",)).name == "none"
    with pytest.raises(JailError, match="no bubblewrap"):
        Jail(tmp_path, walls=("bubblewrap",))


@pytest.mark.parametrize("wall", get_args(Wall))
def test_no_wall_is_weaker_than_the_one_that_is_set(wall: Wall) -> None:
    enough = at_least(wall)
    assert enough == WALLS[: len(enough)]
    assert enough[-1] == (WALLS[-1] if wall == "any" else wall)


def test_where_the_wall_that_is_set_does_not_hold_a_command_is_a_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nothing is started: what the gate and the doctor are told is looked at.
    monkeypatch.setattr(ladder, "why_not", lambda name: "" if name == "landlock" else f"no {name}")
    toolbox = Toolbox(tmp_path, lambda _command: "", walls=at_least("sandlock"))
    assert not toolbox.around(Shell("ls"))
    assert Toolbox(tmp_path, lambda _command: "").around(Shell("ls"))
    monkeypatch.setenv("UITARS_WALL", "sandlock")
    found = dict(checks())["jail"]()
    assert found.status is Status.DEGRADED
    assert "no bubblewrap; sandlock: no sandlock" in found.text
    assert "asks for sandlock or better" in found.text


def test_a_yes_without_a_wall_that_is_enough_gets_the_best_there_is(tmp_path: Path) -> None:
    workspace, outside = tmp_path / "workspace", tmp_path / "outside"
    workspace.mkdir()
    if not (best := rung(workspace)).walled:
        pytest.skip(best.why)
    session = ShellSession(workspace, walls=())
    assert not session.walled
    assert session.run("echo in > inside").ok
    session.run(f"echo out > {outside}")
    assert os.listdir(workspace) == ["inside"]
    assert not outside.exists()


def test_the_doctor_names_the_rung_and_why_none_above_it_holds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    jail = dict(checks())["jail"]
    monkeypatch.setattr(ladder, "why_not", lambda name: "" if name == "landlock" else f"no {name}")
    said = jail().text
    assert "'landlock'" in said
    assert "no bubblewrap; sandlock: no sandlock" in said
    monkeypatch.setattr(ladder, "why_not", lambda name: f"no {name}")
    assert "every command is a question" in jail().text
