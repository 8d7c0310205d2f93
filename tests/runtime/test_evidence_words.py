"""What a clause says besides what it is about, where no grammar knows its wording."""

from __future__ import annotations

import pytest

from uitars_runtime.evidence import clauses


@pytest.mark.parametrize(
    "words",
    [
        "turn everything on except the sound",
        "close all the others",
        "take only the first line",
        "if it is dark, use the lamp",
        "put the sum of both numbers there",
        "do it before the window closes",
        "show icons as well as labels",
        "is the sound on",
    ],
)
def test_what_narrows_or_turns_round_is_left_unread(words: str) -> None:
    assert clauses.hedged(words)


@pytest.mark.parametrize(
    "words",
    ["please turn the sound off at last", "stop it at all times", "I don't want any more"],
)
def test_manners_and_times_do_not_hedge(words: str) -> None:
    assert not clauses.hedged(words)


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("let icons be shown in menus", 0),
        ("menus shouldn't have icons", 1),
        ("text should no longer be wrapped", 1),
        ("don't hide the panel", 2),
    ],
)
def test_words_that_say_no_are_counted(words: str, count: int) -> None:
    assert clauses.negatives(words) == count


def test_what_is_said_to_the_letter_has_to_be_there() -> None:
    assert set(clauses.fixed("Give “red oak” 600 ms and mail ada@example.org to Ada")) == {
        "red oak",
        "600",
        "ada@example.org",
        "ada",
    }
    assert clauses.fixed("Give me the icons") == ()
    assert clauses.says("the interval should be 600 ms", "600")
    assert not clauses.says("the interval should be 6000 ms", "600")


@pytest.mark.parametrize(
    ("words", "passed", "points"),
    [
        ("please set that up in the settings", (), True),
        ("get rid of them", (), True),
        ("tell Gigolo", (), False),
        ("set Gigolo to that", ("gigolo",), True),
        ("set the sound to that", (), False),
        ("go to the settings for that", (), True),
        ("go on", (), False),
        ("then please go up", (), False),
    ],
)
def test_a_part_that_names_nothing_points_back(
    words: str, passed: tuple[str, ...], points: bool
) -> None:
    assert clauses.points_back(words, passed) is points


def test_a_noun_behind_a_no_is_not_asked_for() -> None:
    assert clauses.leans_on("the icons too", ["take away the labels"])
    assert clauses.leans_on("large icons", ["no labels"])
    assert not clauses.leans_on("the icons too", ["show the labels"])
    assert not clauses.leans_on("no icons", ["no labels"])
    assert not clauses.leans_on("close them", ["no labels"])
    assert not clauses.leans_on("the icons should be on", ["take away the labels"])
