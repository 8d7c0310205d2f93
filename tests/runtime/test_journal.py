"""The journal: what is acknowledged is on disk, and reads back as it was written."""

from __future__ import annotations

import hashlib
import json
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.runs import (
    EVERY_ACTION,
    GROUNDING,
    ended,
    picture,
    proposal,
    started,
    write_run,
    write_step,
)
from uitars_runtime.backends.replay import ReplayModel
from uitars_runtime.errors import JournalError, UsageError
from uitars_runtime.journal import (
    RunJournal,
    find_run,
    image_path,
    list_runs,
    read_frame,
    read_record,
    read_run,
)
from uitars_runtime.run_record import Ending
from uitars_runtime.timing import Clock
from uitars_runtime.types import (
    Action,
    CallTool,
    Click,
    Note,
    Outcome,
    Point,
    Press,
    Proposal,
    Shell,
    Step,
    Task,
    Tokens,
    Type,
)


def test_a_run_of_every_action_reads_back_as_it_was(tmp_path: Path) -> None:
    head, steps = write_run(tmp_path / "run", [*EVERY_ACTION, None])
    trajectory = read_run(tmp_path / "run")
    assert trajectory.started == head
    assert list(trajectory.steps) == steps
    assert trajectory.ended == ended(len(steps))
    assert read_record(tmp_path / "run").problems == ()


def test_the_folder_is_readable_without_our_code(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    _, steps = write_run(folder, [Click(Point(3, 4)), Note("x")])
    run = json.loads((folder / "run.json").read_text())
    assert run["task"] == {"text": "Save the file", "tools": [], "said": []}
    assert run["ended"]["ending"] == "finished"
    lines = [json.loads(line) for line in (folder / "steps.jsonl").read_text().splitlines()]
    assert [line["proposal"]["action"]["kind"] for line in lines] == ["click", "note"]
    for step in steps:
        data = (folder / "images" / f"{step.observation.image}.png").read_bytes()
        assert hashlib.sha256(data).hexdigest() == step.observation.image
    left = sorted(path.name for path in folder.iterdir())
    assert left == ["images", "run.json", "steps.jsonl"]


# As the first version wrote it, before steps said what they come from.
OLDER = """{"index":0,"observation":{"image":"%s","size":{"width":160,"height":100}},\
"proposal":{"thought":"“Save” (words 1 to 1 of the task): click the button “Save”.",\
"action":{"kind":"click","at":{"x":3,"y":4}},"raw":"reply"},\
"verdict":{"decision":"allow","by":"policy","rule":"r","reason":""},\
"outcome":{"ok":true,"text":"done","changed":true},"ms":{"total":540.0}}
"""


def test_an_older_record_still_opens_and_replays(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    _, (step,) = write_run(folder, [Note("x")])
    (folder / "steps.jsonl").write_text(OLDER % step.observation.image, "utf-8")
    (older,) = read_run(folder).steps
    assert older.action == Click(Point(3, 4))
    assert older.grounding is None
    assert older.clock is None
    model = ReplayModel.of_run(str(folder))
    assert model.propose(Task("x"), (), (), picture(0), Event()) == older.proposal


def test_a_step_says_what_it_comes_from(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    write_run(folder, [Click(Point(40, 30))])
    assert read_run(folder).steps[0].grounding == GROUNDING
    (line,) = (folder / "steps.jsonl").read_text("utf-8").splitlines()
    grounding = json.loads(line)["proposal"]["grounding"]
    assert grounding["serves"] == {"start": 0, "end": 13, "text": "Save the file"}
    assert grounding["target"]["name"] == "Save"


def test_the_clock_of_a_step_is_kept_to_the_microsecond(tmp_path: Path) -> None:
    looked = datetime(2026, 1, 2, 3, 4, 5, 678901, UTC)
    clock = Clock(looked, looked + timedelta(seconds=1), looked + timedelta(seconds=2))
    head = started()
    journal = RunJournal.create(tmp_path / "run", head)
    observed = journal.intend(0, proposal(Note("x")), picture(0))
    # A secret makes the journal write the step anew.
    secret = Proposal("token: ghp_" + 36 * "a", Note("x"), "")
    kept = journal.keep(Step(0, observed, secret, None, Outcome(True, ""), clock=clock))
    journal.append(kept)
    (step,) = read_run(tmp_path / "run").steps
    assert "hidden" in step.proposal.thought
    assert step.clock == clock
    line = (tmp_path / "run" / "steps.jsonl").read_text("utf-8")
    assert json.loads(line)["clock"]["looked"] == "2026-01-02T03:04:05.678901Z"


def test_only_the_user_may_read_a_run(tmp_path: Path) -> None:
    write_run(tmp_path / "run", [Note("x")], end=False)
    for path in (tmp_path / "run").rglob("*"):
        assert path.stat().st_mode & 0o777 == (0o700 if path.is_dir() else 0o600), path
    assert (tmp_path / "run").stat().st_mode & 0o777 == 0o700


def test_the_same_picture_is_kept_once(tmp_path: Path) -> None:
    journal = RunJournal.create(tmp_path / "run", started())
    for index, seed in enumerate([1, 2, 1, 1]):
        write_step(journal, index, proposal(Note("x")), picture(seed))
    journal.end(ended(4))
    assert len(list((tmp_path / "run" / "images").iterdir())) == 2


def test_a_prepared_picture_is_the_one_on_record(tmp_path: Path) -> None:
    journal = RunJournal.create(tmp_path / "run", started())
    frame = picture(5)
    journal.prepare(frame)
    step = write_step(journal, 0, proposal(Note("x")), frame)
    journal.end(ended(1))
    read = read_frame(tmp_path / "run", step.observation)
    assert np.array_equal(read.pixels, frame.pixels)


def test_the_intent_is_on_disk_before_the_step(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    journal = RunJournal.create(folder, started())
    write_step(journal, 0, proposal(Note("x")), picture(0))
    observation = journal.intend(1, proposal(Shell("make")), picture(1))
    record = read_record(folder)
    assert record.pending is not None
    assert record.pending.proposal.action == Shell("make")
    assert record.pending.observation == observation
    assert image_path(folder, observation.image).exists()
    assert record.trajectory.ended is None
    assert any("Step 2 was under way" in problem for problem in record.problems)
    journal.end(ended(1, Ending.ERROR))
    assert read_record(folder).pending == record.pending


@pytest.mark.parametrize("cut", [1, 20, -1])
def test_a_torn_last_line_is_left_out_and_said(tmp_path: Path, cut: int) -> None:
    folder = tmp_path / "run"
    _, steps = write_run(folder, EVERY_ACTION[:3], end=False)
    path = folder / "steps.jsonl"
    data = path.read_bytes()
    last = data[:-1].rfind(b"\n") + 1
    path.write_bytes(data[: last + cut] if cut > 0 else data[:cut])
    record = read_record(folder)
    assert list(record.trajectory.steps) == steps[:2]
    assert any("cut off" in problem for problem in record.problems)
    assert record.pending is not None
    assert record.pending.index == 2


def test_damage_before_the_last_line_is_an_error_that_names_the_line(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    write_run(folder, EVERY_ACTION[:3])
    lines = (folder / "steps.jsonl").read_bytes().splitlines(keepends=True)
    lines[1] = b'{"index": "two"}\n'
    (folder / "steps.jsonl").write_bytes(b"".join(lines))
    with pytest.raises(JournalError, match="line 2"):
        read_run(folder)


def test_what_is_no_run_is_an_error_with_a_hint(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"run\.json cannot be read") as caught:
        read_run(tmp_path)
    assert caught.value.hint
    (tmp_path / "run.json").write_text('{"run": 7}')
    with pytest.raises(JournalError, match="not the head of a run"):
        read_run(tmp_path)


def test_a_later_schema_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    write_run(folder, [Note("x")])
    run = json.loads((folder / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps(run | {"schema": 2}))
    with pytest.raises(JournalError, match="has schema 2"):
        read_run(folder)


def test_a_folder_takes_one_run_only(tmp_path: Path) -> None:
    write_run(tmp_path / "run", [Note("x")])
    with pytest.raises(JournalError, match="already holds"):
        RunJournal.create(tmp_path / "run", started())


def test_a_picture_s_name_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    for name in ("../../secret", "A" * 64, "0" * 63, "0" * 64 + "\n"):
        with pytest.raises(JournalError, match="not the name of a picture"):
            image_path(tmp_path, name)


def test_a_damaged_or_missing_picture_is_an_error(tmp_path: Path) -> None:
    _, (step, *_) = write_run(tmp_path / "run", [Note("x")])
    path = image_path(tmp_path / "run", step.observation.image)
    path.write_bytes(b"no picture")
    with pytest.raises(JournalError, match="not a readable PNG"):
        read_frame(tmp_path / "run", step.observation)
    path.unlink()
    with pytest.raises(JournalError, match="cannot be read"):
        read_frame(tmp_path / "run", step.observation)


# --------------------------------------------------------------------------- any text, any action

odd_text = st.text(st.characters(codec="utf-8")) | st.sampled_from(
    ["\u2028\u2029\x85\x00\x1b[2J", "\u202egnp.exe", "a\u0301\U0001f468\u200d\U0001f469", "\ufeff"]
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | odd_text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(odd_text, inner, max_size=3),
    max_leaves=8,
)
actions: st.SearchStrategy[Action] = st.one_of(
    st.sampled_from(EVERY_ACTION),
    st.builds(Click, st.builds(Point, st.integers(), st.integers()), count=st.integers(1, 3)),
    st.builds(Type, odd_text),
    st.builds(Note, odd_text),
    st.builds(Shell, odd_text),
    st.builds(Press, st.lists(odd_text, min_size=1, max_size=5).map(tuple)),
    st.builds(CallTool, odd_text, odd_text, st.dictionaries(odd_text, json_values, max_size=4)),
)
tokens = st.builds(Tokens, st.integers(0), st.integers(0), st.integers(0))
proposals = st.builds(Proposal, odd_text, st.none() | actions, odd_text, odd_text, tokens)
FRAME = picture(0)


@settings(max_examples=60)
@given(st.lists(proposals, max_size=4))
def test_every_step_survives_the_way_through_the_disk(proposed: list[Proposal]) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "run"
        journal = RunJournal.create(folder, started())
        steps = [write_step(journal, i, item, FRAME) for i, item in enumerate(proposed)]
        journal.end(ended(len(steps)))
        assert list(read_run(folder).steps) == steps


def test_half_a_surrogate_pair_becomes_the_replacement_character(tmp_path: Path) -> None:
    journal = RunJournal.create(tmp_path / "run", started())
    odd = CallTool("s", "n", {"\ud800": ["\udc00", float("nan"), "é"]})
    write_step(journal, 0, proposal(odd, thought="a\ud83d b \U0001f600"), picture(0))
    journal.end(ended(1))
    (step,) = read_run(tmp_path / "run").steps
    assert step.proposal.thought == "a\ufffd b \U0001f600"
    assert step.proposal.action == CallTool("s", "n", {"\ufffd": ["\ufffd", None, "é"]})


@settings(max_examples=60)
@given(st.data())
def test_a_steps_file_cut_anywhere_keeps_every_whole_line(data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "run"
        _, steps = write_run(folder, EVERY_ACTION[:4], end=False)
        path = folder / "steps.jsonl"
        whole = path.read_bytes()
        cut = data.draw(st.integers(0, len(whole)))
        path.write_bytes(whole[:cut])
        lines = whole[:cut].count(b"\n")
        assert list(read_run(folder).steps) == steps[:lines]


def test_the_lines_are_the_values(tmp_path: Path) -> None:
    _, steps = write_run(tmp_path / "run")
    lines = (tmp_path / "run" / "steps.jsonl").read_bytes().splitlines()
    assert [msgspec.json.decode(line, type=Step) for line in lines] == steps


# --------------------------------------------------------------------------- finding runs


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("20260101-000000-000-aa", "20260102-000000-000-bb", "20260102-000000-000-bc"):
        write_run(tmp_path / name, [Note(name)])
    (tmp_path / "20260109-not-a-run").mkdir()
    return tmp_path


def test_runs_are_found_by_id_beginning_last_and_path(root: Path) -> None:
    assert [run.name[:8] for run in list_runs(root)] == ["20260101", "20260102", "20260102"]
    assert find_run("20260101-000000-000-aa", root).name.endswith("aa")
    assert find_run("20260101", root).name.endswith("aa")
    assert find_run("last", root).name.endswith("bc")
    assert find_run(str(root / "20260102-000000-000-bb")).name.endswith("bb")
    assert find_run(str(root)).name.endswith("bc")


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        ("20260102", "begins 2 runs"),
        ("2031", "no run '2031'"),
        ("", "no run ''"),
        ("~nobody-of-that-name/run", "no run '~nobody"),
        ("20260102" * 40, "no run '2026"),
    ],
)
def test_what_means_no_single_run_is_an_error_that_names_some(
    root: Path, reference: str, message: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path / "20260109-not-a-run")
    with pytest.raises(UsageError, match=message) as caught:
        find_run(reference, root)
    assert "20260102-000000-000-bc" in caught.value.hint


def test_without_any_run_the_error_says_where_it_looked(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="nothing is recorded in"):
        find_run("last", tmp_path)
