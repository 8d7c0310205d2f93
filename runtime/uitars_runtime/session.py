"""Puts the parts of one run together: model, hands, memory, journal, verifier.

The composition root of every face (command line, window, evaluation). Which parts exist is decided
in their own registries; how a run is shown is decided by the face.
"""

from __future__ import annotations

import datetime
import os
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime import __version__, loop, paths
from uitars_runtime.budget import Limits, Reason
from uitars_runtime.config import Settings
from uitars_runtime.control import Control
from uitars_runtime.errors import JournalError, UitarsError
from uitars_runtime.orders import obeying
from uitars_runtime.protocols import Annotator, Asker, Backend, Model
from uitars_runtime.run_record import Asked, Ending, RunEnded, RunStarted
from uitars_runtime.types import Step, Task

if TYPE_CHECKING:
    from uitars_runtime.hands.opening import OpenHands
    from uitars_runtime.hands.settings import HandsSettings
    from uitars_runtime.journal import RunJournal
    from uitars_runtime.memory.hierarchical import HierarchicalMemory

VERIFIER_SECONDS = 60.0
WRITING_SECONDS = 2.0
"""How long a program may take to write what the last action told it to."""


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a face asks for in one run; the rest is settings."""

    task: str
    settings: Settings = Settings()
    apps: tuple[str, ...] = ()
    workspace: str = ""
    """Empty: a folder of its own inside the run folder."""
    grants: tuple[str, ...] = ()
    verify: str = ""

    @property
    def limits(self) -> Limits:
        settings = self.settings
        return Limits(
            steps=settings.max_steps,
            seconds=settings.timeout,
            tokens=settings.max_tokens,
            repeats=settings.repeats,
        )


def default_desktop() -> str:
    """`local` where a desktop session exists, else `sandbox`."""
    if sys.platform in ("darwin", "win32"):
        return "local"
    return "local" if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") else "sandbox"


def default_policy(desktop: str) -> str:
    """Freedom only where nothing of the user's can be touched."""
    return "autonomous-in-sandbox" if desktop.startswith("sandbox") else "ask-on-risk"


def new_folders(request: Request) -> tuple[Path, Path]:
    """The folder of a new run, and the workspace of the request. Raises `JournalError`."""
    place = request.settings.run_dir
    folder = paths.new_run_folder(Path(place) if place else None)
    workspace = Path(request.workspace).resolve() if request.workspace else folder / "workspace"
    if request.workspace:
        workspace.mkdir(parents=True, exist_ok=True)
    else:
        paths.make_private(workspace)
    return folder, workspace


def settings_of_hands(request: Request, run: str, workspace: Path) -> HandsSettings:
    """Where and under which policy the hands of a run work. Raises `UsageError`, `GateError`."""
    from uitars_runtime.gate.policy_file import load_policy
    from uitars_runtime.hands.settings import HandsSettings

    settings = request.settings
    desktop = settings.desktop or default_desktop()
    policy = settings.policy or default_policy(desktop)
    return HandsSettings(
        desktop=desktop,
        apps=request.apps,
        workspace=str(workspace),
        policy=policy,
        policy_name=load_policy(policy).name,
        audited=run,
        grants=request.grants,
        actions_per_second=settings.actions_per_second,
        stop_keys=settings.stop_keys,
        privacy=settings.privacy,
        accessibility=settings.accessibility,
        programs=settings.programs,
        wall=settings.wall,
        servers=settings.servers,
    )


def head_of_run(
    request: Request, run: str, hands: OpenHands, policy: str, model: tuple[str, str]
) -> RunStarted:
    """The head of a record that begins at this moment. `model`: its name and its dialect."""
    return RunStarted(
        run=run,
        task=Task(request.task, hands.tools),
        model=model[0],
        dialect=model[1],
        desktop=hands.desktop_name,
        policy=policy,
        started=datetime.datetime.now().astimezone().isoformat(timespec="seconds"),
        version=__version__,
        asked=Asked(
            model=request.settings.model,
            desktop=request.settings.desktop,
            policy=request.settings.policy,
            apps=request.apps,
        ),
    )


def execute(
    request: Request,
    *,
    asker: Asker,
    answer: loop.Answer,
    control: Control,
    annotator: Annotator | None = None,
    on_text: Callable[[str], None] | None = None,
    on_output: Callable[[str], None] | None = None,
    around: Callable[[OpenHands], OpenHands] | None = None,
    hands: OpenHands | None = None,
    model: Model | None = None,
) -> Iterator[RunStarted | Step | RunEnded]:
    """Work on the task; yields the start, each step once it is on disk, and the end.

    `annotator`: sees every proposal first. `on_text`: gets the pieces of a reply as they are
    generated; an empty piece begins a reply. `on_output`: the same for what commands write.
    `around`: gets the open hands and gives those that the run uses, for a face with windows.
    `hands`, `model`: open already, and stay so; what the request says of them does not count.
    Raises `UitarsError` for what keeps the run from starting; from then on every ending is a value,
    and a defect of ours is recorded as one before it is raised.
    """
    from uitars_runtime.hands.opening import open_hands
    from uitars_runtime.journal import RunJournal
    from uitars_runtime.memory.window import Window
    from uitars_runtime.privacy.retention import tidy

    began = time.monotonic()
    settings = request.settings
    tidy(settings.privacy)
    folder, workspace = new_folders(request)
    orders = settings_of_hands(request, folder.name, workspace)
    with ExitStack() as opened:
        opened.enter_context(obeying(folder.name, control))
        if model is None:
            model = opened.enter_context(closing(_open_model(settings, on_text)))
        if hands is None:
            made = open_hands(orders, asker, control, control, on_output)
            hands = opened.enter_context(closing(made))
        if around is not None:
            hands = around(hands)
        names = model.name, model.dialect
        started = head_of_run(request, folder.name, hands, orders.policy_name, names)
        memory = opened.enter_context(closing(_open_memory(started, settings)))
        journal = RunJournal.create(folder, started, conceal=settings.privacy.hide_secrets)
        yield started
        turns = loop.run(
            started.task,
            model,
            hands,
            memory,
            journal,
            window=Window(settings.images, settings.history_tokens),
            limits=request.limits,
            control=control,
            answer=answer,
            annotator=annotator,
        )
        told = request.verify, workspace, hands.environment
        yield _remembered(memory, (yield from _recorded(turns, journal, began, told)))


def _open_model(settings: Settings, on_text: Callable[[str], None] | None) -> Model:
    from uitars_runtime.backends.registry import open_model

    return open_model(settings.model, settings.base_url or None, settings.dialect or None, on_text)


def _open_memory(started: RunStarted, settings: Settings) -> HierarchicalMemory:
    from uitars_runtime.backends.registry import open_backend
    from uitars_runtime.memory.hierarchical import open_memory

    def open_teller() -> Backend:
        return open_backend(settings.memory_model, settings.base_url or None)

    return open_memory(
        started,
        settings.memory_tokens,
        episodes=settings.memory,
        conceal=settings.privacy.hide_secrets,
        open_teller=open_teller if settings.memory_model else None,
    )


def _recorded(
    turns: Generator[Step, None, Reason],
    journal: RunJournal,
    began: float,
    verify: tuple[str, Path, Mapping[str, str]],
) -> Generator[Step, None, RunEnded]:
    """Pass the steps on; whatever happens, the record gets an ending."""
    verified: bool | None = None
    reason = Reason(Ending.ERROR, "The run broke off by a defect of ours.")
    try:
        reason = yield from turns
        if reason.ending is Ending.FINISHED and verify[0]:
            verified = _verify(*verify)
            if not verified:
                reason = Reason(Ending.UNVERIFIED, f"The verifier disagrees: {verify[0]}")
    except JournalError as error:
        reason = Reason(Ending.ERROR, str(error))
    finally:
        ended = RunEnded(
            ending=reason.ending,
            exit_code=reason.ending.exit_code,
            steps=journal.steps,
            seconds=round(time.monotonic() - began, 3),
            verified=verified,
            reason=reason.text,
        )
        journal.end(ended)
    return ended


def _remembered(memory: HierarchicalMemory, ended: RunEnded) -> RunEnded:
    """Keep the run as episodes; its result stands also when they cannot be kept."""
    try:
        memory.end(ended)
    except UitarsError as error:
        return msgspec.structs.replace(ended, reason=f"{ended.reason} Memory: {error}".strip())
    return ended


def _verify(command: str, workspace: Path, environment: Mapping[str, str]) -> bool:
    """Run the user's own verifier where the programs ran; exit code 0 is a yes.

    A no is asked again for a moment: the program may still be writing what it was told to.
    """
    deadline = time.monotonic() + WRITING_SECONDS
    while not _verified(command, workspace, environment):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


def _verified(command: str, workspace: Path, environment: Mapping[str, str]) -> bool:
    try:
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=workspace,
            env={**environment, "WORKSPACE": str(workspace)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=VERIFIER_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0
