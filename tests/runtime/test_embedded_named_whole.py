"""What a part of the task names whole goes before its neighbours and before giving up."""

from __future__ import annotations

import pytest

from uitars_runtime.backends.embedded.named_whole import LESS, with_names_first
from uitars_runtime.backends.embedded.situation import Decision, Situation, Span
from uitars_runtime.backends.embedded.vocabulary import Act
from uitars_runtime.backends.embedded.words import split_words
from uitars_runtime.eyes.element import Element, Role
from uitars_runtime.types import Box, Size

Weighed = tuple[Decision, float]


def item(
    name: str, role: Role = Role.MENU_ITEM, *, checked: bool = False, disabled: bool = False
) -> Element:
    box = Box(0, 0, 90, 20)
    return Element(box, role, name, name, checked=checked, disabled=disabled)


def asked(task: str, *elements: Element) -> Situation:
    return Situation(task, split_words(task), (), elements, Size(400, 300))


def step(situation: Situation, act: Act, element: int | None = None) -> Decision:
    return Decision(act, Span(0, situation.asked - 1), element)


def first(situation: Situation, *found: tuple[Act, int | None, float]) -> Decision:
    weighed = [(step(situation, act, element), odds) for act, element, odds in found]
    return with_names_first(weighed, situation)[0][0]


def test_what_is_named_whole_is_not_given_up() -> None:
    there = asked("Choose Select All.", item("Select None"), item("Select All"))
    given_up = (Act.CALL_USER, None, 0.6), (Act.FAIL, None, 0.1)
    assert first(there, *given_up, (Act.CLICK, 1, 0.3)).element == 1
    # A neighbour that only shares a word proves nothing.
    assert first(there, *given_up, (Act.CLICK, 0, 0.3)).act is Act.CALL_USER


def test_what_is_named_whole_goes_before_its_neighbours() -> None:
    there = asked("Tick 'Display overview map'", item("Display line numbers"), item("view"))
    there = asked(there.task, *there.elements, item("Display overview map", Role.CHECKBOX))
    assert first(there, (Act.CLICK, 0, 0.5), (Act.CLICK, 2, 0.3)).element == 2
    assert first(there, (Act.CLICK, 0, 0.5), (Act.CLICK, 1, 0.3)).element == 0


def test_a_name_among_words_that_say_more_is_not_the_whole() -> None:
    there = asked("Choose Copy As Continuous Text.", item("Copy"))
    assert first(there, (Act.CALL_USER, None, 0.6), (Act.CLICK, 0, 0.3)).act is Act.CALL_USER


def test_that_nothing_is_left_to_do_stays_as_likely() -> None:
    there = asked("Turn on Backups", item("Backups", Role.CHECKBOX, checked=True))
    found: list[Weighed] = [
        (step(there, Act.CALL_USER), 0.5),
        (step(there, Act.FINISHED), 0.3),
        (step(there, Act.CLICK, 0), 0.2),
    ]
    weighed = with_names_first(found, there)
    assert [(decision.act, odds) for decision, odds in weighed] == [
        (Act.FINISHED, 0.3),
        (Act.CLICK, 0.2),
        (Act.CALL_USER, pytest.approx(0.5 * LESS)),
    ]


def test_what_cannot_be_used_is_not_insisted_on() -> None:
    there = asked("Click Save", item("Save", Role.BUTTON, disabled=True))
    assert first(there, (Act.FAIL, None, 0.6), (Act.CLICK, 0, 0.3)).act is Act.FAIL


@pytest.mark.parametrize(("odds", "act"), [(0.9, Act.CLICK), (0.2, Act.CALL_USER)])
def test_an_icon_has_the_name_of_what_it_likely_means(odds: float, act: Act) -> None:
    icon = Element(Box(0, 0, 20, 20), Role.ICON, icon="new", meanings=(("new", odds),))
    there = asked("Press the button for New.", icon)
    assert first(there, (Act.CALL_USER, None, 0.6), (Act.CLICK, 0, 0.3)).act is act


def test_nothing_changes_where_nothing_is_named() -> None:
    there = asked("Choose Undo", item("Copy"), item("Paste"))
    found: list[Weighed] = [(step(there, Act.CLICK, 0), 0.6), (step(there, Act.FAIL), 0.4)]
    assert with_names_first(found, there) == found
