"""The flywheel: what is released, what is right, what is kept, when a model is promoted."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.encoded import encoder
from tests.helpers.runs import started, write_run
from uitars_runtime.backends.embedded.backend import default_folder
from uitars_runtime.backends.embedded.network.decoder import FILE as WEIGHTS
from uitars_runtime.backends.embedded.network.decoder import Decoder
from uitars_runtime.backends.embedded.network.vocabulary import MODIFIERS, NAMED_KEYS, Act
from uitars_runtime.backends.embedded.situation import Decision, Situation, Span
from uitars_runtime.errors import JournalError, UsageError
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.frame import Frame
from uitars_runtime.journal import RunJournal, read_run
from uitars_runtime.privacy.release import FILE, release, released, withdraw
from uitars_runtime.run_record import Ending, Evidence, RunEnded, Trajectory
from uitars_runtime.types import (
    Action,
    Click,
    Correction,
    DecidedBy,
    Finish,
    Outcome,
    Proposal,
    Step,
    Verdict,
)
from uitars_runtime.types import Decision as Answer
from uitars_train.cli import main
from uitars_train.data.encoding import example
from uitars_train.data.episodes import play
from uitars_train.data.sample import SEEN, Sample
from uitars_train.evaluate.intervals import paired
from uitars_train.evaluate.screens import read_picture
from uitars_train.flywheel.dataset import Store
from uitars_train.flywheel.traces import (
    Source,
    Trace,
    flipped,
    of_corrected,
    of_rollouts,
    of_runs,
)
from uitars_train.network.export import export
from uitars_train.network.weights import load
from uitars_train.rewards.verdicts import Judged, read_verdicts, verdict_of, write_verdicts
from uitars_train.rl.arena import Arena
from uitars_train.rl.comparison import check, compare
from uitars_train.rl.environment import Place

PICTURE = Path(__file__).parents[2] / "bench" / "rules" / "screenshooter.png"
SOURCE = Source("a run", "nano", "private")


def episode(seed: int) -> tuple[Sample, ...]:
    """Steps of the first task from a seed on that can be played."""
    made = (play(random.Random(number), SEEN) for number in range(seed * 100, seed * 100 + 100))
    return tuple(next(steps for steps in made if steps))


# consent


def test_a_run_is_learned_from_only_while_its_person_says_so(tmp_path: Path) -> None:
    one, other = tmp_path / "20260102-030405-006-0a0b0c0d", tmp_path / "another"
    for folder in (one, other):
        write_run(folder, [Finish()])
    assert released(one) is None
    release(one, "CC-BY-4.0")
    mark = released(one)
    assert mark is not None
    assert mark.licence == "CC-BY-4.0"
    shutil.copy(one / FILE, other / FILE)
    assert released(other) is None, "the mark names another run"
    assert withdraw(one)
    assert released(one) is None
    assert not withdraw(one)
    (one / FILE).write_text("{}")
    with pytest.raises(JournalError, match="cannot be read"):
        released(one)
    with pytest.raises(UsageError, match="licence is empty"):
        release(one, " ")


# ----------------------------------------------------------------------------------------- verdicts


@pytest.mark.parametrize(
    ("ending", "verified", "evidence", "verdict"),
    [
        (Ending.FINISHED, True, Evidence.VERIFIED, 1),
        (Ending.FINISHED, None, Evidence.SEEN, 1),
        (Ending.FINISHED, None, Evidence.UNCHECKED, None),
        (Ending.UNVERIFIED, False, Evidence.NONE, 0),
        (Ending.STUCK, None, Evidence.NONE, 0),
        (Ending.BUDGET, None, Evidence.NONE, 0),
        (Ending.STOPPED, None, Evidence.NONE, None),
        (Ending.DENIED, None, Evidence.NONE, None),
        (Ending.IMPOSSIBLE, None, Evidence.NONE, None),
    ],
)
def test_a_verdict_is_what_the_record_proves(
    ending: Ending, verified: bool | None, evidence: Evidence, verdict: int | None
) -> None:
    end = RunEnded(ending, ending.exit_code, 1, 1.0, verified, evidence=evidence)
    assert verdict_of(Trajectory(started(), (), end)) == verdict
    assert verdict_of(Trajectory(started(), (), None)) is None


def test_what_a_person_corrected_is_right_whatever_became_of_the_run(tmp_path: Path) -> None:
    """The model's step is pressed on, the person's is Cancel; the run went round in circles."""
    frame, eyes, decoder = read_picture(PICTURE), Eyes(), Decoder(default_folder(), encoder())
    seen = eyes.look(frame)
    spots = {item.text: Click(item.box.center) for item in seen if item.text in ("Help", "Cancel")}
    folder = tmp_path / "20260102-030405-006-0a0b0c0d"
    _record(folder, frame, [(spots["Help"], None), (spots["Help"], spots["Cancel"])], Ending.STUCK)
    assert not list(of_runs(tmp_path, eyes, decoder)), "nobody released it"
    release(folder)
    by_person, rest = of_runs(tmp_path, eyes, decoder)
    assert (by_person.verdict, by_person.source.corrected) == (1, 1)
    (learned,) = by_person.steps
    pointed = {seen[at].text for at in learned.target.elements}
    assert pointed == {"Cancel"}, "the action that was carried out, not the refused proposal"
    assert rest.verdict == 0
    assert len(rest.steps) == 1
    shutil.rmtree(folder)
    _record(folder, frame, [(spots["Help"], spots["Cancel"])], Ending.FINISHED)
    release(folder)
    (whole,) = of_runs(tmp_path, eyes, decoder)
    assert (whole.verdict, whole.source.corrected, read_run(folder).started.model) == (1, 1, "nano")


def test_who_judged_a_run_is_asked_where_its_record_does_not_know(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    frame, eyes, decoder = read_picture(PICTURE), Eyes(), Decoder(default_folder(), encoder())
    spots = {one.text: Click(one.box.center) for one in eyes.look(frame)}
    runs, verdicts = tmp_path / "runs", tmp_path / "verdicts.json"
    known, judged, not_judged = (runs / f"2026010{day}-030405-006-0a0b0c0d" for day in (1, 2, 3))
    for folder, button, ending in (
        (known, "Help", Ending.STUCK),
        (judged, "Cancel", Ending.DENIED),
        (not_judged, "Cancel", Ending.DENIED),
    ):
        _record(folder, frame, [(spots[button], None)], ending)
        release(folder)
    write_verdicts(verdicts, [Judged.by_score(one.name, 1.0) for one in (known, judged)])
    given = ["--out", str(tmp_path / "store"), "--runs", str(runs), "--verdicts", str(verdicts)]
    assert main(["cycle", *given, "--updates=1", "--tasks=2"]) == 0
    assert "1 traces right, 1 wrong, 1 unknown" in capsys.readouterr().out
    shutil.move(judged, tmp_path / "elsewhere")
    assert main(["cycle", *given, "--updates=1", "--tasks=2"]) == 2
    assert f"judges {judged.name}, which is not in" in capsys.readouterr().err
    shutil.move(tmp_path / "elsewhere", judged)
    found = of_runs(runs, eyes, decoder, read_verdicts(verdicts))
    assert {one.source.name: one.verdict for one in found} == {
        known.name: 0,
        judged.name: 1,
        not_judged.name: None,
    }, "a record that knows is believed"
    one = Judged.by_score("a run", None)
    write_verdicts(verdicts, [one, Judged.by_score("another", 0.2)])
    assert read_verdicts(verdicts) == {"a run": None, "another": 0}
    write_verdicts(verdicts, [one, one])
    with pytest.raises(UsageError, match="judges a run twice"):
        read_verdicts(verdicts)
    verdicts.write_text("[{}]")
    with pytest.raises(UsageError, match="holds no verdicts"):
        read_verdicts(verdicts)


def _record(
    folder: Path, frame: Frame, steps: Sequence[tuple[Action, Action | None]], ending: Ending
) -> None:
    journal = RunJournal.create(folder, started(folder.name, task="Press Cancel."))
    allowed = Verdict(Answer.ALLOW, DecidedBy.POLICY, "test", "")
    for index, (wanted, instead) in enumerate(steps):
        proposal = Proposal("", wanted, "raw")
        observed = journal.intend(index, proposal, frame)
        correction = None if instead is None else Correction(instead)
        done = Outcome(True, "done", True)
        step = Step(index, observed, proposal, allowed, done, correction=correction)
        journal.append(step)
    verified = True if ending is Ending.FINISHED else None
    journal.end(RunEnded(ending, ending.exit_code, len(steps), 1.0, verified))


# ------------------------------------------------------------------------------------------ dataset


def test_a_version_holds_each_step_once_and_nothing_without_a_verdict(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first, second, third = episode(1), episode(2), episode(3)
    added = store.add(
        [
            Trace(1, SOURCE, first),
            Trace(0, SOURCE, second),
            Trace(None, SOURCE, third),
            Trace(1, SOURCE, first),
        ],
        seed=5,
    )
    assert (added.right, added.wrong, added.unknown) == (1, 1, 1)
    assert added.repeated >= len(first)
    read = store.read(added.version)
    assert (read.right, read.wrong) == ([list(first)], [list(second)])
    assert read.manifest.entries[0].source == SOURCE
    grown = store.add([Trace(0, SOURCE, first), Trace(1, SOURCE, third)], 6, added.version)
    again = store.read(grown.version)
    assert again.right == [list(first), list(third)]
    assert again.wrong == [list(second)]
    assert again.manifest.parent == added.version
    assert Store(tmp_path / "other").add([Trace(1, SOURCE, first)], 5).version == (
        Store(tmp_path / "third").add([Trace(1, SOURCE, first)], 5).version
    ), "the same content has the same name"


def test_what_is_right_in_one_trace_is_wrong_in_none(tmp_path: Path) -> None:
    """A first try that went astray at its last step, and a second of the same task that did not."""
    one, other = episode(1), episode(2)
    astray, done = Trace(0, SOURCE, (*one, other[0])), Trace(1, SOURCE, one)
    for number, traces in enumerate(([astray, done], [done, astray])):
        store = Store(tmp_path / str(number))
        added = store.add(traces, seed=5)
        assert (added.right, added.wrong, added.repeated) == (1, 1, len(one))
        read = store.read(added.version)
        assert (read.right, read.wrong) == ([list(one)], [[other[0]]])
    store = Store(tmp_path / "grown")
    first = store.add([astray], seed=5)
    grown = store.add([done], 6, first.version)
    read = store.read(grown.version)
    assert (grown.right, grown.repeated) == (1, 0)
    assert (read.right, read.wrong) == ([list(one)], [[other[0]]])
    last = store.add([Trace(1, SOURCE, other[:1])], 7, grown.version)
    assert store.read(last.version).wrong == []
    assert store.read(first.version).wrong == [list(astray.steps)], "nothing is ever changed"


def test_a_dataset_whose_hash_does_not_fit_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = Store(tmp_path)
    version = store.add([Trace(1, SOURCE, episode(1))], 5).version
    (content,) = (tmp_path / "objects").iterdir()
    content.write_bytes(content.read_bytes().replace(b"1", b"2", 1))
    with pytest.raises(UsageError, match="does not fit"):
        store.read(version)
    given = ["--out", str(tmp_path), "--rollouts=1", f"--parent={version}"]
    assert main(["cycle", *given]) == 2
    said = capsys.readouterr().err
    assert "does not fit" in said
    assert said.count("\n") == 1
    assert main(["cycle", "--out", str(tmp_path), "--rollouts=1", "--parent=none"]) == 2
    assert main(["cycle", "--out", str(tmp_path)]) == 2


# ---------------------------------------------------------------------------------------- promotion


def test_the_paired_interval_by_hand() -> None:
    """Of 98 items 9 gained and 4 lost: (10 - 5) / 100 and 1.96 times the root of .1475 / 100."""
    assert paired(9, 4, 98) == pytest.approx((-0.0253, 0.1253), abs=1e-4)
    assert paired(0, 0, 0) == (-1.0, 1.0)


@given(st.integers(0, 300), st.integers(0, 300), st.integers(0, 300))
def test_the_paired_interval_turns_with_its_sides(gained: int, lost: int, same: int) -> None:
    tried = gained + lost + same
    low, high = paired(gained, lost, tried)
    turned = paired(lost, gained, tried)
    assert -1 <= low <= high <= 1
    assert turned == pytest.approx((-high, -low), abs=1e-9)


def test_only_what_is_better_beyond_doubt_is_better() -> None:
    """One that asks a person at once does nearly nothing; beside itself nobody is better."""
    decoder = Decoder(default_folder(), encoder())

    def model(situation: Situation) -> Decision:
        return decoder.decide(situation).decision

    def asks(_situation: Situation) -> Decision:
        return Decision(Act.CALL_USER)

    with closing(Arena(Place())) as arena:
        up = compare(asks, model, arena, 16)
        down, level = compare(model, asks, arena, 16), compare(asks, asks, arena, 16)
        with pytest.raises(UsageError, match="tasks to compare models on, not 1000000"):
            check(arena, 1_000_000)
    assert up.better
    assert up.after > up.before
    assert (down.before, down.after) == (up.after, up.before)
    assert not down.better
    assert not level.better


def test_rollouts_are_judged_by_their_world() -> None:
    decoder = Decoder(default_folder(), encoder())
    with closing(Arena(Place())) as arena:
        traces = list(of_rollouts(lambda at: decoder.decide(at).decision, "nano", arena, 12, 9))
        waits = list(of_rollouts(lambda _at: Decision(Act.WAIT), "nano", arena, 2, 9))
    assert len(traces) == 12
    assert {trace.verdict for trace in traces} <= {0, 1}
    assert sum(trace.verdict or 0 for trace in traces) > 3
    assert [trace.verdict for trace in waits] == [0, 0]
    assert [flipped(trace).verdict for trace in waits] == [1, 1]


def test_keys_of_a_rollout_are_the_words_that_spell_them() -> None:
    """What is no key of the vocabulary is learned as a word of the task, or not at all."""

    def presses(at: Situation) -> Decision:
        match len(at.history):
            case 0:
                return Decision(Act.HOTKEY, Span(0, 0), keys=("ctrl", at.words[1].text.lower()))
            case 1:
                return Decision(Act.HOTKEY, Span(0, 0), keys=("ctrl", "no word of any task"))
            case _:
                return Decision(Act.FINISHED)

    with closing(Arena(Place())) as arena:
        traces = list(of_rollouts(presses, "nano", arena, 12, 9))
    assert all(len(one.steps) == 3 for one in traces)
    for pressed, unknown, _ in (one.steps for one in traces):
        assert pressed.target.keys[0] == "ctrl"
        known = (*MODIFIERS, *NAMED_KEYS)
        assert isinstance(pressed.target.keys[1], int) or pressed.target.keys[1] in known
        example(pressed, encoder())
        assert example(unknown, encoder()) is None


def test_pages_say_what_is_right_and_their_oracle_corrects(tmp_path: Path) -> None:
    """Two pages in a real browser; one who asks at once is wrong, and is shown how it is done."""
    pages = tmp_path / "pages.txt"
    pages.write_text("click-button\nenter-text\n")
    decoder = Decoder(default_folder(), encoder())

    def model(at: Situation) -> Decision:
        return decoder.decide(at).decision

    def asks(_at: Situation) -> Decision:
        return Decision(Act.CALL_USER)

    with closing(Arena(Place("pages", pages, "dom"))) as arena:
        right = list(of_rollouts(model, "nano", arena, 4, 1))
        wrong = list(of_rollouts(asks, "nano", arena, 2, 1))
        shown = list(of_corrected(asks, "nano", arena, 2, 1))
        compared = compare(asks, model, arena, 6)
    assert sum(one.verdict or 0 for one in right) > 2
    assert [one.verdict for one in wrong] == [0, 0]
    assert {one.source.licence for one in right} == {"MIT"}
    assert right[0].source.name.startswith("pages ")
    for one in shown:
        assert one.verdict == 1
        assert one.source.corrected == len(one.steps) > 0
    assert (compared.tasks, compared.before) == (6, 0)
    assert compared.after > 3


def test_one_turn_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--rollouts=2", "--corrected=2", "--updates=1", "--tasks=3", "--seed=1001"]
    report = tmp_path / "report.json"
    assert main(["cycle", "--out", str(tmp_path), *given, "--json", str(report)]) == 0
    said = capsys.readouterr().out
    assert "fine-tuning: 1 updates" in said
    assert "not promoted" in said, "three tasks prove nothing"
    assert not (tmp_path / "promoted.json").exists()
    (told,) = tmp_path.glob("candidates/*/cycle.json")
    result = msgspec.json.decode(told.read_bytes())
    assert result["compared"]["tasks"] == 3
    written = json.loads(report.read_text("utf-8"))
    assert (written["dataset"], written["n"]) == (result["version"], 3)
    assert written["sft"] + written["ct"] == 4, "two tasks alone, two with the expert"
    assert written["after"] == result["compared"]["after"] / 3
    assert written["promoted"] is False
    assert len(written["interval"]) == 2
    Decoder(told.parent, encoder())
    Store(tmp_path).read(result["version"])
    assert main(["cycle", "--out", str(tmp_path), *given]) == 2, "nothing is learned over it"
    assert "has learned from these traces already" in capsys.readouterr().err
    told.unlink()  # as a cycle leaves it that is killed while its candidate learns
    (told.parent / "trained.json").unlink()
    (told.parent / "reinforced").mkdir()
    assert main(["cycle", "--out", str(tmp_path), *given]) == 0, "done again from the beginning"
    assert told.exists()
    assert not (told.parent / "reinforced").exists()


@pytest.mark.drill
def test_a_turn_on_pages_is_reinforced_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages, out = tmp_path / "pages.txt", tmp_path / "store"
    pages.write_text("click-test\n")
    given = ["--pages", str(pages), "--rollouts=2", "--updates=1", "--tasks=2"]
    assert main(["cycle", "--out", str(out), *given, "--reinforce=2"]) == 0
    assert "reinforcement: 2 minutes" in capsys.readouterr().out
    (told,) = out.glob("candidates/*/cycle.json")
    export(load(told.parent / "reinforced" / "checkpoint.pt"), tmp_path / "again")
    assert (told.parent / WEIGHTS).read_bytes() == (tmp_path / "again" / WEIGHTS).read_bytes()


def test_what_cannot_be_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = tmp_path / "pages.txt"
    pages.write_text("click-test\n")
    for wrong, said in (
        (
            ("--pages", str(pages), "--updates=1", "--tasks=2", "--reinforce=0.01"),
            "learned nothing",
        ),
        (("--pages", str(pages), "--tasks=201"), "There are 200 tasks to compare models on"),
        (("--looks", "eyes"), "Give --pages, too"),
        (("--pages", str(tmp_path / "none")), "cannot be read"),
        (("--looks", "nose", "--pages", str(pages)), "nose"),
        (("--verdicts", str(pages)), "Give --runs, too"),
        (("--rate", "-1"), "--rate cannot be -1"),
        (("--runs", str(tmp_path / "none")), "There is no folder"),
        (("--out", str(pages)), "pages.txt cannot be read or written"),
    ):
        assert main(["cycle", "--out", str(tmp_path / "other"), "--rollouts=1", *wrong]) == 2
        assert said in capsys.readouterr().err
