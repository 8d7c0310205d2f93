"""A PATH of nothing but what the Makefile installs, for the suite to run with.

A developer's machine has more programs than `make test` puts on a bare one, and a test that starts
one of those passes everywhere but there. So the suite finds only the programs of the packages that
the Makefile names, of what those depend on, and of the smallest Debian. Libraries and programs that
are started by an absolute path are not held by this, and commands in the jail have a PATH of their
own.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

_ROOT = Path(__file__).parents[2]
_STATUS = Path("/var/lib/dpkg/status")
_FOLDERS = ("/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/usr/games")
_MERGED = {"/sbin": "/usr/sbin", "/bin": "/usr/bin"}
_BEFORE_MAKE = ("make", "python3-venv")
"""What `make test` itself needs; `.ci/run` installs the same."""
_SMALLEST = ("apt",)
"""Beside all that is essential or required: what debootstrap's smallest variant brings."""
_FORMAT = (
    "${binary:Package}\t${Package}\t${db:Status-Status}\t${Essential}\t${Priority}\t"
    "${Pre-Depends}, ${Depends}\t${Provides}\n"
)


def unfit() -> str:
    """Why programs cannot be told apart by package here; empty where they can."""
    if not _STATUS.is_file() or shutil.which("dpkg-query") is None:
        return "this machine's programs do not come in Debian packages"
    if shutil.which("make") is None:
        return "make is not installed: the Makefile's lists of packages cannot be read"
    return ""


def named_packages(*lists: str) -> list[str]:
    """The packages in variables of the Makefile, as make itself reads them."""
    told = " ".join(f"$({name})" for name in lists)
    command = ["make", "-s", "--no-print-directory", "--eval", f"named: ; @echo {told}", "named"]
    # The make that started the tests hands down its own options.
    alone = {key: value for key, value in os.environ.items() if key != "MAKEFLAGS"}
    done = subprocess.run(command, cwd=_ROOT, env=alone, capture_output=True, text=True, check=True)
    return sorted(set(done.stdout.split()))


def path_of(packages: list[str], cache: Path) -> str:
    """A PATH with the programs of these packages and all they stand on; its folder is kept in
    `cache` until packages come or go."""
    status = _STATUS.stat()
    told = repr((packages, status.st_mtime_ns, status.st_size, Path(__file__).read_text()))
    folder = cache / hashlib.sha256(told.encode()).hexdigest()[:16]
    if not folder.is_dir():
        cache.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(dir=cache))
        made.chmod(0o755)  # some tests work as another user
        for program in _programs(_installed().closure(packages)):
            (made / program.name).symlink_to(program)
        try:
            made.rename(folder)
        except OSError:  # another session made it meanwhile
            shutil.rmtree(made)
    return str(folder)


@dataclass(frozen=True, slots=True)
class _Packages:
    """The packages of this machine."""

    needs: dict[str, list[list[str]]] = field(default_factory=dict[str, list[list[str]]])
    """What each depends on: for every dependency its alternatives."""
    full: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """Names with their architecture, as dpkg wants them."""
    providers: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    base: list[str] = field(default_factory=list[str])

    def closure(self, packages: list[str]) -> list[str]:
        """These, the base system, and what they depend on, as far as it is installed."""
        found: set[str] = set()
        ahead = [*packages, *self.base, *_SMALLEST, *_BEFORE_MAKE]
        while ahead:
            name = ahead.pop()
            if name in found or name not in self.needs:
                continue
            found.add(name)
            for alternatives in self.needs[name]:
                ahead += self._chosen(alternatives)
        return [full for name in sorted(found) for full in self.full[name]]

    def _chosen(self, alternatives: list[str]) -> list[str]:
        """What serves a dependency: the first that is there, as apt would choose."""
        for name in alternatives:
            if name in self.needs:
                return [name]
            if name in self.providers:
                return self.providers[name]
        return []


def _installed() -> _Packages:
    command = ["dpkg-query", "--show", "--showformat", _FORMAT]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    packages = _Packages()
    for line in told.splitlines():
        full, name, state, essential, priority, depends, provides = line.split("\t")
        if state != "installed":
            continue
        packages.full[name].append(full)
        packages.needs[name] = [
            [_bare(one) for one in each.split("|")] for each in depends.split(",") if each.strip()
        ]
        for virtual in filter(None, map(_bare, provides.split(","))):
            packages.providers[virtual].append(name)
        if essential == "yes" or priority == "required":
            packages.base.append(name)
    return packages


def _bare(dependency: str) -> str:
    """A package's name without its version and architecture."""
    return re.split(r"[ (:\[]", dependency.strip(), maxsplit=1)[0]


def _programs(packages: list[str]) -> list[Path]:
    """The programs of these packages, and the links that update-alternatives set to them."""
    told = subprocess.run(
        ["dpkg-query", "--listfiles", *packages], capture_output=True, text=True, check=True
    ).stdout
    files = set(told.splitlines())
    owned: dict[str, Path] = {}
    for line in files:
        folder, _, name = line.rpartition("/")
        folder = _MERGED.get(folder, folder)
        path = f"{folder}/{name}"
        if folder in _FOLDERS and os.access(path, os.X_OK) and not os.path.isdir(path):
            owned.setdefault(name, Path(path))
    for folder in _FOLDERS:
        for link in Path(folder).glob("*") if Path(folder).is_dir() else ():
            chosen = link.is_symlink() and os.readlink(link).startswith("/etc/alternatives/")
            target = os.path.realpath(link)
            if chosen and not files.isdisjoint((target, target.removeprefix("/usr"))):
                owned.setdefault(link.name, link)
    return list(owned.values())
