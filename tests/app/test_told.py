"""Results of steps and endings of runs are said in the window's language, with what to do next."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from pytestqt.qtbot import QtBot

import uitars_runtime
from helpers.runs import picture, proposal, started, write_step
from uitars_app.context import Context
from uitars_app.reasons import reason_words
from uitars_app.thoughts import said_words
from uitars_app.transcript.notice import Notice
from uitars_app.words import advice_words, outcome_words
from uitars_runtime.backends.embedded.requests.language import NO_WINDOW, REFUSED, hint
from uitars_runtime.backends.registry import BASE_URL_VARIABLE, open_model
from uitars_runtime.desktop.reporting import change_in_words
from uitars_runtime.errors import UitarsError, UsageError
from uitars_runtime.export.words import advice_in_words
from uitars_runtime.forms.asked import Deed
from uitars_runtime.forms.doubts import is_put_right, put_it, which_entry
from uitars_runtime.forms.form import Control, Kind
from uitars_runtime.forms.told import told
from uitars_runtime.journal import RunJournal
from uitars_runtime.journal_disk import write_whole
from uitars_runtime.run_record import Ending, RunEnded
from uitars_runtime.types import Action, Box, Click, Finish, Outcome, Point, Shell

RUNTIME = Path(uitars_runtime.__file__).parent
_ENDINGS = ("loop.py", "budget.py", "run.py")
_OUTSIDE = re.compile(r"“[^”]*”|--[a-z]+|COMMAND|Click \"OK\"")


def why_runs_end() -> Iterator[str]:
    """What the runtime itself gives as the reason of an ending, `x` where something is put in."""
    for name in _ENDINGS:
        for node in ast.walk(ast.parse((RUNTIME / name).read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Reason":
                yield _text(node.args[1])


def _text(said: ast.expr) -> str:
    match said:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(str(p.value) if isinstance(p, ast.Constant) else "7" for p in parts)
        case _:
            return ""


def test_why_a_run_ended_is_chinese(chinese: None) -> None:
    reasons = [said for said in why_runs_end() if said]
    assert len(reasons) > 6
    assert [said for said in reasons if re.search("[A-Za-z]{2}", reason_words(said))] == []


@pytest.mark.parametrize(
    "said",
    [
        NO_WINDOW,
        REFUSED,
        f"What it needs does not come. {hint('press ok')}",
        f"Nothing on the screen answers to the task. {hint('frobnicate it')}",
    ],
)
def test_how_to_word_a_task_is_chinese(chinese: None, said: str) -> None:
    words = _OUTSIDE.sub("", said_words(said).partition("例如：")[0])
    assert not re.search("[A-Za-z]{2}", words), words


@pytest.mark.parametrize(
    "said",
    [
        which_entry("A", "1", ("2", "3")),
        is_put_right("A", "1", (0, 10)),
        put_it("A", "1"),
        told(
            [
                (Control(Kind.TICK, "A"), Deed.OFF, ""),
                (Control(Kind.FIELD, "C"), Deed.VALUE, "1"),
                (Control(Kind.CHOICE, "B"), Deed.ON, ""),
            ]
        ),
        "“A” does not show “1”.",
    ],
)
def test_what_is_asked_about_a_form_is_chinese(chinese: None, said: str | None) -> None:
    words = reason_words(said or "nothing")
    assert not re.search("[A-Za-z]{2}", words), words


def brought(action: Action, text: str, folder: Path) -> str:
    """What the window says of a step with this action and this outcome."""
    journal = RunJournal.create(folder, started())
    step = write_step(journal, 0, proposal(action), picture(0))
    return outcome_words(msgspec.structs.replace(step, outcome=Outcome(ok=True, text=text)))


@pytest.mark.parametrize(
    "done",
    [
        "Clicked.",
        "Clicked 3 times.",
        "Scrolled down by 4.",
        "Waited 2 seconds.",
        "Entered 5 characters with the keyboard; what arrived could not be read back.",
        "Entered 5 characters through the clipboard; they arrived exactly.",
        "Not done: The user denied it.",
        "Not done: a person is using the mouse or the keyboard. Look again.",
        change_in_words(Box(1, 2, 3, 4)),
        f"Clicked. {change_in_words(None)}",
    ],
)
def test_what_a_step_brought_is_chinese(chinese: None, done: str, tmp_path: Path) -> None:
    words = brought(Click(Point(1, 2)), done, tmp_path / "run")
    assert not re.search("[A-Za-z]{2}", words), words


_ONE = (
    ("Waited 1 seconds.", "Waited 1 second."),
    (
        "Entered 1 characters; what arrived was not read back.",
        "Entered 1 character; what arrived was not read back.",
    ),
    (
        "Entered 1 characters with the keyboard; what arrived could not be read back.",
        "Entered 1 character with the keyboard; what arrived could not be read back.",
    ),
    (
        "Entered 1 characters with the keyboard; they arrived exactly.",
        "Entered 1 character with the keyboard; it arrived exactly.",
    ),
    (
        "Entered 1 characters through the clipboard; what arrived could not be read back.",
        "Entered 1 character through the clipboard; what arrived could not be read back.",
    ),
    (
        "Entered 1 characters through the clipboard; they arrived exactly.",
        "Entered 1 character through the clipboard; it arrived exactly.",
    ),
    (
        "Entered 1 characters with the keyboard; that is not what arrived: the field holds '7'.",
        "Entered 1 character with the keyboard; that is not what arrived: the field holds '7'.",
    ),
    (
        "Entered 1 characters through the clipboard; that is not what arrived: the field"
        " holds '7'.",
        "Entered 1 character through the clipboard; that is not what arrived: the field holds '7'.",
    ),
)


@pytest.mark.parametrize(("done", "said"), _ONE)
def test_of_one_thing_a_step_speaks_as_of_one(done: str, said: str, tmp_path: Path) -> None:
    unchanged = "Nothing on the screen changed."
    words = brought(Click(Point(1, 2)), f"{done} {unchanged}", tmp_path / "run")
    assert words == f"{said} {unchanged}"
    several = done.replace("1", "11")
    assert brought(Click(Point(1, 2)), several, tmp_path / "several") == several


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("All 1 steps are used up.", "The only step is used up."),
        ("The only step is used up.", "The only step is used up."),
        ("The time of 1 seconds is used up.", "The time of 1 second is used up."),
    ],
)
def test_of_one_thing_an_ending_speaks_as_of_one(reason: str, said: str) -> None:
    assert said_words(reason) == said


@pytest.mark.parametrize(
    "said",
    [
        *(words for both in _ONE for words in both),
        "All 1 steps are used up.",
        "The only step is used up.",
        "The tokens are used up: 7 of 1.",
    ],
)
def test_one_thing_is_chinese(chinese: None, said: str) -> None:
    assert not re.search("[A-Za-z]{2}", said_words(said))


def test_what_is_said_at_the_end_is_chinese_at_its_step_too(chinese: None, tmp_path: Path) -> None:
    words = brought(Finish("failure", REFUSED), REFUSED, tmp_path / "run")
    assert not re.search("[A-Za-z]{2}", words), words


def test_what_a_command_wrote_stays_as_it_is(chinese: None, tmp_path: Path) -> None:
    assert brought(Shell("cat log"), "Clicked.", tmp_path / "run") == "Clicked."


@pytest.mark.parametrize("ending", [Ending.STUCK, Ending.BUDGET])
def test_who_is_stuck_or_out_of_budget_is_told_what_to_do(ending: Ending) -> None:
    ended = RunEnded(ending, ending.exit_code, 3, 1.0, None)
    assert advice_words(ended)
    assert advice_in_words(ended)
    finished = RunEnded(Ending.FINISHED, 0, 3, 1.0, None)
    assert (advice_words(finished), advice_in_words(finished)) == ("", ())


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize(
    "model", ["openai/qwen3-vl", "openai/x", "openai/y", "/0/1", "/0.gguf", "qwen3-vl-8b"]
)
def test_who_has_no_command_line_is_told_of_none(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, language: str, model: str
) -> None:
    if language != "en":
        request.getfixturevalue("chinese")
    monkeypatch.delenv(BASE_URL_VARIABLE, raising=False)
    with pytest.raises(UsageError) as raised:
        open_model(model)
    words = reason_words(str(raised.value))
    assert not re.search("--|uitars ", words), words
    assert "--" not in said_words(NO_WINDOW)
    said = re.sub(r"openai/\w+|http\S+|qwen3-vl|gguf", "", words)
    assert (re.search("[A-Za-z]{2}", said) is None) is (language != "en"), words


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_what_cannot_be_written_is_said_in_the_windows_words(
    request: pytest.FixtureRequest, qtbot: QtBot, context: Context, tmp_path: Path, language: str
) -> None:
    if language != "en":
        request.getfixturevalue("chinese")
    notice = Notice(context.theme)
    qtbot.addWidget(notice)
    (tmp_path / "in the way").write_text("")
    file = tmp_path / "in the way" / "app.json"
    with pytest.raises(UitarsError) as raised:
        write_whole(file, b"{}")
    notice.warn(str(raised.value))
    assert str(file) in notice.words
    assert "--" not in notice.words
    assert ("cannot be written" in notice.words) is (language == "en")
