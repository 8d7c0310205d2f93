"""How often the eyes err in single things, as it was measured.

`uitars-train eyes rates` looks at screens with truth through the package's eyes and writes
`rates.json`, which says how it was made. Not here: habits of whole programs, which were judged
(`simulator/rates.toml`), and how errors show (`eyes.py`, `errors.py`).
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

import msgspec

from uitars_runtime.element import Role

FILE: Final = "rates.json"


class RoleRates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What becomes of elements of one role, as shares of `n` that were on the screens."""

    n: int
    missed: float
    """Nothing is seen at their place."""
    taken: dict[Role, float]
    """Something of another role is seen there, the likeliest first."""


class Rates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `uitars-train eyes rates` measured."""

    how: str
    screens: int
    roles: dict[Role, RoleRates]
    wrong_states: dict[str, float]
    """Share of elements seen in their role whose state is told wrongly, by state and by how it is
    in truth: `checked off`, `tab selected on`."""
    misread: float
    """Share of texts that are not read as they stand, case and blanks ignored."""

    def missed(self, role: Role) -> float:
        """Share that is not seen; of a role that was too rare to measure, that of all roles."""
        known = self.roles.get(role)
        if known is not None:
            return known.missed
        count = sum(rates.n for rates in self.roles.values())
        return sum(rates.missed * rates.n for rates in self.roles.values()) / count

    def taken(self, role: Role) -> dict[Role, float]:
        """What a role is taken for; nothing for one that was too rare to measure."""
        known = self.roles.get(role)
        return {} if known is None else known.taken

    def wrong(self, state: str, held: bool) -> float:
        """Share of elements whose state is told wrongly, by how it is in truth."""
        return self.wrong_states[f"{state} {'on' if held else 'off'}"]


MEASURED: Final = msgspec.json.decode(
    files("uitars_train.noise").joinpath(FILE).read_bytes(), type=Rates
)
