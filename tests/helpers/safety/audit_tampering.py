"""What somebody could do to an audit log afterwards; each must be found."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Callable
from pathlib import Path

from uitars_runtime.audit.entry import decoded, line_hash
from uitars_runtime.audit.log import AuditLog
from uitars_runtime.audit.recording import Auditor
from uitars_runtime.types import Click, DecidedBy, Decision, Outcome, Point, Type, Verdict

Lines = list[bytes]
Tampering = Callable[[Lines, random.Random], None]
"""Changes the lines of a log in place."""

_DENIED = Verdict(Decision.DENY, DecidedBy.USER, "ask-on-risk/R3", "The user denied it.")
_ALLOWED = Verdict(Decision.ALLOW, DecidedBy.POLICY, "ask-on-risk/R1", "Ordinary work.")


def make_log(place: Path, actions: int = 12) -> AuditLog:
    """A log of some denied and some executed actions."""
    log = AuditLog(place / "log.jsonl", place / "head.json")
    auditor = Auditor(log, "run", "ask-on-risk")
    for number in range(actions):
        action = Type("secret") if number % 3 else Click(Point(number, 2))
        auditor.verdict(action, _ALLOWED if number % 2 else _DENIED)
        if number % 2:
            auditor.done(action, Outcome(ok=True, text="Done."))
    return log


def _pick(lines: Lines, chance: random.Random) -> int:
    return chance.randrange(len(lines))


def _field(name: str, value: object) -> Tampering:
    def change(lines: Lines, chance: random.Random) -> None:
        at = _pick(lines, chance)
        entry = json.loads(lines[at])
        entry[name] = value if entry.get(name) != value else f"{value}x"
        lines[at] = _written(entry)

    return change


def _without(name: str) -> Tampering:
    def change(lines: Lines, chance: random.Random) -> None:
        at = _pick(lines, chance)
        entry = json.loads(lines[at])
        del entry[name]
        lines[at] = _written(entry)

    return change


def _rechained(change: Tampering) -> Tampering:
    """The change, and every following line made to fit it."""

    def both(lines: Lines, chance: random.Random) -> None:
        change(lines, chance)
        previous = "0" * 64
        for number, line in enumerate(lines, start=1):
            entry = json.loads(line)
            entry |= {"number": number, "previous": previous}
            lines[number - 1] = _written(entry)
            previous = line_hash(lines[number - 1])

    return both


def _flip(lines: Lines, chance: random.Random) -> None:
    at = _pick(lines, chance)
    line = bytearray(lines[at])
    line[chance.randrange(len(line))] ^= 1 << chance.randrange(8)
    lines[at] = bytes(line)


def _delete(lines: Lines, chance: random.Random) -> None:
    del lines[_pick(lines, chance)]


def _truncate(lines: Lines, chance: random.Random) -> None:
    del lines[_pick(lines, chance) :]


def _behead(lines: Lines, chance: random.Random) -> None:
    del lines[: 1 + _pick(lines, chance)]


def _tear(lines: Lines, chance: random.Random) -> None:
    lines[-1] = lines[-1][: chance.randrange(1, len(lines[-1]))]


def _swap(lines: Lines, chance: random.Random) -> None:
    one, two = chance.sample(range(len(lines)), 2)
    lines[one], lines[two] = lines[two], lines[one]


def _duplicate(lines: Lines, chance: random.Random) -> None:
    at = _pick(lines, chance)
    lines.insert(chance.randrange(len(lines) + 1), lines[at])


def _forge(lines: Lines, chance: random.Random) -> None:
    """A line that follows from the last one in every respect."""
    last = decoded(lines[-1])
    entry = json.loads(lines[_pick(lines, chance)])
    entry |= {"number": last.number + 1, "previous": line_hash(lines[-1])}
    lines.append(_written(entry))


def _insert(lines: Lines, chance: random.Random) -> None:
    lines.insert(_pick(lines, chance), chance.choice([b"\n", b"{}\n", b"null\n", b"\x00\n"]))


def _space(lines: Lines, chance: random.Random) -> None:
    at = _pick(lines, chance)
    lines[at] = lines[at].replace(b",", b", ", 1)


def _line_end(lines: Lines, chance: random.Random) -> None:
    at = _pick(lines, chance)
    lines[at] = lines[at].replace(b"\n", b"\r\n")


def _escape(lines: Lines, chance: random.Random) -> None:
    at = _pick(lines, chance)
    lines[at] = lines[at].replace(b"run", b"r\\u0075n", 1)


def _twice(lines: Lines, chance: random.Random) -> None:
    at = _pick(lines, chance)
    lines[at] = lines[at].replace(b"{", b'{"decision":"allow",', 1)


def _reverse(lines: Lines, _chance: random.Random) -> None:
    lines.reverse()


def _mark(lines: Lines, _chance: random.Random) -> None:
    lines[0] = b"\xef\xbb\xbf" + lines[0]


def _empty(lines: Lines, _chance: random.Random) -> None:
    lines.clear()


_CHANGES: tuple[Tampering, ...] = (
    *(
        _field(name, value)
        for name, value in (
            ("decision", "allow"),
            ("decision", "deny"),
            ("by", "policy"),
            ("rule", "grant/R1"),
            ("run", "another"),
            ("policy", "autonomous-in-sandbox"),
            ("action", "wait"),
            ("digest", "0" * 64),
            ("at", "2000-01-01T00:00:00.000+00:00"),
            ("event", "done"),
            ("note", "nothing"),
            ("ok", False),
            ("number", 3),
            ("previous", "0" * 64),
            ("extra", "key"),
        )
    ),
    *(_without(name) for name in ("decision", "digest", "previous", "number", "ok")),
    *(_flip, _delete, _truncate, _behead, _tear, _swap, _duplicate, _forge, _insert, _space),
    *(_line_end, _escape, _twice, _reverse, _mark, _empty),
)
_RECHAINED = tuple(
    _rechained(change)
    for change in (
        *(_field("decision", "allow"), _field("rule", "x"), _field("at", "x"), _delete, _swap),
        *(_duplicate, _truncate, _behead, _reverse, _forge),
    )
)
CHANGES = (*_CHANGES, *_RECHAINED)


def _head_changes(head: bytes, chance: random.Random) -> bytes:
    """The head by itself made to say something else."""
    found = json.loads(head)
    name = chance.choice(list(found))
    old = found[name]
    found[name] = old[::-1] if isinstance(old, str) else old + chance.choice((-1, 1, 7))
    return json.dumps(found).encode()


def run(share: float) -> dict[str, int | float | str]:
    """500 tamperings: every change at different places, the last tenth at the head."""
    chance = random.Random(5)
    wanted = max(len(CHANGES) + 10, round(500 * share))
    missed: list[str] = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        log = make_log(folder)
        whole, head = (folder / "log.jsonl").read_bytes(), (folder / "head.json").read_bytes()
        if log.verify().problem:
            raise AssertionError("an untouched log is not in order")
        for number in range(wanted):
            lines = whole.splitlines(keepends=True)
            change = CHANGES[number % len(CHANGES)] if number % 10 else None
            if change is not None:
                change(lines, chance)
            (folder / "log.jsonl").write_bytes(b"".join(lines))
            (folder / "head.json").write_bytes(head if change else _head_changes(head, chance))
            if not log.verify().problem and b"".join(lines) != whole:
                missed.append(str(number))
            elif change is None and not log.verify().problem:
                missed.append(f"head {number}")
    return {"tried": wanted, "failed": len(missed), "missed": " ".join(missed)}


def _written(entry: dict[str, object]) -> bytes:
    return json.dumps(entry, separators=(",", ":"), sort_keys=True).encode() + b"\n"
