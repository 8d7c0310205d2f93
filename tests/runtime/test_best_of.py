"""Tries of one task: each begins where the first one did, and the best one remains."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from helpers.encoded import encoder
from helpers.fakes import FakeOpenHands, ScriptedModel
from helpers.living import session
from helpers.recorded import record as recorded
from uitars_runtime.backends.embedded.backend import default_folder
from uitars_runtime.backends.embedded.network.decoder import Decoder
from uitars_runtime.backends.embedded.network.grammar import Grammar
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.best_of.choice import Choice
from uitars_runtime.best_of.stage import copy_files, give_back, staged
from uitars_runtime.best_of.tries import Event, Order, played, record
from uitars_runtime.config import Settings
from uitars_runtime.control import Control
from uitars_runtime.element import Element, Role
from uitars_runtime.errors import ModelError
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.journal import find_run, list_runs, read_run
from uitars_runtime.outcomes.judge import EvidenceJudge, OutcomeJudge
from uitars_runtime.paths import TRIES, runs_folder
from uitars_runtime.privacy.retention import forget
from uitars_runtime.protocols import Stop
from uitars_runtime.run import Request, execute
from uitars_runtime.run_record import Ending, RunEnded
from uitars_runtime.sessions.checkpoints import names
from uitars_runtime.sessions.folder import living
from uitars_runtime.sessions.verbs import checkpoint
from uitars_runtime.types import Action, Box, Finish, Shell, Size, Wait, WriteFile


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Path]:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("UITARS_PROGRAMS", "open")
    monkeypatch.delenv("DISPLAY", raising=False)
    yield tmp_path / "home"
    assert living() == []


class Player:
    """Plays one script a try, on the real desktop."""

    def __init__(self, *scripts: Sequence[Action]) -> None:
        self._scripts = iter(scripts)
        self.asked: list[Request] = []

    def __call__(self, request: Request) -> Iterator[Event]:
        self.asked.append(request)
        return execute(
            request,
            asker=NobodyAsker(),
            answer=lambda _question: None,
            control=Control(),
            model=ScriptedModel(*next(self._scripts)),
        )


class Scores:
    """A judge who has made up its mind."""

    name = "scores"

    def __init__(self, *scores: float | None) -> None:
        self._scores = iter(scores)

    def score(self, run: Path, reference: str, stop: Stop, /) -> float | None:
        assert read_run(run).ended is not None
        return next(self._scores)


def tried(request: Request, count: int, player: Player, judge: OutcomeJudge) -> Choice:
    tries = played(Order(request, count), judge, player, threading.Event())
    while True:
        try:
            next(tries)
        except StopIteration as end:
            choice: Choice = end.value
            return choice


def writes(name: str, *more: Action) -> tuple[Action, ...]:
    return (WriteFile(name, name), *more, Finish("success", f"Wrote {name}."))


class Fails:
    """A judge whose server is gone."""

    name = "fails"

    def score(self, run: Path, reference: str, stop: Stop, /) -> float | None:
        raise ModelError("No model server answers.")


def test_a_judge_that_fails_loses_no_try() -> None:
    """What was played counts as unknown, and the evidence is what is left."""
    player = Player(writes("one"), writes("two"))
    settings = Settings(desktop="sandbox:640x480", programs="open")
    choice = tried(Request("write a file", settings), 2, player, Fails())
    assert [(one.score, one.unjudged) for one in choice.tries] == [
        (None, "No model server answers.")
    ] * 2
    assert choice.chosen.number == 1


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_the_best_try_remains_in_a_session_and_each_begins_alike() -> None:
    """The second of three is best: the session is put back to it, and no checkpoint is left."""
    player = Player(writes("one"), writes("two"), writes("three"))
    with session() as there:
        (Path(there.workspace) / "before").write_text("there")
        request = Request("write a file", Settings(desktop=f"session:{there.id}"))
        choice = tried(request, 3, player, Scores(0.2, 0.5, None))
        assert [one.score for one in choice.tries] == [0.2, 0.5, None]
        assert choice.chosen.number == 2
        assert files(Path(there.workspace)) == {"before", "two"}
        assert names(there.id) == []
    assert [one.temperature for one in player.asked] == [0.0, 1.0, 1.0]
    assert len({one.seed for one in player.asked}) == 3
    assert all(not one.settings.memory for one in player.asked)
    told = record(choice)
    assert (told["asked"], told["played"], told["chosen"]) == (3, 3, 2)
    assert (choice.folder / "choice.json").is_file()


def test_tries_end_with_one_that_is_verified_and_its_files_are_given_back(tmp_path: Path) -> None:
    given = tmp_path / "given"
    given.mkdir()
    for name in ("kept", "old"):
        (given / name).write_text(name)
    player = Player(writes("one"), writes("two", Shell("rm old; ln -s /etc link")), writes("three"))
    request = Request(
        "write a file",
        Settings(desktop="sandbox:640x480", programs="open"),
        workspace=str(given),
        verify="test -e two -a ! -e one",
    )
    choice = tried(request, 5, player, EvidenceJudge())
    assert [one.ended.ending for one in choice.tries] == [Ending.UNVERIFIED, Ending.FINISHED]
    assert (choice.chosen.number, choice.chosen.ended.verified) == (2, True)
    assert choice.chosen.ended.answer == "Wrote two."
    assert files(given) == {"kept", "two"}
    written = {Path(one).name: Path(one) for one in choice.chosen.ended.files}
    assert written["two"].read_text() == "two"
    runs = [one.run for one in choice.tries]
    assert list_runs() == runs
    assert find_run("last") == runs[-1]
    forget(runs)
    assert not choice.folder.exists()


def test_what_a_person_changed_meanwhile_stays_unless_the_try_changed_it(tmp_path: Path) -> None:
    given = tmp_path / "given"
    given.mkdir()
    for name in ("changed", "deleted", "both"):
        (given / name).write_text("before")

    class Meanwhile(EvidenceJudge):
        def score(self, run: Path, reference: str, stop: Stop, /) -> float | None:
            (given / "changed").write_text("by the person")
            (given / "deleted").unlink()
            return super().score(run, reference, stop)

    player = Player(writes("new", Shell("echo try > both")))
    request = Request(
        "write a file",
        Settings(desktop="sandbox:640x480", programs="open"),
        workspace=str(given),
    )
    tried(request, 1, player, Meanwhile())
    left = {path.name: path.read_text() for path in given.iterdir()}
    assert left == {"changed": "by the person", "both": "try\n", "new": "new"}


def test_what_was_refused_is_not_tried_again() -> None:
    denied = (Shell("true"), Finish("failure", "Denied."))
    player = Player(denied, writes("two"))
    with session() as there:
        settings = Settings(desktop=f"session:{there.id}", policy="ask-always")
        choice = tried(Request("do it", settings), 3, player, EvidenceJudge())
    assert [one.ended.ending for one in choice.tries] == [Ending.DENIED]


def test_a_folder_in_which_programs_listen_is_copied_without_their_sockets(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    (source / ".git").mkdir(parents=True)
    (source / "file").write_text("x")
    (source / "leads").symlink_to("nowhere")
    os.mkfifo(source / "pipe")
    with socket.socket(socket.AF_UNIX) as watching:
        watching.bind(str(source / ".git" / "ipc"))
        copy_files(source, target)
    assert sorted(path.name for path in target.rglob("*")) == [".git", "file", "leads"]


def test_links_of_a_try_lead_nowhere(tmp_path: Path) -> None:
    """Neither a link in the person's folder nor one of the try is followed."""
    outside, source, target = (tmp_path / name for name in ("outside", "source", "target"))
    for folder in (outside, source / "data", target):
        folder.mkdir(parents=True)
    (outside / "secret").write_text("theirs")
    (target / "data").symlink_to(outside)
    (source / "data" / "secret").write_text("mine")
    with pytest.raises(Exception, match="data"):
        give_back(source, target, {})
    assert (outside / "secret").read_text() == "theirs"
    (source / "leads").symlink_to(outside / "secret")
    (source / "data" / "secret").unlink()
    give_back(source, target, {"leads": "digest", "gone": "digest"})
    assert not (target / "leads").exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--best-of", "2", "--desktop", ":7"), "has no checkpoints"),
        (("--best-of", "2", "--desktop", "osworld-vm:http://127.0.0.1:9"), "has no checkpoints"),
        (("--best-of", "2", "--desktop", "session:none"), "There is no"),
        (("--best-of", "0"), "is not a whole number, 1 or more"),
        (("--best-of", "2", "--desktop", "sandbox", "--cdp"), "cannot be put back"),
        (
            ("--best-of", "2", "--desktop", "sandbox", "--judge-url", "http://127.0.0.1:9"),
            "No judge",
        ),
        (("--best-of", "2", "--desktop", "sandbox", "--judge", "nowhere"), "nowhere"),
        (("--judge", "nano"), "Say how many"),
        (("--best-of", "2", "--model", "replay:{run}"), "Nothing can be drawn"),
        (("--temperature", "1", "--model", "replay:{run}"), "Nothing can be drawn"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_what_cannot_be_tried_is_said_in_a_sentence(
    tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    run = recorded(tmp_path / "recorded", Finish())
    given = [option.format(run=run) for option in options]
    done = subprocess.run(
        [sys.executable, "-m", "uitars_runtime.cli.run", "test", "--json", *given],
        capture_output=True,
        text=True,
        env={**os.environ, "DISPLAY": ""},
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_session_with_a_folder_of_the_persons_is_refused(tmp_path: Path) -> None:
    with session(workspace=tmp_path) as there:
        request = Request("do it", Settings(desktop=f"session:{there.id}"))
        with pytest.raises(Exception, match="is a folder of yours"):
            tried(request, 2, Player(), EvidenceJudge())
    assert list((runs_folder() / TRIES).iterdir()) == []


def test_what_is_drawn_is_legal_and_comes_again_with_its_seed() -> None:
    elements = [
        Element(Box(20, 20 + 40 * at, 120, 50 + 40 * at), Role.BUTTON, text)
        for at, text in enumerate(("Save", "Open", "Close", "Help"))
    ]
    situation = prepare(("Click Save.",), [], elements, Size(640, 480))
    decoder = Decoder(default_folder(), encoder())

    def drawn(seed: int, temperature: float) -> list[object]:
        chance = np.random.default_rng(seed)
        return [decoder.draw(situation, temperature, chance).decision for _ in range(12)]

    assert drawn(5, 1.5) == drawn(5, 1.5)
    assert len(set(map(str, drawn(5, 8.0)))) > 3
    likeliest = decoder.decide(situation).decision
    assert drawn(5, 0.01) == [likeliest] * 12
    assert Grammar(situation).legal(()).any()


def test_what_killed_tries_left_goes_with_the_next() -> None:
    """Only theirs, and only where the session has ended, too."""
    with session() as ended:
        for name in ("best-of-killed-start", "mine"):
            checkpoint(ended, name)
    with session() as there:
        checkpoint(there, "best-of-under-way-start")
        with staged(Request("", Settings(desktop=f"session:{there.id}")), "next"):
            assert names(ended.id) == ["mine"]
            assert names(there.id) == ["best-of-next-start", "best-of-under-way-start"]
        assert names(there.id) == ["best-of-under-way-start"]


def test_the_time_of_a_try_is_over_for_that_try_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    over: list[bool] = []

    def opened(_settings: object, _asker: object, stop: Stop, *_: object) -> FakeOpenHands:
        over.append(stop.is_set())
        return FakeOpenHands()

    monkeypatch.setattr("uitars_runtime.hands.opening.open_hands", opened)
    request = Request("wait", Settings(desktop="sandbox", timeout=0.01, memory=False))
    control, endings = Control(), []
    for _ in range(2):
        model = ScriptedModel(lambda: time.sleep(0.02), Wait(0.0))
        asked = execute(
            request, asker=NobodyAsker(), answer=lambda _: None, control=control, model=model
        )
        endings += [event.ending for event in asked if isinstance(event, RunEnded)]
    assert over == [False, False]
    assert endings == [Ending.BUDGET] * 2
