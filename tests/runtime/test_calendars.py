"""Dates as people say and write them, and months that fields open in a real browser."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.filled_pages import filled
from uitars_runtime.backends.embedded.requests.calendars import Date, as_written, dates
from uitars_runtime.browser.page import Page
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.types import (
    Finish,
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
        ("Friday the 4th of December", (Date(12, 4),)),
        ("4 December 10:15", ()),
        ("12/04/2026 10:15", ()),
        ("call Ann on 4 December", ()),
        ("4 December or 5 December", ()),
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
        ("4 February 2027 10:15", "mm/dd/yyyy, --:--", "4 February 2027 10:15"),
        ("4 February 2027", "1 January 2027", "4 February 2027"),
    ],
)
def test_a_date_is_written_as_its_field_wants_it(said: str, shown: str, typed: str) -> None:
    assert as_written(said, shown) == typed


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


def native() -> str:
    return HEAD + FIELDS.format("type=date")


PAGES = {"picker": picker, "native": native}


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
    (tmp_path / "page.html").write_text(PAGES[kind](), "utf-8")
    values = {"Name": "Lena", "Date": said}
    assert isinstance(filled(page, eyes, tmp_path / "page.html", values, monkeypatch), Finish)
    assert page.run("return [n.value, d.value]") == ["Lena", held]
