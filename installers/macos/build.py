"""Makes the disk image for macOS, on macOS: the bundle by PyInstaller, a way to remove it, and
beside the image its checksum and the list of its parts (SBOM).

    python installers/macos/build.py OUT [WORK]      default of WORK: build/macos

Never run on macOS. The bundle is signed for this machine alone (ad hoc), not by a developer known
to Apple: the first start is by Control-click, Open.
"""

from __future__ import annotations

import os
import platform
import shutil
import sys
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from freezing import ROOT, beside, environment, frozen, output, run, sign_off, tools  # noqa: E402

PARTS: Final = HERE.parent / "linux" / "package" / "parts.py"


def main(out: Path, work: Path) -> None:
    """Make everything; what was there of an earlier making is replaced."""
    if sys.platform != "darwin":
        sys.exit("A bundle of macOS is made on macOS.")
    out.mkdir(parents=True, exist_ok=True)
    made, packing = environment(work, "app"), tools(work)
    python = made / "bin" / "python"
    with beside(made, packing):
        frozen(python, work)
    bundle = work / "Uitars.app"
    version = output(bundle / "Contents" / "MacOS" / "uitars", "--version").split()[-1]
    image = (out / f"uitars_{version}_{platform.machine()}.dmg").resolve()
    listing = (
        PARTS,
        python,
        work / "pyinstaller",
        version,
        image.with_name(f"{image.name}.cdx.json"),
    )
    run(sys.executable, *listing, env=os.environ | {"PYTHONPATH": str(packing)})
    lay_out(work / "image", bundle)
    run("hdiutil", "create", "-volname", "Uitars", "-srcfolder", work / "image", "-format", "UDZO",
        "-ov", image)  # fmt: skip
    sign_off(image)
    sys.stdout.write(f"{image} {image.stat().st_size / 1e6:.0f} MB\n")


def lay_out(folder: Path, bundle: Path) -> None:
    """What a person sees who opens the image: the program, where to drag it, how to remove it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copytree(bundle, folder / "Uitars.app", symlinks=True)
    (folder / "Applications").symlink_to("/Applications")
    shutil.copy(HERE / "remove.command", folder / "Remove Uitars.command")
    shutil.copy(ROOT / "LICENSE", folder / "LICENSE.txt")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(*sys.argv[2:3] or [ROOT / "build" / "macos"]).resolve())
