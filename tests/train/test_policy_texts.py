"""Goals in an open text: what was asked stands there at the end, and nothing else has gone."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_train.data.episodes import Player, player_of
from uitars_train.data.sample import SEEN
from uitars_train.simulator.world import Widget
from uitars_train.tasks.goals import Fill, Goal, Press, Several, Unreachable
from uitars_train.tasks.text_goals import ByKeys, OnWord

_SEEDS = 9000
_EACH = 3
"""So many of each kind are played at least."""


def played(kinds: frozenset[str]) -> Iterator[tuple[Goal, str, Player]]:
    """Tasks that begin with such a goal: the goal, the text before, the player afterwards."""
    for seed in range(_SEEDS):
        player = player_of(random.Random(seed), SEEN, parts=1)
        if player is None or player.goals[0].kind not in kinds:
            continue
        if any(goal.kind != "menu" for goal in player.goals[1:]):
            continue
        goal, player.blocked_from, player.interrupted = player.goals[0], 99, 99
        before = page_of(goal).text if isinstance(goal, ByKeys | OnWord) else ""
        try:
            player.run()
        except Unreachable:
            continue
        slipped = isinstance(goal, OnWord) and goal.word not in player.history[0].subject
        lost = isinstance(goal, OnWord) and all(what != "click" for what, *_ in player.world.log)
        if not (slipped or lost):
            yield goal, before, player


def page_of(goal: Goal) -> Widget:
    assert isinstance(goal, ByKeys | OnWord)
    return goal.page


def said(goal: Goal, slot: str = "V") -> str:
    start, end = goal.clause.spans[slot]
    return goal.clause.text[start:end]


def test_a_text_holds_what_was_asked_for() -> None:
    lines_more = frozenset(("twolines", "threelines"))
    kinds = {"lastline", "firstline", "emptydocument", "replaceword", "deleteword", *lines_more}
    seen: Counter[str] = Counter()
    for goal, before, player in played(frozenset(kinds)):
        after, lines = page_of(goal).text, page_of(goal).text.split("\n")
        seen[goal.kind] += 1
        match goal.kind:
            case "lastline":
                assert lines[-1] == said(goal)
                assert not before or after.startswith(f"{before}\n")
            case "twolines" | "threelines":
                new = [said(goal, slot) for slot in goal.clause.spans]
                assert lines[-len(new) :] == new
                assert not before or after.startswith(f"{before}\n")
            case "firstline":
                assert lines[0] == said(goal)
                assert after.endswith(before)
            case "emptydocument":
                assert before
                assert after == ""
            case _:
                assert isinstance(goal, OnWord)
                new = said(goal) if goal.kind == "replaceword" else ""
                assert after == before.replace(goal.word, new, 1)
        assert player.samples[-1].target.act is Act.FINISHED
        if min(seen.values()) >= _EACH and len(seen) == len(kinds):
            return
    pytest.fail(f"too few were played: {seen}")


def test_a_line_goes_and_leaves_no_gap() -> None:
    for count, (goal, before, _) in enumerate(played(frozenset(("deleteline",)))):
        assert isinstance(goal, OnWord)
        kept = [line for line in before.split("\n") if line != goal.word]
        assert page_of(goal).text.split("\n") == kept
        if count == _EACH:
            return
    pytest.fail("too few were played")


@pytest.mark.parametrize("kind", ["saveas", "replaceall", "newthing", "message"])
def test_what_a_dialog_asks_is_filled_in_and_done(kind: str) -> None:
    for count, (goal, _, player) in enumerate(played(frozenset((kind,)))):
        assert isinstance(goal, Several)
        fills = [part for part in goal.parts if isinstance(part, Fill)]
        assert [part.target.text for part in fills] == [said(goal, part.slot) for part in fills]
        does = goal.parts[-1]
        assert isinstance(does, Press)
        assert ("click", does.target.id, does.target.text) in player.world.log
        if count == _EACH:
            return
    pytest.fail("too few were played")
