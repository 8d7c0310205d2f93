"""Samples from forms that people wrote: a request, the controls as eyes would see them, and what is
meant for each; every time a little otherwise.

Not here: how forms are written down (`written.py`), what learns from them (`training.py`).
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from uitars_runtime.forms.asked import Deed, Meant
from uitars_runtime.forms.form import FILLED, OFF, ON, STATEFUL, Control, Kind
from uitars_train.forms.by_rule import by_rule
from uitars_train.forms.seen import Seen, View
from uitars_train.forms.written import EMPTY, Drawn, Form, Wish

_EXCHANGED: Final = 0.5
"""How often the words of a value are exchanged for those of another one of its label."""
_SMALL: Final = 0.15
"""How often a request is put in small letters."""
_UNTITLED, _UNTOLD, _UNGROUPED, _TWICE = 0.5, 0.3, 0.15, 0.25
"""How often eyes leave out the title, words, what a group is called, or read a label twice."""
_FORGOTTEN: Final = 0.1
"""How often what a field holds is not read."""
_TURNED: Final = 0.3
"""How often a tick stands otherwise than written: what is meant does not depend on that."""
_DESKTOP: Final = 0.4
"""How often the controls of a browser or a desktop are seen, too, ..."""
_BEHIND: Final = 0.15
"""... and some of another form."""
_STRANGE: Final = 0.06
"""How often a request is for another form, and means nothing here."""
_ABOUT_STATE: Final = re.compile(r"\b(?:toggle|flip|switch|change|other|opposite|already)\b", re.I)
_UNKNOWN: Final = 0.12
"""How often a button is taken for words."""
_ROW: Final = 0.15
"""How often the words of a tick are seen as an entry of a list, too."""
_UNSEEN: Final = 0.05
"""How often a control that something is meant for is not seen: then more is asked for than can be
done."""
_VIEWED: Final = 0.6
"""How often a form is as eyes really saw it."""
_AROUND: Final = (
    Control(Kind.BUTTON, "File"),
    Control(Kind.BUTTON, "history"),
    Control(Kind.FIELD, "Address and search bar", "page.html"),
    Control(Kind.FIELD, "Search Google or type a URL", "localhost:8000/form"),
    Control(Kind.TEXT, "/home/ann/page.html"),
    Control(Kind.TEXT, "https://www.example.org/form?id=12"),
    Control(Kind.TEXT, "Page"),
    Control(Kind.TAB, "New Tab"),
    *(Control(Kind.MENU, name) for name in ("File", "Edit", "View", "Help")),
    Control(
        Kind.TEXT,
        "You are using an unsupported command-line flag: --no-sandbox. Stability and security will"
        " suffer.",
    ),
    Control(Kind.ITEM, "Home"),
    Control(Kind.TEXT, "Ready"),
)
"""What eyes see of a browser and of a desktop."""
_TITLED: Final = 0.7
"""How often the title of a page stands above the others, and what it is taken for."""
_TITLES: Final = (Kind.TEXT, Kind.TEXT, Kind.BUTTON, Kind.BUTTON, Kind.TAB, Kind.ITEM)

Pool = Mapping[str, Sequence[str]]
"""Values by the labels that they were for."""


class Sample(msgspec.Struct, frozen=True):
    """A request on a form with what it means."""

    text: str
    form: tuple[Control, ...]
    meant: tuple[Meant, ...]
    more: bool


def pool_of(forms: Sequence[Form]) -> Pool:
    """The values of all fields."""
    found: dict[str, list[str]] = {}
    for form in forms:
        kinds = {one.label: one.kind for one in form.controls}
        for wish in form.wishes:
            for label, what in wish.means:
                if kinds[label] is Kind.FIELD and what != EMPTY:
                    found.setdefault(label.casefold(), []).append(what)
    return found


def plain(form: Form, wish: Wish) -> Sample:
    """As it was written, with all that stands there."""
    return _sample(form, wish, None)


def varied(forms: Sequence[Form], pool: Pool, rng: random.Random) -> Iterator[Sample]:
    """Each wish once, a little otherwise, and one for each form by rule."""
    for form in forms:
        plainly = by_rule(form, pool, rng)
        for wish in (*form.wishes, *([] if plainly is None else [plainly])):
            if rng.random() < _STRANGE:
                wish_here = _strange(rng.choice(forms), form, rng)
            else:
                wish_here = _exchanged(form, wish, pool, rng)
            # Views show states as they were drawn: what is said about states may not fit them.
            if form.views and not _ABOUT_STATE.search(wish_here.text) and rng.random() < _VIEWED:
                view = rng.choice(form.views)
                sample = viewed(wish_here, view, form)
                in_browser = view.toolkit == "web"
            else:
                sample, in_browser = _sample(form, wish_here, rng), True
            if in_browser:
                sample = _around(sample, form.title, rng.choice(forms), rng)
            low = sample.text.lower()
            if rng.random() < _SMALL and len(low) == len(sample.text):
                sample = msgspec.structs.replace(sample, text=low)
            yield sample


def viewed(wish: Wish, view: View, form: Form) -> Sample:
    """As eyes saw the form."""
    wanted: list[tuple[int, Control, str]] = []
    more = bool(wish.more)
    numbers = {one.label: number for number, one in enumerate(form.controls)}
    places = {(one.which, one.entry): row for row, one in enumerate(view.controls)}
    for label, what in wish.means:
        drawn = form.controls[numbers[label]]
        entry = what if drawn.kind is Kind.CHOICE else ""
        row = places.get((numbers[label], entry), _pressed(drawn, view))
        if row is None or _is_mistaken(view.controls[row], drawn, form):
            more = True
        else:
            wanted.append((row, view.controls[row].control, ON if entry else what))
    found = tuple(one.control for one in view.controls)
    return Sample(wish.text, found, _all_meant(wish.text, wanted), more)


def _pressed(drawn: Drawn, view: View) -> int | None:
    """What only is pressed may be known by its words alone."""
    if drawn.kind in FILLED or drawn.kind in STATEFUL:
        return None
    rows = (row for row, one in enumerate(view.controls) if one.which < 0)
    return next((row for row in rows if view.controls[row].label == drawn.label), None)


def _is_mistaken(shown: Seen, drawn: Drawn, form: Form) -> bool:
    """Whether it is called by the words of another control, or of several entries at once: no
    answer is right there."""
    said = shown.label.casefold()
    if said == (shown.entry or drawn.called).casefold():
        return False
    others = {one.called.casefold() for one in form.controls} | {form.title.casefold()}
    within = sum(entry.casefold() in said for entry in drawn.entries) if shown.entry else 0
    return said in others or within > 1


def _strange(other: Form, form: Form, rng: random.Random) -> Wish:
    """A wish for a form that has nothing to do with this one."""
    wish = rng.choice(other.wishes)
    labels = {one.label.casefold() for one in form.controls}
    if other is form or any(label.casefold() in labels for label, _ in wish.means):
        return rng.choice(form.wishes)
    return Wish(wish.text, (), wish.text)


def _exchanged(form: Form, wish: Wish, pool: Pool, rng: random.Random) -> Wish:
    """Other words for some of the values, and other entries for some that are named."""
    by_label = {one.label: one for one in form.controls}
    text, means = wish.text, dict(wish.means)
    for label, what in wish.means:
        control = by_label[label]
        if what == EMPTY or rng.random() >= _EXCHANGED or len(_places(text, what)) != 1:
            continue
        if any(what in other for key, other in means.items() if key != label):
            continue
        others = [one for one in control.entries if one != what and not _places(text, one)]
        if control.kind is Kind.FIELD:
            same = pool.get(label.casefold(), ())
            others = [one for one in same if one != what and not _places(text, one)]
        elif what not in control.entries:
            others = []
        if others and wish.more.find(what) < 0:
            new = rng.choice(others)
            start, end = _places(text, what)[0]
            text, means[label] = text[:start] + new + text[end:], new
    return Wish(text, tuple(means.items()), wish.more)


def _places(text: str, words: str) -> list[tuple[int, int]]:
    """Where words stand by themselves."""
    pattern = rf"(?<!\w){re.escape(words)}(?!\w)"
    return [found.span() for found in re.finditer(pattern, text)]


def _sample(form: Form, wish: Wish, rng: random.Random | None) -> Sample:
    means = dict(wish.means)
    turns = rng is not None and not _ABOUT_STATE.search(wish.text)
    found: list[Control] = []
    wanted: list[tuple[int, Control, str]] = []
    if rng is None or rng.random() >= _UNTITLED:
        found.append(Control(Kind.TEXT, form.title))
    more = bool(wish.more)
    for drawn in form.controls:
        if rng is not None and drawn.label in means and rng.random() < _UNSEEN:
            more = True
            continue
        for control, what in _seen(drawn, means.get(drawn.label, ""), turns, rng):
            if what:
                wanted.append((len(found), control, what))
            found.append(control)
    return Sample(wish.text, tuple(found), _all_meant(wish.text, wanted), more)


def _seen(
    drawn: Drawn, what: str, turns: bool, rng: random.Random | None
) -> Iterator[tuple[Control, str]]:
    """The controls that eyes make of it, and what is meant for each."""

    def often(share: float) -> bool:
        return rng is not None and rng.random() < share

    kind, label, holds = drawn.kind, drawn.called, drawn.holds
    if kind is Kind.CHOICE:
        yield from _group(drawn, what, often)
    elif kind is Kind.TEXT:
        if not often(_UNTOLD):
            yield Control(kind, label), ""
    elif kind is Kind.TICK:
        if turns and often(_TURNED):
            holds = OFF if holds == ON else ON
        yield Control(kind, label, holds), what
        if often(_ROW):
            yield Control(Kind.ITEM, label), ""
    elif kind in FILLED:
        if often(_TWICE):
            yield Control(Kind.TEXT, f"{label}:"), ""
        forgotten = what != EMPTY and often(_FORGOTTEN)
        yield Control(kind, label, "" if forgotten else holds), what
    else:
        yield Control(Kind.TEXT if often(_UNKNOWN) else kind, label), what


def _group(
    drawn: Drawn, what: str, often: Callable[[float], bool]
) -> Iterator[tuple[Control, str]]:
    if not often(_UNGROUPED):
        yield Control(Kind.TEXT, drawn.label), ""
    for entry in drawn.entries:
        holds = ON if entry == drawn.holds else OFF
        yield Control(Kind.CHOICE, entry, holds), ON if entry == what else ""
        if often(_ROW):
            yield Control(Kind.ITEM, entry), ""


def _all_meant(text: str, wanted: Sequence[tuple[int, Control, str]]) -> tuple[Meant, ...]:
    """In the order of the form. Longer values are placed first: shorter ones may stand in them."""
    taken: list[tuple[int, int]] = []
    found = [_meant(*one, text, taken) for one in sorted(wanted, key=lambda one: -len(one[2]))]
    return tuple(sorted(found, key=lambda one: one.control))


def _meant(
    number: int, control: Control, what: str, text: str, taken: list[tuple[int, int]]
) -> Meant:
    if what == EMPTY:
        return Meant(number, Deed.EMPTY)
    if control.kind in STATEFUL:
        return Meant(number, Deed.ON if what == ON else Deed.OFF)
    if control.kind not in FILLED:
        return Meant(number, Deed.ON)
    start = text.find(what)
    places = _places(text, what) or [(start, start + len(what))]
    free = [place for place in places if not any(_overlap(place, other) for other in taken)]
    place = (free or places)[0]
    taken.append(place)
    return Meant(number, Deed.VALUE, *place)


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _around(sample: Sample, title: str, other: Form, rng: random.Random) -> Sample:
    """With what is seen besides, before and behind the form. `title`: of its window."""
    labels = {one.label.casefold() for one in sample.form}
    before: list[Control] = []
    if rng.random() < _DESKTOP:
        share = rng.random()
        before = [
            one for one in _AROUND if one.label.casefold() not in labels and rng.random() < share
        ]
        if rng.random() < _TITLED and title.casefold() not in labels:
            before.insert(0, Control(rng.choice(_TITLES), title))
    behind: list[Control] = []
    if rng.random() < _BEHIND:
        some = rng.sample(other.controls, min(len(other.controls), rng.randint(1, 4)))
        behind = [
            control
            for drawn in some
            if drawn.label.casefold() not in labels
            for control, _ in _seen(drawn, "", turns=True, rng=rng)
            if control.label.casefold() not in labels
        ]
    meant = tuple(
        msgspec.structs.replace(one, control=one.control + len(before)) for one in sample.meant
    )
    form = (*before, *sample.form, *behind)
    return Sample(sample.text, form, meant, sample.more)
