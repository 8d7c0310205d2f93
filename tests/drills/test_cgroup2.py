"""Limits by control groups of version 2, on a kernel that has no other: Linux as a program of its
own (User Mode Linux), on this machine's files."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

GUEST = """#!/bin/sh
export PATH=/usr/sbin:/usr/bin:/sbin:/bin PYTHONDONTWRITEBYTECODE=1
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t cgroup2 none /sys/fs/cgroup
cd {root}
{python} -c "$(cat {script})" 2>&1
echo ended
echo o > /proc/sysrq-trigger
sleep 60
"""
GROUPS = """
import os, subprocess, sys
from pathlib import Path
from uitars_runtime.doctor.machine import _limits
from uitars_runtime.sessions.cgroups import ControlGroup, remove, version

root = Path("/sys/fs/cgroup")
print("held back:", version(), _limits().text)
(root / "cgroup.subtree_control").write_text("+memory +pids")
print("handed on:", version(), _limits().text)
group = ControlGroup("cgroup2", "0123abcd", 64 << 20, 20)

def run(*command):
    # It waits until it is in the group.
    started = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
    group.add(started.pid)
    started.communicate(b"go\\n")
    return started.returncode

print("small:", run(sys.executable, "-c", "input()"), *group.refused())
print("memory:", run(sys.executable, "-c", "input(); bytearray(200 << 20)"), *group.refused())
many = "read go; for i in $(seq 40); do sleep 8 & done; wait"
run("/bin/bash", "-c", many)
print("processes:", group.refused()[1] > 0)
print("removed:", remove("0123abcd"), [one for one in os.listdir(root) if "uitars" in one])
"""


@pytest.mark.drill
@pytest.mark.timeout(900)
def test_the_kernel_holds_the_limits(tmp_path: Path) -> None:
    linux = shutil.which("linux.uml")
    if linux is None:
        pytest.skip("the package user-mode-linux is not installed")
    script, guest = tmp_path / "groups.py", tmp_path / "guest"
    script.write_text(GROUPS)
    root = Path(__file__).parents[2]
    guest.write_text(GUEST.format(root=root, python=sys.executable, script=script))
    guest.chmod(0o755)
    done = subprocess.run(
        [
            *(linux, "mem=512M", "root=/dev/root", "rootfstype=hostfs", "rw", "quiet"),
            *(f"init={guest}", "con=null", "con0=null,fd:1"),
        ],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=800,
        check=False,
    )
    told = dict(line.split(": ", 1) for line in done.stdout.splitlines() if ": " in line)
    watchdog = "Limits of sessions are held by a watchdog; no control group can be made here."
    kernel = "Memory and processes of sessions are limited by control groups (v2)."
    wanted = {
        "held back": f"None {watchdog}",
        "handed on": f"cgroup2 {kernel}",
        "small": "0 0 0",
        "memory": "-9 1 0",
        "processes": "True",
        "removed": "True []",
    }
    assert {name: told.get(name) for name in wanted} == wanted, done.stdout
