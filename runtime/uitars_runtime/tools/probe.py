"""Trying the ways out of a jail, really, from inside: what is walled in must not be able to leave.

Canaries stand outside: a file, a listening port, a process, a variable. The shell inside tries to
reach each, and leaves a process behind that must not outlive the jail. The whole escape set, with
X servers, buses and system calls, is a drill (docs/security.md); this is what every start can pay.
"""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

_SECONDS = 20.0
_DYING_SECONDS = 2.0

_SCRIPT = """
canary=$1 port=$2 pid=$3 token=$4 nap=$5
hole() { echo "hole: $1"; exit 1; }
[ ! -e "$canary" ] || hole 'files of the outside'
[ ! -e /tmp/.X11-unix ] || hole 'the display socket'
[ "$(wc -l < /proc/net/unix)" -le 1 ] || hole 'abstract sockets'
[ "$(grep -cv lo: /proc/net/dev)" -le 2 ] || hole 'the network'
! { exec 3<>"/dev/tcp/127.0.0.1/$port"; } 2>/dev/null || hole 'ports of this computer'
[ ! -e /run/user ] && [ ! -e /run/dbus ] || hole 'the bus'
[ ! -e /dev/uinput ] && [ ! -e /dev/input ] || hole 'input devices'
! { : < /dev/tty; } 2>/dev/null || hole 'the terminal'
[ ! -e /etc/shadow ] && [ ! -e /root ] && [ ! -e /home ] || hole 'private files'
[ -z "$DISPLAY$DBUS_SESSION_BUS_ADDRESS$XAUTHORITY" ] || hole 'the environment'
! grep -qs "$token" /proc/[0-9]*/environ || hole 'environments of other processes'
[ ! -e "/proc/$pid" ] && ! kill -0 "$pid" 2>/dev/null || hole 'processes outside'
! touch /usr/uitars-probe 2>/dev/null || hole 'a writable /usr'
! { : >> /proc/sys/kernel/core_pattern; } 2>/dev/null || hole 'switches of the kernel'
! mount -t tmpfs none /mnt 2>/dev/null || hole 'mounting'
grep -q 'CapEff:.*0000000000000000' /proc/self/status || hole 'capabilities'
grep -q 'NoNewPrivs:.*1' /proc/self/status || hole 'new privileges'
setsid sleep "$nap" > /dev/null 2>&1 &
echo tight
"""


def find_hole(wall: Sequence[str]) -> str:
    """Try to get out of the wall; empty when it is tight, else what was reached.

    `wall`: a command line that runs what follows it inside.
    """
    token, nap = secrets.token_hex(16), f"60.{secrets.randbelow(10**9):09}"
    with (
        tempfile.NamedTemporaryFile(prefix="uitars-canary-") as canary,
        socket.create_server(("127.0.0.1", 0)) as server,
        _canary_process(token) as process,
    ):
        given = (canary.name, str(server.getsockname()[1]), str(process.pid), token, nap)
        try:
            done = subprocess.run(
                [*wall, "/bin/bash", "-c", _SCRIPT, "probe", *given],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env={},
                timeout=_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return "it did not answer"
        finally:
            process.kill()
    said = done.stdout.decode(errors="replace").strip()
    if done.returncode != 0 or said != "tight":
        return said[-300:] or f"it ended with {done.returncode}"
    return "a process that outlived it" if _outlives(nap) else ""


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
