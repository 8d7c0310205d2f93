"""Games as an environment: a window of a browser on a private desktop, as where games are measured.

A game's score is the reward, with random moves as 0 and the scripted player as 1, both after as
many steps. What a run has around the network (programs to open, questions to a person) is not here:
to finish, to give up or to ask ends an episode. A desktop, browser or page that is dead is a lost
episode. Not here: how the scripted player's moves become lessons (`game_lessons.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from uitars_runtime.errors import UsageError
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.types import Proposal
from uitars_train.data.sample import Sample
from uitars_train.evaluate.game_desk import GameDesk, game_desk
from uitars_train.flywheel.teacher import decided, proposed
from uitars_train.games.catalogue import GAMES, STEPS, Entry, chosen
from uitars_train.games.page import GamePage
from uitars_train.games.players.scripted import ScriptedPlayer
from uitars_train.games.records import TamperedError
from uitars_train.options import words
from uitars_train.rl.by_hands import ByHands
from uitars_train.rl.environment import alive
from uitars_train.rl.episodic import Episodic
from uitars_train.rl.game_lessons import lesson, wished

if TYPE_CHECKING:
    from uitars_runtime.backends.embedded.network.decoder import Decoder


def playable(path: Path | None) -> tuple[str, ...]:
    """Names of games that may be learned from, one a line of a file; all where there is none.
    Raises `UsageError`."""
    if path is None:
        return tuple(name for name, entry in GAMES.items() if not entry.apart)
    names = words(path)
    if not names:
        raise UsageError(f"{path} names no game.")
    for entry in chosen(",".join(names)):
        if entry.apart:
            raise UsageError(
                f"Nothing learns from the game {entry.name!r}: it is kept apart for evaluation."
            )
    return names


def rewarded(entry: Entry, score: int) -> float:
    """0 for what random moves reach or less, 1 for the scripted player's score or more."""
    return min(1.0, max(0.0, (score - entry.chance) / (entry.reference - entry.chance)))


class Games(Episodic["_Episode"]):
    """Implements `Environment`; one desktop that shows one game, paid as `rewarded` says."""

    def __init__(self, tasks: Sequence[str], steps: int = STEPS) -> None:
        """`tasks`: names of games; `steps`: after which one ends. Raises `UsageError` where
        something is missing."""
        super().__init__(tasks)
        self._steps = steps
        self._eyes = Eyes()
        with alive():
            self._desk = self.stack.enter_context(game_desk())

    def reset(self, task: str, seed: int, /) -> bool:
        """Every seed holds a game."""
        if task not in self.tasks:
            raise UsageError(f"The game {task!r} is not among those that are played.")
        with alive():
            if self.episode is not None:
                self.episode.close()
            self.episode = _Episode(self._desk, self._eyes, GAMES[task], seed, self._steps)
        return True

    def shown(self, task: str, seed: int, /) -> list[Sample]:
        """The steps of the scripted player that words and elements say; it acts beyond them, too.
        Empty where it earns nothing."""
        self.reset(task, seed)
        with alive():
            return self.begun().shown(self.decoder)


class _Episode(ByHands):
    """One game at work. Methods raise `DesktopError`."""

    def __init__(self, desk: GameDesk, eyes: Eyes, entry: Entry, seed: int, steps: int) -> None:
        self._game = GamePage(desk.page, entry)
        self._game.reset(seed)
        super().__init__(desk.hands, eyes, desk.asked())
        self._page = desk.page
        self._entry = entry
        self._most = steps

    def close(self) -> None:
        self._game.close()

    def shown(self, decoder: Decoder) -> list[Sample]:
        """What the scripted player does from here."""
        player, samples = ScriptedPlayer(self._entry), list[Sample]()
        goes_on = True
        while goes_on:
            frame, seen = self.looked()
            try:
                state, board = self._game.state()
            except TamperedError:  # such a game earns nothing
                return []
            wish = wished(player.move(state, board), board, self._page)
            sample = lesson(wish, seen, decoder, self._entry.name)
            if sample is None:
                goes_on = self.do(Proposal("", wish.action, ""), frame)
            else:
                samples.append(sample)
                goes_on = self.do(proposed(decided(sample.target, seen), seen), frame)
        return samples if self.reward else []

    def ended(self, said: Proposal) -> None:
        """It keeps what it earned."""

    def goes_on(self) -> bool:
        try:
            self._game.let_pass()
            verdict = self._game.verify()
        except TamperedError:  # such a game earns nothing
            self.reward = 0.0
            return False
        self.reward = rewarded(self._entry, verdict.score)
        return not verdict.done and len(self.steps) < self._most
