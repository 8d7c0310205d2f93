"""Parts of a task whose wording no grammar knows, laid beside what came about on the screen.

A part is done where the control that it is nearest to in meaning, of all that was on the screens of
the run, is one that was seen to change, the state it has now is the one asked for, and what is said
to the letter is there to the letter. What hedges stays unread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Final, NamedTuple

from uitars_runtime.element import Element
from uitars_runtime.evidence import clauses
from uitars_runtime.evidence.effects import (
    Effect,
    answers,
    effects_of,
    names_unpressed,
    standing,
    waits,
)
from uitars_runtime.evidence.fields import typed_otherwise
from uitars_runtime.evidence.findings import Finding, Run, later
from uitars_runtime.evidence.goals import Goal, Toggle
from uitars_runtime.evidence.looks import Deed
from uitars_runtime.evidence.nearness import Encoder, Nearness, names_of
from uitars_runtime.evidence.passing import reveals
from uitars_runtime.evidence.words import plain
from uitars_runtime.types import Type

NEAR: Final = 0.5
"""Least cosine of a part with the control that was worked."""
AHEAD: Final = 0.1
"""By how much that is nearer than anything else on the screens."""
NEAR_PRESSED: Final = 0.6
"""The same where the screen changed by a press, and nothing says what the state is now."""
NEAR_UNTOUCHED: Final = 0.6
AHEAD_UNTOUCHED: Final = 0.15
"""Both for a box that nobody touched."""
FAR: Final = 0.4
"""Cosine below which a part is about none of the controls."""


class _Fit(NamedTuple):
    effect: Effect
    near: float
    ahead: float

    @property
    def sure(self) -> bool:
        shown = self.effect.on is not None or self.effect.value
        return self.near >= (NEAR if shown else NEAR_PRESSED) and self.ahead >= AHEAD


def aligned(
    goals: Sequence[Goal], open_ones: Set[int], used: Set[int], run: Run, encoder: Encoder
) -> Mapping[int, Finding]:
    """What was found for parts that are open still; `used`: deeds of the other parts."""
    brought = effects_of(run)
    if waits(brought, run):
        return {}
    effects = [one for one in brought if one.at not in used]
    words = {number: goals[number].words for number in sorted(open_ones)}
    left = {number: said for number, said in words.items() if not names_unpressed(said, run)}
    return _Alignment(run, encoder, effects, goals).findings(left)


class _Alignment:
    """The effects of one run, and the names on its screens."""

    def __init__(
        self, run: Run, encoder: Encoder, effects: Sequence[Effect], goals: Sequence[Goal]
    ) -> None:
        self._run = run
        self._task = [one.words for one in goals]
        self._states = {one.words: one.on for one in goals if isinstance(one, Toggle)}
        """On or off, of parts whose grammar knows it."""
        self._effects = effects
        self._standing = standing(run)
        on_screen = [one for deed in run.deeds for one in deed.before.elements]
        self._nearness = Nearness(encoder, [*on_screen, *run.last.elements])

    def findings(self, parts: Mapping[int, str]) -> Mapping[int, Finding]:
        """Nothing at all where a part stays open that could change what the others mean."""
        served: dict[int, Effect] = {}
        parts = {
            number: words
            for number, words in parts.items()
            if not clauses.leans_on(words, self._task[:number])
        }
        for number, words in parts.items():
            fit = self._nearest(words, self._effects)
            if fit is not None and fit.sure and not clauses.hedged(words):
                served[number] = fit.effect
        asked = [one for n, one in served.items() if not clauses.tells(parts[n])]
        found: dict[int, Finding] = {}
        for number, words in parts.items():
            if number in served and self._agrees(words, served[number]):
                found[number] = self._finding(served[number])
            elif (so := self._stood(words)) is not None:
                found[number] = so
            elif (done := self._besides(words, list(served.values()))) is not None:
                found[number] = done
                if done.deed in {one.at for one in served.values()} and not clauses.tells(words):
                    asked += [one for one in served.values() if one.at == done.deed]
        return {
            number: one
            for number, one in found.items()
            if number not in served or served[number] in asked
        }

    def _nearest(self, words: str, effects: Sequence[Effect]) -> _Fit | None:
        """The effect that a part is nearest to."""
        fits = [
            _Fit(one, ranked.own, ranked.own - ranked.rest)
            for one in effects
            for about in (clauses.without(words, one.value),)
            for ranked in (self._nearness.ranked(about, names_of(one.control), one.value),)
        ]
        return max(fits, key=lambda fit: fit.ahead, default=None)

    def _agrees(self, words: str, effect: Effect) -> bool:
        """Whether state and values are those that a part says."""
        label = plain(effect.control.name or effect.control.text)
        said, called = clauses.negatives(words), clauses.negatives(label)
        if effect.on is None:
            right = said == called
        elif clauses.tells(words):
            right = True
        else:
            yes = self._states.get(words, said % 2 == 0)
            right = said <= 1 + called and (yes is (called % 2 == 0)) is effect.on
        if effect.value and not any(self._says(each, effect) for each in self._task):
            right = False
        return right and self._is_known(words, effect)

    def _says(self, words: str, effect: Effect) -> bool:
        """Whether a part says a value; one that was typed with its case and all signs in quotes."""
        deed = self._run.deeds[effect.at]
        if not clauses.says(words, effect.value):
            return False
        return not isinstance(deed.step.action, Type) or (
            effect.value in words
            and not any(typed_otherwise(each, deed) for each in clauses.QUOTED.findall(words))
        )

    def _is_known(self, words: str, effect: Effect) -> bool:
        """Whether all that a part says to the letter is to be found in what the run worked."""
        known = self._known(effect)
        return all(any(each in one for one in known) for each in clauses.fixed(words))

    def _stood(self, words: str) -> Finding | None:
        """A box that a part is nearest to by far and that was as asked all the time."""
        if clauses.hedged(words) or clauses.tells(words):
            return None
        fit = self._nearest(words, self._standing)
        if fit is None or fit.near < NEAR_UNTOUCHED or fit.ahead < AHEAD_UNTOUCHED:
            return None
        return Finding(None, fit.effect.said) if self._agrees(words, fit.effect) else None

    def _besides(self, words: str, served: Sequence[Effect]) -> Finding | None:
        """A part that asks for no effect of its own: it says again (`set that up`), makes it count
        (`apply it`), closes what was opened, or only tells why."""
        if clauses.stores(words):
            return self._first(lambda deed: answers(deed) and bool(deed.closed), "it was saved")
        if clauses.accepts(words):
            return self._first(answers, "it was confirmed")
        if clauses.ends(words):
            return self._first(lambda deed: bool(deed.closed), "the window is gone")
        if clauses.hedged(words) or not served:
            return None
        one = served[0]
        if clauses.points_back(words, self._known(one)):
            alone = all(other is one for other in served)
            return self._finding(one) if alone and self._agrees(words, one) else None
        if clauses.tells(words) and self._is_known(words, one) and self._means_nothing_else(words):
            return self._finding(one)
        return None

    def _first(self, fits: Callable[[Deed], bool], said: str) -> Finding | None:
        start = max(
            (one.at + 1 for one in self._effects if one.on is not None or one.value), default=0
        )
        found = (at for at, deed in later(self._run, start) if fits(deed))
        return next((Finding(at, said) for at in found), None)

    def _means_nothing_else(self, words: str) -> bool:
        """Whether no control that nobody worked comes near to what is told."""
        own = [name for one in self._effects for name in names_of(one.control)]
        ranked = self._nearness.ranked(words, own)
        return ranked.rest < max(FAR, ranked.own)

    def _known(self, effect: Effect) -> tuple[str, ...]:
        """All that was worked, passed or shown in a title, as words that a part may name."""
        passed = [
            deed.target
            for at, deed in later(self._run, 0)
            if deed.target is not None
            and (
                at in (effect.at, *effect.used)
                or answers(deed)
                or reveals(self._run, at, {effect.at})
            )
        ]
        shown: list[Element] = [effect.control, *passed]
        titles = [
            text
            for deed in self._run.deeds
            for window in deed.before.windows or ()
            for text in (window.title, window.application)
        ]
        labels = [text for one in shown for text in (one.text, one.name)]
        return tuple(
            dict.fromkeys(plain(text) for text in (*labels, *titles, effect.value) if text)
        )

    def _finding(self, effect: Effect) -> Finding:
        return Finding(effect.at, effect.said, used=effect.used)
