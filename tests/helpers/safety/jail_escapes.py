"""The escape set from inside the jail: X, session bus, network, home, keys, processes, kernel.

Every wall of the ladder is tried that holds here, as this user and, by root, as an unprivileged one
as well. The canaries outside are real: an X server, a session bus, listeners, a process, a key,
shared memory, files.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Generator
from pathlib import Path

import msgspec

from helpers.desks import ServerSocket, display_server
from uitars_runtime.tools.jail import Jail
from uitars_runtime.tools.ladder import why_not
from uitars_runtime.tools.walls.names import WALLS, WallName

_ATTEMPTS = Path(__file__).with_name("escape_attempts.py")
_PYTHON = "/usr/bin/python3"
_NOBODY = 65534
_FOLDERS = ("/", "/usr", "/usr/bin", "/etc", "/var/tmp", "/tmp", "/run", "/dev/shm")
_KEY_SPEC_USER = -4


def run(_share: float) -> dict[str, int | float | str]:
    """The whole set. `failed` counts what was reached; where no wall holds nothing is tried."""
    users = [os.getuid()]
    if os.getuid() == 0 and shutil.which("setpriv"):
        users.append(_NOBODY)
    tried, reached, rungs = 0, list[str](), list[str]()
    for user in users:
        for wall in WALLS:
            found = _as_user(user, wall)
            rungs.append(f"{user}: {found.rung}")
            tried += found.tried
            reached += [f"{user}, {wall}: {name}" for name in found.reached]
    return {
        "tried": tried,
        "failed": len(reached),
        "reached": "; ".join(reached),
        "rungs": "; ".join(rungs),
    }


class _Found(msgspec.Struct, frozen=True):
    """What one user reached from inside one wall."""

    rung: str
    tried: int = 0
    reached: tuple[str, ...] = ()


def _as_user(user: int, wall: WallName) -> _Found:
    """The set in a process of that user."""
    with tempfile.TemporaryDirectory(prefix="jail-escapes-") as place:
        python = sys.executable if user == os.getuid() else _python_for_all(Path(place, "python"))
        command = [python, "-m", "helpers.safety.jail_escapes", wall]
        if user != os.getuid():
            change = ["--reuid", str(user), "--regid", str(user), "--clear-groups"]
            command = ["setpriv", *change, "--inh-caps=-all", *command]
        os.chown(place, user, user if user != os.getuid() else -1)
        environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(Path(__file__).parents[2]),
            "HOME": f"{place}/home",
            "TMPDIR": place,
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        done = subprocess.run(
            command, cwd=place, env=environment, capture_output=True, check=False, timeout=120
        )
    if done.returncode:
        raise AssertionError(f"as user {user}: {done.stderr.decode()[-2000:]}")
    return msgspec.json.decode(done.stdout, type=_Found)


def _python_for_all(place: Path) -> str:
    """An environment of the system's Python: ours may lie where another user cannot start it."""
    subprocess.run([_PYTHON, "-m", "venv", "--without-pip", str(place)], check=True)
    packages = [path for path in sys.path if "-packages" in path or Path(path, "helpers").is_dir()]
    own = [path for path in sys.path if Path(path, "uitars_runtime").is_dir()]
    (site,) = place.glob("lib/python*/site-packages")
    (site / "ours.pth").write_text("\n".join([*own, *packages]))
    return str(place / "bin" / "python")


def main() -> None:
    """Plant the canaries, run the attempts inside, print what was reached."""
    home = Path(os.environ["HOME"])
    workspace = home.parent / "place" / "workspace"
    workspace.mkdir(parents=True)
    home.mkdir()
    wall = msgspec.convert(sys.argv[1], WallName)
    if reason := why_not(wall):
        _tell(_Found(f"no {wall} ({reason})"))
        return
    with _canaries(home, workspace) as (canaries, naps):
        _check_canaries(canaries)
        line = f"{_PYTHON} -I attempts.py '{json.dumps(canaries)}'"
        (workspace / "attempts.py").write_text(_ATTEMPTS.read_text())
        ended = Jail(workspace, walls=(wall,)).run(line, 60.0, 1 << 20)
        said = json.loads(ended.output.decode().splitlines()[-1])
        folders = canaries["folders"]
        assert isinstance(folders, list)
        left = [folder for folder in folders if Path(folder, str(canaries["escaped"])).exists()]
        reached = [*said["reached"], *_survivors(naps), *(f"a file in {one}" for one in left)]
        tried = said["tried"] + len(folders)
    _tell(_Found(wall, tried, tuple(reached)))


def _tell(found: _Found) -> None:
    print(msgspec.json.encode(found).decode())


def _check_canaries(canaries: dict[str, object]) -> None:
    """Outside a jail what is harmless to try is reached: the canaries are alive."""
    names = (
        *("x path", "bus path", "tcp", "tcp outside", "udp", "signal", "keys", "shared memory"),
        *("environments of processes", f"read {canaries['file']}", f"read {canaries['home']}"),
    )
    given = json.dumps({**canaries, "only": names})
    done = subprocess.run(
        [_PYTHON, "-I", str(_ATTEMPTS), given], capture_output=True, check=True, env={}
    )
    reached = json.loads(done.stdout)["reached"]
    assert set(reached) == set(names), set(names) - set(reached)


@contextlib.contextmanager
def _canaries(home: Path, workspace: Path) -> Generator[tuple[dict[str, object], list[str]]]:
    token = secrets.token_hex(16)
    naps = [f"100.{secrets.randbelow(10**9):09}" for _ in range(3)]
    (home / ".ssh").mkdir()
    (home / ".ssh" / "id_rsa").write_text("key")
    secret = home.parent / "canary"
    secret.write_text("canary")
    libc = ctypes.CDLL(None)
    memory = secrets.randbelow(2**30)
    block = libc.shmget(memory, 4096, 0o1666)
    libc.syscall(248, b"user", token.encode(), b"x", 1, _KEY_SPEC_USER)
    with contextlib.ExitStack() as opened:
        display = opened.enter_context(display_server())
        bus = opened.enter_context(_bus())
        four, six = _listener(opened, socket.AF_INET), _listener(opened, socket.AF_INET6)
        process = opened.enter_context(
            subprocess.Popen(["/usr/bin/sleep", "300"], env={"TOKEN": token})
        )
        opened.callback(process.kill)
        opened.callback(libc.shmctl, block, 0, None)
        os.environ["UITARS_CANARY"] = token
        yield (
            {
                "token": token,
                "key": token,
                "memory": memory,
                "x": str(ServerSocket(display).path),
                "bus": bus,
                "port": four,
                "port6": six,
                "udp": _echo(opened),
                "host": _own_address(),
                "interface": "lo",
                "file": str(secret),
                "home": str(home / ".ssh" / "id_rsa"),
                "private": ["/etc/shadow", "/root/.bashrc", "/proc/kcore", "/run/utmp"],
                "workspace": str(workspace),
                "pid": process.pid,
                "address": id(token),
                "naps": naps,
                "only": [],
                "folders": [*_FOLDERS, str(workspace.parent), str(home)],
                "escaped": f"escaped-{token}",
            },
            naps,
        )


@contextlib.contextmanager
def _bus() -> Generator[str]:
    """A session bus; yields the path of its socket."""
    argv = ["dbus-daemon", "--session", "--nofork", "--print-address"]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        address = process.stdout.readline().decode()
        found = re.search(r"unix:(?:path|abstract)=([^,]+)", address)
        try:
            yield found[1] if found else ""
        finally:
            process.kill()


def _listener(opened: contextlib.ExitStack, family: socket.AddressFamily) -> int:
    """A port on every interface."""
    host = "0.0.0.0" if family is socket.AF_INET else "::"
    server = opened.enter_context(socket.create_server((host, 0), family=family))
    port: int = server.getsockname()[1]
    return port


def _echo(opened: contextlib.ExitStack) -> int:
    """A UDP port that answers."""
    server = opened.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
    server.bind(("0.0.0.0", 0))
    port: int = server.getsockname()[1]

    def answer() -> None:
        while True:
            try:
                data, sender = server.recvfrom(64)
            except OSError:
                return
            if data == b"end":
                return
            server.sendto(b"heard", sender)

    thread = threading.Thread(target=answer)
    thread.start()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.settimeout(5)
        probe.sendto(b"x", ("127.0.0.1", port))
        assert probe.recv(8) == b"heard"

    def stop() -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
            last.sendto(b"end", ("127.0.0.1", port))
        thread.join()

    opened.callback(stop)
    return port


def _own_address() -> str:
    """The address of this machine that is not its loopback, where it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        try:
            link.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        address: str = link.getsockname()[0]
        return address


def _survivors(naps: list[str]) -> list[str]:
    """What the attempts left running; the system gets a moment to end it."""
    deadline = time.monotonic() + 2.0
    while True:
        left = [nap for nap in naps if _runs(nap)]
        if not left or time.monotonic() > deadline:
            return [f"survivor {nap}" for nap in left]
        time.sleep(0.01)


def _runs(nap: str) -> bool:
    wanted = f"sleep\0{nap}".encode()
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and wanted in (entry / "cmdline").read_bytes():
                return True
        except OSError:
            continue
    return False


if __name__ == "__main__":
    main()
