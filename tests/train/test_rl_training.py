"""Runs of reinforcement learning: they learn, go on where they were, lose only what was open."""

from __future__ import annotations

import copy
import json
import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import onnx
import pytest
import torch

from helpers.encoded import encoder
from helpers.learning import small_weights, some_traces
from uitars_runtime.backends.embedded.network.decoder import FILE
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.situation import Decision, Situation, called
from uitars_runtime.errors import UsageError
from uitars_train import cli
from uitars_train.data.encoding import Asked, collate
from uitars_train.data.episodes import player_of
from uitars_train.data.sample import SEEN, Target, write_episodes
from uitars_train.network.export import export
from uitars_train.network.model import log_odds, surprises
from uitars_train.network.rollout import rollout
from uitars_train.network.training import CHECKPOINT
from uitars_train.network.weights import load
from uitars_train.rl import actors, curriculum, report, saving
from uitars_train.rl.algorithms import PPO, Pace, Rejection, algorithm
from uitars_train.rl.curriculum import Tally
from uitars_train.rl.dynamics import read as lines_of
from uitars_train.rl.environment import Place
from uitars_train.rl.learner import Learner
from uitars_train.rl.pool import Pool, Terms
from uitars_train.rl.replay import Replay
from uitars_train.rl.saving import Progress
from uitars_train.rl.symbolic import Symbolic
from uitars_train.rl.traces import Lesson, Trace
from uitars_train.rl.training import Run, Settings


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_weights(tmp_path_factory.mktemp("start"))


@pytest.fixture(scope="module")
def traces(start: Path) -> list[Trace]:
    return some_traces(start)


def test_the_symbolic_desktop_rewards_its_expert_and_begins_alike() -> None:
    desktop = Symbolic()
    done = 0
    for seed in range(1000, 1020):
        if not desktop.reset("1 part", seed):
            continue
        first = desktop.look()
        assert desktop.reset("1 part", seed)
        assert desktop.look() == first
        done += bool(desktop.shown("1 part", seed))
    assert done >= 10


@pytest.mark.parametrize("seed", [1, 10])
def test_what_a_model_puts_out_of_reach_it_has_not_done(seed: int) -> None:
    """Clicks anywhere close what the task is about; the figures count that as any failure."""
    chance = random.Random(seed)

    def clicks(seen: Situation) -> Decision:
        return Decision(Act.CLICK, element=chance.randrange(min(len(seen.elements), 40)))

    rolled = rollout(random.Random(seed), SEEN, clicks)
    assert rolled is not None
    assert not rolled.done


@pytest.mark.parametrize("name", ["ppo", "grpo", "rejection"])
def test_an_update_makes_what_succeeded_likelier(
    name: str, start: Path, traces: list[Trace]
) -> None:
    policy = saving.started(start, "shared").eval()
    learner = Learner(policy, algorithm(name), Pace(rate=1e-3, warmup=1, size=16))
    examples = {
        right: [
            Asked.of(turn.situation, encoder()).saying(turn.utterance.said)
            for trace in traces
            for turn in trace.turns
            if (trace.reward > 0) is right
        ]
        for right in (True, False)
    }

    def gap() -> float:
        with torch.no_grad():
            told = [policy.weigh(examples[right], 1.0).odds.sum(1).mean() for right in examples]
        return float(told[0] - told[1])

    before = gap()
    figures = learner.update(traces, [], 5)
    assert figures["server to trainer, largest gap"] < 1e-4
    assert figures["server to trainer, mean ratio"] == pytest.approx(1.0, abs=1e-4)
    assert figures["reward"] == pytest.approx(sum(t.reward for t in traces) / len(traces))
    assert gap() > before


def test_a_rounded_policy_plays_with_the_numbers_that_are_exported(
    tmp_path: Path, start: Path, traces: list[Trace]
) -> None:
    policy = saving.started(start, "shared").eval()
    learner = Learner(policy, Rejection(), Pace(rate=3e-4, warmup=1, size=16, rounded=True))
    learner.update(traces, [], 5)
    exact = {name: weight.clone() for name, weight in policy.decoder.state_dict().items()}
    with learner.speaking():
        saving.publish(tmp_path / "weights", policy, 1)
    for name, weight in policy.decoder.state_dict().items():
        assert torch.equal(weight, exact[name]), name  # what is learned goes on unrounded
    spoken = saving.Published(tmp_path / "weights").read()[0].decoder
    assert not torch.equal(spoken.say.weight, policy.decoder.say.weight)
    export(policy.decoder, tmp_path / "files")  # as of a checkpoint, which keeps them unrounded
    shipped = saving.started(tmp_path / "files", "shared").decoder
    for name in ("say.weight", "layers.0.qkv.weight", "layers.1.experts.up"):
        assert torch.equal(shipped.get_parameter(name), spoken.get_parameter(name)), name


def test_frozen_experts_and_embeddings_keep_their_bits_in_the_file(
    tmp_path: Path, start: Path, traces: list[Trace]
) -> None:
    export(saving.started(start, "shared").decoder, tmp_path / "before")
    policy = saving.started(tmp_path / "before", "shared").eval()
    pace = Pace(rate=3e-3, warmup=1, size=16, rounded=True, frozen_experts=True)
    Learner(policy, Rejection(), pace).update(traces, [], 5)
    export(policy.decoder, tmp_path / "after")
    before, after = (
        {one.name: one.raw_data for one in onnx.load(str(tmp_path / name / FILE)).graph.initializer}
        for name in ("before", "after")
    )
    frozen = (
        "grams.",
        "table.",
        "sketch.",
        "numbers.",
        "layers.0.experts.up",
        "layers.1.experts.down",
    )
    changed = {name for name, data in before.items() if after[name] != data}
    assert not [name for name in changed if name.startswith(frozen)]
    assert {"layers.0.qkv.weight", "layers.1.experts.router.weight", "answers.weight"} <= changed


def test_a_critic_learns_what_episodes_earn_and_leaves_the_policy_alone(
    start: Path, traces: list[Trace]
) -> None:
    policy = saving.started(start, "shared").eval()
    before = {name: weight.clone() for name, weight in policy.decoder.state_dict().items()}
    learner = Learner(policy, PPO(critic_rate=1e-2), Pace(size=16))
    some = [
        msgspec.structs.replace(trace, reward=float(len(trace.turns[0].situation.words) > 20))
        for trace in traces
    ][:16]
    assert 0 < sum(trace.reward for trace in some) < len(some)
    told = [learner.value(some, some, step)["explained variance"] for step in range(3)]
    assert told[-1] > 0.3
    for name, weight in policy.decoder.state_dict().items():
        assert torch.equal(weight, before[name])


def test_what_the_expert_shows_is_learned(start: Path, traces: list[Trace]) -> None:
    samples = next(s for seed in range(1000, 1100) if (s := Symbolic().shown("2 parts", seed)))
    policy = saving.started(start, "shared").eval()
    learner = Learner(policy, Rejection(), Pace(rate=1e-3, warmup=1, size=4, replay=5.0))
    lesson = msgspec.msgpack.decode(
        msgspec.msgpack.encode(Lesson("2 parts", tuple(samples))), type=Lesson
    )
    with_it = learner.update(traces, [lesson], 5)
    assert with_it["replayed"] == len(samples)


@pytest.mark.parametrize("name", ["grpo", "rejection"])
def test_what_the_expert_shows_is_learned_where_nothing_succeeded(
    name: str, start: Path, traces: list[Trace]
) -> None:
    samples = next(s for seed in range(1000, 1100) if (s := Symbolic().shown("2 parts", seed)))
    failed = [msgspec.structs.replace(trace, reward=0.0) for trace in traces]
    policy = saving.started(start, "shared").eval()
    learner = Learner(policy, algorithm(name), Pace(rate=1e-3, warmup=1, size=4, replay=5.0))
    found = [learner.update(failed, [Lesson("2 parts", tuple(samples))], n) for n in range(4)]
    assert found[-1]["replay loss"] < found[0]["replay loss"]


@pytest.mark.parametrize("name", ["grpo", "rejection"])
def test_nothing_is_computed_of_episodes_that_teach_nothing(
    name: str, start: Path, traces: list[Trace], monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = [msgspec.structs.replace(trace, reward=0.0) for trace in traces]
    policy = saving.started(start, "shared").eval()
    learner = Learner(policy, algorithm(name), Pace(rate=1e-3, warmup=1, size=4))
    monkeypatch.setattr(policy, "weigh", lambda *_: pytest.fail("computed in vain"))
    figures = learner.update(failed, [], 0)
    assert (figures["reward"], figures["episodes"]) == (0.0, len(traces))
    assert "entropy" not in figures


def test_kept_steps_are_replayed_beside_what_is_played(
    start: Path, traces: list[Trace], tmp_path: Path
) -> None:
    kept = tmp_path / "own.jsonl"
    write_episodes(kept, [Symbolic().shown("1 part", seed) for seed in range(1000, 1010)])
    policy = saving.started(start, "shared").eval()
    learner = Learner(policy, PPO(), Pace(rate=1e-3, warmup=1, size=4, replay=5.0), own=kept)
    found = [learner.update(traces[:8], [], number) for number in range(6)]
    assert all(one["replayed"] > 0 for one in found)
    assert found[-1]["replay loss"] < found[0]["replay loss"]
    assert "replay loss" not in Learner(policy, PPO(), Pace()).update(traces[:8], [], 0)
    empty = tmp_path / "none.jsonl"
    empty.touch()
    with pytest.raises(UsageError, match="holds no steps"):
        Learner(policy, PPO(), Pace(), own=empty)


def test_of_what_is_kept_others_are_replayed_each_time(tmp_path: Path) -> None:
    kept = tmp_path / "own.jsonl"
    write_episodes(kept, [Symbolic().shown("1 part", seed) for seed in range(1000, 1060)])
    replay, rng = Replay(encoder(), kept), random.Random(0)
    steps = Symbolic().shown("2 parts", 1001)
    shown = replay.shown([Lesson("2 parts", tuple(steps))])
    first, second = replay.drawn(shown, rng), replay.drawn(shown, rng)
    assert len(first) == len(second) > 2 * len(shown) > 0
    for drawn in (first, second):
        assert all(any(one is other for other in drawn) for one in shown)
    assert len(replay.drawn([], rng)) == len(first)
    tasks = [[one.features.sketches.tobytes() for one in drawn] for drawn in (first, second)]
    assert tasks[0] != tasks[1]


def test_what_the_start_knows_of_kept_steps_is_held(
    start: Path, traces: list[Trace], tmp_path: Path
) -> None:
    """Where the start still wavers, updates that replay what is right alone make it sure; with
    its answers, the same updates lead less far from them."""
    kept = tmp_path / "own.jsonl"
    write_episodes(kept, [Symbolic().shown("1 part", seed) for seed in range(1000, 1030)])
    batch = collate(Replay(encoder(), kept).drawn([], random.Random(1)), random.Random(2))
    knowing = saving.started(start, "shared").eval()
    optimizer = torch.optim.AdamW(knowing.decoder.parameters(), lr=3e-3)
    for _ in range(6):
        optimizer.zero_grad()
        odds = log_odds(knowing.decoder(batch)[0], batch)
        surprises(odds, batch)[batch["scored"]].mean().backward()
        optimizer.step()

    def apart(*, taught: bool) -> float:
        policy, first = copy.deepcopy(knowing), copy.deepcopy(knowing)
        # What is replayed far outweighs what was played, which leads elsewhere by chance.
        pace = Pace(rate=1e-3, warmup=1, size=8, replay=100.0)
        learner = Learner(policy, PPO(), pace, first if taught else None, kept)
        for number in range(8):
            learner.update(traces[:8], [], number)
        with torch.no_grad():
            before, after = (log_odds(one.decoder(batch)[0], batch) for one in (first, policy))
        return float((before.exp() * (before - after)).sum(-1)[batch["scored"]].mean())

    assert apart(taught=True) < 0.5 * apart(taught=False)


def test_a_pool_waits_bounds_age_and_keeps_groups_whole(
    tmp_path: Path, traces: list[Trace]
) -> None:
    pool = Pool(tmp_path)
    for trace in traces[:5]:
        pool.put(trace)
    assert pool.take(Terms(least=6), 0) is None
    taken = pool.take(Terms(least=5), 0)
    assert taken is not None
    assert sorted(t.seed for t in taken.played) == [t.seed for t in traces[:5]]
    assert pool.take(Terms(least=1), 0) is None  # taken, yet on disk
    assert Pool(tmp_path).waiting() == 5  # a killed learner finds them again
    pool.drop(taken.names)
    assert Pool(tmp_path).waiting() == 0
    for trace in traces[:5]:
        pool.put(trace)
    assert pool.take(Terms(least=1, staleness=2), 3) is None
    assert (pool.stale, pool.waiting()) == (5, 0)
    group = [msgspec.structs.replace(trace, group="g") for trace in traces[:4]]
    for trace in [*group, msgspec.structs.replace(traces[4], group="h")]:
        pool.put(trace)
    whole = pool.take(Terms(least=1), 0, group=4)
    assert whole is not None
    assert {trace.group for trace in whole.played} == {"g"}


def test_of_a_group_that_breaks_off_nothing_lies_in_the_pool(
    tmp_path: Path, traces: list[Trace], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody could take what is left of it, and many of them would keep actors waiting for good."""
    resets = iter((True, True, None))

    class Dies:
        tasks = ("one",)

        def reset(self, _task: str, _seed: int) -> bool:
            if (goes := next(resets)) is None:
                raise actors.LostError("It is gone.")
            return goes

        def reward(self) -> float:
            return 1.0

        def close(self) -> None:
            """Nothing is open."""

    monkeypatch.setattr(actors, "opened", lambda _place: Dies())
    monkeypatch.setattr(actors, "Client", lambda _address: Dies())
    monkeypatch.setattr(actors, "played", lambda *_: traces[0].turns)
    order = actors.Order(Place(), tmp_path, tmp_path / "socket", 1, 1, group=4)
    curriculum.write(order.curriculum, Tally())
    actors.Actor(order, random.Random(1)).play()
    assert order.lost.stat().st_size == 1
    assert Pool(order.pool).waiting() == 0


def test_what_is_sometimes_done_is_played_and_what_never_is_is_shown() -> None:
    import random

    tally = Tally({"half": 50.0, "all": 50.0, "none": 50.0}, {"half": 25.0, "all": 50.0})
    rng = random.Random(1)
    drawn = [tally.drawn(("half", "all", "none"), rng) for _ in range(2000)]
    counts = {name: sum(one.task == name for one in drawn) for name in tally.tried}
    assert counts["half"] > 2 * counts["all"] > 0
    assert {one.task for one in drawn if one.shown} == {"none"}
    assert any(one.task == "none" and not one.shown for one in drawn)


def test_what_was_done_once_by_luck_is_shown_again() -> None:
    def shown(tally: Tally) -> bool:
        return any(tally.drawn(("a task",), random.Random(seed)).shown for seed in range(50))

    failed = [Trace("a task", 2, "2", (), 0.0)] * 8
    tally = Tally().with_traces([Trace("a task", 1, "1", (), 1.0)]).with_traces(failed)
    assert not shown(tally)
    for _ in range(20):
        tally = tally.with_traces(failed)
    assert shown(tally)


def test_what_came_to_different_ends_is_begun_again_until_it_does_not() -> None:
    def group(seed: int, *rewards: float) -> list[Trace]:
        return [Trace("a task", seed, str(seed), (), reward) for reward in rewards]

    def again(tally: Tally) -> float:
        rng = random.Random(1)
        return sum(tally.drawn(("a task",), rng).seed == 7 for _ in range(400)) / 400

    tally = Tally().with_traces(group(7, 0, 1, 0) + group(8, 0, 0, 0))
    assert tally.divided == {"a task": (7,)}
    assert 0.4 < again(tally) < 0.6
    told = msgspec.json.decode(msgspec.json.encode(tally), type=Tally)
    assert again(told) == again(tally)
    assert again(tally.with_traces(group(7, 1, 1, 1))) == 0


def test_a_run_goes_on_to_the_same_optimizer_state(
    tmp_path: Path, start: Path, traces: list[Trace]
) -> None:
    policy = saving.started(start, "shared").eval()
    learner = Learner(policy, PPO(), Pace(size=32))
    learner.update(traces, [], 0)
    path = tmp_path / CHECKPOINT
    saving.save(path, policy, learner.optimizer, Progress(step=1, seen=9, names=("a",)))
    said = policy.decoder.say.weight.detach().clone()
    again = saving.started(start, "shared").eval()
    slower = Learner(again, PPO(), Pace(size=32, rate=1e-6))
    saving.resume(path, again, slower.optimizer)
    assert slower.optimizer.param_groups[0]["highest"] == 1e-6
    other = Learner(again, PPO(), Pace(size=32))
    assert saving.resume(path, again, other.optimizer) == Progress(step=1, seen=9, names=("a",))
    learner.update(traces, [], 1)
    other.update(traces, [], 1)
    for name, weight in policy.state_dict().items():
        assert torch.equal(weight, again.state_dict()[name]), name
    # The product's export reads it as well.
    assert torch.equal(load(path).say.weight, said)


@contextmanager
def running(settings: Settings) -> Iterator[Run]:
    run = Run(settings)
    try:
        yield run
    finally:
        run.close()


def test_a_run_trains_outlives_its_processes_and_is_resumed(tmp_path: Path, start: Path) -> None:
    settings = Settings(
        out=tmp_path / "run",
        minutes=4,
        algorithm=Rejection(),
        start=start,
        terms=Terms(least=4),
        threads=3,
    )
    with running(settings) as run:
        _until(run, 1)
        for pid in run.crew.pids:  # the server and the actor
            os.kill(pid, signal.SIGKILL)
        # What had been played before may be enough for an update or two.
        _turn_until(run, lambda: run.crew.deaths >= 2)
        _until(run, run.progress.step + 2)
        step = run.progress.step
    assert {("reward", update) for update in range(1, step + 1)} <= told_tensorboard(settings.out)
    assert "<svg" in (settings.out / "dynamics.html").read_text("utf-8")
    assert len(lines_of(settings.out / "dynamics.jsonl")) == step
    with running(msgspec.structs.replace(settings, resume=True)) as run:
        assert run.progress.step == step
        _until(run, step + 1)
        pids = run.crew.pids
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def told_tensorboard(out: Path) -> set[tuple[str, int]]:
    """Names and updates of all numbers in the event files: records of a length, the sum of that,
    the event, the sum of that."""
    from tensorboardX.proto.event_pb2 import Event

    found: set[tuple[str, int]] = set()
    for path in (out / "events").iterdir():
        data, at = path.read_bytes(), 0
        while at < len(data):
            long = int.from_bytes(data[at : at + 8], "little")
            event = Event.FromString(data[at + 12 : at + 12 + long])
            found |= {(value.tag, event.step) for value in event.summary.value}
            at += 16 + long
    return found


def _until(run: Run, step: int) -> None:
    _turn_until(run, lambda: run.progress.step >= step)


def _turn_until(run: Run, holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 200
    while not holds():
        assert time.monotonic() < deadline
        run.turn()


def test_what_a_run_came_to_is_a_file(
    tmp_path: Path, start: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, path = tmp_path / "run", tmp_path / "report.json"
    terms, place = Terms(least=4), Place()
    settings = Settings(out, 4, Rejection(), start, place, terms, threads=3)
    with running(settings) as run:
        _until(run, 1)
    report.write(path, out, start, place, 3, 2.5)
    told = json.loads(path.read_text("utf-8"))
    assert told["n"] == 3
    assert 0 <= told["before"] <= 1
    low, high = told["interval"]
    assert low <= told["after"] - told["before"] <= high
    points = lines_of(out / "dynamics.jsonl")
    assert [row["reward"] for row in told["curve"]] == [one.figures["reward"] for one in points]
    assert {"minutes", "success", "reward", "entropy", "explained_variance", "clip_fraction"} == {
        name for row in told["curve"] for name in row
    }
    assert told["steps_per_second"] == 2.5
    assert told["trained_on"] is False
    monkeypatch.setattr(Symbolic, "is_seeded", False)
    report.write(path, out, start, place, 1, 2.5)
    assert json.loads(path.read_text("utf-8"))["trained_on"] is True


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--json", "run.json", "--compared", "10000"], "tasks to compare models on, not 10000"),
        (["--staleness", "-1"], "staleness cannot be -1"),
        (["--least", "0"], "the pool would be empty"),
        (["--alpha", "0"], "alpha cannot be 0"),
        (["--alpha", "nan"], "alpha cannot be nan"),
        (["--kl", "nan"], "weight of the KL cannot be nan"),
        (["--kl", "inf"], "weight of the KL cannot be inf"),
        (["--minutes", "0"], "--minutes cannot be 0"),
        (["--temperature", "0"], "--temperature cannot be 0"),
        (["--threads", "0"], "--threads cannot be 0"),
        (["--start", "nowhere"], "nowhere is no folder of the embedded model"),
        (["--resume"], "There is no checkpoint"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    options: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["rl", "--minutes", "1", "--out", str(tmp_path / "run"), *options]
    assert cli.main(given) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


def test_a_checkpoint_of_other_features_is_refused(
    tmp_path: Path, start: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    policy = saving.started(start, "shared")
    learner = Learner(policy, PPO(), Pace())
    path = tmp_path / CHECKPOINT
    saving.save(path, policy, learner.optimizer, Progress())
    state = torch.load(path, weights_only=True)
    torch.save({**state, "fingerprint": "00000000"}, path)
    given = ["rl", "--minutes", "1", "--start", str(start), "--out", str(tmp_path), "--resume"]
    assert cli.main(given) == 2
    assert "other features" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("begun", "said"),
    [
        (Progress(env="games"), "Give --env games."),
        (Progress(start="of others"), "Give the --start that it began with."),
    ],
)
def test_a_checkpoint_of_another_run_is_refused(
    begun: Progress, said: str, tmp_path: Path, start: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    policy = saving.started(start, "shared")
    learner = Learner(policy, PPO(), Pace())
    saving.save(tmp_path / CHECKPOINT, policy, learner.optimizer, begun)
    given = ["rl", "--minutes", "1", "--start", str(start), "--out", str(tmp_path), "--resume"]
    assert cli.main(given) == 2
    assert said in capsys.readouterr().err


def test_a_drag_says_what_was_dropped_on() -> None:
    player = player_of(random.Random(3), SEEN)
    assert player is not None
    seen = player.look().elements
    player.act(Target(Act.DRAG, elements=(0,), onto=(1,)), seen)
    assert player.history[-1].subject == called(seen[1]) != called(seen[0])
