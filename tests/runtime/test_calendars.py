"""Dates as people say and write them, and months that fields open in a real browser."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uitars_runtime.backends.embedded.requests import forms
from uitars_runtime.backends.embedded.requests.calendars import Date, as_written, dates
from uitars_runtime.backends.embedded.requests.entry import Entry
from uitars_runtime.backends.embedded.requests.starting import Rest
from uitars_runtime.browser.chromium import OWN_PAGES
from uitars_runtime.browser.own import headless
from uitars_runtime.browser.page import Page
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.forms.asked import Deed, Meant, Reading
from uitars_runtime.forms.form import Control, Kind
from uitars_runtime.frame import Frame, Size
from uitars_runtime.types import (
    Click,
    DecidedBy,
    Decision,
    Finish,
    Observation,
    Outcome,
    Press,
    Proposal,
    Step,
    Type,
    Verdict,
)

FORMATS = ("%d %B %Y", "%B %d, %Y", "%b %d %Y", "%Y-%m-%d", "%d.%m.%Y", "the %dth of %B %Y")


@given(st.dates(date(1900, 1, 1), date(2099, 12, 31)), st.sampled_from(FORMATS))
def test_a_date_is_understood_however_it_is_written(day: date, form: str) -> None:
    assert dates(day.strftime(form))[0] == Date(day.month, day.day, day.year)


@pytest.mark.parametrize(
    ("said", "means"),
    [
        ("12/04/2026", (Date(12, 4, 2026), Date(4, 12, 2026))),
        ("25/12/26", (Date(12, 25, 2026),)),
        ("Dec 4th", (Date(12, 4),)),
        ("4. december", (Date(12, 4),)),
        ("ecember 4", (Date(12, 4),)),
        ("4 pm", ()),
        ("May", ()),
        ("10.0.0.1", ()),
        ("version 1.2.3", ()),
        ("45 March", ()),
    ],
)
def test_a_date_may_have_two_readings_or_none(said: str, means: tuple[Date, ...]) -> None:
    assert dates(said) == means


@pytest.mark.parametrize(
    ("said", "shown", "typed"),
    [
        ("4 February 2027", "mm/dd/yyyy", "02/04/2027"),
        ("Feb 4, 2027", "DD.MM.YYYY", "04.02.2027"),
        ("4 February 2027", "yyyy-mm-dd", "2027-02-04"),
        ("04/02/2027", "mm/dd/yyyy", "04/02/2027"),
        ("4 February 2027", "", "4 February 2027"),
        ("4 February 2027", "1 January 2027", "4 February 2027"),
    ],
)
def test_a_date_is_written_as_its_field_wants_it(said: str, shown: str, typed: str) -> None:
    assert as_written(said, shown) == typed


@pytest.fixture(scope="module")
def page() -> Generator[Page]:
    with headless(*OWN_PAGES) as opened:
        yield opened


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return Eyes()


HEAD = """<!doctype html><meta charset=utf-8><title>Visit</title><style>
body{font:16px Liberation Sans} input{font:inherit}</style>"""
FIELDS = "<p><label>Name <input id=n></label><p><label>Date <input id=d {}></label>"


def picker() -> str:
    """A page with a real month: that of jQuery UI, as the package of pages brings it along."""
    from uitars_train.evaluate.miniwob import html_folder

    parts = html_folder().parent / "core" / "jquery-ui"
    links = f'<link rel=stylesheet href="{(parts / "jquery-ui.min.css").as_uri()}">' + "".join(
        f'<script src="{(parts / name).as_uri()}"></script>'
        for name in ("external/jquery/jquery.js", "jquery-ui.min.js")
    )
    begun = "<script>$('#d').datepicker({defaultDate: new Date(2026, 10, 1)})</script>"
    return HEAD + links + FIELDS.format("readonly") + begun


class Reader:
    """Gives each control what a test says."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self.values = values

    def reading(self, request: str, form: Sequence[Control]) -> Reading:
        found = (
            (number, request.index(said), len(said))
            for number, one in enumerate(form)
            if one.kind is Kind.FIELD and (said := self.values.get(one.label))
        )
        meant = (Meant(number, Deed.VALUE, start, start + long) for number, start, long in found)
        return Reading((*meant,), 0.99, 0.0, whole=True)


PAGES = {"picker": picker, "native": lambda: HEAD + FIELDS.format("type=date")}


@pytest.mark.parametrize(
    ("kind", "said", "held"),
    [
        ("picker", "12 November 2026", "11/12/2026"),
        ("picker", "9 January 2027", "01/09/2027"),
        ("picker", "30 October 2026", "10/30/2026"),
        ("native", "12 November 2026", "2026-11-12"),
        ("native", "02/04/2027", "2027-02-04"),
    ],
)
def test_a_date_is_entered_as_its_field_takes_it(
    page: Page,
    eyes: Eyes,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    said: str,
    held: str,
) -> None:
    monkeypatch.setattr(forms, "form_reader", lambda: Reader({"Name": "Lena", "Date": said}))
    (tmp_path / "page.html").write_text(PAGES[kind](), "utf-8")
    page.open((tmp_path / "page.html").as_uri())
    page.view(520, 480)
    filling, task, steps = forms.Forms(), f"Lena, {said}", list[Step]()
    for _ in range(20):
        elements = eyes.look(Frame.of_png(page.picture()))
        found = filling.next(Rest(task, 0, tuple(steps)), elements)
        if isinstance(found, Finish):
            break
        assert isinstance(found, Entry)
        match found.action:
            case Click(at=at):
                page.click(at.x, at.y)
            case Type(text=text):
                page.press(*text)
            case Press(keys=("ctrl", "a")):
                page.run("document.activeElement.select()")
            case _:
                pass
        seen = Observation("0" * 64, Size(520, 480))
        verdict = Verdict(Decision.ALLOW, DecidedBy.POLICY, "test", "")
        outcome = Outcome(True, "done", changed=True)
        steps.append(Step(0, seen, Proposal("", found.action, ""), verdict, outcome))
    assert page.run("return [n.value, d.value]") == ["Lena", held]
