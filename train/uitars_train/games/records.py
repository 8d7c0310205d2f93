"""What is known of a game at a moment: its state, its verdict, and what is kept of it."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from uitars_runtime.errors import UitarsError, UsageError


class TamperedError(UitarsError):
    """A game whose state came about otherwise than by playing it: it earns nothing any more."""


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a game is made of, as its page holds it."""

    game: str
    version: str
    chance: int
    """The state of the generator of random numbers."""
    elapsed: int
    """Milliseconds of the game's own time; 0 in a game without time."""
    behind: int
    """Milliseconds that are no whole tick yet."""
    score: int
    level: int
    done: bool
    own: msgspec.Raw
    """What only this game knows: JSON, read by its scripted player."""


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the board lies: its corner in page pixels, page pixels of a unit, its size in units."""

    left: float
    top: float
    unit: float
    width: float
    height: float

    def pixel(self, x: float, y: float) -> tuple[float, float]:
        """Page pixels of a place in units."""
        return self.left + x * self.unit, self.top + y * self.unit


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the page tells the platform."""

    state: str
    """A `State` as text: what is sealed, kept and loaded byte by byte."""
    sealed: str
    """Its SHA-256 at the last move; empty where the state was changed by anything else."""
    board: Board


class Verified(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The verifier's answer, the same for every game."""

    reward: float
    """What was won since the verdict before, as a share of the game's reference."""
    done: bool
    score: int
    level: int
    version: str
    checksum: str
    """SHA-256 of the state: equal where seed and moves were."""


class Save(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game as it was; loading it goes on equally."""

    game: str
    version: str
    state: str
    checksum: str


def read_state(text: str) -> State:
    """A state from its text. Raises `TamperedError` where it is none."""
    try:
        return msgspec.json.decode(text, type=State)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise TamperedError(f"The page's state is not that of a game: {error}.") from error


def checksum(state: str) -> str:
    """SHA-256 of a state's text."""
    return sha256(state.encode()).hexdigest()


def checked(save: Save, game: str, version: str) -> Save:
    """A save that this game can load. Raises `UsageError`."""
    if save.game != game:
        raise UsageError(f"This is a save of {save.game!r}, not of {game!r}.", "Choose that game.")
    if save.version != version:
        raise UsageError(
            f"This save is of version {save.version} of {game!r}; the game's is {version}.",
            "Begin a new game.",
        )
    if checksum(save.state) != save.checksum:
        raise UsageError(f"This save of {game!r} was changed: its checksum does not fit.")
    state = read_state(save.state)
    if (state.game, state.version) != (game, version):
        raise UsageError(f"This save of {game!r} holds the state of {state.game!r}.")
    return save
