"""Vectors of texts travel with a step: the server has them of the sentence encoder, the learner of
the step. Each is computed once, and both sides read the same numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.backends.embedded.network.affinity import Encoder

Meanings = Mapping[str, bytes]
"""By text its vector, as the bytes of 32-bit floats."""
_KIND: Final = np.dtype("<f4")


class Noting:
    """An encoder that notes what it says. Implements `Encoder`."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self.said: dict[str, bytes] = {}

    def vectors(self, texts: Sequence[str], /) -> NDArray[np.float32]:
        found = self._encoder.vectors(texts)
        self.said.update(
            (text, vector.astype(_KIND).tobytes())
            for text, vector in zip(texts, found, strict=True)
            if text not in self.said
        )
        return found


class Noted:
    """What was noted, before an encoder is asked for the rest. Implements `Encoder`."""

    def __init__(self, said: Meanings, encoder: Encoder) -> None:
        self._said = said
        self._encoder = encoder

    def vectors(self, texts: Sequence[str], /) -> NDArray[np.float32]:
        known = [self._said.get(text) for text in texts]
        return np.stack(
            [
                self._encoder.vectors([text])[0]
                if vector is None
                else np.frombuffer(vector, _KIND).astype(np.float32)
                for text, vector in zip(texts, known, strict=True)
            ]
        )
