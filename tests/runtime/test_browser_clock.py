"""Held time, on a page of our own with every clock that pages use and on a MiniWoB++ page."""

from __future__ import annotations

import time
from collections.abc import Generator
from pathlib import Path

import pytest

from uitars_runtime.browser.clock import START, Clock
from uitars_runtime.browser.page import Page
from uitars_train.evaluate.miniwob import html_folder

CLOCKS = """<!doctype html><title>Clocks</title>
<style>@keyframes slide { to { margin-left: 1000px } }
#a { animation: slide 100s linear } #b { transition: opacity 1s linear }</style>
<div id=a>a</div><div id=b>b</div>
<script>
const state = {interval: 0, frames: 0, slept: 0, ended: 0, chance: [Math.random(), Math.random()]};
setInterval(() => state.interval++, 100);
(function frame() { state.frames++; requestAnimationFrame(frame) })();
(async () => {
  for (;;) { await new Promise(done => setTimeout(done, 10)); state.slept++ }
})();
b.ontransitionend = () => state.ended++;
requestAnimationFrame(() => b.style.opacity = 0);
const told = () => ({...state, date: Date.now(), now: performance.now(),
  slid: parseFloat(getComputedStyle(a).marginLeft), opacity: getComputedStyle(b).opacity});
</script>"""


@pytest.fixture
def clock(page: Page) -> Generator[Clock]:
    held = Clock(page, seed=7)
    yield held
    held.release()


@pytest.fixture
def clocks(tmp_path: Path) -> str:
    (tmp_path / "clocks.html").write_text(CLOCKS)
    return (tmp_path / "clocks.html").as_uri()


def test_nothing_goes_by_until_it_is_told_to(page: Page, clock: Clock, clocks: str) -> None:
    page.open(clocks)
    first = page.evaluate("told()")
    assert (first["interval"], first["frames"], first["date"], first["now"]) == (0, 1, START, 0)
    page.evaluate("document.body.append('changed by hand')")
    time.sleep(0.3)
    assert page.evaluate("told()") == first


def test_so_much_goes_by_as_was_asked_for(page: Page, clock: Clock, clocks: str) -> None:
    page.open(clocks)
    clock.run(500)
    half = page.evaluate("told()")
    assert half["opacity"] == "0.5"
    clock.run(500)
    clock.run(500)
    found = page.evaluate("told()")
    assert found["date"] - START == found["now"] == 1500
    assert (found["interval"], found["slept"]) == (15, 150)
    assert found["frames"] == 1 + 1500 // 16
    assert found["slid"] == pytest.approx(15)
    assert (found["opacity"], found["ended"]) == ("0", 1)


def test_time_flows_faster_and_stops_again(page: Page, clock: Clock, clocks: str) -> None:
    page.open(clocks)
    clock.flow(8)
    began = page.evaluate("told()")
    time.sleep(1)
    clock.hold()
    found = page.evaluate("told()")
    for name in ("interval", "frames", "slept", "now", "slid"):
        assert found[name] > began[name], name
    time.sleep(0.2)
    assert page.evaluate("told()") == found


def test_the_same_seed_gives_the_same_page(page: Page, clocks: str) -> None:
    told: list[object] = []
    for seed in (1, 2, 1):
        clock = Clock(page, seed)
        page.open(clocks)
        clock.run(250)
        told.append(page.evaluate("told()"))
        clock.release()
    assert told[0] == told[2] != told[1]


def test_frames_of_a_page_keep_its_time(page: Page, clock: Clock, clocks: str) -> None:
    page.open("data:text/html,<title>outer</title>")
    page.evaluate(
        "new Promise(done => { const inner = document.createElement('iframe');"
        "inner.onload = done; inner.srcdoc = '<script>ticks = 0; setInterval(() => ticks++, 50)"
        "<\\/script>'; document.body.append(inner) })"
    )
    clock.run(1000)
    assert page.evaluate("frames[0].ticks") == 20


def test_a_released_page_has_its_own_time(page: Page, clocks: str) -> None:
    clock = Clock(page)
    clock.release()
    page.open(clocks)
    assert page.evaluate("new Promise(done => setTimeout(() => done(Date.now()), 20))") != START


def test_a_page_of_the_evaluation_is_held(page: Page, clock: Clock) -> None:
    page.open((html_folder() / "click-test-2.html").as_uri())
    page.evaluate("core.EPISODE_MAX_TIME = 10000, core.startEpisodeReal()")
    clock.run(9_900)
    assert page.evaluate("WOB_DONE_GLOBAL") is False
    time.sleep(0.3)
    assert page.evaluate("WOB_DONE_GLOBAL") is False
    clock.run(200)
    assert page.evaluate("WOB_DONE_GLOBAL") is True
