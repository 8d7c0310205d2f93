"""The trained reader: what role a candidate has, in what state it is, what its icon means."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from uitars_runtime.element import Element, Role
from uitars_runtime.errors import ModelError
from uitars_runtime.eyes.candidates import Candidate, Kind
from uitars_runtime.eyes.network import Network
from uitars_runtime.eyes.roles.agreement import agreed, counted, written
from uitars_runtime.eyes.roles.boxes import ticks_told, with_editors
from uitars_runtime.eyes.roles.tabs import bars_told
from uitars_runtime.eyes.roles.views import Views, views_of
from uitars_runtime.eyes.scene import Scene
from uitars_runtime.eyes.shapes import Pixels
from uitars_runtime.geometry import intersection_over_union
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

CHECKED, SELECTED = 0, 1
"""Columns of the states that a tick box has, and one of several tabs."""
HOLDS = np.array([0.2, 0.3, 0.35, 0.2], np.float32)
"""Probability from which one is checked, selected, focused, disabled: best on validation, the last
on pictures of real programs, which draw it fainter."""


_WEARERS = frozenset(
    {
        *(Role.BUTTON, Role.CHECKBOX, Role.RADIO, Role.COMBO, Role.MENU, Role.MENU_ITEM),
        *(Role.TAB, Role.ITEM, Role.LINK),
    }
)
"""What wears a mark left of its words as a part of itself; beside all else it is an icon."""


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

    def read(self, scene: Scene, candidates: Sequence[Candidate]) -> list[Element]:
        """The elements of a screen, with boxes whose middle does what they are for, unnamed."""
        if not candidates:
            return []
        elements = self._judged(scene.pixels, candidates)
        return without_twins(_clickable(candidates, elements))

    def forget(self) -> None:
        """What the network said so far."""
        self._remembered.forget()

    def _judged(self, pixels: Pixels, candidates: Sequence[Candidate]) -> list[Element]:
        """An element for each candidate, with the candidate's box and text."""
        roles, states, icons = self._answers(views_of(pixels, candidates))
        roles = agreed(roles, candidates)
        chosen, states[:, SELECTED] = bars_told(pixels, roles, states[:, SELECTED], candidates)
        for row, checked in ticks_told(pixels, candidates, chosen).items():
            chosen[row], states[row, CHECKED] = Role.CHECKBOX, checked
        for row in written(candidates, chosen):
            chosen[row] = Role.TEXT
        for row in counted(candidates):
            chosen[row] = Role.FIELD
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

    def _answers(self, views: Views) -> Answer:
        """What the network says of all of them, asked only of those that it was not asked yet."""
        keys = [_key(parts) for parts in zip(*views, strict=True)]
        answers = self._remembered.values(
            keys, lambda new: zip(*self._network.run(*(part[new] for part in views)), strict=True)
        )
        return tuple(np.stack(part) for part in zip(*answers, strict=True))


def _key(parts: Sequence[NDArray[np.generic]]) -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(np.ascontiguousarray(part).data)
    return digest.digest()


def _clickable(candidates: Sequence[Candidate], elements: Sequence[Element]) -> list[Element]:
    """The elements that are something, with boxes whose middle does what the element is for."""
    found: list[Element] = []
    worn = {
        candidate.mark
        for candidate, element in zip(candidates, elements, strict=True)
        if element.role in _WEARERS
    }
    for candidate, element in zip(candidates, elements, strict=True):
        ticked = element.role in {Role.CHECKBOX, Role.RADIO}
        if element.role is Role.OTHER or (candidate.apart and not ticked):
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
    """Of elements of one role that nearly cover each other, the surest."""
    kept: list[Element] = []
    for element in sorted(elements, key=lambda element: -element.confidence):
        if not any(
            element.role is other.role and intersection_over_union(element.box, other.box) > 0.6
            for other in kept
        ):
            kept.append(element)
    return [element for element in elements if any(element is other for other in kept)]
