"""The HTML replay: one file, safe against what was recorded, whole for every kind of run."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Generator
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helpers.runs import EVERY_ACTION, ended, picture, proposal, started, write_run, write_step
from uitars_runtime.browser.chromium import OWN_PAGES
from uitars_runtime.browser.own import headless
from uitars_runtime.browser.page import Page as Window
from uitars_runtime.errors import JournalError
from uitars_runtime.export.html import export_html
from uitars_runtime.journal import RunJournal, image_path
from uitars_runtime.run_record import Ending, Judgement, Part, RunEnded, RunStarted
from uitars_runtime.timing import Timing
from uitars_runtime.types import (
    CallTool,
    Click,
    DecidedBy,
    Decision,
    Note,
    Outcome,
    Point,
    Proposal,
    Shell,
    Step,
    Task,
    Tokens,
    Type,
    Verdict,
)

ATTACK = '"><script>alert(1)</script><img src=http://x.example/ onerror=alert(2)><svg onload=a>'


class Page(HTMLParser):
    """What a browser would make of the page."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.words = ""
        self.sources: dict[str, str] = {}
        self._inside = ""
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        self._inside = tag

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside in ("script", "style"):
            self.sources[self._inside] = self.sources.get(self._inside, "") + data
        else:
            self.words += data

    def values(self, name: str) -> list[str]:
        return [value for key, value in self.attributes if key == name]


def hostile_run(folder: Path, text: str) -> None:
    """A run in which everything that anybody could say is `text`."""
    head = RunStarted("r", Task(text), text, text, text, text, text, text)
    journal = RunJournal.create(folder, head)
    said = (Type(text), Shell(text), Note(text), CallTool(text, text, {text: text}), None)
    for index, action in enumerate(said):
        proposed = Proposal(text, action, text, text, Tokens(1, 1, 1))
        observation = journal.intend(index, proposed, picture(index))
        verdict = Verdict(Decision.DENY, DecidedBy.USER, text, text)
        outcome = Outcome(ok=False, text=text, changed=False)
        journal.append(Step(index, observation, proposed, verdict, outcome, Timing(total=9)))
    parts = (Part(text, 0, text), Part(text, None, "", text))
    end = RunEnded(Ending.FINISHED, 0, len(said), 1.0, None, reason=text, answer=text)
    journal.end(msgspec.structs.replace(end, judgement=Judgement(parts, (text,))))


def test_every_step_is_there_in_words(tmp_path: Path) -> None:
    write_run(tmp_path / "run", [*EVERY_ACTION, None])
    page = Page(export_html(tmp_path / "run"))
    steps = len(EVERY_ACTION) + 1
    assert page.tags.count("section") == steps
    for words in ("Click at (40, 30)", "Press Ctrl+S", "No readable action", "The reply is no"):
        assert words in page.words
    for words in ("Save the file", "Finished", "12.5 s", "Allowed by the policy", "420 ms"):
        assert words in page.words
    assert page.tags.count("image") == steps
    labels = page.values("aria-label")
    assert any("Screenshot before step 1: click at (40, 30)" in label for label in labels)


def test_the_phases_of_a_step_are_all_of_its_time(tmp_path: Path) -> None:
    write_run(tmp_path / "run", [Note("x")])
    page = Page(export_html(tmp_path / "run"))
    widths = [float(width) for width in page.values("width") if "." in width]
    assert sum(widths) == pytest.approx(100, abs=0.1)
    assert "Rest 8 ms" in page.words


def test_the_same_screenshot_is_embedded_once(tmp_path: Path) -> None:
    journal = RunJournal.create(tmp_path / "run", started())
    for index in range(6):
        write_step(journal, index, proposal(Note("x")), picture(index % 2, 640, 400))
    journal.end(ended(6))
    page = Page(export_html(tmp_path / "run"))
    assert page.tags.count("image") == 2
    assert page.tags.count("img") == 6


def test_the_page_may_run_and_load_only_its_own(tmp_path: Path) -> None:
    write_run(tmp_path / "run")
    page = Page(export_html(tmp_path / "run"))
    (policy,) = [value for value in page.values("content") if "default-src" in value]
    assert "default-src 'none'" in policy
    for tag in ("script", "style"):
        assert page.tags.count(tag) == 1
        digest = base64.b64encode(hashlib.sha256(page.sources[tag].encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert not page.values("style")
    for address in page.values("src") + page.values("href"):
        assert address.startswith(("data:image/webp;base64,", "#"))


def test_what_was_recorded_stays_text(tmp_path: Path) -> None:
    hostile_run(tmp_path / "plain", "harmless")
    hostile_run(tmp_path / "hostile", ATTACK)
    plain, hostile = (Page(export_html(tmp_path / name)) for name in ("plain", "hostile"))
    assert hostile.tags == plain.tags
    assert [name for name, _ in hostile.attributes] == [name for name, _ in plain.attributes]
    assert not [name for name, _ in hostile.attributes if name.startswith("on")]
    assert hostile.words.count("<script>alert(1)</script>") >= 20


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(min_size=1).filter(str.strip))
def test_no_text_changes_the_shape_of_the_page(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    folder = tmp_path_factory.mktemp("run")
    hostile_run(folder / "plain", "harmless")
    hostile_run(folder / "text", text)
    shapes = [Page(export_html(folder / name)).tags for name in ("plain", "text")]
    assert shapes[0] == shapes[1]


def test_a_run_that_was_cut_off_says_so_and_shows_what_was_under_way(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    journal = RunJournal.create(folder, started())
    write_step(journal, 0, proposal(Note("x")), picture(0))
    journal.intend(1, proposal(Shell("make install")), picture(1))
    page = Page(export_html(folder))
    assert page.tags.count("section") == 2
    assert "Cut off" in page.words
    assert "Run “make install”" in page.words
    assert "The record ends before this step was over." in page.words


def test_a_missing_picture_leaves_the_rest_readable(tmp_path: Path) -> None:
    _, steps = write_run(tmp_path / "run", EVERY_ACTION[:3])
    image_path(tmp_path / "run", steps[1].observation.image).unlink()
    page = Page(export_html(tmp_path / "run"))
    assert "screenshot of this step is missing" in page.words
    assert page.tags.count("section") == 3
    assert page.tags.count("image") == 2


def test_a_run_without_steps_is_a_page_too(tmp_path: Path) -> None:
    write_run(tmp_path / "run", [])
    assert "This run has no steps." in Page(export_html(tmp_path / "run")).words


def test_no_run_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(JournalError):
        export_html(tmp_path)


# --------------------------------------------------------------------------- in a browser


@pytest.fixture(scope="module")
def window() -> Generator[Window]:
    with headless(*OWN_PAGES, "--proxy-server=127.0.0.1:9") as window:
        yield window


@pytest.fixture
def page(window: Window, tmp_path: Path) -> Window:
    write_run(tmp_path / "run", EVERY_ACTION[:5])
    file = tmp_path / "replay.html"
    file.write_text(export_html(tmp_path / "run"), encoding="utf-8")
    window.open(file.as_uri())
    return window


def shown(window: Window) -> object:
    return window.run("return [...document.querySelectorAll('.step:not([hidden])')].map(s => s.id)")


def test_keys_move_through_the_steps(page: Window) -> None:
    assert shown(page) == ["step-1"]
    for keys, expected in (
        (["j"], "step-2"),
        (["right"], "step-3"),
        (["k", "left"], "step-1"),
        (["end"], "step-5"),
        (["j"], "step-5"),
        (["home"], "step-1"),
    ):
        page.press(*keys)
        assert shown(page) == [expected], keys
    assert page.complaints() == []


def test_the_screenshot_and_its_mark_are_painted(page: Window) -> None:
    script = """
        const picture = document.querySelector('.step:not([hidden]) .picture');
        const box = picture.getBoundingClientRect();
        const mark = picture.querySelector('.mark').getBoundingClientRect();
        return [100 * box.width / box.height,
                (mark.x + mark.width / 2 - box.x) / box.width * 160,
                (mark.y + mark.height / 2 - box.y) / box.height * 100];"""
    assert page.run(script) == pytest.approx([160, 40, 30], abs=1)


def test_space_plays_to_the_end_and_question_mark_explains(page: Window) -> None:
    page.press("end", "k", " ")
    assert page.run("return document.querySelector('#play').ariaLabel") == "Pause"
    wait = """
        return new Promise(done => new MutationObserver(() =>
            done(document.querySelector('#play').ariaLabel))
            .observe(document.querySelector('#play'), {attributes: true}));"""
    assert page.run(wait) == "Play"
    assert shown(page) == ["step-5"]
    page.press("?")
    assert page.run("return document.querySelector('#help').open") is True
    page.press("k")
    assert shown(page) == ["step-5"]


def test_light_and_dark(page: Window) -> None:
    paper = "return getComputedStyle(document.body).backgroundColor"
    before = page.run(paper)
    page.run("document.querySelector('#theme').click()")
    assert page.run(paper) != before
    page.run("document.querySelector('#theme').click()")
    assert page.run(paper) == before


def test_the_browser_refuses_foreign_scripts_and_addresses(page: Window) -> None:
    page.run("""
        const script = document.createElement('script');
        script.textContent = 'window.broken = true';
        const image = document.createElement('img');
        image.src = 'http://192.0.2.1/x.png';
        document.body.append(script, image);
        document.body.setAttribute('onclick', 'window.broken = true');
        document.body.click();""")
    assert page.run("return window.broken === undefined") is True
    complaints = "\n".join(page.complaints())
    assert re.search("script-src|inline script", complaints)
    assert "192.0.2.1" in complaints


@pytest.mark.parametrize("width", [500, 900, 1400])
def test_nothing_sticks_out_sideways(page: Window, width: int) -> None:
    page.view(width, 800)
    root = "document.documentElement"
    assert page.run(f"return {root}.scrollWidth - {root}.clientWidth") == 0


def test_a_mark_outside_the_screen_does_no_harm(tmp_path: Path) -> None:
    write_run(tmp_path / "run", [Click(Point(-(10**9), 10**9))])
    assert 'cx="-1000000000"' in export_html(tmp_path / "run")
