"""How pages look: four looks of a page about something, three of a list. Plain HTML with links and
forms, no scripts; what stands on a page can be read by anybody who sees it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final, Literal

import msgspec

Look = Literal["box", "pairs", "prose", "table"]
LOOKS: Final[tuple[Look, ...]] = ("box", "pairs", "prose", "table")
ListLook = Literal["rows", "bullets", "cards"]
LIST_LOOKS: Final[tuple[ListLook, ...]] = ("rows", "bullets", "cards")
_COLOURS: Final = (
    ("#1f3a5f", "#f5f7fa"),
    ("#5a2a27", "#fbf7f2"),
    ("#24523b", "#f4f8f5"),
    ("#3d3356", "#f7f5fa"),
    ("#2b2b2b", "#ffffff"),
    ("#0b5563", "#f2f8f9"),
)
_FONTS: Final = ("Georgia, serif", "Arial, sans-serif", "'DejaVu Sans', sans-serif")
_STYLE: Final = """
body {{ margin: 0; color: #202124; background: {paper}; font: 16px/1.5 {font} }}
header {{ background: {ink}; color: #fff; padding: 10px 24px }}
header a {{ color: #fff; margin-right: 18px }} header form {{ display: inline; float: right }}
main {{ max-width: 900px; margin: 16px auto; padding: 0 24px }}
h1 {{ margin: 8px 0; font-size: 28px }} h2 {{ font-size: 19px; margin: 16px 0 4px }}
a {{ color: {ink} }} input, button {{ font: inherit; padding: 4px 8px }}
table {{ border-collapse: collapse }} td, th {{ border: 1px solid #bbb; padding: 4px 10px;
  text-align: left }}
.box {{ float: right; margin: 0 0 12px 20px; background: #fff }}
dt {{ font-weight: bold }} dd {{ margin: 0 0 6px 20px }} .note {{ font-style: italic }}
.card {{ display: inline-block; width: 250px; margin: 6px; padding: 8px; border: 1px solid #bbb;
  background: #fff; vertical-align: top }}
footer {{ clear: both; padding: 16px 24px; color: #555 }}
"""


class Line(msgspec.Struct, frozen=True):
    """One thing that is said of something."""

    place: str
    """Its id on the page."""
    label: str
    html: str
    unit: str = ""


class Row(msgspec.Struct, frozen=True):
    """One entry of a list."""

    address: str
    name: str
    cells: tuple[str, ...]


def link(address: str, words: str) -> str:
    return f'<a href="{escape(address)}">{escape(words)}</a>'


def page(title: str, body: str, places: Sequence[tuple[str, str]], colour: int) -> bytes:
    """A whole page. `places`: address and words of what stands above every page."""
    ink, paper = _COLOURS[colour % len(_COLOURS)]
    style = _STYLE.format(ink=ink, paper=paper, font=_FONTS[colour % len(_FONTS)])
    above = "".join(link(*one) for one in places)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{style}</style></head>"
        f"<body><header><nav>{above}</nav></header><main>{body}</main>"
        "<footer>Everything here is made up.</footer></body></html>\n"
    ).encode()


def headed(title: str, note: str = "") -> str:
    """How a page begins. `note`: what is said first, as HTML."""
    told = f'<p class="note">{note}</p>' if note else ""
    return f"<h1>{escape(title)}</h1>{told}"


def about(look: Look, title: str, note: str, lines: Sequence[Line], lists: Sequence[Line]) -> str:
    """The body of a page about something: what is said of it, then what leads to it."""
    match look:
        case "box":
            rows = "".join(f"<tr><th>{one.label}</th><td>{_said(one)}</td></tr>" for one in lines)
            facts = f'<table class="box">{rows}</table>'
        case "pairs":
            facts = (
                f"<dl>{''.join(f'<dt>{one.label}</dt><dd>{_said(one)}</dd>' for one in lines)}</dl>"
            )
        case "prose":
            facts = f"<p>{' '.join(f'{one.label}: {_said(one)}.' for one in lines)}</p>"
        case "table":
            names = "".join(f"<th>{one.label}</th>" for one in lines)
            values = "".join(f"<td>{_said(one)}</td>" for one in lines)
            facts = f"<table><tr>{names}</tr><tr>{values}</tr></table>"
    more = "".join(f"<h2>{one.label}</h2><p>{_said(one)}</p>" for one in lists)
    return f"{headed(title, note)}{facts}{more}"


def _said(line: Line) -> str:
    unit = f" {line.unit}" if line.unit else ""
    return f'<span id="{line.place}">{line.html}</span>{unit}'


def listing(look: ListLook, columns: Sequence[str], rows: Sequence[Row]) -> str:
    """A list of links with what is said beside each."""
    if not rows:
        return "<p>Nothing was found.</p>"
    match look:
        case "rows":
            head = "".join(f"<th>{escape(one)}</th>" for one in ("Name", *columns))
            told = "".join(
                f"<tr><td>{link(one.address, one.name)}</td>"
                f"{''.join(f'<td>{escape(cell)}</td>' for cell in one.cells)}</tr>"
                for one in rows
            )
            return f"<table><tr>{head}</tr>{told}</table>"
        case "bullets":
            told = "".join(
                f"<li>{link(one.address, one.name)} – {_beside(columns, one)}</li>" for one in rows
            )
            return f"<ul>{told}</ul>"
        case "cards":
            return "".join(
                f'<div class="card">{link(one.address, one.name)}<br>{_beside(columns, one)}</div>'
                for one in rows
            )


def _beside(columns: Sequence[str], row: Row) -> str:
    pairs = zip(columns, row.cells, strict=True)
    return escape(", ".join(f"{name.lower()}: {cell}" for name, cell in pairs))


def turning(addresses: Sequence[str], current: int) -> str:
    """Links to the pages of a list; `current`: which is shown, from 0."""
    if len(addresses) < 2:
        return ""
    numbers = [
        f"<b>{at + 1}</b>" if at == current else link(address, str(at + 1))
        for at, address in enumerate(addresses)
    ]
    before = [link(addresses[current - 1], "Previous")] if current else []
    after = [link(addresses[current + 1], "Next")] if current + 1 < len(addresses) else []
    return f"<p>Page {' '.join([*before, *numbers, *after])}</p>"


def field(action: str, text: str) -> str:
    """A form that asks for words."""
    return (
        f'<form action="{action}"><label>Search for a name <input id="q" name="q" size="40"'
        f' value="{escape(text)}"></label> <button>Search</button></form>'
    )
