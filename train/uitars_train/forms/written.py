"""Forms and what people ask to be done with them, as they were written by hand.

`train/instructions/forms` holds them, one file an author; its README says how a form is written.
Not here: what is learned from them (`samples.py`, `training.py`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
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
_LONG: Final = re.compile(r"comment|message|remark|note|description|reason", re.IGNORECASE)
_SECRET: Final = re.compile(r"password|passphrase|\bpin\b", re.IGNORECASE)
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
    def called(self) -> str:
        """Its label without the signs that lead over to it, as eyes name it."""
        return self.label.rstrip(" :*")

    @property
    def shown(self) -> tuple[str, ...]:
        """What can be chosen, with what it holds."""
        held = self.holds in self.entries or not self.holds
        return self.entries if held else (self.holds, *self.entries)

    @property
    def is_long(self) -> bool:
        """Whether several lines may be written there."""
        return _LONG.search(self.label) is not None

    @property
    def is_secret(self) -> bool:
        """Whether dots may be shown for what it holds."""
        return _SECRET.search(self.label) is not None


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


def read(folder: Path = FOLDER, *, views: bool = True) -> dict[str, list[Form]]:
    """All forms by author; `views`: with what eyes made of them. Raises `UsageError` for a line
    that does not fit, and for views of other forms."""
    found = {path: [*_read(path)] for path in reading.files_of([folder], ".txt")}
    if views:
        found = {path: [*_with_views(path, forms)] for path, forms in found.items()}
    return {path.stem: forms for path, forms in found.items()}


def digest(forms: Sequence[Form]) -> str:
    """Of what is drawn of forms: their titles and controls, and not what is asked for."""
    drawn = msgspec.json.encode([(form.title, form.controls) for form in forms])
    return hashlib.blake2b(drawn, digest_size=16).hexdigest()


def _with_views(path: Path, forms: Sequence[Form]) -> Iterator[Form]:
    views = seen.read(path.with_suffix(seen.SUFFIX), digest(forms))
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
    called = [one for one in controls if one.label == label]
    worked = [one for one in called if one.kind is not Kind.TEXT]
    if not called:
        raise ValueError(f"there is no “{label}”")
    if len(worked) > 1 or any(label == other for other, _ in wish.means):
        raise ValueError(f"“{label}” is there twice")
    control = (worked or called)[0]
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
