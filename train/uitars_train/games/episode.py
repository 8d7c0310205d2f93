"""One game played to its end, or for so many steps."""

from __future__ import annotations

import msgspec

from uitars_train.games.catalogue import STEPS
from uitars_train.games.players.scripted import Player
from uitars_train.games.protocol import Game
from uitars_train.games.records import TamperedError, Verified


class Episode(msgspec.Struct, frozen=True):
    """What came of it."""

    score: int
    level: int
    steps: int
    done: bool
    checksum: str


def played(game: Game, player: Player, seed: int, steps: int = STEPS) -> Episode:
    """A game from its beginning; nothing is earned where it was tampered with."""
    game.reset(seed)
    verdict, made = game.verify(), 0
    try:
        while made < steps and not verdict.done:
            game.act(player.move(*game.state()))
            verdict, made = game.verify(), made + 1
    except TamperedError:
        verdict = Verified(0.0, done=True, score=0, level=1, version=verdict.version, checksum="")
    return Episode(verdict.score, verdict.level, made, verdict.done, verdict.checksum)
