"""Every wall of the ladder: what it lets a command do, and what it ends."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

from helpers.desks import until
from uitars_runtime.doctor.machine import checks
from uitars_runtime.tools import ladder
from uitars_runtime.tools.jail import Jail, JailError
from uitars_runtime.tools.ladder import WALLS, WallName, around, rung, why_not


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
    argv = [*around(wall, tmp_path), "/bin/bash", "-c", f"setsid sleep {nap} & sleep {nap}1"]
    code = f"import subprocess\nsubprocess.run({argv!r}, env={{}})"
    with subprocess.Popen(["/usr/bin/python3", "-c", code]) as builder:
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
