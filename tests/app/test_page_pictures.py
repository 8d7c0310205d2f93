"""Every page as it was looked at: light and dark, 1x and 2x, English and Chinese; and in high
contrast, and 3x.

The pictures in tests/data/pages are small, so that another version of a font is no difference; a
page that is empty, cut off, in the wrong colours or of another layout is one. To take them anew run
helpers/page_pictures.py, look at the pictures, and shrink them to 295 by 190 pixels.
"""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import cv2
import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[1]
SEEN = ROOT / "data" / "pages"
SIZE = (295, 190)
PAGES = ("task", "saved", "history", "sessions", "memory", "models", "settings")
ALIKE = 4.0
"""Mean difference of the channels, 0 to 255; another page or another theme is beyond it."""


def shrunk(file: Path) -> np.ndarray:
    picture = cv2.imread(str(file))
    assert picture is not None, f"{file} is no picture"
    return cv2.resize(picture, SIZE, interpolation=cv2.INTER_AREA).astype(np.int16)


def difference(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.abs(one - other).mean())


@pytest.mark.parametrize(
    ("theme", "language", "scale"),
    [
        *product(("light", "dark"), ("en", "zh_CN"), ("1",)),
        ("light", "zh_CN", "2"),
        ("contrast", "en", "1"),
        *(
            pytest.param(*look, marks=pytest.mark.drill)
            for look in (("light", "en", "2"), *product(("dark",), ("en", "zh_CN"), ("2",)))
        ),
        pytest.param("light", "en", "3", marks=pytest.mark.drill),
    ],
)
def test_pages_look_as_they_were_seen(
    tmp_path: Path, theme: str, language: str, scale: str
) -> None:
    home = {"UITARS_HOME": str(tmp_path / "home"), "QT_SCALE_FACTOR": scale, "TZ": "UTC"}
    program = ROOT / "helpers" / "page_pictures.py"
    done = subprocess.run(
        [sys.executable, str(program), theme, language, str(tmp_path)],
        env={**os.environ, **home, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    for page in PAGES:
        found = cv2.imread(str(tmp_path / f"{page}.png"))
        assert found is not None
        assert found.shape[1] == 1180 * int(scale)
        seen = shrunk(SEEN / f"{theme}-{language}-{scale}-{page}.png")
        assert difference(shrunk(tmp_path / f"{page}.png"), seen) < ALIKE, page


def test_the_comparison_tells_pages_and_themes_apart() -> None:
    pictures = {
        (theme, page): shrunk(SEEN / f"{theme}-en-1-{page}.png")
        for theme in ("light", "dark", "contrast")
        for page in PAGES
    }
    for (theme, page), one in pictures.items():
        for (other_theme, other_page), other in pictures.items():
            if (theme, page) != (other_theme, other_page):
                assert difference(one, other) > ALIKE, (theme, page, other_theme, other_page)
