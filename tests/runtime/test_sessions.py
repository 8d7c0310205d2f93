"""Desktops that live on: their life, who holds them, and what is left when something is killed."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from helpers.desks import gone, until
from helpers.desks import held as keys_held
from helpers.living import held, holder, now, sandbox, session, titles, told, traces
from uitars_runtime.errors import DesktopError, TakenError, UsageError
from uitars_runtime.guard.folder import marked
from uitars_runtime.hands.process import ProcessHands
from uitars_runtime.sessions.attachment import Attachment
from uitars_runtime.sessions.folder import OwnFolder, await_end, find, living, sessions_folder
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.sessions.terms import LeaseTerms
from uitars_runtime.types import KeyDown, Shell, Type

RUN = (sys.executable, "-m", "uitars_runtime.cli.run")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    """Sessions of this test alone; none of them stays."""
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    yield
    assert living() == []
    assert list(sessions_folder().glob("*")) == []


def state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def test_a_session_is_started_worked_in_and_stopped(tmp_path: Path) -> None:
    made = told("start", "--size", "640x480", "--time", "600", "--app", "mousepad note.txt")
    assert set(made) == {"id", "display", "workspace"}
    folder = sessions_folder() / made["id"]
    modes = {path.name: stat.S_IMODE(path.lstat().st_mode) for path in folder.iterdir()}
    assert modes == {
        "session.json": 0o600,
        "lock": 0o600,
        "socket": 0o600,
        "host.log": 0o600,
        "workspace": 0o700,
    }
    record = find(made["id"][:4])
    left = traces(record)
    (listed,) = told("list")["sessions"]
    assert listed == told("show", made["id"])
    assert listed["id"] == made["id"]
    assert set(listed["desktop"]) == {"display", "server", "environment"}
    assert "note.txt" in titles(record)[0]

    # A command's words, output, error and code are its own.
    shown = sandbox(
        "exec", made["id"], "--", "sh", "-c", "cat; pwd; echo no >&2; exit 7", given="a"
    )
    assert (shown.stdout, shown.stderr) == (f"a{made['workspace']}\n", "no\n")
    assert shown.returncode == 7
    said = told("exec", made["id"], "--", "sh", "-c", "echo out; echo no >&2")
    assert said == {"code": 0, "limit": "", "output": "out\n", "error": "no\n"}
    missing = sandbox("exec", made["id"], "--", "no-such-program")
    assert (missing.returncode, missing.stderr) == (
        2,
        "no-such-program is not installed.\nCheck the name.\n",
    )

    # One of the workspace's own is called as in a shell there.
    own = Path(made["workspace"], "own")
    own.write_text("#!/bin/sh\necho own in $PWD\n")
    absent = sandbox("exec", made["id"], "--", "./own")
    assert (absent.returncode, absent.stderr) == (
        2,
        f"There is no program {own}.\nCheck the name.\n",
    )
    own.chmod(0o755)
    for name in ("./own", str(own)):
        assert sandbox("exec", made["id"], "--", name).stdout == f"own in {made['workspace']}\n"

    (tmp_path / "given").mkdir()
    (tmp_path / "given" / "a.txt").write_text("given")
    told("put", made["id"], str(tmp_path / "given"))
    with held(record) as hands:
        assert hands.observe().size == record.order.size
        done = hands.perform(Shell("cat given/a.txt; echo made > made.txt"), hands.observe())
        assert "given" in done.outcome.text
    got = tmp_path / "new" / "got.txt"
    told("get", made["id"], "made.txt", "--to", str(got))
    assert got.read_text() == "made\n"
    nowhere = sandbox("get", made["id"], "made.txt", "--to", str(got / "below"))
    assert (nowhere.returncode, f"{got / 'below'} cannot be written" in nowhere.stderr) == (2, True)

    # The run left it as it is.
    assert "note.txt" in titles(record)[0]
    assert now(record).lease is None
    assert now(record).resets == 0

    assert told("stop", made["id"]) == {"id": made["id"]}
    assert left() == []
    ended = sandbox("show", made["id"])
    assert ended.returncode == 2
    assert f"There is no session {made['id']!r}." in ended.stderr


def test_no_file_is_fetched_from_or_put_outside(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    with session() as record:
        link = Path(record.workspace) / "link"
        link.symlink_to(secret)
        (Path(record.workspace) / "folder").symlink_to(tmp_path)
        for name in ("link", "folder/secret", "../session.json"):
            done = sandbox("get", record.id, name, "--to", str(tmp_path / "got"))
            assert done.returncode == 2, done.stderr
            assert not (tmp_path / "got").exists()
        for name in ("folder/secret", "../session.json"):
            done = sandbox("put", record.id, __file__, "--to", name)
            assert done.returncode == 2, done.stderr
        assert sandbox("put", record.id, __file__, "--to", "link").returncode == 0
        assert secret.read_text() == "secret"
        assert now(record) == record


def test_one_holds_it_at_a_time() -> None:
    with session() as record, held(record) as hands:
        lease = now(record).lease
        assert lease is not None
        assert (lease.process, lease.until - lease.since) == (os.getpid(), 3600.0)
        with pytest.raises(TakenError), held(record):
            pass
        taken = subprocess.run(
            [*RUN, "Click OK.", "--desktop", f"session:{record.id}"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert taken.returncode == 6, taken.stderr
        assert f"process {os.getpid()}) has held it for" in taken.stderr
        assert "its lease lasts 3" in taken.stderr
        assert sandbox("pause", record.id).returncode == 6
        # Nobody was disturbed.
        assert hands.observe().size == record.order.size
    assert living() == []


def test_a_pause_freezes_programs_and_not_the_screen() -> None:
    with session(apps=("mousepad",)) as record:
        server = record.desktop.server
        programs = [pid for pid in marked(Path(record.folder)) if pid not in (server, record.guard)]
        told("pause", record.id)
        assert {state(pid) for pid in programs} == {"T"}
        assert state(server) != "T"
        assert len(titles(record)) == 1
        refused = sandbox("exec", record.id, "--", "true")
        assert refused.returncode == 2
        assert f"uitars sandbox resume {record.id}" in refused.stderr
        with pytest.raises(UsageError, match="is paused"), held(record):
            pass
        assert now(record).paused
        told("resume", record.id)
        assert "T" not in {state(pid) for pid in programs if not gone(pid)}
        with held(record) as hands:
            assert hands.perform(Type("hello"), hands.observe()).outcome.changed


@pytest.mark.parametrize("why", ["dead", "silent"])
def test_a_holder_that_dies_or_hangs_loses_it(why: str) -> None:
    lease = LeaseTerms(silent=1.5 if why == "silent" else 60.0)
    with session(apps=("mousepad",), lease=lease) as record:
        (Path(record.workspace) / "made.txt").write_text("by the run")
        with holder(record, hands=why == "dead") as process:
            process.send_signal(signal.SIGKILL if why == "dead" else signal.SIGSTOP)
            until(lambda: now(record).resets == 1, "the session is made anew")
            anew = now(record)
            assert anew.lease is None
            assert anew.reset is not None
            assert anew.reset.why == why
            # As at the beginning: programs, home and files of its own.
            assert anew.desktop.server != record.desktop.server
            assert gone(record.desktop.server)
            assert not Path(record.folder).exists()
            assert list(Path(record.workspace).iterdir()) == []
            assert len(titles(anew)) == 1
            assert marked(Path(anew.folder)) != []


@pytest.mark.parametrize("why", ["idle", "overdue"])
def test_a_holder_that_does_nothing_or_keeps_it_too_long_loses_it(why: str, tmp_path: Path) -> None:
    lease = LeaseTerms(idle=0.5) if why == "idle" else LeaseTerms(seconds=1.0)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("a person's")
    with session(workspace=tmp_path / "mine", lease=lease) as record:
        attached = Attachment(record.id, "a run")
        until(lambda: not attached.alive(), "the holder hears of it")
        until(lambda: now(record).resets == 1, "the session is made anew")
        reset = now(record).reset
        assert reset is not None
        assert (reset.why, reset.holder) == (why, "a run")
        assert str(attached.lost()).endswith(f"its holder was {why}.")
        assert not attached.close()
        # A folder that a person named is theirs.
        assert (tmp_path / "mine" / "letter.txt").read_text() == "a person's"


def kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)


def test_a_killed_host_leaves_nothing() -> None:
    with session(apps=("mousepad",)) as record, held(record) as hands:
        left = traces(record)
        hands.perform(KeyDown("shift"), hands.observe())
        kill(record.host)
        until(lambda: left() == [], "all is gone")
        with pytest.raises(DesktopError, match="ended"):
            hands.observe()
    assert "There is none. Start one" in sandbox("show", record.id).stderr


def test_a_host_killed_while_it_is_waited_for_is_not_waited_for_in_vain() -> None:
    with session() as record:
        kill(record.host)
        await_end(record.id, 10)
        assert not (sessions_folder() / record.id).exists()


def test_killed_hands_are_started_again_and_let_go_what_they_held() -> None:
    with session() as record, held(record) as hands:
        display = record.desktop.display, record.desktop.environment["XAUTHORITY"]
        hands.perform(KeyDown("shift"), hands.observe())
        assert keys_held(*display) != ([], 0)
        kill(hands.pid)
        until(lambda: keys_held(*display) == ([], 0), "the key is let go")
        with pytest.raises(DesktopError):
            hands.observe()
        assert hands.restart()
        assert hands.observe().size == record.order.size
        assert now(record).resets == 0


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("server", "guard"),
        pytest.param("guard", "server", marks=pytest.mark.drill),
    ],
)
def test_a_desktop_that_dies_is_replaced(first: str, second: str) -> None:
    with session(apps=("mousepad",)) as record:
        (Path(record.workspace) / "made.txt").write_text("stays")
        with held(record) as hands:
            hands.observe()
            kill(part(record, first))
            again = restarted(hands)
            assert now(record).resets == 1
            # The model hears that programs are gone.
            if again:
                done = hands.perform(Type("hello"), hands.observe())
                assert "programs that ran on it are gone" in done.outcome.text
        assert (Path(record.workspace) / "made.txt").read_text() == "stays"
        kill(part(now(record), second))
        until(lambda: now(record).resets == 2, "it is replaced while nobody holds it")
        assert len(titles(now(record))) == 1


def part(record: SessionRecord, name: str) -> int:
    """Process id of a session's X server or guard."""
    return record.desktop.server if name == "server" else record.guard


def restarted(hands: ProcessHands) -> bool:
    """Work until the death is noticed, as the loop does, and start again."""
    until(lambda: not _works(hands), "the death is noticed")
    return hands.restart()


def _works(hands: ProcessHands) -> bool:
    try:
        hands.observe()
    except DesktopError:
        return False
    return True


def test_an_unknown_session_is_told_those_that_there_are() -> None:
    with session() as record:
        other = "0" * 8 if record.id[0] != "0" else "f" * 8
        for words in (("show", other), ("exec", other, "--", "true"), ("stop", other)):
            done = sandbox(*words)
            assert done.returncode == 2
            assert f"There are {record.id}." in done.stderr
        run = subprocess.run(
            [*RUN, "Click OK.", "--desktop", f"session:{other}"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 2
        assert f"There are {record.id}." in run.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--size", "huge"), "huge is no size"),
        (("--size", "99999x99999"), "99999x99999 is no size"),
        (("--lease", "inf"), "There is no such session"),
        (("--time", "inf"), "There is no such session"),
        (("--app", "\udcff"), "not written in UTF-8"),
        (("--lease", "-1"), "There is no such session"),
        (("--workspace", "/no/such/folder"), "is no folder"),
        (("--workspace", "/"), "all of this machine"),
        (("--from", "ffffffff:one"), "There is no session 'ffffffff'"),
        (("--browser", "--headless"), "expected one argument"),
        (("--browser=--headless",), "is no address"),
        (("--app", "no-such-program"), "no-such-program is not installed"),
    ],
)
def test_what_makes_no_sense_starts_nothing(words: tuple[str, ...], said: str) -> None:
    done = sandbox("start", *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stdout == ""


def test_a_session_of_somebody_else_is_no_session() -> None:
    with session() as record:
        folder = sessions_folder() / record.id
        try:
            os.chown(folder, os.getuid() + 1, -1)
        except PermissionError:
            pytest.skip("only root can give a folder away")
        for words in (("show", record.id), ("stop", record.id), ("view", record.id)):
            refused = sandbox(*words)
            assert (refused.returncode, refused.stderr.splitlines()[0]) == (
                *(2, f"There is no session {record.id!r}."),
            )
        assert sandbox("list").stdout == ""
        os.chown(folder, os.getuid(), -1)
        assert find(record.id) == record


def test_without_chromium_its_package_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in reversed(os.environ["PATH"].split(":")):
        for program in Path(folder).glob("[!c]*") if Path(folder).is_dir() else ():
            (tmp_path / program.name).unlink(missing_ok=True)
            (tmp_path / program.name).symlink_to(program)
    monkeypatch.setenv("PATH", str(tmp_path))
    refused = sandbox("start", "--browser", "about:blank")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "Chromium is not installed.\nInstall the package chromium.\n"


def test_a_record_that_is_no_text_hides_no_other_session() -> None:
    damaged = OwnFolder()
    try:
        (damaged.path / "session.json").write_bytes(b'{"id":"\xff"}')
        with session() as record:
            assert [one.id for one in living()] == [record.id]
    finally:
        damaged.remove()


def test_the_record_is_strict() -> None:
    with session() as record:
        file = sessions_folder() / record.id / "session.json"
        told_of = json.loads(file.read_text())
        desktop = {name: one for name, one in told_of["desktop"].items() if name != "wall"}
        assert told("show", record.id) == {**told_of, "desktop": desktop}
        (sessions_folder() / record.id / "session.json").write_text(
            json.dumps({**told_of, "more": 1})
        )
        assert living() == []
        file.write_text(json.dumps(told_of))
        assert living() == [record]
