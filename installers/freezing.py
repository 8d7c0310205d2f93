"""Freezing by PyInstaller, the same for each system: an environment with nothing but the program
and what it needs, the tools of packing beside it, the folder that comes out. Nothing of the
interpreter that runs this gets in.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parent
SPEC: Final = HERE / "uitars.spec"


def environment(work: Path, extras: str) -> Path:
    """The program and what it needs, and nothing that it needed when it was last packed."""
    made = work / "environment"
    run(sys.executable, "-m", "venv", "--clear", "--without-pip", made)
    _pip("--python", made, "install", f"{ROOT}[{extras}]")
    return made


def tools(work: Path) -> Path:
    """What packing itself needs (`requirements.txt`)."""
    made, part = work / "tools", work / "tools.part"
    if not made.is_dir():
        shutil.rmtree(part, ignore_errors=True)
        _pip("install", "--target", part, "--requirement", HERE / "requirements.txt")
        part.rename(made)
    return made


@contextmanager
def beside(made: Path, packing: Path) -> Generator[None]:
    """The tools can be imported from the environment, behind all that is its own."""
    place = next(made.glob("lib/python3*/site-packages")) / "packing.pth"
    place.write_text(f"{packing}\n")
    try:
        yield
    finally:
        place.unlink()


def frozen(python: Path, work: Path) -> None:
    """Make what the specification says, below `work`."""
    run(python, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", "--distpath", work,
        "--workpath", work / "pyinstaller", SPEC)  # fmt: skip


def sign_off(made: Path) -> None:
    """Its checksum beside it, as `sha256sum -c` reads it."""
    digest = hashlib.sha256(made.read_bytes()).hexdigest()
    made.with_name(f"{made.name}.sha256").write_text(f"{digest}  {made.name}\n")


def run(*words: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None) -> None:
    """Run a program; raises `CalledProcessError` where it fails."""
    subprocess.run([str(word) for word in words], cwd=cwd, env=env, check=True)


def output(*words: str | Path) -> str:
    """What a program writes."""
    done = subprocess.run(list(map(str, words)), stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def _pip(*words: str | Path) -> None:
    run(sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *words)
