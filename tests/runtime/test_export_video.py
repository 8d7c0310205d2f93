"""The film of a run: ffmpeg's own tools read it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import cv2
import pytest

from helpers.runs import EVERY_ACTION, write_run
from uitars_runtime.errors import UsageError
from uitars_runtime.export.formats import export
from uitars_runtime.export.words import action_in_words


def probed(film: Path) -> dict[str, Any]:
    command = ["ffprobe", "-v", "error", "-show_chapters", "-show_streams", "-show_format"]
    told = subprocess.run(
        [*command, "-of", "json", str(film)], capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(told.stdout)
    return found


def test_every_step_is_a_chapter_with_its_picture(tmp_path: Path) -> None:
    folder = tmp_path / "a run's folder"
    _, steps = write_run(folder, [*EVERY_ACTION[:6], None])
    film = tmp_path / "films" / "run.webm"
    export(folder, "webm", film)
    found = probed(film)
    (stream,) = found["streams"]
    assert (stream["codec_name"], stream["width"], stream["height"]) == ("vp9", 160, 100)
    titles = [chapter["tags"]["title"] for chapter in found["chapters"]]
    assert titles == [
        *(f"{n + 1}. {action_in_words(action)}" for n, action in enumerate(EVERY_ACTION[:6])),
        "7. no readable action",
    ]
    ends = float(found["chapters"][-1]["end_time"])
    assert float(found["format"]["duration"]) == pytest.approx(ends, abs=0.11)
    reader = cv2.VideoCapture(str(film))
    for step, chapter in zip(steps, found["chapters"], strict=True):
        middle = (float(chapter["start_time"]) + float(chapter["end_time"])) / 2
        reader.set(cv2.CAP_PROP_POS_MSEC, 1e3 * middle)
        shown = reader.read()[1]
        kept = cv2.imread(str(folder / "images" / f"{step.observation.image}.png"))
        assert kept is not None
        assert cv2.absdiff(shown, kept).mean() < 6, step.index
    reader.release()


@pytest.mark.parametrize("name", ["a:b.webm", "-film.webm"])
def test_a_film_may_have_any_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    write_run(tmp_path / "run", EVERY_ACTION[:1])
    monkeypatch.chdir(tmp_path)
    export(Path("run"), "webm", Path(name))
    assert len(probed(tmp_path / name)["chapters"]) == 1


def test_a_film_that_finds_no_room_is_none(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    write_run(folder, EVERY_ACTION[:2])
    with pytest.raises(UsageError, match="No space left on device"):
        export(folder, "webm", Path("/dev/full"))


def test_what_makes_no_film_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "run"
    _, steps = write_run(folder, EVERY_ACTION[:2])
    with pytest.raises(UsageError, match="cannot be written"):
        export(folder, "webm", Path("/proc/film.webm"))
    write_run(tmp_path / "empty", [])
    with pytest.raises(UsageError, match="without steps"):
        export(tmp_path / "empty", "webm", tmp_path / "film.webm")
    (folder / "images" / f"{steps[0].observation.image}.png").unlink()
    with pytest.raises(UsageError, match="is missing"):
        export(folder, "webm", tmp_path / "film.webm")
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(UsageError, match="Install the package ffmpeg"):
        export(folder, "webm", tmp_path / "film.webm")
