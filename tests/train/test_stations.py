"""The ten stations of train/README.md: each works by itself and shows what it makes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from uitars_train.cli import main
from uitars_train.screens.screen import Split
from uitars_train.screens.stream import dump
from uitars_train.stations import STATIONS

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def screens(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("screens")
    dump(folder, 1, Split.VALIDATION, 1, {"qt": 1.0})
    return folder


@pytest.mark.parametrize("number", range(1, len(STATIONS) + 1))
def test_a_station_shows_what_it_makes(
    number: int, screens: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["station", str(number), "--out", str(tmp_path), "--screens", str(screens)]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"== {number} of {len(STATIONS)}: ")
    assert len(told.splitlines()) > 2
    named = re.search(r"picture: (.+)", told)
    if named is not None:
        assert Path(named[1]).read_bytes().startswith(b"\x89PNG")


def test_a_gradient_lowers_the_loss(
    screens: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["station", "9", "--out", str(tmp_path), "--screens", str(screens)])
    told = [line.split() for line in capsys.readouterr().out.splitlines()]
    losses = [float(words[1]) for words in told if len(words) == 2 and words[0].isdigit()]
    assert losses[-1] < losses[0] / 2


def test_there_is_no_eleventh(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["station", "11", "--out", str(tmp_path)]) == 2
    assert "Give 1 to 10" in capsys.readouterr().err


def test_the_readme_walks_the_same_stations() -> None:
    readme = (ROOT / "train" / "README.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (\d+) \|(.*)$", readme, flags=re.MULTILINE))
    assert [int(number) for number in rows] == list(range(1, len(STATIONS) + 1))
    for station, row in zip(STATIONS, rows.values(), strict=True):
        folder, _, file = station.where.partition("/")
        assert (ROOT / "train" / "uitars_train" / station.where).is_file()
        assert folder in row, station.where
        assert file in row, station.where
