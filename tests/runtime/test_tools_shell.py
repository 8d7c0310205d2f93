"""The jail, from inside: what a command can reach, and what becomes of what it starts."""

import os
import socket
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.desks import PATIENCE, display_server, until
from uitars_runtime.tools import ladder
from uitars_runtime.tools.jail import Jail, JailError
from uitars_runtime.tools.plain import plain
from uitars_runtime.tools.shell import OUTPUT_BYTES, run_shell
from uitars_runtime.types import Outcome


def _jail_works() -> bool:
    try:
        Jail(Path(__file__).parent)
    except JailError:
        return False
    return True


jailed = pytest.mark.skipif(not _jail_works(), reason="bubblewrap cannot build its wall here")


def shell(command: str, workspace: Path, seconds: float = PATIENCE) -> Outcome:
    return run_shell(command, workspace, seconds)


@jailed
def test_the_workspace_is_read_and_written(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("b\na\n")
    outcome = shell("sort in.txt | tee out.txt; pwd", tmp_path)
    assert outcome == Outcome(ok=True, text=f"a\nb\n{tmp_path}\n")
    assert (tmp_path / "out.txt").read_text() == "a\nb\n"


@jailed
@pytest.mark.parametrize(
    "command",
    [
        "cat /etc/shadow",
        "ls /home",
        "ls /root/.",
        "ls ~/..//*/secret",
        "touch /usr/x",
        "touch /etc/x",
        "mount -t tmpfs none /mnt",
        "exec 3<>/dev/tcp/127.0.0.1/22",
        "ls /run/user",
        "ls /dev/input",
        "ls /sys/class",
        "unshare -Ur true && touch /usr/x",
        "chroot / true",
        "[ $(ls -d /proc/[0-9]* | wc -l) -gt 9 ]",
    ],
)
def test_nothing_else_is_reached(command: str, tmp_path: Path) -> None:
    assert not shell(command, tmp_path).ok


@jailed
def test_no_display_is_reached(tmp_path: Path) -> None:
    probe = (
        "import socket,sys\n"
        "for name in sys.argv[1:]:\n"
        "    with socket.socket(socket.AF_UNIX) as s:\n"
        "        try: s.connect(name.replace('@', chr(0)))\n"
        "        except OSError: continue\n"
        "        print('reached')\n"
    )
    (tmp_path / "probe.py").write_text(probe)
    with display_server() as display:
        path = f"/tmp/.X11-unix/X{display[1:]}"
        for name in (path, f"\0{path}"):
            with socket.socket(socket.AF_UNIX) as outside:
                outside.connect(name)
        outcome = shell(f"/usr/bin/python3 probe.py {path} @{path}; echo done", tmp_path)
    assert outcome == Outcome(ok=True, text="done\n")


@jailed
def test_the_environment_is_made_from_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", "canary")
    monkeypatch.setenv("BASH_ENV", str(tmp_path / "evil"))
    (tmp_path / "evil").write_text("echo evil")
    outcome = shell("env", tmp_path)
    names = {line.partition("=")[0] for line in outcome.text.splitlines()}
    assert names <= {"PATH", "HOME", "LANG", "TERM", "TMPDIR", "PWD", "SHLVL", "_", "OLDPWD"}
    assert "evil" not in outcome.text


@jailed
def test_nothing_outlives_the_command(tmp_path: Path) -> None:
    marker = f"4{os.getpid()}.25"
    outcome = shell(
        f"setsid nohup sleep {marker} >/dev/null 2>&1 & (sleep {marker} &) ; echo", tmp_path
    )
    assert outcome.ok
    until(lambda: not _running(marker), "the background processes end")


@jailed
def test_the_time_limit_ends_everything(tmp_path: Path) -> None:
    marker = f"5{os.getpid()}.25"
    outcome = shell(f"trap '' TERM; echo begun; sleep {marker} & sleep {marker}", tmp_path, 1.0)
    assert not outcome.ok
    assert outcome.text.startswith("begun")
    assert "killed after 1 s" in outcome.text
    until(lambda: not _running(marker), "the processes end")


@jailed
def test_output_is_capped_and_plain(tmp_path: Path) -> None:
    outcome = shell("yes | head -c 300000; printf '\\e[31mred\\e[0m'", tmp_path)
    assert outcome.ok
    assert f"[{300000 - OUTPUT_BYTES + 12} more bytes were dropped]" in outcome.text
    assert len(outcome.text) < OUTPUT_BYTES + 100
    assert shell("printf '\\e[31mred\\e[0m\\a\\e]0;title\\a'", tmp_path).text == "red"


@jailed
def test_there_is_no_input_and_no_terminal(tmp_path: Path) -> None:
    assert shell("cat; [ -t 0 ] || echo none", tmp_path).text == "none\n"
    assert not shell("sudo -n true", tmp_path).ok


@jailed
def test_the_exit_code_is_told(tmp_path: Path) -> None:
    assert shell("echo why; exit 3", tmp_path) == Outcome(ok=False, text="why\n\n[exit code 3]")


@pytest.mark.parametrize("workspace", ["/", "/tmp", "/run", "/usr/share", "/etc", "~"])
def test_a_workspace_that_would_open_the_wall_is_refused(workspace: str) -> None:
    outcome = run_shell("true", Path(workspace).expanduser())
    assert not outcome.ok
    assert "not available" in outcome.text


def test_without_a_wall_nothing_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "why_not", lambda name: f"no {name} here")
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    outcome = run_shell("touch ran", workspace)
    assert not outcome.ok
    assert "no bubblewrap here" in outcome.text
    assert os.listdir(workspace) == []


@given(st.text())
def test_plain_text_moves_no_cursor(text: str) -> None:
    left = plain(text)
    assert not any(c < " " and c not in "\n\t" for c in left)
    assert "\x1b" not in left
    assert "\x7f" not in left
    assert plain(left) == left


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
