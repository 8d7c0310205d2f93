"""Who plays: processes of threads, each with an environment of its own, that ask the server and put
what they finished into the pool.

A dead environment is opened anew and its episode is lost, with its group; so is one whose server is
gone. Actors wait while the pool is full, so that what is played does not grow old there.
"""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import random
import threading
import time
import traceback
import uuid
from pathlib import Path
from typing import Final

import msgspec

from uitars_runtime.backends.embedded.network.grammar import Grammar
from uitars_runtime.errors import UitarsError, UsageError
from uitars_train.rl import curriculum
from uitars_train.rl.environment import Environment, LostError, Place, opened
from uitars_train.rl.pool import Pool
from uitars_train.rl.server import Client
from uitars_train.rl.traces import Lesson, Trace, Turn

_PAUSE: Final = 0.1
"""Seconds between two looks whether there is room in the pool, or a server."""
_LONGEST: Final = 128
"""Steps after which an episode that does not end has failed."""


class Order(msgspec.Struct, frozen=True):
    """What an actor process does."""

    place: Place
    folder: Path
    """With the pool and the curriculum."""
    address: Path
    """Of the server's socket."""
    threads: int
    seed: int
    group: int = 1
    room: int = 96
    """Episodes that may wait in the pool."""

    @property
    def pool(self) -> Path:
        return self.folder / "pool"

    @property
    def curriculum(self) -> Path:
        return self.folder / "curriculum.json"

    @property
    def lost(self) -> Path:
        """A file that grows by one byte for every lost episode."""
        return self.folder / "lost"


def act(order: Order) -> None:
    """Play until the process that started this one is gone."""
    for index in range(order.threads):
        threading.Thread(target=_play, args=(order, index), daemon=True).start()
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])


def _play(order: Order, index: int) -> None:
    """A thread's work. A defect ends the process: whoever started it sees that."""
    try:
        actor = Actor(order, random.Random(f"{order.seed} {index}"))
        while True:
            actor.play()
    except BaseException:
        traceback.print_exc()
        os._exit(1)


class Actor:
    """One environment and whoever works it."""

    def __init__(self, order: Order, rng: random.Random) -> None:
        self._order = order
        self._rng = rng
        self._pool = Pool(order.pool)
        self._environment: Environment | None = None
        self._client: Client | None = None

    def play(self) -> None:
        """A task, as often as a group has members."""
        while self._pool.waiting() >= self._order.room:
            time.sleep(_PAUSE)
        try:
            self._client = self._client or Client(self._order.address)
        except LostError:  # it is still starting, or is started again
            time.sleep(_PAUSE)
            return
        try:
            environment = self._environment = self._environment or opened(self._order.place)
            tally = curriculum.read(self._order.curriculum)
            task, seed, shown = tally.drawn(environment.tasks, self._rng)
            if shown:
                self._show(environment, task, seed)
            else:
                self._group(environment, self._client, task, seed)
        except UsageError:
            raise
        except UitarsError:
            self._lose()

    def _show(self, environment: Environment, task: str, seed: int) -> None:
        if samples := environment.shown(task, seed):
            self._pool.put(Lesson(task, tuple(samples)))

    def _group(self, environment: Environment, client: Client, task: str, seed: int) -> None:
        """Into the pool once it is whole: what is left of one that broke off nobody could take from
        there, and many such leave no room to play."""
        group = uuid.uuid4().hex
        finished: list[Trace] = []
        for _ in range(self._order.group):
            if not environment.reset(task, seed):
                return
            turns = played(environment, client)
            finished.append(Trace(task, seed, group, turns, environment.reward()))
        for one in finished:
            self._pool.put(one)

    def _lose(self) -> None:
        """The environment is opened anew, the server asked for again."""
        with self._order.lost.open("ab") as file:
            file.write(b".")
        environment, client = self._environment, self._client
        self._environment = self._client = None
        for one in (environment, client):
            if one is not None:
                try:
                    one.close()
                except UitarsError:
                    traceback.print_exc()
        time.sleep(_PAUSE)


def played(environment: Environment, client: Client) -> tuple[Turn, ...]:
    """An episode that was begun, to its end."""
    turns: list[Turn] = []
    goes_on = True
    while goes_on and len(turns) < _LONGEST:
        situation = environment.look()
        utterance = client.ask(situation)
        turns.append(Turn(situation, utterance))
        goes_on = environment.act(Grammar(situation).decision(utterance.said))
    return tuple(turns)
