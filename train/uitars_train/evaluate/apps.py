"""`uitars-train evaluate apps`: closed-loop tasks on desktop programs, judged by their state.

The set is a JSON list of `App` objects; format and result are part of the project's contract, so
that anyone can bring a set of their own.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec

from uitars_runtime.config import Settings
from uitars_runtime.errors import UitarsError, UsageError
from uitars_runtime.loop import Answer
from uitars_runtime.protocols import Model
from uitars_runtime.run import Request
from uitars_runtime.run_record import Ending, RunEnded, evidence_of
from uitars_runtime.sessions.pool import Pool
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.sessions.terms import SessionOrder
from uitars_runtime.types import Step
from uitars_train.evaluate.following import Judging, followed, nobody
from uitars_train.evaluate.intervals import Counts, Interval, counted, intervals, wilson
from uitars_train.evaluate.kept import Kept
from uitars_train.evaluate.proctor import POLICY
from uitars_train.evaluate.results import Result, came_to_an_end, claims, seconds_per_step
from uitars_train.options import decoded


class App(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One task: a program, what to do in it, and a command that says whether it was done."""

    name: str
    app: str
    task: str
    verify: str
    files: dict[str, str] = {}
    """Files put into the workspace first: path relative to it, and text."""
    max_steps: int = 20
    tag: str = ""


class Row(msgspec.Struct, frozen=True):
    """Success over a set, in all and by tag as [right, tried]; intervals at 95 %."""

    success_rate: float
    n: int
    interval: Interval
    by_tag: Counts
    """A tag of several words counts for each of them."""
    intervals: dict[str, Interval]
    claims: int
    """Runs that ended as finished with evidence, judged before the verifier was asked."""
    false_claims: int
    """Those of them whose verifier says no."""
    unclaimed: int
    """Tasks that were done without evidence: finished, unchecked."""
    failures: dict[str, int]
    """How often a task that was not done ended how; `finished` where only the verifier knew."""
    seconds_per_step: float
    results: tuple[Result, ...]


class Report(Row, frozen=True):
    """A model's row with those of the baselines beside it."""

    baselines: dict[str, Row] = {}


Player = Callable[[App], Model]
"""Makes who is to do a task in place of a model that a reference names."""


def read_set(path: Path) -> tuple[App, ...]:
    """Raises `UsageError` where the file is missing, not a set or empty, or names a task twice:
    results are told apart by name."""
    apps = decoded(path, tuple[App, ...], "is not a set of tasks", "See docs/evaluation.md.")
    if not apps:
        raise UsageError(f"{path} holds no task.")
    names = [app.name for app in apps]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise UsageError(f"{path} has the task {twice[0]!r} twice.")
    return apps


def write_files(app: App, workspace: Path) -> None:
    """Put the files of a task into its workspace."""
    for name, text in app.files.items():
        path = workspace / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def run_app(
    app: App,
    model: str,
    runs: Path,
    show: Callable[[Step], None],
    *,
    base_url: str = "",
    accessibility: bool = False,
    player: Player | None = None,
    answer: Answer = nobody,
    session: SessionRecord | None = None,
    judging: Judging | None = None,
) -> Result:
    """Work on one task in a fresh sandbox. `base_url`: where a model on a server is asked.
    `accessibility`: with what programs say of their widgets on top of what can be seen. `player`:
    who does it, where it is not `model`. `answer`: who is asked by it. `session`: the desktop;
    default one that is started for the task. `judging`: who judges the end, where it is not the
    product's own."""
    with _desk(runs, session) as (desktop, workspace):
        write_files(app, Path(workspace))
        settings = Settings(
            model=model,
            base_url=base_url,
            desktop=desktop,
            policy=POLICY,
            run_dir=str(runs),
            max_steps=app.max_steps,
            accessibility=accessibility,
            timeout=300.0,
            memory=False,
        )
        request = _request(app, settings, workspace)
        plays = player(app) if player is not None else None
        try:
            ended, run = followed(request, show, answer=answer, model=plays, judging=judging)
        except UitarsError as error:
            return unstarted(app, str(error))
        return _result(app, run, ended)


def _request(app: App, settings: Settings, workspace: str) -> Request:
    return Request(
        task=app.task,
        settings=settings,
        apps=(app.app,),
        workspace=workspace,
        verify=app.verify,
    )


@contextmanager
def _desk(runs: Path, session: SessionRecord | None) -> Generator[tuple[str, str]]:
    """Desktop and workspace of one task."""
    if session is not None:
        yield f"session:{session.id}", session.workspace
        return
    # A browser may still write into its profile while it is removed.
    with tempfile.TemporaryDirectory(
        prefix="workspace-", dir=runs, ignore_cleanup_errors=True
    ) as workspace:
        yield "sandbox", workspace


def _result(app: App, run: str, ended: RunEnded) -> Result:
    ending = Ending.FINISHED if ended.ending is Ending.UNVERIFIED else ended.ending
    return Result(
        name=app.name,
        tag=app.tag,
        success=bool(ended.verified),
        ending=ending,
        steps=ended.steps,
        seconds=ended.seconds,
        reason=ended.reason,
        run=run,
        evidence=evidence_of(ending, None, ended.judgement),
    )


def unstarted(app: App, reason: str) -> Result:
    """A task that could not start."""
    return Result(
        name=app.name,
        tag=app.tag,
        success=False,
        ending=Ending.ERROR,
        steps=0,
        seconds=0.0,
        reason=reason,
    )


RESULT: msgspec.json.Decoder[Result] = msgspec.json.Decoder(Result)


def evaluate(
    apps: Sequence[App],
    model: str,
    runs: Path,
    kept: Kept[Result],
    *,
    base_url: str = "",
    accessibility: bool = False,
    player: Player | None = None,
    answer: Answer = nobody,
    pool: Pool | None = None,
) -> Iterator[Result]:
    """The results in the order of the set, as they come; `kept` has those of before. `pool`: so
    many tasks at once as it has sessions, each on a fresh desktop of it."""
    runs.mkdir(parents=True, exist_ok=True)

    def play(app: App) -> Result:
        try_it = partial(
            run_app,
            app,
            model,
            runs,
            _unseen,
            base_url=base_url,
            accessibility=accessibility,
            player=player,
            answer=answer,
        )
        job = try_it if pool is None else partial(pool.work, partial(_on, try_it))
        return kept.once(app.name, job, came_to_an_end)

    if pool is None:
        for app in apps:
            yield play(app)
        return
    with ThreadPoolExecutor(pool.sessions) as workers:
        yield from workers.map(play, apps)


def _on(try_it: Callable[..., Result], session: SessionRecord) -> Result:
    return try_it(session=session)


def _unseen(_step: Step) -> None:
    """Nobody watches."""


def order(*, accessibility: bool) -> SessionOrder:
    """The desktops that a pool needs for these tasks."""
    return SessionOrder(programs=Settings().programs, accessibility=accessibility)


def row(results: Sequence[Result]) -> Row:
    """Raises `UsageError` for an empty set."""
    if not results:
        raise UsageError("The set holds no task.")
    by_tag = counted([(tag, one.success) for one in results for tag in one.tag.split() or [""]])
    endings = counted([(one.ending, True) for one in results if not one.success])
    claimed, false = claims(results)
    right = sum(result.success for result in results)
    return Row(
        success_rate=right / len(results),
        n=len(results),
        interval=wilson(right, len(results)),
        by_tag=by_tag,
        intervals=intervals(by_tag),
        claims=claimed,
        false_claims=false,
        unclaimed=sum(result.success and not result.claimed for result in results),
        failures={ending: count for ending, (count, _) in endings.items()},
        seconds_per_step=seconds_per_step(results),
        results=tuple(results),
    )


def report(own: Row, baselines: dict[str, Row]) -> Report:
    """All rows as the contract writes them."""
    return Report(baselines=baselines, **msgspec.structs.asdict(own))
