"""How a run of reinforcement learning goes, without the processes that play beside it."""

from __future__ import annotations

import random
import signal
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from helpers.learning import small_weights, some_traces
from uitars_runtime.errors import ModelError, UsageError
from uitars_train.ending import ended_early
from uitars_train.rl import actors, crew, curriculum, saving, training
from uitars_train.rl.algorithms import PPO, Pace, Rejection
from uitars_train.rl.dynamics import read as lines_of
from uitars_train.rl.environment import Place
from uitars_train.rl.learner import Learner
from uitars_train.rl.pool import Pool, Terms
from uitars_train.rl.saving import Progress
from uitars_train.rl.server import Service
from uitars_train.rl.traces import Trace
from uitars_train.rl.training import Run, Settings


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_weights(tmp_path_factory.mktemp("start"))


@pytest.fixture(scope="module")
def traces(start: Path) -> list[Trace]:
    return some_traces(start)


class Nobody:
    """In the place of the processes that play."""

    deaths = 0

    def __init__(self, *_: object) -> None:
        """Nothing is started."""

    def tend(self, *, progress: bool) -> None:
        """Nobody died."""

    def close(self) -> None:
        """Nothing is to be ended."""


def test_what_waits_for_the_critic_counts_with_what_it_learns_from(
    tmp_path: Path, start: Path, traces: list[Trace], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "Crew", Nobody)
    settings = Settings(tmp_path, 4, PPO(), start, terms=Terms(least=3))
    held = [trace for trace in traces if trace.seed % 4 == 0][:3]
    rest = [trace for trace in traces if trace.seed % 4][:3]
    with closing(Run(settings)) as run:
        pool, begun = Pool(tmp_path / "pool"), run.progress
        for some in (rest, held):
            assert run.progress == begun
            for trace in some:
                pool.put(trace)
            run.turn()
        assert run.progress.values == 1
        assert run.progress.seen == sum(len(trace.turns) for trace in (*rest, *held))
        assert sum(run.progress.tally.tried.values()) == 6
        assert pool.waiting() == 0


def test_what_killed_actors_began_to_write_goes(
    tmp_path: Path, start: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "Crew", Nobody)
    begun = tmp_path / "pool" / "a.part"
    begun.parent.mkdir()
    begun.write_bytes(b"hal")
    with closing(Run(Settings(tmp_path, 4, Rejection(), start))):
        assert not begun.exists()
        begun.write_bytes(b"hal")
    assert not begun.exists()


def test_a_run_that_ended_before_its_first_update_is_resumed(
    tmp_path: Path, start: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "Crew", Nobody)
    settings = Settings(tmp_path, 1e-9, Rejection(), start)
    assert training.train(settings).updates == 0
    assert training.train(msgspec.structs.replace(settings, resume=True)).updates == 0


def test_a_run_that_cannot_begin_leaves_signals_as_they_were(tmp_path: Path, start: Path) -> None:
    signals = (signal.SIGTERM, signal.SIGINT)
    before = [signal.getsignal(one) for one in signals]
    with pytest.raises(UsageError, match="no checkpoint"):
        training.train(Settings(tmp_path, 4, Rejection(), start, resume=True))
    assert [signal.getsignal(one) for one in signals] == before


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_who_ends_a_run_a_second_time_does_not_wait(number: signal.Signals) -> None:
    asked: list[int] = []

    def told(number: int, _where: object) -> None:
        asked.append(number)

    before = signal.signal(number, told)
    try:
        with ended_early() as ended:
            assert not ended.is_set()
            signal.raise_signal(number)
            assert (ended.is_set(), asked) == (True, [])
            signal.raise_signal(number)
            assert asked == [number]
        assert signal.getsignal(number) is told
    finally:
        signal.signal(number, before)


def test_a_critic_learns_first_also_where_a_run_without_one_came_before(
    tmp_path: Path, start: Path, traces: list[Trace], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "Crew", Nobody)
    pool, settings = Pool(tmp_path / "pool"), Settings(tmp_path, 4, Rejection(), start)
    settings = msgspec.structs.replace(settings, terms=Terms(least=8))
    for algorithm_, resume in ((Rejection(), False), (PPO(), True)):
        again = msgspec.structs.replace(settings, algorithm=algorithm_, resume=resume)
        with closing(Run(again)) as run:
            for trace in traces[:8]:
                pool.put(trace)
            run.turn()
    assert (run.progress.step, run.progress.values) == (1, 1)
    phases = [point.phase for point in lines_of(tmp_path / "dynamics.jsonl")]
    assert phases == ["policy", "value"]


def test_nothing_is_shown_while_nobody_learns_from_it(
    tmp_path: Path, start: Path, traces: list[Trace], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The critic that learns alone would put it aside, and its file with what it learned from."""
    monkeypatch.setattr(training, "Crew", Nobody)
    settings = Settings(tmp_path, 4, PPO(), start, terms=Terms(least=8), values=1)
    shown: list[bool] = []
    with closing(Run(settings)) as run:
        pool = Pool(tmp_path / "pool")
        for _ in range(2):
            shown.append(curriculum.read(tmp_path / "curriculum.json").shows)
            for trace in traces[:8]:
                pool.put(trace)
            run.turn()
    assert (run.progress.values, run.progress.step) == (1, 1)
    assert shown == [False, True]
    hopeless = curriculum.Tally({"hard": 50.0}, {}, shows=False)
    drawn = [hopeless.drawn(("hard",), random.Random(seed)) for seed in range(50)]
    assert {(one.task, one.shown) for one in drawn} == {("hard", False)}


def test_a_run_that_begins_learns_nothing_that_another_played(
    tmp_path: Path, start: Path, traces: list[Trace], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that was killed before its first checkpoint may have played somewhere else."""
    monkeypatch.setattr(training, "Crew", Nobody)
    pool, settings = Pool(tmp_path / "pool"), Settings(tmp_path, 4, Rejection(), start)
    pool.put(traces[0])
    with closing(Run(settings)):
        assert pool.waiting() == 0
        pool.put(traces[0])
    saving.save(
        tmp_path / "checkpoint.pt",
        saving.started(start, "shared"),
        Learner(saving.started(start, "shared"), Rejection(), Pace()).optimizer,
        Progress(),
    )
    with closing(Run(msgspec.structs.replace(settings, resume=True))):
        assert pool.waiting() == 1


class Dead:
    """A process that ended as it began."""

    pid = 0

    def __init__(self, **_: object) -> None:
        """Nothing is kept."""

    def start(self) -> None:
        """It ends."""

    def is_alive(self) -> bool:
        return False


def test_many_that_die_once_are_no_defect_and_one_that_dies_and_dies_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        crew.multiprocessing, "get_context", lambda _: SimpleNamespace(Process=Dead)
    )
    order = actors.Order(Place(), tmp_path, tmp_path / "socket", threads=1, seed=1)
    many = crew.Crew(Service(order.address, tmp_path / "weights"), order, 8)
    for deaths in range(1, 6):
        many.tend(progress=False)
        assert many.deaths == 9 * deaths
    with pytest.raises(ModelError, match="again and again"):
        many.tend(progress=False)
