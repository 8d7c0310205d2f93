"""Episodes from the record of a run, without a model."""

from __future__ import annotations

import msgspec
import pytest

from helpers.episodes import EDITOR, step
from helpers.runs import started
from uitars_runtime.memory.episode import Level, Origin, Source
from uitars_runtime.memory.merging import merged
from uitars_runtime.memory.recalled import in_words
from uitars_runtime.memory.summary import stretches_of, summarise
from uitars_runtime.run_record import Ending, RunEnded, Trajectory
from uitars_runtime.types import (
    ANSWER,
    AskUser,
    Click,
    DecidedBy,
    Decision,
    Finish,
    Note,
    Place,
    Point,
    Press,
    Step,
    Type,
    Verdict,
    Wait,
)

SHEET = Place("Gnumeric", "sum.gnumeric")


def run(*steps: Step, ending: Ending = Ending.FINISHED, verified: bool | None = True) -> Trajectory:
    ended = RunEnded(ending, ending.exit_code, len(steps), 1.0, verified, reason="It is saved.")
    return Trajectory(started(task="Save the sum"), steps, ended)


WORK = (
    step(0, Click(Point(1, 2)), "Open the File menu. It is at the top.", place=SHEET),
    step(1, Click(Point(1, 2)), "Click Save.", place=SHEET, changed=False),
    step(2, Press(("ctrl", "s")), "The menu does nothing; use the keys.", place=SHEET),
    step(3, Note("The sum is 42."), place=SHEET),
    step(4, Wait(1.0), place=EDITOR),
    step(5, Type("42"), "Write it down."),
    step(6, Finish("success", "It is saved.")),
)


def test_a_run_and_its_sub_goals() -> None:
    whole, sheet, editor = summarise(run(*WORK, verified=True))
    assert (whole.level, whole.intention, whole.origin) == (
        Level.RUN,
        "Save the sum",
        Origin.TRUSTED,
    )
    assert whole.succeeded
    assert whole.outcome == "finished, verified: It is saved."
    assert (sheet.level, sheet.intention, sheet.origin) == (
        Level.GOAL,
        "Open the File menu.",
        Origin.SCREEN,
    )
    assert (sheet.application, sheet.window) == ("Gnumeric", "sum.gnumeric")
    assert sheet.ways == (
        "click (Open the File menu)",
        "press Ctrl+S (The menu does nothing; use the keys)",
    )
    assert sheet.obstacles == ("click (Click Save): nothing changed",)
    assert [fact.text for fact in sheet.facts] == ["The sum is 42."]
    assert sheet.facts[0].origin is Origin.SCREEN
    assert (sheet.sources[0].first, sheet.sources[0].last) == (0, 3)
    assert (editor.application, editor.ways) == ("Mousepad", ("type “42” (Write it down)",))


def test_a_name_of_two_sentences_is_closed_where_it_breaks_off() -> None:
    thought = "Click the field “Warning: you are root. You may harm your system.”."
    (whole, *_) = summarise(run(step(0, Click(Point(1, 2)), thought)))
    assert whole.ways == ("click (Click the field “Warning: you are root.…”)",)


def test_the_same_record_gives_the_same_episodes() -> None:
    assert summarise(run(*WORK)) == summarise(run(*WORK))
    assert summarise(run()) == ()


def test_every_step_is_in_one_stretch() -> None:
    stretches = stretches_of(WORK)
    assert [one for stretch in stretches for one in stretch] == list(WORK)
    long = [step(index, Press(("a",))) for index in range(103)]
    assert max(len(stretch) for stretch in stretches_of(long)) == 25


def test_a_run_that_did_not_succeed_says_so() -> None:
    for ending, verified in ((Ending.STUCK, None), (Ending.UNVERIFIED, False)):
        (whole,) = summarise(run(step(0, Press(("a",))), ending=ending, verified=verified))
        assert not whole.succeeded
        assert (whole.successes, whole.failures) == (0, 1)
    cut_off = Trajectory(started(), (step(0, Press(("a",))),), None)
    assert summarise(cut_off)[0].outcome == "cut off"


def test_of_an_unchecked_run_only_what_was_noted_is_kept() -> None:
    (whole,) = summarise(run(*WORK, verified=None))
    assert not whole.succeeded
    assert (whole.successes, whole.failures) == (0, 0)
    assert (whole.ways, whole.obstacles) == ((), ())
    assert [fact.text for fact in whole.facts] == ["The sum is 42."]
    assert "nobody saw whether it worked" in in_words(whole)
    assert summarise(run(step(0, Press(("a",))), verified=None)) == ()


def test_an_unchecked_run_takes_nothing_from_one_that_worked() -> None:
    worked, unchecked = summarise(run(*WORK))[0], summarise(run(*WORK, verified=None))[0]
    later = msgspec.structs.replace(
        unchecked, learned=worked.learned + 1, sources=(Source("later", 0, 6),)
    )
    both = merged(worked, later)
    assert both.succeeded
    assert (both.ways, both.successes, both.failures) == (worked.ways, 1, 0)


def test_what_an_unchecked_run_noted_is_newer_than_what_was_known() -> None:
    old, new = Note("The total is 1"), Note("The total is 2")
    (worked, *_) = summarise(run(step(0, old)))
    (unchecked, *_) = summarise(run(step(0, new), verified=None))
    later = msgspec.structs.replace(
        unchecked, learned=worked.learned + 1, sources=(Source("later", 0, 0),)
    )
    both = merged(worked, later)
    assert [fact.text for fact in both.valid_facts] == [new.text]


def test_what_a_person_said_is_trusted() -> None:
    answer = f"{ANSWER}the blue one"
    (whole,) = summarise(
        run(
            step(0, AskUser("Which one?"), text=answer),
            step(1, Press(("a",)), said=("Use the small font.",)),
            step(2, AskUser("Are you there?"), ok=False, text="Nobody answered."),
        )
    )
    assert [(fact.text, fact.origin) for fact in whole.facts] == [
        (f"Asked “Which one?”. {answer}", Origin.TRUSTED),
        ("Use the small font.", Origin.TRUSTED),
    ]


def test_answers_times_and_places_do_not_contradict_each_other() -> None:
    asked = ("What is your name?", "What is the file called?", "What is your name?")
    answers = [AskUser(question) for question in asked]
    places = ("10:10", "10:40", "https://a.org", "https://b.org", r"C:\a", r"C:\b")
    notes = [Note(f"The bus to town leaves {place}") for place in places]
    actions = enumerate([*answers, *notes])
    (whole, *_) = summarise(run(*(step(at, one, text=f"{ANSWER}{at}") for at, one in actions)))
    assert [bool(fact.replaced_by) for fact in whole.facts] == [True] + 8 * [False]


def test_failures_and_refusals_are_obstacles() -> None:
    no = Verdict(Decision.DENY, DecidedBy.POLICY, "ask-on-risk/R2", "It deletes.")
    (whole,) = summarise(
        run(
            step(0, None, ok=False, text="no call"),
            step(1, Press(("a",)), ok=False, text="Not done: It deletes. Really.", verdict=no),
        )
    )
    assert whole.obstacles == ("press A: Not done: It deletes.",)
    assert whole.ways == ()


def test_credentials_are_not_kept() -> None:
    secret = Verdict(Decision.ALLOW, DecidedBy.USER, "ask-on-risk/R4", "A password.")
    for ok in (True, False):
        episodes = summarise(run(step(0, Type("hunter2"), ok=ok, verdict=secret)))
        assert "hunter2" not in msgspec.json.encode(episodes).decode()


@pytest.mark.parametrize(
    "question", ["What is the password for the mail account of the office?", "密码是什么？"]
)
def test_a_secret_that_a_person_tells_is_no_fact(question: str) -> None:
    asked = step(0, AskUser(question), text=f"{ANSWER}hunter2", place=SHEET)
    said = step(1, Press(("a",)), said=("My password is hunter2.", "The tab is pinned."))
    noted = step(2, Note("The PIN is hunter2"))
    episodes = summarise(run(asked, said, noted))
    assert "hunter2" not in msgspec.json.encode(episodes).decode()
    assert [fact.text for fact in episodes[0].facts] == ["The tab is pinned."]


def test_what_would_drive_a_terminal_is_made_visible() -> None:
    (whole,) = summarise(run(step(0, Note("\x1b[31mred\u202eevil\nx"))))
    assert whole.facts[0].text == "<U+001B>[31mred<U+202E>evil x"
