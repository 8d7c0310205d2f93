"""What the network reads of a situation, as numbers."""

from __future__ import annotations

from functools import cache

from uitars_runtime.backends.embedded.network.affinity import Affinity
from uitars_runtime.backends.embedded.network.encoder import SentenceEncoder
from uitars_runtime.backends.embedded.network.features import Features, featurise
from uitars_runtime.backends.embedded.situation import Situation


@cache
def encoder() -> SentenceEncoder:
    """The one of the package, for all tests of a process."""
    return SentenceEncoder()


def numbers_of(situation: Situation) -> Features:
    return featurise(situation, Affinity(situation, encoder()))
