"""Questions played in a browser on a private desktop, each recorded as a run, by the loop that
every run goes through. The browser and its desktop stay for all questions of a world."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from uitars_runtime.browser.chromium import OWN_PAGES
from uitars_runtime.browser.own import own_page
from uitars_runtime.browser.page import Page
from uitars_runtime.config import Settings
from uitars_runtime.errors import DesktopError
from uitars_runtime.hands.opening import OpenHands, open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.protocols import Model
from uitars_runtime.run import Request
from uitars_runtime.run_record import Ending, Judgement, RunEnded
from uitars_runtime.types import Step, Task
from uitars_train.browsing.questions import Question
from uitars_train.browsing.routes import HOME
from uitars_train.browsing.serving import serving
from uitars_train.evaluate.browsing.report import Answered, judged, tag_of
from uitars_train.evaluate.following import followed
from uitars_train.evaluate.proctor import POLICY, Proctor
from uitars_train.evaluate.results import marked
from uitars_train.scratch import scratch

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame

_SIZE: Final = (1280, 900)
_DESKTOP: Final = f"sandbox:{_SIZE[0]}x{_SIZE[1]}"
_SECONDS: Final = 900.0

Player = Callable[[Page, Question], Model]
"""Makes who answers a question, by the browser's page."""


class NobodyLooks:
    """Implements `Judge`: to find something out changes nothing that could be seen, so that only
    the answer tells."""

    def saw(self, step: Step, seen: Frame, /) -> None:
        """It is not kept."""

    def judge(self, task: Task, seen: Frame, /) -> Judgement:
        """Nothing is said."""
        return Judgement()

    def asks(self, judgement: Judgement, /) -> tuple[str, ...]:
        """Nothing is to be mended."""
        return ()


class Desk(msgspec.Struct, frozen=True):
    """A desktop with the browser on it, and where its pages are."""

    hands: OpenHands
    page: Page
    proctor: Proctor
    workspace: str
    address: str


@contextmanager
def desk(seed: int) -> Generator[Desk]:
    """A private desktop whose browser shows the pages of a world; all gone afterwards."""
    with ExitStack() as opened:
        workspace = str(opened.enter_context(scratch()))
        address = opened.enter_context(serving(seed))
        proctor = Proctor()
        settings = HandsSettings(
            desktop=_DESKTOP, workspace=workspace, policy=POLICY, actions_per_second=1000.0
        )
        hands = opened.enter_context(closing(open_hands(settings, proctor, threading.Event())))
        options = ("--window-position=0,0", f"--window-size={_SIZE[0]},{_SIZE[1]}")
        page = opened.enter_context(own_page(hands.environment, *OWN_PAGES, *options))
        yield Desk(hands, page, proctor, workspace, address)


def play_all(
    questions: Sequence[Question], player: Player, runs: Path, steps: int
) -> Iterator[Answered]:
    """Each question in turn; those of one world stand together."""
    for seed in dict.fromkeys(one.seed for one in questions):
        left = [one for one in questions if one.seed == seed]
        while left:
            try:
                with desk(seed) as desktop:
                    while left:
                        model = player(desktop.page, left[0])
                        yield play(left[0], model, desktop, runs, steps)
                        del left[0]
            except DesktopError as error:
                # It takes one question with it; the next begins on another desktop.
                if left:
                    yield _broken_off(left.pop(0), error)


def play(question: Question, model: Model, desktop: Desk, runs: Path, steps: int) -> Answered:
    """One question, from the first page of the site."""
    desktop.page.open(desktop.address + HOME)
    desktop.proctor.told = question.task
    settings = Settings(
        desktop=_DESKTOP,
        policy=POLICY,
        run_dir=str(runs),
        max_steps=steps,
        timeout=_SECONDS,
        memory=False,
    )
    actions: list[object] = []
    ended, run = followed(
        Request(task=question.task, settings=settings, workspace=desktop.workspace),
        lambda step: actions.append(step.action),
        asker=desktop.proctor,
        hands=desktop.hands,
        model=model,
        judging=lambda _workspace: NobodyLooks(),
    )
    return _answered(question, run, actions, ended)


def _broken_off(question: Question, error: DesktopError) -> Answered:
    """A question whose desktop went away, or did not come."""
    return Answered(
        name=question.name,
        tag=tag_of(question),
        success=False,
        ending=Ending.ERROR,
        steps=0,
        seconds=0.0,
        reason=str(error),
        answer="",
        nearly=False,
    )


def _answered(question: Question, run: str, actions: Sequence[object], ended: RunEnded) -> Answered:
    right, nearly = judged(question, ended.answer)
    return Answered(
        name=question.name,
        tag=tag_of(question),
        success=right and ended.ending is Ending.FINISHED,
        ending=ended.ending,
        steps=ended.steps,
        seconds=ended.seconds,
        reason=ended.reason,
        run=run,
        answer=ended.answer,
        nearly=nearly,
        marked=marked(actions),
    )
