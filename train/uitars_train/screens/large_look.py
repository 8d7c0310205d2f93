"""Random style sheets for the pages of `large_page.py`."""

from __future__ import annotations

import random

from uitars_train.screens.screen import Split
from uitars_train.screens.web_look import FONTS

_SHEET = """
:root{color-scheme:SCHEME}*{box-sizing:border-box}
body{margin:0;background:AROUND;font:SIZEpx 'FONT';color:INK;overflow:hidden}
#page{width:WIDTHpx;min-height:FULLpx;background:PAPER;overflow:hidden}
#request{background:BAND;color:BANDINK;padding:3px;min-height:REQUESTpx;EDGE}
#request p{margin:0}#area{padding:4px;COLUMNS}#area>*{margin-bottom:GAPpx;break-inside:avoid}
p{margin:2px 0;line-height:SPREAD}a{color:LINK;text-decoration:LINE}
.row{display:flex;flex-wrap:wrap;align-items:center;gap:GAPpx}
.stack{display:flex;flex-direction:column;align-items:flex-start;gap:GAPpx}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:GAPpx;justify-items:start}
.cells{display:grid;grid-template-columns:repeat(var(--columns),max-content);gap:GAPpx}
.wide{padding-left:18px;padding-right:18px}.tall{padding-top:7px;padding-bottom:7px}
select,button,input,textarea{font-size:CONTROLpx;max-width:100%}
.label,.strong{font-weight:WEIGHT}
.box{border:1px solid BORDER;border-radius:RADIUSpx;background:PAPER;padding:4px}
.tabs{display:flex;gap:2px;list-style:none;margin:0;padding:2px 2px 0;background:FACE}
.tabs li{border:1px solid BORDER;border-bottom:0;padding:4px 7px;background:PAPER;
border-radius:RADIUSpx RADIUSpx 0 0}
.tabs .current{background:ACCENT;color:#fff}
.section{background:HEAD;color:HEADINK;border:1px solid BORDER;border-radius:RADIUSpx;
padding:2px 5px;margin:2px 0}
.bar{display:flex;justify-content:space-between;align-items:center;background:FACE;
border-radius:RADIUSpx;padding:2px 4px;min-height:16px}
.bar.strong{background:ACCENT;color:#fff}
.dialog{width:130px}.close,.turn{border:1px solid BORDER;background:PAPER;color:#444;padding:0;
width:16px;height:16px;line-height:12px;border-radius:CORNERpx}
.turn{border-radius:50%}
.menu,.drop{display:inline-block;border:1px solid BORDER;background:FACE;min-width:60px}
.menu div,.drop div{padding:2px 5px;display:flex;justify-content:space-between}
.menu .current,.drop .current{background:ACCENT;color:#fff}
.more::after{content:"";border:3px solid transparent;border-left-color:currentColor;
display:inline-block;margin-left:8px}
.combo{border:1px solid BORDER;background:FACE;border-radius:CORNERpx;padding:4px;
display:flex;justify-content:space-between;align-items:center;white-space:nowrap;overflow:hidden}
.combo i{border:4px solid transparent;border-top-color:#999;margin-top:4px}
.slider{position:relative;display:inline-block;margin:4px}
.slider b{position:absolute;border:1px solid BORDER;background:PAPER;border-radius:CORNERpx}
.slider i{position:absolute;width:14px;height:14px;border:1px solid BORDER;background:FACE;
border-radius:KNOBpx}
.slider.flat{width:var(--long);height:14px}.slider.flat b{left:0;right:0;top:3px;height:8px}
.slider.flat i{left:calc(var(--share)*.88);top:0}
.slider.upright{height:var(--long);width:14px}
.slider.upright b{top:0;bottom:0;left:3px;width:8px}
.slider.upright i{top:calc(var(--share)*.85);left:0}
.spinner{position:relative;display:inline-block;border:1px solid BORDER;border-radius:CORNERpx;
background:PAPER;width:120px;height:20px}
.spinner input{border:0;outline:0;width:98px;height:18px;background:transparent;padding:1px 4px}
.spinner i{position:absolute;right:0;width:15px;height:9px;border-left:1px solid BORDER;
background:FACE}.spinner .up{top:0}.spinner .down{bottom:0}
.spinner i::after{content:"";position:absolute;left:3px;top:2px;border:4px solid transparent;
border-top:0;border-bottom:5px solid #555}
.spinner .down::after{border-bottom:0;border-top:5px solid #555}
.month{width:150px}.month .cells{gap:1px}.month a,.month span{font-size:9px;text-align:center}
.month a{border:1px solid BORDER;background:FACE;padding:1px 3px;color:INK;text-decoration:none;
min-width:18px;text-align:right}.month .current{background:ACCENT;color:#fff}
.handled{border:1px solid BORDER;background:FACE;padding:ROWpx 6px;margin:2px 0;width:126px}
.ground{position:relative;height:150px}.at{position:absolute;line-height:1}
.sum{font-size:BIGpx}.sum input{font-size:BIGpx;vertical-align:middle}
table{border-collapse:collapse}td{border:1px solid BORDER;padding:1px 3px}
tr:nth-child(even){background:STRIPE}
.post,.mail{border-bottom:1px solid BORDER;padding:3px}.mail{display:flex;
justify-content:space-between}.icons{display:flex;gap:18px;padding:3px 8px}
.icon{display:inline-flex}
.console{background:#000;color:#3e8;font-family:'DejaVu Sans Mono';padding:4px;min-height:60px}
.pager{font-size:BIGpx}
"""
_BANDS = (
    ("#ffff00", "#000"),
    ("#ffff00", "#000"),
    ("#cfe8ff", "#000"),
    ("#eee", "#222"),
    ("transparent", "inherit"),
    ("#27496d", "#fff"),
    ("#ffe0b2", "#000"),
)
_PAPERS = (("#fff", "#000"), ("#fff", "#222"), ("#fff", "#000"), ("#f6f6f2", "#111"))


def large_sheet(source: random.Random, split: Split, width: int, height: int) -> str:
    """A style sheet for a view of `width` x `height` page pixels."""
    band, band_ink = source.choice(_BANDS)
    paper, ink = source.choice(_PAPERS)
    accent = source.choice(("#007fff", "#c2185b", "#2e7d32", "#f6931f", "#5c4ac7", "#e22"))
    head = source.choice(((accent, "#fff"), ("#e9e9e9", "#222"), ("#f6f6f6", "#333")))
    face = source.choice(("#f6f6f6", "#eee", "#e9e9e9"))
    dark = source.random() < 0.15
    if dark:
        paper, ink, face = "#202124", "#e4e4e4", "#35363a"
        head = (accent, "#fff")
    narrow = source.random() < 0.6
    values = {
        "SCHEME": "dark" if dark else "light",
        "AROUND": source.choice(("#555", "#fff", "#ddd", paper)),
        "SIZE": str(source.choice((10, 10, 11, 12, 13))),
        "CONTROL": str(source.choice((10, 11, 13, 13))),
        "FONT": source.choice((*FONTS[split], "Liberation Sans")),
        "INK": ink,
        "PAPER": paper,
        "WIDTH": str(min(width, source.randint(160, 260)) if narrow else width),
        "COLUMNS": "" if narrow else "column-width:150px",
        "FULL": str(source.choice((0, 210, height))),
        "BAND": band,
        "BANDINK": band_ink,
        "REQUEST": str(source.choice((0, 50, 50))),
        "EDGE": source.choice(("", "", "border-bottom:1px solid #aaa")),
        "GAP": str(source.choice((2, 4, 7, 10))),
        "SPREAD": source.choice(("normal", "1.4")),
        "LINK": "#8ab4f8" if dark else source.choice(("#0000ee", "#0000ff", "#0066cc", accent)),
        "LINE": source.choice(("underline", "underline", "none")),
        "WEIGHT": source.choice(("400", "700")),
        "BORDER": source.choice(("#ccc", "#aaa", "#c5c5c5", "#666")),
        "RADIUS": str(source.choice((0, 3, 4, 6))),
        "CORNER": str(source.choice((0, 2, 4))),
        "KNOB": str(source.choice((2, 3, 7))),
        "FACE": face,
        "ACCENT": accent,
        "HEAD": head[0],
        "HEADINK": head[1],
        "ROW": str(source.choice((1, 3, 6))),
        "BIG": str(source.choice((12, 18, 24, 30))),
        "STRIPE": face if dark else source.choice((paper, "#ddd", "#f2f2f2")),
    }
    sheet = _SHEET
    for name in sorted(values, key=len, reverse=True):
        sheet = sheet.replace(name, values[name])
    return sheet
