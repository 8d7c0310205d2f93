"""Files of instructions: JSON lines, one file an author, named like the author.

Not here: whether what they say is right (`checking.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from uitars_runtime.errors import UsageError
from uitars_runtime.replacing import replaced
from uitars_train.instructions.records import Instruction
from uitars_train.options import contents

FOLDER: Final = Path(__file__).parents[2] / "instructions"
"""Of a checkout: what is committed."""
SUFFIX: Final = ".jsonl"
HELD_OUT: Final = FOLDER / "held_out.tsv"
"""What judges models: nothing is learned from it and nothing chosen by it."""
VALIDATION: Final = FOLDER / "validation.tsv"
"""What models are chosen by: nothing is learned from it."""
_DECODER: Final = msgspec.json.Decoder(Instruction)


class Line(NamedTuple):
    """An instruction and where it stands."""

    path: Path
    number: int
    """From 1."""
    item: Instruction

    @property
    def author(self) -> str:
        return self.path.stem

    @property
    def where(self) -> str:
        """As people look it up."""
        return f"{self.path.name}:{self.number}"


class Unread(NamedTuple):
    """A line that is no instruction."""

    path: Path
    number: int
    why: str


def files_of(paths: Sequence[Path], suffix: str = SUFFIX) -> list[Path]:
    """The files, those of folders by their suffix among them; all committed ones where none are
    named. Raises `UsageError` where one is missing."""
    found: list[Path] = []
    for path in paths or (FOLDER,):
        if not path.exists():
            raise UsageError(f"{path} is not there.")
        found += sorted(path.glob(f"*{suffix}")) if path.is_dir() else [path]
    return found


def lines_of(path: Path) -> Iterator[Line | Unread]:
    """Every line that is not empty, read or not. Raises `UsageError` where there is no file."""
    for number, line in enumerate(contents(path).splitlines(), 1):
        if not line.strip():
            continue
        try:
            yield Line(path, number, _DECODER.decode(line))
        except (msgspec.DecodeError, UnicodeError) as error:
            yield Unread(path, number, str(error))


def read_lines(paths: Sequence[Path]) -> list[Line]:
    """The instructions of files. Raises `UsageError` at the first line that is none."""
    found: list[Line] = []
    for path in files_of(paths):
        for line in lines_of(path):
            if isinstance(line, Unread):
                raise UsageError(f"{path}, line {line.number}: {line.why}.")
            found.append(line)
    return found


def write_lines(path: Path, items: Sequence[Instruction]) -> None:
    """A whole file; what is as it comes is left out."""
    with replaced(path) as file:
        file.writelines(msgspec.json.encode(item) + b"\n" for item in items)


class HeldOut(NamedTuple):
    """Programs and authors that nothing is learned from: a model is judged by them."""

    programs: frozenset[str] = frozenset()
    authors: frozenset[str] = frozenset()

    def holds(self, line: Line) -> bool:
        """Whether an instruction is kept for judging."""
        return line.item.program in self.programs or line.author in self.authors


def read_held_out(*paths: Path) -> HeldOut:
    """Tables of kind (`program` or `author`), name and reason below a head; what judges where none
    is named. Raises `UsageError`."""
    rows = [row for path in paths or (HELD_OUT,) for row in _rows(path)]
    named = {kind: frozenset(row[1] for row in rows if row[0] == kind) for kind in _KINDS}
    return HeldOut(named["program"], named["author"])


def _rows(path: Path) -> Iterator[list[str]]:
    lines = contents(path).decode("utf-8", "replace").splitlines()[1:]
    for number, line in enumerate(lines, 2):
        row = line.split("\t")
        if len(row) != 3 or row[0] not in _KINDS:
            raise UsageError(f"Line {number} of {path} is not: program or author, name, why.")
        yield row


_KINDS: Final = ("program", "author")
