"""What neighbours say of states, and what is told of an icon that may mean several things."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from uitars_runtime.element import Role
from uitars_runtime.eyes.candidates import Candidate, Kind
from uitars_runtime.eyes.roles.reader import LIKELY, SEVERAL, several_meanings
from uitars_runtime.eyes.roles.tabs import FOREMOST, chosen_roles, foremost
from uitars_runtime.eyes.shapes import Pixels
from uitars_runtime.types import Box


def tab(left: int, top: int = 20) -> Candidate:
    words = Box(left + 8, top + 4, left + 52, top + 16)
    return Candidate(Kind.BOXED, Box(left, top, left + 60, top + 22), "Tab", words)


def told(
    shares: list[float],
    candidates: list[Candidate],
    roles: list[Role],
    pixels: Pixels | None = None,
) -> list[float]:
    page = np.full((400, 800, 3), 255, np.uint8) if pixels is None else pixels
    heard: list[float] = foremost(page, np.array(shares, np.float32), roles, candidates).tolist()
    return [round(share, 3) for share in heard]


@given(st.lists(st.floats(0, 1, width=32), min_size=2, max_size=8, unique=True))
def test_of_tabs_side_by_side_the_likeliest_is_selected(shares: list[float]) -> None:
    candidates = [tab(70 * place) for place in range(len(shares))]
    heard = told(shares, candidates, [Role.TAB] * len(shares))
    most = int(np.argmax(shares))
    assert heard == [float(at == most and shares[most] >= FOREMOST) for at in range(len(shares))]


def bar(ground: int, count: int = 3) -> tuple[Pixels, list[Candidate]]:
    """A page with tabs side by side, all with words of the same kind on the same ground."""
    pixels = np.full((80, 80 * count, 3), ground, np.uint8)
    candidates = [tab(80 * place) for place in range(count)]
    for words in (candidate.words for candidate in candidates if candidate.words):
        pixels[words.top : words.bottom, words.left : words.right : 4] = 255 - ground
    return pixels, candidates


@given(st.sampled_from([20, 235]), st.integers(0, 2), st.sampled_from([38, 40, 44]))
def test_a_stripe_along_a_tab_says_more_than_the_network(ground: int, front: int, top: int) -> None:
    pixels, candidates = bar(ground)
    pixels[top : top + 3, 80 * front : 80 * front + 60] = (30, 90, 200)
    heard = told([0.4, 0.4, 0.4], candidates, [Role.TAB] * 3, pixels)
    assert heard == [float(place == front) for place in range(3)]


@given(st.sampled_from([40, 225]), st.integers(0, 3))
def test_a_ground_of_its_own_says_so_too(ground: int, front: int) -> None:
    pixels, candidates = bar(ground, 4)
    pixels[20:42, 80 * front : 80 * front + 60][
        pixels[20:42, 80 * front : 80 * front + 60] == ground
    ] = ground + 12
    heard = told([0.05] * 4, candidates, [Role.TAB] * 4, pixels)
    assert heard == [float(place == front) for place in range(4)]
    assert told([0.001] * 4, candidates, [Role.TAB] * 4, pixels) == [0.0] * 4, "buttons in a row"


def test_a_title_bar_above_tabs_is_no_stripe() -> None:
    pixels, candidates = bar(235)
    pixels[:22, :70] = (30, 90, 200)
    assert told([0.1, 0.3, 0.2], candidates, [Role.TAB] * 3, pixels) == [0, 1, 0]


def test_in_a_bar_all_are_what_is_likelier_of_them_together() -> None:
    pixels, candidates = bar(235, 4)
    roles = np.zeros((4, len(Role)), np.float32)
    roles[:, list(Role).index(Role.TAB)] = (0.9, 0.4, 0.8, 0.4)
    roles[:, list(Role).index(Role.MENU)] = (0.1, 0.5, 0.1, 0.6)
    assert chosen_roles(pixels, roles, candidates) == [Role.TAB] * 4
    roles[:, list(Role).index(Role.MENU)] = 1.0
    assert chosen_roles(pixels, roles, candidates) == [Role.MENU] * 4
    roles[:, list(Role).index(Role.MENU)] = (0.1, 0.6, 0.3, 0.9)
    unclear = [Role.TAB, Role.MENU, Role.TAB, Role.MENU]
    assert chosen_roles(pixels, roles, candidates) == unclear
    pixels[40:43, 80:140] = (30, 90, 200)
    assert chosen_roles(pixels, roles, candidates) == [Role.TAB] * 4


def test_two_bars_of_tabs_have_one_selected_tab_each() -> None:
    candidates = [tab(0), tab(70), tab(0, 300), tab(70, 300), tab(600, 300), tab(670, 300)]
    shares = [0.9, 0.8, 0.2, 0.3, 0.15, 0.6]
    assert told(shares, candidates, [Role.TAB] * 6) == [1, 0, 0, 1, 0, 1]


def test_what_is_no_tab_or_a_lone_one_stays_as_it_is() -> None:
    candidates = [tab(0), tab(70), tab(0, 300)]
    roles = [Role.ITEM, Role.ITEM, Role.TAB]
    assert told([0.9, 0.8, 0.4], candidates, roles) == [0.9, 0.8, 0.4]


def test_meanings_of_one_name_count_together_and_unlikely_ones_are_not_told() -> None:
    names = ["delete", "save", "delete", "print"]
    shares = np.array([0.3, 0.4, 0.26, 0.04], np.float32)
    meanings = several_meanings(names, shares)
    assert [name for name, _ in meanings] == ["delete", "save"]
    assert np.allclose([share for _, share in meanings], [0.56, 0.4], atol=1e-6)


@given(st.lists(st.floats(0, 10), min_size=1, max_size=30))
def test_few_likely_meanings_are_told_the_likeliest_first(weights: list[float]) -> None:
    shares = np.array(weights, np.float32) / np.float32(max(sum(weights), 1e-6))
    meanings = several_meanings([f"m{place}" for place in range(len(weights))], shares)
    found = [share for _, share in meanings]
    assert len(meanings) <= SEVERAL
    assert found == sorted(found, reverse=True)
    assert all(share >= LIKELY for share in found)
    assert len(meanings) == min(SEVERAL, int((shares >= LIKELY).sum()))
