"""A Debian with nothing but its smallest system, made by mmdebstrap from the mirrors that this
machine's apt uses, and entered through bubblewrap: with processes, devices and temporary files of
its own, so that programs inside can build walls themselves. Its network is this machine's.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

RELEASE = "bookworm"
_SHARED = ("--perms", "1777", "--tmpfs", "/tmp", "--perms", "1777", "--tmpfs", "/dev/shm")
_VARIABLES = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
              "HOME": "/root", "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}  # fmt: skip


def unfit() -> str:
    """Why none can be made here; empty where it can."""
    if os.geteuid() != 0:
        return "a Debian can be set up by root only"
    missing = [name for name in ("mmdebstrap", "bwrap", "apt-get") if shutil.which(name) is None]
    return f"there is no {', '.join(missing)}" if missing else ""


class CleanDebian:
    """One of them."""

    def __init__(self, root: Path) -> None:
        """Makes it; takes some minutes."""
        self.root = root
        lines = "\n".join(_sources())
        subprocess.run(
            ["mmdebstrap", "--quiet", "--variant=minbase", "--mode=root", RELEASE, str(root), "-"],
            input=lines,
            text=True,
            check=True,
        )

    def run(
        self, *words: str, person: str = "", variables: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """A command inside, as root or as a person in the home folder; output and errors in one."""
        given = _VARIABLES | (variables or {})
        as_person = ("runuser", "-u", person, "--") if person else ()
        if person:
            given |= {"HOME": f"/home/{person}", "USER": person}
        inside = ["bwrap", "--bind", str(self.root), "/", "--dev", "/dev", "--proc", "/proc"]
        inside += [
            *_SHARED,
            "--tmpfs",
            "/run",
            "--unshare-pid",
            "--unshare-ipc",
            "--cap-add",
            "ALL",
        ]
        inside += ["--ro-bind", "/etc/resolv.conf", "/etc/resolv.conf", "--die-with-parent"]
        inside += ["--chdir", given["HOME"], "--clearenv"]
        for name, value in given.items():
            inside += ["--setenv", name, value]
        return subprocess.run(
            [*inside, *as_person, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    def done(self, *words: str, person: str = "", variables: dict[str, str] | None = None) -> str:
        """The same where it has to succeed; what it said."""
        told = self.run(*words, person=person, variables=variables)
        assert told.returncode == 0, f"{words}: {told.returncode}\n{told.stdout}"
        return told.stdout


def _sources() -> list[str]:
    """Where this machine's apt gets this release from."""
    asked = "$(REPO_URI) $(RELEASE) $(COMPONENT) $(ORIGIN)"
    told = subprocess.run(
        ["apt-get", "indextargets", "--format", asked, "Created-By: Packages"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found = [line.split() for line in told.splitlines()]
    sources = {
        f"deb {place} {release} main"
        for place, release, component, origin in found
        if release.startswith(RELEASE) and component == "main" and origin == "Debian"
    }
    assert sources, f"apt knows no {RELEASE} of Debian here"
    return sorted(sources)
