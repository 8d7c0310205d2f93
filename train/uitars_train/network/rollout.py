"""The model at work in the symbolic desktop: whole tasks, judged by what they did to the world,
and single steps beside the expert's, decoded as in the product.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from uitars_runtime.backends.embedded.backend import open_decoder
from uitars_runtime.backends.embedded.network.grammar import key_of
from uitars_runtime.backends.embedded.network.vocabulary import SPOKEN_ID, Act
from uitars_runtime.backends.embedded.rules import RULES, Rule
from uitars_runtime.backends.embedded.situation import Decision, Situation
from uitars_train.data.episodes import STEPS_MAX, Player, episodes, player_of
from uitars_train.data.sample import SEEN, UNSEEN, Sample, Target, Variety, untagged
from uitars_train.evaluate.intervals import Counts, counted
from uitars_train.tasks.goals import Unreachable, Wish

Decide = Callable[[Situation], Decision]

SETS = {
    "seen": SEEN,
    "unseen wordings": Variety(held_wordings=True),
    "unseen labels": Variety(held_labels=True),
    "both unseen": UNSEEN,
}
STEPS_SEED = 999_983
"""Of the episodes whose steps judge a model."""
_TASKS_SEED = 424_243


class Rolled(msgspec.Struct, frozen=True):
    """How one task went."""

    done: bool
    kinds: tuple[str, ...]


def rollout(
    rng: random.Random, variety: Variety, decide: Decide, rules: Sequence[Rule] = RULES
) -> Rolled | None:
    """One task; None where it is out of reach from the start. Done means that every part was done
    when the model said so, or that it asked a person about something that is not there."""
    player = player_of(rng, variety)
    if player is None:
        return None
    player.rules = rules
    try:
        episode = Episode(player)
    except Unreachable:
        return None
    goes_on = True
    while goes_on:
        goes_on = episode.act(decide(episode.look()))
    return Rolled(episode.reward == 1, tuple(goal.kind for goal in player.goals))


class Episode:
    """One task at work. What the model itself puts out of reach it has failed."""

    def __init__(self, player: Player) -> None:
        """Raises `Unreachable`."""
        self._player = player
        self._wish: Wish | None = player.next()
        self._seen: Situation | None = None
        self._steps = 0
        self.reward = 0.0

    def look(self) -> Situation:
        self._seen = self._player.look()
        return self._seen

    def act(self, decision: Decision) -> bool:
        """Whether it goes on. `finished` is right where every part is done, `call_user` where the
        expert would ask."""
        wish, seen = self._wish, self._seen or self.look()
        match decision.act:
            case Act.FINISHED:
                self.reward = float(wish is None)
                return False
            case Act.CALL_USER:
                self.reward = float(wish is not None and wish.act is Act.CALL_USER)
                return False
            case _:
                pass
        try:
            self._player.act(carried(decision, seen), seen.elements)
            self._wish = self._player.next()
        except Unreachable:
            return False
        self._steps += 1
        return self._steps < STEPS_MAX


def sample_of(situation: Situation, decision: Decision) -> Sample:
    """What was decided, as a step to learn."""
    return untagged(situation, carried(decision, situation), f"own {decision.act}")


def carried(decision: Decision, situation: Situation) -> Target:
    """A decision as what is carried out. A key without a token was copied from a word."""
    return Target(
        decision.act,
        decision.serves,
        () if decision.element is None else (decision.element,),
        decision.side,
        decision.text,
        tuple(_key(key, decision, situation) for key in decision.keys),
        decision.direction,
        () if decision.onto is None else (decision.onto,),
    )


def _key(name: str, decision: Decision, situation: Situation) -> str | int:
    """A key of the vocabulary, or the word that names it: one of the part that is served first."""
    if f"key:{name}" in SPOKEN_ID:
        return name
    words, part = situation.words[: situation.asked], decision.serves
    served = range(0) if part is None else range(part.first, part.last + 1)
    order: list[int] = [*served, *range(len(words))]
    for index in order:
        if name in (key_of(words[index].text), words[index].text.lower()):
            return index
    return name


def tasks(decide: Decide, variety: Variety, count: int) -> Counts:
    """Whole tasks by kind of their parts and by number of parts."""
    rng = random.Random(_TASKS_SEED)
    seeds = (rng.getrandbits(62) for _ in itertools.count())
    tries = (rollout(random.Random(one), variety, decide) for one in seeds)
    judged: list[tuple[str, bool]] = []
    for rolled in itertools.islice(filter(None, tries), count):
        names = ("task", f"{len(rolled.kinds)} parts", *set(rolled.kinds))
        judged += ((name, rolled.done) for name in names)
    return by_name(judged)


def steps(decide: Decide, variety: Variety, count: int) -> Counts:
    """Single steps of the expert's episodes, by kind: action and arguments right."""
    judged: list[tuple[str, bool]] = []
    source = episodes(STEPS_SEED, variety)
    while len(judged) < 2 * count:
        for sample in next(source):
            right = is_right(sample, decide(sample.situation))
            judged += (("step", right), (sample.kind, right))
    return by_name(judged)


def is_right(sample: Sample, decision: Decision) -> bool:
    """Whether a decision does what the expert does; which part of the task it names is left out."""
    target = sample.target
    hit = decision.element in target.elements and decision.side is target.side
    if target.elements and not hit:
        return False
    keys = target.chord(sample.situation.words)
    right = (target.act, target.text, target.direction, keys)
    return (decision.act, decision.text, decision.direction, decision.keys) == right


def by_name(judged: list[tuple[str, bool]]) -> Counts:
    """How much was right, in the order of the names."""
    return dict(sorted(counted(judged).items()))


def report(folder: Path, count: int) -> str:
    """Both measures on all sets, as text."""
    decoder = open_decoder(folder)

    def decide(situation: Situation) -> Decision:
        return decoder.decide(situation).decision

    lines: list[str] = []
    for name, variety in SETS.items():
        for what, counts in (
            ("tasks", tasks(decide, variety, count)),
            ("steps", steps(decide, variety, 3 * count)),
        ):
            told = "  ".join(f"{kind} {right}/{total}" for kind, (right, total) in counts.items())
            lines.append(f"{name}, {what}: {told}\n")
    return "".join(lines)
