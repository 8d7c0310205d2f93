"""Runs on real programs, judged by what was seen: what was done rightly, and what was not."""

from __future__ import annotations

import functools
from collections.abc import Generator
from pathlib import Path

import pytest

from helpers.player import FORM, Player, eyes, played
from uitars_runtime.journal import list_runs, read_run
from uitars_runtime.judging import sentence_encoder
from uitars_runtime.run_record import Evidence, RunEnded
from uitars_runtime.types import Action, Press, Type

CHROMIUM = (
    "sh -c 'exec chromium --no-sandbox --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync --password-store=basic --user-data-dir=profile"
    ' "file://$PWD/page.html"\''
)
PAGE = """<!doctype html><title>Pay</title><body style="font-family:sans-serif;margin:40px">
<h1>Pay</h1><p><label>Amount <input id=a></label></p>
<p><label><input type=checkbox> Receipt</label></p>
<button onclick="m.textContent=a.value>10?'Error: the limit is 10':'Thank you'">Pay now</button>
<p id=m></p>"""
POLL = (
    "zenity --list --radiolist --height=300 --column=Pick --column=Drink --ok-label=Vote"
    " FALSE Coffee FALSE Tea FALSE Water"
)
MESSAGE = "zenity --info --title=Hello --text=Done"
CALCULATOR = "galculator"
ENTER = Press(("enter",))
SAVED = Press(("ctrl", "s"))
WOODS = "mousepad woods.txt"
TOP, END = Press(("ctrl", "home")), Press(("ctrl", "end"))
LINE_AWAY = (Press(("shift", "down")), Press(("delete",)))

encoder = functools.cache(sentence_encoder)


@pytest.fixture(autouse=True, scope="module")
def networks() -> Generator[None]:
    """Held, so that no run of this file loads them again."""
    eyes()
    encoder()
    yield
    eyes.cache_clear()
    encoder.cache_clear()


def run(
    folder: Path, monkeypatch: pytest.MonkeyPatch, task: str, app: str, player: Player
) -> RunEnded:
    files = {"page.html": PAGE, "woods.txt": "oak\nash\nelm\n"}
    return played(folder, monkeypatch, task, app, player, files)


@pytest.mark.parametrize(
    ("task", "app", "plan"),
    [
        ("Enter Ada Lovelace into Name and press OK.", FORM, ("Name", Type("Ada Lovelace"), "OK")),
        (
            "Type 'green tea' into the document and save it.",
            "mousepad n.txt",
            (Type("green tea"), SAVED),
        ),
        # in words that a network reads
        ("no more oak please, then store it", WOODS, (TOP, *LINE_AWAY, SAVED)),
        (
            "Enter 7 into Amount, tick Receipt, press Pay now",
            CHROMIUM,
            ("Amount", Type("7"), "Receipt", "Pay now"),
        ),
        # natural words: a state, a text that is looked for in the file, an answer
        ("I want the receipt to be on", CHROMIUM, ("Receipt",)),
        (
            "Add a line at the end that says 'birch' and save, please.",
            WOODS,
            (END, Type("birch"), SAVED),
        ),
        (
            "Replace oak with birch, then store the file",
            WOODS,
            (TOP, Press(("ctrl", "shift", "right")), Type("birch"), SAVED),
        ),
        ("Get rid of this message", MESSAGE, ("OK",)),
        # words that no grammar knows
        ("I could do with a receipt for this", CHROMIUM, ("Receipt",)),
        (
            "I am from Hull, put that down as my city and press OK",
            FORM,
            ("City", Type("Hull"), "OK"),
        ),
        # a sum, by the keyboard and by the keypad; a button takes no key twice at once
        ("What is a hundred less thirty-seven?", CALCULATOR, (Type("10"), Type("0-37"), ENTER)),
        ("Please work out 8 + 4", CALCULATOR, ("8", "+", "4", "=")),
        # there is nothing to do
        ("Please make sure that Receipt is off", CHROMIUM, ()),
    ],
)
def test_what_was_done_rightly_is_seen(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    task: str,
    app: str,
    plan: tuple[Action | str, ...],
) -> None:
    ended = run(tmp_path, monkeypatch, task, app, Player(*plan))
    assert ended.evidence is Evidence.SEEN, ended.judgement
    assert all(part.step is not None or not plan for part in ended.judgement.parts)


@pytest.mark.parametrize(
    ("task", "app", "plan", "why"),
    [
        # the wrong field
        (
            "Enter Ada Lovelace into Name and press OK.",
            FORM,
            ("City", Type("Ada Lovelace"), "OK"),
            "nobody saw it stand there",
        ),
        # a third goal dropped
        (
            "Enter Ada Lovelace into Name, enter Hull into City and press OK.",
            FORM,
            ("Name", Type("Ada Lovelace"), "OK"),
            "no step did it",
        ),
        # the wrong button
        ("Press OK.", FORM, ("Cancel",), "no step did it"),
        # a dialog to save with, never answered
        (
            "Type 'green tea' into the document and save it.",
            "mousepad n.txt",
            (Type("green tea"), Press(("ctrl", "shift", "s"))),
            "is still open and may wait for an answer",
        ),
        # nothing was done at all
        ("Press OK.", FORM, (), "no step did it"),
        # a language that is not known, though all was done
        ("输入 Ada 然后按 OK", FORM, ("Name", Type("Ada"), "OK"), "nobody can tell"),
        # closed by what throws it away
        (
            "Enter Ada into Name, then close the window.",
            FORM,
            ("Name", Type("Ada"), "Cancel"),
            "thrown away",
        ),
        # the page says no
        (
            "Enter 70 into Amount and press Pay now",
            CHROMIUM,
            ("Amount", Type("70"), "Pay now"),
            "the screen says",
        ),
        # a line at the other end, and a neighbour of what was meant
        (
            "Add a line at the end that says 'birch' and save, please.",
            WOODS,
            (TOP, Type("birch\n"), SAVED),
            "just this changed",
        ),
        (
            "Replace ash with birch, then store the file",
            WOODS,
            (TOP, Press(("ctrl", "shift", "right")), Type("birch"), SAVED),
            "just this changed",
        ),
        # the words of before, and another line is gone, and more than that
        (
            "no more ash please, then store it",
            WOODS,
            (TOP, *LINE_AWAY, SAVED),
            "",
        ),
        (
            "no more oak please, then store it",
            WOODS,
            (TOP, *LINE_AWAY, Type("x"), SAVED),
            "",
        ),
        # words that no grammar knows: the other way round, the neighbour, another text, and more
        ("I could do without a receipt for this", CHROMIUM, ("Receipt",), "nobody can tell"),
        ("I could do with a receipt for this", CHROMIUM, ("Amount", Type("7")), "nobody can tell"),
        (
            "I am from Hull, put that down as my city and press OK",
            FORM,
            ("City", Type("Hill"), "OK"),
            "nobody can tell",
        ),
        (
            "I could do with a receipt for this",
            CHROMIUM,
            ("Receipt", "Amount", Type("7")),
            "no part of the task names",
        ),
        # what closes it asks first
        (
            "Type 'green tea' into the document, then close the window.",
            "mousepad n.txt",
            (Type("green tea"), "File", "Close Window"),
            "came up and was to be answered",
        ),
        # chosen, and the button of what was to be done never pressed
        ("Vote for tea", POLL, ("Tea",), "nobody can tell"),
        # another sum, one that nobody entered, and a step that no sum needs
        ("What is a hundred less thirty-seven?", CALCULATOR, (Type("10"), Type("0-36"), ENTER), ""),
        ("What is a hundred less thirty-seven?", CALCULATOR, (Type("10"), Type("0-37")), ""),
        (
            "Work out 8 + 4",
            CALCULATOR,
            (Type("8+4"), ENTER, Press(("ctrl", "c")), Type("9")),
            "no part of the task names",
        ),
        # done, and undone by the way
        ("Please make sure that Receipt is off", CHROMIUM, ("Receipt",), "is ticked"),
        # what nobody saw the effect of, and more than was asked for
        (
            "Get rid of this message",
            MESSAGE,
            (Type("x"), "OK"),
            "Step 1 did something that no part",
        ),
        (
            "Enter Ada Lovelace into Name.",
            FORM,
            ("Name", Type("Ada Lovelace"), "City", Type("Hull")),
            "no part of the task names",
        ),
    ],
)
def test_what_was_not_done_is_never_seen(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    task: str,
    app: str,
    plan: tuple[Action | str, ...],
    why: str,
) -> None:
    ended = run(tmp_path, monkeypatch, task, app, Player(*plan))
    assert ended.evidence is Evidence.UNCHECKED
    judged = ended.judgement
    assert why in " ".join((*(part.missing for part in judged.parts), *judged.doubts)), judged


@pytest.mark.parametrize(
    ("task", "app", "plan"),
    [
        # words that are read otherwise than they are meant, one of them cut at its commas
        ("Write a short note saying Hello world", "mousepad n.txt", (Type("Hello world"),)),
        ("Type the list: milk, eggs, bread", "mousepad n.txt", (Type("milk, eggs, bread"),)),
        # words that nobody reads may name anything
        ("I am Ada and live in Hull.", FORM, ("Name", Type("Ada"), "City", Type("Hull"))),
    ],
)
def test_of_a_step_for_words_that_are_not_understood_nobody_says_that_none_names_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    task: str,
    app: str,
    plan: tuple[Action | str, ...],
) -> None:
    ended = run(tmp_path, monkeypatch, task, app, Player(*plan))
    assert ended.evidence is Evidence.UNCHECKED
    assert not any("no part of the task" in doubt for doubt in ended.judgement.doubts)
    assert not any(part.missing == "no step did it" for part in ended.judgement.parts)


def test_a_model_is_told_what_is_missing_and_mends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player("Name", Type("Ada Lovelace"), mended=["OK"])
    task = "Enter Ada Lovelace into Name and press OK."
    ended = run(tmp_path, monkeypatch, task, FORM, player)
    assert ended.evidence is Evidence.SEEN, ended.judgement
    (folder,) = list_runs()
    steps = read_run(folder).steps
    assert [step.missing for step in steps] == [(), (), ("press OK",), (), ()]
    assert "press OK" in steps[2].outcome.text
    assert not steps[2].outcome.ok
