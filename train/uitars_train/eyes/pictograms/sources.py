"""Drawings of icons with what their designers call them: packages of npm, themes of the machine.

Nothing of them is kept here; packages are fetched by `npm pack`, themes are Debian's. Not here:
pixels (`drawing.py`).
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tarfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from uitars_runtime.errors import UsageError


class Drawing(msgspec.Struct, frozen=True):
    """One picture and what it is called."""

    file: Path
    names: tuple[str, ...]
    """What its designer calls it, as words."""
    tags: tuple[str, ...]
    """What else it may be looked for by, as words."""
    source: str
    """The package or theme."""


class Package(msgspec.Struct, frozen=True):
    """A package of npm that holds drawings."""

    version: str
    licence: str
    svgs: str
    """Its drawings, as a pattern below its folder."""
    tags: Callable[[Path], Mapping[str, tuple[str, ...]]]
    """Tags by name, given its folder."""


_MANNER: Final = re.compile(
    r"(-(outlined?|filled|fill|sharp|regular|duotone|variant|alt|\d{1,2}))+$"
)
"""Endings that tell how something is drawn, not what."""
_SPLIT: Final = re.compile(r"[-_./]+|(?<=[a-z])(?=[A-Z])")
_LONGEST: Final = 48
"""Characters of a tag."""


def spoken(name: str) -> str:
    """The name of a file as words in small letters."""
    return " ".join(part for part in _SPLIT.split(_MANNER.sub("", name)) if part).lower()


def _tabler(folder: Path) -> dict[str, tuple[str, ...]]:
    known: dict[str, Any] = json.loads((folder / "icons.json").read_text())
    return {name: tuple(map(str, icon["tags"])) for name, icon in known.items()}


def _lucide(folder: Path) -> dict[str, tuple[str, ...]]:
    known: dict[str, list[str]] = json.loads((folder / "tags.json").read_text())
    return {name: tuple(tags) for name, tags in known.items()}


def _carbon(folder: Path) -> dict[str, tuple[str, ...]]:
    known: dict[str, Any] = json.loads((folder / "metadata.json").read_text())
    return {
        icon["name"]: (icon["friendlyName"], *icon.get("aliases", ())) for icon in known["icons"]
    }


def _phosphor(folder: Path) -> dict[str, tuple[str, ...]]:
    text = (folder / "dist/index.mjs").read_text()
    found = re.findall(r'name: "([\w-]+)",.*?tags: \[(.*?)\]', text, re.DOTALL)
    return {
        name: tuple(tag for tag in re.findall(r'"([^"]+)"', tags) if "*" not in tag)
        for name, tags in found
    }


def _material(folder: Path) -> dict[str, tuple[str, ...]]:
    known: list[Any] = json.loads((folder / "meta.json").read_text())
    return {icon["name"]: tuple(map(spoken, icon["aliases"])) for icon in known}


def _ionicons(folder: Path) -> dict[str, tuple[str, ...]]:
    known: dict[str, Any] = json.loads((folder / "dist/ionicons.json").read_text())
    return {icon["name"]: tuple(icon["tags"]) for icon in known["icons"]}


def _codicons(folder: Path) -> dict[str, tuple[str, ...]]:
    known: dict[str, Any] = json.loads((folder / "src/template/metadata.json").read_text())
    return {name: (*icon["tags"], icon["description"]) for name, icon in known.items()}


def _octicons(folder: Path) -> dict[str, tuple[str, ...]]:
    known: dict[str, Any] = json.loads((folder / "build/data.json").read_text())
    return {name: tuple(icon["keywords"]) for name, icon in known.items()}


PACKAGES: Final[Mapping[str, Package]] = {
    "@tabler/icons": Package("3.51.0", "MIT", "icons/*/*.svg", _tabler),
    "lucide-static": Package("1.62.0", "ISC", "icons/*.svg", _lucide),
    "@carbon/icons": Package("11.89.0", "Apache-2.0", "svg/32/*.svg", _carbon),
    "@phosphor-icons/core": Package("2.1.1", "MIT", "assets/[rf]*/*.svg", _phosphor),
    "@mdi/svg": Package("7.4.47", "Apache-2.0", "svg/*.svg", _material),
    "ionicons": Package("8.1.0", "MIT", "dist/svg/*.svg", _ionicons),
    "@vscode/codicons": Package("0.0.45", "CC-BY-4.0", "src/icons/*.svg", _codicons),
    "@primer/octicons": Package("19.42.0", "MIT", "build/svg/*-24.svg", _octicons),
}
"""Packages by name, as the registry of npm has them."""

_INSTALLED: Final = Path("/usr/share/icons")
THEMES: Final[Mapping[str, str]] = {
    "Adwaita": "LGPL-3.0 or CC-BY-SA-3.0",
    "Faenza": "GPL-3.0",
    "Mint-Y": "GPL-3.0",
    "Numix": "GPL-3.0",
    "Papirus": "GPL-3.0",
    "Sea": "CC-BY-SA-3.0",
    "Tango": "public domain",
    "bloom": "GPL-3.0",
    "breeze": "LGPL-3.0",
    "elementary": "GPL-3.0",
    "elementary-xfce": "GPL-2.0",
    "gnome": "LGPL-3.0 or CC-BY-SA-3.0",
    "mate": "LGPL-3.0 or CC-BY-SA-3.0",
    "menta": "LGPL-3.0 or CC-BY-SA-3.0",
    "nuoveXT2": "LGPL-2.1",
    "oxygen": "LGPL-3.0",
    "suru": "CC-BY-SA-4.0",
}
"""Themes by folder, as Debian packages them, with what their packages say of their licence."""
_KINDS: Final = frozenset(
    {"actions", "status", "places", "devices", "emblems", "mimetypes", "stock", "navigation"}
)
_SIZES: Final = frozenset({"16", "22", "24", "16x16", "22x22", "24x24", "symbolic"})
_ANY_SIZE: Final = frozenset({"Sea", "suru"})
"""Themes that are drawn in one size."""
_TWICE: Final = frozenset({"Papirus/24x24", "Numix/22", "Mint-Y/22"})
"""Sizes that hold what another size holds, with another margin."""


def packaged(folder: Path) -> Iterator[Drawing]:
    """The drawings of all packages; those that are not in `folder` yet are fetched into it.

    UsageError where one cannot be fetched.
    """
    for name, package in PACKAGES.items():
        root = _fetched(name, package.version, folder)
        tags = package.tags(root)
        for file in sorted(root.glob(package.svgs)):
            plain = re.sub(r"-24$", "", file.stem) if name == "@primer/octicons" else file.stem
            known = tags.get(plain) or tags.get(_MANNER.sub("", plain)) or ()
            short = tuple(tag.lower() for tag in known if 1 < len(tag) <= _LONGEST)
            yield Drawing(file, (spoken(plain),), short, name)


def _fetched(name: str, version: str, folder: Path) -> Path:
    """Where a package's files lie."""
    plain = f"{name.replace('@', '').replace('/', '-')}-{version}"
    if not (folder / plain).exists():
        folder.mkdir(parents=True, exist_ok=True)
        archive = folder / f"{plain}.tgz"
        command = ["npm", "pack", "--silent", f"{name}@{version}"]
        try:
            subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=300)
            with tarfile.open(archive) as packed:
                packed.extractall(folder / plain, filter="data")
        except (OSError, subprocess.SubprocessError, tarfile.TarError) as error:
            raise UsageError(
                f"The drawings of {name} could not be fetched.",
                f"Run: npm pack {name}@{version}, in {folder}, and look what it says.",
            ) from error
    return folder / plain / "package"


def themed() -> Iterator[Drawing]:
    """The drawings of the installed themes; all names that lead to one file are its names."""
    for theme in THEMES:
        named: dict[Path, list[str]] = {}
        for folder, _, files in sorted(os.walk(_INSTALLED / theme)):
            if _drawn_for_tools(Path(folder).relative_to(_INSTALLED), theme):
                for file in sorted(map(Path(folder).joinpath, files)):
                    if file.suffix in {".svg", ".png"} and file.exists():
                        stem = file.stem.removesuffix("-symbolic").removesuffix("-rtl")
                        named.setdefault(file.resolve(), []).append(spoken(stem))
        for file, names in named.items():
            yield Drawing(file, tuple(dict.fromkeys(names)), (), theme)


def _drawn_for_tools(folder: Path, theme: str) -> bool:
    """Whether a folder of a theme holds what tool bars show, in their sizes."""
    sized = theme in _ANY_SIZE or not _SIZES.isdisjoint(folder.parts)
    twice = any(folder.is_relative_to(known) for known in _TWICE)
    return sized and not twice and not _KINDS.isdisjoint(folder.parts)
