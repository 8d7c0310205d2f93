"""Which program a task asks for, when it is started, and what is left to the network."""

from __future__ import annotations

import pytest

from uitars_runtime.applications.application import Application
from uitars_runtime.applications.resolve import Catalogue
from uitars_runtime.backends.embedded.network.history import history_of
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.requests import language
from uitars_runtime.backends.embedded.requests.starting import (
    LOADING,
    PATIENCE,
    Rest,
    Start,
    after,
    plan,
    say,
    without_window,
)
from uitars_runtime.backends.embedded.situation import Span
from uitars_runtime.backends.embedded.tokenizer import split_words
from uitars_runtime.dialects.embedded import EmbeddedDialect
from uitars_runtime.element import Element, Role
from uitars_runtime.grounding import Grounding, Passage
from uitars_runtime.types import (
    Action,
    AskUser,
    Box,
    Click,
    DecidedBy,
    Decision,
    Finish,
    Observation,
    Open,
    Outcome,
    Point,
    Proposal,
    Size,
    Step,
    Verdict,
    Wait,
)


def program(name: str, generic: str, category: str, comment: str = "") -> Application:
    texts = {"": {"Name": name, "GenericName": generic, "Comment": comment}}
    command = (name.lower(),)
    return Application(name.lower(), name, command, texts, frozenset(category.split()))


KNOWN = Catalogue(
    (
        program("Reckon", "Calculator", "Calculator"),
        program("Quill", "Text Editor", "TextEditor"),
        program("Settings", "", "Settings DesktopSettings"),
        program("Keys and Locks", "", "Utility", "Keep what must not be known"),
        program("Sift", "", "Development", "Compare two files"),
    ),
    {},
)


def catalogue() -> Catalogue:
    return KNOWN


def shown(*texts: str) -> tuple[Element, ...]:
    return tuple(
        Element(Box(10, 30 * row, 90, 30 * row + 20), Role.BUTTON, text, text)
        for row, text in enumerate(texts)
    )


WINDOW = shown("File", "Save")


ALLOWED = Verdict(Decision.ALLOW, DecidedBy.POLICY, "test", "")
REFUSED = Verdict(Decision.DENY, DecidedBy.USER, "test", "Reckon is broken.")
DONE = Outcome(ok=True, text="done")


def taken(
    task: str,
    words: str,
    action: Action,
    verdict: Verdict = ALLOWED,
    outcome: Outcome = DONE,
) -> Step:
    """A step that serves some words of the task."""
    start = task.index(words)
    serves = Passage(start, start + len(words), words) if words else None
    proposal = Proposal("", action, "", grounding=Grounding(serves))
    return Step(0, Observation("0" * 64, Size(160, 100)), proposal, verdict, outcome)


def opened(task: str, words: str, verdict: Verdict = ALLOWED, outcome: Outcome = DONE) -> Step:
    return taken(task, words, Open("Reckon"), verdict, outcome)


def clicked(task: str, words: str) -> Step:
    return taken(task, words, Click(Point(40, 40)), outcome=Outcome(True, "done", True))


def waited(changed: bool = False) -> Step:
    return taken("", "", Wait(2.0), outcome=Outcome(True, "done", changed))


WAITS = (waited(),) * PATIENCE


@pytest.mark.parametrize(
    ("task", "target"),
    [
        ("Open the calculator", "Reckon"),
        ("Please open up the Calculator app.", "Reckon"),
        ("start Reckon and add 2 and 3", "Reckon"),
        ("Launch the text editor, then type hello", "Quill"),
        ("first open the calculator to add 2 and 3", "Reckon"),
        ("Run keys and locks and look", "Keys and Locks"),
        ('Open "Reckon"', "Reckon"),
    ],
)
def test_a_program_that_is_named_is_started_first_whatever_is_open(task: str, target: str) -> None:
    for elements in ((), WINDOW):
        planned = plan(task, (), catalogue, elements)
        assert isinstance(planned, Start)
        assert planned.target == target


@pytest.mark.parametrize(
    "task",
    [
        "Open the File menu",
        "Open the preferences",
        "open the settings",
        "open note.txt",
        "Open the calculator tab",
        "Open the calculator's help",
        "Do not open the calculator",
        'Type "open the calculator" into the document',
        "Click Open and choose Quill",
        "open something to compare files",
    ],
)
def test_what_windows_have_is_left_to_the_network(task: str) -> None:
    assert plan(task, (), catalogue, WINDOW) == Rest(task, 0, ())


@pytest.mark.parametrize(
    "task",
    [
        "Do not, please, open the calculator.",
        "Don't, whatever happens, start the calculator",
        "You shouldn't just open the calculator",
        "Never, ever, launch the calculator!",
        "Never ever, please, open the calculator",
        "Do not under any circumstances, please, open the calculator",
        "Don’t please open the calculator",
        "Type: open the calculator",
        "Write this into the note: start the calculator",
        "Type:\nopen the calculator",
        "Do not, ever:\nopen the calculator",
        "I don't want you to open the calculator",
        "Please avoid to open the calculator",
        "There is no need to open the calculator",
        "You don't have to open the calculator",
        "Change the title to Open Reckon",
        "Click the button to open the calculator",
        "Type please start the calculator",
        "Write: please start the calculator",
        "Add a line that says you open the calculator",
        "Put in the list: buy milk, open the calculator",
        "Send Bob a message saying please open the calculator",
        "Before you open the calculator, save the file",
        "Wait until you open the calculator",
    ],
)
def test_an_order_that_is_forbidden_or_written_down_opens_nothing(task: str) -> None:
    assert plan(task, (), catalogue, ()) == Rest(task, 0, ())


@pytest.mark.parametrize(
    "task",
    [
        "Don't save, open the calculator",
        "I do not like it. Please open the calculator",
        "First: open the calculator",
        "Type hello\nThen do this:\nopen the calculator",
        "Do not save\nNow, please, open the calculator",
        "There is no need to open the text editor, open the calculator",
        "No, open the calculator",
        "I would like to open the calculator",
        "Don't forget to open the calculator",
        "Type hello, then open the calculator",
        "Add milk and bread and open the calculator",
        "Put milk on the list, please open the calculator",
        'Click "Add" now open the calculator',
    ],
)
def test_an_order_beside_something_forbidden_is_one(task: str) -> None:
    made = plan(task, (), catalogue, ())
    opened = made.then if isinstance(made, Rest) else made
    assert isinstance(opened, Start)
    assert opened.target == "Reckon"


@pytest.mark.parametrize(
    "manners",
    [
        "Could you",
        "could you please",
        "I want to",
        "I'd like you to",
        "Hi there! Would you please",
        "go and",
        "Let's",
    ],
)
def test_manners_before_an_order_are_nothing_to_be_done(manners: str) -> None:
    task = f"{manners} open the calculator?"
    made = plan(task, (), catalogue, ())
    assert isinstance(made, Start)
    assert made.target == "Reckon"
    done = opened(task, "open the calculator")
    assert plan(task, (done,), catalogue, WINDOW) == Finish()


@pytest.mark.parametrize(
    "condition",
    [" if it is not running", " unless it is open", ", unless it is open", " when it is closed"],
)
def test_a_program_that_depends_on_something_is_not_opened(condition: str) -> None:
    task = f"Open the calculator{condition}"
    assert plan(task, (), catalogue, ()) == Finish("failure", language.DEPENDS)


@pytest.mark.parametrize(
    ("polite", "rest"),
    [
        (" if you please", ""),
        (" if possible, and add 2 and 3", "add 2 and 3"),
        (" and if it asks, press OK", "if it asks, press OK"),
    ],
)
def test_what_only_begins_like_a_condition_is_none(polite: str, rest: str) -> None:
    task = f"Open the calculator{polite}"
    made = plan(task, (), catalogue, ())
    assert isinstance(made, Start)
    served = task[: split_words(task)[made.serves.last].end]
    left = plan(task, (opened(task, served),), catalogue, WINDOW)
    assert (left.task if isinstance(left, Rest) else "") == rest


@pytest.mark.parametrize(
    ("left_out", "rest"),
    [
        (" but not the text editor", ""),
        (" instead of the text editor", ""),
        (", not the text editor", ""),
        (" rather than the text editor, then add 2 and 3", "add 2 and 3"),
        (" or the text editor and add 2 and 3", "add 2 and 3"),
        (" but first save the file", "save the file"),
    ],
)
def test_what_is_left_out_is_neither_opened_nor_done(left_out: str, rest: str) -> None:
    task = f"Open the calculator{left_out}"
    made = plan(task, (), catalogue, ())
    assert isinstance(made, Start)
    assert made.target == "Reckon"
    words = split_words(task)
    served = task[: words[made.serves.last].end]
    left = plan(task, (opened(task, served),), catalogue, WINDOW)
    assert (left.task if isinstance(left, Rest) else "") == rest


def test_what_is_on_the_screen_wins_over_a_program() -> None:
    task = "Open the calculator and add 2 and 3"
    seen = shown("File", "Calculator")
    assert plan(task, (), catalogue, seen) == Rest(task, 0, ())
    # What served these words keeps serving them after it is gone from the screen.
    steps = (clicked(task, "Open the calculator"),)
    assert plan(task, steps, catalogue, WINDOW) == Rest(task, 0, steps)


@pytest.mark.parametrize(
    ("task", "target"),
    [
        ("open something to compare files", "Sift"),
        ("open the settings", "Settings"),
        ("Open the flurbl and wait", "the flurbl"),
        ("open note.txt", "note.txt"),
    ],
)
def test_on_an_empty_screen_descriptions_and_files_are_opened_too(task: str, target: str) -> None:
    planned = plan(task, (), catalogue, ())
    assert isinstance(planned, Start)
    assert planned.target == target


def test_after_it_the_rest_of_the_task_goes_to_the_network() -> None:
    task = "Open the calculator and add 2 and 3"
    began = opened(task, "Open the calculator")
    before = task.index("add")
    assert plan(task, (began,), catalogue, WINDOW) == Rest("add 2 and 3", before, (), None, True)
    steps = (began, clicked(task, "add 2"))
    rest = plan(task, steps, catalogue, WINDOW)
    assert rest == Rest("add 2 and 3", before, steps[1:], None, False)
    assert isinstance(rest, Rest)
    (done,) = history_of(rest.steps, split_words(rest.task), rest.offset)
    assert done.serves == Span(0, 1)


def test_what_stands_before_it_is_done_first() -> None:
    task = 'Click "Save", then open the calculator and add 2 and 3'
    before = plan(task, (), catalogue, WINDOW)
    assert isinstance(before, Rest)
    assert before.task == 'Click "Save"'
    assert after(before, Act.CLICK) is None
    started = after(before, Act.FINISHED)
    assert isinstance(started, Start)
    assert started.target == "Reckon"


def test_one_program_after_the_other() -> None:
    task = "Open the calculator. Open the text editor."
    second = plan(task, (opened(task, "Open the calculator"),), catalogue, WINDOW)
    assert isinstance(second, Start)
    assert second.target == "Quill"
    both = (opened(task, "Open the calculator"), opened(task, "Open the text editor"))
    assert plan(task, both, catalogue, WINDOW) == Finish()


@pytest.mark.parametrize(
    ("verdict", "outcome"),
    [(ALLOWED, Outcome(False, "Reckon is broken.")), (REFUSED, Outcome(False, "Not done."))],
)
def test_a_program_that_does_not_open_ends_it_with_the_reason(
    verdict: Verdict, outcome: Outcome
) -> None:
    task = "Open the calculator and add 2 and 3"
    steps = (opened(task, "Open the calculator", verdict, outcome),)
    assert plan(task, steps, catalogue, ()) == Finish("failure", "Reckon is broken.")
    # Unless a person said what to do instead.
    instead = plan(f"{task}\nopen the text editor", steps, catalogue, ())
    assert isinstance(instead, Start)
    assert instead.target == "Quill"


def test_a_program_that_loads_is_given_time() -> None:
    loading = Rest("add 2", 4, (), None, True)
    assert after(loading, Act.CALL_USER) == after(loading, Act.FINISHED) == LOADING
    assert after(loading, Act.CLICK) is None
    task = "Open the calculator and add 2 and 3"
    patient = plan(task, (opened(task, "Open the calculator"), *WAITS), catalogue, WINDOW)
    assert isinstance(patient, Rest)
    assert not patient.loading


def test_without_a_window_it_waits_and_then_says_how_to_start_one() -> None:
    assert without_window(()) == LOADING
    over = without_window(WAITS)
    assert over == Finish("failure", language.NO_WINDOW)
    assert "--app" in language.NO_WINDOW
    assert without_window((clicked("press OK", "press OK"), *WAITS)) is None


def test_what_cannot_be_done_says_how_to_word_it() -> None:
    rest = Rest("type hello world and save the file", 0, ())
    asked = after(rest, Act.CALL_USER)
    assert isinstance(asked, AskUser)
    better = 'Type "hello world" into the document, then choose "Save" from the "File" menu'
    assert better in asked.question
    failed = after(rest, Act.FAIL)
    assert isinstance(failed, Finish)
    assert better in failed.answer
    denied = taken("press OK", "press OK", Click(Point(40, 40)), REFUSED)
    refused = after(Rest("press OK", 0, (denied,)), Act.FAIL)
    assert refused == Finish("failure", language.REFUSED)


def test_waiting_in_vain_ends_before_it_gets_stuck() -> None:
    over = after(Rest("press OK", 0, WAITS), Act.WAIT)
    assert isinstance(over, Finish)
    assert 'Click "OK"' in over.answer
    assert after(Rest("press OK", 0, WAITS[1:]), Act.WAIT) is None
    changed = (waited(changed=True), *WAITS[1:])
    assert after(Rest("press OK", 0, changed), Act.WAIT) is None


@pytest.mark.parametrize(
    ("task", "better"),
    [
        ("type hello into the Name field", 'Enter "hello" into the "Name" field'),
        ("open the preferences", 'Choose "Preferences" from the "Edit" menu'),
        ("turn line numbers on", 'Tick "Line numbers"'),
        ("press OK", 'Click "OK"'),
        ("press 'OK'", ""),
        ("click the 'OK' button", ""),
        ("press Ann's notes", 'Click "Ann\'s notes"'),
        ("turn on line numbers and dark mode", 'Tick "Line numbers"'),
        ("type hello, then press ctrl+s", 'Type "hello" into the document, then press ctrl+s'),
        ('Click "OK"', ""),
        ("do my taxes", ""),
    ],
)
def test_examples_are_made_from_the_task(task: str, better: str) -> None:
    assert language.reworded(task) == better
    assert (better or language.EXAMPLES[0]) in language.hint(task)


def test_what_was_opened_is_not_opened_again() -> None:
    task = "Open the calculator"
    started = plan(task, (), catalogue, ())
    assert isinstance(started, Start)
    said = say(started, task)
    (action,) = EmbeddedDialect().parse(said.text, Size(160, 100)).actions
    assert action == Open("Reckon")
    assert said.grounding == Grounding(Passage(0, len(task), task))
    seen = Observation("0" * 64, Size(160, 100))
    step = Step(0, seen, Proposal("", action, said.text, grounding=said.grounding), ALLOWED, DONE)
    assert plan(task, (step,), catalogue, WINDOW) == Finish()
    held = EmbeddedDialect().parse(say(LOADING, "").text, Size(160, 100))
    assert held.actions == (Wait(2.0),)
