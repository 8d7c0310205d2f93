"""`uitars-train evaluate games`: a model beside random moves and a player that reads the state.

The model looks at a headful browser on a private desktop and works it with the product's own
hands; the other two play the same pages by the browser's input. Time stands still but for what a
step takes, however long a model thinks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from statistics import fmean
from typing import Final, Literal

import msgspec

from uitars_runtime import loop
from uitars_runtime.backends.registry import open_model
from uitars_runtime.browser.chromium import OWN_PAGES
from uitars_runtime.browser.own import headless
from uitars_runtime.browser.page import Page
from uitars_runtime.budget import Limits
from uitars_runtime.control import Control
from uitars_runtime.memory.window import Window
from uitars_runtime.memory.working import WorkingMemory
from uitars_runtime.protocols import Model
from uitars_runtime.sessions.pool import Pool
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.types import Task
from uitars_train.evaluate.game_desk import SIZE, GameDesk, game_desk
from uitars_train.evaluate.last_look import LastLook
from uitars_train.games.catalogue import Entry
from uitars_train.games.episode import Episode, played
from uitars_train.games.page import GamePage
from uitars_train.games.players.random import RandomPlayer
from uitars_train.games.players.scripted import Player, ScriptedPlayer
from uitars_train.games.records import TamperedError

_SECONDS_PER_STEP: Final = 30.0


class Row(msgspec.Struct, frozen=True):
    """Mean scores of a game."""

    kind: Literal["played", "apart"]
    score: float
    """The model's."""
    random: float
    scripted: float
    """The reference; no person was measured."""
    normalised: float
    """The model's score, where the reference counts as 100."""


class Report(msgspec.Struct, frozen=True):
    """All games; the means are of the normalised scores, None where no such game was played."""

    model: str
    steps: int
    seeds: int
    games: dict[str, Row]
    mean_played: float | None
    mean_apart: float | None


class Order(msgspec.Struct, frozen=True):
    """What is to be played."""

    games: tuple[Entry, ...]
    model: str
    base_url: str | None = None
    seeds: int = 1
    steps: int = 100


def evaluate(order: Order, pool: Pool | None = None) -> Iterator[tuple[str, Row]]:
    """Every game by all three, in the order of the games. `pool`: has the desktops, on which games
    are played at once, each by a model of its own; default one by one."""
    with ThreadPoolExecutor(1 if pool is None else pool.sessions) as workers:
        rows = workers.map(partial(_row, order, pool), order.games)
        for entry, row in zip(order.games, rows, strict=True):
            yield entry.name, row


def report(order: Order, rows: dict[str, Row]) -> Report:
    """All rows and their means."""

    def mean(kind: str) -> float | None:
        found = [row.normalised for row in rows.values() if row.kind == kind]
        return round(fmean(found), 2) if found else None

    return Report(order.model, order.steps, order.seeds, rows, mean("played"), mean("apart"))


def _row(order: Order, pool: Pool | None, entry: Entry) -> Row:
    seeds = range(order.seeds)
    with headless(*OWN_PAGES) as page:
        page.view(*SIZE)
        scripted = _mean(_plays(page, entry, lambda _: ScriptedPlayer(entry), seeds, order.steps))
        chance = _mean(
            _plays(page, entry, lambda seed: RandomPlayer(entry, seed), seeds, order.steps)
        )
    play = partial(model_plays, entry, order.model, order.base_url, seeds, order.steps)
    score = _mean(play() if pool is None else pool.work(play))
    kind: Literal["played", "apart"] = "apart" if entry.apart else "played"
    return Row(kind, score, chance, scripted, round(100 * score / max(1.0, scripted), 2))


def _mean(episodes: Sequence[Episode]) -> float:
    return round(fmean(one.score for one in episodes), 2)


def _plays(
    page: Page, entry: Entry, player: Callable[[int], Player], seeds: Sequence[int], steps: int
) -> list[Episode]:
    game = GamePage(page, entry)
    try:
        return [played(game, player(seed), seed, steps) for seed in seeds]
    finally:
        game.close()


def model_plays(
    entry: Entry,
    model: str,
    base_url: str | None,
    seeds: Sequence[int],
    steps: int,
    session: SessionRecord | None = None,
) -> list[Episode]:
    """A model of its own on a private desktop with the game's window. `session`: a desktop that is
    there already, and stays."""
    with game_desk(session) as desk:
        opened = open_model(model, base_url)
        try:
            return [_try(desk, entry, seed, steps, opened) for seed in seeds]
        finally:
            opened.close()


def _try(desk: GameDesk, entry: Entry, seed: int, steps: int, model: Model) -> Episode:
    """One game by the loop that every run goes through."""
    game, made = GamePage(desk.page, entry), 0
    game.reset(seed)
    task = Task(desk.asked())
    turns = loop.run(
        task,
        model,
        desk.hands,
        WorkingMemory(),
        LastLook().of(task),
        window=Window(),
        limits=Limits(steps=steps, seconds=steps * _SECONDS_PER_STEP),
        control=Control(),
        answer=lambda _question: None,
    )
    verdict = game.verify()
    try:
        for _ in turns:
            game.let_pass()
            verdict, made = game.verify(), made + 1
            if verdict.done:
                break
    except TamperedError:
        return Episode(0, 1, made, done=True, checksum="")
    finally:
        turns.close()
        game.close()
    return Episode(verdict.score, verdict.level, made, verdict.done, verdict.checksum)
