"""Makes the packages: by PyInstaller a self-contained folder, packed as it is (`.tar.gz`), by nfpm
a `.deb` and an `.rpm` of it, and beside each its checksum and the list of its parts (SBOM).

    python installers/linux/package/build.py OUT [WORK]      default of WORK: build/package

What the packages say of themselves is `nfpm.yaml`; the folder is made by ../../freezing.py.
"""

from __future__ import annotations

import os
import platform
import shutil
import sys
import tarfile
from pathlib import Path
from typing import Final

from licences import gather

HERE: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from freezing import beside, environment, frozen, output, run, sign_off, tools  # noqa: E402

ROOT: Final = HERE.parents[2]
EXTRAS: Final = "app,wayland"
COMMANDS: Final = ("uitars", "uitars-run")
PARTS: Final = "usr/share/doc/uitars/uitars.cdx.json"
LICENCES: Final = "usr/share/doc/uitars/licenses"
ARCHITECTURES: Final = {"x86_64": "amd64", "aarch64": "arm64"}


def main(out: Path, work: Path) -> None:
    """Make everything; what was there of an earlier making is replaced."""
    shutil.rmtree(work / "root", ignore_errors=True)
    out.mkdir(parents=True, exist_ok=True)
    made, packing = environment(work, EXTRAS), tools(work)
    python = made / "bin" / "python"
    with beside(made, packing):
        folder = _frozen(python, work)
        _lay_out(root := work / "root", folder)
        run(python, ROOT / "installers" / "command_files.py", root / "usr", *COMMANDS)
    version = output(folder / "uitars", "--version").split()[-1]
    listing = (HERE / "parts.py", python, work / "pyinstaller", version, root / PARTS)
    run(sys.executable, *listing, env=os.environ | {"PYTHONPATH": str(packing)})
    gather(made, root / PARTS, root / LICENCES)
    for kind in ("deb", "rpm", "tar.gz"):
        package = (out / f"uitars_{version}_{ARCHITECTURES[platform.machine()]}.{kind}").resolve()
        if kind == "tar.gz":
            _pack(root, package)
        else:
            _package(kind, work, package, version)
        shutil.copy(root / PARTS, package.with_name(f"{package.name}.cdx.json"))
        sign_off(package)
        sys.stdout.write(f"{package} {package.stat().st_size / 1e6:.0f} MB\n")


def _frozen(python: Path, work: Path) -> Path:
    """The self-contained folder."""
    frozen(python, work)
    folder = work / "uitars"
    # Python's own files may come with all that a debugger wants.
    inside = folder / "_internal"
    own = (*inside.glob("libpython*"), *inside.glob("python3.*/lib-dynload/*.so"))
    run("strip", "--strip-unneeded", *own)
    return folder


def _lay_out(root: Path, folder: Path) -> None:
    """Every file where it is to lie, but what `command_files.py`, `parts.py` and `licences.py`
    write."""
    library, share = root / "usr" / "lib" / "uitars", root / "usr" / "share"
    shutil.copytree(folder, library, symlinks=True)
    programs = root / "usr" / "bin"
    programs.mkdir()
    for name in COMMANDS:
        (programs / name).symlink_to("../lib/uitars/uitars")
    (share / "applications").mkdir(parents=True)
    shutil.copy(HERE.parent / "uitars.desktop", share / "applications")
    icons = share / "icons" / "hicolor" / "scalable" / "apps"
    icons.mkdir(parents=True)
    (icons / "uitars.svg").write_text(icon())
    documents = share / "doc" / "uitars"
    documents.mkdir(parents=True)
    shutil.copy(ROOT / "LICENSE", documents / "copyright")


def icon() -> str:
    """The drawing in the colour of the window's own icon: menus are dark or light."""
    drawing = ROOT / "assets" / "uitars_assets" / "icons" / "uitars.svg"
    return drawing.read_text().replace("currentColor", "#2a5fd0")


def _package(kind: str, work: Path, made: Path, version: str) -> None:
    """One package of what lies below `root`."""
    shutil.copy(HERE / "after-removal.sh", work)
    words = ("--config", HERE / "nfpm.yaml", "--packager", kind, "--target", made)
    facts = os.environ | {"VERSION": version, "ARCH": ARCHITECTURES[platform.machine()]}
    run(work / "tools" / "bin" / "nfpm", "package", *words, cwd=work, env=facts)


def _pack(root: Path, made: Path) -> None:
    """The folder alone, to be unpacked anywhere: both commands, and the licences of its parts."""
    with tarfile.open(made, "w:gz", compresslevel=6) as packed:
        packed.add(root / "usr" / "lib" / "uitars", "uitars")
        packed.add(root / LICENCES, "uitars/licenses")
        packed.add(root / "usr" / "share" / "doc" / "uitars" / "copyright", "uitars/LICENSE")
        link = tarfile.TarInfo("uitars/uitars-run")
        link.type, link.linkname = tarfile.SYMTYPE, "uitars"
        packed.addfile(link)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(*sys.argv[2:3] or [ROOT / "build" / "package"]).resolve())
