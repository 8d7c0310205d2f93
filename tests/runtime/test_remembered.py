"""What was made lately is not made again; the rest is forgotten, the least used first."""

from __future__ import annotations

import threading
from collections.abc import Iterable

import pytest

from uitars_runtime.remembered import Remembered


class Maker:
    """Doubles its keys, and keeps what it was asked for."""

    def __init__(self, most: int) -> None:
        self.asked: list[list[str]] = []
        self._known: Remembered[str, str] = Remembered(most)

    def __call__(self, *keys: str) -> list[str]:
        return self._known.values(keys, lambda new: self._make([keys[at] for at in new]))

    def _make(self, keys: list[str]) -> Iterable[str]:
        self.asked.append(keys)
        return (2 * key for key in keys)

    def forget(self) -> None:
        self._known.forget()


def test_only_what_is_new_is_made_and_of_what_is_alike_one() -> None:
    made = Maker(9)
    assert made("a", "b", "a") == ["aa", "bb", "aa"]
    assert made("b", "c") == ["bb", "cc"]
    assert made("c", "a") == ["cc", "aa"]
    assert made.asked == [["a", "b"], ["c"]]
    assert made() == []


def test_what_was_not_used_for_longest_goes_first() -> None:
    made = Maker(2)
    made("a", "b")
    made("a")
    made("c")
    made("a", "c")
    assert made.asked == [["a", "b"], ["c"]]
    made("b")
    assert made.asked[2:] == [["b"]]


def test_more_than_are_kept_are_made_all_the_same() -> None:
    made = Maker(2)
    assert made("a", "b", "c") == ["aa", "bb", "cc"]
    made("c", "a")
    assert made.asked == [["a", "b", "c"], ["a"]]


def test_what_is_forgotten_is_made_anew() -> None:
    made = Maker(9)
    made("a")
    made.forget()
    made("a")
    assert made.asked == [["a"], ["a"]]


def test_what_fails_is_not_remembered() -> None:
    known: Remembered[str, str] = Remembered(9)

    def fails(_: list[int]) -> list[str]:
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        known.values(("a",), fails)
    assert known.values(("a",), lambda _: ["aa"]) == ["aa"]


def test_two_threads_make_it_once() -> None:
    known: Remembered[str, str] = Remembered(9)
    making, go_on = threading.Event(), threading.Event()
    asked: list[int] = []

    def slow(new: list[int]) -> list[str]:
        making.set()
        assert go_on.wait(60)
        asked.append(len(new))
        return ["aa"]

    threads = [threading.Thread(target=known.values, args=(("a",), slow)) for _ in range(2)]
    threads[0].start()
    assert making.wait(60)
    threads[1].start()
    go_on.set()
    for thread in threads:
        thread.join(60)
    assert asked == [1]
