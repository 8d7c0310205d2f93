"""The network: a situation in, a decision out, through one ONNX graph with a cache.

The graph reads the whole prefix in one call, and then says one more token of every line of the
search a call: all lines share one cache, and each sees of it the prefix and what it said itself.
Its weights have four bits and its activations eight; `graph.py` proves that here.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from uitars_runtime.backends.embedded.network.affinity import Encoder, Floats
from uitars_runtime.backends.embedded.network.embeddings import BUCKETS
from uitars_runtime.backends.embedded.network.features import (
    CLASSES,
    GRAMS,
    NUMBERS,
    SKETCHES,
    Features,
    featurise,
)
from uitars_runtime.backends.embedded.network.grammar import FIXED, Grammar
from uitars_runtime.backends.embedded.network.graph import (
    HIDDEN,
    Cache,
    eight_bit_activations,
    empty_cache,
    open_weights,
    output_names,
)
from uitars_runtime.backends.embedded.network.history import is_refused, is_vain, to_one_end
from uitars_runtime.backends.embedded.network.layout import RELATIONS
from uitars_runtime.backends.embedded.network.reranker import LIKELY, Pointing, Reranker
from uitars_runtime.backends.embedded.network.vocabulary import (
    BEGIN,
    POINTER,
    ROW,
    SPOKEN_ROW,
    TOKENS,
    Act,
)
from uitars_runtime.backends.embedded.situation import Decision, Situation, Span
from uitars_runtime.errors import ModelError, Stopped
from uitars_runtime.protocols import Stop

FILE: Final = "decoder.onnx"
_OUTPUTS: Final = ("state", "answers")
"""What the graph gives besides its cache."""

_NOTHING_READ: Final[Mapping[str, NDArray[Any]]] = {
    "sketches": np.zeros((0, SKETCHES), np.float32),
    "classes": np.zeros((0, CLASSES), np.int64),
    "grams": np.zeros((0, GRAMS), np.int64),
    "numbers": np.zeros((0, NUMBERS), np.float32),
}
_NOTHING_SAID: Final = np.zeros(0, np.int64)

WIDTH_OF_SEARCH: Final = 5
"""How many outputs are followed side by side."""
OTHER_WAY: Final = 0.2
"""Share of the probability that another way than a refused one must have to be taken."""
_DRAWS: Final = 5
"""Outputs drawn for one step before the likeliest other one is taken."""
_NEGLIGIBLE: Final = 0.01
"""A token less likely than this is not followed."""


def fingerprint() -> str:
    """Changes whenever weights trained before would no longer fit this code."""
    layout = (*_OUTPUTS, *output_names(1), "hidden")
    parts = (*TOKENS, SKETCHES, BUCKETS, CLASSES, GRAMS, NUMBERS, RELATIONS, *layout)
    return f"{zlib.crc32(' '.join(map(str, parts)).encode()):08x}"


class Decided(msgspec.Struct, frozen=True):
    """A decision and what it cost in tokens."""

    decision: Decision
    read: int
    said: int
    confidence: float
    """Probability of the decision and of what comes to the same, among those that were weighed."""
    others: tuple[Decision, ...] = ()
    """The other steps that were weighed, the likeliest first."""
    edits: bool = False
    """Whether the specialist for changing texts decided (`routing.py`)."""


class _Line(msgspec.Struct, frozen=True):
    """One way to go on: what was said, how likely that is, and where the cache holds all of it but
    the last."""

    said: tuple[int, ...] = ()
    odds: float = 1.0
    seen: tuple[int, ...] = ()
    complete: bool = False

    @property
    def last(self) -> int | None:
        """What was said last."""
        return self.said[-1] if self.said else None


class Decoder:
    """The loaded graph. One call at a time."""

    def __init__(self, folder: Path, encoder: Encoder, reranker: Reranker | None = None) -> None:
        """Loads `decoder.onnx` and proves its numerics (some milliseconds).

        `encoder`: how near an element is in meaning counts as well. `reranker`: compares the
        likeliest elements where that leaves doubt.

        Raises `ModelError` where it is missing, does not fit, or is computed wrongly here.
        """
        self._encoder = encoder
        self._reranker = reranker
        self._session = open_weights(folder / FILE)
        facts: dict[str, str] = dict(self._session.get_modelmeta().custom_metadata_map)
        if facts.get("fingerprint") != fingerprint():
            raise ModelError(
                f"The weights in {folder} were trained for other features than this version's.",
                "Use the weights that came with the package, or train again.",
            )
        self._width = int(facts["width"])
        layers, heads = int(facts["layers"]), int(facts["heads"])
        self._start = empty_cache(layers, heads, self._width // heads)
        self._outputs = (*_OUTPUTS, *output_names(layers))
        self.precision = facts["precision"]
        self.rounds = self.precision == "w4a8" and eight_bit_activations(folder)
        """Whether activations have eight bits here, as proved at this load (`graph.py`)."""

    def decide(
        self, situation: Situation, stop: Stop | None = None, width: int = WIDTH_OF_SEARCH
    ) -> Decided:
        """The step to take. The `width` likeliest outputs are followed to their ends; those that
        mean the same step, whatever part of the task they name, vote together.

        What was twice done in vain or was refused is not done again: without a likely other way the
        task cannot be done.
        Raises `Stopped` between two tokens.
        """
        features, pointing = self._seen(situation)
        grammar = Grammar(situation)
        lines, said = _Search(self.read(features), grammar, pointing).likeliest(width, stop)
        found = [(grammar.decision(line.said), line.odds) for line in lines]
        allowed = [pair for pair in found if not is_refused(pair[0], situation)]
        share = sum(odds for _, odds in allowed) / sum(odds for _, odds in found)
        if len(allowed) < len(found) and share < OTHER_WAY:
            return Decided(Decision(Act.FAIL), len(features.sketches), said, 1.0 - share)
        useful = [pair for pair in allowed if not is_vain(pair[0], situation)]
        if not useful:
            return Decided(Decision(Act.FAIL), len(features.sketches), said, 1.0)
        ways, shares = zip(*_voted(useful), strict=True)
        confidence = float(np.dot(shares, [to_one_end(ways[0], way, situation) for way in ways]))
        return Decided(ways[0], len(features.sketches), said, confidence, ways[1:])

    def draw(
        self,
        situation: Situation,
        temperature: float,
        chance: np.random.Generator,
        stop: Stop | None = None,
    ) -> Decided:
        """A step drawn token by token from what may be said, where `decide` takes the likeliest.

        What was twice done in vain or was refused is drawn again; where nothing else comes, it is
        decided. Raises `Stopped` between two tokens.
        """
        features, pointing = self._seen(situation)
        grammar = Grammar(situation)
        search = _Search(self.read(features), grammar, pointing)
        said = 0
        for _ in range(_DRAWS):
            line = search.drawn(temperature, chance, stop)
            said += len(line.said)
            decision = grammar.decision(line.said)
            if not is_refused(decision, situation) and not is_vain(decision, situation):
                return Decided(decision, len(features.sketches), said, line.odds)
        return self.decide(situation, stop)

    def meant(self, situation: Situation, served: Span | None) -> Floats:
        """(elements,): how much speaks for each, whatever the network finds (`Pointing.meant`)."""
        return self._pointing(situation).meant(served)

    def features(self, situation: Situation) -> Features:
        return self._seen(situation)[0]

    def _seen(self, situation: Situation) -> tuple[Features, Pointing]:
        """What is read of a situation, and what can be pointed at in it."""
        pointing = self._pointing(situation)
        return featurise(situation, pointing.affinity, pointing.layout), pointing

    def _pointing(self, situation: Situation) -> Pointing:
        return Pointing(situation, self._encoder, self._reranker)

    def read(self, features: Features) -> Prefix:
        """The prefix through the graph."""
        result = self._session.run(
            self._outputs,
            {
                "sketches": features.sketches,
                "classes": features.classes.astype(np.int64),
                "grams": features.grams.astype(np.int64),
                "numbers": features.numbers,
                "said": _NOTHING_SAID,
                "pointed": np.zeros((0, self._width), np.float32),
                "match": features.match,
                "relation": features.relation.astype(np.int64),
                "hidden": np.zeros_like(features.match),
                **self._start.inputs(),
            },
        )
        return Prefix(self._session, features, self._outputs, result)


class _Search:
    """What may be said of one situation, token by token: outputs that grow to their ends."""

    def __init__(self, prefix: Prefix, grammar: Grammar, pointing: Pointing) -> None:
        self._prefix = prefix
        self._grammar = grammar
        self._pointing = pointing

    def likeliest(self, width: int, stop: Stop | None) -> tuple[list[_Line], int]:
        """The `width` likeliest outputs that were followed, and how many tokens that took."""
        lines, cache = [_Line()], self._prefix.cache
        said = 0
        while not all(line.complete for line in lines):
            _end_if(stop)
            said += sum(not line.complete for line in lines)
            grown, cache = self._grow(lines, cache, width)
            lines = sorted(grown, key=lambda line: -line.odds)[:width]
        return lines, said

    def drawn(self, temperature: float, chance: np.random.Generator, stop: Stop | None) -> _Line:
        """One output, drawn to its end."""
        line, cache = _Line(), self._prefix.cache
        while (legal := self._grammar.legal(line.said)).any():
            _end_if(stop)
            answers, cache = self._prefix.say([Uttered(line.last)], cache)
            logits = self._scored(answers[0], legal, line) / np.float32(temperature)
            # Of 64 bits: the generator wants a sum that is 1 to the last digits.
            odds = _softmax(logits).astype(np.float64)
            token = int(chance.choice(len(odds), p=odds / odds.sum()))
            line = _Line((*line.said, token), line.odds * float(odds[token]))
        return line

    def _grow(self, lines: Sequence[_Line], cache: Cache, width: int) -> tuple[list[_Line], Cache]:
        """The likeliest continuations of every line by one token, in one call of the graph, and the
        cache with the last token of each."""
        grown: list[_Line] = []
        legal = [self._grammar.legal(line.said) for line in lines]
        alive = [at for at, line in enumerate(lines) if not line.complete and legal[at].any()]
        grown += [
            msgspec.structs.replace(line, complete=True)
            for at, line in enumerate(lines)
            if at not in alive
        ]
        if not alive:
            return grown, cache
        said = [Uttered(lines[at].last, lines[at].seen) for at in alive]
        answers, after = self._prefix.say(said, cache)
        likely = LIKELY * max(lines[at].odds for at in alive)
        for row, (at, logits) in enumerate(zip(alive, answers, strict=True)):
            line = lines[at]
            odds = _softmax(self._scored(logits, legal[at], line, compared=line.odds >= likely))
            best = np.argsort(-odds)[:width]
            seen = (*line.seen, cache.tokens + row)
            grown += [
                _Line((*line.said, int(token)), line.odds * float(odds[token]), seen)
                # The likeliest one always: among very many alike, each may be negligible.
                for token in best
                if odds[token] > _NEGLIGIBLE or token == best[0]
            ]
        return grown, after

    def _scored(
        self, logits: Floats, legal: NDArray[np.bool_], line: _Line, *, compared: bool = True
    ) -> Floats:
        """What may be said next: the network's scores, and where elements are pointed at, what else
        counts for that."""
        if self._grammar.points(legal):
            first = self._grammar.first_element
            compared = compared and not self._grammar.ends_drag(line.said)
            served = self._grammar.served(line.said)
            logits[first:] = self._pointing.log_odds(logits[first:], served, compared=compared)
        return np.where(legal, logits, -np.inf)


def _end_if(stop: Stop | None) -> None:
    if stop is not None and stop.is_set():
        raise Stopped


def _voted(found: list[tuple[Decision, float]]) -> list[tuple[Decision, float]]:
    """Every step with its share of the probability, the likeliest first, each with the part of the
    task that its likeliest line names."""
    lines: dict[Decision, Decision] = {}
    votes: dict[Decision, float] = {}
    for decision, odds in found:
        step = msgspec.structs.replace(decision, serves=None)
        # Lines are sorted: the first of a step is its likeliest one.
        lines.setdefault(step, decision)
        votes[step] = votes.get(step, 0.0) + odds
    total = sum(votes.values())
    ranked = sorted(votes, key=lambda step: -votes[step])
    return [(lines[step], votes[step] / total) for step in ranked]


class Uttered(NamedTuple):
    """The last token of a line, and where the cache holds those before it."""

    last: int | None
    """None: nothing was said yet."""
    seen: tuple[int, ...] | None = None
    """None: all that it holds."""


class Prefix:
    """The prefix as read: its states, what pointers aim at, and the cache after it."""

    def __init__(
        self, session: Any, features: Features, outputs: Sequence[str], result: list[Any]
    ) -> None:
        self._session = session
        self._features = features
        self._outputs = outputs
        state, answers, *cache = result
        self._state: Floats = state
        aimed = answers[:, -state.shape[1] :]
        steps = slice(features.words, features.words + features.steps)
        pointable = np.delete(aimed, steps, axis=0)
        self._aimed: Floats = pointable.T / np.float32(state.shape[1] ** 0.5)
        self.cache = Cache(tuple(cache))

    def say(self, uttered: Sequence[Uttered], cache: Cache) -> tuple[Floats, Cache]:
        """Logits of the next token (the fixed ones, the words, the elements) after each of several
        tokens, which do not see one another, and the cache that holds them as well."""
        past, lines = cache.tokens, len(uttered)
        rows = np.empty(lines, np.int64)
        pointed = np.zeros((lines, self._state.shape[1]), np.float32)
        match = np.zeros((lines, past + lines), np.float32)
        relation = np.zeros((lines, past + lines), np.int64)
        hidden = np.full((lines, past + lines), HIDDEN, np.float32)
        count = len(self._features.sketches)
        hidden[:, :count] = 0.0
        for line, (last, seen) in enumerate(uttered):
            hidden[line, slice(past) if seen is None else list(seen)] = 0.0
            hidden[line, past + line] = 0.0
            if last is None or last < FIXED:
                rows[line] = ROW[BEGIN] if last is None else SPOKEN_ROW[last]
                continue
            rows[line] = ROW[POINTER]
            at = self._row(last)
            pointed[line] = self._state[at]
            match[line, :count] = self._features.match[at]
            relation[line, :count] = self._features.relation[at]
        _, answers, *grown = self._session.run(
            self._outputs,
            {
                **_NOTHING_READ,
                "said": rows,
                "pointed": pointed,
                "match": match,
                "relation": relation,
                "hidden": hidden,
                **cache.inputs(),
            },
        )
        fixed, query = np.split(answers[:, : -pointed.shape[1]], [FIXED], axis=1)
        return np.concatenate([fixed, query @ self._aimed], axis=1), Cache(tuple(grown))

    def _row(self, token: int) -> int:
        """The prefix row of a word or an element; steps are never pointed at."""
        index = token - FIXED
        return index if index < self._features.words else index + self._features.steps


def _softmax(logits: Floats) -> Floats:
    odds: Floats = np.exp(logits - logits.max())
    total = odds.sum()
    return np.asarray(odds / total, np.float32)
