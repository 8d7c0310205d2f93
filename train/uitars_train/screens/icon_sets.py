"""Icon sets of pages and newer programs: their glyphs by meaning, as SVG files in a cache.

The sets are npm's packages `@iconify-json/NAME`; what is installed is used, none is needed.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from uitars_train.screens.icon_meanings import ICONS

PLACES = (Path("/usr/local/lib/node_modules"), Path("/usr/lib/node_modules"))
"""Where `npm install --global` puts packages."""
ALIKE = 2
"""Glyphs of one set and meaning that are taken at most: an outlined and a filled one."""
_BEFORE = re.compile(r"^(outline|round|sharp|twotone|baseline)-(?=.)")
_AFTER = re.compile(
    r"(-(outlined?|filled|fill|solid|regular|rounded|round|sharp|twotone|duotone|o|\d\d))+$"
)
_MANNERS = {
    "ph": re.compile(r"-(bold|thin|light|fill|duotone)$"),
    "solar": re.compile(r"-(bold|linear|broken|outline|line-duotone|bold-duotone)$"),
    "ri": re.compile(r"-(line|fill)$"),
    "mingcute": re.compile(r"-(line|fill)$"),
}
"""Sets that end all names with the manner of drawing, in words that are names elsewhere."""
_MEANINGS = {name: meaning for meaning, names in ICONS.items() for name in names.sets}


class _Glyph(msgspec.Struct, frozen=True):
    body: str
    width: float = 0
    height: float = 0
    left: float = 0
    top: float = 0


class _Alias(msgspec.Struct, frozen=True):
    parent: str


class _Set(msgspec.Struct, frozen=True):
    prefix: str
    icons: Mapping[str, _Glyph]
    aliases: Mapping[str, _Alias] = {}
    width: float = 16
    height: float = 16


def meaning_of(icon_set: str, glyph: str) -> str:
    """What a glyph of a set shows, a key of `ICONS`; empty where its name is unknown."""
    name = _BEFORE.sub("", glyph)
    if icon_set in _MANNERS:
        name = _MANNERS[icon_set].sub("", name)
    return _MEANINGS.get(_AFTER.sub("", name), "")


@functools.cache
def set_drawings(places: tuple[Path, ...] = PLACES) -> Mapping[str, tuple[Path, ...]]:
    """SVG files by meaning, each in a folder with the name of its set; written where missing."""
    drawings: dict[str, list[Path]] = {}
    sources = (source for place in places for source in place.glob("@iconify-json/*/icons.json"))
    for source in sorted(sources):
        found = msgspec.json.decode(source.read_bytes(), type=_Set)
        folder = _cache() / found.prefix
        folder.mkdir(parents=True, exist_ok=True)
        for meaning, name, glyph in _chosen(found):
            file = folder / f"{name}.svg"
            if not file.exists():
                file.write_text(_svg(glyph, found), encoding="utf-8")
            drawings.setdefault(meaning, []).append(file)
    return {meaning: tuple(files) for meaning, files in drawings.items()}


def _chosen(icon_set: _Set) -> Iterator[tuple[str, str, _Glyph]]:
    """Meaning, name and glyph: of each meaning's names the first and the last."""
    by_meaning: dict[str, list[tuple[str, _Glyph]]] = {}
    originals = {name: alias.parent for name, alias in icon_set.aliases.items()}
    for name in sorted([*icon_set.icons, *originals]):
        glyph = icon_set.icons.get(originals.get(name, name))
        if glyph and (meaning := meaning_of(icon_set.prefix, name)):
            by_meaning.setdefault(meaning, []).append((name, glyph))
    for meaning, glyphs in by_meaning.items():
        step = max(1, (len(glyphs) - 1) // (ALIKE - 1))
        for name, glyph in glyphs[::step][:ALIKE]:
            yield meaning, name, glyph


def _svg(glyph: _Glyph, icon_set: _Set) -> str:
    width, height = glyph.width or icon_set.width, glyph.height or icon_set.height
    body = glyph.body.replace("currentColor", "#000000")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="{glyph.left:g} {glyph.top:g} {width:g} {height:g}">{body}</svg>'
    )


def _cache() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "uitars-train" / "icon-sets"
