"""Words in a row of tabs are the tab in front, but for those that may as well be something else."""

from __future__ import annotations

from uitars_runtime.backends.embedded.rules.front_tabs import with_front_tabs
from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box


def seen(role: Role, text: str, left: int, top: int = 10, *, selected: bool = False) -> Element:
    box = Box(left, top, left + 60, top + 20)
    return Element(box, role, text, text, selected=selected)


OTHERS = (seen(Role.TAB, "Fonts", 80), seen(Role.TAB, "Icons", 144))


def fronts(*elements: Element) -> list[str]:
    found = with_front_tabs(elements)
    assert [item.text for item in found] == [item.text for item in elements]
    return [item.text for item in found if item.role is Role.TAB and item.selected]


def test_words_beside_tabs_are_the_tab_in_front() -> None:
    assert fronts(seen(Role.TEXT, "General", 8), *OTHERS) == ["General"]
    assert fronts(*OTHERS, seen(Role.TITLE, "Colours", 210)) == ["Colours"]


def test_words_elsewhere_stay_words() -> None:
    assert fronts(seen(Role.TEXT, "General", 8, top=60), *OTHERS) == []
    assert fronts(*OTHERS, seen(Role.TEXT, "3 files", 400)) == []
    assert fronts(seen(Role.BUTTON, "Apply", 8), *OTHERS) == []


def test_nothing_is_guessed_where_a_tab_is_in_front_or_words_stand_on_both_sides() -> None:
    chosen = seen(Role.TAB, "Keys", 208, selected=True)
    assert fronts(seen(Role.TEXT, "General", 8), *OTHERS, chosen) == ["Keys"]
    assert fronts(seen(Role.TEXT, "View:", 8), *OTHERS, seen(Role.TEXT, "More", 210)) == []
    assert fronts(seen(Role.TEXT, "View:", 8), seen(Role.TAB, "Fonts", 80)) == []
