"""Two decoders, of which the request says which decides: the one for all, or the specialist that
learned on from another start to change texts and knows less of anything else.

A linear classifier on the sentence encoder's vector of the request, as a mixture of experts routes
a token (Shazeer et al. 2017, arXiv 1701.06538), but once for a whole task. What both learned at
once each does less well (`train/README.md`, "Editing in ordinary words"). A form is filled by the
one for all: of 121 sentences on screens of forms that are worded like changes of a text it takes
96 first steps rightly, the specialist 80 (22 of programs held out: 16 and 13). Not here: what is
learned (`uitars_train/encoder/routing.py`), the search (`decoder.py`).
"""

from __future__ import annotations

import io
from functools import cached_property
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from uitars_runtime.backends.embedded.network.affinity import ENCODED, Encoder
from uitars_runtime.backends.embedded.network.decoder import WIDTH_OF_SEARCH, Decided, Decoder
from uitars_runtime.backends.embedded.network.reranker import Reranker
from uitars_runtime.backends.embedded.situation import (
    Situation,
    Span,
    called,
    span_text,
)
from uitars_runtime.element import Role
from uitars_runtime.errors import ModelError
from uitars_runtime.protocols import Stop
from uitars_runtime.shipped import MODELS, shipped

SPECIALIST: Final = "editing"
"""Its folder among the models of the package."""
FILE: Final = "routing.npy"
"""(ENCODED + 1,) of float32: weights of the vector, and the log-odds where all of it is 0."""

_LINE: Final = 60
"""Pixels up to which a field has one line."""
_EDITORS: Final = frozenset({"file", "edit"})
"""Menus of every program that texts are written with."""


class Router:
    """Says of requests whether they are for changing a text."""

    def __init__(self, encoder: Encoder) -> None:
        """Raises `ModelError` where its file is missing or not the one that was shipped."""
        weights = np.load(io.BytesIO(shipped(f"{SPECIALIST}/{FILE}")), allow_pickle=False)
        if weights.shape != (ENCODED + 1,):
            raise ModelError(
                f"{SPECIALIST}/{FILE} is for vectors of {len(weights) - 1} numbers, not {ENCODED}.",
                "Use the file that came with the package.",
            )
        self._weights: NDArray[np.float32] = weights
        self._encoder = encoder

    def edits(self, situation: Situation) -> bool:
        """Whether what is asked is more likely for changing a text than not, where there may be
        one: what a form holds is changed by filling it."""
        if _is_form(situation):
            return False
        asked = span_text(situation.task, situation.words, Span(0, situation.asked - 1))
        (vector,) = self._encoder.vectors([asked])
        return float(vector @ self._weights[:-1] + self._weights[-1]) > 0.0


def _is_form(situation: Situation) -> bool:
    """Whether there are several fields of one line, none of more, and no menus of an editor."""
    heights = [one.box.height for one in situation.elements if one.role is Role.FIELD]
    names = {called(one).casefold() for one in situation.elements}
    return len(heights) > 1 and max(heights) <= _LINE and not names & _EDITORS


class RoutedDecoder(Decoder):
    """A decoder that leaves requests for changing a text to the specialist."""

    def __init__(self, folder: Path, encoder: Encoder, reranker: Reranker | None = None) -> None:
        """As of a decoder; the specialist is loaded with the first request that is for it."""
        super().__init__(folder, encoder, reranker)
        self._router = Router(encoder)

    def decide(
        self, situation: Situation, stop: Stop | None = None, width: int = WIDTH_OF_SEARCH
    ) -> Decided:
        """As of a decoder, by the one whose request it is."""
        if self._router.edits(situation):
            decided = self._specialist.decide(situation, stop, width)
            return msgspec.structs.replace(decided, edits=True)
        return super().decide(situation, stop, width)

    def draw(
        self,
        situation: Situation,
        temperature: float,
        chance: Generator,
        stop: Stop | None = None,
    ) -> Decided:
        """As of a decoder, by the one whose request it is."""
        if self._router.edits(situation):
            drawn = self._specialist.draw(situation, temperature, chance, stop)
            return msgspec.structs.replace(drawn, edits=True)
        return super().draw(situation, temperature, chance, stop)

    @cached_property
    def _specialist(self) -> Decoder:
        return Decoder(MODELS / SPECIALIST, self._encoder, self._reranker)
