"""The guard: nothing escapes it, held keys go, and one display has one agent."""

import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Generator
from pathlib import Path

import pytest

from helpers.desks import display_server, gone, held, server_of, until
from uitars_runtime.desktop.display_number import claimed, held_by
from uitars_runtime.display_files import DISPLAY_FILE, display_files, remove_display_files
from uitars_runtime.errors import DesktopError, Stopped
from uitars_runtime.guard import link
from uitars_runtime.guard.folder import MARK, PrivateFolder, marked, sweep
from uitars_runtime.guard.link import Guard, GuardLink


@pytest.fixture
def guard() -> Generator[Guard]:
    with Guard() as guard:
        yield guard


def spawn(guard: Guard, command: str) -> int:
    argv = ("bash", "-c", command)
    return guard.link.spawn(argv, dict(os.environ), guard.folder, guard.folder / "log")


def run(guard: Guard, command: str) -> int:
    """Start a command below the guard and wait until it has written its last line."""
    pid = spawn(guard, f"{command}; echo ready >&2; sleep 1000")
    until(lambda: "ready" in _log(guard), "the command runs")
    return pid


def _log(guard: Guard) -> str:
    path = guard.folder / "log"
    return path.read_text() if path.exists() else ""


ESCAPES = (
    "setsid -f sleep 1000",
    "setsid -f setsid -f sleep 1000",
    "(trap '' TERM HUP; setsid -f bash -c 'trap \"\" TERM HUP INT; while :; do sleep 1; done')",
    "env -i setsid -f sleep 1000",
    "(sleep 1000 & kill -STOP $!)",
)


@pytest.mark.parametrize("escape", ESCAPES)
def test_nothing_escapes_the_end(escape: str) -> None:
    with Guard() as guard:
        run(guard, escape)
        # The command and what escaped from it.
        until(lambda: len(_below(guard.pid)) >= 2, "the escape")
        pids = _below(guard.pid)
    assert [pid for pid in pids if not gone(pid)] == []
    assert not guard.folder.exists()


def test_a_signal_ends_everything() -> None:
    with Guard() as guard:
        run(guard, ESCAPES[0])
        pids = _below(guard.pid)
        os.kill(guard.pid, signal.SIGTERM)
        until(lambda: not guard.alive(), "the guard ends")
        assert [pid for pid in pids if not gone(pid)] == []
        assert not guard.folder.exists()


def test_a_killed_guard_takes_its_programs_along() -> None:
    with Guard() as guard:
        pid = spawn(guard, "trap '' TERM; sleep 1000")
        os.kill(guard.pid, signal.SIGKILL)
        until(lambda: gone(pid), "the program ends")
        with pytest.raises(DesktopError) as caught:
            guard.link.code(pid)
        assert caught.value.gone


def test_what_outlived_a_killed_guard_is_swept_by_the_next() -> None:
    with Guard() as first:
        run(first, ESCAPES[1])
        os.kill(first.pid, signal.SIGKILL)
        until(lambda: not first.alive(), "the guard ends")
        assert marked(first.folder)
        with Guard() as second:
            assert second.folder != first.folder
        assert marked(first.folder) == []
        assert not first.folder.exists()


def test_a_killed_guard_s_folder_is_swept_though_something_held_it_still() -> None:
    """As a program does that was being started when the guard was killed."""
    guard = Guard().ready()
    lock = guard.folder / "guard.lock"
    held = threading.Event()

    def hold() -> None:
        with lock.open("r+") as file:
            fcntl.flock(file, fcntl.LOCK_EX)  # from the moment of the guard's death
            held.set()
            time.sleep(0.5)

    holding = threading.Thread(target=hold)
    holding.start()
    os.kill(guard.pid, signal.SIGKILL)
    held.wait()
    assert not guard.close()
    sweep()
    # A test beside may have begun to sweep it, too.
    until(lambda: not guard.folder.exists(), "the folder is swept")
    holding.join()


def test_a_guard_that_is_killed_before_it_says_a_word_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)

    def unheard(_link: GuardLink) -> Path:
        until(lambda: list(tmp_path.glob("*/guard.lock")) != [], "it has a folder")
        raise DesktopError("Nothing was said.")

    monkeypatch.setattr(GuardLink, "welcome", unheard)
    with pytest.raises(DesktopError, match="Nothing was said"):
        Guard().ready()
    assert list(tmp_path.iterdir()) == []


SECOND_USER = """
import os, sys
from uitars_runtime.guard.folder import PrivateFolder, sweep
os.setgroups([])
os.setgid(54321)
os.setuid(54321)
assert sweep() == 0
folder = PrivateFolder()
print(folder.path.stat().st_uid)
folder.remove()
"""


@pytest.mark.skipif(os.getuid() != 0, reason="only root can be another user")
def test_what_others_put_into_the_shared_place_blocks_nobody() -> None:
    # Nobody but root may look below the folders that pytest makes.
    shared = Path(tempfile.mkdtemp(dir="/var/tmp"))
    shared.chmod(0o1777)
    others: list[Path] = []
    for name, lock in (("running", "guard.lock"), ("squatter", "")):
        folder = shared / f"uitars-desktop-{name}"
        folder.mkdir(mode=0o700)
        if lock:
            (folder / lock).touch()
        os.chown(folder, 12345, 12345)
        others.append(folder)
    (shared / "uitars-desktop-link").symlink_to(others[0])
    (shared / "uitars-desktop-file").touch()
    try:
        done = subprocess.run(
            [sys.executable, "-c", SECOND_USER],
            env={**os.environ, "TMPDIR": str(shared)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout.strip() == "54321", done.stderr
        assert all(folder.exists() for folder in others)
    finally:
        shutil.rmtree(shared)


def test_a_sweep_leaves_the_living_alone(guard: Guard) -> None:
    pid = run(guard, "true")
    sweep()
    assert guard.folder.exists()
    assert guard.link.code(pid) is None


def test_a_machine_without_a_place_for_a_while_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(tempfile, "_candidate_tempdir_list", lambda: ["/nonexist"])
    with pytest.raises(DesktopError, match="no folder for temporary files"):
        Guard()


def test_a_guard_that_takes_too_long_is_not_called_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "_ANSWER_SECONDS", 0.05)
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs, pytest.raises(DesktopError, match="does not answer"):
        GuardLink(ours).welcome()


def test_folders_are_private() -> None:
    folder = PrivateFolder()
    assert folder.path.stat().st_mode & 0o777 == 0o700
    folder.remove()
    assert not folder.path.exists()


def test_the_socket_of_a_server_that_starts_is_left_alone(tmp_path: Path) -> None:
    number = 5000 + os.getpid()
    place, lock = Path(f"/tmp/.X11-unix/X{number}"), Path(f"/tmp/.X{number}-lock")
    (tmp_path / DISPLAY_FILE).write_text(f"{number}\n")
    try:
        with display_server(), socket.socket(socket.AF_UNIX) as bound:
            bound.bind(str(place))  # it does not listen yet
            lock.write_text(f"{os.getpid():>10}\n")
            remove_display_files(tmp_path)
            assert place.exists()
            ended = subprocess.Popen(["true"])
            ended.wait()
            lock.write_text(f"{ended.pid:>10}\n")
            remove_display_files(tmp_path)
            assert not place.exists()
    finally:
        place.unlink(missing_ok=True)
        lock.unlink(missing_ok=True)


def test_a_private_display_has_a_number_of_its_own(tmp_path: Path) -> None:
    numbers = {claimed(tmp_path) for _ in range(5)}
    try:
        assert len(numbers) == 5
        assert min(numbers) >= 1000  # servers that choose for themselves count from zero
        assert all(display_files(number)[1].exists() for number in numbers)
        number = numbers.pop()
        ended = subprocess.Popen(["true"])
        ended.wait()
        held_by(number, ended.pid)
        (tmp_path / DISPLAY_FILE).write_text(f"{number}\n")
        remove_display_files(tmp_path)
        assert not display_files(number)[1].exists()
    finally:
        for number in numbers:
            display_files(number)[1].unlink()


def test_a_number_taken_by_a_process_that_was_killed_is_free_again(tmp_path: Path) -> None:
    taking = (
        "import os, pathlib, sys\n"
        "from uitars_runtime.desktop.display_number import claimed\n"
        "print(claimed(pathlib.Path(sys.argv[1])), flush=True)\n"
        "os.kill(os.getpid(), 9)"
    )
    done = subprocess.run(
        [sys.executable, "-c", taking, str(tmp_path)], capture_output=True, text=True, check=False
    )
    lock = display_files(int(done.stdout))[1]
    assert lock.exists()
    remove_display_files(tmp_path)
    assert not lock.exists()


def test_the_lock_of_a_server_that_dies_while_it_starts_goes_with_it(tmp_path: Path) -> None:
    number = claimed(tmp_path)
    lock = display_files(number)[1]
    # It has its lock and no socket yet, and it is still there when its files are to go.
    with subprocess.Popen(["sleep", "0.3"]) as server:
        held_by(number, server.pid)
        remove_display_files(tmp_path)
    assert not lock.exists()


def test_programs_are_marked_and_their_ends_are_known(guard: Guard) -> None:
    pid = spawn(guard, f"echo ${MARK} >&2; exit 7")
    until(lambda: guard.link.code(pid) is not None, "the program ends")
    assert guard.link.code(pid) == 7
    assert _log(guard).strip() == str(guard.folder)
    killed = spawn(guard, "kill -9 $$")
    until(lambda: guard.link.code(killed) is not None, "the program ends")
    assert guard.link.code(killed) == -signal.SIGKILL


def test_a_program_gets_no_descriptor_of_the_guard(guard: Guard) -> None:
    spawn(guard, "ls -l /proc/$$/fd >&2; echo ready >&2")
    until(lambda: "ready" in _log(guard), "the listing")
    assert "socket" not in _log(guard)


def test_what_cannot_be_started_is_said(guard: Guard) -> None:
    with pytest.raises(DesktopError, match="could not"):
        guard.link.spawn(("true",), {}, Path("/nowhere"), guard.folder / "log")
    pid = guard.link.spawn(("/nowhere/program",), {}, guard.folder, guard.folder / "log")
    until(lambda: guard.link.code(pid) is not None, "it ends")
    assert guard.link.code(pid) == 127
    assert "/nowhere/program" in _log(guard)


def test_one_agent_per_display() -> None:
    with display_server() as display, Guard() as first, Guard() as second:
        first.link.watch(display)
        first.link.watch(display)
        with pytest.raises(DesktopError, match="Another agent") as caught:
            second.link.watch(display)
        assert not caught.value.gone
        os.kill(first.pid, signal.SIGKILL)
        until(lambda: not first.alive(), "the first guard ends")
        until(lambda: _takes(second, display), "the display is free again")


def _takes(guard: Guard, display: str) -> bool:
    try:
        guard.link.watch(display)
    except DesktopError:
        return False
    return True


def test_a_display_that_is_not_there_is_gone(guard: Guard) -> None:
    with pytest.raises(DesktopError) as caught:
        guard.link.watch(":987")
    assert caught.value.gone


HOLD = """
import sys
from Xlib import X, XK
from Xlib.display import Display
from Xlib.ext import xtest
display = Display(sys.argv[1])
for name in ("Shift_L", "Control_L", "a"):
    xtest.fake_input(display, X.KeyPress, display.keysym_to_keycode(XK.string_to_keysym(name)))
xtest.fake_input(display, X.ButtonPress, 1)
display.sync()
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, None])
def test_keys_go_when_the_run_ends(number: signal.Signals | None) -> None:
    with display_server() as display:
        with Guard() as guard:
            guard.link.watch(display)
            subprocess.run([sys.executable, "-c", HOLD, display], check=True)
            assert len(held(display)[0]) == 3
            if number is not None:
                os.kill(guard.pid, number)
                until(lambda: not guard.alive(), "the guard ends")
        assert held(display) == ([], 0)


def test_keys_that_a_killed_run_left_go_when_the_next_begins(guard: Guard) -> None:
    with display_server() as display:
        subprocess.run([sys.executable, "-c", HOLD, display], check=True)
        assert held(display)[1] != 0
        guard.link.watch(display)
        assert held(display) == ([], 0)


def test_a_frozen_display_does_not_hold_the_end_up() -> None:
    with display_server() as display:
        server = server_of(display)
        with Guard() as guard:
            guard.link.watch(display)
            pid = spawn(guard, "sleep 1000")
            os.kill(server, signal.SIGSTOP)
        assert gone(pid)
        os.kill(server, signal.SIGCONT)


def _below(pid: int) -> list[int]:
    from uitars_runtime.guard.processes import descendants

    return descendants(pid)


def test_a_stop_is_heard_while_a_guard_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    stop, answered = threading.Event(), threading.Event()

    def slow(_link: GuardLink) -> Path:
        until(lambda: list(tmp_path.glob("*/guard.lock")) != [], "it has a folder")
        stop.set()
        answered.wait()
        return tmp_path

    monkeypatch.setattr(GuardLink, "welcome", slow)
    guard = Guard()
    with pytest.raises(Stopped):
        guard.ready(stop)
    answered.set()
    assert not guard.alive()
    assert list(tmp_path.iterdir()) == []
