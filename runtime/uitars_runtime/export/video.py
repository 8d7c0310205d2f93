"""A run as a WebM film: every step's screenshot as long as the step took, every step a chapter.

A step is shown for a second at least, so that it can be seen, and no longer than five.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from uitars_runtime.errors import UsageError
from uitars_runtime.export.folder import write_file
from uitars_runtime.export.words import action_in_words
from uitars_runtime.journal import image_path, read_run
from uitars_runtime.types import Size, Step

_SHORTEST, _LONGEST = 1.0, 5.0
"""Seconds that a step is shown."""
_RATE: Final = 10
"""Pictures a second; every one but the first of a step costs next to nothing."""
_CODEC: Final = "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -row-mt 1 -crf 32 -b:v 0"
_SPECIAL: Final = str.maketrans({one: f"\\{one}" for one in "=;#\\\n"})


class _Scene(NamedTuple):
    """A step in the film."""

    picture: Path
    title: str
    seconds: float


def export_video(run: Path, out: Path) -> None:
    """Write the film. Raises `JournalError`, and `UsageError` without ffmpeg, without steps or
    where it cannot be written."""
    if shutil.which("ffmpeg") is None:
        raise UsageError("ffmpeg is not installed.", "Install the package ffmpeg.")
    steps = read_run(run).steps
    scenes = [_scene(run, step) for step in steps]
    if not scenes:
        raise UsageError("A run without steps makes no film.")
    with tempfile.TemporaryDirectory(prefix="uitars-film-") as folder:
        (Path(folder) / "pictures").write_text(_pictures(scenes), "utf-8")
        (Path(folder) / "chapters").write_text(_chapters(scenes), "utf-8")
        whole = sum(round(_RATE * scene.seconds) for scene in scenes)
        film = _encoded(Path(folder), steps[0].observation.size, whole)
        # ffmpeg says nothing of a disk that is full at the end.
        write_file(out, film.read_bytes())


def _scene(run: Path, step: Step) -> _Scene:
    picture = image_path(run, step.observation.image)
    if not picture.is_file():
        raise UsageError(f"{picture} is missing.", "The record is damaged.")
    words = action_in_words(step.action) if step.action else "no readable action"
    seconds = max(_SHORTEST, min(_LONGEST, step.ms.total / 1e3))
    return _Scene(picture, f"{step.index + 1}. {words}", round(_RATE * seconds) / _RATE)


def _pictures(scenes: Sequence[_Scene]) -> str:
    """What ffmpeg's `concat` reads; the last picture again, or it would be shown for an instant."""
    lines: list[str] = []
    for scene in (*scenes, scenes[-1]):
        path = str(scene.picture.resolve()).replace("'", "'\\''")
        lines += [f"file '{path}'", f"duration {scene.seconds}"]
    return "\n".join(lines) + "\n"


def _chapters(scenes: Sequence[_Scene]) -> str:
    """The same in ffmpeg's `FFMETADATA`."""
    lines, begins = [";FFMETADATA1"], 0
    for scene in scenes:
        ends = begins + round(1e3 * scene.seconds)
        title = scene.title.translate(_SPECIAL)
        lines += ["[CHAPTER]", "TIMEBASE=1/1000", f"START={begins}", f"END={ends}"]
        lines.append(f"title={title}")
        begins = ends
    return "\n".join(lines) + "\n"


def _encoded(folder: Path, size: Size, whole: int) -> Path:
    """The film of the pictures and chapters that the folder lists, made by ffmpeg; screens of
    another size are fitted into the first one's."""
    width, height = size.width + size.width % 2, size.height + size.height % 2
    fitted = (
        f"scale={width}:{height}:force_original_aspect_ratio=decrease,"
        f"pad={width}:{height}:-1:-1,fps={_RATE},format=yuv420p"
    )
    pictures, chapters, film = folder / "pictures", folder / "chapters", folder / "film"
    done = subprocess.run(
        [
            *("ffmpeg", "-v", "error", "-nostdin", "-y"),
            *("-f", "concat", "-safe", "0", "-i", str(pictures), "-i", str(chapters)),
            *("-map", "0:v", "-map_metadata", "1", "-vf", fitted, *_CODEC.split()),
            *("-frames:v", str(whole), "-f", "webm", str(film)),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise UsageError("The film cannot be made.", done.stderr.strip()[-300:])
    return film
