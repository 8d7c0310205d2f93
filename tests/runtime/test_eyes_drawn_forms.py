"""Forms as pages draw them: tables with lines, lists beside their words, radio circles of their
own."""

from __future__ import annotations

import pytest

from uitars_runtime.browser.page import Page
from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.eyes.scene import Scene
from uitars_runtime.frame import Frame

TABLE = """<!doctype html><style>body{font:16px Liberation Serif;margin:8px}
table{border-collapse:collapse} td{border:1px solid #bbb;padding:5px 6px}</style><table>
<tr><td>Language<td><select><option>English</select>
<tr><td>From row<td><input value=1><tr><td>Quoted as text<td><input type=checkbox>
<tr><td>Trim spaces<td><input type=checkbox checked>
<tr><td>Column type<td><select><option>Standard</select></table>"""

ARROW = "<svg xmlns='http://www.w3.org/2000/svg' width='12' height='6'><path d='M0 0h12L6 6z' "
DARK = f"""<!doctype html><style>:root{{color-scheme:dark}} body{{font:13px DejaVu Sans;margin:8px;
background:#2d2d2d;color:#ddd}} table{{border-collapse:collapse}} td{{border:1px solid #ccc;
padding:6px}} select{{appearance:none;border:1px solid #555;border-radius:4px;padding:4px 24px 4px
8px;color:#ddd;background:#3b3b3b url("data:image/svg+xml,{ARROW}fill='gray'/></svg>") no-repeat
right 8px center}}</style><table><tr><td>Race:<td><select><option>Human</select><tr><td>Class:<td>
<select><option>Warrior</select></table>"""

BESIDE = """<!doctype html><style>body{margin:8px;font-family:serif}</style><p>From
<select><option>08:00</select><p>Branch <select><option>All of them</select>"""

CIRCLES = """<!doctype html><style>body{font:15px Liberation Sans;margin:14px;background:#eee}
input{appearance:none;width:WIDEpx;height:WIDEpx;border:2px solid #888;border-radius:50%;
background:#fff;vertical-align:middle;margin:2px 9px 2px 5px;position:relative} input:checked{
border-color:#2a9d4a} input:checked:after{content:"";position:absolute;inset:INpx;border-radius:50%;
background:#2a9d4a}</style><p><label><input type=radio name=a>One</label><label><input type=radio
name=a checked>Two</label><label><input type=radio name=a>Party</label>"""

STOP = """<!doctype html><style>body{font:15px Liberation Sans;margin:14px} i{display:inline-block;
width:20px;height:20px;margin-right:6px;border:2px solid #888;border-radius:50%;position:relative;
vertical-align:middle;background:#fff} i:after{content:"";position:absolute;left:6px;top:6px;
width:8px;height:8px;background:#c00} b{display:inline-block;width:20px;height:20px;border:2px
solid #888;border-radius:50%;background:#a11;vertical-align:middle}</style><p><i></i>Stop
<p><b></b> Abort"""


JOINED = """<!doctype html><style>body{font:15px Liberation Sans;margin:20px} label{display:block;
margin-bottom:4px} input{box-sizing:border-box;width:170px;height:34px;padding:4px 8px;font:15px
Liberation Sans;border:1px solid #888} input+input{margin-left:-1px}</style><label>First and last
name</label><div><input value=Ada><input></div>"""


def looked(page: Page, eyes: Eyes, html: str, scale: float) -> tuple[Element, ...]:
    page.show(html, 420, 300, scale)
    return eyes.look(Frame.of_png(page.picture()), afresh=True)


def named(seen: tuple[Element, ...], *roles: Role) -> list[tuple[Role, str]]:
    return [(one.role, one.name) for one in seen if one.role in roles]


FILLED = (Role.FIELD, Role.COMBO, Role.CHECKBOX, Role.RADIO)


@pytest.mark.parametrize("scale", [1, 1.5])
def test_labels_in_a_table_with_lines_are_no_fields(page: Page, eyes: Eyes, scale: float) -> None:
    seen = looked(page, eyes, TABLE, scale)
    assert named(seen, *FILLED) == [
        (Role.COMBO, "Language"),
        (Role.FIELD, "From row"),
        (Role.CHECKBOX, "Quoted as text"),
        (Role.CHECKBOX, "Trim spaces"),
        (Role.COMBO, "Column type"),
    ]
    lists = [one for one in seen if one.role is Role.COMBO]
    assert [one.text for one in lists] == ["English", "Standard"]
    assert all(one.box.width < 130 * scale for one in lists)


@pytest.mark.parametrize("scale", [1, 1.5])
def test_a_field_that_touches_another_one_is_no_label(page: Page, eyes: Eyes, scale: float) -> None:
    seen = looked(page, eyes, JOINED, scale)
    assert ("Ada", Role.FIELD) in [(one.text, one.role) for one in seen]


def test_lists_in_the_cells_of_a_dark_table_are_no_buttons(page: Page, eyes: Eyes) -> None:
    seen = looked(page, eyes, DARK, 1)
    assert named(seen, *FILLED) == [(Role.COMBO, "Race"), (Role.COMBO, "Class")]


@pytest.mark.parametrize("scale", [1, 1.25, 1.5])
def test_a_short_list_is_cut_from_the_words_before_it(page: Page, eyes: Eyes, scale: float) -> None:
    seen = looked(page, eyes, BESIDE, scale)
    assert named(seen, *FILLED) == [(Role.COMBO, "From"), (Role.COMBO, "Branch")]


@pytest.mark.parametrize(("wide", "scale"), [(13, 1), (13, 2), (16, 1), (16, 2)])
def test_circles_with_broad_borders_are_radio_circles(
    page: Page, eyes: Eyes, wide: int, scale: float
) -> None:
    html = CIRCLES.replace("WIDE", f"{wide}").replace("IN", f"{wide // 5}")
    seen = looked(page, eyes, html, scale)
    found = [(one.name, one.checked) for one in seen if one.role is Role.RADIO]
    assert found == [("One", False), ("Two", True), ("Party", False)]


@pytest.mark.parametrize("scale", [1, 2])
def test_signs_that_say_stop_are_not_drawn_like_radio_circles(page: Page, scale: float) -> None:
    page.show(STOP, 420, 300, scale)
    shapes = Scene(Frame.of_png(page.picture()).pixels).shapes
    assert [one.choice for one in shapes if one.choice] == []
