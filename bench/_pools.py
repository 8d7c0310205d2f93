"""What a pool of sessions is worth: pages and steps with one desktop and with four, a session that
is killed, a node of a cluster that is killed."""

from __future__ import annotations

import os
import random
import signal
import statistics
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, nullcontext
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from uitars_runtime import loop
from uitars_runtime.budget import Limits
from uitars_runtime.control import Control
from uitars_runtime.frame import Frame
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.hands.process import open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.memory.window import Window
from uitars_runtime.memory.working import WorkingMemory
from uitars_runtime.protocols import PastStep, Stop
from uitars_runtime.sessions.folder import living
from uitars_runtime.sessions.pool import LocalPool
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.sessions.terms import SessionOrder
from uitars_runtime.types import Click, Point, Proposal, Task, Type
from uitars_train.evaluate import miniwob
from uitars_train.evaluate.contenders import Oracle
from uitars_train.evaluate.kept import Kept
from uitars_train.evaluate.last_look import LastLook

PROGRAM = "mousepad note.txt"
OPEN = Path(__file__).parent / "exam" / "miniwob_open.txt"
TRIES, TOGETHER = 3, 4
SECONDS = 20.0
"""That steps are counted."""
EDGE = 120
"""Pixels from the window's corner: inside the text of the program."""


class Typist:
    """Implements `Model`: clicks somewhere into the text and types a word, again and again."""

    name, dialect = "typist", "none"

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def propose(
        self,
        task: Task,
        recalled: Sequence[str],
        past: Sequence[PastStep],
        seen: Frame,
        stop: Stop,
        /,
    ) -> Proposal:
        """The next of the two."""
        if len(past) % 2:
            return Proposal("", Type(f"word {len(past)} "), "")
        x, y = (self._chance.randrange(EDGE, 2 * EDGE) for _ in range(2))
        return Proposal("", Click(Point(x, y)), "")

    def close(self) -> None:
        """Nothing is open."""


def steps_in(session: SessionRecord, seed: int, ready: threading.Barrier) -> float:
    """Steps of the whole way a second: look, propose, review, act, look what changed."""
    settings = HandsSettings(
        desktop=f"session:{session.id}",
        workspace=session.workspace,
        policy="autonomous-in-sandbox",
        actions_per_second=1000.0,
    )
    with closing(open_hands(settings, NobodyAsker(), threading.Event())) as hands:
        turns = loop.run(
            Task("Type words."),
            Typist(seed),
            hands,
            WorkingMemory(),
            LastLook(),
            window=Window(),
            limits=Limits(steps=10_000, seconds=600.0, repeats=10_000),
            control=Control(),
            answer=lambda _question: None,
        )
        with closing(turns):
            next(turns)
            ready.wait()
            began, count = time.monotonic(), 0
            while (passed := time.monotonic() - began) < SECONDS:
                step = next(turns)
                if not step.outcome.ok:
                    raise ValueError(f"a step was not carried out: {step.outcome.text}")
                count += 1
    return count / passed


def steps(_rounds: int) -> dict[str, float]:
    """With one session, and with four at once."""
    found: dict[str, float] = {}
    for sessions in (1, TOGETHER):
        ready = threading.Barrier(sessions)
        with (
            LocalPool(SessionOrder(apps=(PROGRAM,)), sessions) as pool,
            ThreadPoolExecutor(sessions) as workers,
        ):
            jobs = [_counting(seed, ready) for seed in range(sessions)]
            done = [workers.submit(pool.work, job) for job in jobs]
            found[f"steps_a_second_{sessions}"] = sum(one.result() for one in done)
    return {**found, "steps_load": os.getloadavg()[0]}


def _counting(seed: int, ready: threading.Barrier) -> Callable[[SessionRecord], float]:
    return lambda session: steps_in(session, seed, ready)


def pages(_rounds: int) -> dict[str, float]:
    """All open pages, three tries each, by who knows how they are done: one by one, and by four."""
    tasks = miniwob.read_tasks(OPEN)
    found: dict[str, float] = {}
    verdicts: list[list[tuple[str, int, bool]]] = []
    for sessions in (TOGETHER, 1):
        kept = Kept(None, miniwob.EPISODE)
        pool = LocalPool(SessionOrder(programs="open"), sessions) if sessions > 1 else None
        began = time.perf_counter()
        with pool or nullcontext():
            tried = list(miniwob.evaluate(tasks, TRIES, lambda: nullcontext(Oracle), kept, pool))
        found[f"pages_{sessions}_s"] = time.perf_counter() - began
        found[f"pages_{sessions}_done"] = sum(one.success for one in tried)
        found[f"pages_{sessions}_load"] = os.getloadavg()[0]
        verdicts.append([(one.task, one.seed, one.success) for one in tried])
        for one in tried:
            if not one.success:
                print(f"with {sessions}: {one.task} {one.seed} {one.ending}")
        if pool is not None:
            figures = msgspec.structs.asdict(pool.metrics)
            found |= {f"pages_pool_{name}": value for name, value in figures.items()}
    same = sum(one == other for one, other in zip(*verdicts, strict=True))
    return {
        **found,
        "pages_tries": len(tasks) * TRIES,
        "pages_same_verdict": same,
        "pages_faster": found["pages_1_s"] / found[f"pages_{TOGETHER}_s"],
    }


def replaced(rounds: int) -> dict[str, float]:
    """From kill -9 of a pool's only session until another one does a command's work."""
    times: list[float] = []
    with LocalPool(SessionOrder(apps=(PROGRAM,)), 1) as pool:
        for _ in range(rounds):
            session = pool.work(lambda record: record)
            while session.id not in {one.id for one in living()}:
                time.sleep(0.01)
            os.kill(session.host, signal.SIGKILL)
            began = time.perf_counter()
            assert pool.work(lambda record: record.id) != session.id
            times.append(time.perf_counter() - began)
    return {"replaced_s": statistics.median(times)}


def cluster(_rounds: int) -> dict[str, float]:
    """From the death of one of two nodes until work is done again in a session that was not there
    before; nothing where Ray is not installed."""
    if find_spec("ray") is None:
        print("Ray is not installed: pip install 'uitars[pool]'")
        return {}
    from uitars_runtime.sessions.ray_pool import RayPool, library

    ray = library()
    node: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 1 << 27}
    clusters = import_module("ray.cluster_utils")
    both = clusters.Cluster(
        initialize_head=True, head_node_args={**node, "include_dashboard": False}
    )
    other = both.add_node(**node)
    ray.init(address=both.address, log_to_driver=False, logging_level="ERROR")
    done: list[tuple[float, str]] = []
    tries = range(40)

    def work(number: int) -> int:
        number, session = pool.work(_Napping(number))
        done.append((time.monotonic(), session))
        return number

    with RayPool(SessionOrder(programs="open"), 2) as pool, ThreadPoolExecutor(2) as workers:
        coming = workers.map(work, tries)
        first = [next(coming) for _ in range(6)]
        before = {session for _, session in done}
        both.remove_node(other, allow_graceful=False)
        killed = time.monotonic()
        counted = [*first, *coming]
        repeated = pool.metrics.repeated
    ray.shutdown()
    both.shutdown()
    assert counted == list(tries)
    new = [at - killed for at, session in done if session not in before]
    gaps = [at - killed for at, _ in done if at > killed]
    return {
        "cluster_goes_on_s": min(gaps),
        "cluster_replaced_s": min(new),
        "cluster_tries": len(counted),
        "cluster_repeated": repeated,
        "cluster_load": os.getloadavg()[0],
    }


class _Napping:
    """Work that takes a second."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __call__(self, session: SessionRecord) -> tuple[int, str]:
        time.sleep(1.0)
        return self._number, session.id
