"""The grammar of wordings: sound, complete, and nothing of the held-out part in training."""

from __future__ import annotations

import itertools
import random
import re
from importlib.resources import files

import pytest

from uitars_train.tasks.phrasing import (
    FOLLOWING,
    HELD_OUT,
    LISTS,
    PLAIN,
    SEEN,
    expand,
)

SLOT = re.compile(r"\{(\w+)\}")
CHOICE = re.compile(r"\(([^()]*)\)")
WORD = re.compile(r"\{\w\}|\w+(?:['-]\w+)*|[=>/]+")
STRAY = re.compile(r"[()|]|\s[,.;?]|^\W*$")
"""A bracket that is left over, a stop after a blank, nothing said at all."""
FILLERS = frozenset(("the", "a", "an", "please"))


def say(pattern: str, count: int = 120) -> set[str]:
    """What a pattern says: everything where that is little, else a sample."""
    sizes = [len(match.group(1).split("|")) for match in CHOICE.finditer(pattern)]
    rng = random.Random(pattern)
    flat = not CHOICE.search(CHOICE.sub("", pattern))
    if flat and _product(sizes) <= count:
        parts = CHOICE.split(pattern)
        choices = [p.split("|") if at % 2 else [p] for at, p in enumerate(parts)]
        return {expand("".join(chosen), rng) for chosen in itertools.product(*choices)}
    return {expand(pattern, rng) for _ in range(count)}


def _product(sizes: list[int]) -> int:
    total = 1
    for size in sizes:
        total *= size
    return total


def turn_of_phrase(text: str) -> tuple[str, ...]:
    """The words that matter, without articles, politeness, quotes and stops."""
    return tuple(word for word in WORD.findall(text.lower()) if word not in FILLERS)


def repeated(seen: str, held: set[tuple[str, ...]], count: int = 120) -> bool:
    """Whether something that a pattern says holds one of these turns of phrase, word for word."""
    sizes = {len(phrase) for phrase in held}
    for text in say(seen, count):
        words = turn_of_phrase(text)
        for size in sizes:
            if any(words[at : at + size] in held for at in range(len(words) - size + 1)):
                return True
    return False


def held_out(kind: str) -> set[tuple[str, ...]]:
    return {turn_of_phrase(text) for held in HELD_OUT[kind] for text in say(held)}


@pytest.mark.parametrize("kind", sorted(HELD_OUT))
def test_training_repeats_no_held_out_turn_of_phrase(kind: str) -> None:
    held = held_out(kind)
    patterns = (*SEEN[kind], *FOLLOWING.get(kind, ()), *PLAIN.get(kind, ()))
    assert [pattern for pattern in patterns if repeated(pattern, held)] == []


def test_no_part_of_a_task_says_what_the_held_out_joints_say() -> None:
    joints = {turn_of_phrase(text) for text in (*LISTS["kept openings"], *LISTS["kept joins"])}
    held = {words for words in joints if words not in {(), ("and",), ("then",), ("and", "then")}}
    patterns = itertools.chain.from_iterable(SEEN.values())
    assert [pattern for pattern in patterns if repeated(pattern, held, 25)] == []


def test_a_held_out_wording_would_be_noticed_in_any_dress() -> None:
    held = held_out("press")
    assert repeated("(go ahead and|) tap (on|upon) the '{X}'!", held)
    assert repeated("please give {X} a (short|) click.", held)
    assert not repeated("click (on|) {X}", held)


SPOKEN_PLAINLY = {kind: patterns for kind, patterns in PLAIN.items() if kind in SEEN}


@pytest.mark.parametrize(
    "group",
    [SEEN, HELD_OUT, FOLLOWING, SPOKEN_PLAINLY],
    ids=["seen", "held", "following", "plain"],
)
def test_every_wording_names_each_thing_of_its_kind_once(group: dict[str, tuple[str, ...]]) -> None:
    for kind, patterns in group.items():
        needed = sorted(SLOT.findall(SEEN[kind][0]))
        for pattern in patterns:
            for text in say(pattern, 20):
                assert not STRAY.search(text), (kind, text)
                assert sorted(SLOT.findall(text)) == needed, (kind, text)


def test_every_section_stands_in_one_file() -> None:
    folder = files("uitars_train.tasks").joinpath("wordings")
    lines = [line for file in folder.iterdir() for line in file.read_text("utf-8").splitlines()]
    names = [line for line in lines if re.fullmatch(r"\[[^{}]+\]", line)]
    assert len(names) == len(set(names)) > 60


def test_no_wording_stands_twice_and_common_kinds_have_many() -> None:
    for kind, patterns in SEEN.items():
        assert len(set(patterns)) == len(patterns), kind
    for kind in ("press", "check", "uncheck", "radio", "fill", "combo", "menu", "tab", "item"):
        assert len(SEEN[kind]) >= 90, kind
