"""The loop: finished episodes out of the pool, an update, new weights for the server. Resumable to
the same optimizer state; episodes go on all the while."""

from __future__ import annotations

import copy
import time
from contextlib import ExitStack, closing
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
import torch

from uitars_runtime.backends.embedded.network.decoder import FILE
from uitars_runtime.errors import UsageError
from uitars_train.alone import alone
from uitars_train.ending import ended_early
from uitars_train.network.training import CHECKPOINT, above_zero, check_run, device_named
from uitars_train.rl import curriculum, saving
from uitars_train.rl.actors import Order
from uitars_train.rl.algorithms import PPO, Algorithm, Pace, group_of, reads_reference
from uitars_train.rl.crew import Crew
from uitars_train.rl.dynamics import Dynamics
from uitars_train.rl.environment import Place, opened
from uitars_train.rl.learner import Figures, Learner
from uitars_train.rl.policy import CriticKind
from uitars_train.rl.pool import Pool, Taken, Terms
from uitars_train.rl.saving import Progress
from uitars_train.rl.server import Service
from uitars_train.rl.traces import Trace
from uitars_train.scratch import scratch

WEIGHTS: Final = "policy.pt"
_KNOWS: Final = 0.5
"""Explained variance on episodes held out from which the policy learns by the critic."""
_HELD: Final = 4
"""One of so many episodes is held out while the critic learns alone."""
_REMEMBERED: Final = 400
"""Episodes that the critic learns from alone: the policy stands still, so they stay true. Ours."""
_PAUSE: Final = 0.05
"""Seconds between two looks into the pool."""
_TENDED: Final = 2.0
"""Seconds between two looks whether all processes live."""


class Settings(msgspec.Struct, frozen=True):
    """What a run needs to know."""

    out: Path
    minutes: float
    algorithm: Algorithm
    start: Path
    """A folder with exported weights."""
    place: Place = Place()
    terms: Terms = Terms()
    pace: Pace = Pace()
    critic: CriticKind = "shared"
    values: int = 12
    """Updates of the critic alone, at most, where it does not come to know enough. Ours."""
    actors: int = 1
    threads: int = 32
    """Environments of an actor."""
    seed: int = 1
    resume: bool = False
    own: Path | None = None
    """Kept steps that are replayed."""


class Trained(msgspec.Struct, frozen=True):
    """What a run came to."""

    updates: int
    """Of the policy."""
    ended: bool
    """Whether somebody ended it before its time."""
    steps_per_second: float
    """Of episodes, of all that was learned from."""


def train(settings: Settings) -> Trained:
    """For some minutes of wall time; SIGTERM and Ctrl-C end it early with a checkpoint. Raises
    `UsageError` for what cannot be."""
    pace = settings.pace
    above_zero(
        minutes=settings.minutes,
        rate=pace.rate,
        batch=pace.size,
        temperature=pace.temperature,
        actors=settings.actors,
        threads=settings.threads,
    )
    opened(settings.place).close()  # what is missing is said before anything is written
    check_run(settings.out, resume=settings.resume)
    torch.set_num_threads(1)
    torch.manual_seed(settings.seed)  # pyright: ignore[reportUnknownMemberType]
    with alone(settings.out), ended_early() as ended, closing(Run(settings)) as run:
        while not ended.is_set() and run.goes_on:
            run.turn()
    progress = run.progress
    a_second = progress.seen / progress.seconds if progress.seconds else 0.0
    return Trained(progress.step, ended.is_set(), a_second)


class Run:
    """One run at work."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        out = settings.out
        policy = saving.started(settings.start, settings.critic)
        device = device_named("auto")
        chosen = settings.algorithm
        pace, own = settings.pace, settings.own
        stays = reads_reference(chosen) or own is not None
        reference = copy.deepcopy(policy).to(device) if stays else None
        self._learner = Learner(policy.to(device), chosen, pace, reference, own)
        digest = sha256((settings.start / FILE).read_bytes()).hexdigest()
        self.progress = Progress(env=settings.place.kind, start=digest)
        if settings.resume:
            told = saving.resume(out / CHECKPOINT, policy, self._learner.optimizer)
            for before, now, option in (
                (told.env, self.progress.env, f"--env {told.env}"),
                (told.start, self.progress.start, "the --start that it began with"),
            ):
                if before not in {"", now}:
                    raise UsageError(f"The run in {out} was begun otherwise.", f"Give {option}.")
            self.progress = msgspec.structs.replace(
                told, env=self.progress.env, start=self.progress.start
            )
        out.mkdir(parents=True, exist_ok=True)
        if not settings.resume:  # who ends it before its first update goes on from here
            self._save()
        self._publish()
        self._opened = ExitStack()
        order = _order(settings, self._opened.enter_context(scratch()) / "policy")
        self._curriculum = order.curriculum
        self._tell_actors()
        self._pool = Pool(order.pool)
        self._pool.sweep()
        self._pool.drop(self.progress.names if settings.resume else self._pool.names())
        self._lost = order.lost
        self._lost.touch()
        self._known: list[Trace] = []
        self._unread = Taken()
        """What the critic has not learned from yet."""
        self._dynamics = Dynamics(out, self.progress.values + self.progress.step)
        service = Service(order.address, out / WEIGHTS, settings.pace.temperature, settings.seed)
        self.crew = Crew(service, order, settings.actors)
        self._began = self._tended = self._updated = time.monotonic()
        self._before = self.progress.seconds
        self._waiting = 0

    @property
    def goes_on(self) -> bool:
        """Whether there is time left."""
        return time.monotonic() - self._began < self._settings.minutes * 60

    @property
    def _values_first(self) -> bool:
        """Whether the critic is to learn alone."""
        return isinstance(self._settings.algorithm, PPO) and not self.progress.valued

    def turn(self) -> None:
        """An update where enough is finished, else a moment's wait."""
        if time.monotonic() - self._tended > _TENDED:
            waiting = self._pool.waiting()
            self.crew.tend(progress=waiting != self._waiting)
            self._waiting, self._tended = waiting, time.monotonic()
        settings = self._settings
        group = group_of(settings.algorithm)
        taken = self._pool.take(settings.terms, self.progress.step, group)
        if taken is None:
            time.sleep(_PAUSE)
        elif self._values_first:
            self._value(taken)
        else:
            self._learn(taken)

    def _learn(self, taken: Taken) -> None:
        version = self.progress.step
        began = time.monotonic()
        figures = self._learner.update(taken.played, taken.shown, version)
        ages = [version - one.utterance.version for trace in taken.played for one in trace.turns]
        figures["staleness"] = sum(ages) / len(ages)
        now = version + 1
        self._keep(taken, figures, began, step=now)
        self._publish()

    def _tell_actors(self) -> None:
        """What to play."""
        tally = self.progress.tally
        told = msgspec.structs.replace(tally, shows=not self._values_first)
        curriculum.write(self._curriculum, told)

    def _publish(self) -> None:
        """What the server speaks by."""
        with self._learner.speaking():
            path = self._settings.out / WEIGHTS
            saving.publish(path, self._learner.policy, self.progress.step)

    def _value(self, taken: Taken) -> None:
        """The critic alone, until it knows enough or its time is over."""
        began, number = time.monotonic(), self.progress.values + 1
        self._known = [*self._known, *taken.played][-_REMEMBERED:]
        held = [one for one in self._known if _is_held(one)]
        rest = [one for one in self._known if not _is_held(one)]
        self._unread = self._unread.with_more(taken)
        if not held or not rest:  # so few that none is held out, or all are
            return
        taken, self._unread = self._unread, Taken()
        figures = self._learner.value(rest, held, number)
        knows = figures["explained variance"] >= _KNOWS or number >= self._settings.values
        self._keep(taken, figures, began, values=number, valued=knows)

    def _keep(self, taken: Taken, figures: Figures, began: float, **changed: int | bool) -> None:
        """On disk, then out of the pool; what the actors and people are told."""
        now = time.monotonic()
        progress = self.progress
        steps = sum(len(trace.turns) for trace in taken.played)
        earned = [trace.reward >= 1 for trace in taken.played]
        figures |= {
            "success": sum(earned) / max(len(earned), 1),
            "seconds of an update": now - began,
            "steps a second": steps / (now - self._updated),
            "too old": float(self._pool.stale),
            "lost": float(self._lost.stat().st_size),
            "processes started again": float(self.crew.deaths),
        }
        self._updated = now
        self.progress = msgspec.structs.replace(
            progress,
            seen=progress.seen + steps,
            seconds=self._before + now - self._began,
            names=taken.names,
            tally=progress.tally.with_traces(taken.played),
            **changed,
        )
        self._save()
        self._pool.drop(taken.names)
        self._tell_actors()
        phase = "value" if "values" in changed else "policy"
        self._dynamics.add(phase, self.progress, figures)

    def _save(self) -> None:
        """What `--resume` goes on from."""
        path, learner = self._settings.out / CHECKPOINT, self._learner
        saving.save(path, learner.policy, learner.optimizer, self.progress)

    def close(self) -> None:
        """End the processes; the page of the run is written."""
        self.crew.close()
        self._pool.sweep()
        self._opened.close()
        self._dynamics.close()


def _is_held(trace: Trace) -> bool:
    return trace.seed % _HELD == 0


def _order(settings: Settings, address: Path) -> Order:
    group = group_of(settings.algorithm)
    return Order(
        settings.place,
        settings.out,
        address,
        settings.threads,
        settings.seed,
        group,
        2 * max(settings.terms.least, group * settings.actors * settings.threads),
    )
