"""Words that programs and people use: labels from lists and invented ones, values that are entered.

The lists are data (`labels.txt`). A twelfth of all labels, chosen by their crc32, is never seen in
training and kept for validation. Not here: how a task is worded (`tasks/`).
"""

from __future__ import annotations

import random
import zlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

BUTTONS: Final = "buttons"
FIELDS: Final = "fields"
CHECKS: Final = "checks"
RADIOS: Final = "radios"
CHOICES: Final = "choices"
TABS: Final = "tabs"
CONTEXT: Final = "context"
ITEMS: Final = "items"
HEADERS: Final = "headers"
TITLES: Final = "titles"
LINKS: Final = "links"
FIRST: Final = "first"
LAST: Final = "last"
COMMON: Final = "common"
ICONS: Final = "icons"
TODO: Final = "todo"
SETTINGS: Final = {CHECKS: 0.4, RADIOS: 0.15}
"""Lists of which that share are settings as programs word them: whole sentences."""
SETTING: Final = ("setting does", "setting what", "setting when")
ENTER: Final = ("Submit", "Continue", "Next", "Enter", "Connect", "Unlock", "Go")
"""Other words on the button that logs in."""


def sections(file: Traversable) -> dict[str, str]:
    """Sections of a data file: `[name]`, then lines; `#` is a comment."""
    found: dict[str, str] = {}
    name = ""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("[") and line.endswith("]"):
            name = line[1:-1]
        elif line and not line.startswith("#"):
            found[name] = f"{found[name]}\n{line}" if name in found else line
    return found


@cache
def _labels() -> dict[str, tuple[str, ...]]:
    lists = sections(files("uitars_train.simulator") / "labels.txt")
    return {name: tuple(text.replace("\n", "").split("|")) for name, text in lists.items()}


def listing(name: str) -> tuple[str, ...]:
    """The entries of a list."""
    return _labels()[name]


@cache
def menus() -> dict[str, tuple[str, ...]]:
    """Titles of menus with their usual entries, `text:chord`."""
    lists = _labels().items()
    return {name.removeprefix("menu "): kept for name, kept in lists if name.startswith("menu ")}


@cache
def shorthands() -> dict[str, tuple[str, ...]]:
    """Menu entries that people ask for by what they do."""
    mark = "shorthand "
    return {n.removeprefix(mark): kept for n, kept in _labels().items() if n.startswith(mark)}


def is_held_out(label: str) -> bool:
    """Whether a label is kept from training."""
    return zlib.crc32(label.strip().lower().encode()) % 12 == 0


class Words:
    """A source of labels and values; `held_out` gives only labels that training never sees."""

    def __init__(self, rng: random.Random, held_out: bool) -> None:
        self.rng = rng
        self.held_out = held_out

    def pick(self, name: str, invent: float = 0.25) -> str:
        """An entry of a list, or an invented label."""
        entries = listing(name)
        while True:
            made = self.rng.random() < max(invent, 0.1)
            label = self.invented() if made else self.rng.choice(entries)
            if self.rng.random() < SETTINGS.get(name, 0.0):
                label = self.setting()
            if is_held_out(label) == self.held_out:
                return label

    def several(self, name: str, count: int, invent: float = 0.25) -> list[str]:
        """Different entries, at most `count`."""
        found: dict[str, str] = {}
        for _ in range(count * 3):
            label = self.pick(name, invent)
            found.setdefault(label.lower(), label)
            if len(found) == count:
                break
        return list(found.values())

    def invented(self) -> str:
        """A label no list holds: common words or a made-up name, sometimes with a number."""
        rng = self.rng
        size = rng.choice((1, 1, 2, 2, 3))
        parts = [
            rng.choice(listing(COMMON)) if rng.random() < 0.75 else made_up(rng)
            for _ in range(size)
        ]
        style = rng.random()
        if style < 0.45:
            parts = [part.capitalize() for part in parts]
        elif style < 0.8:
            parts[0] = parts[0].capitalize()
        label = " ".join(parts)
        return f"{label} {rng.randint(1, 99)}" if rng.random() < 0.12 else label

    def setting(self) -> str:
        """What a setting does, three to a dozen words long."""
        does, what, when = (self.rng.choice(listing(part)) for part in SETTING)
        words = f"{does} {what}" if self.rng.random() < 0.3 else f"{does} {what} {when}"
        return f"{words}." if self.rng.random() < 0.05 else words

    def kindred(self, labels: list[str]) -> list[str]:
        """Labels of which most share a word, as those of one dialogue do."""
        rng = self.rng
        shared = rng.choice([word for label in labels for word in label.split(" ")])
        if len(shared) < 4 or rng.random() < 0.4:
            shared = rng.choice(listing(COMMON))
        made = [self._with(label, shared) if rng.random() < 0.75 else label for label in labels]
        # One that would fall to the other side stays as it was.
        return [
            new if is_held_out(new) == self.held_out else label
            for new, label in zip(made, labels, strict=True)
        ]

    def _with(self, label: str, shared: str) -> str:
        """A label with one more word, at its start, its end or in the place of another one."""
        words = label.split(" ")
        if shared.lower() in label.lower():
            return label
        at = self.rng.randrange(len(words))
        match self.rng.choice(("start", "end", "end", "end", "place")):
            case "start":
                return " ".join((shared.capitalize(), words[0].lower(), *words[1:]))
            case "place" if len(words) > 1:
                words[at] = shared.capitalize() if at == 0 else shared.lower()
                return " ".join(words)
            case _:
                return " ".join((*words, shared.lower()))

    def variant(self, label: str) -> str:
        """A label that shares words with another one."""
        plain = label.rstrip(".:")
        after = ("all", "as...", "copy", "2", "now", self.rng.choice(listing(COMMON)))
        before = ("New", "Last", "All", "Next", "Other", self.rng.choice(listing(COMMON)).title())
        if self.rng.random() < 0.6:
            word = self.rng.choice(after)
            return f"{plain} {word.capitalize() if self.rng.random() < 0.6 else word}"
        return f"{self.rng.choice(before)} {plain[:1].lower() + plain[1:]}"

    def sentence(self) -> str:
        """A line of text for a document."""
        rng = self.rng
        if rng.random() < 0.4:
            return rng.choice(listing(TODO))
        words = [rng.choice(listing(COMMON)) for _ in range(rng.randint(1, 8))]
        words = [made_up(rng) if rng.random() < 0.1 else word for word in words]
        if rng.random() < 0.6:
            words[0] = words[0].capitalize()
        end = rng.choice(("", "", ".", "!", "?", "."))
        return " ".join(words) + end


def made_up(rng: random.Random) -> str:
    """A word that does not exist."""
    size = rng.randint(2, 3)
    return "".join(rng.choice("bcdfghklmnprstvz") + rng.choice("aeiou") for _ in range(size)) + (
        rng.choice("nrstlx") if rng.random() < 0.5 else ""
    )


def some_value(words: Words, label: str = "") -> str:
    """Something a person would enter, by preference fitting the label."""
    low = label.lower()
    fitting = [make for keys, make in _FITTING if any(key in low for key in keys)]
    make = fitting[0] if fitting and words.rng.random() < 0.75 else words.rng.choice(_MAKERS)
    return make(words)


def _person(words: Words) -> str:
    rng = words.rng
    first, last = rng.choice(listing(FIRST)), rng.choice(listing(LAST))
    return rng.choice((first, last, f"{first} {last}", made_up(rng).capitalize()))


def _email(words: Words) -> str:
    rng = words.rng
    user = rng.choice(
        (rng.choice(listing(FIRST)).lower(), made_up(rng), f"{made_up(rng)}.{made_up(rng)}")
    )
    host = rng.choice(("example.org", "example.com", "mail.net", f"{made_up(rng)}.de"))
    return f"{user}@{host}"


def _number(words: Words) -> str:
    rng = words.rng
    return str(rng.choice((rng.randint(0, 20), rng.randint(0, 999), rng.randint(1000, 99999))))


def _phone(words: Words) -> str:
    rng = words.rng
    return rng.choice(
        (
            f"555-{rng.randint(1000, 9999)}",
            f"+49 30 {rng.randint(10000, 99999)}",
            f"0{rng.randint(10**8, 10**9)}",
        )
    )


def _date(words: Words) -> str:
    rng = words.rng
    day, month, year = rng.randint(1, 28), rng.randint(1, 12), rng.randint(1980, 2030)
    return rng.choice(
        (f"{year}-{month:02}-{day:02}", f"{month:02}/{day:02}/{year}", f"{day}.{month}.{year}")
    )


def _site(words: Words) -> str:
    rng = words.rng
    name = f"{made_up(rng)}.{rng.choice(('org', 'com', 'net'))}"
    return rng.choice(
        (
            name,
            f"https://{name}",
            f"http://localhost:{rng.randint(1000, 9999)}/",
            f"www.{name}/{made_up(rng)}",
        )
    )


def _secret(words: Words) -> str:
    rng = words.rng
    return "".join(
        rng.choice("abcdefghkmnpqrstuvwxyzABCDEFGH23456789") for _ in range(rng.randint(4, 9))
    )


def _file(words: Words) -> str:
    rng = words.rng
    name = rng.choice((rng.choice(listing(COMMON)), made_up(rng)))
    return (
        rng.choice(("", "", "/home/", "~/"))
        + name
        + rng.choice((".txt", ".md", ".pdf", ".py", ".csv", ""))
    )


def _phrase(words: Words) -> str:
    rng = words.rng
    return " ".join(rng.choice(listing(COMMON)) for _ in range(rng.randint(1, 4)))


def _several(words: Words) -> str:
    """Things in a row, as in a list of what to buy."""
    rng = words.rng
    things = [rng.choice(listing(COMMON)) for _ in range(rng.randint(2, 4))]
    last = rng.choice((" and ", ", ", "; ", " & "))
    return ", ".join(things[:-1]) + last + things[-1]


def _request(words: Words) -> str:
    """What reads like a part of a task, and is a text to be typed."""
    rng = words.rng
    thing = rng.choice(listing(COMMON))
    done = rng.choice(("call", "open", "close", "check", "press", "send", "select", "delete"))
    return rng.choice(
        (
            f"{done} the {thing}",
            f"{done} {rng.choice(listing(FIRST))}, then {thing}",
            f"Please {done} the {thing} and the {rng.choice(listing(COMMON))}",
            f"{thing}: {done}",
        )
    )


def _line_of_code(words: Words) -> str:
    rng = words.rng
    name, other = rng.choice(listing(COMMON)), made_up(rng)
    return rng.choice(
        (
            *(f"{name} = {rng.randint(0, 99)}", f"print({name})", f"{name}({other}, 2)"),
            *(f"ls -l ~/{name}", f"cd /{name}/{other}", f"{name} --{other}", f"#{other}"),
            *(f"{name}_{other}", f"{name}/{other}", f"{name} ({other})", f"<{name}>"),
        )
    )


def _place(words: Words) -> str:
    rng = words.rng
    return rng.choice(
        (
            rng.choice(listing(CHOICES)[10:23]),
            made_up(rng).capitalize(),
            f"{rng.choice(listing(COMMON)).capitalize()} Street {rng.randint(1, 99)}",
        )
    )


_MAKERS: Final = (
    _person,
    _email,
    _number,
    _phone,
    _date,
    _site,
    _secret,
    _file,
    _phrase,
    _place,
    _several,
    _request,
    _line_of_code,
    Words.sentence,
)
_FITTING: Final = (
    (("mail", "recipient", "cc", "to"), _email),
    (("user", "login", "password", "code", "key", "coupon"), _secret),
    (("phone", "mobile"), _phone),
    (("date", "birth", "time"), _date),
    (("url", "web", "host", "server", "proxy"), _site),
    (("file", "folder", "path"), _file),
    (
        (
            "age",
            "quantity",
            "amount",
            "price",
            "width",
            "height",
            "zip",
            "port",
            "number",
            "size",
            "weight",
        ),
        _number,
    ),
    (("name", "author", "contact", "signature"), _person),
    (("message", "comment", "note", "description", "subject", "feedback"), Words.sentence),
    (("address", "street", "city", "country", "location", "state"), _place),
)
