"""Getting a model: a plan that a person can say yes to, then all of its files, or no model.

What is under way lies in a hidden folder beside the models, so that it goes on where it stopped; a
model appears by one rename, once every hash was right.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import msgspec

from uitars_runtime import paths
from uitars_runtime.errors import ModelError, UsageError
from uitars_runtime.models import catalogue, open_models
from uitars_runtime.models.hub import choosing, listing, transfer
from uitars_runtime.models.hub.listing import Listing, RemoteFile
from uitars_runtime.models.open_models import OpenModel
from uitars_runtime.protocols import Stop

HUB = "hf:"
_SPARE = 64 << 20
"""Bytes of the disk that are left."""

Progress = Callable[[int, int], None]
"""Gets how many bytes are here, and how many there will be."""


class Plan(msgspec.Struct, frozen=True):
    """What would be fetched, and where to."""

    name: str
    kind: Literal["gguf", "checkpoint"]
    listing: Listing
    files: tuple[RemoteFile, ...]
    place: str
    known: OpenModel | None
    """What the catalogue says of it."""

    @property
    def bytes(self) -> int:
        """All of it."""
        return sum(file.size for file in self.files)

    @property
    def doubt(self) -> str:
        """Why its licence needs a look, in one sentence; empty where it is the one expected."""
        stated = self.listing.licence
        if not stated:
            return f"{self.listing.repository} states no licence: you may have no right to use it."
        if self.known and self.known.licence and self.known.licence.lower() != stated.lower():
            return f"It states the licence {stated}; the catalogue knows {self.known.licence}."
        return ""


def make_plan(ref: str, name: str = "", *, checkpoint: bool = False) -> Plan:
    """Ask the hub what a reference stands for: a name of the catalogue, or hf:ORG/REPO[:FILE].

    `checkpoint`: the weights that `uitars-quantize` reads, also where there is GGUF. Raises
    `UsageError`, `ModelError`.
    """
    repository, wanted, known = _meant(ref)
    found = listing.read(repository)
    tail = repository.partition("/")[2].removesuffix("-GGUF")
    if checkpoint or not (wanted or choosing.has_gguf(found)):
        folder = paths.data_folder() / "checkpoints" / repository.replace("/", "--")
        return Plan(tail, "checkpoint", found, choosing.checkpoint_files(found), str(folder), known)
    name = name or (known.name if known else tail)
    files = choosing.gguf_files(found, wanted)
    return Plan(name, "gguf", found, files, str(catalogue.place_for(name)), known)


def get(plan: Plan, stop: Stop, progress: Progress) -> Path:
    """Fetch it, after a person's yes; returns what `--model` or `uitars-quantize` opens.

    Raises `ModelError`, `UsageError`; `Stopped`, after which the same call goes on.
    """
    target = Path(plan.place)
    if plan.kind == "checkpoint" and target.is_dir():
        return target  # it got there whole
    try:
        paths.make_private(target.parent)
        folder = target.parent / f"{catalogue.BEGUN}{plan.name}-{plan.listing.revision[:12]}"
        for other in catalogue.begun_at(target.parent, plan.name):
            if other != folder:  # Nothing goes on there: the hub has another revision now.
                with contextlib.suppress(UsageError), _alone(other):
                    catalogue.discard(other)
        folder.mkdir(mode=0o700, exist_ok=True)
        with _alone(folder) as lock:
            _check_room(plan, folder)
            _fetch(plan, folder, stop, progress)
            path = _put(plan, folder, target)
        Path(lock.lock_file).unlink(missing_ok=True)
        return path
    except OSError as error:
        raise ModelError(
            f"The model cannot be kept in {target.parent}: {error.strerror or error}.",
            "Check the disk and who may write there.",
        ) from error


def _meant(ref: str) -> tuple[str, str, OpenModel | None]:
    """Repository, wanted file, and what the catalogue knows."""
    if not ref.startswith(HUB):
        known = open_models.find(ref)
        return known.repository, known.file, known
    repository, _, wanted = ref.removeprefix(HUB).partition(":")
    return repository, wanted, None


def _alone(folder: Path) -> Any:
    """Two that wrote to one file would spoil it. The lock ends with the process."""
    filelock: Any = importlib.import_module("filelock")
    lock = filelock.FileLock(folder.with_name(f"{folder.name}.lock"), blocking=False)
    try:
        return lock.acquire()
    except filelock.Timeout as error:
        raise UsageError("It is being fetched already.", "Wait for that to end.") from error


def _check_room(plan: Plan, folder: Path) -> None:
    here = sum(file.stat().st_size for file in folder.iterdir())
    free, missing = shutil.disk_usage(folder).free, plan.bytes - here + _SPARE
    if missing > free:
        raise ModelError(
            f"{plan.name} needs {missing / 1e9:.1f} GB more of disk, and {free / 1e9:.1f} GB are"
            f" free in {folder.parent}.",
            "Make room, or choose a smaller model.",
        )


def _fetch(plan: Plan, folder: Path, stop: Stop, progress: Progress) -> None:
    done = 0
    for file in plan.files:
        told = functools.partial(_tell, progress, done, plan.bytes)
        transfer.fetch(plan.listing, file, folder, stop, told)
        done += file.size


def _tell(progress: Progress, before: int, whole: int, here: int) -> None:
    progress(before + here, whole)


def _put(plan: Plan, folder: Path, target: Path) -> Path:
    """The whole model, in its place."""
    if plan.kind == "checkpoint":
        folder.rename(target)
        return target
    from uitars_runtime.backends.llama import files

    main = plan.files[0].name
    files.find(folder / main)  # raises for what is no model that sees
    digests = {file.name: file.digest for file in plan.files}
    manifest = catalogue.Manifest("gguf", main, digests)
    return Path(catalogue.adopt(folder, target, manifest).path)
