"""Forms that are filled: what is done for each control, and that it is looked at afterwards."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from uitars_runtime.backends.embedded.network.form_reader import form_reader
from uitars_runtime.backends.embedded.requests import asking, form_lists, form_plan, forms
from uitars_runtime.backends.embedded.requests.entry import Entry, say
from uitars_runtime.backends.embedded.requests.forms import Forms
from uitars_runtime.backends.embedded.requests.starting import Rest
from uitars_runtime.element import Element, Role
from uitars_runtime.forms.asked import Deed, Meant, Reading
from uitars_runtime.forms.form import OFF, ON, Control, Kind, controls
from uitars_runtime.forms.told import told, understood
from uitars_runtime.intent import MEANT
from uitars_runtime.types import (
    ANSWER,
    Action,
    AskUser,
    Box,
    Click,
    DecidedBy,
    Decision,
    Finish,
    Observation,
    Outcome,
    Point,
    Press,
    Proposal,
    Size,
    Step,
    Type,
    Verdict,
    Wait,
)

TASK = "Ada Byron, Sweden, no news, the big one, and store it"


def at(row: int) -> Box:
    return Box(100, 40 * row, 300, 40 * row + 24)


def middle(row: int) -> Click:
    return Click(at(row).center)


class Screen:
    """A form that answers to what is done."""

    def __init__(self) -> None:
        self.elements = {
            "Name": Element(at(1), Role.FIELD, "", "Name"),
            "Country": Element(at(2), Role.COMBO, "Norway", "Country"),
            "News": Element(at(3), Role.CHECKBOX, "News", "News", checked=True),
            "Small": Element(at(4), Role.RADIO, "Small", "Small", checked=True),
            "Large": Element(at(5), Role.RADIO, "Large", "Large"),
            "Save": Element(at(6), Role.BUTTON, "Save", "Save"),
        }
        self.open: tuple[Element, ...] = ()
        self.task = TASK
        self.steps: list[Step] = []
        self.forms = Forms()

    @property
    def rest(self) -> Rest:
        return Rest(self.task, 0, tuple(self.steps))

    @property
    def shown(self) -> tuple[Element, ...]:
        return (*self.elements.values(), *self.open)

    def next(self) -> Any:
        found = self.forms.next(self.rest, self.shown)
        if not isinstance(found, Entry):
            return found
        self.does(found.action)
        return found.action

    def answered(self, question: str, said: str) -> bool:
        self.steps.clear()  # answers are no steps
        return self.forms.hears(question, said, self.shown)

    def does(self, action: Action, *, changed: bool = True) -> None:
        verdict = Verdict(Decision.ALLOW, DecidedBy.POLICY, "test", "")
        outcome = Outcome(True, "done", changed=changed)
        seen = Observation("0" * 64, Size(640, 480))
        self.steps.append(Step(0, seen, Proposal("", action, ""), verdict, outcome))

    def now(self, which: str, /, **values: Any) -> None:
        self.elements[which] = msgspec.structs.replace(self.elements[which], **values)


NAMES = ("Name", "Country", "News", "Small", "Large", "Save")


def meant(name: str, deed: Deed, words: str = "") -> Meant:
    start = TASK.find(words) if words else 0
    return Meant(NAMES.index(name), deed, start, start + len(words))


class Reader:
    """Says what a test says; of entries of a list that one of them is meant."""

    def __init__(
        self,
        *all_of_it: Meant,
        confidence: float = 0.96,
        more: float = 0.0,
        whole: bool = True,
        entry: int | None = 1,
    ) -> None:
        self.said = Reading(all_of_it, confidence, more, whole)
        chosen = () if entry is None else (Meant(entry + 1, Deed.ON),)
        self.chosen = Reading(chosen, 0.96, 0.0, whole=True)

    def reading(self, _request: str, form: Sequence[Control]) -> Reading:
        return self.said if len(form) == len(NAMES) else self.chosen


class SaysSo:
    """Reads everything so."""

    def __init__(self, said: Reading) -> None:
        self.said = said

    def reading(self, _request: str, _form: Sequence[Control]) -> Reading:
        return self.said


def reads(monkeypatch: pytest.MonkeyPatch, *all_of_it: Meant, **how: Any) -> None:
    reader = Reader(*all_of_it, **how)
    for module in (forms, form_lists, form_plan):
        monkeypatch.setattr(module, "form_reader", lambda: reader)


MARKED = Press(("ctrl", "a"))


def typed(screen: Screen) -> None:
    assert [screen.next() for _ in range(3)] == [middle(1), MARKED, Type("Ada Byron")]


def gives_up(screen: Screen, *, framed: bool = False) -> str:
    """What is said once it was looked again in vain; `framed`: also without the keyboard."""
    assert isinstance(screen.next(), Wait)
    assert screen.forms.doubts
    if framed:
        assert screen.next() == Press(("tab",))
    ending = screen.next()
    assert isinstance(ending, Finish)
    assert ending.status == "failure"
    return ending.answer


def test_each_control_gets_what_is_meant_for_it_and_the_button_comes_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads(
        monkeypatch,
        meant("Save", Deed.ON),
        meant("Name", Deed.VALUE, "Ada Byron"),
        meant("Country", Deed.VALUE, "Sweden"),
        meant("News", Deed.OFF),
        meant("Large", Deed.ON),
    )
    screen = Screen()
    assert [screen.next() for _ in range(3)] == [middle(1), MARKED, Type("Ada Byron")]
    screen.now("Name", text="Ada Byron")
    assert screen.next() == middle(2)
    entries = [Element(at(7 + row), Role.MENU_ITEM, name, name) for row, name in enumerate("SN")]
    sweden = msgspec.structs.replace(entries[0], text="Sweden", name="Sweden")
    screen.open = (sweden, entries[1])
    assert screen.next() == middle(7)
    screen.open = ()
    screen.now("Country", text="Sweden")
    assert screen.next() == middle(3)
    screen.now("News", checked=False)
    assert screen.next() == middle(5)
    screen.now("Large", checked=True)
    assert screen.next() == middle(6)
    assert screen.next() == Finish()


def test_what_stands_as_it_should_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, meant("Country", Deed.VALUE, "Sweden"), meant("News", Deed.ON))
    screen = Screen()
    screen.now("Country", text="Sweden")
    assert screen.next() == Finish()


@pytest.mark.parametrize("holds", ["Bob", "Ada Byton", ""])
def test_what_a_field_holds_is_typed_over(monkeypatch: pytest.MonkeyPatch, holds: str) -> None:
    reads(monkeypatch, meant("Name", Deed.VALUE, "Ada Byron"))
    screen = Screen()
    screen.now("Name", text=holds)
    assert [screen.next() for _ in range(3)] == [middle(1), MARKED, Type("Ada Byron")]


def test_a_field_is_emptied(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, meant("Name", Deed.EMPTY))
    screen = Screen()
    screen.now("Name", text="Bob")
    found = [screen.next() for _ in range(3)]
    assert found == [middle(1), MARKED, Press(("delete",))]
    screen.now("Name", text="")
    assert screen.next() == Finish()


def test_what_does_not_show_what_was_entered_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, meant("Name", Deed.VALUE, "Ada Byron"), meant("Save", Deed.ON))
    screen = Screen()
    typed(screen)
    screen.now("Name", text="Ada 12")
    assert "“Name” does not show “Ada Byron”" in gives_up(screen, framed=True)


def test_a_field_that_stays_empty_was_not_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, meant("Name", Deed.VALUE, "Ada Byron"), meant("Save", Deed.ON))
    screen = Screen()
    typed(screen)
    assert "“Name” does not show" in gives_up(screen, framed=True)


@pytest.mark.parametrize(
    ("seen", "other"),
    [
        ({"text": "Ada", "box": Box(104, 42, 180, 52)}, Element(
            Box(104, 52, 180, 62), Role.FIELD, "Byron", "Byron")),
        ({"text": "", "name": "Save"}, Element(Box(90, 42, 240, 60), Role.TEXT, "Name Ada Byron")),
    ],
    ids=["in two lines", "as one line with its label"],
)  # fmt: skip
def test_a_value_is_known_however_its_lines_are_cut(
    monkeypatch: pytest.MonkeyPatch, seen: dict[str, Any], other: Element
) -> None:
    reads(monkeypatch, meant("Name", Deed.VALUE, "Ada Byron"), meant("Save", Deed.ON))
    screen = Screen()
    typed(screen)
    screen.now("Name", **seen)
    screen.open = (other,)
    assert screen.next() == middle(6)


@pytest.mark.parametrize(
    ("held", "is_shown"), [("aByron", True), ("aBynon", True), ("Clark", False)]
)
def test_of_a_value_that_its_field_is_too_narrow_for_the_end_is_seen(
    monkeypatch: pytest.MonkeyPatch, held: str, is_shown: bool
) -> None:
    reads(monkeypatch, meant("Name", Deed.VALUE, "Ada Byron"), meant("Save", Deed.ON))
    screen = Screen()
    narrow = Box(100, 40, 150, 64)
    screen.now("Name", box=narrow)
    assert [screen.next() for _ in range(3)] == [Click(narrow.center), MARKED, Type("Ada Byron")]
    screen.now("Name", text=held)
    assert isinstance(screen.next(), Click if is_shown else Wait)


def test_a_tick_that_loses_its_name_is_known_by_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads(monkeypatch, meant("News", Deed.OFF), meant("Save", Deed.ON))
    screen = Screen()
    assert screen.next() == middle(3)
    screen.now("News", text="", name="", checked=False)
    assert screen.next() == middle(6)


def test_a_tick_that_stays_as_it_was_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, meant("News", Deed.OFF))
    screen = Screen()
    assert screen.next() == middle(3)
    assert "“News” does not show what was asked for" in gives_up(screen, framed=True)


def test_a_tick_that_is_misread_while_it_has_the_keyboard_is_looked_at_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads(monkeypatch, meant("News", Deed.OFF))
    screen = Screen()
    assert screen.next() == middle(3)
    assert isinstance(screen.next(), Wait)
    assert screen.next() == Press(("tab",))
    screen.now("News", checked=False)
    assert screen.next() == Finish()


def test_a_button_that_changes_nothing_was_not_pressed(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, meant("News", Deed.ON), meant("Save", Deed.ON))
    screen = Screen()
    assert screen.next() == middle(6)
    screen.steps[-1] = msgspec.structs.replace(
        screen.steps[-1], outcome=Outcome(True, "done", changed=False)
    )
    assert isinstance(screen.next(), Wait)
    screen.steps[-1] = msgspec.structs.replace(
        screen.steps[-1], outcome=Outcome(True, "done", changed=False)
    )
    ending = screen.next()
    assert isinstance(ending, Finish)
    assert "Nothing changed when “Save” was pressed" in ending.answer


def test_a_control_that_is_gone_is_not_worked(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, meant("Name", Deed.VALUE, "Ada Byron"), meant("News", Deed.OFF))
    screen = Screen()
    typed(screen)
    screen.now("Name", text="Ada Byron")
    del screen.elements["News"]
    assert "“News” is not there any more" in gives_up(screen)


def test_a_control_that_moved_is_known_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, meant("Name", Deed.VALUE, "Ada Byron"), meant("Save", Deed.ON))
    screen = Screen()
    typed(screen)
    screen.now("Name", text="Ada Byron")
    screen.now("Save", box=at(11), role=Role.TEXT)
    assert screen.next() == middle(11)


@pytest.mark.parametrize("name", ["Ada Byron", "", "Nane"])
def test_a_field_that_is_called_otherwise_once_it_is_filled_is_known_by_its_place(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    reads(monkeypatch, meant("Name", Deed.VALUE, "Ada Byron"), meant("Save", Deed.ON))
    screen = Screen()
    typed(screen)
    screen.now("Name", name=name, text="Ada Byron")
    assert screen.next() == middle(6)


def test_a_list_that_shows_another_entry_than_was_chosen_ends_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads(monkeypatch, meant("Country", Deed.VALUE, "Sweden"))
    screen = Screen()
    assert screen.next() == middle(2)
    screen.open = (Element(at(7), Role.MENU_ITEM, "Sweden", "Sweden"),)
    assert screen.next() == middle(7)
    screen.open = ()
    screen.now("Country", text="Denmark")
    assert "“Country” does not show “Sweden”" in gives_up(screen, framed=True)


@pytest.mark.parametrize(("held", "wanted"), [("Sverige", "Sweden"), ("Sweden 2", "Sweden")])
def test_a_list_that_shows_nearly_what_is_meant_is_opened(
    monkeypatch: pytest.MonkeyPatch, held: str, wanted: str
) -> None:
    reads(monkeypatch, meant("Country", Deed.VALUE, wanted))
    screen = Screen()
    screen.now("Country", text=held)
    assert screen.next() == middle(2)


def test_the_same_words_are_done_again_in_another_run(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, meant("News", Deed.OFF))
    screen = Screen()
    assert screen.next() == middle(3)
    screen.steps.clear()
    assert screen.next() == middle(3)


def test_a_form_that_comes_late_is_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, meant("News", Deed.OFF))
    screen = Screen()
    news = screen.elements.pop("News")
    hidden = {name: screen.elements.pop(name) for name in ("Name", "Country", "Small", "Large")}
    assert isinstance(screen.next(), Rest)
    screen.does(Wait(2.0))
    save = screen.elements.pop("Save")
    screen.elements |= {"Name": hidden["Name"], "Country": hidden["Country"], "News": news}
    screen.elements |= {"Small": hidden["Small"], "Large": hidden["Large"], "Save": save}
    assert screen.next() == middle(3)


@pytest.mark.parametrize(
    ("said", "typed"),
    [("twenty-four", "24"), ("Seven", "Seven"), ("twenty pounds", "twenty pounds")],
)
def test_numbers_in_words_are_typed_in_figures_and_names_as_they_are(
    monkeypatch: pytest.MonkeyPatch, said: str, typed: str
) -> None:
    reads(monkeypatch, Meant(0, Deed.VALUE, 0, len(said)))
    screen = Screen()
    rest = Rest(f"{said} and nothing else", 0, ())
    steps: list[Step] = []
    for _ in range(3):
        found = screen.forms.next(
            msgspec.structs.replace(rest, steps=tuple(steps)), tuple(screen.elements.values())
        )
        assert isinstance(found, Entry)
        screen.does(found.action)
        steps = screen.steps
    assert steps[-1].action == Type(typed)


def test_a_tick_that_is_taken_for_one_of_a_menu_says_how_it_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads(monkeypatch, meant("News", Deed.OFF), meant("Save", Deed.ON))
    screen = Screen()
    assert screen.next() == middle(3)
    screen.elements["News"] = Element(at(3), Role.MENU_ITEM, "News", "News", checked=True)
    assert isinstance(screen.next(), Wait)
    screen.now("News", checked=False)
    assert screen.next() == middle(6)


@pytest.mark.parametrize("changed", [True, False])
def test_a_tick_in_a_marked_row_that_is_seen_no_more_is_believed_where_something_changed(
    monkeypatch: pytest.MonkeyPatch, changed: bool
) -> None:
    reads(monkeypatch, meant("News", Deed.OFF), meant("Save", Deed.ON))
    screen = Screen()
    assert screen.next() == middle(3)
    screen.steps.clear()
    screen.does(middle(3), changed=changed)
    screen.elements["News"] = Element(at(3), Role.ITEM, "News", "News")
    found = screen.next()
    if changed:
        assert found == middle(6)
    else:
        assert isinstance(found, Wait)
        assert screen.next() == Press(("tab",))
        assert screen.next() == Finish("failure", "“News” is not there any more.")


def test_a_password_that_shows_dots_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, meant("Name", Deed.VALUE, "Ada Byron"))
    screen = Screen()
    typed(screen)
    screen.now("Name", text="•••••••••")
    assert screen.next() == Finish()


def test_an_entry_in_other_words_is_chosen_as_the_request_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads(monkeypatch, meant("Country", Deed.VALUE, "the big one"))
    screen = Screen()
    assert screen.next() == middle(2)
    names = ("Denmark", "Russia")
    screen.open = tuple(
        Element(at(7 + row), Role.MENU_ITEM, name, name) for row, name in enumerate(names)
    )
    assert screen.next() == middle(8)


def opened(screen: Screen, *names: str) -> None:
    """Its list, right below it."""
    screen.open = tuple(
        Element(at(3 + row), Role.MENU_ITEM, name, name) for row, name in enumerate(names)
    )


def answered_with(question: str, said: str) -> Step:
    verdict = Verdict(Decision.ALLOW, DecidedBy.POLICY, "test", "")
    seen = Observation("0" * 64, Size(640, 480))
    outcome = Outcome(True, f"{ANSWER}{said}")
    return Step(0, seen, Proposal("", AskUser(question), ""), verdict, outcome)


def asks(screen: Screen) -> str:
    """What is asked once it was looked again in vain and the list was closed."""
    assert isinstance(screen.next(), Wait)
    assert screen.next() == Press(("esc",))
    screen.open = ()
    asked = screen.next()
    assert isinstance(asked, AskUser)
    screen.steps.pop()  # answers are no steps
    return asked.question


def test_it_is_asked_which_entry_is_meant_of_a_list_without_what_was_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads(monkeypatch, meant("Country", Deed.VALUE, "Sweden"), entry=None)
    screen = Screen()
    assert screen.next() == middle(2)
    opened(screen, "Denmark", "Russia")
    elsewhere = Element(Box(340, 280, 400, 304), Role.TEXT, "vered", "vered")
    screen.open = (*screen.open, elsewhere)
    question = asks(screen)
    assert question == ("“Country” has no “Sweden”. Which of these is meant: “Denmark”, “Russia”?")
    assert not screen.forms.hears(question, "Finland", screen.shown)
    assert not screen.forms.hears(question, "yes", screen.shown)
    again = asking.unclear([answered_with(question, "yes")], screen.shown)
    assert again is not None
    assert screen.forms.hears(question, "russia", screen.shown)
    assert screen.next() == middle(2)
    opened(screen, "Denmark", "Russia")
    assert screen.next() == middle(4)
    screen.open = ()
    screen.now("Country", text="Russia")
    assert screen.next() == Finish()


@pytest.mark.parametrize(
    ("said", "names", "row"),
    [
        ("ten", ("8:00", "10:00", "12:00"), 1),
        ("three", ("1: 3-9 July", "2: 10-16 July", "3: 17-23 July"), 2),
        ("friends", ("Poster", "A friend of mine"), 1),
        ("7:48", ("09:48", "07:48"), 1),
        ("tea", ("Coffee", "No tea", "Green tea"), 2),
    ],
)
def test_an_entry_that_holds_all_of_the_words_is_the_one_that_is_meant(
    monkeypatch: pytest.MonkeyPatch, said: str, names: tuple[str, ...], row: int
) -> None:
    want = Control(Kind.LIST, "When", "", 0)
    entries = [Element(at(7 + at_), Role.MENU_ITEM, name, name) for at_, name in enumerate(names)]
    reads(monkeypatch, entry=None)
    meant_ = form_plan.Want(want, at(2), Deed.VALUE, said, 0, 0)
    assert form_lists.chosen(meant_, entries) == entries[row]


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("tea", ("Black tea", "Green tea")),
        ("milk", ("No milk", "Sugar")),
        ("", ("A", "B")),
        ("10:10", ("9:30", "10:30")),
        ("ten", ("9:10", "9:20")),
        ("5", ("0.5 l", "1 l")),
        ("5", ("-5 °C", "10 °C")),
        ("0", ("None", "Children's")),
    ],
)
def test_no_entry_is_chosen_by_chance(
    monkeypatch: pytest.MonkeyPatch, said: str, names: tuple[str, ...]
) -> None:
    want = Control(Kind.LIST, "With", "", 0)
    entries = [Element(at(7 + at_), Role.MENU_ITEM, name, name) for at_, name in enumerate(names)]
    reads(monkeypatch, entry=None)
    meant_ = form_plan.Want(want, at(2), Deed.VALUE, said, 0, 0)
    assert form_lists.chosen(meant_, entries) is None


def test_an_entry_with_another_number_is_not_chosen_whatever_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    want = Control(Kind.LIST, "Length", "", 0)
    entries = [
        Element(at(7 + row), Role.MENU_ITEM, name, name) for row, name in enumerate(("30", "32"))
    ]
    reads(monkeypatch, entry=1)
    meant_ = form_plan.Want(want, at(2), Deed.VALUE, "34", 0, 0)
    assert form_lists.chosen(meant_, entries) is None
    meant_ = form_plan.Want(want, at(2), Deed.VALUE, "the longer one", 0, 0)
    assert form_lists.chosen(meant_, entries) == entries[1]


@pytest.mark.parametrize(
    ("said", "names"),
    [("1.5 kg", ("15 kg", "1.5 kg")), ("C++", ("C", "C++", "C#")), ("$5", ("€5", "$5"))],
)
def test_signs_tell_entries_apart(
    monkeypatch: pytest.MonkeyPatch, said: str, names: tuple[str, ...]
) -> None:
    want = Control(Kind.LIST, "Which", "", 0)
    entries = [Element(at(7 + row), Role.MENU_ITEM, name, name) for row, name in enumerate(names)]
    reads(monkeypatch, entry=None)
    meant_ = form_plan.Want(want, at(2), Deed.VALUE, said, 0, 0)
    assert form_lists.chosen(meant_, entries) == entries[names.index(said)]


def test_what_stands_beside_an_open_list_is_none_of_its_entries(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads(monkeypatch, meant("Country", Deed.VALUE, "Sweden"), entry=None)
    screen = Screen()
    assert screen.next() == middle(2)
    opened(screen, "Denmark", "Russia")
    far = Element(Box(500, 280, 640, 304), Role.BUTTON, "Leave Sweden", "Leave Sweden")
    low = Element(at(15), Role.TEXT, "Sweeden", "Sweeden")
    screen.open = (*screen.open, far, low)
    assert asks(screen).endswith("is meant: “Denmark”, “Russia”?")


def test_a_list_that_still_shows_another_entry_was_not_chosen_from(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads(monkeypatch, meant("Country", Deed.VALUE, "Sweden"))
    screen = Screen()
    screen.now("Country", text="eden")
    assert screen.next() == middle(2)
    opened(screen, "eden", "Sweden")
    assert screen.next() == middle(4)
    screen.open = ()
    assert "“Country” does not show “Sweden”" in gives_up(screen, framed=True)


def test_of_what_eyes_do_not_know_only_the_place_is_believed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads(monkeypatch, meant("Name", Deed.VALUE, "Ada Byron"), meant("News", Deed.OFF))
    screen = Screen()
    typed(screen)
    screen.now("Name", text="Ada Byron")
    screen.elements["News"] = Element(at(3), Role.ICON, "", "")
    screen.open = (Element(Box(320, 120, 380, 140), Role.TEXT, "News", "News"),)
    assert screen.next() == middle(3)
    screen.steps[-1] = msgspec.structs.replace(
        screen.steps[-1], outcome=Outcome(True, "done", changed=False)
    )
    assert isinstance(screen.next(), Wait)


def test_a_date_is_typed_nowhere_else_once_its_field_lost_the_keyboard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        forms,
        "form_reader",
        lambda: SaysSo(Reading((Meant(0, Deed.VALUE, 0, 15),), 0.96, 0.0, whole=True)),
    )
    screen = Screen()
    screen.task = "4 December 2026"
    assert screen.next() == middle(1)
    field = screen.elements.pop("Name")
    assert isinstance(screen.next(), Wait)
    assert screen.next() == Finish("failure", "“Name” is not there any more.")
    assert field.role is Role.FIELD


def test_a_list_that_has_the_keyboard_may_be_taken_for_a_field(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads(monkeypatch, meant("Country", Deed.VALUE, "Sweden"))
    screen = Screen()
    assert screen.next() == middle(2)
    opened(screen, "Sweden")
    assert screen.next() == middle(3)
    screen.open = ()
    screen.now("Country", text="Sweden v", role=Role.FIELD, name="")
    assert screen.next() == Finish()


@pytest.mark.parametrize(
    ("said", "put", "words"),
    [
        ("30", [Click(Point(165, 52))], "it was put where “30” should be from 0 to 100"),
        ("400", [], "Please set it to “400”, then say yes."),
        ("1.5", [], "Please set it to “1.5”, then say yes."),
    ],
)
def test_a_person_says_whether_a_slider_without_a_number_stands_right(
    monkeypatch: pytest.MonkeyPatch, said: str, put: list[Click], words: str
) -> None:
    request_ = f"loudness {said}"
    start = request_.find(said)
    reading = Reading((Meant(0, Deed.VALUE, start, len(request_)),), 0.96, 0.0, whole=True)
    monkeypatch.setattr(forms, "form_reader", lambda: SaysSo(reading))
    screen = Screen()
    screen.task = request_
    screen.elements = {"Loudness": Element(at(1), Role.SLIDER, "", "Loudness")}
    for step in put:
        assert screen.next() == step
    assert isinstance(screen.next(), Wait)
    asked = screen.next()
    assert isinstance(asked, AskUser)
    assert words in asked.question
    screen.steps.pop()  # answers are no steps
    assert screen.forms.hears(asked.question, "no", screen.shown) == bool(put)
    if put:
        asked = screen.next()
        assert asked == AskUser(
            f"“Loudness” shows no number. Please set it to “{said}”, then say yes."
        )
        screen.steps.pop()
    assert not screen.forms.hears(asked.question, "no", screen.shown)
    assert not screen.forms.hears(asked.question, "what?", screen.shown)
    assert screen.forms.hears(asked.question, "yes", screen.shown)
    assert screen.next() == Finish()


def test_a_slider_is_put_where_an_answer_says(monkeypatch: pytest.MonkeyPatch) -> None:
    reading = Reading((Meant(0, Deed.VALUE, 9, 11),), 0.96, 0.0, whole=True)
    monkeypatch.setattr(forms, "form_reader", lambda: SaysSo(reading))
    screen = Screen()
    screen.task = "loudness 30"
    screen.elements = {"Loudness": Element(at(1), Role.SLIDER, "", "Loudness")}
    assert screen.next() == Click(Point(165, 52))
    assert isinstance(screen.next(), Wait)
    asked = screen.next()
    screen.steps.pop()
    assert screen.forms.hears(asked.question, "make it 50", screen.shown)
    assert screen.next() == Click(Point(200, 52))


def test_a_list_that_shows_a_part_of_a_short_entry_does_not_show_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads(monkeypatch, meant("Country", Deed.VALUE, "no"))
    screen = Screen()
    assert screen.next() == middle(2)
    opened(screen, "ni", "no")
    assert screen.next() == middle(4)
    screen.open = ()
    screen.now("Country", text="n")
    assert "“Country” does not show “no”" in gives_up(screen, framed=True)


def test_a_choice_is_made_where_eyes_see_two_as_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, meant("Large", Deed.ON), meant("News", Deed.ON))
    screen = Screen()
    screen.now("Large", checked=True)
    assert screen.next() == middle(5)


def test_a_list_without_what_is_meant_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, meant("Country", Deed.VALUE, "Sweden"))
    screen = Screen()
    assert screen.next() == middle(2)
    assert "“Country” has no “Sweden”" in gives_up(screen)


@pytest.mark.parametrize(
    ("all_of_it", "how"),
    [
        ([meant("News", Deed.OFF)], {"confidence": 0.05}),
        ([meant("News", Deed.OFF)], {"more": 0.8}),
        ([meant("Save", Deed.ON)], {}),
        ([], {}),
    ],
    ids=["unsure", "more is asked", "only a button", "nothing"],
)
def test_the_network_has_what_is_no_form_to_fill(
    monkeypatch: pytest.MonkeyPatch, all_of_it: list[Meant], how: dict[str, float]
) -> None:
    reads(monkeypatch, *all_of_it, **how)
    assert isinstance(Screen().next(), Rest)


def test_what_leaves_something_out_is_the_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, meant("Name", Deed.VALUE, "Ada Byron"), confidence=0.99, whole=False)
    assert isinstance(Screen().next(), Rest)


@pytest.mark.parametrize(("confidence", "asks"), [(0.84, True), (0.86, False)])
def test_several_things_are_done_where_they_are_sure(
    confidence: float, asks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    several = (meant("News", Deed.OFF), meant("Large", Deed.ON), meant("Save", Deed.ON))
    reads(monkeypatch, *several, confidence=confidence)
    assert isinstance(Screen().next(), AskUser if asks else Click)


@pytest.mark.parametrize(("confidence", "kind"), [(0.91, Rest), (0.93, Entry)])
def test_one_thing_has_to_be_surer_than_many(
    confidence: float, kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(monkeypatch, meant("News", Deed.OFF), confidence=confidence)
    screen = Screen()
    assert isinstance(screen.forms.next(screen.rest, screen.shown), kind)


def test_what_is_likely_to_be_meant_is_asked_about_and_done_after_a_yes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads(
        monkeypatch,
        meant("Save", Deed.ON),
        meant("Name", Deed.VALUE, "Ada Byron"),
        meant("Country", Deed.EMPTY),
        meant("News", Deed.OFF),
        meant("Large", Deed.ON),
        confidence=0.5,
    )
    screen = Screen()
    assert isinstance(screen.forms.next(screen.rest, screen.shown), Rest)
    reads(
        monkeypatch,
        meant("News", Deed.OFF),
        meant("Large", Deed.ON),
        meant("Save", Deed.ON),
        confidence=0.6,
    )
    screen = Screen()
    question = f"Untick “News”. Choose “Large”. Press “Save”. {MEANT}"
    assert screen.next() == AskUser(question)
    assert screen.answered(question, "yes")
    assert screen.next() == middle(3)


@pytest.mark.parametrize(
    ("task", "labels", "how", "asks"),
    [
        ("Ada Byron, no news, keep it", ("Name", "News", "Save"), {}, True),
        ("Ada Byron, no news, keep it", ("Name", "News", "Save"), {"whole": False}, True),
        ("Ada Byron, no news, keep it", ("Name", "News", "Save"), {"more": 0.6}, False),
        ("Name Ada, untick News and Save", ("Name", "News", "Save"), {}, True),
        ("Ada Byron, no news", ("Name", "News"), {}, True),
        ("Name Ada, no News", ("Name", "News"), {"whole": False}, True),
        ("Ada Byron, keep it", ("Name", "Save"), {"whole": False}, False),
        ("Ada Byron", ("Name",), {"whole": False}, False),
    ],
)
def test_what_several_things_are_meant_by_is_asked_about_however_unlikely(
    task: str,
    labels: Sequence[str],
    how: dict[str, Any],
    asks: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deeds = {"Name": Deed.VALUE, "News": Deed.OFF, "Save": Deed.ON}
    at = task.index("Ada")
    words = {"Name": (at, at + 3)}
    read = [Meant(NAMES.index(one), deeds[one], *words.get(one, (0, 0))) for one in labels]
    reads(monkeypatch, *read, confidence=0.1, **how)
    screen = Screen()
    screen.task = task
    found = screen.next()
    assert isinstance(found, AskUser if asks else Rest)


@pytest.mark.parametrize(
    ("name", "seen", "words"),
    [
        ("", Element(Box(104, 42, 180, 62), Role.COMBO, "Ada Byron", "Ada Byron"), "Ada Byron"),
        ("", Element(Box(104, 42, 112, 62), Role.TEXT, "6", "6"), "6"),
        ("7 0 112/25", None, "7 O 112/25"),
        ("8", None, "3.8"),
    ],
    ids=["as a list of its own", "as a number in its place", "as other letters", "in part"],
)
def test_a_value_may_be_seen_otherwise(
    name: str, seen: Element | None, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = Meant(0, Deed.VALUE, 0, len(words))
    reads(monkeypatch, said, meant("Save", Deed.ON))
    screen = Screen()
    screen.task = f"{words}, save"
    assert [screen.next() for _ in range(3)] == [middle(1), MARKED, Type(words)]
    screen.now("Name", text=name)
    screen.open = () if seen is None else (seen,)
    assert screen.next() == middle(6)


ADA, SWEDEN = meant("Name", Deed.VALUE, "Ada Byron"), meant("Country", Deed.VALUE, "Sweden")
FIRST = f"“Name”: “Ada Byron”. “Country”: “Sweden”. Press “Save”. {MEANT}"


@pytest.fixture
def plan(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """What was told and is asked about."""
    reads(monkeypatch, ADA, SWEDEN, meant("Save", Deed.ON), confidence=0.6)
    screen = Screen()
    assert screen.next() == AskUser(FIRST)
    return screen


def test_words_that_answer_the_question_change_what_is_meant_and_it_is_asked_again(
    plan: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob = Meant(0, Deed.VALUE, 12, 15)
    reads(monkeypatch, bob, meant("News", Deed.OFF), confidence=0.4, whole=False)
    assert plan.answered(FIRST, "no, the name is Bob and no news")
    second = f"“Name”: “Bob”. “Country”: “Sweden”. Untick “News”. Press “Save”. {MEANT}"
    for _ in range(2):  # who says the same again says no yes
        assert plan.next() == AskUser(second)
        assert plan.answered(second, "the name is Bob and no news")
    assert plan.next() == AskUser(second)
    assert plan.answered(second, "yes")
    assert [plan.next() for _ in range(3)] == [middle(1), MARKED, Type("Bob")]


@pytest.mark.parametrize(
    ("said", "read", "told"),
    [
        ("the small one", (meant("Small", Deed.ON),), "Choose “Small”. Press “Save”."),
        ("the big one", (meant("Large", Deed.ON),), "Choose “Large”. Press “Save”."),
        ("don't save it", (), "Choose “Large”."),
        ("no Name, please", (meant("News", Deed.OFF),), "Untick “News”. Choose “Large”. Press"),
    ],
    ids=["another of the group", "the same", "the press is taken back", "and more"],
)
def test_what_an_answer_says_takes_the_place_of_what_it_is_about(
    said: str, read: tuple[Meant, ...], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(monkeypatch, ADA, meant("Large", Deed.ON), meant("Save", Deed.ON), confidence=0.6)
    screen = Screen()
    question = screen.next().question
    reads(monkeypatch, *read)
    assert screen.answered(question, said)
    (asked,) = (screen.next().question,)
    assert told in asked
    assert ("“Name”" in asked) is ("Name" not in said)
    assert asked.count("Choose") == 1


@pytest.mark.parametrize(
    ("said", "read", "told"),
    [
        ("leave Country alone", (), "“Name”: “Ada Byron”. Press “Save”. "),
        ("don't press Save and Large", (), "“Name”: “Ada Byron”. “Country”: “Sweden”. "),
        (
            "no, skip Country, and no news",
            (meant("News", Deed.OFF),),
            "“Name”: “Ada Byron”. Untick “News”. Press “Save”. ",
        ),
    ],
)
def test_what_an_answer_leaves_as_it_is_is_not_done(
    said: str,
    read: tuple[Meant, ...],
    told: str,
    plan: Screen,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reader = Reader(*read)

    def reading(words: str, form: Sequence[Control]) -> Reading:
        assert "Country" not in words
        assert "Large" not in words
        return reader.reading(words, form)

    monkeypatch.setattr(form_plan, "form_reader", lambda: SimpleNamespace(reading=reading))
    assert plan.answered(FIRST, said)
    assert plan.next() == AskUser(told + MEANT)


@pytest.mark.parametrize(
    ("said", "more"),
    [("what would that do?", 0.0), ("and then delete the old one", 0.9), ("hm", 0.0)],
)
def test_what_changes_nothing_or_asks_for_more_is_no_answer(
    plan: Screen, said: str, more: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = () if said == "hm" else (meant("News", Deed.OFF),)
    reads(monkeypatch, *read, more=more)
    assert not plan.answered(FIRST, said)
    assert not plan.answered("another question?", "yes")
    assert plan.answered(FIRST, "yes")


def test_another_task_than_the_one_that_was_asked_about_is_begun_anew(
    plan: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan.steps.clear()
    plan.task = "Bob, and no news"
    reads(monkeypatch, Meant(0, Deed.VALUE, 0, 3), meant("News", Deed.OFF), confidence=0.3)
    assert plan.next() == AskUser(f"“Name”: “Bob”. Untick “News”. {MEANT}")


def test_quotes_in_what_is_told_would_part_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told([(Control(Kind.FIELD, "Say"), Deed.VALUE, "hi”. Press “Send")]) is None


@pytest.mark.parametrize("holds", ["", "old"])
@given(
    st.lists(
        st.tuples(
            st.sampled_from([*Kind]),
            st.sampled_from([Deed.VALUE, Deed.EMPTY, Deed.ON, Deed.OFF]),
            st.text("ab .:", min_size=1, max_size=6),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_what_is_told_is_understood(holds: str, wanted: list[tuple[Kind, Deed, str]]) -> None:
    named = [
        (Control(kind, f"{place} b.", holds), deed, words if deed is Deed.VALUE else "")
        for place, (kind, deed, words) in enumerate(wanted)
    ]
    said = told(named)
    assert said is not None
    assert understood(said) == [(one.label, deed, value) for one, deed, value in named]
    assert understood(f"{said} Perhaps.") is None


def test_an_open_menu_is_no_form(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, meant("News", Deed.OFF))
    screen = Screen()
    shown = tuple(screen.elements.values())
    assert isinstance(screen.forms.next(Rest(TASK, 0, ()), shown, looked=True), Rest)


def test_other_steps_than_these_leave_it_to_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, meant("Name", Deed.VALUE, "Ada Byron"))
    screen = Screen()
    screen.next()
    screen.does(Press(("esc",)))
    assert isinstance(screen.next(), Rest)


def test_it_is_said_which_words_a_step_is_for(monkeypatch: pytest.MonkeyPatch) -> None:
    reads(monkeypatch, meant("Name", Deed.VALUE, "Ada Byron"))
    screen = Screen()
    found = screen.forms.next(Rest(TASK, 5, ()), tuple(screen.elements.values()))
    assert isinstance(found, Entry)
    told = say(found)
    assert "“Ada Byron”: click the field “Name”." in told.text
    assert told.grounding is not None
    assert told.grounding.serves is not None
    assert (told.grounding.serves.start, told.grounding.serves.end) == (5, 14)


def test_controls_are_told_with_what_they_hold() -> None:
    shown = [
        Element(at(0), Role.TEXT, "Name", "Name"),
        Element(at(1), Role.FIELD, "Ada", "Name"),
        Element(at(2), Role.FIELD, "Search", "Search"),
        Element(at(3), Role.CHECKBOX, "News", "News", checked=True),
        Element(at(4), Role.OTHER, "", ""),
    ]
    assert controls(shown) == (
        Control(Kind.FIELD, "Name", "Ada", 1),
        Control(Kind.FIELD, "Search", "", 2),
        Control(Kind.TICK, "News", "on", 3),
    )


MAIL = (
    Control(Kind.TEXT, "Mail"),
    Control(Kind.TICK, "Newsletter", ON),
    Control(Kind.TICK, "Reminders", OFF),
    Control(Kind.FIELD, "Address"),
    Control(Kind.BUTTON, "Save"),
    Control(Kind.BUTTON, "Cancel"),
)


@pytest.mark.parametrize(
    ("request_", "means"),
    [
        (
            "Untick newsletter, tick reminders and save",
            {"Newsletter": Deed.OFF, "Reminders": Deed.ON, "Save": Deed.ON},
        ),
        ("no newsletter and no reminders", {"Newsletter": Deed.OFF, "Reminders": Deed.OFF}),
        ("set the address to ann@example.org, save", {"Address": Deed.VALUE, "Save": Deed.ON}),
    ],
)
def test_plain_words_are_read_by_what_ships(request_: str, means: dict[str, Deed]) -> None:
    reading = form_reader().reading(request_, MAIL)
    assert reading is not None
    assert {MAIL[one.control].label: one.deed for one in reading.meant} == means
    assert reading.whole


@pytest.mark.skipif(sys.platform != "linux", reason="private desktops need Linux")
def test_a_real_dialog_is_filled(tmp_path: Path) -> None:
    dialog = "zenity --forms --title=Guest --text=Guest --add-entry=Name --add-entry=City"
    task = "Enter Ada Byron into Name and Hull into City, then press OK"
    command = [sys.executable, "-m", "uitars_runtime.cli.run", task, "--workspace", str(tmp_path)]
    command += ["--desktop", "sandbox", "--app", f"sh -c '{dialog} > answer.txt'"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "type “Ada Byron”" in done.stdout, done.stdout + done.stderr
    assert (tmp_path / "answer.txt").read_text() == "Ada Byron|Hull\n"
