"""`uitars-train harvest`: open tasks are played; what was proved right becomes steps to learn.

Pages of MiniWoB++ and tasks on programs, both judged by their state as in an evaluation. The model
plays alone (rejection sampling), or a teacher beside it. A recorded run is read back: each
screenshot through the eyes, each action that was carried out in words and elements; where a person
put another action in the place of the model's, theirs is the one to learn. What was tried stands
beside the file of steps, so that it goes on where it was stopped. Not here: the teacher
(`teacher.py`), screens of programs without a task (`harvest/`), and sets that judge the model,
which nobody may give.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from uitars_runtime.backends.embedded.backend import default_folder, open_decoder
from uitars_runtime.backends.embedded.network.decoder import FILE, Decoder
from uitars_runtime.backends.embedded.network.history import history_of
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.backends.embedded.requests.language import Foreign, read_task
from uitars_runtime.backends.embedded.situation import Situation, word_span
from uitars_runtime.backends.embedded.tokenizer import split_words
from uitars_runtime.backends.registry import NANO, open_model
from uitars_runtime.dialects.embedded import still_asked
from uitars_runtime.element import Element, Role, element_at
from uitars_runtime.errors import UsageError
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.journal import RunJournal, read_frame, read_run
from uitars_runtime.protocols import Journal, Model
from uitars_runtime.run import Request, head_of_run
from uitars_runtime.types import Action, Click, Decision, Drag, Finish, Point, Scroll, Step, Task
from uitars_train.data.sample import Sample, Target, untagged, write_episodes
from uitars_train.evaluate import apps, fingerprint, miniwob
from uitars_train.evaluate.kept import Kept
from uitars_train.evaluate.oracle import Wanted, next_action
from uitars_train.flywheel.advice import target_of
from uitars_train.flywheel.teacher import Deed, Expert, Taught, drawn_leads, read_solutions
from uitars_train.rl.environment import FIRST_SEED
from uitars_train.scratch import scratch

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame
    from uitars_runtime.protocols import PastStep


Read = Callable[[Path], list[Sample]]
"""A recorded run as steps to learn."""

CORRECTED: Final = "corrected"
"""Begins the kind of steps that a person put in the place of the model's."""


class Assignment(msgspec.Struct, frozen=True):
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


class Attempt(msgspec.Struct, frozen=True):
    """One try, and how many steps it gave: none where it failed or cannot be read back."""

    name: str
    success: bool
    steps: int
    missed: dict[str, int] = {}
    """With a teacher: its steps that nothing seen says, by what they do."""


def collect(assignment: Assignment) -> Iterator[Attempt]:
    """Play and keep, one try after the other; a try of these weights is never played twice. Raises
    `UsageError` for seeds that judge models, and where nothing is to be played."""
    _check(assignment)
    before = _before(assignment.out)
    weights, eyes = fingerprint.of_model(assignment.model), Eyes()
    decoder = open_decoder(_folder(assignment.model))
    if assignment.teacher:
        yield from _taught(assignment, before, weights, eyes, decoder)
        return
    read = partial(episode_of, eyes=eyes, decoder=decoder)
    for app in assignment.programs:
        play = partial(_play_program, app, assignment, read)
        yield before.once(f"{weights} {app.name}", play)
    if assignment.pages:
        with closing(open_model(assignment.model)) as model, miniwob.desk() as desktop:
            for seed, name in _rounds(assignment):
                play = partial(_play_page, name, seed, model, desktop, assignment.out, read)
                yield before.once(f"{weights} {name} {seed}", play)


def _check(assignment: Assignment) -> None:
    first, leads = assignment.first_seed, assignment.leads
    if assignment.out.is_dir():
        raise UsageError(f"{assignment.out} is a folder.", "Name a file in it.")
    if first < FIRST_SEED:
        raise UsageError(f"--first-seed is {first}: seeds below {FIRST_SEED} are for evaluations.")
    if not (assignment.pages or assignment.programs):
        raise UsageError("Nothing is to be played.", "Give --pages or --set.")
    if assignment.seeds < 1:
        raise UsageError(f"--seeds is {assignment.seeds}.", "Give 1 or more.")
    if leads < 0 or (leads and not assignment.teacher):
        raise UsageError(f"--leads {leads}: the model leads a --teacher, for 0 steps or more.")


def _before(out: Path) -> Kept[Attempt]:
    """What was tried for a file of steps, which stands there from now on. Raises `UsageError` where
    it did and is gone: what it held would never be played again."""
    stem = out.stem if out.suffix == ".jsonl" else out.name
    tried = out.with_name(f"{stem}.tried.jsonl")
    if tried.exists() and not out.exists():
        raise UsageError(
            f"{out} is gone, and {tried} says what was tried for it.",
            "Delete that one, too: then all of it is played anew.",
        )
    out.parent.mkdir(parents=True, exist_ok=True)
    out.touch()
    return Kept(tried, msgspec.json.Decoder(Attempt))


def _rounds(assignment: Assignment) -> Iterator[tuple[int, str]]:
    """Every page once before any a second time: a harvest may be cut off."""
    for seed in range(assignment.first_seed, assignment.first_seed + assignment.seeds):
        for name in assignment.pages:
            yield seed, name


def _folder(model: str) -> Path:
    """The weights that say which words a step serves where nobody did: the model's own, or ours."""
    folder = Path(model)
    return folder if (folder / FILE).is_file() else default_folder()


def _taught(
    assignment: Assignment, before: Kept[Attempt], weights: str, eyes: Eyes, decoder: Decoder
) -> Iterator[Attempt]:
    for app in assignment.programs:
        deeds = assignment.solutions.get(app.name, ())
        show = partial(_show_program, app, deeds, assignment.out, eyes, decoder)
        # Another solution is another lesson.
        shown = fingerprint.of_bytes(msgspec.json.encode(deeds))
        yield before.once(f"{assignment.teacher} {app.name} {shown}", show)
    if not assignment.pages:
        return
    with miniwob.desk() as desktop:
        for seed, name in _rounds(assignment):
            player = partial(_taught_page, name, seed, assignment.leads, eyes, decoder)
            play = partial(_play_taught, name, seed, player, desktop, assignment.out)
            led = f"{assignment.leads} {weights}" if assignment.leads else "0"
            who = f"{assignment.teacher} {led}"
            yield before.once(f"{who} {name} {seed}", play)


def _show_program(
    app: apps.App, deeds: tuple[Deed, ...], out: Path, eyes: Eyes, decoder: Decoder
) -> Attempt:
    """The teacher finds things by what programs tell of themselves, the model learns by sight."""
    taught = Taught(f"program {app.tag}", Expert(deeds, eyes.look).advise, eyes, decoder)
    with scratch() as folder:
        result = apps.run_app(
            app,
            NANO,
            folder,
            lambda _step: None,
            accessibility=True,
            player=lambda _app: taught,
        )
    kept = taught.steps if result.success else []
    if kept:
        write_episodes(out, [kept])
    return Attempt(app.name, result.success, len(kept), dict(taught.missed))


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
    return Taught(f"page {name}", advise, eyes, decoder, first)


def _play_taught(
    name: str,
    seed: int,
    player: Callable[[miniwob.Page], Taught],
    desktop: miniwob.Desk,
    out: Path,
) -> Attempt:
    """What the teacher said counts where its own way led to the end; where the model's step ended
    the page, what was right stands beyond doubt all the same."""
    taught = player(desktop.page)
    episode = miniwob.try_task(name, seed, taught, desktop)
    kept = taught.steps if episode.success or taught.led else []
    if kept:
        write_episodes(out, [kept])
    return Attempt(name, episode.success, len(kept), dict(taught.missed))


def _play_program(app: apps.App, assignment: Assignment, read: Read) -> Attempt:
    with scratch() as folder:
        result = apps.run_app(app, assignment.model, folder, lambda _step: None)
        run = folder / result.run
        return Attempt(
            app.name, result.success, _keep(run, assignment.out, read, right=result.success)
        )


def _play_page(
    name: str, seed: int, model: Model, desktop: miniwob.Desk, out: Path, read: Read
) -> Attempt:
    with scratch() as folder:
        run = folder / "run"

        def record(told: Task) -> Journal:
            request = Request(told.text)
            names = model.name, model.dialect
            started = head_of_run(request, "harvest", desktop.hands, "miniwob", names)
            return RunJournal.create(run, started)

        episode = miniwob.try_task(name, seed, model, desktop, record)
        return Attempt(name, episode.success, _keep(run, out, read, right=episode.success))


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


# --------------------------------------------------------------------------- recorded runs as steps


def episode_of(folder: Path, eyes: Eyes, decoder: Decoder) -> list[Sample]:
    """The steps of a recorded run as samples, without those that were not carried out and those
    that no words and elements say."""
    run = read_run(folder)
    task = run.started.task
    samples: list[Sample] = []
    afresh = True
    for index, step in enumerate(run.steps):
        task = msgspec.structs.replace(task, said=(*task.said, *step.said))
        asked, past = still_asked(task, run.steps[:index])
        reading = read_task(asked)
        if isinstance(reading, Foreign) or not _was_done(step):
            continue
        frame = read_frame(folder, step.observation)
        history = history_of(past, split_words(reading))
        seen, afresh = eyes.look(frame, afresh=afresh), False
        situation = prepare((reading,), history, seen, frame.size, frame.pixels)
        target = _target(step, situation, decoder)
        if target is None:
            continue
        samples.append(untagged(situation, target, f"{_teller(step)} {target.act}"))
    return samples


def _was_done(step: Step) -> bool:
    """Whether the gate let it through and it did not fail. An end that came too early failed."""
    allowed = step.verdict is not None and step.verdict.decision is Decision.ALLOW
    return allowed and step.outcome.ok


def _teller(step: Step) -> str:
    """Who knew what to do: the kind of steps that are drawn alike (`data/sample.py`)."""
    if step.correction is not None:
        return CORRECTED
    return "other" if step.grounding is None else "own"


def _target(step: Step, situation: Situation, decoder: Decoder) -> Target | None:
    if step.action is None:
        return None
    meant = step.grounding
    part = None if meant is None else meant.serves
    serves = None if part is None else word_span(situation.words, part.start, part.end)
    pointed = meant is not None and meant.target is not None
    done = Carried(step.action, situation.elements, pointed)
    return target_of(done, situation, decoder, serves)


class Carried(msgspec.Struct, frozen=True):
    """`Advice` that was carried out: right is what was hit."""

    action: Action
    elements: tuple[Element, ...]
    pointed: bool
    """Whether the very pixel was taken from an element, as the embedded model does it."""
    said: str = ""
    option: str = ""

    @property
    def entry(self) -> bool:
        """A pixel that was taken from an element may lie beside it."""
        hit = self._hit(_place(self.action))
        return self.pointed or (hit is not None and hit.role is Role.FIELD)

    def hits(self, points: Sequence[Point], end: int = 0) -> list[bool]:
        """Points of the same element."""
        place = _place(self.action, end)
        if self.pointed and not end:
            return [at == place for at in points]
        hit = self._hit(place)
        return [hit is not None and self._hit(at) == hit for at in points]

    def _hit(self, at: Point | None) -> Element | None:
        return None if at is None else element_at(self.elements, at)


def _place(action: Action, end: int = 0) -> Point | None:
    """Where an action is; `end` 1: where a drag ends."""
    match action:
        case Click(at=at) | Scroll(at=at):
            return at
        case Drag(start=start, end=onto):
            return onto if end else start
        case _:
            return None
