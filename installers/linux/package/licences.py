"""Puts the licences of all that is in the packages beside the list of its parts: as the libraries
bring them, and those of Python and of the system's libraries. Which parts there are is `parts.py`.
"""

from __future__ import annotations

import json
import shutil
import sysconfig
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any, Final

NAMES: Final = ("LICEN", "COPYING", "NOTICE", "THIRDPARTYNOTICE")
COMMON: Final = Path("/usr/share/common-licenses")
BRING_NONE: Final = {
    "PySide6_Essentials": ("LGPL-3", "GPL-3"),
    "shiboken6": ("LGPL-3", "GPL-3"),
    "flatbuffers": ("Apache-2.0",),
}
"""Libraries whose own files do not hold the licence that they name."""


def gather(environment: Path, parts: Path, folder: Path) -> None:
    """One folder for each part. Raises `ValueError` where a part has no licence."""
    sites = [str(place) for place in environment.glob("lib/python3*/site-packages")]
    for library in distributions(path=sites):
        _of_library(library, folder / library.name)
    components: list[dict[str, Any]] = json.loads(parts.read_text())["components"]
    for name in (one["name"] for one in components if one.get("purl", "").startswith("pkg:deb/")):
        _copy(Path("/usr/share/doc", name, "copyright"), folder / name)
    _copy(Path(sysconfig.get_path("stdlib"), "LICENSE.txt"), folder / "CPython")
    without = [
        one["name"]
        for one in components
        if one["type"] != "machine-learning-model" and not (folder / one["name"]).is_dir()
    ]
    if without:
        raise ValueError(f"no licence was found of {', '.join(without)}")


def _of_library(library: Distribution, folder: Path) -> None:
    for file in library.files or ():
        if file.name.upper().startswith(NAMES) and file.suffix not in {".py", ".pyc"}:
            inside = file.parts[1:] if file.parts[0].endswith(".dist-info") else file.parts
            _copy(Path(str(file.locate())), folder.joinpath(*inside[:-1]))
    for name in BRING_NONE.get(library.name, ()):
        _copy(COMMON / name, folder)


def _copy(licence: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(licence, folder)
