"""What an environment is, and which there are. Not here: who plays in one (`actors.py`)."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal, Protocol

import msgspec

from uitars_runtime.backends.embedded.situation import Decision, Situation
from uitars_runtime.errors import DesktopError, UitarsError, UsageError
from uitars_train.data.sample import Sample

Kind = Literal["symbolic", "pages", "games", "desktop"]
LooksKind = Literal["dom", "eyes"]
"""What is seen of pages: what they tell, through the faults of the noise model, or what the
product's eyes find on their pictures."""
THREADS: Final[Mapping[Kind, int]] = {"symbolic": 32, "pages": 4, "games": 2, "desktop": 2}
"""Environments of one actor where nobody says how many."""
FIRST_SEED = 1000
"""What is trained on begins here."""
SEEDS: Final = range(FIRST_SEED, 2**31)
CHOOSING: Final = range(800, FIRST_SEED)
"""Seeds by which models are chosen; evaluations use those below."""


class LostError(UitarsError):
    """An environment that is gone: its episode is lost, and says nothing about the policy."""


@contextmanager
def alive() -> Generator[None]:
    """A desktop or a page that is gone is a lost episode. Raises `LostError`."""
    try:
        yield
    except DesktopError as error:
        raise LostError(error.title, error.hint) from error


class Environment(Protocol):
    """A place where tasks are done, one episode at a time; used by one thread.

    Every method raises `UitarsError` where the environment is dead.
    """

    @property
    def tasks(self) -> tuple[str, ...]:
        """Names of what can be asked for here."""
        ...

    @property
    def is_seeded(self) -> bool:
        """Whether a task begins otherwise with another seed."""
        ...

    def reset(self, task: str, seed: int, /) -> bool:
        """Begin; the same task and seed begin alike. False where this seed holds no task."""
        ...

    def look(self) -> Situation:
        """What the policy is asked."""
        ...

    def act(self, decision: Decision, /) -> bool:
        """Carry it out; whether the episode goes on."""
        ...

    def reward(self) -> float:
        """Of the episode that has ended, 0 to 1."""
        ...

    def shown(self, task: str, seed: int, /) -> list[Sample]:
        """How the expert does it from its beginning; empty where there is none, or it fails."""
        ...

    def close(self) -> None:
        """End what was started for it."""
        ...


PLAYED: Final = Path(__file__).parents[3] / "bench" / "exam" / "miniwob_reinforced.txt"
"""Of a checkout: the pages that reinforcement learning plays; none of them judges a model."""


class Place(msgspec.Struct, frozen=True):
    """Which environment to open."""

    kind: Kind = "symbolic"
    tasks: Path | None = None
    """Names of pages (else those of the list `PLAYED`) or games (else all), one a line; on a
    desktop a set of tasks on programs."""
    looks: LooksKind = "dom"
    solutions: Path | None = None
    """Deeds by the name of a task on programs, for the expert."""
    leads: int = 0
    """On pages: for how many steps, at most, the shipped model acts where the expert shows."""


def looks_named(name: str) -> LooksKind:
    """Raises `UsageError` for a name that is none."""
    match name:
        case "dom" | "eyes":
            return name
        case _:
            raise UsageError(f"Nothing looks at pages as {name!r}.", "Give dom or eyes.")


def opened(place: Place) -> Environment:
    """An environment for whoever asks. Raises `UsageError` for one that cannot be had here."""
    if place.solutions is not None and place.kind != "desktop":
        raise UsageError("Solutions are of tasks on programs.", "Give --env desktop.")
    match place.kind:
        case "symbolic":
            from uitars_train.rl.symbolic import Symbolic

            if place.tasks is not None:
                raise UsageError("The symbolic desktop has no tasks to name.", "Leave out --tasks.")
            return Symbolic()
        case "pages":
            from uitars_train.evaluate.miniwob import read_tasks
            from uitars_train.rl.pages.playing import Pages

            return Pages(read_tasks(place.tasks or PLAYED), place.looks, place.leads)
        case "games":
            from uitars_train.rl.games import Games, playable

            return Games(playable(place.tasks))
        case "desktop":
            from uitars_train.evaluate.apps import read_set
            from uitars_train.flywheel.teacher import read_solutions
            from uitars_train.rl.desktop import Desktop

            if place.tasks is None:
                raise UsageError(
                    "No tasks are named.", "Give --tasks SET.json, as `harvest --set`."
                )
            solutions = read_solutions(place.solutions) if place.solutions else {}
            return Desktop(read_set(place.tasks), solutions)
