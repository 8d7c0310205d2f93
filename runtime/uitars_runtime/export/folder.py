"""What the exports into a folder share: the folder itself, pictures, and when a step happened."""

from __future__ import annotations

import datetime
import shutil
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from uitars_runtime.errors import UsageError
from uitars_runtime.journal import image_path
from uitars_runtime.replacing import replaced
from uitars_runtime.run_record import Trajectory, begun_at
from uitars_runtime.types import Observation


def new_folder(out: Path) -> None:
    """Make the folder of an export. Raises `UsageError` where there is something in the way."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        if not any(out.iterdir()):
            return
    except OSError as error:
        raise UsageError(
            f"{out} cannot be a folder: {error.strerror or error}.", "Choose another."
        ) from error
    raise UsageError(f"The folder {out} is not empty.", "Choose another.")


@contextmanager
def whole_folder(out: Path) -> Generator[None]:
    """Make the folder of an export, and take it away where it is not written to its end. Raises
    `UsageError` where there is something in the way."""
    made = not out.exists()
    new_folder(out)
    try:
        yield
    except BaseException:
        for part in out.iterdir():
            shutil.rmtree(part) if part.is_dir() else part.unlink()
        if made:
            out.rmdir()
        raise


def copy_image(run_folder: Path, observation: Observation, target: Path) -> None:
    """Copy a screenshot, once. Raises `JournalError` or `UsageError` where that fails."""
    source = image_path(run_folder, observation.image)
    if target.exists():
        return
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    except OSError as error:
        raise UsageError(
            f"{source} cannot be copied to {target}: {error.strerror or error}.",
            "The record is damaged, or the disk is full.",
        ) from error


def write_file(path: Path, data: bytes) -> None:
    """Write one file of an export, with its folder, whole or not at all. Raises `UsageError` where
    that fails."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror or error}.", "Choose another place."
        ) from error
    with replaced(path) as file:
        file.write(data)


def step_times(trajectory: Trajectory) -> Sequence[datetime.datetime]:
    """When each step began: older records hold durations only, there it is the sum of them. Raises
    `UsageError` as `begun_at` does."""
    instant = begun_at(trajectory.started)
    times: list[datetime.datetime] = []
    for step in trajectory.steps:
        if step.clock is not None:
            instant = step.clock.looked - datetime.timedelta(milliseconds=step.ms.observe)
        times.append(instant)
        instant += datetime.timedelta(milliseconds=step.ms.total)
    return times
