"""Fields of pages of today, drawn and read: of a line alone, soft, round, with labels in them."""

from __future__ import annotations

from typing import Final

import pytest

from uitars_runtime.browser.page import Page
from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.frame import Frame

SCALES: Final = (1, 1.5, 2)
BASE: Final = "*{box-sizing:border-box} body{margin:24px;font:16px Liberation Sans} "
LINED: Final = (
    "input{border:0;border-bottom:1px solid #949494;font:16px Liberation Sans;padding:6px 0;"
    "width:300px;background:none;color:inherit} label{display:block;font-size:12px;color:#666;"
    "margin:18px 0 2px} "
)
DARK: Final = "body{background:#121212;color:#e0e0e0} label{color:#aaa} "


class Looks:
    """Draws pages and looks at them."""

    def __init__(self, page: Page, eyes: Eyes) -> None:
        self._page, self._eyes = page, eyes

    def at(self, style: str, body: str, scale: float = 1) -> tuple[Element, ...]:
        html = f"<!doctype html><style>{BASE}{style}</style>{body}"
        self._page.show(html, 600, 440, scale)
        return self._eyes.look(Frame.of_png(self._page.picture()), afresh=True)

    def fields(self, style: str, body: str, scale: float = 1) -> list[tuple[str, str]]:
        """Names and contents."""
        seen = self.at(style, body, scale)
        return [(one.name, one.text) for one in seen if one.role is Role.FIELD]


@pytest.fixture(scope="module")
def looks(page: Page, eyes: Eyes) -> Looks:
    return Looks(page, eyes)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("dark", ["", DARK])
def test_a_line_below_a_label_is_a_field_empty_or_filled(
    looks: Looks, scale: float, dark: str
) -> None:
    body = (
        "<h2>Your details</h2><label>First name</label><input value=Maria>"
        "<label>Last name</label><input><label>Country</label><input value=Norway>"
    )
    found = looks.fields(LINED + dark, body, scale)
    assert found == [("First name", "Maria"), ("Last name", ""), ("Country", "Norway")]


@pytest.mark.parametrize("scale", SCALES)
def test_lines_behind_their_labels_are_fields(looks: Looks, scale: float) -> None:
    style = LINED + "label{display:inline-block;width:110px;font-size:16px} div{margin:16px 0} "
    rows = (("Guests", ""), ("Arrival", "3 May"), ("Nights", ""))
    body = "".join(f"<div><label>{name}</label><input value='{text}'></div>" for name, text in rows)
    assert looks.fields(style, f"<h1>Booking</h1>{body}<p>We answer soon.</p>", scale) == list(rows)


@pytest.mark.parametrize("scale", SCALES)
def test_pale_words_on_lines_say_what_belongs_there(looks: Looks, scale: float) -> None:
    style = LINED + "input{display:block;padding:10px 0;margin:6px 0} "
    hints = ["Your name", "Your email", "Subject"]
    body = "".join(f"<input placeholder='{hint}'>" for hint in hints)
    found = looks.fields(style, f"<h2>Contact us</h2>{body}<button>Send</button>", scale)
    assert [text for _, text in found] == hints


@pytest.mark.parametrize("scale", SCALES[:2])
def test_fields_between_dividers_are_fields(looks: Looks, scale: float) -> None:
    style = "hr{border:0;border-top:1px solid #ddd;margin:4px 0} div{width:380px} input{border:0;"
    style += "width:360px;font:15px Liberation Sans;padding:8px 4px} "
    hints = ["Recipient", "Subject", "Place"]
    body = "<hr>".join(f"<input placeholder={hint}>" for hint in hints)
    found = looks.fields(style, f"<div><h3>New message</h3><hr>{body}<hr></div>Dear Ann,", scale)
    assert [text for _, text in found] == hints


def test_dots_of_a_password_are_in_a_field(looks: Looks) -> None:
    body = "<label>Email</label><input><label>Password</label><input type=password value=secret12>"
    assert [name for name, _ in looks.fields(LINED, body)] == ["Email", "Password"]


NONE: Final = {
    "headings": (
        "h1,h2{border-bottom:1px solid #aaa} ",
        "<h1>Sunbirds</h1><p>Small birds with <a href=#>long bills</a>.</p><h2>Habitat</h2><p>They "
        "live in gardens.</p><h2>Food</h2><p>Nectar, but also insects.</p><hr><p>See also: <a "
        "href=#>Honeyeaters</a></p>",
    ),
    "pale headings": (
        "h4{color:#888;font-weight:400;border-bottom:1px solid #ddd;padding-bottom:6px;width:340px;"
        "margin:18px 0 8px} ",
        "<h4>Fruits</h4><p>Apples and pears</p><h4>Roots</h4><p>Carrots and beets</p>"
        "<h4>Leaves</h4><p>Salad</p>",
    ),
    "titles": (
        "hr{margin:30px 0;border:0;border-top:1px solid #bbb;width:300px} h4{margin:0} ",
        "<h4>Part one</h4><hr><h4>Part two</h4><hr><h4>Part three</h4><hr><p>The end.</p>",
    ),
    "table": (
        "table{border-collapse:collapse;width:420px} td,th{border-bottom:1px solid #ddd;"
        "height:36px;text-align:left} ",
        "<h3>Shifts</h3><table><tr><th>Day<th>Who<tr><td>Monday<td><tr><td>Tuesday<td><tr><td>"
        "Friday<td>Ann<tr><td><td></table>",
    ),
    "list": (
        "li{padding:14px 8px;border-bottom:1px solid #e0e0e0} ul{list-style:none;width:360px} ",
        "<h2>Settings</h2><ul><li>Network<li>Sound<li>Display<li>Battery</ul>",
    ),
    "pale list": (
        "li{padding:12px 4px;border-bottom:1px solid #eee;color:#6c757d} ul{list-style:none;"
        "width:260px} ",
        "<h2>Archive</h2><ul><li>January<li>February<li>March<li>April</ul><p>Older ones.</p>",
    ),
    "facts": (
        "dt{font-size:12px;color:#666;margin-top:14px} dd{margin:2px 0 0;padding-bottom:8px;"
        "border-bottom:1px solid #ddd;width:300px} ",
        "<h2>Booking</h2><dl><dt>Name<dd>Ann Berg<dt>Date<dd>3 May<dt>Guests<dd>4</dl>",
    ),
    "sections": (
        "section{padding:32px 0;border-bottom:1px solid #ddd;width:480px} h3{margin:0} ",
        "<section><h3>Returns</h3>Send it back</section><section><h3>Warranty</h3>Two years"
        "</section>",
    ),
    "links": (
        "a{color:#0645ad} nav{border-top:1px solid #ccc;padding-top:8px} ",
        "<h2><u>News</u></h2><p><a href=#>Storm over the sea</a></p><p><a href=#>A quiet week</a>"
        "</p><nav><a href=#>Imprint</a> <a href=#>Privacy</a></nav>",
    ),
    "tips": (
        "div{background:#f1f3f4;border-radius:8px;padding:12px 16px;width:320px;margin:10px 0} ",
        "<h2>Tips</h2><p>For plants</p><p>of all kinds.</p><div>Turn them to the light.</div>"
        "<div>Note: never use hot water.</div>",
    ),
    "slider": ("input{width:280px} ", "<p>Volume</p><input type=range><p>Done</p>"),
    "cards": (
        "div{border:1px solid #ddd;border-radius:8px;padding:10px 16px;width:340px;margin:10px 0} "
        "b,small{display:block} ",
        "<h2>Team</h2><div><b>Ann Berg</b><small>Head of sales</small></div><div><b>Bo Lund</b>"
        "<small>Engineer</small></div><div><b>Cy Moe</b><small>Design and print</small></div>",
    ),
}
"""What stands on lines or in frames and is no field: style and body."""


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("kind", NONE)
def test_what_is_no_field_stays_what_it_is(looks: Looks, kind: str, scale: float) -> None:
    assert looks.fields(*NONE[kind], scale) == []


MOVED: Final = (
    "div{position:relative;width:320px;height:56px;margin:14px 0} input{width:100%;height:56px;"
    "font:16px Liberation Sans} label{position:absolute;left:16px;font-size:12px;color:#666} "
    ".empty label{font-size:16px;top:18px} "
)
FILLED_STYLE: Final = (
    MOVED + "div{background:#f5f5f5;border-bottom:1px solid #8a8a8a;border-radius:4px 4px 0 0} "
    "input{border:0;background:none;padding:20px 16px 4px} label{top:8px} "
)
OUTLINED_STYLE: Final = (
    MOVED + "input{border:1px solid #aaa;border-radius:4px;padding:0 14px} label{top:-7px;"
    "background:#fff;padding:0 4px;left:10px} "
)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("style", [FILLED_STYLE, OUTLINED_STYLE])
def test_a_label_that_moves_up_names_its_field(looks: Looks, style: str, scale: float) -> None:
    body = (
        "<h2>Sign up</h2><div class=empty><label>Full name</label><input></div>"
        "<div><label>City</label><input value=Oslo></div>"
        "<div class=empty><label>Phone number</label><input></div>"
    )
    found = looks.fields(style, body, scale)
    assert [text for _, text in found] == ["Full name", "Oslo", "Phone number"]
    assert found[1][0] == "City"


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize(
    "look", ["border:0;background:#f1f3f4", "border:1px solid #dfe1e5;background:#fff"]
)
def test_a_round_field_is_one_on_every_screen(looks: Looks, look: str, scale: float) -> None:
    style = f"input{{{look};border-radius:24px;padding:12px 20px;width:340px;font-size:15px}} "
    body = "<b>Shop</b> <input placeholder=Search> <a href=#>Help</a><h1>Welcome back</h1>"
    assert [text for _, text in looks.fields(style, body, scale)] == ["Search"]


@pytest.mark.parametrize("scale", SCALES)
def test_a_large_empty_field_is_named_by_the_words_above(looks: Looks, scale: float) -> None:
    style = "body{font-size:20px} label{display:block;margin:16px 0 6px} input{font-size:22px;"
    style += "width:300px;padding:8px} button{font-size:20px;margin-top:16px} "
    body = "<h1>Eggs</h1><label>Eggs today</label><input><br><button>Save</button>"
    assert looks.fields(style, body, scale) == [("Eggs today", "")]


@pytest.mark.parametrize("scale", SCALES)
def test_large_fields_above_each_other_are_all_found(looks: Looks, scale: float) -> None:
    style = "body{font-size:24px} label{display:block;margin:18px 0 6px} input{font-size:24px;"
    style += "width:360px;padding:6px 10px} "
    names = ["Eggs today", "Feed", "Notes"]
    body = "".join(f"<label>{name}</label><input>" for name in names)
    assert looks.fields(style, body, scale) == [(name, "") for name in names]
