"""A second person reads what was written: picture and sentence, never the answer.

`questions` writes what they get, `compared` says where they would have done something else. Not
here: who is right then; people look at it and mend or drop the line.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from uitars_runtime.errors import UsageError
from uitars_runtime.types import Click, Point
from uitars_train.harvest.records import Screen
from uitars_train.instructions import picturing, showing
from uitars_train.instructions.harvested import Harvest
from uitars_train.instructions.judging import is_right
from uitars_train.instructions.reading import Line
from uitars_train.instructions.records import Do, action_of, targets_of
from uitars_train.options import contents

QUESTIONS: Final = "questions.jsonl"


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a second reader is asked."""

    key: str
    picture: str
    """File beside the questions; `.plain.png` is the same without numbers, `.txt` the table."""
    say: str
    before: tuple[str, ...] = ()
    """What was done before, in words."""


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a second reader would do next."""

    key: str
    right: Do | None = None
    at: tuple[int, int] | None = None
    """Where on the picture they would click, in place of `right`."""


class Differs(NamedTuple):
    """Two readers who would do different things."""

    line: Line
    answer: Answer


class Compared(NamedTuple):
    """What came of a second reading."""

    read: int
    agreed: int
    differ: tuple[Differs, ...]
    unknown: tuple[str, ...]
    """Keys of answers that nothing asked."""


def key_of(line: Line) -> str:
    """Of one sentence on one screen; the same wherever the line stands."""
    item = line.item
    told = msgspec.json.encode((item.program, item.mark or item.screen, item.say, item.history))
    return blake2b(told, digest_size=5).hexdigest()


def questions(lines: Sequence[Line], harvest: Harvest, pictures: Path, out: Path) -> int:
    """Write pictures, tables and questions, mixed so that what was written together is not read
    together within its screen; how many. Raises `UsageError`."""
    asked = list(lines)
    random.Random(len(asked)).shuffle(asked)
    asked.sort(key=lambda line: (line.item.program, line.item.screen))
    out.mkdir(parents=True, exist_ok=True)
    for name, place in dict.fromkeys((line.item.program, line.item.screen) for line in asked):
        _show(harvest, name, place, pictures, out)
    told = [_question(line, harvest) for line in asked]
    (out / QUESTIONS).write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in told))
    return len(told)


def _show(harvest: Harvest, name: str, place: int, pictures: Path, out: Path) -> None:
    screen = harvest.screen(name, place)
    kept = picturing.picture_of(name, place, pictures)
    pixels = picturing.drawn(screen, harvest.look(name, place)) if kept is None else kept
    stem = f"{name}-{place:03}"
    picturing.write(out / f"{stem}.png", picturing.numbered(pixels, screen))
    picturing.write(out / f"{stem}.plain.png", pixels)
    (out / f"{stem}.txt").write_text(showing.elements(harvest, name, place, ()), "utf-8")


def _question(line: Line, harvest: Harvest) -> Question:
    item = line.item
    before = tuple(
        _in_words(
            past.did, harvest.screen(item.program, past.screen if past.screen >= 0 else item.screen)
        )
        for past in item.history
    )
    return Question(key_of(line), f"{item.program}-{item.screen:03}.png", item.say, before)


def _in_words(do: Do, screen: Screen) -> str:
    """A step as people say it."""
    told = msgspec.to_builtins(do)
    names = [screen.true[on].element for on in targets_of(do)]
    kind = told.pop("kind")
    rest = [f"{value}" for key, value in told.items() if key not in ("on", "onto")]
    return " ".join([kind, *(f"“{one.name or one.text or one.role}”" for one in names), *rest])


def read_answers(path: Path) -> Iterator[Answer]:
    """The answers of a file. Raises `UsageError` at a line that is none."""
    for number, line in enumerate(contents(path).splitlines(), 1):
        try:
            yield msgspec.json.decode(line, type=Answer)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise UsageError(f"{path}, line {number} is no answer: {error}.") from error


def compared(lines: Sequence[Line], answers: Sequence[Answer], harvest: Harvest) -> Compared:
    """The second reader's answers against what was written. Raises `UsageError`."""
    by_key = {key_of(line): line for line in lines}
    known = [one for one in answers if one.key in by_key]
    differ = tuple(
        Differs(by_key[one.key], one) for one in known if not _agrees(by_key[one.key], one, harvest)
    )
    unknown = tuple(one.key for one in answers if one.key not in by_key)
    return Compared(len(known), len(known) - len(differ), differ, unknown)


def _agrees(line: Line, answer: Answer, harvest: Harvest) -> bool:
    screen = harvest.screen(line.item.program, line.item.screen)
    if answer.right is not None:
        if any(not 0 <= on < len(screen.true) for on in targets_of(answer.right)):
            return False
        return answer.right in line.item.right or is_right(
            line.item, screen, action_of(answer.right, screen)
        )
    return answer.at is not None and is_right(line.item, screen, Click(Point(*answer.at)))


def told(found: Compared) -> str:
    """What came of it, for people."""
    if not found.read:
        return "no answer belongs to these instructions\n"
    share = found.agreed / found.read
    rows = [f"{found.agreed} of {found.read} done alike ({share:.1%})"]
    for line, answer in found.differ:
        first = msgspec.json.encode(line.item.right[0]).decode()
        second = answer.at if answer.right is None else msgspec.json.encode(answer.right).decode()
        where = f"{line.where} ({line.item.program} {line.item.screen})"
        rows.append(f"{where}: “{line.item.say}” written {first}, read {second}")
    if found.unknown:
        rows.append(f"asked by nobody: {', '.join(found.unknown)}")
    return "\n".join(rows) + "\n"
