"""Forms that people wrote down, as windows that toolkits draw.

Not here: pages (`pages.py`), how windows are looked at (`views.py`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from uitars_runtime.forms.form import ON, Kind
from uitars_train.forms.written import Drawn, Form
from uitars_train.screens import plan

_ENDINGS: Final = (":", ":", "", "")
_LONG: Final = 9
"""Controls of a window that may stand in two columns, at least. All numbers here are ours."""
_TWO_COLUMNS, _AREA, _STACKED = 0.4, 0.3, 0.7
"""How often they do, a field for remarks has several lines, and ticks stand below each other."""


def window(form: Form, source: random.Random) -> plan.Window:
    """A form as a window."""
    controls = list(form.controls)
    footer: list[Drawn] = []
    while controls and controls[-1].kind is Kind.BUTTON:
        footer.insert(0, controls.pop())
    labels = source.choices((plan.Labels.LEFT, plan.Labels.ABOVE, plan.Labels.PAIRS), (6, 2, 1))[0]
    ending, right = source.choice(_ENDINGS), source.random() < 0.35
    groups = [
        plan.Group(panel, title)
        for kind, some in groupby(controls, key=_panel_of)
        for panel, title in _panels(kind, [*some], labels, ending, right, source)
    ]
    columns = [groups]
    if len(form.controls) >= _LONG and source.random() < _TWO_COLUMNS:
        half = (len(groups) + 1) // 2
        columns = [groups[:half], groups[half:]]
    return plan.Window(
        title=form.title,
        columns=tuple(tuple(column) for column in columns if column),
        footer=tuple(plan.Button(one.label) for one in footer),
        dialog=True,
    )


def _panel_of(one: Drawn) -> str:
    """What stands in one panel with its neighbours of the same."""
    if one.kind in (Kind.FIELD, Kind.LIST):
        return "form"
    return one.kind.value


def _panels(
    kind: str,
    some: Sequence[Drawn],
    labels: plan.Labels,
    ending: str,
    right: bool,
    source: random.Random,
) -> Iterator[tuple[plan.Simple, str]]:
    """Panels, each with the title of its frame."""
    words = tuple(one.label for one in some)
    match kind:
        case "form":
            fields = tuple(_field(one, ending, source) for one in some)
            yield plan.Form(fields, labels, right), ""
        case Kind.TICK:
            ticks = tuple(plan.Check(one.label, one.holds == ON) for one in some)
            yield plan.Checks(ticks, vertical=source.random() < _STACKED), ""
        case Kind.CHOICE:
            for one in some:
                chosen = one.holds if one.holds in one.entries else one.entries[0]
                entries = tuple(plan.Check(entry, entry == chosen) for entry in one.entries)
                yield plan.Radios(entries, vertical=source.random() < _STACKED), one.label
        case Kind.SLIDER:
            yield plan.Sliders(tuple(plan.Slider(one.label, _share(one.holds)) for one in some)), ""
        case Kind.BUTTON:
            yield plan.Buttons(tuple(plan.Button(word) for word in words)), ""
        case Kind.LINK:
            yield plan.Links(words), ""
        case Kind.TEXT:
            for word in words:
                yield plan.Words("", (word,)), ""
        case _:
            yield plan.Items(words), ""


def _field(one: Drawn, ending: str, source: random.Random) -> plan.Field:
    label = one.called
    if one.kind is Kind.LIST:
        options = one.shown or ("",)
        value = one.holds or options[0]
        return plan.Field(label, plan.Kind.COMBO, value=value, options=options, ending=ending)
    if source.random() < _AREA and one.is_long:
        return plan.Field(label, plan.Kind.AREA, value=one.holds, ending=ending)
    return plan.Field(label, plan.Kind.LINE, value=one.holds, ending=ending, secret=one.is_secret)


def _share(holds: str) -> int:
    return min(100, int(holds)) if holds.isdigit() else 50


def is_drawable(form: Form) -> bool:
    """Whether toolkits can draw it: of a list something has to be chosen."""
    return all(one.entries or one.kind not in (Kind.CHOICE, Kind.LIST) for one in form.controls)
