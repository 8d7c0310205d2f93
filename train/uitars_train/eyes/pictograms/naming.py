"""The vocabulary of icons, and what any text about an icon means in it.

A text that is a name of it stands for that name above all, any other for the names that lie near
it, by the sentence encoder of the product. Not here: where texts come from (`sources.py`,
`harvested.py`).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.backends.embedded.network.embeddings import spoken
from uitars_runtime.backends.embedded.network.encoder import sentence_encoder
from uitars_train.eyes.pictograms.drawing import Rendered
from uitars_train.eyes.pictograms.sources import spoken as spoken_file
from uitars_train.screens.icon_meanings import CALLED, ICONS

NAMES: Final = 2400
"""Names of the vocabulary at most."""
_JARGON: Final = re.compile(r"^(?:(?:gtk|stock|gnome|novell|kde|mate|xfce|edit|go|object) )+(?=\w)")
"""How themes begin names of what people call by the rest."""
_FILES: Final = re.compile(r"^(?:gnome mime|(?:application|audio|image|text|video) x) ")
"""How themes begin names of kinds of files; no tool goes by one."""
_WORDS: Final = re.compile(r"\D+")
_SOURCES: Final = 2
"""Packages and themes that use a name before it is one of the vocabulary."""
_NEAR: Final = 0.05
"""Difference of cosines by which a name counts e times less for a text."""
_NEAREST: Final = 6
"""Names that a text stands for at most."""
_MEANING, _NAME, _TAGS = 2.0, 1.0, 0.6
"""How much a meaning that our own table knows counts, a name, and all tags together."""
KEPT: Final = 16
"""Names that a drawing stands for at most."""

Targets = tuple[NDArray[np.int32], NDArray[np.float32]]
"""(n, KEPT) names and how much of each; rows add up to one."""


def _meanings() -> Mapping[str, tuple[str, ...]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for meaning, names in ICONS.items():
        for name in (*names.freedesktop, *names.stock, *names.bootstrap, *names.sets):
            found[spoken_file(name)].add(spoken(CALLED.get(meaning, meaning)))
    return {name: tuple(sorted(known)) for name, known in found.items()}


MEANINGS: Final = _meanings()
"""What a drawing's name means, as the table `screens/icon_meanings.txt` has it."""


def vocabulary(drawings: Iterable[Rendered]) -> tuple[str, ...]:
    """All meanings of the table, then what most packages and themes have a drawing for."""
    used: defaultdict[str, set[str]] = defaultdict(set)
    count: Counter[str] = Counter()
    for drawing in drawings:
        for name in map(_plain, drawing.names):
            if name.count(" ") < 3 and len(name) > 2 and _WORDS.fullmatch(name):
                used[name].add(drawing.source)
                count[name] += 1
    first = tuple(sorted({spoken(CALLED.get(meaning, meaning)) for meaning in ICONS}))
    others = [name for name in used if len(used[name]) >= _SOURCES and name not in first]
    others.sort(key=lambda name: (-len(used[name]), -count[name], name))
    return first + tuple(others[: NAMES - len(first)])


class Texts:
    """Texts as shares of names."""

    def __init__(self, names: Sequence[str], texts: Iterable[str]) -> None:
        encoder = sentence_encoder()
        self._known = list(dict.fromkeys(texts))
        self.row = {text: row for row, text in enumerate(self._known)}
        of_names = np.asarray(encoder.vectors(list(names)), np.float32)
        most = min(_NEAREST, len(names))
        self.nearest = np.zeros((len(self._known), most), np.int32)
        self.shares = np.zeros((len(self._known), most), np.float32)
        for start in range(0, len(self._known), 512):
            part = slice(start, start + 512)
            alike = encoder.vectors(self._known[part]) @ of_names.T
            best = np.argsort(-alike, axis=1)[:, :most]
            near = np.take_along_axis(alike, best, 1)
            share = np.exp((near - near[:, :1]) / _NEAR)
            self.nearest[part] = best
            # A text that is near to nothing says little.
            sure = np.clip((near[:, :1] - 0.2) / 0.5, 0.05, 1)
            self.shares[part] = sure * share / share.sum(1, keepdims=True)

    def targets(self, texts: Sequence[Sequence[tuple[str, float]]]) -> Targets:
        """What each of n pictures stands for, given its texts with weights."""
        names = np.zeros((len(texts), KEPT), np.int32)
        shares = np.zeros((len(texts), KEPT), np.float32)
        for row, told in enumerate(texts):
            found: defaultdict[int, float] = defaultdict(float)
            for text, weight in told:
                at = self.row[text]
                for name, share in zip(self.nearest[at], self.shares[at], strict=True):
                    found[int(name)] += weight * float(share)
            best = sorted(found.items(), key=lambda one: -one[1])[:KEPT]
            whole = sum(share for _, share in best) or 1.0
            for column, (name, share) in enumerate(best):
                names[row, column], shares[row, column] = name, share / whole
        return names, shares


def _plain(name: str) -> str:
    """A drawing's name as people say it; empty for kinds of files."""
    return "" if _FILES.match(name) else _JARGON.sub("", name)


def told(drawing: Rendered, known: Mapping[str, int]) -> list[tuple[str, float]]:
    """The texts about a drawing with their weights; `known`: how often each tag is used."""
    meant = dict.fromkeys(meaning for name in drawing.names for meaning in MEANINGS.get(name, ()))
    texts = [(meaning, _MEANING / len(meant)) for meaning in meant]
    names = tuple(dict.fromkeys(plain for name in drawing.names if (plain := _plain(name))))[:5]
    texts += [(name, _NAME / len(names)) for name in names]
    tags = [tag for tag in drawing.tags if known.get(tag, 0) > 5][:8]
    texts += [(tag, _TAGS / len(tags)) for tag in tags]
    return texts
