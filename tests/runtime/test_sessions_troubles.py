"""Sessions where something is wrong: folders nested deeper than Python recurses, a full disk, names
that would write to a terminal."""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE

import pytest

from helpers.desks import until
from helpers.living import held, holder, now, sandbox, session, told
from uitars_runtime import trees
from uitars_runtime.cli.sandbox import main
from uitars_runtime.errors import DesktopError, TakenError
from uitars_runtime.sessions import link as sessions_link
from uitars_runtime.sessions.folder import living, sessions_folder
from uitars_runtime.sessions.limits import Limits
from uitars_runtime.sessions.link import HostLink
from uitars_runtime.sessions.messages import Attach, Done, Keep, Pause, Restore, Resume, TakeOver

NESTED = """
import os
for _ in range(1500):
    os.mkdir("deep")
    os.chdir("deep")
open("file", "w").close()
"""
ON_A_FULL_DISK = """
import json, os, subprocess, sys

def sandbox(*words):
    command = [sys.executable, "-m", "uitars_runtime.cli.sandbox", *words]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr

made = json.loads(sandbox("start", "--json", "--size", "640x480")[1])["id"]
work = json.loads(sandbox("show", made)[1])["workspace"]
with open(work + "/letter.txt", "wb") as letter:
    letter.write(bytes(range(256)) * 1000)
told = {"keep": sandbox("checkpoint", made, "--name", "before")}
with open(work + "/later.txt", "w") as later:
    later.write("after the checkpoint")
with open(os.environ["UITARS_HOME"] + "/filling", "wb", buffering=0) as filling:
    try:
        while True:
            filling.write(bytes(4096))
    except OSError:
        pass
told |= {
    "restore": sandbox("restore", made, "--name", "before"),
    "files": sorted(os.listdir(work)),
    "beside": sorted(name for name in os.listdir(os.path.dirname(work)) if "work" in name),
    "pause": sandbox("pause", made),
    "resume": sandbox("resume", made),
    "put": sandbox("put", made, sys.executable, "--to", "python"),
    "checkpoint": sandbox("checkpoint", made, "--name", "one"),
    "start": sandbox("start"),
    "exec": sandbox("exec", made, "--", "echo", "here"),
    "pause again": sandbox("pause", made),
}
os.unlink(os.environ["UITARS_HOME"] + "/filling")
for _ in range(100):
    if json.loads(sandbox("show", made)[1])["paused"]:
        break
told["show"] = sandbox("show", made)
told["resume again"] = sandbox("resume", made)
told["restore again"] = sandbox("restore", made, "--name", "before")
told["restored"] = sorted(os.listdir(work))
told["stop"] = sandbox("stop", made)
print(json.dumps(told))
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Path]:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    # As the sessions of the helper: the tests' links to programs are hidden behind a wall.
    monkeypatch.setenv("UITARS_PROGRAMS", "open")
    yield tmp_path / "home"
    assert living() == []
    assert list(sessions_folder().glob("*")) == []


def test_a_program_that_nests_folders_ends_no_session_and_leaves_nothing(tmp_path: Path) -> None:
    with session(limits=Limits(disk=1 << 30)) as record:
        told("checkpoint", record.id, "--name", "before")
        for place in (".", "$HOME"):
            command = f'cd {place} && exec "$0" -c "$1"'
            done = sandbox("exec", record.id, "--", "sh", "-c", command, sys.executable, NESTED)
            assert done.returncode == 0, done.stderr
        refused = sandbox("checkpoint", record.id, "--name", "nested")
        assert (refused.returncode, refused.stderr) == (
            2,
            "The session cannot be kept: File name too long.\n",
        )
        refused = sandbox("get", record.id, "deep", "--to", str(tmp_path / "got"))
        trees.remove(tmp_path / "got")
        assert (refused.returncode, "Traceback" in refused.stderr) == (2, False)
        time.sleep(1.5)  # the watchdog measures the disk once a second
        assert now(record).resets == 0
        told("restore", record.id, "--name", "before")
        assert list(Path(record.workspace).iterdir()) == []
        assert not Path(record.folder).exists()
        folder = now(record).folder
        sandbox("exec", record.id, "--", sys.executable, "-c", NESTED)
    assert not Path(folder).exists()


def test_a_tree_is_emptied_and_no_link_in_it_is_followed(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "file").touch()
    place = tmp_path / "place"
    (place / "a" / "b" / "c").mkdir(parents=True)
    (place / "a" / "b" / "link").symlink_to(kept)
    (place / "link").symlink_to(kept)
    (place / "a" / "b" / "c" / "file").touch()
    assert {entry.name for entry in trees.below(place)} == {"a", "b", "c", "file", "link"}
    trees.remove(place)
    assert not place.exists()
    trees.remove(place)  # what is gone is no matter
    (tmp_path / "link").symlink_to(kept)
    with pytest.raises(OSError, match=os.strerror(errno.ENOTDIR)):
        trees.empty(tmp_path / "link")
    assert (kept / "file").exists()


def test_a_full_disk_ends_no_session(tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    mounted = ["bwrap", "--dev-bind", "/", "/", "--size", str(4 << 20), "--tmpfs", str(small)]
    if shutil.which("bwrap") is None or subprocess.run([*mounted, "true"], check=False).returncode:
        pytest.skip("nothing can be mounted here")
    done = subprocess.run(
        [*mounted, sys.executable, "-c", ON_A_FULL_DISK],
        env={**os.environ, "UITARS_HOME": str(small)},
        capture_output=True,
        text=True,
        check=True,
    )
    said = json.loads(done.stdout)
    assert [said[verb][0] for verb in ("pause", "resume", "exec", "pause again")] == [0, 0, 0, 0]
    assert said["exec"][1] == "here\n"
    assert said["put"][0] == 2
    assert "no space left on device" in said["put"][2]
    assert said["checkpoint"][0] == 2
    assert said["checkpoint"][2] == "The session cannot be kept: No space left on device.\n"
    assert said["keep"][0] == 0
    assert said["restore"][2] == "The checkpoint cannot be restored: No space left on device.\n"
    assert (said["files"], len(said["beside"])) == (["later.txt", "letter.txt"], 1)
    assert (said["restore again"][0], said["restored"]) == (0, ["letter.txt"])
    assert said["start"][0] == 1
    assert "Traceback" not in said["start"][2]
    # Its record is written once there is room.
    assert json.loads(said["show"][1])["paused"]
    assert said["stop"][0] == 0


def test_a_guard_and_who_waits_for_a_command_die_together() -> None:
    with session() as record:
        (Path(record.workspace) / "made.txt").write_text("stays")
        command = [sys.executable, "-m", "uitars_runtime.cli.sandbox", "exec", record.id]
        with subprocess.Popen(
            [*command, "--", "sh", "-c", "echo; sleep 600"], stdout=PIPE
        ) as asked:
            assert asked.stdout is not None
            assert asked.stdout.readline() == b"\n"
            os.kill(record.host, signal.SIGSTOP)  # both are seen at one look
            os.kill(record.guard, signal.SIGKILL)
            asked.kill()
            asked.wait()
            os.kill(record.host, signal.SIGCONT)
        until(lambda: now(record).resets == 1, "the desktop is replaced")
        assert (Path(record.workspace) / "made.txt").read_text() == "stays"
        assert sandbox("exec", record.id, "--", "echo", "here").stdout == "here\n"


@pytest.mark.parametrize("why", ["crashed", "dead"])
def test_a_desktop_that_cannot_be_made_anew_is_tried_again(
    why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, real = tmp_path / "bin", shutil.which("Xvfb")
    place.mkdir()
    (place / "Xvfb").write_text(f'#!/bin/sh\n[ -e {place}/broken ] || exec {real} "$@"\nexit 1\n')
    (place / "Xvfb").chmod(0o755)
    monkeypatch.setenv("PATH", f"{place}:{os.environ['PATH']}")
    with session() as record:
        (Path(record.workspace) / "made.txt").write_text("by the run")
        (place / "broken").touch()
        if why == "dead":
            with holder(record, hands=False):
                """It ends without a word."""
        else:
            os.kill(record.desktop.server, signal.SIGKILL)
        log = sessions_folder() / record.id / "host.log"
        until(lambda: "was not made anew" in log.read_text(), "it is tried")
        refused = sandbox("exec", record.id, "--", "true")
        assert (refused.returncode, "Traceback" in refused.stderr) == (1, False)
        assert now(record).resets == 0
        (place / "broken").unlink()
        until(lambda: now(record).resets == 1, "it is tried again")
        reset = now(record).reset
        assert reset is not None
        assert reset.why == why
        # What a holder left behind is gone, though it took two attempts.
        assert (Path(record.workspace) / "made.txt").exists() == (why == "crashed")
        assert sandbox("exec", record.id, "--", "echo", "here").stdout == "here\n"


def test_a_checkpoint_that_is_killed_leaves_nothing_paused() -> None:
    with session() as record:
        for number in range(200):
            (Path(record.workspace) / f"{number}").write_bytes(os.urandom(1 << 20))
        words = ["checkpoint", record.id, "--name", "never"]
        process = subprocess.Popen([sys.executable, "-m", "uitars_runtime.cli.sandbox", *words])
        until(lambda: now(record).paused, "its programs stand still")
        process.kill()
        process.wait()
        until(lambda: not now(record).paused, "they go on")
        assert told("checkpoints", record.id)["checkpoints"] == []


def test_nobody_disturbs_a_checkpoint_that_is_made() -> None:
    others = Pause(), Resume(), Keep(), TakeOver(), Restore("one"), Attach("a run", os.getpid())
    with session() as record:
        for paused in (False, True):
            with HostLink(record.id) as keeping, HostLink(record.id) as other:
                keeping.ask(Keep(), Done)
                keeping.ask(Resume() if paused else Pause(), Done)
                for request in others:
                    with pytest.raises(TakenError, match="is being made"):
                        other.ask(request, Done)
                assert sandbox("exec", record.id, "--", "true").returncode == 6
            until(lambda: now(record).paused == paused, "it is as it was")  # noqa: B023
            told("checkpoint", record.id, "--name", "one")
            assert now(record).paused == paused
            told("pause", record.id)


def test_a_host_that_is_silent_has_not_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    with session() as record:
        with monkeypatch.context() as hurried:
            hurried.setattr(sessions_link, "_ANSWER_SECONDS", 0.5)
            link = HostLink(record.id)
        with link:
            os.kill(record.host, signal.SIGSTOP)
            try:
                for request in (Pause(), Resume()):
                    with pytest.raises(DesktopError, match="gave no answer") as caught:
                        link.ask(request, Done)
                    assert not caught.value.gone
            finally:
                os.kill(record.host, signal.SIGCONT)
        with HostLink(record.id) as again:
            again.ask(Resume(), Done)
        assert now(record).id == record.id


def test_several_stop_a_session_at_once() -> None:
    with session() as record:
        os.kill(record.host, signal.SIGSTOP)
        words = ["-m", "uitars_runtime.cli.sandbox", "stop", record.id]
        stopping = [subprocess.Popen([sys.executable, *words], text=True) for _ in range(3)]
        try:
            until(lambda: all(map(connected, stopping)), "all of them ask")
        finally:
            os.kill(record.host, signal.SIGCONT)
        assert [process.wait() for process in stopping] == [0, 0, 0]
        again = sandbox("stop", record.id)
        assert (again.returncode, again.stderr.splitlines()[0]) == (
            2,
            f"There is no session {record.id!r}.",
        )


def connected(process: subprocess.Popen[str]) -> bool:
    """Whether it has a connection."""
    return any(file.startswith("socket:") for file in open_files(process.pid))


def open_files(pid: int) -> list[str]:
    """What a process has open."""
    found: list[str] = []
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed since
            found.append(os.readlink(file))
    return found


def test_names_that_would_write_to_a_terminal_are_shown_as_they_are(home: Path) -> None:
    with session() as record:
        (Path(record.workspace) / "\x1b[31mred\n").write_text("only here")
        told("checkpoint", record.id, "--name", "one")
        for file in (home / "data" / "checkpoints" / "objects").rglob("*"):
            if file.is_file() and file.read_bytes() == b"only here":
                file.write_bytes(b"only that")
        refused = sandbox("restore", record.id, "--name", "one")
        assert refused.returncode == 2
        assert "It holds workspace/\\u{1b}[31mred\\u{a}." in refused.stderr
        for command, words in {
            "": "The command has no name.",
            " ": "The command has no name.",
            "\x1b[31mred": "\\u{1b}[31mred is not installed.",
        }.items():
            refused = sandbox("exec", record.id, "--", command)
            assert (refused.returncode, refused.stderr.splitlines()[0]) == (2, words)
        refused = sandbox("start", "--from", "../x\x1b:one")
        assert (refused.returncode, refused.stderr) == (
            *(2, f"There is no session '../x\\x1b'.\nThere are {record.id}.\n"),
        )


def test_files_may_be_called_by_any_bytes(tmp_path: Path) -> None:
    given = tmp_path / "given"
    given.mkdir()
    (given / os.fsdecode(b"\xff\xfe")).write_text("odd")
    (given / "line\nbreak").write_text("two")
    (given / "link").symlink_to(os.fsdecode(b"\xffnowhere"))
    (given / "out").symlink_to("/etc/hostname")
    with session() as record:
        assert told("put", record.id, str(given / os.fsdecode(b"\xff\xfe")))["path"].endswith("��")
        told("put", record.id, str(given))
        place = Path(record.workspace) / "given"
        assert len(list(place.iterdir())) == 2  # no link is put, wherever it leads
        (place / "link").symlink_to(os.fsdecode(b"\xffnowhere"))
        told("checkpoint", record.id, "--name", "odd")
        assert sandbox("exec", record.id, "--", "rm", "-r", "given").returncode == 0
        told("restore", record.id, "--name", "odd")
        told("get", record.id, "given", "--to", str(tmp_path / "got"))
        assert os.readlink(place / "link") == os.readlink(given / "link")
        files = {path.name: path.read_text() for path in (tmp_path / "got").iterdir()}
        assert files == {os.fsdecode(b"\xff\xfe"): "odd", "line\nbreak": "two"}
        refused = sandbox("exec", record.id, "--", "cat", os.fsdecode(b"\xff"))
        assert (refused.returncode, "not written in UTF-8" in refused.stderr) == (2, True)


def test_what_is_no_file_is_not_put(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with session() as record:
        for name in (str(tmp_path / "pipe"), "/dev/zero", "/proc/self/task"):
            refused = sandbox("put", record.id, name)
            assert (refused.returncode, "Traceback" in refused.stderr) == (2, False), name
            assert "cannot be put there" in refused.stderr


def test_a_put_that_is_killed_leaves_nothing(tmp_path: Path) -> None:
    try:
        os.close(os.open(tmp_path, os.O_TMPFILE | os.O_WRONLY))
    except OSError:
        pytest.skip("this file system has no files without a name")
    with (tmp_path / "large").open("wb") as large:
        large.truncate(8 << 30)
    with session() as record:
        place = Path(record.workspace)
        (place / "large").write_text("as it was")
        words = ["put", record.id, str(tmp_path / "large")]
        with subprocess.Popen([sys.executable, "-m", "uitars_runtime.cli.sandbox", *words]) as put:
            until(lambda: any(map(place.__eq__, written_by(put))), "it is being written")
            put.kill()
        assert [file.read_text() for file in place.iterdir()] == ["as it was"]
        # A name as long as names can be.
        (tmp_path / ("字" * 85)).write_text("whole")
        told("put", record.id, str(tmp_path / ("字" * 85)))
        assert (place / ("字" * 85)).read_text() == "whole"


def written_by(process: subprocess.Popen[bytes]) -> list[Path]:
    """The folders of files that it has open."""
    return [Path(file).parent for file in open_files(process.pid)]


def test_a_command_is_a_part_of_a_pipeline() -> None:
    with session() as record:
        words = f"{sys.executable} -m uitars_runtime.cli.sandbox exec {record.id} --"
        for _ in range(5):
            script = f"{words} seq 1000000 | head -1; echo ${{PIPESTATUS[0]}}"
            assert in_bash(script) == ("1\n141\n", "")
        assert in_bash(f"{words} cat <&-") == ("", "")
        assert now(record).resets == 0


def in_bash(script: str) -> tuple[str, str]:
    """What is written to standard output and error."""
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    return done.stdout, done.stderr


def test_checkpoints_are_found_by_the_beginning_of_an_id() -> None:
    with session() as record:
        told("checkpoint", record.id, "--name", "one")
    found = told("checkpoints", record.id[:6])
    assert (found["id"], [one["name"] for one in found["checkpoints"]]) == (record.id, ["one"])
    again = told("start", "--from", f"{record.id[:6]}:one")["id"]
    assert told("show", again)["order"]["checkpoint"] == f"{record.id}:one"
    told("stop", again)
    assert sandbox("start", "--from", record.id).returncode == 2


def test_a_clock_that_was_set_makes_no_age_negative(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    right = time.time
    with session() as record, held(record), monkeypatch.context() as clock:
        clock.setattr(time, "time", lambda: right() - 86400)
        assert main(["list"]) == 0
        assert "  0 s old  held for 0 s by " in capsys.readouterr().out
        clock.setattr(time, "time", lambda: right() + 86400)
        assert main(["list"]) == 0
        assert " 0 s more\n" in capsys.readouterr().out


def test_where_there_is_no_session_a_person_is_told_how_to_start_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path))
    assert main([]) == 0
    told = capsys.readouterr()
    assert told.out == ""
    assert "uitars sandbox start" in told.err


def test_a_session_that_cannot_be_kept_is_a_sentence(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home.mkdir()
    (home / "state").touch()
    assert main(["start"]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"No session can be kept in {sessions_folder()}: Not a directory.")
    (home / "state").unlink()


def test_a_command_without_its_dashes_is_told_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["exec", "abc", "ls"])
    assert "unrecognized arguments: ls; a command stands after --" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="0"):
        main(["exec", "--help"])
    assert "ID -- COMMAND" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="2"):
        main(["list", "ls"])
    assert "--" not in capsys.readouterr().err.splitlines()[-1]
