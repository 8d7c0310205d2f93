"""Lists of a form that are looked into before its request is read for good."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from helpers.desks import sandbox_hands, until
from uitars_runtime.backends.embedded.requests import form_lists, forms
from uitars_runtime.backends.embedded.requests.entry import Entry, say
from uitars_runtime.backends.embedded.requests.form_looks import (
    Looks,
    are_worth_it,
    is_look,
    without_looks,
)
from uitars_runtime.backends.embedded.requests.forms import Forms
from uitars_runtime.backends.embedded.requests.starting import Rest
from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.forms.asked import Deed, Meant, Reading
from uitars_runtime.forms.form import Control, Kind, controls
from uitars_runtime.intent import read_intent
from uitars_runtime.types import (
    Action,
    AskUser,
    Box,
    Click,
    DecidedBy,
    Decision,
    Observation,
    Outcome,
    Press,
    Proposal,
    Size,
    Step,
    Verdict,
    Wait,
)

TASK = "robotics please"
LISTS = (
    Element(Box(100, 40, 300, 64), Role.COMBO, "7b", "Class"),
    Element(Box(100, 80, 300, 104), Role.COMBO, "Chess", "Club"),
)
FIELD = Element(Box(100, 120, 300, 144), Role.FIELD, "", "Name")
REST = Rest(TASK, 0, ())


def entries(of: Element, *names: str) -> tuple[Element, ...]:
    """What is seen below a list that is open."""
    left, top = of.box.left + 4, of.box.bottom
    return tuple(
        Element(Box(left, top + 24 * row, left + 90, top + 24 * row + 20), Role.MENU_ITEM, name)
        for row, name in enumerate(names)
    )


def step(entry: Entry, outcome: Outcome | None = None) -> Step:
    verdict = Verdict(Decision.ALLOW, DecidedBy.POLICY, "test", "")
    seen = Observation("0" * 64, Size(640, 480))
    proposal = Proposal("", entry.action, "", grounding=say(entry).grounding)
    return Step(0, seen, proposal, verdict, outcome or Outcome(True, "done", changed=True))


class Desk:
    """Lists that open when they are clicked, and close on Escape."""

    def __init__(self, **offers: Sequence[str]) -> None:
        self.offers = offers
        self.shown: tuple[Element, ...] = (*LISTS, FIELD)
        self.steps: list[Step] = []
        self.done: list[Action] = []

    def does(self, entry: Entry) -> None:
        self.steps.append(step(entry))
        self.done.append(entry.action)
        self.shown = (*LISTS, FIELD)
        for one in LISTS:
            if entry.action == Click(one.box.center):
                self.shown += entries(one, *self.offers.get(one.name, ()))


def looked(desk: Desk) -> Looks:
    looks = Looks(REST, controls(desk.shown), desk.shown)
    while (entry := looks.next(desk.shown, desk.steps)) is not None:
        desk.does(entry)
    return looks


def test_each_list_is_opened_and_closed_again() -> None:
    desk = Desk(Class=("7a", "7b", "8a"), Club=("Chess", "Robotics"))
    looks = looked(desk)
    assert looks.offers == {"Class": ("7a", "7b", "8a"), "Club": ("Chess", "Robotics")}
    opened = [Click(one.box.center) for one in LISTS]
    assert desk.done == [opened[0], Press(("esc",)), opened[1], Press(("esc",))]
    assert all(map(is_look, desk.steps))
    assert not without_looks(desk.steps)


def test_what_does_not_open_is_not_closed() -> None:
    desk = Desk(Class=("a word",), Club=("Chess", "Robotics"))
    looks = looked(desk)
    assert looks.offers == {"Club": ("Chess", "Robotics")}
    assert desk.done[:3] == [Click(LISTS[0].box.center), Wait(0.5), Click(LISTS[1].box.center)]


def test_words_that_an_open_list_covers_in_part_are_none_of_its_entries() -> None:
    looks = Looks(REST, controls(LISTS), LISTS)
    assert looks.next(LISTS, ()) is not None
    beside = Element(Box(40, 92, 80, 104), Role.TEXT, "ass of the")
    again = Element(LISTS[0].box, Role.MENU_ITEM, "7b")
    shown = (*LISTS, again, *entries(LISTS[0], "7a", "7b", "8a"), beside)
    assert looks.next(shown, ()) is not None
    assert sorted(looks.offers["Class"]) == ["7a", "7b", "8a"]


@pytest.mark.parametrize("said", ["refused", "failed"])
def test_who_does_not_let_one_list_be_opened_is_asked_for_no_other(said: str) -> None:
    looks = Looks(REST, controls(LISTS), LISTS)
    first = looks.next(LISTS, ())
    assert first is not None
    failed = step(first, Outcome(False, said))
    assert looks.next(LISTS, [failed]) is None
    assert looks.offers == {}


def test_looks_are_worth_it_where_something_is_filled_in_beside_lists() -> None:
    form = controls((*LISTS, FIELD, Element(Box(0, 0, 9, 9), Role.BUTTON, "Go", "Go")))

    def reading(control: int, deed: Deed) -> Reading:
        return Reading((Meant(control, deed),), 0.5, 0.0, whole=True)

    assert are_worth_it(reading(2, Deed.VALUE), form)
    assert not are_worth_it(reading(3, Deed.ON), form)
    assert not are_worth_it(reading(0, Deed.VALUE), form[2:])


class Reader:
    """Is sure of the club once it knows what the lists offer."""

    def reading(self, request: str, form: Sequence[Control], /) -> Reading:
        known = any("Robotics" in one.offers for one in form)
        kinds = [one.kind for one in form]
        lists = [at for at, kind in enumerate(kinds) if kind is Kind.LIST]
        if not lists:  # an entry is chosen
            return Reading((), 0.9, 0.0, whole=True)
        control = lists[1] if known else lists[0]
        words = request.find("robotics")
        meant = Meant(control, Deed.VALUE, words, words + len("robotics"))
        return Reading((meant,), 0.95 if known else 0.4, 0.0, whole=True)


def test_a_request_is_read_with_what_the_lists_offer(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader()
    monkeypatch.setattr(forms, "form_reader", lambda: reader)
    desk, forms_ = Desk(Class=("7a", "7b"), Club=("Chess", "Robotics")), Forms()
    while isinstance(entry := forms_.next(REST, desk.shown, desk.steps), Entry):
        if not is_look(step(entry)):
            break
        desk.does(entry)
    assert isinstance(entry, Entry)
    assert entry.action == Click(LISTS[1].box.center)
    assert entry.serves is not None
    assert entry.serves.text == "robotics"


class Doubter:
    """Reads a club and a name, and is never sure."""

    def reading(self, request: str, form: Sequence[Control], /) -> Reading:
        places = {one.kind: at for at, one in enumerate(form)}  # the last of each kind
        if Kind.LIST not in places:  # an entry is chosen
            return Reading((), 0.9, 0.0, whole=True)
        words = {Kind.LIST: "robotics club", Kind.FIELD: "Ada"}
        found = [
            Meant(places[kind], Deed.VALUE, request.find(said), request.find(said) + len(said))
            for kind, said in words.items()
        ]
        return Reading(tuple(found), 0.4, 0.0, whole=True)


def test_what_is_asked_names_the_entry_and_not_the_words(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Doubter()
    for module in (forms, form_lists):
        monkeypatch.setattr(module, "form_reader", lambda: reader)
    desk, forms_ = Desk(Class=("7a", "7b"), Club=("Chess", "Robotics")), Forms()
    rest = Rest("the robotics club for Ada", 0, ())
    while isinstance(entry := forms_.next(rest, desk.shown, desk.steps), Entry):
        if isinstance(entry.action, AskUser):
            assert entry.action.question.startswith("“Club”: “Robotics”. “Name”: “Ada”.")
            return
        desk.does(entry)
    pytest.fail("nothing was asked")


def test_nothing_is_looked_into_where_that_is_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader()
    monkeypatch.setattr(forms, "form_reader", lambda: reader)
    found = Forms().next(REST, (*LISTS, FIELD))
    assert not isinstance(found, Entry) or isinstance(found.action, AskUser)


def test_thoughts_of_a_look_are_read() -> None:
    desk = Desk(Class=("7a", "7b"), Club=("Chess", "Robotics"))
    looked(desk)
    entry = Looks(REST, controls(LISTS), LISTS).next(LISTS, ())
    assert entry is not None
    opens = read_intent(say(entry).text.split("\nAction")[0].removeprefix("Thought: "))
    assert opens is not None
    assert opens.doing == "see"


@pytest.mark.skipif(sys.platform != "linux", reason="private desktops need Linux")
def test_the_lists_of_a_real_dialog_are_looked_into_and_it_stays(tmp_path: Path) -> None:
    dialog = (
        "zenity --forms --title=Clubs --text=Join --add-entry=Name --add-combo=Class"
        " --combo-values=7a|7b|8a --add-combo=Club --combo-values=Chess|Robotics|Choir"
    )
    eyes = Eyes()
    with sandbox_hands(tmp_path, apps=(dialog,)) as hands:
        until(lambda: bool(hands.observe().windows), "the dialog is shown")
        time.sleep(1)  # its words come after its window
        frame = hands.observe()
        elements = eyes.look(frame, afresh=True)
        looks = Looks(REST, controls(elements), elements)
        while (entry := looks.next(elements, ())) is not None:
            hands.perform(entry.action, frame)
            time.sleep(0.5)
            frame = hands.observe()
            elements = eyes.look(frame)
        assert looks.offers == {
            "Class": ("7a", "7b", "8a"),
            "Club": ("Chess", "Robotics", "Choir"),
        }
        assert [one.title for one in frame.windows if one.title] == ["Clubs"]
