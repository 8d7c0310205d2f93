"""What may be said next: the order of the output tokens, as the legal ones after those said so far.

    clause start, clause end | <nothing>      which part of the task the step serves
    act
    element, side                             click, left_double, right_single
    element, element                          drag
    first word, last word | element           type; an element's own words are typed as read
    (key | word)*, <end>                      hotkey; a word that names a key
    way, element                              scroll

A span that opens after a quote ends before the matching one, so a quoted value is never cut, and no
typed span cuts a number. Where the part of the task spells a chord, only its keys can be pressed.
Words of notes are only copied.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.backends.embedded.network.vocabulary import (
    ELEMENTS_MAX,
    END,
    MODIFIERS,
    NOTHING,
    POINTING,
    SPOKEN,
    SPOKEN_ID,
    WORDS_MAX,
    Act,
)
from uitars_runtime.backends.embedded.situation import Decision, Situation, Span
from uitars_runtime.backends.embedded.tokenizer import Word
from uitars_runtime.grounding import Side
from uitars_runtime.keys import known

FIXED: Final = len(SPOKEN)
MOST_KEYS: Final = 4
_GLUE: Final = ("+", "-")
_IDLE: Final = (Act.FINISHED, Act.WAIT)
_ARGUMENTS: Final = {
    **dict.fromkeys(POINTING, ("element", "side:")),
    Act.DRAG: ("element", "element"),
    Act.SCROLL: ("way:", "element"),
}
"""What is said after an act that works an element: one, or a fixed token that begins so."""

Said = tuple[int, ...]
"""Tokens said so far: below FIXED the fixed ones, from there on words, then elements."""


class Grammar:
    """The legal continuations in a situation; words and elements beyond the caps are left out."""

    def __init__(self, situation: Situation) -> None:
        self._words = situation.words[:WORDS_MAX]
        self._asked = min(situation.asked, len(self._words))
        self._elements = situation.elements[:ELEMENTS_MAX]
        self._cut = {index for index in range(1, len(self._words)) if _joins(self._words, index)}
        """Words that begin inside of a number, whose digits are words of their own."""
        self.first_element = FIXED + len(self._words)
        self.size = self.first_element + len(self._elements)

    def legal(self, said: Said) -> NDArray[np.bool_]:
        """Which tokens may follow; none at all when the output is complete."""
        allowed = np.zeros(self.size, np.bool_)
        if not said:
            allowed[FIXED : FIXED + self._asked] = True
            allowed[SPOKEN_ID[NOTHING]] = True
            return allowed
        served = 1 if said[0] == SPOKEN_ID[NOTHING] else 2
        if len(said) < served:
            allowed[said[0] : FIXED + self._asked] = True
            return allowed
        if len(said) == served:
            for act in Act:
                allowed[SPOKEN_ID[f"act:{act}"]] = self._fits(act, served == 1)
            return allowed
        self._argument(_act(said[served]), said[served + 1 :], said[:served], allowed)
        return allowed

    def points(self, legal: NDArray[np.bool_]) -> bool:
        """Whether nothing but an element may follow."""
        return bool(legal[self.first_element :].any() and not legal[: self.first_element].any())

    def ends_drag(self, said: Said) -> bool:
        """Whether an element was said already: the next one is where a drag ends."""
        return any(map(self._is_element, said))

    @staticmethod
    def served(said: Said) -> Span | None:
        """Which part of the task an output serves that has named it."""
        nothing = said[0] == SPOKEN_ID[NOTHING]
        return None if nothing else Span(said[0] - FIXED, said[1] - FIXED)

    def _fits(self, act: Act, idle: bool) -> bool:
        if act is Act.TYPE and all(word.opens or word.closes for word in self._words):
            return False
        return (act in _IDLE) == idle and (bool(self._elements) or act not in _ARGUMENTS)

    def _chord(self, served: Said) -> frozenset[str]:
        """The keys of the one chord (`ctrl+s`) that the served part of the task spells."""
        if len(served) < 2:
            return frozenset()
        chords: list[frozenset[str]] = []
        held: list[str] = []
        joined = False
        for word in self._words[served[0] - FIXED : served[1] - FIXED + 1]:
            name = "" if word.quoted else key_of(word.text)
            if held and word.text in _GLUE and not joined:
                joined = True
            elif name in MODIFIERS and (joined or not held):
                held, joined = [*held, name], False
            else:
                if joined and name:
                    chords.append(frozenset((*held, name)))
                held, joined = [], False
        return chords[0] if len(chords) == 1 else frozenset()

    def _argument(self, act: Act, said: Said, served: Said, allowed: NDArray[np.bool_]) -> None:
        kinds = _ARGUMENTS.get(act, ())
        if len(said) < len(kinds):
            self._allow(allowed, kinds[len(said)])
        elif act is Act.TYPE and (not said or (len(said) == 1 and not self._is_element(said[0]))):
            self._allow_text(allowed, said)
        elif act is Act.HOTKEY and END not in (SPOKEN[token] for token in said if token < FIXED):
            self._allow_key(allowed, said, self._chord(served))

    def _allow(self, allowed: NDArray[np.bool_], kind: str) -> None:
        if kind == "element":
            allowed[self.first_element :] = True
            return
        for token, name in enumerate(SPOKEN):
            if name.startswith(kind):
                allowed[token] = True

    def _allow_text(self, allowed: NDArray[np.bool_], said: Said) -> None:
        closing = self._closing(said[0] - FIXED) if said else None
        if closing is not None:
            allowed[FIXED + closing - 1] = True
            return
        last = self.first_element
        allowed[said[0] if said else FIXED : last] = True
        for index, word in enumerate(self._words):
            cuts = index + 1 in self._cut if said else index in self._cut
            if word.opens or word.closes or cuts:
                allowed[FIXED + index] = False
        if not said:
            for index, item in enumerate(self._elements):
                allowed[last + index] = bool(item.text)
        elif said[0] - FIXED < self._asked:
            allowed[FIXED + self._asked : last] = False

    def _closing(self, first: int) -> int | None:
        """The word that closes the quote that opens right before word `first`."""
        if first == 0 or not self._words[first - 1].opens:
            return None
        after = range(first, len(self._words))
        closing = next((index for index in after if self._words[index].closes), first)
        return closing if closing > first else None

    def _is_element(self, token: int) -> bool:
        return token >= self.first_element

    def _allow_key(self, allowed: NDArray[np.bool_], said: Said, spelled: frozenset[str]) -> None:
        names = [self._key(token) for token in said]
        ends = SPOKEN_ID[END]
        allowed[ends] = bool(said)
        if any(name not in MODIFIERS for name in names) or len(said) >= MOST_KEYS:
            return
        self._allow(allowed, "key:")
        for index, word in enumerate(self._words[: self._asked], FIXED):
            allowed[index] = key_of(word.text) != ""
        left = spelled - set(names)
        for token in allowed.nonzero()[0]:
            name = self._key(int(token))
            if token != ends and (name in names or (spelled and name not in left)):
                allowed[token] = False
        if left:
            allowed[ends] = False

    def decision(self, said: Said) -> Decision:
        """What a complete output means."""
        served = self.served(said)
        rest = said[1:] if served is None else said[2:]
        act = _act(rest[0])
        elements = [token - self.first_element for token in rest[1:]]
        match act:
            case Act.CLICK | Act.DOUBLE | Act.RIGHT:
                side = Side(SPOKEN[rest[2]].removeprefix("side:"))
                return Decision(act, served, element=elements[0], side=side)
            case Act.DRAG:
                return Decision(act, served, element=elements[0], onto=elements[1])
            case Act.SCROLL:
                way = SPOKEN[rest[1]].removeprefix("way:")
                return Decision(act, served, element=elements[1], direction=way)
            case Act.TYPE if self._is_element(rest[1]):
                return Decision(act, served, element=elements[0])
            case Act.TYPE:
                return Decision(act, served, text=Span(rest[1] - FIXED, rest[2] - FIXED))
            case Act.HOTKEY:
                return Decision(act, served, keys=tuple(map(self._key, rest[1:-1])))
            case Act.WAIT | Act.FINISHED | Act.CALL_USER | Act.FAIL:
                return Decision(act, served)

    def _key(self, token: int) -> str:
        if token < FIXED:
            return SPOKEN[token].removeprefix("key:")
        return key_of(self._words[token - FIXED].text)


def _act(token: int) -> Act:
    return Act(SPOKEN[token].removeprefix("act:"))


def _joins(words: Sequence[Word], index: int) -> bool:
    """Whether a word and the one before it are digits of one number."""
    word, before = words[index], words[index - 1]
    return word.glued and word.text.isdigit() and before.text.isdigit()


def key_of(word: str) -> str:
    """The key that a word of the task names; empty where it names none."""
    return (known(word) or "").lower()
