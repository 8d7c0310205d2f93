"""Tick boxes, radio circles and switches of pages as they are drawn, and what is none of these."""

from __future__ import annotations

import pytest

from uitars_runtime.browser.page import Page
from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.frame import Frame

PLAIN = """<!doctype html><style>body{font:14px Liberation Sans;margin:16px} table{margin:8px 0;
border-collapse:collapse} td{border:1px solid #ccc;padding:6px 12px} label{display:block;
width:300px;border:1px solid #ddd;border-radius:6px;padding:10px} p{font-family:Liberation Serif}
</style><label><input type=checkbox> Receive the weekly newsletter</label>
<table><tr><td>Insured<td><input type=radio name=a checked>Yes <input type=radio name=a>No <input
 type=radio name=a>Unsure<tr><td>Size<td><input type=radio name=b>S <input type=radio name=b>M
<input type=radio name=b checked>L</table>
<table><tr><td>Speed<td><input type=radio name=c><td><input type=radio name=c checked>
<tr><td>Price<td><input type=radio name=d><td><input type=radio name=d></table>
<p><input type=checkbox>Nuts <input type=checkbox checked>Milk <input type=checkbox>Other</p>"""

STYLED = """<!doctype html><style>:root{--line:#d1d5db;--off:#e5e7eb;--on:#4f46e5}
body{font:14px Liberation Sans;margin:20px;color:#111827;background:#fff}
body.dark{--line:#6b7280;--off:#374151;--on:#6366f1;color:#f3f4f6;background:#111827}
div{display:flex;gap:12px;align-items:center;margin:9px 0;width:340px}
.far{justify-content:space-between} i{flex:none;box-sizing:border-box;position:relative}
.b{width:22px;height:22px;border:1px solid var(--line);border-radius:6px} .b.on{background:
var(--on);border-color:var(--on)} .b.on:after{content:"";position:absolute;left:7px;top:2px;
width:4px;height:10px;border:solid #fff;border-width:0 2px 2px 0;transform:rotate(45deg)}
.o{width:20px;height:20px;border:2px solid var(--line);border-radius:50%} .o.on{border-color:
var(--on)} .o.on:after{content:"";position:absolute;left:3px;top:3px;width:10px;height:10px;
border-radius:50%;background:var(--on)} .t{width:44px;height:24px;border-radius:12px;background:
var(--off)} .t:after{content:"";position:absolute;left:2px;top:2px;width:20px;height:20px;
border-radius:50%;background:#fff} .t.on{background:var(--on)} .t.on:after{left:22px}
.m{width:36px;height:14px;border-radius:7px;background:#9e9e9e} .m:after{content:"";position:
absolute;left:-2px;top:-3px;width:20px;height:20px;border-radius:50%;background:#555}
.m.on{background:#b794f6} .m.on:after{left:18px;background:#6200ee}</style><body class=LOOK>
<div><i class=b></i>Offers</div><div><i class="b on"></i>Terms accepted</div>
<div><i class=o></i>Hobby<i class="o on"></i>Startup</div>
<div><i class=t></i>Annual billing</div><div><i class="t on"></i>Two-factor login</div>
<div><i class=m></i>Wireless</div><div><i class="m on"></i>Bluetooth</div>
<div class=far>Public profile<i class=t></i></div><div class=far>Show email<i class="t on"></i>
</div>"""

NONE = """<!doctype html><style>body{font:15px Liberation Sans;margin:16px} i{width:14px;
height:14px;display:inline-block;background:#4caf50} .r{border-radius:50%} b{width:32px;
height:32px;border-radius:50%;background:#8e24aa;color:#fff;display:inline-flex;
align-items:center;justify-content:center;margin-right:6px} h3{font:20px Liberation Serif}</style>
<h3>Ode to Orion, D major</h3><p>O Lord, our help in ages past. Section 0 of 10. OOO till 08:00.</p>
<ul><li>One apple<li>Oranges and 0 pears<li>Dough</ul><p><i></i> Online <i class=r></i> Available
<i style="background:#f44336"></i> Busy</p><p><b>K</b> Katharina <b>D</b> Daniel</p>"""


def look(page: Page, eyes: Eyes, afresh: bool = True) -> tuple[Element, ...]:
    return eyes.look(Frame.of_png(page.picture()), afresh=afresh)


def chosen(seen: tuple[Element, ...], role: Role) -> list[tuple[str, bool]]:
    return [(one.name, one.checked) for one in seen if one.role is role]


@pytest.mark.parametrize("scale", [1, 1.25, 1.5, 2])
def test_choices_in_cards_rows_and_tables_are_found(page: Page, eyes: Eyes, scale: float) -> None:
    page.show(PLAIN, 420, 380, scale)
    seen = look(page, eyes)
    assert chosen(seen, Role.CHECKBOX) == [
        ("Receive the weekly newsletter", False),
        ("Nuts", False),
        ("Milk", True),
        ("Other", False),
    ]
    radios = chosen(seen, Role.RADIO)
    assert radios[:6] == [
        ("Yes", True), ("No", False), ("Unsure", False), ("S", False), ("M", False), ("L", True),
    ]  # fmt: skip
    assert [checked for _, checked in radios[6:]] == [False, True, False, False]


@pytest.mark.parametrize("scale", [1, 1.25, 2])
def test_the_cells_of_a_table_around_choices_are_no_buttons(
    page: Page, eyes: Eyes, scale: float
) -> None:
    page.show(PLAIN, 420, 380, scale)
    seen = look(page, eyes)
    empty = [one for one in seen if one.role is Role.RADIO and not one.text]
    around = [
        one.role
        for one in seen
        for radio in empty
        if one is not radio and one.box.contains(radio.box.center)
    ]
    assert len(empty) == 4
    assert not [one for one in seen if one.text == "O"]
    assert set(around) <= {Role.OTHER}


def test_choices_are_still_all_there_once_others_were_chosen(page: Page, eyes: Eyes) -> None:
    page.show(PLAIN, 420, 380, 1.5)
    look(page, eyes)
    page.run("document.querySelectorAll('input').forEach((one, at) => at % 3 || one.click())")
    told = page.run("return [...document.querySelectorAll('input')].map(one => one.checked)")
    seen = look(page, eyes, afresh=False)
    assert [one.checked for one in seen if one.role in (Role.CHECKBOX, Role.RADIO)] == told


@pytest.mark.parametrize("look_of_page", ["light", "dark"])
@pytest.mark.parametrize("scale", [1, 1.5, 2])
def test_choices_in_the_style_of_a_page_are_found(
    page: Page, eyes: Eyes, look_of_page: str, scale: float
) -> None:
    page.show(STYLED.replace("LOOK", look_of_page), 420, 400, scale)
    seen = look(page, eyes)
    assert chosen(seen, Role.CHECKBOX) == [
        ("Offers", False),
        ("Terms accepted", True),
        ("Annual billing", False),
        ("Two-factor login", True),
        ("Wireless", False),
        ("Bluetooth", True),
        ("Public profile", False),
        ("Show email", True),
    ]
    assert chosen(seen, Role.RADIO) == [("Hobby", False), ("Startup", True)]


@pytest.mark.parametrize("scale", [1, 1.25, 1.5, 2])
def test_letters_lights_lists_and_pictures_of_persons_are_no_choices(
    page: Page, eyes: Eyes, scale: float
) -> None:
    page.show(NONE, 620, 340, scale)
    seen = look(page, eyes)
    assert chosen(seen, Role.CHECKBOX) == []
    assert chosen(seen, Role.RADIO) == []
    assert "Ode to Orion, D major" in {one.text for one in seen}


def test_rings_before_the_entries_of_an_inner_list_are_none(page: Page, eyes: Eyes) -> None:
    inner = "<ul><li>Oats<li>Dough<ul><li>Olive oil<li>Quinoa</ul></ul>"
    page.show(
        f"<!doctype html><style>body{{font:16px Liberation Serif}}</style>{inner}", 300, 200, 2
    )
    seen = look(page, eyes)
    assert chosen(seen, Role.RADIO) == []
    assert chosen(seen, Role.CHECKBOX) == []


@pytest.mark.parametrize("scale", [1.25, 2])
def test_titles_beside_the_one_with_a_stripe_are_tabs(page: Page, eyes: Eyes, scale: float) -> None:
    style = """body{font:15px Liberation Sans} nav{display:flex;gap:24px;border-bottom:1px solid
    #ddd}
    nav div{padding:8px 0} .on{border-bottom:2px solid #1a73e8;color:#1a73e8}"""
    titles = "<nav><div class=on>Details</div><div>Opinions</div><div>Offers</div></nav>"
    page.show(f"<!doctype html><style>{style}</style>{titles}<p>Over 100 offers.", 400, 160, scale)
    seen = look(page, eyes)
    assert [one.text for one in seen if one.role is Role.TAB] == ["Details", "Opinions", "Offers"]
