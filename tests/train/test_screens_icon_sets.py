"""Icon sets of npm as drawings: which glyphs are taken, what they mean, what the files show."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtSvg import QSvgRenderer

from uitars_train.screens.icon_meanings import ICONS
from uitars_train.screens.icon_sets import ALIKE, meaning_of, set_drawings

BODY = '<path fill="currentColor" d="M2 2h20v20H2z"/>'


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of packages with one small set."""
    monkeypatch.setenv("XDG_CACHE_HOME", (tmp_path / "cache").as_posix())
    folder = tmp_path / "modules" / "@iconify-json" / "mini"
    folder.mkdir(parents=True)
    names = ("trash", "trash-can-outline", "bin", "save-fill", "unheard-of")
    icons = {name: {"body": BODY} for name in names}
    aliases = {"floppy": {"parent": "save-fill"}, "lost": {"parent": "nowhere"}}
    whole = {"prefix": "mini", "icons": icons, "aliases": aliases, "width": 24, "height": 24}
    (folder / "icons.json").write_text(json.dumps(whole))
    return tmp_path / "modules"


def test_glyphs_are_found_by_the_names_that_sets_share(place: Path) -> None:
    found = set_drawings((place,))
    assert set(found) == {"delete", "save"}
    assert len(found["delete"]) == ALIKE
    assert {file.stem for file in found["save"]} == {"floppy", "save-fill"}
    assert {file.parent.name for files in found.values() for file in files} == {"mini"}


def test_a_glyph_becomes_a_drawing_that_qt_can_paint(place: Path) -> None:
    (file, *_) = set_drawings((place,))["delete"]
    renderer = QSvgRenderer(QByteArray(file.read_bytes()))
    assert renderer.isValid()
    assert renderer.viewBox().width() == 24


def test_without_sets_there_are_no_drawings(tmp_path: Path) -> None:
    assert set_drawings((tmp_path,)) == {}


@pytest.mark.parametrize(
    ("icon_set", "glyph", "meaning"),
    [
        ("mdi", "content-save-outline", "save"),
        ("ic", "outline-delete", "delete"),
        ("fluent", "arrow-undo-24-regular", "undo"),
        ("ph", "text-b-bold", "bold"),
        ("solar", "text-bold-linear", "bold"),
        ("tabler", "text-bold", "bold"),
        ("mdi", "ab-testing", ""),
    ],
)
def test_the_manner_of_drawing_is_no_part_of_a_name(
    icon_set: str, glyph: str, meaning: str
) -> None:
    assert meaning_of(icon_set, glyph) == meaning


def test_every_name_has_one_meaning() -> None:
    for kind in ("freedesktop", "stock", "bootstrap", "sets"):
        names = [name for found in ICONS.values() for name in getattr(found, kind)]
        assert len(names) > 100, kind
        assert len(set(names)) == len(names), kind
