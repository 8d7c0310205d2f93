"""Scoring: what counts as right, how sure a share is, and the baseline without learning."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from uitars_runtime.element import Element, Role
from uitars_runtime.errors import ModelError, UsageError
from uitars_runtime.frame import Frame
from uitars_runtime.protocols import PastStep, Stop
from uitars_runtime.run_record import Evidence
from uitars_runtime.types import (
    Action,
    AskUser,
    Box,
    Button,
    Click,
    Direction,
    Finish,
    Point,
    Press,
    Proposal,
    Scroll,
    Task,
    Type,
)
from uitars_train.evaluate import apps, feasibility, miniwob, screens
from uitars_train.evaluate.__main__ import main
from uitars_train.evaluate.androidworld import tasks as androidworld
from uitars_train.evaluate.contenders import RandomClicks, whole_screen
from uitars_train.evaluate.intervals import wilson
from uitars_train.evaluate.kept import Kept
from uitars_train.evaluate.last_look import LastLook
from uitars_train.evaluate.matching import match
from uitars_train.evaluate.osworld import solutions as osworld
from uitars_train.evaluate.pictures import draw_failures, draw_last, draw_runs
from uitars_train.evaluate.record import read_captures
from uitars_train.evaluate.results import Result
from uitars_train.flywheel.teacher import read_solutions as read_deeds

BUTTON = screens.ExpectClick((10, 20, 30, 40))


def told(
    name: str,
    tag: str = "",
    *,
    success: bool = True,
    ending: str = "finished",
    run: str = "",
    evidence: Evidence = Evidence.NONE,
) -> Result:
    """What came of a task."""
    return Result(
        name=name,
        tag=tag,
        success=success,
        ending=ending,
        steps=3,
        seconds=1.0,
        reason="",
        run=run,
        evidence=evidence,
    )


@given(st.integers(0, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_holds_the_share_and_narrows_with_more_tries(counts: tuple[int, int]) -> None:
    right, tried = counts
    low, high = wilson(right, tried)
    assert 0 <= low <= high <= 1
    if tried:
        assert low <= right / tried + 1e-4
        assert right / tried - 1e-4 <= high
        closer = wilson(4 * right, 4 * tried)
        assert closer[1] - closer[0] <= high - low


def test_the_interval_is_wilsons() -> None:
    assert wilson(40, 69) == pytest.approx((0.4622, 0.6889), abs=1e-3)


@pytest.mark.parametrize(
    ("expect", "got", "right"),
    [
        (BUTTON, Click(Point(10, 20)), True),
        (BUTTON, Click(Point(30, 25)), False),
        (BUTTON, Click(Point(15, 25), button=Button.RIGHT), False),
        (BUTTON, Click(Point(15, 25), count=2), False),
        (screens.ExpectClick((0, 0, 9, 9), count=2), Click(Point(1, 1), count=2), True),
        (screens.ExpectType("a b"), Type("a b"), True),
        (screens.ExpectType("a b"), Type("a b."), False),
        (screens.ExpectPress(("Control", "S")), Press(("ctrl", "s")), True),
        (screens.ExpectPress(("ctrl", "s")), Press(("s",)), False),
        (screens.ExpectScroll(Direction.DOWN), Scroll(Point(1, 1), Direction.DOWN, 9), True),
        (screens.ExpectScroll(Direction.DOWN), Scroll(Point(1, 1), Direction.UP), False),
        (screens.ExpectFinish(), Finish(), True),
        (screens.ExpectFinish(), Finish(status="failure"), False),
        (screens.ExpectAsk(), AskUser("where?"), True),
        (screens.ExpectAsk(), Finish(status="failure"), True),
        (screens.ExpectAsk(), Finish(), False),
        (BUTTON, None, False),
    ],
)
def test_what_is_right(expect: screens.Expect, got: Action | None, right: bool) -> None:
    assert screens.is_right(expect, got) is right


class Parrot:
    """A model that gives what it is told to and keeps what it was asked."""

    name, dialect = "parrot", "none"

    def __init__(self, answers: Sequence[Action | None]) -> None:
        self._answers = iter(answers)
        self.asked: list[tuple[str, int, Frame]] = []

    def propose(
        self,
        task: Task,
        recalled: Sequence[str],
        past: Sequence[PastStep],
        seen: Frame,
        stop: Stop,
        /,
    ) -> Proposal:
        self.asked.append((task.text, len(past), seen))
        return Proposal("", next(self._answers), "")

    def close(self) -> None:
        pass


def write_set(folder: Path, items: list[dict[str, object]]) -> Path:
    picture = np.full((60, 80, 3), 90, np.uint8)
    picture[:, :, 0] = 200
    assert cv2.imwrite(str(folder / "one.png"), picture)
    path = folder / "set.json"
    path.write_text(json.dumps(items))
    return path


ITEMS: list[dict[str, object]] = [
    {
        "image": "one.png",
        "task": "Press it.",
        "expect": {"kind": "click", "box": [0, 0, 9, 9]},
        "tag": "direct",
    },
    {
        "image": "one.png",
        "task": "Press it, then leave.",
        "history": [{"kind": "click", "at": {"x": 3, "y": 4}}],
        "expect": {"kind": "finish"},
        "tag": "multi",
    },
    {"image": "one.png", "task": "Type ‘x’.", "expect": {"kind": "type", "text": "x"}},
]


def test_a_set_is_scored_by_tag_and_kind_of_failure(tmp_path: Path) -> None:
    items = screens.read_set(write_set(tmp_path, ITEMS))
    model = Parrot([Click(Point(5, 5)), Click(Point(5, 5)), None])
    got = list(screens.answers(items, tmp_path, model, Kept(None, screens.ANSWER)))
    found = screens.score(items, got)
    assert [(task, past) for task, past, _ in model.asked] == [
        ("Press it.", 0),
        ("Press it, then leave.", 1),
        ("Type ‘x’.", 0),
    ]
    # Red green blue: OpenCV writes blue first.
    assert tuple(model.asked[0][2].pixels[0, 0]) == (90, 90, 200)
    assert (found.n, found.by_tag) == (3, {"direct": (1, 1), "multi": (0, 1), "": (0, 1)})
    assert found.accuracy == pytest.approx(1 / 3, abs=1e-3)
    assert found.failures == {"action": 1, "unreadable": 1}
    assert [one.index for one in found.wrong] == [1, 2]


def test_what_programs_said_is_heard_where_it_lies_beside_a_picture(tmp_path: Path) -> None:
    items = screens.read_set(write_set(tmp_path, ITEMS))
    said = element("Save", 20)
    (tmp_path / "one.told.json").write_bytes(msgspec.json.encode([said]))
    for accessibility in (False, True):
        model = Parrot([Finish()] * 3)
        nowhere = Kept(None, screens.ANSWER)
        list(screens.answers(items, tmp_path, model, nowhere, accessibility=accessibility))
        heard = {frame.told for _, _, frame in model.asked}
        assert heard == {(said,) if accessibility else ()}
    (tmp_path / "one.told.json").write_text("no list")
    with pytest.raises(UsageError, match="no list of elements"):
        screens.read_told(tmp_path / "one.told.json")


def test_answers_are_kept_of_the_pictures_that_were_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    items = write_set(tmp_path, [ITEMS[0] | {"task": "Click Save."}])
    told, out = tmp_path / "one.told.json", tmp_path / "report.json"
    command = ["screens", "--set", str(items), "--keep", str(tmp_path / "keep")]

    def matched(*options: str) -> float:
        main([*command, "--json", str(out), *options])
        assert capsys.readouterr().out[0] != "\n", "no bar is left of where there is no terminal"
        return float(json.loads(out.read_bytes())["baseline"]["accuracy"])

    assert matched("--accessibility") == 0, "nothing there is called so"
    told.write_bytes(msgspec.json.encode([element("Save", 0)]))
    assert matched("--accessibility") == 1
    assert matched() == 0
    blank = np.full((60, 80, 3), 90, np.uint8)
    assert cv2.imwrite(str(tmp_path / "one.png"), blank)
    assert matched() == 0
    keys = {path.name for path in tmp_path.glob("keep/screens-matching-*")}
    assert len(keys) == 4, "one for each picture and what was heard of it"


def test_the_model_computes_where_the_settings_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("UITARS_DEVICE", "cuda")
    monkeypatch.setenv("UITARS_COMPUTES_ON", "cpu")
    with pytest.raises(ModelError, match="The setting device is cuda"):
        main(["screens", "--set", str(write_set(tmp_path, ITEMS))])


def test_failures_are_drawn(tmp_path: Path) -> None:
    items = screens.read_set(write_set(tmp_path, ITEMS))
    found = screens.score(items, [Click(Point(50, 50)), Finish(), Type("x")])
    drawn = draw_failures(items, found.wrong, tmp_path, tmp_path / "out")
    assert [path.name for path in drawn] == ["failure-0.png"]
    picture = cv2.imread(str(drawn[0]))
    assert picture is not None
    assert picture.shape[0] > 60
    assert (picture == (0, 160, 0)).all(axis=2).any(), "the wanted box"
    assert (picture == (0, 0, 220)).all(axis=2).any(), "the given point"


def test_the_last_look_of_a_try_is_drawn(tmp_path: Path) -> None:
    look = LastLook()
    assert look.of(Task("Find the box.")).seen is None
    frame = Frame(np.full((60, 80, 3), 90, np.uint8))
    look.intend(0, Proposal("", Click(Point(40, 30)), ""), frame)
    assert look.seen is not None
    seen, proposal = look.seen
    path = draw_last(seen, look.task.text, proposal.action, "stuck", tmp_path / "out" / "one.png")
    picture = cv2.imread(str(path))
    assert picture is not None
    assert (picture == (0, 0, 220)).all(axis=2).any(), "the given point"
    assert look.of(Task("Another.")).seen is None


def test_failed_runs_whose_record_is_gone_are_not_drawn(tmp_path: Path) -> None:
    failed = [
        told("a", success=False, ending="stuck", run="gone"),
        told("b", success=False, ending=""),
    ]
    assert draw_runs(failed, {"a": "x", "b": "y"}, tmp_path, tmp_path / "out") == []


def test_a_set_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        screens.read_set(tmp_path / "none.json")
    with pytest.raises(UsageError, match="holds no step"):
        screens.read_set(write_set(tmp_path, []))
    with pytest.raises(UsageError, match="not a set of steps"):
        screens.read_set(write_set(tmp_path, [{"image": "one.png", "task": "x", "expect": {}}]))
    (tmp_path / "two.png").write_text("no picture")
    with pytest.raises(UsageError, match="not a picture"):
        screens.read_picture(tmp_path / "two.png")


def element(text: str, left: int, role: Role = Role.BUTTON) -> Element:
    return Element(box=Box(left, 0, left + 10, 10), role=role, text=text)


@pytest.mark.parametrize(
    ("read", "written"),
    [
        (screens.read_set, '[{"image": "é.png", "task": "x", "expect": {"kind": "finish"}}]'),
        (apps.read_set, '[{"name": "é", "app": "a", "task": "t", "verify": "true"}]'),
        (miniwob.read_tasks, "click-test é"),
        (read_captures, '[{"app": "é", "shots": []}]'),
        (androidworld.read_tasks, '{"version": 1, "tasks": [{"name": "é", "goal": "x"}]}'),
        (feasibility.read_solutions, '{"é": []}'),
        (osworld.read_solutions, '{"é": []}'),
        (read_deeds, '{"é": []}'),
    ],
)
def test_a_file_in_another_encoding_is_one_sentence(
    read: Callable[[Path], object], written: str, tmp_path: Path
) -> None:
    path = tmp_path / "set.json"
    path.write_text(written, encoding="latin-1")
    with pytest.raises(UsageError, match=r"(?i)set\.json .*utf-8"):
        read(path)


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        (
            ["apps", "--set"],
            [{"name": "known", "app": "true", "task": "t", "verify": "true"}],
        ),
        (
            ["androidworld", "--tasks"],
            {"version": 1, "tasks": [{"name": "known", "goal": "g", "answer": "a"}]},
        ),
    ],
)
def test_a_task_that_is_not_in_the_set_is_not_left_out_in_silence(
    kind: list[str], told: object, tmp_path: Path
) -> None:
    path = tmp_path / "set.json"
    path.write_bytes(msgspec.json.encode(told))
    with pytest.raises(UsageError, match="There is no task unknwon in the file"):
        main([*kind, str(path), "--only", "known", "unknwon"])


FORM = (element("Name", 0, Role.FIELD), element("Save", 20), element("Save as", 40))


@pytest.mark.parametrize(
    ("task", "done", "wanted"),
    [
        ("Click Save as.", (), Click(Point(45, 5))),
        ("Click Save.", (), Click(Point(25, 5))),
        ("Enter 'Ada' into Name.", (Click(Point(5, 5)),), Type("Ada")),
        (
            "Enter 'Ada' into Name and press Save.",
            (Click(Point(5, 5)), Type("Ada")),
            Click(Point(25, 5)),
        ),
        ("Press ctrl+shift+t.", (), Press(("ctrl", "shift", "t"))),
        ("Scroll up.", (), Scroll(Point(25, 5), Direction.UP)),
        ("Save", (Click(Point(25, 5)), Click(Point(45, 5))), Finish()),
        ("Qqq!", (), AskUser("Nothing on the screen answers to it.")),
    ],
)
def test_string_matching(task: str, done: Sequence[Action], wanted: Action) -> None:
    assert match(task, done, FORM) == wanted


def test_an_app_counts_for_each_of_its_tags() -> None:
    results = [
        told("a", "gtk 1-3"),
        told("b", "gtk 4+", success=False, ending="stuck"),
    ]
    found = apps.row(results)
    assert found.by_tag == {"gtk": (1, 2), "1-3": (1, 1), "4+": (0, 1)}
    assert found.failures == {"stuck": 1}
    assert found.interval == wilson(1, 2)


def test_claims_are_counted_before_the_verifier() -> None:
    seen, unchecked = Evidence.SEEN, Evidence.UNCHECKED
    results = [
        told("a", success=True, evidence=seen),
        told("b", success=False, evidence=seen),
        told("c", success=True, evidence=unchecked),
        told("d", success=False, evidence=unchecked),
    ]
    found = apps.row(results)
    assert (found.claims, found.false_claims, found.unclaimed) == (2, 1, 1)
    assert found.failures == {"finished": 2}


def test_rows_stand_beside_the_models() -> None:
    row = apps.row([told("a", "gtk")])
    whole = apps.report(row, {"random": row})
    assert (whole.success_rate, whole.n) == (1.0, 1)
    assert whole.baselines == {"random": row}


def test_random_clicks_are_the_same_every_time_and_come_to_an_end() -> None:
    frame = Frame(np.zeros((60, 80, 3), np.uint8))
    player = RandomClicks(whole_screen, clicks=0)
    assert player.propose(Task("x"), (), (), frame, threading.Event()).action == Finish()
    player = RandomClicks(whole_screen, clicks=1)
    clicks = [player.propose(Task(text), (), (), frame, threading.Event()).action for text in "xxy"]
    assert clicks[0] == clicks[1] != clicks[2]
    assert all(isinstance(click, Click) and frame_holds(frame, click.at) for click in clicks)


def frame_holds(frame: Frame, at: Point) -> bool:
    return 0 <= at.x < frame.size.width and 0 <= at.y < frame.size.height
