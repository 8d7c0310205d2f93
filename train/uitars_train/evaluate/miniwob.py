"""`uitars-train evaluate miniwob`: MiniWoB++ tasks through a real desktop.

A headful Chromium on a private desktop shows the pages of the `miniwob` package; whoever acts sees
screenshots and works the product's own hands. The page's time limit is lifted, since a model on a
CPU would lose every task by it, and its panel of scores is hidden. A task counts as done when the
page gives its whole reward, as the package counts it; where a page pays by how near a mark is and
no pixel earns all of it, from `NEAR` on, as the package advises.
"""

from __future__ import annotations

import importlib.util
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from uitars_runtime import loop
from uitars_runtime.browser.chromium import OWN_PAGES
from uitars_runtime.browser.own import own_page
from uitars_runtime.browser.page import Page as ChromiumPage
from uitars_runtime.budget import Limits
from uitars_runtime.control import Control
from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.hands.opening import OpenHands, open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.installing import install_extra
from uitars_runtime.memory.window import Window
from uitars_runtime.memory.working import WorkingMemory
from uitars_runtime.protocols import Journal, Model
from uitars_runtime.sessions.pool import Pool
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.types import Box, Press, Task
from uitars_train.evaluate.intervals import Interval, counted, wilson
from uitars_train.evaluate.kept import Kept
from uitars_train.evaluate.last_look import LastLook, Look
from uitars_train.evaluate.proctor import POLICY, Proctor
from uitars_train.evaluate.results import came_to_an_end
from uitars_train.options import words
from uitars_train.scratch import scratch

SCALE: Final = 3
"""Screen pixels of one pixel of a page; the pages are 160 x 210."""
STEPS: Final = 20
SECONDS: Final = 180.0
NEAR: Final = {"bisect-angle": 0.9, "circle-center": 0.9}
"""The reward from which a task counts as done, where it is not the whole one."""
_IN_A_ROW: Final = 9
"""Tries for which a session of a pool is leased, at most. Each lease starts a browser, which takes
about as long as a try."""
_LONG: Final = 3_600_000
"""Milliseconds: the page's own limit, 7 to 60 s as it comes, is lifted to this."""
_FRAME: Final = 0.02
"""Seconds between two looks whether the page is drawn."""
_FRAMES: Final = 500
"""Looks after which it is opened again: a browser once never told, and the evaluation hung."""
_QUIET = (
    "#reward-display,#click-canvas{display:none!important}body{overflow:hidden}"
    "::-webkit-scrollbar{width:0}"
)
_ARRIVED = "return typeof core !== 'undefined'"
_OPENED: Final = 3
"""Times that a page is opened before its failure counts."""
_START = """
core.EPISODE_MAX_TIME = arguments[0];
Math.seedrandom(arguments[1]);
core.startEpisodeReal();
if (!document.getElementById('uitars-quiet'))
  document.head.insertAdjacentHTML('beforeend',
    '<style id="uitars-quiet">' + arguments[2] + '</style>');
window.uitarsShown = false;
requestAnimationFrame(() => requestAnimationFrame(() => { window.uitarsShown = true; }));
const told = core.getUtterance();
return typeof told === 'string' ? told : told.utterance;
"""
_SHOWN = "return window.uitarsShown"
"""Whether the browser drew the page since the task began: before, the screen is that of another."""
_STATE = "return [WOB_DONE_GLOBAL, WOB_RAW_REWARD_GLOBAL]"
_PLACE = """
return [screenX + (outerWidth - innerWidth) / 2, screenY + outerHeight - innerHeight,
        innerWidth, innerHeight]
"""


class Page:
    """The browser's page as the tasks need it."""

    def __init__(self, window: ChromiumPage, folder: Path) -> None:
        self._window = window
        self._folder = folder
        self._enough = 1.0

    def start(self, task: str, seed: int) -> str:
        """Show a fresh page of a task; what it asks for. Raises `DesktopError` where the browser
        does not draw it."""
        self._enough = NEAR.get(task, 1.0)
        self._window.bring_back()  # the try before may have put it away
        for _ in range(_OPENED):
            self._open((self._folder / f"{task}.html").as_uri())
            told = str(self._window.run(_START, _LONG, f"{task}-{seed}", _QUIET))
            if self._is_drawn():
                return told
        raise DesktopError(f"The browser does not draw the page {task}.", "Try again.")

    def _is_drawn(self) -> bool:
        for _ in range(_FRAMES):
            if self._window.run(_SHOWN):
                return True
            self._await_frame()
        return False

    def _open(self, address: str) -> None:
        """Again where the page before was still on its way elsewhere, as one that sent a form is:
        that ends what was just begun, or takes its place."""
        for left in reversed(range(_OPENED)):
            try:
                self._window.open(address)
            except DesktopError:
                if not left:
                    raise
            else:
                if self._window.run(_ARRIVED):
                    return

    def _await_frame(self) -> None:
        time.sleep(_FRAME)

    def run(self, script: str, *arguments: object) -> object:
        """What a script in the page returns."""
        return self._window.run(script, *arguments)

    def solved(self) -> bool | None:
        """Whether the page gave enough of its reward; None while the task goes on."""
        done, reward = self._window.run(_STATE)
        return float(reward) >= self._enough if done else None

    def box(self) -> Box:
        """Where the page lies on the screen."""
        left, top, width, height = (round(float(x) * SCALE) for x in self._window.run(_PLACE))
        return Box(left, top, left + width, top + height)


Contender = Callable[[Page, str], Model]
"""Makes whoever is to do a task, by the page and the task's name."""
Player = Callable[[], AbstractContextManager[Contender]]
"""Makes a contender for one desk; they play at the same time."""
Try = tuple[str, int]
"""A task and a seed."""


class Episode(msgspec.Struct, frozen=True):
    """One try."""

    task: str
    seed: int
    success: bool
    steps: int
    seconds: float
    ending: str


class Tries(msgspec.Struct, frozen=True):
    success: float
    """Share of the tries that were done."""
    episodes: int


class Row(msgspec.Struct, frozen=True):
    """How one contender did on the set; `interval` at 95 %."""

    success_rate: float
    """Mean over tasks of their success."""
    episodes: int
    interval: Interval
    steps_mean: float
    seconds_per_step: float
    tasks: dict[str, Tries]
    endings: dict[str, int]
    """How often a try that was not done ended how."""


class Report(Row, frozen=True, kw_only=True):
    """A model's row with those of the baselines beside it."""

    model: str
    baselines: dict[str, Row]


class Desk(msgspec.Struct, frozen=True):
    """A desktop with the browser on it."""

    hands: OpenHands
    page: Page
    proctor: Proctor


def read_tasks(path: Path) -> tuple[str, ...]:
    """Names of pages, one a line. Raises `UsageError` for none, for one twice, and for no page."""
    names = words(path)
    if not names:
        raise UsageError(f"{path} names no task.")
    pages = html_folder()
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"{path} names the task {name!r} twice.")
        if not (pages / f"{name}.html").is_file():
            raise UsageError(f"MiniWoB++ has no task {name!r}.", "Check the file of tasks.")
    return names


def html_folder() -> Path:
    """Where the package keeps its pages. Raises `UsageError` where it is not installed."""
    found = importlib.util.find_spec("miniwob")
    if found is None or found.origin is None:
        raise UsageError("The package miniwob is not installed.", install_extra("train"))
    return Path(found.origin).parent / "html" / "miniwob"


@contextmanager
def desk(session: SessionRecord | None = None) -> Generator[Desk]:
    """A private desktop with the browser's window; gone afterwards. `session`: a desktop that is
    there already, and stays."""
    with ExitStack() as opened:
        if session is None:
            where, workspace = "sandbox", str(opened.enter_context(scratch()))
        else:
            where, workspace = f"session:{session.id}", session.workspace
        settings = HandsSettings(
            desktop=where, workspace=workspace, policy=POLICY, actions_per_second=1000.0
        )
        proctor = Proctor()
        hands = open_hands(settings, proctor, threading.Event())
        try:
            options = (
                "--app=data:text/html,miniwob",
                "--window-position=0,0",
                "--window-size=424,262",
                f"--force-device-scale-factor={SCALE}",
            )
            with own_page(hands.environment, *OWN_PAGES, *options) as window:
                yield Desk(hands, Page(window, html_folder()), proctor)
        finally:
            hands.close()


EPISODE: msgspec.json.Decoder[Episode] = msgspec.json.Decoder(Episode)


class Played(NamedTuple):
    """A try that was played now and not kept from before."""

    episode: Episode
    look: Look | None
    """The last one of a try that failed, where it is wanted."""


def evaluate(
    tasks: Sequence[str],
    seeds: int,
    player: Player,
    kept: Kept[Episode],
    pool: Pool | None = None,
    failed: Callable[[Episode, Look], None] | None = None,
) -> Iterator[Episode]:
    """Every task with the seeds 0 to `seeds` - 1, in this order; `kept` has the tries of before.

    `pool`: has the desktops, on which tries are played at once; default one desktop, one by one.
    `failed`: told of each try that was played now and failed.
    """
    tries = [(task, seed) for task in tasks for seed in range(seeds)]
    missing = [one for one in tries if not kept.has(_key(one))]
    play_row = partial(_play_row, player, failed is not None)
    playing = play_row(missing) if pool is None else _at_once(missing, play_row, pool)

    def play() -> Episode:
        episode, look = next(playing)
        if look is not None and failed is not None:
            failed(episode, look)
        return episode

    with closing(playing):
        for one in tries:
            yield kept.once(_key(one), play, came_to_an_end)


def _key(one: Try) -> str:
    return "-".join(map(str, one))


def _at_once(
    tries: Sequence[Try], play_row: Callable[..., Iterator[Played]], pool: Pool
) -> Generator[Played]:
    size = min(_IN_A_ROW, -(-len(tries) // pool.sessions)) or 1
    rows = [tries[start : start + size] for start in range(0, len(tries), size)]

    def play(row: Sequence[Try]) -> list[Played]:
        return pool.work(partial(_whole, play_row, row))

    with ThreadPoolExecutor(pool.sessions) as workers:
        for played in workers.map(play, rows):
            yield from played


def _whole(
    play_row: Callable[..., Iterator[Played]], tries: Sequence[Try], session: SessionRecord
) -> list[Played]:
    return list(play_row(tries, session))


def _play_row(
    player: Player, looks: bool, tries: Sequence[Try], session: SessionRecord | None = None
) -> Generator[Played]:
    """Tries on one desktop, as they come."""
    if not tries:
        return
    with player() as contender, desk(session) as desktop:
        for task, seed in tries:
            look = LastLook()
            episode = try_task(task, seed, contender(desktop.page, task), desktop, look.of)
            wanted = looks and not episode.success
            yield Played(episode, look.taken() if wanted else None)


def try_task(
    task: str,
    seed: int,
    model: Model,
    desktop: Desk,
    record: Callable[[Task], Journal] | None = None,
) -> Episode:
    """One try, by the loop that every run goes through. `record`: makes the journal of the task as
    the page tells it; nothing is kept without."""
    page, began, steps = desktop.page, time.monotonic(), 0
    # A menu of the browser that the try before left open would lie over this one.
    desktop.hands.perform(Press(("esc",)), desktop.hands.observe())
    told = Task(page.start(task, seed))
    desktop.proctor.told = told.text
    turns = loop.run(
        told,
        model,
        desktop.hands,
        WorkingMemory(),
        (record or LastLook().of)(told),
        window=Window(),
        limits=Limits(steps=STEPS, seconds=SECONDS),
        control=Control(),
        answer=lambda _question: None,
    )
    ending, solved = "", page.solved()
    while solved is None and not ending:
        try:
            next(turns)
        except StopIteration as stopped:
            ending = str(stopped.value.ending)
        else:
            steps += 1
        solved = page.solved()
    turns.close()
    seconds = time.monotonic() - began
    return Episode(task, seed, bool(solved), steps, seconds, ending or "page ended")


def row(episodes: Sequence[Episode]) -> Row:
    """Counts over tries. Raises `UsageError` where there are none."""
    if not episodes:
        raise UsageError("No task was tried.")
    by_task = counted([(one.task, one.success) for one in episodes])
    right = sum(one.success for one in episodes)
    steps = sum(one.steps for one in episodes)
    endings = counted([(one.ending, True) for one in episodes if not one.success])
    tasks = {name: Tries(done / tried, tried) for name, (done, tried) in by_task.items()}
    return Row(
        success_rate=round(sum(one.success for one in tasks.values()) / len(tasks), 4),
        episodes=len(episodes),
        interval=wilson(right, len(episodes)),
        steps_mean=round(steps / len(episodes), 2),
        seconds_per_step=round(sum(one.seconds for one in episodes) / max(1, steps), 3),
        tasks=tasks,
        endings={ending: count for ending, (count, _) in endings.items()},
    )


def report(model: str, own: Row, baselines: dict[str, Row]) -> Report:
    """All rows as the contract writes them."""
    return Report(model=model, baselines=baselines, **msgspec.structs.asdict(own))
