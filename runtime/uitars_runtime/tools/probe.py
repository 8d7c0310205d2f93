"""Trying the ways out of a jail, really, from inside: what is walled in must not be able to leave.

Canaries stand outside: a file, a listening port, a process, a variable. The shell inside tries to
reach each, and leaves a process behind that must not outlive the jail. Only what is reached counts:
a wall may let names be seen that it lets nobody open. The whole escape set, with
X servers, buses and system calls, is a drill (docs/security.md); this is what every start can pay.
"""

from __future__ import annotations

import os
import secrets
import shlex
import socket
import subprocess
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from subprocess import DEVNULL, PIPE, TimeoutExpired
from tempfile import TemporaryDirectory

from uitars_runtime.tools.allowance import Allowance, Walled
from uitars_runtime.tools.walls.starting import Wall, start

_SECONDS = 20.0
_DYING_SECONDS = 2.0

_PYTHON = "/usr/bin/python3"
"""The system's, which every wall shows; sockets by path can only be tried with it."""

_SCRIPT = """
canary=$1 port=$2 datagrams=$3 address=$4 pid=$5 token=$6 nap=$7 link=$8
hole() { echo "hole: $1"; exit 1; }
reads() { head -c 1 -- "$1" > /dev/null 2>&1; }
lists() { ls -- "$1" > /dev/null 2>&1; }
! reads "$canary" || hole 'files of the outside'
! lists /tmp/.X11-unix || hole 'the display socket'
for host in 127.0.0.1 "$address"; do
  ! { exec 3<>"/dev/tcp/$host/$port"; } 2>/dev/null || hole 'ports of this computer'
  { echo "$token" > "/dev/udp/$host/$datagrams"; } 2>/dev/null
done
! lists /run/user && ! lists /run/dbus || hole 'the bus'
! lists /dev/input && ! reads /dev/uinput || hole 'input devices'
! { : < /dev/tty; } 2>/dev/null || hole 'the terminal'
! reads /etc/shadow && ! lists /root && ! lists /home || hole 'private files'
[ -z "$DISPLAY$DBUS_SESSION_BUS_ADDRESS$XAUTHORITY" ] || hole 'the environment'
! grep -qs "$token" /proc/[0-9]*/environ || hole 'environments of other processes'
! kill -0 "$pid" 2>/dev/null || hole 'processes outside'
! touch /usr/uitars-probe 2>/dev/null || hole 'a writable /usr'
! { : >> /proc/sys/kernel/core_pattern; } 2>/dev/null || hole 'switches of the kernel'
! mount -t tmpfs none /mnt 2>/dev/null || hole 'mounting'
touch own && ! chown 12345 own 2>/dev/null || hole 'capabilities'
! grep -qs 'CapEff:.*[1-9a-f]' /proc/self/status || hole 'capabilities'
! grep -qs 'NoNewPrivs:.*0' /proc/self/status || hole 'new privileges'
if [ -x %(python)s ]; then
  reached=$(%(python)s -I -c "$tries" "$link" 2>&1) || hole "$reached"
  [ -z "$reached" ] || hole "$reached"
else
  [ ! -S "$link" ] || hole 'sockets of this computer'
  ! grep -qs "$link" /proc/net/unix || hole 'abstract sockets'
  chmod u+s own 2>/dev/null; [ ! -u own ] || hole 'rights of another user for a file'
fi
! unshare -Ur true 2>/dev/null || hole 'a user namespace'
setsid sleep "$nap" > /dev/null 2>&1 &
echo tight
"""
_TRIES = Path(__file__).with_name("tries.py")

_TOO_MUCH = {
    "any number of processes": (
        Allowance(tasks=64),
        "for i in {1..90}; do sleep 60 & done; wait",
    ),
    "any amount of memory": (
        Allowance(memory=128 << 20),
        "for i in 1 2 3; do (x=$(head -c 60M /dev/zero | tr '\\0' x); sleep 60; echo $x) & done;"
        " wait",
    ),
    "any amount of disk": (
        Allowance(disk=128 << 20),
        "for i in 1 2 3 4; do fallocate -l 64M large$i; done; sleep 60",
    ),
}
"""Commands that take more than they are allowed; who looks on from outside must end each."""


def find_hole(wall: Wall, folder: Path) -> str:
    """Try to get out of the wall; empty when it is tight, else what was reached.

    `folder`: the workspace inside.
    """
    script = f"tries={shlex.quote(_TRIES.read_text())}{_SCRIPT % {'python': _PYTHON}}"
    with _Canaries() as canaries:
        code, said = _said(wall, folder, [script, "probe", *canaries.arguments])
        if code is None:
            return "it did not answer"
        if code != 0 or said != "tight":
            return said[-300:] or f"it ended with {code}"
        if canaries.heard():
            return "hole: the network"
        if _outlives(canaries.nap):
            return "a process that outlived it"
    return _unlimited(wall, folder)


def _said(wall: Wall, folder: Path, words: Sequence[str]) -> tuple[int | None, str]:
    """The code of a script (None: it did not end in time) and what it said."""
    try:
        process = start(wall, ["/bin/bash", "-c", *words], into=DEVNULL, out=PIPE)
    except OSError as error:
        return 1, f"it cannot be started: {error}"
    with Walled(process, folder):
        try:
            said, _ = process.communicate(timeout=_SECONDS)
        except TimeoutExpired:
            return None, ""
        return process.returncode, said.decode(errors="replace").strip()


def _unlimited(wall: Wall, folder: Path) -> str:
    """What could be taken without an end; empty where all was limited."""
    with ExitStack() as opened:
        tried: dict[str, Walled] = {}
        for name, (allowance, script) in _TOO_MUCH.items():
            process = start(wall, ["/bin/bash", "-c", script], into=DEVNULL, out=DEVNULL)
            tried[name] = Walled(process, folder, allowance)
            opened.enter_context(tried[name])
        deadline = time.monotonic() + _SECONDS
        for name, walled in tried.items():
            try:
                walled.process.wait(max(0.0, deadline - time.monotonic()))
            except TimeoutExpired:
                return f"hole: {name}"
            if not walled.over:
                return f"hole: {name}: it ended by itself with {walled.process.returncode}"
    return ""


class _Canaries:
    """What stands outside and must not be reached."""

    def __init__(self) -> None:
        self.nap = f"60.{secrets.randbelow(10**9):09}"
        token = secrets.token_hex(16)
        with ExitStack() as opened:
            folder = Path(opened.enter_context(TemporaryDirectory(prefix="uitars-canary-")))
            (folder / "file").write_text("canary")
            ports = opened.enter_context(socket.create_server(("", 0)))
            self._datagrams = opened.enter_context(socket.socket(type=socket.SOCK_DGRAM))
            self._datagrams.bind(("", 0))
            self._datagrams.setblocking(False)
            link = str(folder / "link")
            for name in (link, f"\0{link}"):
                listening = opened.enter_context(socket.socket(socket.AF_UNIX))
                listening.bind(name)
                listening.listen()
            process = opened.enter_context(_canary_process(token))
            opened.callback(process.kill)
            self.arguments = (
                str(folder / "file"),
                str(ports.getsockname()[1]),
                str(self._datagrams.getsockname()[1]),
                _own_address(),
                str(process.pid),
                token,
                self.nap,
                link,
            )
            self._opened = opened.pop_all()

    def heard(self) -> bool:
        """Whether a datagram came out."""
        try:
            return bool(self._datagrams.recv(64))
        except BlockingIOError:
            return False

    def __enter__(self) -> _Canaries:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()


def _own_address() -> str:
    """The address of this machine that is not its loopback, where it has one."""
    with socket.socket(type=socket.SOCK_DGRAM) as link:
        try:
            link.connect(("192.0.2.1", 9))  # sends nothing
        except OSError:
            return "127.0.0.1"
        address: str = link.getsockname()[0]
        return address


def _canary_process(token: str) -> subprocess.Popen[bytes]:
    """A process outside whose environment holds the token."""
    return subprocess.Popen(["/usr/bin/sleep", "60"], env={"UITARS_CANARY": token})


def _outlives(nap: str) -> bool:
    """Whether a process with the nap on its command line stays; the system ends them one by one."""
    deadline = time.monotonic() + _DYING_SECONDS
    while _runs(nap):
        if time.monotonic() > deadline:
            return True
        time.sleep(0.01)
    return False


def _runs(nap: str) -> bool:
    """Whether any process of this system has the nap on its command line."""
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and nap.encode() in (entry / "cmdline").read_bytes():
                return entry.name != str(os.getpid())
        except OSError:
            continue  # ended meanwhile
    return False
