"""The record of one run: a folder that is readable without our code.

    run.json                what was started, and once it is over how it ended
    steps.jsonl             one line a step; a line that was acknowledged is on disk
    intent.json             the step that is under way: written before anything happens
    images/<sha256>.png     each screenshot once

`RunJournal` writes it, `read_record` and `read_run` read it, also when the writer was cut off.
Judging a run and turning it into other formats (`export/`) do not belong here.
"""

from __future__ import annotations

import json
import re
import stat
import struct
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from uitars_runtime import paths
from uitars_runtime.errors import JournalError, UsageError
from uitars_runtime.journal_disk import AppendedFile, Reserve, reporting, sync_folder, write_whole
from uitars_runtime.privacy.answers import SecretAnswers
from uitars_runtime.privacy.words import concealed
from uitars_runtime.run_record import RunEnded, RunStarted, Trajectory
from uitars_runtime.types import Observation, Proposal, Step

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame

RUN_FILE = "run.json"
STEPS_FILE = "steps.jsonl"
INTENT_FILE = "intent.json"
IMAGES_FOLDER = "images"
_RESERVE_FILE = ".reserve"
_RESERVE_BYTES = 1 << 20
_DIGEST = re.compile(r"[0-9a-f]{64}")
_SCHEMA = 1
_LONGEST = 512 << 20
"""Bytes of one file of a run that are read."""
_MOST_PIXELS = 1 << 26
"""Of one picture: a few bytes of PNG can stand for any number."""
_DAMAGE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What decoding a damaged file raises."""
_Value = TypeVar("_Value")


class Intent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was about to happen; a run that was cut off may have done it or not."""

    index: int
    observation: Observation
    proposal: Proposal


class Record(msgspec.Struct, frozen=True):
    """A run folder as it was found."""

    folder: Path
    trajectory: Trajectory
    pending: Intent | None
    """The step that was under way when the writer was cut off."""
    problems: tuple[str, ...]
    """What is wrong with the record, each in one sentence; empty for a whole one."""


class _RunFile(RunStarted, frozen=True, forbid_unknown_fields=True):
    """`run.json`: the fields of `RunStarted`, and the ending once there is one."""

    ended: RunEnded | None = None


# --------------------------------------------------------------------------- writing


class RunJournal:
    """Writes one run. What a method has returned from is on disk."""

    @classmethod
    def create(cls, folder: Path, started: RunStarted, *, conceal: bool = True) -> RunJournal:
        """Begin the record in a folder that holds no run yet. Raises `JournalError`.

        `conceal`: whether secrets that texts hold are left out of it.
        """
        if (folder / RUN_FILE).exists():
            raise JournalError(
                f"{folder} already holds the record of a run.", "Choose another folder."
            )
        with reporting(folder):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            (folder / IMAGES_FOLDER).mkdir(mode=0o700)
            sync_folder(folder)
            sync_folder(folder.parent)
        return cls(folder, started, conceal=conceal)

    def __init__(self, folder: Path, started: RunStarted, *, conceal: bool) -> None:
        self.folder = folder
        self._conceal = conceal
        self._answers = SecretAnswers()  # none is known where nothing is concealed
        self._started = self._kept(started)
        self._intended = self._appended = -1
        self._prepared: tuple[Frame, Future[str]] | None = None
        self._background = ThreadPoolExecutor(1, thread_name_prefix="journal")
        self._reserve = Reserve(folder / _RESERVE_FILE, _RESERVE_BYTES)
        self._steps = AppendedFile(folder / STEPS_FILE)
        self._write_run(None)

    @property
    def steps(self) -> int:
        """How many steps are on disk."""
        return self._appended + 1

    def prepare(self, frame: Frame) -> None:
        """Start to encode and store a picture, so that `intend` need not wait for it."""
        self._prepared = (frame, self._background.submit(self._store, frame))

    def intend(self, index: int, proposal: Proposal, seen: Frame) -> Observation:
        """Put the picture and what is about to happen on disk, before it happens."""
        if self._prepared is not None and self._prepared[0] is seen:
            digest = self._prepared[1].result()
        else:
            digest = self._store(seen)
        observation = self._kept(
            Observation(digest, seen.size, seen.origin, seen.windows, seen.address)
        )
        kept = self._kept(proposal)
        intent = Intent(index=index, observation=observation, proposal=kept)
        written = _encoded(self._answers.hidden(intent))
        write_whole(self.folder / INTENT_FILE, written + b"\n")
        self._intended = index
        return observation

    def keep(self, step: Step) -> Step:
        """The step as it may be kept; itself where its texts hold no secrets. An answer to a
        question about one stays: the run goes on with it, and `append` leaves it out."""
        return self._kept(step)

    def append(self, step: Step) -> None:
        """Put one step on disk; when this returns, the step survives a crash and a power cut."""
        written = self._answers.without(step) if self._conceal else step
        self._steps.append(_encoded(written) + b"\n")
        self._appended = step.index

    def end(self, ended: RunEnded) -> None:
        """Finish the record. Uses the space kept aside, so that a full disk can be reported too."""
        self._background.shutdown()
        self._steps.close()
        self._reserve.release()
        self._write_run(self._answers.hidden(self._kept(ended)))
        if self._intended == self._appended:
            intent = self.folder / INTENT_FILE
            with reporting(intent):
                intent.unlink(missing_ok=True)

    def _kept(self, value: _Value) -> _Value:
        return concealed(value) if self._conceal else value

    def _store(self, frame: Frame) -> str:
        digest = frame.digest()
        path = image_path(self.folder, digest)
        if not path.exists():
            write_whole(path, frame.png())
        return digest

    def _write_run(self, ended: RunEnded | None) -> None:
        data = _encoded(_RunFile(**msgspec.structs.asdict(self._started), ended=ended))
        write_whole(self.folder / RUN_FILE, msgspec.json.format(data, indent=2) + b"\n")


def _encoded(value: msgspec.Struct) -> bytes:
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        # A model can write half of a surrogate pair, which no UTF-8 file can hold.
        text = json.dumps(msgspec.to_builtins(value), ensure_ascii=False)
        whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return msgspec.json.encode(json.loads(whole))


# --------------------------------------------------------------------------- reading


def read_run(folder: Path) -> Trajectory:
    """The run recorded in a folder; `ended` is None where it was cut off. Raises `JournalError`."""
    return read_record(folder).trajectory


def read_record(folder: Path) -> Record:
    """A run with what is unfinished or torn about it. Raises `JournalError` where it is no run."""
    run = _read_run_file(folder / RUN_FILE)
    steps, problems = _read_steps(folder / STEPS_FILE)
    pending = _read_intent(folder / INTENT_FILE)
    if pending is not None and any(step.index == pending.index for step in steps):
        pending = None
    if run.ended is None:
        problems.append("The run was cut off: it has no ending.")
    if pending is not None:
        problems.append(
            f"Step {pending.index + 1} was under way; whether its action happened is not known."
        )
    started = msgspec.convert(run, RunStarted, from_attributes=True)
    trajectory = Trajectory(started=started, steps=tuple(steps), ended=run.ended)
    return Record(folder, trajectory, pending, tuple(problems))


def image_path(folder: Path, digest: str) -> Path:
    """Where the picture with this SHA-256 lies in a run folder. Raises `JournalError`."""
    if _DIGEST.fullmatch(digest) is None:
        raise JournalError(
            f"{digest[:80]!r} is not the name of a picture.", f"{folder} is damaged or no run."
        )
    return folder / IMAGES_FOLDER / f"{digest}.png"


def read_frame(folder: Path, observation: Observation) -> Frame:
    """The screenshot of a recorded step. Raises `JournalError` where it is missing or damaged."""
    import cv2
    import numpy as np

    from uitars_runtime.frame import Frame

    path = image_path(folder, observation.image)
    data = np.frombuffer(_read(path), np.uint8)
    size = struct.unpack(">II", data[16:24].tobytes()) if data.size > 24 else (0, 0)
    whole = 0 < size[0] * size[1] <= _MOST_PIXELS
    pixels = cv2.imdecode(data, cv2.IMREAD_COLOR_RGB) if whole else None
    if pixels is None:
        raise JournalError(f"{path} is not a readable PNG file.", "The record is damaged.")
    whole = np.asarray(pixels, np.uint8)
    return Frame(
        whole, observation.origin, windows=observation.windows, address=observation.address
    )


def list_runs(root: Path | None = None) -> list[Path]:
    """The run folders below `root` (default: those of the user), oldest first, tries among them."""
    places = (f"*/{RUN_FILE}", f"{paths.TRIES}/*/*/{RUN_FILE}")
    roots = {root} if root else _usual_folders()
    found = (file.parent for one in roots for place in places for file in one.glob(place))
    return sorted(found, key=lambda run: run.name)


def _usual_folders() -> set[Path]:
    """Where runs are recorded: in the user's data, and where the settings say. Raises
    `UsageError`."""
    from uitars_runtime.config import load

    usual = paths.runs_folder()
    return {usual.resolve(), Path(load().run_dir or usual).resolve()}


def find_run(reference: str, root: Path | None = None) -> Path:
    """The run folder meant by an id, the unique beginning of one, `last`, or a path.

    A path to a folder of runs means the last one in it. Raises `UsageError`.
    """
    if (at_path := _run_at(reference)) is not None:
        return at_path
    runs = list_runs(root)
    if not runs:
        places = " or ".join(sorted(map(str, {root} if root else _usual_folders())))
        which = "run yet" if reference == "last" else f"run {reference!r}"
        raise UsageError(
            f"There is no {which}: nothing is recorded in {places}.",
            "Give the path of a run folder.",
        )
    if (name := paths.begun_by(reference, [run.name for run in runs])) is not None:
        return next(run for run in reversed(runs) if run.name == name)
    names = ", ".join(run.name for run in runs[-3:])
    raise UsageError(f"There is no run {reference!r}.", f"The latest are: {names}.")


def _run_at(reference: str) -> Path | None:
    """The run at a path, or the last one of the runs there; None for what is no such path."""
    try:
        path = Path(reference).expanduser()
        if (path / RUN_FILE).is_file():
            return path
        inside = list_runs(path) if path.is_dir() else []
    except (OSError, RuntimeError):
        return None  # longer than a name may be, closed to us, or the home of nobody
    return inside[-1] if inside else None


def _read(path: Path) -> bytes:
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > _LONGEST:
            raise JournalError(
                f"{path} is no regular file of at most {_LONGEST >> 20} MB.",
                "Is this a folder of a run?",
            )
        return path.read_bytes()
    except OSError as error:
        raise JournalError(
            f"{path} cannot be read: {error.strerror or error}.", "Is this a folder of a run?"
        ) from error


def _read_run_file(path: Path) -> _RunFile:
    data = _read(path)
    try:
        run = msgspec.json.decode(data, type=_RunFile)
    except _DAMAGE as error:
        raise JournalError(
            f"{path} is not the head of a run: {error}.",
            "It is damaged, or another version of uitars wrote it.",
        ) from error
    if run.schema != _SCHEMA:
        raise JournalError(
            f"{path} has schema {run.schema}; this version reads {_SCHEMA}.",
            "Read it with the version of uitars that wrote it.",
        )
    return run


def _read_steps(path: Path) -> tuple[list[Step], list[str]]:
    """All whole lines. Only the last can be torn: each was on disk before the next was begun."""
    decoder = msgspec.json.Decoder(Step)
    *lines, rest = _read(path).split(b"\n")
    steps: list[Step] = []
    for number, line in enumerate(lines, start=1):
        try:
            steps.append(decoder.decode(line))
        except _DAMAGE as error:
            raise JournalError(
                f"{path}, line {number}, is not a step: {error}.", "The record is damaged."
            ) from error
    if rest:
        return steps, [f"The last line of {path.name} was cut off and is left out."]
    return steps, []


def _read_intent(path: Path) -> Intent | None:
    if not path.exists():
        return None
    try:
        return msgspec.json.decode(_read(path), type=Intent)
    except _DAMAGE as error:
        raise JournalError(f"{path} is not readable: {error}.", "The record is damaged.") from error
