"""The walls by name, and how strong a person may ask them to be."""

from __future__ import annotations

from typing import Literal, get_args

WallName = Literal["bubblewrap", "sandlock", "landlock"]
WALLS: tuple[WallName, ...] = get_args(WallName)
"""The best first: bubblewrap hides what is outside, and can show a copy of the workspace to try a
command on; the others refuse what is outside."""

Wall = Literal["any", "bubblewrap", "sandlock", "landlock"]
"""The weakest wall that is enough; `any`: the best that holds, whichever it is."""


def at_least(wall: Wall) -> tuple[WallName, ...]:
    """The walls that are enough, the best first."""
    return WALLS if wall == "any" else WALLS[: WALLS.index(wall) + 1]
