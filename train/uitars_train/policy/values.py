"""Values that people enter: names, addresses, numbers, dates, sentences."""

from __future__ import annotations

from typing import Final

from uitars_train.policy.lexicon import CHOICES, COMMON, FIRST, LAST, Words, listing, made_up


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
