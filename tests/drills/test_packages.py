"""The packages, really made, and the `.deb` in a clean Debian: with nothing but what the package
asks for an ordinary user does a verified task, and of the package nothing is left when it goes.

`UITARS_PACKAGES` names a folder of packages that are there already (`make package`).
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from helpers.clean_debian import CleanDebian, unfit
from uitars_runtime import __version__

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "installers" / "linux" / "package" / "build.py"
PERSON = "person"
SECONDS = "60"
"""The task's own limit."""
TASK = "Type 'installed' into the document, then choose Save from the File menu."
ON_X11 = """
Xvfb :7 &
for i in $(seq 100); do sleep 0.2; [ ! -S /tmp/.X11-unix/X7 ] || break; done
"$@"
"""

pytestmark = [
    pytest.mark.drill,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(bool(unfit()), reason=unfit() or "-"),
]


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that all lie in."""
    if made := os.environ.get("UITARS_PACKAGES"):
        return Path(made)
    out = tmp_path_factory.mktemp("packages")
    subprocess.run([sys.executable, BUILD, out, out / "work"], check=True)
    return out


@pytest.fixture(scope="module")
def debian(tmp_path_factory: pytest.TempPathFactory, packages: Path) -> CleanDebian:
    """With an ordinary user, and the package in /root."""
    made = CleanDebian(tmp_path_factory.mktemp("clean") / "root")
    made.done("useradd", "--create-home", "--shell", "/bin/bash", PERSON)
    shutil.copy(_one(packages, "deb"), made.root / "root" / "uitars.deb")
    made.done("apt-get", "update")
    return made


@pytest.mark.parametrize("kind", ["deb", "rpm", "tar.gz"])
def test_beside_each_lie_its_checksum_and_its_parts(packages: Path, kind: str) -> None:
    package = _one(packages, kind)
    digest, _, name = package.with_name(f"{package.name}.sha256").read_text().partition("  ")
    assert digest == hashlib.sha256(package.read_bytes()).hexdigest()
    assert name == f"{package.name}\n"
    parts = json.loads(package.with_name(f"{package.name}.cdx.json").read_text())
    assert parts["metadata"]["component"]["version"] == __version__
    found = {part["name"] for part in parts["components"]}
    assert found >= {"CPython", "PySide6_Essentials", "libssl3", "nano/decoder.onnx", "onnxruntime"}
    assert not found & {"pyinstaller", "cyclonedx-bom", "torch"}


def test_both_hold_the_same_files(packages: Path) -> None:
    in_deb = _in_deb(packages)
    in_rpm = set(_said("rpm", "--query", "--list", "--package", str(_one(packages, "rpm"))).split())
    files = {name for name in in_deb if not name.endswith("/")}
    assert files
    assert files <= in_rpm
    assert not [name for name in files if name.endswith("direct_url.json")]
    assert all(f"{name}/" in in_deb for name in in_rpm - files)
    asked = _said("rpm", "--query", "--requires", "--package", str(_one(packages, "rpm")))
    assert "/usr/bin/bwrap" in asked.splitlines()


def test_every_part_comes_with_its_licence(packages: Path) -> None:
    deb = _one(packages, "deb")
    parts = json.loads(deb.with_name(f"{deb.name}.cdx.json").read_text())["components"]
    named = {part["name"] for part in parts if part["type"] != "machine-learning-model"}
    folder = "/usr/share/doc/uitars/licenses/"
    found = {name for name in _in_deb(packages) if name.startswith(folder) and name[-1] != "/"}
    assert named <= {name.removeprefix(folder).partition("/")[0] for name in found}
    assert f"{folder}PySide6_Essentials/LGPL-3" in found


def test_in_a_clean_debian(debian: CleanDebian) -> None:
    before = _files(debian)
    began = time.monotonic()
    debian.done("apt-get", "install", "--yes", "--no-install-recommends", "/root/uitars.deb",
                "mousepad")  # fmt: skip
    print(f"installed in {time.monotonic() - began:.0f} s")
    print(debian.done("du", "--summarize", "--human-readable", "/usr/lib/uitars"))
    ours = set(debian.done("dpkg", "--listfiles", "uitars").split())
    assert not [line for line in _libraries(debian).splitlines() if "not found" in line]
    assert debian.done("uitars", "--version", person=PERSON) == f"uitars {__version__}\n"

    told = debian.run("uitars", "doctor", person=PERSON).stdout
    print(told)
    assert "broken" not in told
    assert "pip uninstall" not in told
    began = time.monotonic()
    debian.done("uitars-run", TASK, "--desktop", "sandbox", "--app", "mousepad note.txt",
                "--workspace", f"/home/{PERSON}", "--timeout", SECONDS,
                "--verify", "grep -qx installed note.txt", person=PERSON)  # fmt: skip
    print(f"a verified task in {time.monotonic() - began:.1f} s")
    window = ("uitars", "--self-test", "--screenshot", "window.png")
    debian.done(*window, person=PERSON, variables={"QT_QPA_PLATFORM": "offscreen"})
    debian.done("sh", "-c", ON_X11, "sh", *window, person=PERSON,
                variables={"DISPLAY": ":7", "QT_QPA_PLATFORM": "xcb"})  # fmt: skip

    said = debian.done("apt-get", "purge", "--yes", "uitars")
    assert f"/home/{PERSON}/.local/share/uitars\n" in said
    assert (debian.root / "home" / PERSON / ".local/share/uitars/runs").is_dir()
    debian.done("apt-get", "autoremove", "--purge", "--yes")
    left = _files(debian) - before
    assert not {name for name in left if "uitars" in name}
    assert not left & {name for name in ours if not (debian.root / name[1:]).is_dir()}


def test_rpm_itself_installs_and_removes_the_other(debian: CleanDebian, packages: Path) -> None:
    """What it needs comes from Debian's packages: there is no Fedora here."""
    shutil.copy(_one(packages, "rpm"), debian.root / "root" / "uitars.rpm")
    _install_what_it_needs(debian, packages, "rpm")
    before = _files(debian)
    debian.done("rpm", "--install", "--nodeps", "/root/uitars.rpm")
    ours = set(debian.done("rpm", "--query", "--list", "uitars").split())
    assert {name for name in ours if not (debian.root / name[1:]).exists()} == set()
    assert debian.done("uitars", "--version", person=PERSON) == f"uitars {__version__}\n"
    debian.done("uitars-run", TASK, "--desktop", "sandbox", "--app", "mousepad other.txt",
                "--workspace", f"/home/{PERSON}", "--timeout", SECONDS,
                "--verify", "grep -qx installed other.txt", person=PERSON)  # fmt: skip
    debian.done("rpm", "--erase", "uitars")
    left = _files(debian) - before
    assert not {name for name in left if "uitars" in name}
    assert not left & {name for name in ours if not (debian.root / name[1:]).is_dir()}


def test_the_folder_alone_does_a_task_where_it_is_unpacked(
    debian: CleanDebian, packages: Path
) -> None:
    _install_what_it_needs(debian, packages)
    home = f"/home/{PERSON}"
    shutil.copy(_one(packages, "tar.gz"), debian.root / "root" / "uitars.tar.gz")
    debian.done("tar", "--extract", "--file", "/root/uitars.tar.gz", "--directory", home)
    debian.done(f"{home}/uitars/uitars-run", TASK, "--desktop", "sandbox", "--app",
                "mousepad third.txt", "--workspace", home, "--timeout", SECONDS,
                "--verify", "grep -qx installed third.txt", person=PERSON)  # fmt: skip
    assert (debian.root / home[1:] / "uitars/licenses/PySide6_Essentials/LGPL-3").is_file()


def test_the_menu_entry_is_valid() -> None:
    subprocess.run(
        ["desktop-file-validate", ROOT / "installers" / "linux" / "uitars.desktop"], check=True
    )


def _install_what_it_needs(debian: CleanDebian, packages: Path, *beside: str) -> None:
    """What the `.deb` asks for, and Mousepad."""
    asked = _said("dpkg-deb", "--field", str(_one(packages, "deb")), "Depends")
    needed = [one.split("|")[0].split("(")[0].strip() for one in asked.split(",")]
    debian.done("apt-get", "install", "--yes", "--no-install-recommends", "mousepad", *beside,
                *needed)  # fmt: skip


def _one(packages: Path, kind: str) -> Path:
    return next(packages.glob(f"uitars_{__version__}_*.{kind}"))


def _in_deb(packages: Path) -> set[str]:
    """Folders end with a stroke."""
    said = _said("dpkg-deb", "--contents", str(_one(packages, "deb")))
    return {line.split()[5].removeprefix(".") for line in said.splitlines()}


def _files(debian: CleanDebian) -> set[str]:
    """Every file but those of people."""
    said = debian.done("find", "/", "-xdev", "-path", "/home", "-prune", "-o", "-print")
    return {name for name in said.splitlines() if name != "/root/uitars.deb"}


def _libraries(debian: CleanDebian) -> str:
    """What each library and program of the package finds, told as ldd does."""
    script = "find /usr/lib/uitars -name '*.so*' -o -name uitars -type f | xargs ldd 2>/dev/null"
    folder = "/usr/lib/uitars/_internal"
    return debian.run("sh", "-c", script, variables={"LD_LIBRARY_PATH": folder}).stdout


def _said(*words: str) -> str:
    return subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout
