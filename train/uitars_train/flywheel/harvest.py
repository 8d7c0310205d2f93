"""`uitars-train harvest`: open tasks are played; what was proved right becomes steps to learn.

Pages of MiniWoB++ and tasks on programs, both judged by their state as in an evaluation. The model
plays alone, or a teacher beside it. What was tried stands beside the file of steps, so that a
harvest that was stopped goes on. Not here: how a run becomes steps (`recorded_runs.py`,
`teacher.py`), and sets that judge the model, which nobody may give.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.backends.embedded.backend import default_folder
from uitars_runtime.backends.embedded.network.decoder import FILE, Decoder
from uitars_runtime.backends.registry import NANO, open_model
from uitars_runtime.errors import UsageError
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.journal import RunJournal
from uitars_runtime.protocols import Journal, Model
from uitars_runtime.session import Request, head_of_run
from uitars_runtime.types import Finish, Task
from uitars_train.data.recorded import write_episodes
from uitars_train.data.sample import Sample
from uitars_train.evaluate import apps, fingerprint, miniwob
from uitars_train.evaluate.kept import Kept
from uitars_train.evaluate.oracle import Wanted, next_action
from uitars_train.flywheel.recorded_runs import episode_of
from uitars_train.flywheel.solutions import Deed, Expert, read_solutions
from uitars_train.flywheel.teacher import Taught, drawn_leads

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame
    from uitars_runtime.protocols import PastStep

Read = Callable[[Path], list[Sample]]
"""A recorded run as steps to learn."""

FIRST_SEED = 1000
"""Evaluations use the seeds from 0 on; what is trained on begins here."""


class Order(msgspec.Struct, frozen=True):
    """What to play, and where the steps go."""

    out: Path
    """A file that `--own` of the policy's training reads; steps are appended."""
    model: str = "nano"
    pages: tuple[str, ...] = ()
    """Names of MiniWoB++ tasks."""
    seeds: int = 3
    first_seed: int = FIRST_SEED
    programs: tuple[apps.App, ...] = ()
    solutions: dict[str, tuple[Deed, ...]] = {}
    """Of tasks on programs, for the teacher."""
    teacher: str = ""
    """`oracle`: it says at every state what is right."""
    leads: int = 0
    """With a teacher: up to so many steps at the beginning are the model's own."""


class Tried(msgspec.Struct, frozen=True):
    """One try, and how many steps it gave: none where it failed or cannot be read back."""

    name: str
    success: bool
    steps: int
    missed: dict[str, int] = {}
    """With a teacher: its steps that nothing seen says, by what they do."""


def gather(order: Order) -> Iterator[Tried]:
    """Play and keep, one try after the other; a try of these weights is never played twice."""
    before = Kept(order.out.with_suffix(".tried.jsonl"), msgspec.json.Decoder(Tried))
    weights, eyes = fingerprint.of_model(order.model), Eyes()
    decoder = Decoder(_folder(order.model))
    order.out.parent.mkdir(parents=True, exist_ok=True)
    if order.teacher:
        yield from _taught(order, before, weights, eyes, decoder)
        return
    read = partial(episode_of, eyes=eyes, decoder=decoder)
    for app in order.programs:
        play = partial(_play_program, app, order, read)
        yield before.once(f"{weights} {app.name}", play)
    if order.pages:
        with closing(open_model(order.model)) as model, miniwob.desk() as desktop:
            for seed, name in _rounds(order):
                play = partial(_play_page, name, seed, model, desktop, order.out, read)
                yield before.once(f"{weights} {name} {seed}", play)


def _rounds(order: Order) -> Iterator[tuple[int, str]]:
    """Every page once before any a second time: a harvest may be cut off."""
    for seed in range(order.first_seed, order.first_seed + order.seeds):
        for name in order.pages:
            yield seed, name


def _folder(model: str) -> Path:
    """The weights that say which words a step serves where nobody did: the model's own, or ours."""
    folder = Path(model)
    return folder if (folder / FILE).is_file() else default_folder()


def _taught(
    order: Order, before: Kept[Tried], weights: str, eyes: Eyes, decoder: Decoder
) -> Iterator[Tried]:
    for app in order.programs:
        deeds = order.solutions.get(app.name, ())
        show = partial(_show_program, app, deeds, order.out, eyes, decoder)
        yield before.once(f"{order.teacher} {app.name}", show)
    if not order.pages:
        return
    with miniwob.desk() as desktop:
        for seed, name in _rounds(order):
            player = partial(_taught_page, name, seed, order.leads, eyes, decoder)
            play = partial(_play_taught, name, seed, player, desktop, order.out)
            who = f"{order.teacher} {order.leads and weights}"
            yield before.once(f"{who} {name} {seed}", play)


def _show_program(
    app: apps.App, deeds: tuple[Deed, ...], out: Path, eyes: Eyes, decoder: Decoder
) -> Tried:
    """The teacher finds things by what programs tell of themselves, the model learns by sight."""
    taught = Taught(f"program {app.tag}", Expert(deeds, eyes.look).advise, eyes.look, decoder)
    with tempfile.TemporaryDirectory(prefix="harvest-", dir="/var/tmp") as folder:
        result = apps.run_app(
            app,
            NANO,
            Path(folder),
            lambda _step: None,
            accessibility=True,
            player=lambda _app: taught,
        )
    kept = taught.steps if result.success else []
    if kept:
        write_episodes(out, [kept])
    return Tried(app.name, result.success, len(kept), dict(taught.missed))


def _taught_page(
    name: str, seed: int, leads: int, eyes: Eyes, decoder: Decoder, page: miniwob.Page
) -> Taught:
    def advise(task: Task, past: Sequence[PastStep], _seen: Frame) -> Wanted:
        turn = sum(item.step.outcome.ok for item in past)
        try:
            return next_action(page, name, task.text, turn)
        except UsageError:
            # The model may lead to a state of the page that the script does not know.
            return Wanted(page, Finish(status="failure"))

    first = drawn_leads(name, seed, leads)
    return Taught(f"page {name}", advise, eyes.look, decoder, first)


def _play_taught(
    name: str,
    seed: int,
    player: Callable[[miniwob.Page], Taught],
    desktop: miniwob.Desk,
    out: Path,
) -> Tried:
    """What the teacher said counts where its own way led to the end; where the model's step ended
    the page, what was right stands beyond doubt all the same."""
    taught = player(desktop.page)
    episode = miniwob.try_task(name, seed, taught, desktop)
    kept = taught.steps if episode.success or taught.led else []
    if kept:
        write_episodes(out, [kept])
    return Tried(name, episode.success, len(kept), dict(taught.missed))


def _play_program(app: apps.App, order: Order, read: Read) -> Tried:
    # Not /tmp: the jail of the shell has a folder of its own there.
    with tempfile.TemporaryDirectory(prefix="harvest-", dir="/var/tmp") as folder:
        result = apps.run_app(app, order.model, Path(folder), lambda _step: None)
        run = Path(folder, result.run)
        return Tried(app.name, result.success, _keep(run, order.out, read, right=result.success))


def _play_page(
    name: str, seed: int, model: Model, desktop: miniwob.Desk, out: Path, read: Read
) -> Tried:
    with tempfile.TemporaryDirectory(prefix="harvest-") as folder:
        run = Path(folder, "run")

        def record(told: Task) -> Journal:
            request = Request(told.text)
            names = model.name, model.dialect
            started = head_of_run(request, "harvest", desktop.hands, "miniwob", names)
            return RunJournal.create(run, started)

        episode = miniwob.try_task(name, seed, model, desktop, record)
        return Tried(name, episode.success, _keep(run, out, read, right=episode.success))


def _keep(run: Path, out: Path, read: Read, *, right: bool) -> int:
    """How many steps of a run were written; those of a run that was wrong are dropped."""
    steps = read(run) if right else []
    if not steps:
        return 0
    write_episodes(out, [steps])
    return len(steps)


def names_of(path: Path | None) -> tuple[str, ...]:
    """The pages that a file names; none without a file. Raises `UsageError`."""
    return miniwob.read_tasks(path) if path is not None else ()


def programs_of(path: Path | None) -> tuple[apps.App, ...]:
    """The tasks of a set; none without a file. Raises `UsageError`."""
    return apps.read_set(path) if path is not None else ()


def solutions_of(path: Path | None) -> dict[str, tuple[Deed, ...]]:
    """The solutions of a set; none without a file. Raises `UsageError`."""
    return read_solutions(path) if path is not None else {}
