"""Forms and what people ask to be done with them, as they were written by hand.

`train/instructions/forms` holds them, one file an author; its README says how a form is written.
Not here: what is learned from them (`samples.py`, `training.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from uitars_runtime.errors import UsageError
from uitars_runtime.forms.form import FILLED, OFF, ON, Kind
from uitars_train.forms import seen
from uitars_train.forms.seen import Views
from uitars_train.instructions import reading

FOLDER: Final = reading.FOLDER / "forms"
EMPTY: Final = "(empty)"
PRESS: Final = "press"
MORE: Final = "other"
_LONG: Final = ("comment", "message", "remark", "note", "description", "reason")
_SECRET: Final = ("password", "passphrase", "pin")
_LINE: Final = re.compile(rf"(?P<kind>{'|'.join(Kind)}):\s*(?P<rest>.*)")
_SIGN: Final = r"[^()|]|\([^()]*\)"
"""Of an entry, which may have parentheses of its own."""
_CONTROL: Final = re.compile(
    r"(?P<label>.*?)\s*(?:\[(?P<holds>[^\]]*)\])?\s*"
    rf"(?:\((?P<entries>(?:{_SIGN})*(?:\|(?:{_SIGN})*)+)\))?$"
)


class Drawn(msgspec.Struct, frozen=True):
    """A control as it was written."""

    kind: Kind
    label: str
    holds: str = ""
    entries: tuple[str, ...] = ()

    @property
    def is_long(self) -> bool:
        """Whether several lines may be written there."""
        return any(word in self.label.casefold() for word in _LONG)

    @property
    def is_secret(self) -> bool:
        """Whether dots are shown for what it holds."""
        return any(word in self.label.casefold() for word in _SECRET)


class Wish(msgspec.Struct, frozen=True):
    """What somebody asks for, and what it means by the labels of the form."""

    text: str
    means: tuple[tuple[str, str], ...]
    more: str = ""
    """Words that ask for something besides."""


class Form(msgspec.Struct, frozen=True):
    """A window, and what is asked for in it."""

    title: str
    controls: tuple[Drawn, ...]
    """From top to bottom, the words between them, too."""
    wishes: tuple[Wish, ...]
    views: Views = ()
    """What eyes made of it."""


def read(folder: Path = FOLDER) -> dict[str, list[Form]]:
    """All forms by author. Raises `UsageError` for a line that does not fit."""
    return {path.stem: list(_with_views(path)) for path in reading.files_of([folder], ".txt")}


def _with_views(path: Path) -> Iterator[Form]:
    forms, views = [*_read(path)], seen.read(path.with_suffix(seen.SUFFIX))
    if views and len(views) != len(forms):
        raise UsageError(
            f"{path} has {len(forms)} forms, and {len(views)} of them were looked at.",
            "`python -m uitars_train.forms.views` looks again.",
        )
    for place, form in enumerate(forms):
        yield msgspec.structs.replace(form, views=views[place] if views else ())


def _read(path: Path) -> Iterator[Form]:
    title, controls, wishes = "", list[Drawn](), list[Wish]()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        said = line.strip()
        try:
            if said.startswith("= "):
                if wishes:
                    yield Form(title, tuple(controls), tuple(wishes))
                title, controls, wishes = said[2:], [], []
            elif said.startswith("> "):
                wishes.append(Wish(said[2:].strip(), ()))
            elif wishes and said:
                wishes[-1] = _with(wishes[-1], said, controls)
            elif said:
                controls.append(_drawn(said))
        except ValueError as error:
            raise UsageError(
                f"{path}:{number} does not fit: {error}.", "See the README beside it."
            ) from error
    if wishes:
        yield Form(title, tuple(controls), tuple(wishes))


def _drawn(line: str) -> Drawn:
    found = _LINE.fullmatch(line)
    told = found and _CONTROL.fullmatch(found["rest"])
    if found is None or told is None:
        raise ValueError("no control is told so")
    entries = tuple(one.strip() for one in (told["entries"] or "").split("|") if one.strip())
    return Drawn(Kind(found["kind"]), told["label"].strip(), told["holds"] or "", entries)


def _with(wish: Wish, line: str, controls: list[Drawn]) -> Wish:
    label, what = (one.strip() for one in line.split(" = ", 1)) if " = " in line else (line, "")
    if label == MORE:
        return msgspec.structs.replace(wish, more=what)
    control = next((one for one in controls if one.label == label), None)
    if control is None:
        raise ValueError(f"there is no “{label}”")
    if control.kind in FILLED:
        fits = what == EMPTY or what in wish.text
    elif control.kind is Kind.TICK:
        fits = what in (ON, OFF)
    elif control.kind is Kind.CHOICE:
        fits = what in control.entries
    else:
        fits = what == PRESS
    if not fits or not what:
        raise ValueError(f"“{what}” cannot be meant for “{label}”")
    return msgspec.structs.replace(wish, means=(*wish.means, (label, what)))
