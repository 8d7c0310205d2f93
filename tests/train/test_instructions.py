"""What people ask for: written by hand, checked, read twice, learned from, and a model judged."""

from __future__ import annotations

import json
import runpy
from collections.abc import Iterator
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from uitars_runtime.element import Element, Role
from uitars_runtime.errors import UsageError
from uitars_runtime.types import AskUser, Box, Click, Finish, Point, Press, Size, Type
from uitars_train.cli import main
from uitars_train.data.sample import Sample, read_episodes
from uitars_train.evaluate.instructions import Report, score
from uitars_train.harvest.records import Deed, Does, Look, Program, Screen, Truth
from uitars_train.harvest.store import write
from uitars_train.instructions import checking
from uitars_train.instructions import samples as by_sentences
from uitars_train.instructions.harvested import Harvest
from uitars_train.instructions.judging import is_right
from uitars_train.instructions.reading import Line, files_of, lines_of, read_held_out
from uitars_train.instructions.records import DoClick, DoFinish, Instruction, Style, Tag

_SIZE = Size(640, 480)

BENCH = Path(__file__).parents[2] / "bench"


def _element(top: int, role: Role, text: str, **more: bool) -> Element:
    return Element(Box(40, top, 240, top + 24), role, text, text, **more)


_SEEN = (
    _element(40, Role.BUTTON, "Print"),
    _element(80, Role.CHECKBOX, "Play sounds", checked=True),
    _element(120, Role.FIELD, ""),
    _element(160, Role.BUTTON, "Discard", disabled=True),
    _element(200, Role.BUTTON, "Save"),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A harvest of one program with two screens."""
    true = tuple(Truth(one, one.role.value, confirmed=True) for one in _SEEN)
    first = Screen(0, -1, (), "Notes", _SEEN, true)
    second = Screen(0, 0, (Deed(Does.CLICK, 2),), "Notes 2", _SEEN, true)
    looks = (Look(dark=False, font="Noto Sans", scale=1.0, size=_SIZE),)
    made = Program("notes", "notes", "1.0", "GTK3", "MIT", looks, (first, second), ())
    write(made, tmp_path / "harvest")
    return tmp_path / "harvest"


def _item(say: str, *right: object, tags: tuple[str, ...] = ("purpose",), **more: object) -> str:
    line = {"program": "notes", "screen": 0, "say": say, "style": "plain", "tags": tags}
    return json.dumps(line | {"right": right} | more)


def _click(on: int) -> dict[str, object]:
    return {"kind": "click", "on": on}


def _file(folder: Path, *lines: str) -> Path:
    path = folder.parent / "anna.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def _checked(folder: Path, path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = main(["instructions", "--harvest", str(folder), "check", "--seal", str(path)])
    return code, capsys.readouterr().out


def test_good_lines_are_sealed_and_counted(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _file(
        folder,
        _item("I want this on paper.", _click(0)),
        _item("No noise, please.", _click(1), tags=("state", "negated")),
        _item("the button at the very bottom", _click(4), tags=("ordinal",), style="terse"),
    )
    code, out = _checked(folder, path, capsys)
    assert code == 0, out
    assert "instructions  3 on 1 screens" in out
    assert "placed        33%" in out
    marks = {one.item.mark for one in lines_of(path) if isinstance(one, Line)}
    assert marks == {Harvest(folder).mark("notes", 0)}
    again = path.read_bytes()
    assert _checked(folder, path, capsys)[0] == 0
    assert path.read_bytes() == again


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "truncated"),
        (_item("I want this on paper.", _click(0), style="loud"), "loud"),
        (_item("I want this on paper.", _click(9)), "there is no element 9"),
        (_item("Throw it all away.", _click(3)), "greyed out"),
        (_item("Can I print this somehow?", _click(0)), "which stands on it"),
        (_item("Do something about it.", {"kind": "ask_user"}), "asks where no tag says why"),
        (_item("No noise, please.", {"kind": "finish"}), "finishes where no tag says why"),
        (_item("Keep it.", {"kind": "press", "keys": ["ctrl", "sss"]}, tags=("keys",)), "ctrl+sss"),
        (_item("Keep it.", {"kind": "press", "keys": ["ctrl", "s"]}), "a step for the tag keys"),
        (_item("Keep it.", _click(4), tags=("type",)), "none of its right steps is"),
        (_item("Keep it.", _click(4), screen=7), "screens 0 to 1"),
        (_item("Keep it.", _click(4), program="none"), "“none”"),
        (_item("Keep it.", _click(4), mark="01234567"), "another screen"),
        (_item("Keep it.", _click(4), serves="Lose it"), "serves words"),
        (_item("Keep it.", _click(4), history=[{"did": _click(8)}]), "step 1 of its history"),
        (_item("Bitte den Text drucken und danach speichern.", _click(4)), "English"),
        (_item("Keep it. " * 60, _click(4)), "the network reads"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(
    folder: Path, capsys: pytest.CaptureFixture[str], line: str, says: str
) -> None:
    path = _file(folder, _item("The one right above the greyed one.", _click(2)), line)
    code, out = _checked(folder, path, capsys)
    assert code == 1
    (told,) = {row for row in out.splitlines() if row.startswith("anna.jsonl:2: ") and says in row}
    assert told


def test_the_same_sentence_twice_is_found_and_so_is_nearly_the_same(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _file(
        folder,
        _item("I want this on paper.", _click(0)),
        _item("I want this on paper", _click(0), screen=1),
        _item("I would like to have all of it on paper now.", _click(0)),
        _item("I would like to have all this on paper now.", _click(0)),
        _item("I would like to have none of it on paper now.", _click(4)),
    )
    _, out = _checked(folder, path, capsys)
    assert "anna.jsonl:2: says what anna.jsonl:1 says" in out
    assert "anna.jsonl:4: says nearly what anna.jsonl:3 says" in out
    assert "anna.jsonl:5" not in out


def test_a_harvest_made_anew_shifts_no_instruction(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _file(folder, _item("I want this on paper.", _click(0)))
    assert _checked(folder, path, capsys)[0] == 0
    program = Harvest(folder).program("notes")
    second, first = program.screens[1], program.screens[0]
    swapped = (msgspec.structs.replace(second, before=-1, deeds=()), first)
    write(msgspec.structs.replace(program, screens=swapped), folder)
    main(["instructions", "--harvest", str(folder), "check", str(path)])
    assert "it is screen 1 now" in capsys.readouterr().out
    assert _checked(folder, path, capsys)[0] == 0
    (line,) = lines_of(path)
    assert isinstance(line, Line)
    assert line.item.screen == 1


def test_a_screen_that_was_judged_again_is_known_by_its_former_mark(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _file(folder, _item("I want this on paper.", _click(0)))
    assert _checked(folder, path, capsys)[0] == 0
    former, program = Harvest(folder).mark("notes", 0), Harvest(folder).program("notes")
    first = program.screens[0]
    judged = tuple(msgspec.structs.replace(one, confirmed=False) for one in first.true)
    again = msgspec.structs.replace(first, true=judged)
    write(msgspec.structs.replace(program, screens=(again, *program.screens[1:])), folder)
    assert _checked(folder, path, capsys)[0] == 1
    (folder / "former_marks.tsv").write_text(f"program\tscreen\tmark\nnotes\t0\t{former}\n")
    assert _checked(folder, path, capsys)[0] == 0


def test_a_screen_is_shown_with_numbers_also_without_its_picture(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown, plain = tmp_path / "shown.png", tmp_path / "plain.png"
    pictures = tmp_path / "pictures"
    command = ["instructions", "--harvest", str(folder), "show", "notes", "1"]
    options = ["--out", str(shown), "--plain", str(plain), "--pictures", str(pictures)]
    assert main([*command, *options]) == 0
    told = capsys.readouterr()
    assert "drawn from the elements" in told.err
    assert "from 0: click on 2" in told.out
    assert '"history":[{"did":{"kind":"click","on":2},"screen":0}]' in told.out
    assert any(row.split()[:3] == ["4", "button", "Save"] for row in told.out.splitlines())
    pictures.mkdir()
    pixels = np.full((_SIZE.height, _SIZE.width, 3), 99, np.uint8)
    cv2.imwrite(str(pictures / "notes-001.png"), pixels)
    assert main([*command, *options]) == 0
    assert not capsys.readouterr().err
    assert np.array_equal(np.asarray(cv2.imread(str(plain))), pixels)
    marked = np.asarray(cv2.imread(str(shown)))
    assert marked.shape == pixels.shape
    # Every element has its frame.
    for one in _SEEN:
        assert (marked[one.box.bottom - 1, one.box.left : one.box.right] != 99).all()


def test_a_second_reader_gets_no_answer_and_is_compared(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _file(
        folder,
        _item("I want this on paper.", _click(0)),
        _item("Not yet.", _click(1), tags=("state",)),
        _item("Leave all as it is.", {"kind": "finish"}, tags=("already-so",)),
    )
    command = ["instructions", "--harvest", str(folder), "read", str(path)]
    assert main([*command, "--out", str(tmp_path / "asked")]) == 0
    questions = (tmp_path / "asked" / "questions.jsonl").read_text("utf-8").splitlines()
    asked = {one["say"]: one["key"] for one in map(json.loads, questions)}
    assert len(asked) == 3
    assert not any("right" in one or "kind" in one for one in questions)
    assert (tmp_path / "asked" / "notes-000.png").exists()
    answers = tmp_path / "answers.jsonl"
    lines = [
        {"key": asked["I want this on paper."], "at": [100, 50]},
        {"key": asked["Not yet."], "right": _click(4)},
        {"key": asked["Leave all as it is."], "right": {"kind": "finish"}},
        {"key": "0000000000", "right": _click(4)},
    ]
    answers.write_text("".join(f"{json.dumps(one)}\n" for one in lines), "utf-8")
    capsys.readouterr()
    assert main([*command, "--answers", str(answers)]) == 0
    out = capsys.readouterr().out
    assert "2 of 3 done alike (66.7%)" in out
    assert "“Not yet.” written" in out
    assert "0000000000" in out


def test_any_of_the_right_steps_counts(folder: Path) -> None:
    screen = Harvest(folder).screen("notes", 0)
    tags, style = (Tag.STATE,), Style.PLAIN
    item = Instruction("notes", 0, "x", (DoClick(0), DoFinish()), style, tags)
    assert is_right(item, screen, Click(Point(41, 41)))
    assert is_right(item, screen, Finish())
    for wrong in (
        *(Click(Point(41, 41), count=2), Click(Point(41, 81)), Finish("failure")),
        *(AskUser("?"), Type("x"), Press(("enter",)), None),
    ):
        assert not is_right(item, screen, wrong)


def test_samples_point_at_what_is_meant_and_leave_out_what_is_held_out(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _file(
        folder,
        _item("I want this on paper.", _click(0)),
        _item("What is the weather?", {"kind": "ask_user"}, tags=("absent",)),
        _item(
            "Write Ada there, then keep it.",
            {"kind": "type", "text": "Ada"},
            tags=("type", "multi"),
            serves="Write Ada there",
            history=[{"did": _click(2), "serves": "Write Ada there"}],
        ),
        _item("Write Bob there.", {"kind": "type", "text": "nobody"}, tags=("type",)),
    )
    out, table = tmp_path / "said.jsonl", tmp_path / "held.tsv"
    table.write_text("kind\tname\twhy\n", "utf-8")
    command = ["instructions", "--harvest", str(folder), "samples", str(path), "--out", str(out)]
    assert main([*command, "--held-out", str(table)]) == 0
    assert "3 samples; held out 0; not said: type 1" in capsys.readouterr().out
    first, second, third = (episode[0] for episode in read_episodes(out))
    assert first.target.act == "click"
    assert [first.situation.elements[at].text for at in first.target.elements] == ["Print"]
    assert second.target.act == "call_user"
    assert third.target.act == "type"
    (done,) = third.situation.history
    assert done.at == _SEEN[2].box.center
    assert done.serves == third.target.serves
    table.write_text("kind\tname\twhy\nauthor\tanna\tjudges\n", "utf-8")
    assert read_held_out(table).authors == {"anna"}
    assert main([*command, "--held-out", str(table)]) == 0
    assert "0 samples; held out 4" in capsys.readouterr().out


def test_samples_that_were_cut_off_are_no_file(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out = _file(folder, _item("I want this on paper.", _click(0))), tmp_path / "said.jsonl"
    command = ["instructions", "--harvest", str(folder), "samples", str(path), "--out", str(out)]
    assert main(command) == 0
    whole = out.read_bytes()

    def cut_off(*_: object) -> Iterator[list[Sample]]:
        yield read_episodes(out)[0]
        raise UsageError("It ends here.")

    monkeypatch.setattr(by_sentences, "samples", cut_off)
    assert main(command) == 2
    assert out.read_bytes() == whole
    assert main([*command[:-1], str(tmp_path)]) == 2


def test_a_model_is_scored_by_tag_with_baselines_beside_it(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _file(
        folder,
        _item("Click Print.", _click(0), tags=("direct",)),
        _item("Press the Save button.", _click(4), tags=("direct",)),
        _item("How late is it in Rome?", {"kind": "ask_user"}, tags=("absent",)),
    )
    out = tmp_path / "report.json"
    command = ["evaluate", "instructions", "--harvest", str(folder), "--set", str(path)]
    capsys.readouterr()
    assert main([*command, "--json", str(out)]) == 0
    assert capsys.readouterr().out[0] != "\n", "no bar is left of where there is no terminal"
    report = json.loads(out.read_bytes())
    assert report["score"]["n"] == 3
    assert report["score"]["by_tag"]["direct"] == [2, 2]
    assert report["score"]["by_author"]["anna"][1] == 3
    assert report["asking"]["by_tag"] == {"direct": [0, 2], "absent": [1, 1]}
    assert report["matching"]["by_tag"]["direct"] == [2, 2]
    table = tmp_path / "held.tsv"
    table.write_text("kind\tname\twhy\n", "utf-8")
    assert main([*command, "--held-out", str(table)]) == 2
    assert "no sentence" in capsys.readouterr().err


def test_answers_are_kept_of_the_screens_that_were_shown(folder: Path, tmp_path: Path) -> None:
    path, out = _file(folder, _item("Click Print.", _click(0))), tmp_path / "report.json"
    command = ["evaluate", "instructions", "--harvest", str(folder), "--set", str(path)]
    command += ["--keep", str(tmp_path / "keep"), "--json", str(out)]

    def right() -> int:
        assert main(command) == 0
        return int(json.loads(out.read_bytes())["matching"]["by_tag"]["purpose"][0])

    assert right() == 1
    program = Harvest(folder).program("notes")
    seen = (msgspec.structs.replace(_SEEN[0], text="Burn", name="Burn"), *_SEEN[1:])
    again = msgspec.structs.replace(program.screens[0], seen=seen)
    write(msgspec.structs.replace(program, screens=(again, *program.screens[1:])), folder)
    assert right() == 0, "Print is no longer there to be seen"


def test_every_line_that_is_committed_can_be_used() -> None:
    lines = [one for path in files_of(()) for one in lines_of(path)]
    assert [one for one in lines if not isinstance(one, Line)] == []
    read = [one for one in lines if isinstance(one, Line)]
    assert read
    # Two authors who write at once may say nearly the same.
    assert [one for one in checking.problems(read, Harvest()) if not one.wording] == []
    read_held_out()


def test_a_card_names_no_sentence_that_its_report_never_asked(folder: Path) -> None:
    drawn = runpy.run_path(str(BENCH / "sentences.py"))["drawn"]
    nothing = score([], Harvest(folder), [])
    with pytest.raises(SystemExit, match="other sentences"):
        drawn(Report("nano", nothing, nothing, nothing), 1)
