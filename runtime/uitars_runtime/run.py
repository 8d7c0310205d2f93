"""Puts the parts of one run together: model, hands, memory, journal, verifier.

The composition root of every face (command line, window, evaluation). Which parts exist is decided
in their own registries; how a run is shown is decided by the face.
"""

from __future__ import annotations

import datetime
import os
import shutil
import sys
import time
from collections.abc import Callable, Generator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime import __version__, loop, paths
from uitars_runtime.attachments import attached
from uitars_runtime.backends.sampling import Sampling
from uitars_runtime.budget import Limits, Reason
from uitars_runtime.config import Settings
from uitars_runtime.control import Control
from uitars_runtime.desktop.registry import kind_of, parted
from uitars_runtime.errors import (
    DesktopError,
    JournalError,
    Stopped,
    UitarsError,
    UsageError,
)
from uitars_runtime.evidence.files import Files
from uitars_runtime.evidence.verifier import Verifier
from uitars_runtime.gate.denied import AskedOnce
from uitars_runtime.hands.wrapped import HeldHands
from uitars_runtime.journal import RunJournal
from uitars_runtime.judging import witness
from uitars_runtime.onnx_session import compute_on
from uitars_runtime.orders import obeying
from uitars_runtime.privacy.retention import recorded_or_gone, tidy
from uitars_runtime.protocols import Annotator, Asker, Backend, Judge, Model, Stop
from uitars_runtime.run_record import Asked, Ending, Evidence, RunEnded, RunStarted, evidence_of
from uitars_runtime.types import Step, Task

if TYPE_CHECKING:
    from uitars_runtime.hands.opening import OpenHands
    from uitars_runtime.hands.settings import HandsSettings
    from uitars_runtime.memory.hierarchical import HierarchicalMemory
    from uitars_runtime.memory.window import Window


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a face asks for in one run; the rest is settings."""

    task: str
    settings: Settings = Settings()
    apps: tuple[str, ...] = ()
    browser: str = ""
    """Address that a browser of the desktop's own shows first; empty for no browser."""
    cdp: bool = False
    """Whether programs of others may work that browser, with a token."""
    workspace: str = ""
    """Empty: a folder of its own inside the run folder."""
    files: tuple[str, ...] = ()
    """Whole paths of files that are copied there and named in the task."""
    grants: tuple[str, ...] = ()
    verify: str = ""
    require_evidence: bool = False
    """Whether a run that finished `unchecked` is a failure to who asked for it."""
    temperature: float = 0.0
    """0: what the model finds likeliest; above, what it says is drawn."""
    seed: int = 0
    """Of what is drawn, where the model is one of this machine."""

    @property
    def sampling(self) -> Sampling:
        seed = self.seed if self.temperature else None
        settings = self.settings
        return Sampling(
            self.temperature,
            seed=seed,
            ask_below=settings.ask_below,
            looks=settings.look_into_menus,
        )

    @property
    def limits(self) -> Limits:
        settings = self.settings
        return Limits(
            steps=settings.max_steps,
            seconds=settings.timeout,
            tokens=settings.max_tokens,
            repeats=settings.repeats,
        )

    def exit_code(self, ending: Ending, evidence: Evidence) -> int:
        """That of the ending, unless evidence is missing that was asked for."""
        missing = self.require_evidence and evidence is Evidence.UNCHECKED
        return Ending.UNVERIFIED.exit_code if missing else ending.exit_code


def default_desktop() -> str:
    """`local` where a desktop session exists, else `sandbox`."""
    if sys.platform in ("darwin", "win32"):
        return "local"
    return "local" if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") else "sandbox"


def default_policy(desktop: str) -> str:
    """Freedom only where nothing of the user's can be touched. Raises `UsageError`."""
    return "autonomous-in-sandbox" if kind_of(desktop).private else "ask-on-risk"


def new_folders(request: Request) -> tuple[Path, Path]:
    """The folder of a new run, and the workspace of the request.

    Raises `JournalError`, `UsageError` for a workspace that is not there: a slip of the pen is not
    worked in.
    """
    given = given_workspace(request)
    given = _living_workspace(request.settings.desktop or default_desktop(), given)
    place = Path(request.settings.run_dir) if request.settings.run_dir else paths.runs_folder()
    _expect_unicode(*request.apps, request.browser, str(given or place))
    folder = paths.new_run_folder(place)
    if given is not None:
        return folder, given
    workspace = folder / "workspace"
    paths.make_private(workspace)
    return folder, workspace


def _expect_unicode(*given: str) -> None:
    """Raises `UsageError` for bytes that are no text: the hands are told everything in UTF-8."""
    for words in given:
        try:
            words.encode()
        except UnicodeEncodeError as error:
            raise UsageError(
                f"{words} is not written in UTF-8.", "Give a file or folder so called another name."
            ) from error


def given_workspace(request: Request) -> Path | None:
    """The workspace that a person named, if any. Raises `UsageError` where it is no folder."""
    given = Path(request.workspace).resolve() if request.workspace else None
    if given is not None and not given.is_dir():
        hint = "Name a folder." if given.exists() else f"Make it first: mkdir -p {given}"
        raise UsageError(f"The workspace {given} is no folder.", hint)
    return given


def _living_workspace(desktop: str, given: Path | None) -> Path | None:
    """The workspace of a desktop that is there already: its programs know no other."""
    living = kind_of(desktop).living
    if living is None:
        return given
    own = living.workspace(parted(desktop)[1]).resolve()
    if given not in (None, own):
        raise UsageError(
            f"The desktop {desktop!r} has a workspace of its own: {own}.", "Leave out --workspace."
        )
    return own


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
        browser=request.browser,
        cdp=request.cdp,
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
            files=request.files,
            temperature=request.temperature,
            seed=request.seed,
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
    judging: Callable[[Path], Judge] | None = None,
) -> Generator[RunStarted | Step | RunEnded]:
    """Work on the task; yields the start, each step once it is on disk, and the end.

    `annotator`: sees every proposal first. `on_text`: gets the pieces of a reply as they are
    generated; an empty piece begins a reply. `on_output`: the same for what commands write.
    `around`: gets the open hands, gives those that are used. `judging`: makes who judges the end.
    `hands`, `model`: open already, and stay so; what the request says of them does not count.
    Raises `UitarsError` for what keeps the run from starting; from then on every ending is a value.
    """
    began, settings = time.monotonic(), request.settings
    control.deadline = None  # that of the run before, where several have one control
    folder, request, files, orders = _prepared(request)
    with obeying(folder.name, control), recorded_or_gone(folder), ExitStack() as opened:
        if model is None:
            model = opened.enter_context(closing(_open_model(request, on_text)))
        if hands is None:
            hands = opened.enter_context(closing(_open_hands(orders, asker, control, on_output)))
        hands = HeldHands(around(hands) if around is not None else hands, control)
        names = model.name, model.dialect
        started = head_of_run(request, folder.name, hands, orders.policy_name, names)
        memory = opened.enter_context(closing(_open_memory(started, settings)))
        journal = RunJournal.create(folder, started, conceal=settings.privacy.hide_secrets)
        turns = loop.run(
            started.task,
            model,
            hands,
            memory,
            journal,
            window=_window(settings),
            limits=request.limits,
            control=control,
            answer=answer,
            annotator=annotator,
            judge=judging(files.folder) if judging else witness(files.folder, names[0]),
        )
        ended = yield from _recorded(started, turns, journal, began, request, hands, files, control)
        yield _remembered(memory, ended, control.over)


def _prepared(request: Request) -> tuple[Path, Request, Files, HandsSettings]:
    """The folder of a new run, the request with what was attached, the files of its workspace as
    they are now and the settings of its hands; records that are older than they may be go."""
    tidy(request.settings.privacy)
    compute_on(request.settings.device)
    folder, workspace = new_folders(request)
    try:
        task = attached(request.task, request.files, workspace)
        orders = settings_of_hands(request, folder.name, workspace)
    except UitarsError:
        shutil.rmtree(folder)  # with what was copied already
        raise
    return folder, msgspec.structs.replace(request, task=task), Files(workspace), orders


def _window(settings: Settings) -> Window:
    from uitars_runtime.memory.window import Window

    return Window(settings.images, settings.history_tokens)


def _open_model(request: Request, on_text: Callable[[str], None] | None) -> Model:
    from uitars_runtime.backends.registry import open_model

    settings = request.settings
    url, dialect = settings.base_url or None, settings.dialect or None
    return open_model(settings.model, url, dialect, on_text, request.sampling)


def _open_hands(
    orders: HandsSettings, asker: Asker, control: Control, on_output: Callable[[str], None] | None
) -> OpenHands:
    from uitars_runtime.hands.opening import open_hands

    return open_hands(orders, AskedOnce(asker, control), control.over, control, on_output)


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
    started: RunStarted,
    turns: Generator[Step, None, Reason],
    journal: RunJournal,
    began: float,
    request: Request,
    hands: OpenHands,
    files: Files,
    control: Control,
) -> Generator[RunStarted | Step, None, RunEnded]:
    """Pass the start and the steps on; whatever happens, the record gets an ending."""
    verified: bool | None = None
    answer = ""
    reason = Reason(Ending.ERROR, "The run broke off by a defect of ours.")
    try:
        yield started
        reason = yield from turns
        if reason.ending is Ending.FINISHED:
            answer = reason.text
            verifier = Verifier(request.verify, files.folder, hands.environment, control.over)
            verified = verifier.verdict()
            if verified is False:
                said = f"The verifier disagrees: {request.verify}"
                reason = Reason(Ending.UNVERIFIED, said, reason.judgement)
    except GeneratorExit:
        reason = Reason(Ending.STOPPED, "Who followed the run went away.")
        raise
    except Stopped:
        reason = loop.stopped(control, request.limits)
    except (DesktopError, JournalError) as error:
        reason = Reason(Ending.ERROR, str(error))
    finally:
        evidence = evidence_of(reason.ending, verified, reason.judgement)
        ended = RunEnded(
            ending=reason.ending,
            exit_code=request.exit_code(reason.ending, evidence),
            steps=journal.steps,
            seconds=round(time.monotonic() - began, 3),
            verified=verified,
            reason=reason.text,
            answer=answer,
            evidence=evidence,
            judgement=reason.judgement,
            files=files.told(),
        )
        journal.end(ended)
    return ended


def _remembered(memory: HierarchicalMemory, ended: RunEnded, stop: Stop) -> RunEnded:
    """Keep the run as episodes; its result stands also when they cannot be kept."""
    try:
        memory.end(ended, stop)
    except UitarsError as error:
        return msgspec.structs.replace(ended, reason=f"{ended.reason} Memory: {error}".strip())
    return ended
