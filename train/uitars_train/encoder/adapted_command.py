"""The commands that teach an adapted encoder: `uitars-train tagger` and `uitars-train forms`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from uitars_runtime.cli.formats import written
from uitars_train.options import positive


class Command(NamedTuple):
    """One of them."""

    name: str
    module: str
    """Whose `write` learns and writes the file; it loads heavy libraries."""

    def parser(self) -> argparse.ArgumentParser:
        """All options."""
        new = argparse.ArgumentParser(prog=f"uitars-train {self.name}")
        new.add_argument(
            "--out",
            type=written,
            required=True,
            help="folder for the file; what was ended goes on there",
        )
        new.add_argument("--rounds", type=positive, default=7, help="times each is looked at")
        new.add_argument("--start", type=Path, help="exported weights to go on from; default: none")
        new.add_argument("--seed", type=int, default=1)
        return new

    def main(self, argv: Sequence[str] | None = None) -> int:
        """Learn and write. Raises `UsageError`."""
        given = self.parser().parse_args(argv)
        room: Any = import_module(self.module)
        room.write(given.out, given.rounds, given.seed, given.start)
        return 0


TAGGER = Command("tagger", "uitars_train.tagging.training")
FORMS = Command("forms", "uitars_train.forms.training")
