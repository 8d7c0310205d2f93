"""Whole tasks, played by the expert: what the model is shown at each step, what it should say."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from uitars_runtime.backends.embedded.network.codec import said_in, within
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.backends.embedded.rules import RULES, Rule
from uitars_runtime.backends.embedded.situation import (
    Came,
    Done,
    Situation,
    Span,
    aim,
    called,
    span_text,
    word_span,
)
from uitars_runtime.backends.embedded.tokenizer import with_notes
from uitars_runtime.element import Element, Role
from uitars_runtime.grounding import Side
from uitars_runtime.types import Box, Point
from uitars_train.data.sample import SEEN, Sample, Target, Variety, aimed, laid_bare, over
from uitars_train.noise import mishaps
from uitars_train.noise.eyes import Eyes
from uitars_train.simulator import dialogs
from uitars_train.simulator.drawn_screens import drawn_world
from uitars_train.simulator.lexicon import Words
from uitars_train.simulator.programs import random_world
from uitars_train.simulator.world import Surface, Widget, World
from uitars_train.tasks.composition import point_at_notes, put_together, remembered
from uitars_train.tasks.generation import random_goals
from uitars_train.tasks.goals import Chars, Fill, Goal, Unreachable, Wish
from uitars_train.tasks.phrasing import PLAINLY, Manner, on_screen

STEPS_MAX = 28
_PATIENCE: Final = 2
"""Steps that fail in a row before a person is asked."""
_COUNTED: Final = ("ordinal", "placefill", "onlyone", "rowplace")
"""Kinds of parts for which things are counted."""
PARTS: Final = (1, 1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8)
"""How many parts a task has, at most."""
_INTERRUPTED: Final = 0.08
_AHEAD: Final = 0.03
"""Share of steps before which a later part is done first."""
_NOWHERE: Final = Box(0, 0, 0, 0)


def episodes(seed: int, variety: Variety = SEEN) -> Iterator[list[Sample]]:
    """Endless episodes; the same seed gives the same ones."""
    rng = random.Random(seed)
    while True:
        played = play(random.Random(rng.getrandbits(62)), variety)
        if played:
            yield played


def play(rng: random.Random, variety: Variety) -> list[Sample]:
    """One episode; empty where the random task turned out to be out of reach."""
    player = player_of(rng, variety)
    try:
        return [] if player is None else player.run()
    except Unreachable:
        return []


def player_of(rng: random.Random, variety: Variety, parts: int = 0) -> Player | None:
    """A world with a task in it; None where nothing could be asked for. `parts`: how many the task
    has, at most; 0 leaves that to chance."""
    words = Words(rng, variety.held_labels)
    manner = Manner(words, variety.held_wordings)
    manner.plain = not variety.held_wordings and rng.random() < PLAINLY
    if variety.drawn and rng.random() < variety.share_drawn:
        world = drawn_world(rng.choice(variety.drawn), words)
    else:
        world = random_world(rng, variety.held_labels)
    if not (variety.held_wordings or variety.held_labels):
        manner.shown = on_screen(world)
    goals = random_goals(world, manner, parts or rng.choice(PARTS))
    if not goals:
        return None
    notes = remembered(goals, manner) if rng.random() < 0.2 else ()
    task = put_together(goals, manner, world.surfaces[-1].title)
    if rng.random() < 0.1:
        mishaps.entitle(world, task, rng)
    eyes = Eyes.drawn(rng, task)
    if any(goal.kind in _COUNTED for goal in goals):
        eyes.be_careful()
    else:
        eyes.doubted = mishaps.doubted(goals, rng)
    return Player(world, goals, (task, *notes), eyes, rng)


class Player:
    """The expert at work in one world."""

    def __init__(
        self, world: World, goals: list[Goal], asked: Sequence[str], eyes: Eyes, rng: random.Random
    ) -> None:
        """`asked`: the task, then notes from memory."""
        self.world = world
        self.goals = goals
        self.asked = asked
        self.task, self.words, self.noted = with_notes(asked[0], asked[1:])
        point_at_notes(goals, self.task, asked)
        self.eyes = eyes
        self.rules: Sequence[Rule] = RULES
        self.rng = rng
        self.history: list[Done] = []
        self.samples: list[Sample] = []
        self.forgets = rng.random() < 0.15
        """The history says nothing of parts of the task and names nothing."""
        self.silent = rng.random() < 0.12
        """Nobody says whether the screen changed."""
        self.current = 0
        self.blocked_from = rng.randint(0, 4) if rng.random() < 0.03 else STEPS_MAX
        """The step from which on nothing works: a person has forbidden it, or a program hangs."""
        self.blocked = 0
        self.popup: Surface | None = None
        self.interrupted = rng.randint(1, 6) if rng.random() < _INTERRUPTED else STEPS_MAX
        """The step before which a message comes up."""

    def run(self) -> list[Sample]:
        if self.rng.random() < 0.015:
            self._say(Target(Act.WAIT), self._asked_about([]), "wait")
            self.history.append(Done(Act.WAIT, came=Came.CHANGED))
        while len(self.samples) < STEPS_MAX:
            self._disturb()
            wish = self.next()
            if wish is None:
                kind = "finish" if self.history else "already"
                self._say(Target(Act.FINISHED), self.look(), kind)
                return self.samples
            if wish.act in (Act.CALL_USER, Act.FAIL):
                served = self._span(wish.serves)
                before, after = self._slack(served)
                target = Target(wish.act, served, before=before, after=after)
                kind = "blocked" if self.blocked else self.goals[self.current].kind
                self._say(target, self.look(), kind)
                return self.samples
            self._do(wish)
        raise Unreachable

    def next(self) -> Wish | None:
        """What the expert wants; None when everything is done."""
        if self.blocked == _PATIENCE:
            return Wish(Act.CALL_USER)
        while self.current < len(self.goals):
            wish = self._wish()
            if wish is not None:
                return wish
            self.current += 1
        return None

    def _wish(self) -> Wish | None:
        """The next step of the present part; a message in front of it goes first."""
        goal = self.goals[self.current]
        if self.popup is None or self.popup not in self.world.surfaces:
            return goal.next(self.world)
        away = Wish(Act.CLICK, dialogs.way_out(self.popup))
        try:
            return None if goal.next(self.world) is None else away
        except Unreachable:
            return away

    def _disturb(self) -> None:
        """A message comes up, or a later part is done before its turn."""
        world, now = self.world, self.current
        if len(self.samples) >= self.interrupted and self.popup is None and not world.front().owner:
            self.popup = dialogs.message(world, Words(self.rng, False))
            world.surfaces.append(self.popup)
        at = mishaps.early(self.goals, now, self.rng) if self.rng.random() < _AHEAD else None
        wish = None if at is None else self._reached(at)
        if at is not None and wish is not None:
            self.current = at
            target, situation = self._decided(wish)
            self.act(target, situation.elements)
            self.current = now

    def _reached(self, at: int) -> Wish | None:
        """The next step of a part, where that is a click."""
        try:
            wish = self.goals[at].next(self.world)
        except Unreachable:
            return None
        return wish if wish is not None and wish.act is Act.CLICK else None

    # ---------------------------------------------------------------- saying

    def look(self) -> Situation:
        """What the model is asked."""
        return self._asked_about(self.eyes.look(self.world, self.rng))

    def _asked_about(self, seen: Sequence[Element]) -> Situation:
        history: Sequence[Done] = self.history
        if self.forgets:
            history = [mishaps.forgotten(step, seen) for step in history]
        return prepare(self.asked, history, seen, self.world.size, None, self.rules)

    def _say(self, target: Target, situation: Situation, kind: str) -> None:
        self.samples.append(Sample(situation, target, kind, self._tags()))

    def _tags(self) -> tuple[int, ...]:
        tags = [0] * len(self.words)
        for index, goal in enumerate(self.goals):
            start, size = goal.clause.start, len(goal.clause.text)
            span = word_span(self.words, start, start + size)
            tag = 1 if index < self.current else 3 if index > self.current else 2
            if span is not None:
                tags[span.places] = [tag] * (span.last + 1 - span.first)
        return tuple(tags)

    def _span(self, serves: Chars | None) -> Span | None:
        clause = self.goals[self.current].clause
        start, end = serves or (0, len(clause.text))
        return word_span(self.words, clause.start + start, clause.start + end)

    def _slack(self, served: Span | None) -> tuple[int, int]:
        """How many words before and behind a whole part of the task belong to no part."""
        if served is None or served != self._span(None):
            return 0, 0
        tags = self._tags()[: len(self.words) - self.noted]
        before = takewhile(lambda tag: tag == 0, reversed(tags[: served.first]))
        after = takewhile(lambda tag: tag == 0, tags[served.last + 1 :])
        return len(tuple(before)), len(tuple(after))

    # ---------------------------------------------------------------- doing

    def _do(self, wish: Wish) -> None:
        target, situation = self._decided(wish)
        self._say(target, situation, self.goals[self.current].kind)
        seen = situation.elements
        pointing = target.act in (Act.CLICK, Act.DOUBLE, Act.RIGHT)
        if pointing and self.rng.random() < 0.05:
            # A slip: something else is clicked, and the expert goes on from what comes of it.
            others = (i for i in range(len(seen)) if i not in target.elements)
            harmless = tuple(i for i in others if not self._leaves(seen[i].box.center))
            if harmless:
                target = dataclasses.replace(target, elements=harmless, side=Side.ON)
        self.act(target, seen)

    def _decided(self, wish: Wish) -> tuple[Target, Situation]:
        """A wish in terms of what is seen."""
        looked = self.eyes.look(self.world, self.rng)
        wish = self._unseen_document(self.goals[self.current], wish, looked)
        situation = self._asked_about([*looked, *self._unseen(wish, looked)])
        seen = situation.elements
        elements: tuple[int, ...] = ()
        side = Side.ON
        if wish.act is Act.SCROLL:
            elements = over(self.world, wish.target, seen)
        elif wish.target is not None:
            elements, side = self._targets(wish.target, seen)
            if wish.inside:
                elements = tuple(self._lines_with(wish.inside, elements, seen))
        if wish.act is Act.TYPE:
            elements = tuple(index for index in elements if seen[index].text)
        onto = () if wish.onto is None else self._targets(wish.onto, seen)[0]
        served = self._span(wish.serves)
        text = None if wish.text is None else self._span(wish.text)
        keys = tuple(map(self._key, wish.keys))
        target = Target(
            wish.act, served, elements, side, text, keys, wish.direction, onto, *self._slack(served)
        )
        if target.serves is None or (wish.text is not None and target.text is None):
            raise Unreachable
        if wish.target is not None and not elements:
            raise Unreachable
        return target, situation

    def _leaves(self, at: Point) -> bool:
        """Whether a click would close or open something, or turn a tick."""
        widget = self.world.under(at)
        lasting = (Role.FIELD, Role.TEXT, Role.ITEM, Role.TITLE, Role.HEADER)
        return widget is not None and widget.role not in lasting

    def _unseen_document(self, goal: Goal, wish: Wish, seen: Sequence[Element]) -> Wish:
        """Where the eyes see no area to click, but the caret is in it, the expert types at once."""
        target = wish.target
        if target is None or wish.act is not Act.CLICK or self.world.focus is not target:
            return wish
        if not isinstance(goal, Fill) or not target.many_lines or target.name:
            return wish
        if any(self.world.under(item.box.center) is target for item in seen):
            return wish
        goal.direct = True
        return goal.next(self.world) or wish

    def _key(self, key: str | Chars) -> str | int:
        if isinstance(key, str):
            return key
        span = self._span(key)
        if span is None:
            raise Unreachable
        return span.first

    def _unseen(self, wish: Wish, seen: Sequence[Element]) -> Iterator[Element]:
        """What the wish works on and nothing seen reaches: it joins what is seen."""
        if wish.act is Act.SCROLL:
            return
        said = self._said(self._span(None))
        for widget in (wish.target, wish.onto):
            if widget is not None and aimed(self.world, widget, seen, said) is None:
                yield laid_bare(self.world, widget)

    def _targets(self, widget: Widget, seen: Sequence[Element]) -> tuple[tuple[int, ...], Side]:
        found = aimed(self.world, widget, seen, self._said(self._span(None)))
        if found is None:
            raise Unreachable
        return found

    def _lines_with(
        self, words: str, elements: Sequence[int], seen: Sequence[Element]
    ) -> Iterator[int]:
        """Of lines of a text those where a click for the present part is on these words."""
        said = self._said(self._span(None))
        for index in elements:
            text = seen[index].text
            part = said_in(text, said) or (0, len(text))
            whole = seen[index].role is Role.FIELD or "\n" in text
            if text[slice(*part)] == words and not whole:
                yield index

    def _said(self, span: Span | None) -> list[str]:
        return [] if span is None else [word.text for word in self.words[span.places]]

    def act(self, target: Target, seen: Sequence[Element]) -> None:
        """Carry a decision out, by one of its elements chosen at random, and remember it."""
        rng, world = self.rng, self.world
        before = world.signature()
        blocked = len(self.history) >= self.blocked_from
        subject, at = "", None
        pointing = target.act in (Act.CLICK, Act.DOUBLE, Act.RIGHT)
        fails = rng.random() < 0.025 and not blocked and pointing
        chosen = Element(_NOWHERE, Role.OTHER)
        if target.elements:
            chosen = seen[rng.choice(target.elements)]
            straight = target.side is Side.ON
            said = self._said(target.serves)
            at = within(chosen, said) if straight else aim(chosen, target.side)
            subject = called(chosen)
        match target.act:
            case _ if blocked:
                self.blocked += 1
            case Act.CLICK | Act.DOUBLE | Act.RIGHT if at is not None and not fails:
                world.click(at, 2 if target.act is Act.DOUBLE else 1, target.act is Act.RIGHT)
                self._put_caret(target, chosen)
            case Act.TYPE:
                at = None
                subject = chosen.text
                if target.text is not None:
                    subject = span_text(self.task, self.words, target.text)
                world.type(subject)
            case Act.DRAG if at is not None and target.onto:
                onto = seen[rng.choice(target.onto)]
                subject = called(onto)
                world.drag(at, onto.box.center)
            case Act.HOTKEY:
                keys = target.chord(self.words)
                world.press(keys)
                subject = " ".join(keys)
            case Act.SCROLL if at is not None:
                world.scroll(at, target.direction)
                subject = target.direction
            case _:
                pass
        changed = before != world.signature()
        came = Came.UNKNOWN if self.silent else mishaps.came_of(target.act, changed, fails, rng)
        came = Came.FAILED if blocked else came
        self.history.append(Done(target.act, subject, at, self._told(target.serves), came))

    def _put_caret(self, target: Target, chosen: Element) -> None:
        """Where the mouse pressed in a text, and what two presses marked of it."""
        page = self.world.focus
        if page is None or not page.many_lines:
            return
        part = said_in(chosen.text, self._said(target.serves)) or (0, len(chosen.text))
        word = chosen.text[slice(*part)]
        # What the eyes made of the line may differ from what stands there.
        line = next((line for line in page.text.split("\n") if word in line), None)
        if line is not None:
            self.world.put_caret(line, word if target.act is Act.DOUBLE else "")

    def _told(self, serves: Span | None) -> Span | None:
        if serves is None or self.rng.random() > 0.25 or self.current >= len(self.goals):
            return serves
        whole = self._span(None) or serves
        return mishaps.told(serves, whole, self._slack(whole), self.rng)
