"""A person's own devices are told from an agent's XTEST."""

import time
from collections.abc import Generator

import pytest
from Xlib import XK, X
from Xlib.display import Display

from helpers.desks import connection, until
from helpers.nested import Nested, nested
from uitars_runtime.guard.physical import PhysicalPresses, Press
from uitars_runtime.guard.real_input import Kind, RealInput


@pytest.fixture(scope="module")
def pair() -> Generator[Nested]:
    with nested() as opened:
        yield opened


class Window:
    """A program's window over the whole nested screen."""

    def __init__(self, display: Display) -> None:
        root = display.screen().root
        self._display = display
        mask = X.ButtonPressMask | X.KeyPressMask
        self._window = root.create_window(
            0, 0, 640, 480, 0, 0, window_class=X.InputOnly, override_redirect=1, event_mask=mask
        )
        self._window.map()
        display.sync()
        self._window.set_input_focus(X.RevertToPointerRoot, X.CurrentTime)
        display.sync()

    def pressed(self) -> list[Press]:
        """What was pressed here since, as the program is told."""
        self._display.sync()
        kinds = {X.ButtonPress: Kind.BUTTON, X.KeyPress: Kind.KEY}
        events = [self._display.next_event() for _ in range(self._display.pending_events())]
        return [Press(kinds[one.type], one.time) for one in events if one.type in kinds]

    def await_pressed(self) -> list[Press]:
        found: list[Press] = []

        def come() -> bool:
            found.extend(self.pressed())
            return bool(found)

        until(come, "a press")
        return found


@pytest.fixture
def window(pair: Nested) -> Generator[Window]:
    with connection(pair.display) as display:
        yield Window(display)


@pytest.fixture
def presses(pair: Nested) -> Generator[PhysicalPresses]:
    opened = PhysicalPresses(pair.display)
    yield opened
    opened.close()


def test_only_a_persons_press_counts(
    pair: Nested, window: Window, presses: PhysicalPresses
) -> None:
    began = time.monotonic()
    for _ in range(20):
        pair.agent.click(50, 50)
        pair.agent.press("a", "Return")
    agents = window.pressed()
    assert len(agents) == 60
    pair.person.move(60, 60)
    pair.person.click(70, 70)
    persons = window.await_pressed()
    pair.person.press("x")
    persons += window.await_pressed()
    assert [press.kind for press in persons] == [Kind.BUTTON, Kind.KEY]
    # In any order, and as often as it is asked.
    for _ in range(2):
        assert all(presses.persons(press, began) for press in persons)
        assert not any(presses.persons(press, began) for press in agents)
    assert not presses.persons(None, began)
    assert not presses.persons(persons[0], time.monotonic())
    assert presses.recent(60)
    pair.agent.click(70, 70)
    assert not presses.recent(60)
    assert not presses.persons(Press(Kind.KEY, persons[0].time - 1), began)
    assert not presses.persons(Press(Kind.BUTTON, persons[1].time + 1), began)


def test_a_persons_press_at_the_same_moment_is_no_yes_to_an_agents(
    pair: Nested, window: Window, presses: PhysicalPresses
) -> None:
    for round_ in range(40):
        if round_ % 2:
            pair.person.press("x")
        pair.agent.click(50, 50)
        if not round_ % 2:
            pair.person.press("x")
        seen = window.pressed()
        while {press.kind for press in seen} != set(Kind):
            seen += window.await_pressed()
        assert [press.kind for press in seen if presses.persons(press, 0.0)] == [Kind.KEY]


def test_an_old_press_is_not_recent_although_it_is_read_late(
    pair: Nested, window: Window, presses: PhysicalPresses
) -> None:
    pair.person.press("x")
    window.await_pressed()
    began = time.monotonic()
    until(lambda: time.monotonic() - began > 0.3, "time passes")
    assert not presses.recent(0.25)
    assert presses.recent(60)


def test_a_key_comes_with_its_code_even_while_a_program_grabs_the_keyboard(pair: Nested) -> None:
    listening, grabbing = RealInput(pair.display), Display(pair.display)
    try:
        grabbing.screen().root.grab_keyboard(False, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime)
        grabbing.sync()
        pair.person.press("Escape")
        heard: list[int] = []

        def escape() -> bool:
            heard.extend(one.detail for one in listening.events() if one.kind is Kind.KEY)
            return listening.keycode(XK.XK_Escape) in heard

        until(escape, "the key")
        assert len(heard) == 1
    finally:
        grabbing.close()
        listening.close()
