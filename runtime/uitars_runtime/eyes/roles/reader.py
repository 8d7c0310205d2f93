"""The trained reader: what role a candidate has, in what state it is, what its icon means.

What it gets to see of each candidate is made in `views.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from uitars_runtime.element import Element, Role
from uitars_runtime.errors import ModelError
from uitars_runtime.eyes.candidates import Candidate, Kind
from uitars_runtime.eyes.network import Network, fingerprint
from uitars_runtime.eyes.roles.agreement import agreed, asked, asking, counted, stated, written
from uitars_runtime.eyes.roles.boxes import with_editors
from uitars_runtime.eyes.roles.chosen import marks_told
from uitars_runtime.eyes.roles.tabs import bars_told
from uitars_runtime.eyes.roles.underlined import fields_on_lines
from uitars_runtime.eyes.roles.views import Views, views_of
from uitars_runtime.eyes.rooms import Room
from uitars_runtime.eyes.scene import Scene
from uitars_runtime.eyes.shapes import Pixels
from uitars_runtime.geometry import holds, intersection_over_union
from uitars_runtime.remembered import Remembered

Answer = tuple[NDArray[np.float32], ...]
"""Roles, states and meanings, of one candidate or of several."""
REMEMBERED = 2048
"""Candidates of which is kept what the network said."""
KNOWN_ICON = 0.2
"""Probability from which the likeliest meaning of an icon is told as its meaning: below it, fewer
than one in five is right on validation."""
LIKELY = 0.05
"""Probability from which a meaning is told as one of several that an icon may have."""
SEVERAL = 4
"""Meanings that are told of one icon at most."""
FAINT = 0.01
"""Probability up to which a meaning is not looked at."""

CHECKED, SELECTED, DISABLED = 0, 1, 3
"""Columns of the states that a tick box has, one of several tabs, and what cannot be used."""
HOLDS = np.array([0.2, 0.3, 0.35, 0.2], np.float32)
"""Probability from which one is checked, selected, focused, disabled: best on validation, the last
on pictures of real programs, which draw it fainter."""
_WEARERS = {
    Role.BUTTON, Role.CHECKBOX, Role.RADIO, Role.COMBO, Role.MENU, Role.MENU_ITEM, Role.TAB,
    Role.ITEM, Role.LINK,
}  # fmt: skip
"""What wears a mark left of its words as a part of itself; beside all else it is an icon."""

CELL, ALL_OF_IT = 2.5, 0.9
"""Height of a cell in that of the control in it, and share of its area that this covers, at most:
of two that are nearly the same neither is a cell."""
_CELLS = {Role.FIELD, Role.SLIDER}
"""What empty cells are taken for ..."""
_IN_CELLS = _CELLS | {Role.COMBO, Role.CHECKBOX, Role.RADIO}
"""... and what stands in them."""


class Reader:
    """Candidates to elements. Keeps what the network said of candidates that look the same."""

    def __init__(self) -> None:
        """ModelError when the model file is missing or was made for other roles."""
        self._network = Network("eyes/reader.onnx")
        self._remembered: Remembered[bytes, Answer] = Remembered(REMEMBERED)
        names = self._network.metadata()
        self._icons = names["icons"].splitlines()
        if names["roles"].splitlines() != list(Role):
            raise ModelError(
                "The reader of the eyes was trained for other roles.", "Train and export it again."
            )

    def read(
        self, scene: Scene, candidates: Sequence[Candidate], rooms: Sequence[Room] = ()
    ) -> list[Element]:
        """The elements of a screen, with boxes whose middle does what they are for, unnamed.
        `rooms`: where there may be fields that only have a line below them."""
        if not candidates:
            return []
        elements = self._judged(scene.pixels, candidates)
        fields = self._on_lines(scene.pixels, rooms, candidates, elements) if rooms else {}
        beside = [
            element
            for element in _clickable(candidates, elements)
            if not any(room.words and room.words.contains(element.box.center) for room in fields)
        ]
        return without_cells(without_twins([*beside, *fields.values()]))

    def forget(self) -> None:
        """What the network said so far."""
        self._remembered.forget()

    def _judged(self, pixels: Pixels, candidates: Sequence[Candidate]) -> list[Element]:
        """An element for each candidate, with the candidate's box and text."""
        roles, states, icons = self._answers(views_of(pixels, candidates))
        roles = agreed(roles, candidates)
        chosen, states[:, SELECTED] = bars_told(pixels, roles, states[:, SELECTED], candidates)
        filled = [bool(held) for held in states[:, CHECKED] > HOLDS[CHECKED]]
        marks, pale = marks_told(pixels, candidates, chosen, filled)
        for row, told in marks.items():
            chosen[row], states[row, CHECKED] = told
            roles[row, list(Role).index(told.role)] = 1.0
        states[pale, DISABLED] = 1.0
        for row in written(candidates, chosen):
            chosen[row] = Role.TEXT
        for row in [*counted(candidates), *asked(roles, candidates, chosen)]:
            chosen[row] = Role.FIELD
        for row in [*asking(roles, candidates, chosen), *stated(candidates, chosen)]:
            chosen[row] = Role.TEXT
        elements: list[Element] = []
        for row, (candidate, role) in enumerate(zip(candidates, chosen, strict=True)):
            checked, selected, focused, disabled = (bool(value) for value in states[row] > HOLDS)
            pictured = role is Role.ICON or (role is Role.BUTTON and not candidate.text)
            meanings = several_meanings(self._icons, icons[row]) if pictured else ()
            elements.append(
                Element(
                    box=candidate.box,
                    role=role,
                    text=candidate.text,
                    checked=checked,
                    selected=selected,
                    focused=focused,
                    disabled=disabled,
                    icon=meanings[0][0] if meanings and meanings[0][1] >= KNOWN_ICON else "",
                    confidence=float(np.clip(roles[row].max(), 0, 1)),
                    meanings=meanings,
                )
            )
        return with_editors(pixels, candidates, elements)

    def _on_lines(
        self,
        pixels: Pixels,
        rooms: Sequence[Room],
        candidates: Sequence[Candidate],
        elements: Sequence[Element],
    ) -> dict[Candidate, Element]:
        """The fields that only have a line below them, by what they are in the rooms."""
        asked = [room.candidate for room in rooms]
        shares, states, _ = self._answers(views_of(pixels, asked, candidates))
        return fields_on_lines(shares, states > HOLDS, rooms, candidates, elements)

    def _answers(self, views: Views) -> Answer:
        """What the network says of all of them, asked only of those that it was not asked yet."""
        keys = [fingerprint(*parts) for parts in zip(*views, strict=True)]
        answers = self._remembered.values(
            keys, lambda new: zip(*self._network.run(*(part[new] for part in views)), strict=True)
        )
        return tuple(np.stack(part) for part in zip(*answers, strict=True))


def _clickable(candidates: Sequence[Candidate], elements: Sequence[Element]) -> list[Element]:
    """The elements that are something, with boxes whose middle does what the element is for."""
    found: list[Element] = []
    worn = {
        candidate.mark
        for candidate, element in zip(candidates, elements, strict=True)
        if element.role in _WEARERS
    }
    unlikely = _unlikely(candidates, elements)
    for row, (candidate, element) in enumerate(zip(candidates, elements, strict=True)):
        ticked = element.role in {Role.CHECKBOX, Role.RADIO}
        if element.role is Role.OTHER or (candidate.apart and not ticked) or row in unlikely:
            continue
        if candidate.kind is Kind.BARE and candidate.box in worn:
            continue
        if ticked and candidate.mark:
            # In lists and on many pages only the mark itself can be clicked, never the words.
            found.append(msgspec.structs.replace(element, box=candidate.mark))
        elif element.role is Role.ICON:
            found.append(msgspec.structs.replace(element, text=""))
        elif candidate.kind is Kind.MARKED and candidate.words and element.role not in _WEARERS:
            found.append(msgspec.structs.replace(element, box=candidate.words))
        else:
            found.append(element)
    return found


def _unlikely(candidates: Sequence[Candidate], elements: Sequence[Element]) -> set[int]:
    """The rows of those that are not what is there: of a mark with its words, and the frame around
    them, the one that is less sure, which is the mark where it is none that is ticked."""
    boxed = {
        (candidate.words, candidate.mark): row
        for row, candidate in enumerate(candidates)
        if candidate.kind is Kind.BOXED
    }
    found: set[int] = set()
    for row, candidate in enumerate(candidates):
        around = boxed.get((candidate.words, candidate.mark))
        if candidate.kind is Kind.MARKED and around is not None:
            surer = elements[row].confidence > elements[around].confidence
            ticked = elements[row].role in {Role.CHECKBOX, Role.RADIO}
            found.add(around if ticked and surer else row)
    return found


def several_meanings(
    names: Sequence[str], shares: NDArray[np.float32]
) -> tuple[tuple[str, float], ...]:
    """What an icon may mean, given a share (n,) for each of n names; some names stand twice."""
    told: dict[str, float] = {}
    for place in np.flatnonzero(shares > FAINT).tolist():
        told[names[place]] = told.get(names[place], 0.0) + float(shares[place])
    likely = sorted(told.items(), key=lambda meaning: -meaning[1])[:SEVERAL]
    return tuple((name, min(share, 1.0)) for name, share in likely if share >= LIKELY)


def without_twins(elements: Sequence[Element]) -> list[Element]:
    """Of elements of one role that nearly cover each other, the surest. Worth 1 of 452 steps on
    pictures, and no right element of 6,110."""
    kept: list[Element] = []
    for element in sorted(elements, key=lambda element: -element.confidence):
        if not any(
            element.role is other.role and intersection_over_union(element.box, other.box) > 0.6
            for other in kept
        ):
            kept.append(element)
    return [element for element in elements if any(element is other for other in kept)]


def without_cells(elements: Sequence[Element]) -> list[Element]:
    """Without empty fields in which another control stands: those are the cells of a table."""
    controls = [element for element in elements if element.role in _IN_CELLS]
    return [
        element
        for element in elements
        if element.role not in _CELLS
        or element.text
        or not any(_is_cell(element, other) for other in controls)
    ]


def _is_cell(element: Element, inner: Element) -> bool:
    cell, box = element.box, inner.box
    begins = box.left - cell.left <= cell.height
    fits = cell.height <= CELL * box.height and box.area <= ALL_OF_IT * cell.area
    ticked = inner.role in {Role.CHECKBOX, Role.RADIO}  # the knob of a slider looks like one
    return holds(cell, box) and begins and fits and not (ticked and element.role is Role.SLIDER)
