"""Kept steps: seen a little otherwise they say the same, and they get a share of all batches."""

from __future__ import annotations

import random
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from helpers.encoded import encoder
from uitars_train.data.encoding import example
from uitars_train.data.episodes import episodes
from uitars_train.data.sample import Own, Sample, read_episodes, varied, write_episodes

_MADE = [episode for _, episode in zip(range(12), episodes(5), strict=False)]


@given(st.integers(0, 2**32), st.sampled_from([step for made in _MADE for step in made]))
def test_a_varied_step_points_at_the_same_things(seed: int, step: Sample) -> None:
    seen = varied(step, random.Random(seed))
    before, after = step.situation.elements, seen.situation.elements
    for old, new in (
        (step.target.elements, seen.target.elements),
        (step.target.onto, seen.target.onto),
    ):
        assert [before[at].text for at in old] == [after[at].text for at in new]
        assert [before[at].role for at in old] == [after[at].role for at in new]
    assert all(item.box.width > 0 and item.box.height > 0 for item in after)
    assert (seen.target.serves, seen.target.text) == (step.target.serves, step.target.text)
    assert (example(seen, encoder()) is None) <= (example(step, encoder()) is None)


def test_other_things_are_missed_now_and_then_and_places_differ() -> None:
    steps = [step for made in _MADE for step in made]
    seen = [varied(step, random.Random(at)) for at, step in enumerate(steps)]
    pairs = list(zip(steps, seen, strict=True))
    assert any(len(b.situation.elements) < len(a.situation.elements) for a, b in pairs)
    assert any(b == a for a, b in pairs)
    assert any(b.situation.elements[0].box != a.situation.elements[0].box for a, b in pairs)


def test_a_harvest_goes_on_behind_what_a_killed_one_left_of_a_line(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    write_episodes(path, _MADE[:2])
    whole = path.read_bytes()
    for torn in (whole[:-1], whole[: whole.index(b"\n") + 9], whole[:9]):
        path.write_bytes(torn)
        left = len(read_episodes(path))
        write_episodes(path, _MADE[2:4])
        assert read_episodes(path) == [*_MADE[:left], *_MADE[2:4]]


def test_a_file_that_grows_gets_a_larger_share_of_which_rare_kinds_have_more_than_theirs(
    tmp_path: Path,
) -> None:
    path = tmp_path / "own.jsonl"
    own = Own(path)
    own.refresh()
    assert own.share == 0
    write_episodes(path, _MADE[:1])
    own.refresh()
    few = own.share
    write_episodes(path, _MADE * 200)
    own.refresh()
    assert 0 < few < own.share == 0.25
    larger = Own(path, 0.5)
    larger.refresh()
    assert larger.share == 0.5
    rng = random.Random(3)
    drawn = [own.draw(rng).kind for _ in range(2000)]
    kinds = [step.kind for made in _MADE for step in made]
    rarest = min(set(kinds), key=kinds.count)
    assert drawn.count(rarest) / 2000 > kinds.count(rarest) / len(kinds)


def test_half_a_line_is_no_episode(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    write_episodes(path, _MADE[:2])
    path.write_bytes(path.read_bytes()[:-5])
    assert read_episodes(path) == _MADE[:1]
