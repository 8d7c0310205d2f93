"""Finds the drawings of icons in the icon themes of the machine; reads no pixels."""

from __future__ import annotations

import functools
import re
from pathlib import Path

from uitars_runtime.errors import UsageError
from uitars_train.screens.icon_meanings import ICONS
from uitars_train.screens.icon_sets import set_drawings
from uitars_train.screens.screen import Split

_FOLDERS = (
    "Papirus/16x16",
    "Papirus/22x22",
    "Papirus/24x24",
    "Papirus/symbolic",
    "breeze/actions/16",
    "breeze/actions/22",
    "breeze/actions/32",
    "breeze/status/22",
    "breeze/places/22",
    "breeze/devices/22",
    "Adwaita/scalable",
    "Adwaita/symbolic",
    "Adwaita/16x16",
    "Adwaita/24x24",
    "Adwaita/32x32",
    *(f"elementary-xfce/{kind}/{size}" for kind in ("actions", "status") for size in (16, 24)),
    *(f"elementary-xfce/{kind}/symbolic" for kind in ("actions", "status", "places")),
    *(f"mate/{size}x{size}" for size in (16, 24, 32)),
    *(f"gnome/{size}x{size}" for size in (16, 24, 32)),
    *(f"Tango/{size}x{size}" for size in (16, 32)),
    *(f"oxygen/base/{size}x{size}" for size in (16, 22, 32)),
    *(f"Faenza/{kind}/{size}" for kind in ("actions", "status") for size in (16, 24, 32)),
    *(f"Numix/{size}" for size in (16, 24)),
    "Numix/scalable",
    "nuoveXT2/16x16",
    "nuoveXT2/24x24",
    *(f"Mint-Y/{kind}/{size}" for kind in ("actions", "status") for size in (16, 24)),
    *(f"suru/{kind}/scalable" for kind in ("actions", "status")),
    *(f"elementary/actions/{size}" for size in (16, 24, "symbolic")),
    "elementary/status/symbolic",
    "bloom/actions",
    *(f"Faba/{kind}/actions" for kind in ("24x24", "symbolic")),
    *(f"Paper/{size}x{size}/actions" for size in (16, 24)),
    *(f"Obsidian/{kind}/{size}" for kind in ("actions", "status") for size in (16, 24, 32)),
    *(f"{theme}/scalable/stock" for theme in ("gartoon", "yasis", "Nuovo")),
)
_BROKEN = "elementary/actions/24/color-picker.svg"
"""A drawing whose path Qt cannot read to its end."""
_HELD_OUT = {
    **{"elementary": Split.VALIDATION, "akar-icons": Split.VALIDATION},
    **{"bloom": Split.TEST, "clarity": Split.TEST},
}
"""Themes and sets that belong to one split as a whole: whoever learned the others never saw their
hand."""
_THEMES = Path("/usr/share/icons")
_WEB = Path("/usr/share/bootstrap-icons/svg")
_SCHEME = re.compile(r'class="ColorScheme-(\w+)"')
_OWN = re.compile(r"fill[:=]\"?#")
_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|rgb\([^)]*\)")
ALIKE_IN_FULL = 6
"""Drawings of one theme and meaning that are taken at most: sizes of one drawing are alike."""


@functools.cache
def one_colour(drawing: Path) -> bool:
    """Whether the drawing is a silhouette that programs paint in the colour of their text."""
    if drawing.suffix != ".svg":
        return False
    if "symbolic" in drawing.stem:
        return True
    text = drawing.read_text("utf-8", errors="replace")
    painted = _SCHEME.findall(text)  # Colours that KDE's themes leave to the program.
    if painted:
        return set(painted) == {"Text"} and not _OWN.search(text)
    return len(set(_COLOUR.findall(text))) <= 1


@functools.cache
def _files() -> dict[str, list[Path]]:
    """The drawings of the chosen folders by freedesktop name."""
    found: dict[str, list[Path]] = {}
    for folder in _FOLDERS:
        for file in sorted((_THEMES / folder).rglob("*")):
            if file.suffix in {".svg", ".png"} and not file.as_posix().endswith(_BROKEN):
                found.setdefault(file.stem.removesuffix("-symbolic"), []).append(file)
    return found


@functools.cache
def drawings(split: Split) -> dict[str, tuple[Path, ...]]:
    """For every meaning of `ICONS` its SVG or PNG files, those of the split where it has some.

    Raises `UsageError` where the themes are missing.
    """
    all_files = {meaning: _of_meaning(meaning) for meaning in ICONS}
    # Themes draw some meanings alike (a chevron for `down` and `minimize`): nobody could tell.
    meanings: dict[bytes, set[str]] = {}
    for meaning, files in all_files.items():
        for file in files:
            meanings.setdefault(file.read_bytes(), set()).add(meaning)
    icons: dict[str, tuple[Path, ...]] = {}
    for meaning, files in all_files.items():
        clear = tuple(file for file in files if len(meanings[file.read_bytes()]) == 1)
        mine = tuple(file for file in clear if split_of(file) is split)
        if chosen := mine or clear:
            icons[meaning] = chosen
    if len(icons) < 60:
        raise UsageError(
            f"Only {len(icons)} of {len(ICONS)} icons have a drawing under {_THEMES}.",
            "Install papirus-icon-theme, breeze-icon-theme and adwaita-icon-theme.",
        )
    return icons


def _of_meaning(meaning: str) -> tuple[Path, ...]:
    """All drawings of a meaning, a few of each theme; names that are links count once."""
    found = _files()
    names = ICONS[meaning]
    named = [file for name in (*names.freedesktop, *names.stock) for file in found.get(name, ())]
    named += set_drawings().get(meaning, ())
    named += [file for name in names.bootstrap if (file := _WEB / f"{name}.svg").is_file()]
    by_theme: dict[str, list[Path]] = {}
    for file in dict.fromkeys(file.resolve() for file in named):
        of_theme = by_theme.setdefault(_theme(file), [])
        if len(of_theme) < ALIKE_IN_FULL:
            of_theme.append(file)
    return tuple(file for files in by_theme.values() for file in files)


def split_of(drawing: Path) -> Split:
    """The split a drawing belongs to: its theme's where that is held out, else by its name."""
    theme = _theme(drawing)
    folder = drawing.parent if drawing.is_relative_to(_THEMES.parent) else theme
    return _HELD_OUT.get(theme) or Split.of(f"{folder}/{drawing.stem}")


def _theme(drawing: Path) -> str:
    inside = drawing.is_relative_to(_THEMES)
    return drawing.relative_to(_THEMES).parts[0] if inside else drawing.parent.name
