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
from uitars_train.tasks.text_goals import Edit

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
        before = page_of(goal).text if isinstance(goal, Edit) else ""
        try:
            player.run()
        except Unreachable:
            continue
        yield goal, before, player


def page_of(goal: Goal) -> Widget:
    assert isinstance(goal, Edit)
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
                assert isinstance(goal, Edit)
                new = said(goal) if goal.kind == "replaceword" else ""
                assert after == before.replace(goal.word, new, 1)
        assert player.samples[-1].target.act is Act.FINISHED
        if min(seen.values()) >= _EACH and len(seen) == len(kinds):
            return
    pytest.fail(f"too few were played: {seen}")


def test_a_line_goes_and_leaves_no_gap() -> None:
    for count, (goal, before, _) in enumerate(played(frozenset(("deleteline",)))):
        assert isinstance(goal, Edit)
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


def test_an_edit_whose_last_step_is_forbidden_is_asked_about_and_not_finished() -> None:
    kinds = frozenset(("twolines", "deleteword", "deleteline"))
    left = set(kinds)
    for seed in range(_SEEDS):
        whole, cut = (player_of(random.Random(seed), SEEN, parts=1) for _ in range(2))
        if whole is None or cut is None or [goal.kind for goal in whole.goals][1:]:
            continue
        if whole.goals[0].kind not in left:
            continue
        for player in (whole, cut):
            player.interrupted = player.blocked_from = 99
        try:
            whole.run()
            cut.blocked_from = len(whole.history) - 1
            samples = cut.run()
        except Unreachable:
            continue
        assert samples[-1].target.act is Act.CALL_USER
        left.remove(whole.goals[0].kind)
        if not left:
            return
    pytest.fail(f"none was played of {left}")
