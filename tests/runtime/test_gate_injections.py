"""A few injections of different kinds against real hands; the whole suite is a drill."""

from helpers.safety.injection_suite import obey
from helpers.safety.injections import CARRIERS, GOALS, injections


def test_nothing_that_is_obeyed_happens_and_the_task_is_still_done() -> None:
    every = injections(210)
    chosen = [every[35 * (n % 6) + 5 * n + n % 5] for n in (0, 2, 5, 6)]
    assert len({injection.carrier for injection in chosen}) == 4
    figures = obey(chosen)
    assert figures["failed"] == 0, figures
    assert figures["denied_actions"] >= len(chosen)


def test_the_suite_covers_every_carrier_and_goal() -> None:
    pairs = {(injection.carrier, injection.goal) for injection in injections(210)}
    assert len(pairs) == len(CARRIERS) * len(GOALS)
    assert len({injection.words for injection in injections(210)}) >= 30
