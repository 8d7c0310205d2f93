"""Which games there are."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec

from uitars_runtime.errors import UsageError

STEPS: Final = 100
"""Steps after which scores are compared."""
SEEDS: Final = 3
"""Seeds, from 0 on, of which a reference is the mean."""
_SLIDE: Final = ("left", "right", "up", "down")
_TURN: Final = (*_SLIDE, "space")


class Entry(msgspec.Struct, frozen=True):
    """A game."""

    name: str
    genre: str
    after: str
    """The public title in whose genre it is; empty for those kept apart."""
    reference: int
    """The scripted player's mean score after `STEPS` steps with the seeds below `SEEDS`, rounded
    down. No person was measured."""
    chance: int
    """That of random moves, likewise."""
    keys: tuple[str, ...]
    """What it listens to."""
    taps: bool = True
    pulls: bool = False
    """Whether something can be dragged."""
    pace: int = 0
    """Milliseconds of the game's time that a step takes; 0 where it has no time."""
    apart: bool = False
    """Whether it is for evaluation only, never learned from."""

    @property
    def page(self) -> Path:
        """Beside it lies all that it loads."""
        return Path(str(files("uitars_train"))).joinpath("games/web", f"{self.name}.html")

    @property
    def address(self) -> str:
        """Of its page."""
        return self.page.as_uri()


GAMES: Final = {
    entry.name: entry
    for entry in (
        Entry(
            "powers", "slide and merge numbers", "2048", 1062, 604, _SLIDE, taps=False, pulls=True
        ),
        Entry(
            "cubes",
            "falling numbers",
            "cubinko",
            3833,
            170,
            (*_SLIDE[:2], "down", "space"),
            pace=320,
        ),
        Entry("circuit", "turn tiles, light lamps", "energy", 120, 0, _TURN),
        Entry("unblock", "sliding blocks", "free-the-key", 976, 0, _TURN, pulls=True),
        Entry("gems", "click groups of equal numbers", "Gem-11", 1236, 329, _TURN),
        Entry(
            "hexes",
            "pieces on a hexagonal board",
            "hex-frvr",
            948,
            7,
            (*_TURN, "1", "2", "3"),
            pulls=True,
        ),
        Entry("loops", "turn tiles, close lines", "Infinity-Loop", 160, 0, _TURN),
        Entry("maze", "maze in the dark", "Maze: Path of Light", 260, 0, _SLIDE),
        Entry("shapes", "pieces into an outline", "shapes", 960, 0, (), pulls=True),
        Entry("snake", "cover all places in one line", "snake-solver", 101, 2, (*_SLIDE, "back")),
        Entry(
            "blocks",
            "pieces on a square board",
            "wood-blocks-3d",
            990,
            16,
            (*_TURN, "1", "2", "3"),
            pulls=True,
        ),
        Entry("untangle", "planar graph", "yarn-untangle", 950, 0, (), pulls=True),
        Entry("laser", "mirrors and a beam", "laser-maze-puzzle", 1416, 0, _TURN),
        Entry("tiles", "three alike from a heap", "tiles-master", 390, 13, ()),
        Entry("doubles", "join equal neighbours", "Merge-and-double", 1529, 17, (), pulls=True),
        Entry("sokoban", "push boxes", "", 100, 6, (*_SLIDE, "back", "r"), apart=True),
        Entry("tetrominoes", "falling pieces", "", 1600, 0, _TURN, pace=320, apart=True),
        Entry(
            "jewels", "match three with special gems", "", 12553, 170, (), pulls=True, apart=True
        ),
        Entry(
            "runner",
            "run, jump and duck",
            "",
            104,
            22,
            ("up", "down", "space"),
            pace=160,
            apart=True,
        ),
    )
}
"""All games by name; fifteen are played, four are kept apart."""


def chosen(names: str) -> tuple[Entry, ...]:
    """The games of names with commas between; all where there are none. Raises `UsageError`."""
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    for name in wanted:
        if name not in GAMES:
            raise UsageError(f"There is no game {name!r}.", f"There are {', '.join(GAMES)}.")
    return tuple(GAMES[name] for name in wanted or GAMES)
