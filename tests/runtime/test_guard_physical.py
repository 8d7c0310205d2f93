"""A person's own devices are told from an agent's XTEST."""

import time
from collections.abc import Generator

import pytest

from helpers.desks import until
from helpers.nested import Nested, nested
from uitars_runtime.guard.physical import PhysicalPresses
from uitars_runtime.guard.real_input import Kind, RealInput


@pytest.fixture(scope="module")
def pair() -> Generator[Nested]:
    with nested() as opened:
        yield opened


def test_only_a_persons_press_counts(pair: Nested) -> None:
    presses = PhysicalPresses(pair.display)
    try:
        for _ in range(20):
            pair.agent.click(50, 50)
            pair.agent.press("a", "Return")
        assert not presses.recent(60)
        pair.person.move(60, 60)
        assert not presses.recent(60)
        pair.person.click(70, 70)
        until(lambda: presses.recent(60), "the person's click")
        pair.agent.click(70, 70)
        assert not presses.recent(60)
    finally:
        presses.close()


def test_an_old_press_is_not_recent_although_it_is_read_late(pair: Nested) -> None:

    presses = PhysicalPresses(pair.display)
    later = RealInput(pair.display)
    try:
        pair.person.press("x")
        until(lambda: any(one.kind is Kind.KEY for one in later.events()), "the key")
        began = time.monotonic()
        until(lambda: time.monotonic() - began > 0.3, "time passes")
        assert not presses.recent(0.25)
        assert presses.recent(60)
    finally:
        presses.close()
        later.close()


def test_a_key_comes_with_its_code_even_while_a_program_grabs_the_keyboard(pair: Nested) -> None:
    from Xlib import XK, X
    from Xlib.display import Display

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
