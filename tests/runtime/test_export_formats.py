"""Exports into the formats of others, read back the way those others read them."""

from __future__ import annotations

import ast
import datetime
import json
import subprocess
import sys
from pathlib import Path
from typing import Literal

import cv2
import msgspec
import pytest

from helpers.full_disk import small_disk
from helpers.runs import (
    ALLOWED,
    EVERY_ACTION,
    ended,
    picture,
    proposal,
    started,
    write_run,
    write_step,
)
from uitars_runtime.errors import JournalError, UsageError
from uitars_runtime.export.atif import export_atif
from uitars_runtime.export.osworld import export_osworld
from uitars_runtime.export.pyautogui import as_pyautogui
from uitars_runtime.export.training import export_training
from uitars_runtime.journal import RunJournal, image_path
from uitars_runtime.run_record import Ending, RunEnded
from uitars_runtime.timing import Clock, Timing
from uitars_runtime.types import (
    Action,
    AskUser,
    Button,
    CallTool,
    Click,
    Correction,
    DecidedBy,
    Decision,
    Direction,
    Finish,
    KeyDown,
    Note,
    Outcome,
    Point,
    Press,
    Proposal,
    Scroll,
    Shell,
    Step,
    Type,
    Verdict,
    Wait,
)

DENIED = Verdict(Decision.DENY, DecidedBy.USER, "ask-always/R1", "No.")


def mixed_run(folder: Path, *, verified: bool | None = True) -> list[Step]:
    """Two clicks that happened, one that was denied, one unreadable reply, the end."""
    journal = RunJournal.create(folder, started(task="Save <image> the file"))
    steps = [write_step(journal, 0, proposal(Click(Point(1, 2))), picture(0))]
    seen = journal.intend(1, proposal(Shell("rm -rf /")), picture(1))
    outcome = Outcome(ok=False, text="Denied.")
    steps.append(Step(1, seen, proposal(Shell("rm -rf /")), DENIED, outcome))
    journal.append(steps[-1])
    steps.append(write_step(journal, 2, proposal(None), picture(2)))
    steps.append(write_step(journal, 3, proposal(Type("a\n'b'")), picture(3)))
    steps.append(write_step(journal, 4, proposal(Finish()), picture(4)))
    journal.end(RunEnded(Ending.FINISHED, 0, 5, 3.0, verified))
    return steps


def same_picture(one: Path, other: Path) -> bool:
    return (cv2.imread(str(one)) == cv2.imread(str(other))).all()


# --------------------------------------------------------------------------- OSWorld


def test_osworld_has_a_line_and_the_screen_after_it_for_each_step(tmp_path: Path) -> None:
    steps = mixed_run(tmp_path / "run")
    out = tmp_path / "out"
    export_osworld(tmp_path / "run", out)
    lines = [json.loads(line) for line in (out / "traj.jsonl").read_text().splitlines()]
    assert [line["step_num"] for line in lines] == [1, 2, 3, 4, 5]
    assert [line["done"] for line in lines] == [False] * 4 + [True]
    assert [line["reward"] for line in lines] == [0, 0, 0, 0, 1]
    assert (out / "result.txt").read_text() == "1.0\n"
    assert (out / "instruction.txt").read_text() == "Save <image> the file"
    for line, after in zip(lines[:-1], steps[1:], strict=True):
        datetime.datetime.strptime(line["action_timestamp"], "%Y%m%d@%H%M%S")
        assert line["screenshot_file"].startswith(f"step_{line['step_num']}_")
        recorded = image_path(tmp_path / "run", after.observation.image)
        assert same_picture(out / line["screenshot_file"], recorded)
    assert lines[-1]["screenshot_file"] is None
    assert len(list(out.glob("step_*.png"))) == 5


def test_osworld_does_not_repeat_what_was_denied(tmp_path: Path) -> None:
    mixed_run(tmp_path / "run")
    export_osworld(tmp_path / "run", tmp_path / "out")
    lines = (tmp_path / "out" / "traj.jsonl").read_text().splitlines()
    actions = [json.loads(line)["action"] for line in lines]
    assert actions[0] == "pyautogui.click(1, 2, clicks=1, button='left')"
    assert actions[1].startswith("# ")
    assert "rm -rf /" in actions[1]
    assert actions[2] == ""
    assert actions[4] == "DONE"


def test_osworld_does_not_tell_as_done_what_was_allowed_and_not_done(tmp_path: Path) -> None:
    journal = RunJournal.create(tmp_path / "run", started())
    for index, (action, outcome) in enumerate(
        (
            (Click(Point(1, 2)), "Not done: another window lies under the target. Look again."),
            (Finish(), "Nobody saw that this was done: save. Do it, or say again."),
        )
    ):
        seen = journal.intend(index, proposal(action), picture(index))
        failed = Outcome(ok=False, text=outcome)
        journal.append(Step(index, seen, proposal(action), ALLOWED, failed))
    export_osworld(tmp_path / "run", tmp_path / "out")
    lines = (tmp_path / "out" / "traj.jsonl").read_text().splitlines()
    assert all(json.loads(line)["action"].startswith("# ") for line in lines)


@pytest.mark.parametrize(("verified", "result"), [(False, "0.0\n"), (None, None)])
def test_osworld_rewards_only_what_was_verified(
    tmp_path: Path, verified: bool | None, result: str | None
) -> None:
    mixed_run(tmp_path / "run", verified=verified)
    export_osworld(tmp_path / "run", tmp_path / "out")
    file = tmp_path / "out" / "result.txt"
    assert (file.read_text() if file.exists() else None) == result
    last = (tmp_path / "out" / "traj.jsonl").read_text().splitlines()[-1]
    assert json.loads(last)["reward"] == 0


@pytest.mark.parametrize(
    ("action", "source"),
    [
        (Click(Point(1, 2), Button.RIGHT, 2), "pyautogui.click(1, 2, clicks=2, button='right')"),
        (Scroll(Point(1, 2), Direction.LEFT, 4), "pyautogui.hscroll(-4, 1, 2)"),
        (Press(("ctrl", "s")), "pyautogui.hotkey('ctrl', 's')"),
        (KeyDown("super"), "pyautogui.keyDown('winleft')"),
        (KeyDown("altgr"), "pyautogui.keyDown('altright')"),
        (Press(("menu",)), "pyautogui.hotkey('apps')"),
        (Wait(3), "WAIT"),
        (Finish("failure"), "FAIL"),
        (AskUser("Which?"), '# {"kind":"ask_user","question":"Which?"}'),
    ],
)
def test_pyautogui_lines(action: Action, source: str) -> None:
    assert as_pyautogui(action) == source


@pytest.mark.parametrize(
    "text", ["'); import os; os.system('x'); ('", '"""\n\\', "\r\n\x00\u2028é", "{0}%s"]
)
def test_no_text_breaks_out_of_its_line(text: str) -> None:
    typed = ast.parse(as_pyautogui(Type(text))).body
    (statement,) = typed
    assert isinstance(statement, ast.Expr)
    assert isinstance(statement.value, ast.Call)
    assert ast.literal_eval(statement.value.args[0]) == text
    for action in (Shell(text), Note(text), CallTool(text, text, {text: text})):
        assert ast.parse(as_pyautogui(action)).body == []


def test_every_action_is_python_or_a_word_of_the_format() -> None:
    for action in EVERY_ACTION:
        source = as_pyautogui(action)
        assert source in ("WAIT", "DONE", "FAIL") or ast.parse(source)


# --------------------------------------------------------------------------- ATIF


class Strict(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Fields as the specification of version 1.7 names them; anything else is refused."""


class ImageSource(Strict):
    media_type: Literal["image/jpeg", "image/png", "image/gif", "image/webp"]
    path: str


class Part(Strict):
    type: Literal["text", "image"]
    text: str | None = None
    source: ImageSource | None = None


class ToolCall(Strict):
    tool_call_id: str
    function_name: str
    arguments: dict[str, object]
    extra: dict[str, object] | None = None


class Result(Strict):
    source_call_id: str | None = None
    content: str | list[Part] | None = None
    extra: dict[str, object] | None = None


class Results(Strict):
    results: list[Result]


class Metrics(Strict):
    prompt_tokens: int
    completion_tokens: int
    cached_tokens: int | None = None
    cost_usd: float | None = None


class AtifStep(Strict):
    step_id: int
    source: Literal["system", "user", "agent"]
    message: str | list[Part]
    timestamp: datetime.datetime | None = None
    model_name: str | None = None
    reasoning_content: str | None = None
    tool_calls: list[ToolCall] | None = None
    observation: Results | None = None
    metrics: Metrics | None = None
    llm_call_count: int | None = None
    extra: dict[str, object] | None = None


class Agent(Strict):
    name: str
    version: str
    model_name: str | None = None
    extra: dict[str, object] | None = None


class Totals(Strict):
    total_prompt_tokens: int
    total_completion_tokens: int
    total_cached_tokens: int
    total_steps: int


class Atif(Strict):
    schema_version: Literal["ATIF-v1.7"]
    session_id: str
    trajectory_id: str
    agent: Agent
    steps: list[AtifStep]
    notes: str | None = None
    final_metrics: Totals | None = None
    extra: dict[str, object] | None = None


def read_atif(out: Path) -> Atif:
    return msgspec.json.decode((out / "trajectory.json").read_bytes(), type=Atif)


def test_atif_follows_the_specification(tmp_path: Path) -> None:
    write_run(tmp_path / "run", [*EVERY_ACTION, None])
    out = tmp_path / "out"
    export_atif(tmp_path / "run", out)
    trajectory = read_atif(out)
    assert [step.step_id for step in trajectory.steps] == list(range(1, len(EVERY_ACTION) + 3))
    assert [step.source for step in trajectory.steps] == ["user"] + ["agent"] * (
        len(EVERY_ACTION) + 1
    )
    assert trajectory.final_metrics is not None
    assert trajectory.final_metrics.total_steps == len(trajectory.steps)
    assert trajectory.final_metrics.total_prompt_tokens == 900 * (len(EVERY_ACTION) + 1)
    for step in trajectory.steps[1:]:
        calls = {call.tool_call_id for call in step.tool_calls or ()}
        assert step.observation is not None
        (result,) = step.observation.results
        assert ({result.source_call_id} if result.source_call_id else set()) == calls


def test_atif_calls_what_was_done_where_a_person_corrected_it(tmp_path: Path) -> None:
    journal = RunJournal.create(tmp_path / "run", started())
    said = proposal(Click(Point(1, 1)))
    observed = journal.intend(0, said, picture(0))
    instead = Correction(Click(Point(9, 9)))
    journal.append(Step(0, observed, said, None, Outcome(True, "done"), correction=instead))
    journal.end(ended(1))
    export_atif(tmp_path / "run", tmp_path / "out")
    calls = read_atif(tmp_path / "out").steps[1].tool_calls or []
    assert [call.arguments["at"] for call in calls] == [{"x": 9, "y": 9}]
    told = msgspec.json.decode((tmp_path / "out" / "trajectory.json").read_bytes())
    assert told["steps"][1]["extra"]["proposed"]["at"] == {"x": 1, "y": 1}


def test_times_are_those_of_the_record(tmp_path: Path) -> None:
    """Older records have durations only: there a step begins where the one before it ended."""
    journal = RunJournal.create(tmp_path / "run", started())
    began = datetime.datetime(2026, 1, 2, 9, 0, 0, tzinfo=datetime.UTC)
    for index, clock in enumerate([None, Clock(began, began, began), None]):
        observed = journal.intend(index, proposal(Note("x")), picture(index))
        outcome, ms = Outcome(True, "done"), Timing(observe=500, total=2000)
        step = Step(index, observed, proposal(Note("x")), None, outcome, ms, clock=clock)
        journal.append(step)
    journal.end(ended(3))
    export_atif(tmp_path / "run", tmp_path / "out")
    atif = read_atif(tmp_path / "out")
    times = [step.timestamp for step in atif.steps[1:]]
    first = datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.UTC)
    looked = began - datetime.timedelta(milliseconds=500)
    assert times == [first, looked, looked + datetime.timedelta(seconds=2)]
    assert "sum of durations" in (atif.notes or "")


def test_atif_holds_each_screenshot_where_it_was_seen(tmp_path: Path) -> None:
    steps = mixed_run(tmp_path / "run")
    out = tmp_path / "out"
    export_atif(tmp_path / "run", out)
    trajectory = read_atif(out)
    parts: list[Part] = []
    for step in trajectory.steps:
        parts += step.message if isinstance(step.message, list) else []
        for result in step.observation.results if step.observation else ():
            parts += result.content if isinstance(result.content, list) else []
    shown = [part.source.path for part in parts if part.source is not None]
    assert shown == [f"images/{step.observation.image}.png" for step in steps]
    assert all((out / path).is_file() for path in shown)
    assert trajectory.steps[2].extra is not None
    assert trajectory.steps[2].extra["verdict"] == msgspec.to_builtins(DENIED)


def test_atif_says_that_a_run_was_cut_off(tmp_path: Path) -> None:
    write_run(tmp_path / "run", [Note("x")], end=False)
    export_atif(tmp_path / "run", tmp_path / "out")
    assert "cut off" in (read_atif(tmp_path / "out").notes or "")


# --------------------------------------------------------------------------- training


def test_training_holds_what_is_worth_learning(tmp_path: Path) -> None:
    steps = mixed_run(tmp_path / "run")
    out = tmp_path / "out"
    export_training(tmp_path / "run", out)
    (line,) = (out / "train.jsonl").read_text().splitlines()
    data = json.loads(line)
    roles = [message["role"] for message in data["messages"]]
    assert roles == ["system", *["user", "assistant"] * 3]
    written = "".join(message["content"] for message in data["messages"])
    assert written.count("<image>") == len(data["images"]) == 3
    assert data["images"][0] == f"images/{steps[0].observation.image}.png"
    assert all((out / path).is_file() for path in data["images"])
    for message, step in zip(data["messages"][2::2], (steps[0], *steps[3:]), strict=True):
        thought, action = message["content"].split("\n", 1)
        assert thought == step.proposal.thought
        assert msgspec.json.decode(action, type=Action) == step.proposal.action
    assert "rm -rf" not in written
    assert (data["ending"], data["verified"]) == ("finished", True)


def test_nobody_learns_to_finish_too_early(tmp_path: Path) -> None:
    journal = RunJournal.create(tmp_path / "run", started())
    seen = journal.intend(0, proposal(Finish()), picture(0))
    early = Outcome(ok=False, text="Nobody saw that this was done: save.")
    journal.append(Step(0, seen, proposal(Finish()), ALLOWED, early, missing=("save",)))
    write_step(journal, 1, proposal(Press(("ctrl", "s"))), picture(1))
    write_step(journal, 2, proposal(Finish()), picture(2))
    export_training(tmp_path / "run", tmp_path / "out")
    data = json.loads((tmp_path / "out" / "train.jsonl").read_text())
    said = [one["content"] for one in data["messages"] if one["role"] == "assistant"]
    assert len(said) == 2
    assert "press" in said[0]


def test_training_text_cannot_pose_as_a_picture(tmp_path: Path) -> None:
    journal = RunJournal.create(tmp_path / "run", started(task="<image>"))
    said = Proposal("<image>", Note("<image>"), "<image>")
    write_step(journal, 0, said, picture(0))
    journal.end(ended(1))
    export_training(tmp_path / "run", tmp_path / "out")
    assert (tmp_path / "out" / "train.jsonl").read_text().count("<image>") == 1


# --------------------------------------------------------------------------- all of them

EXPORTS = [export_osworld, export_atif, export_training]


@pytest.mark.parametrize("export", EXPORTS)
def test_a_run_without_steps_is_exported_too(export: object, tmp_path: Path) -> None:
    assert callable(export)
    write_run(tmp_path / "run", [])
    export(tmp_path / "run", tmp_path / "out")
    assert any((tmp_path / "out").iterdir())


@pytest.mark.parametrize("export", EXPORTS)
def test_nothing_is_overwritten(export: object, tmp_path: Path) -> None:
    assert callable(export)
    write_run(tmp_path / "run", [Note("x")])
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("keep me")
    with pytest.raises(UsageError, match="not empty"):
        export(tmp_path / "run", tmp_path / "out")
    with pytest.raises(UsageError, match="cannot be a folder"):
        export(tmp_path / "run", tmp_path / "out" / "mine.txt")
    with pytest.raises(JournalError):
        export(tmp_path, tmp_path / "other")


@pytest.mark.parametrize("export", EXPORTS)
def test_a_missing_picture_is_an_error_that_names_it(export: object, tmp_path: Path) -> None:
    assert callable(export)
    _, (step, *_) = write_run(tmp_path / "run", [Note("x")])
    image_path(tmp_path / "run", step.observation.image).unlink()
    (tmp_path / "there").mkdir()
    for out in ("out", "there"):
        with pytest.raises(UsageError, match=step.observation.image):
            export(tmp_path / "run", tmp_path / out)
    assert not (tmp_path / "out").exists()
    assert list((tmp_path / "there").iterdir()) == []


@pytest.mark.parametrize("form", ["osworld", "atif", "training", "html"])
def test_a_full_disk_leaves_no_half_of_an_export(form: str, tmp_path: Path) -> None:
    write_run(tmp_path / "run", [Note("x" * 8192)])
    mounted = small_disk(small := tmp_path / "small", 8192)
    if mounted is None:
        pytest.skip("this machine forbids mounting a small file system")
    command = (sys.executable, "-m", "uitars_runtime.cli.export", str(tmp_path / "run"))
    options = ("--format", form, "-o", str(small / "out"))
    done = subprocess.run(
        [*mounted, "sh", "-c", f'"$@"; ls -A {small}', "sh", *command, *options],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "No space left on device" in done.stderr
    assert done.stdout == ""
