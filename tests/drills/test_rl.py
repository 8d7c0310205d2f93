"""Kill -9 of a learning run: of the learner, the policy's server and the actors, at any moment.
Only open episodes are lost, none is learned twice, updates on disk stand, nothing stays behind."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import msgspec
import psutil
import pytest
import torch

from helpers.drill import processes_naming
from helpers.learning import small_weights
from uitars_train.network.training import CHECKPOINT
from uitars_train.rl import dynamics
from uitars_train.rl.dynamics import LINES
from uitars_train.rl.saving import Progress
from uitars_train.rl.traces import Finished, Trace

KILLS = 50
PATIENCE = 600.0


class Update(NamedTuple):
    """One that is on disk."""

    progress: Progress
    steps: int
    """Of the optimizer, so far."""

    @property
    def number(self) -> int:
        return self.progress.values + self.progress.step


class Witness:
    """Keeps all episodes that are finished and all checkpoints, as they appear."""

    def __init__(self, out: Path, kept: Path) -> None:
        self._checkpoint, self._pool = out / CHECKPOINT, out / "pool"
        self._episodes, self._updates = kept / "episodes", kept / "updates"
        for folder in (self._episodes, self._updates):
            folder.mkdir(parents=True)
        self.finished: set[str] = set()
        self.updates: set[int] = set()
        """Checkpoints by their inodes."""
        self.over = threading.Event()

    def watch(self) -> None:
        while not self.over.wait(0.01):
            self.look()

    def look(self) -> None:
        for path in self._pool.glob("*.trace"):
            if path.stem not in self.finished:
                with suppress(FileNotFoundError):  # it is learned from meanwhile: that shows
                    os.link(path, self._episodes / path.name)
                    self.finished.add(path.stem)
        with suppress(FileNotFoundError):  # none yet
            if self._checkpoint.stat().st_ino not in self.updates:
                new = self._updates / "new"
                os.link(self._checkpoint, new)
                inode = new.stat().st_ino
                new.rename(self._updates / str(inode))
                self.updates.add(inode)

    def turns(self, name: str) -> int:
        """Steps of the policy in an episode; an expert's has none."""
        data = (self._episodes / f"{name}.trace").read_bytes()
        one = msgspec.msgpack.decode(data, type=Finished)
        return len(one.turns) if isinstance(one, Trace) else 0

    def history(self) -> list[Update]:
        """All updates, in their order."""
        found: list[Update] = []
        for path in self._updates.iterdir():
            state = torch.load(path, weights_only=True)
            steps = max(int(one["step"]) for one in state["optimizer"]["state"].values())
            found.append(Update(msgspec.json.decode(state["progress"], type=Progress), steps))
        return sorted(found, key=lambda one: one.number)


@contextmanager
def watched(out: Path, kept: Path) -> Iterator[Witness]:
    witness = Witness(out, kept)
    thread = threading.Thread(target=witness.watch)
    thread.start()
    try:
        yield witness
    finally:
        witness.over.set()
        thread.join()
        witness.look()


class Run:
    """A learning run that is started again where it was killed."""

    def __init__(self, out: Path, start: Path, temporary: Path) -> None:
        self._out, self._start, self._temporary = out, start, temporary
        self.killed: Counter[str] = Counter()
        self.learner = self._begun()

    def _begun(self) -> subprocess.Popen[bytes]:
        given = [sys.executable, "-m", "uitars_train.cli", "rl", "--minutes", "120"]
        given += ["--out", str(self._out), "--start", str(self._start), "--least", "2"]
        given += ["--actors", "2", "--threads", "3", "--staleness", "1000000"]
        given += ["--resume"] if (self._out / CHECKPOINT).exists() else []
        return subprocess.Popen(given, env={**os.environ, "TMPDIR": str(self._temporary)})

    def await_that(self, what: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not what():
            assert self.learner.poll() is None, "the learner ended by itself"
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def kill_some(self, rng: random.Random) -> None:
        """Some at once; the learner is started again when all that it started is gone."""
        family = self._family()
        chosen = [one for one in family if rng.random() < 0.5] or [rng.choice(list(family))]
        for process in chosen:
            with suppress(psutil.NoSuchProcess):
                process.send_signal(signal.SIGKILL)
                self.killed[family[process]] += 1
        if any(process.pid == self.learner.pid for process in chosen):
            self.await_end()
            self.learner = self._begun()

    def await_end(self) -> int:
        """Until the learner and all that it started are gone; its exit code."""
        code = self.learner.wait(PATIENCE)
        deadline = time.monotonic() + PATIENCE
        while processes_naming(self._temporary):
            assert time.monotonic() < deadline, "the learner's processes outlive it"
            time.sleep(0.05)
        return code

    def _family(self) -> dict[psutil.Process, str]:
        """Who is who: the server is known by its socket once that is open."""
        learner = psutil.Process(self.learner.pid)
        found = {learner: "learner"}
        for child in learner.children():
            with suppress(psutil.NoSuchProcess):
                if "resource_tracker" in " ".join(child.cmdline()):
                    continue
                sockets = [one.laddr for one in child.net_connections("unix")]
                found[child] = "server" if any(map(str, sockets)) else "actor or starting"
        return found


@pytest.mark.drill
@pytest.mark.timeout(7200)
def test_killed_at_any_moment_only_open_episodes_are_lost(tmp_path: Path) -> None:
    start = small_weights(tmp_path / "start")
    out, rng = tmp_path / "run", random.Random(9)
    # A socket's path is short.
    with (
        tempfile.TemporaryDirectory(prefix="rl-") as temporary,
        watched(out, tmp_path / "kept") as witness,
    ):
        run = Run(out, start, Path(temporary))
        while run.killed.total() < KILLS:
            known = len(witness.finished)
            run.await_that(lambda known=known: len(witness.finished) > known)  # type: ignore[misc]
            time.sleep(rng.uniform(0, 2))
            run.kill_some(rng)
        known = len(witness.updates)
        run.await_that(lambda: len(witness.updates) > known)
        run.learner.terminate()
        assert run.await_end() == 0
        assert list(Path(temporary).glob("uitars-*")) == []
    history = witness.history()
    learned = [name for update in history for name in update.progress.names]
    left = {path.stem for path in (out / "pool").glob("*.trace")}
    print(f"{dict(run.killed)}; {len(history)} updates, {history[-1].steps} of the optimizer;")
    print(f"{len(witness.finished)} episodes, {len(learned)} learned from, {len(left)} left")
    assert {"learner", "server", "actor or starting"} == run.killed.keys()
    # Each update goes on from the one before it.
    assert [one.number for one in history] == list(range(1, len(history) + 1))
    assert all(one.steps > before.steps for before, one in pairwise(history))
    # What is finished is learned once or waits.
    assert len(learned) == len(set(learned))
    assert set(learned).isdisjoint(left)
    assert set(learned) | left == witness.finished
    assert history[-1].progress.seen == sum(map(witness.turns, learned))
    assert sorted(out.rglob("*.part")) == []
    # A kill between a checkpoint and its line costs the curve a point.
    told = len(dynamics.read(out / LINES))
    assert len(history) - run.killed["learner"] <= told <= len(history)
