"""Whether the model reads a task as it is worded, said before anything is done, and how to word it.

The network was trained on English. Chinese that names what stands on the screen is put into English
by the forms of `chinese.toml`; a task of which one part is worded otherwise is not read at all.
Everything else is refused at once, in the task's own language where `languages.toml` has a sentence
in it. Labels may be in any script that the screen shows. For parts whose wording is known to fail
`rewordings.toml` has one that works.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib.resources import files
from typing import Final, TypeVar

import msgspec

from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.situation import Decision, Situation, span_text
from uitars_runtime.element import Element
from uitars_runtime.quotations import QUOTATION


class Foreign(msgspec.Struct, frozen=True):
    """The task is in another language; a sentence for whoever worded it."""

    said: str


class _Languages(msgspec.Struct, frozen=True):
    """`languages.toml`."""

    words: dict[str, str]
    scripts: dict[str, str]
    sentences: dict[str, str]


class _Chinese(msgspec.Struct, frozen=True):
    """`chinese.toml`."""

    parts: dict[str, str]
    kinds: dict[str, str]
    keys: dict[str, str]
    forms: dict[str, str]


Tables = TypeVar("Tables")


def read_tables(name: str, kind: type[Tables]) -> Tables:
    """A data file of this room."""
    text = files("uitars_runtime.backends.embedded.requests").joinpath(name).read_bytes()
    return msgspec.toml.decode(text, type=kind)


_WORD: Final = re.compile(r"(?<![^\W\d_])(?<!['’])[^\W\d_]+")
"""Without what English puts behind an apostrophe: the rest of "I've" is Turkish by itself."""
_SIGN: Final = re.compile(r"[µªº]|(?<![^\W\d_])[Α-Ωα-ω](?=[A-Za-z]*(?![^\W\d_]))")
"""Letters that belong to no language: µTorrent, 1º, and Greek ones of quantities, as Ω and Δt."""
_I_AM: Final = re.compile(r"\b[Ii]m(?= [a-z\d])")
"""English without its apostrophe; in German a noun comes behind it, which has a capital."""
_NAME: Final = 2
"""Words up to which one short foreign word makes a name: Le Chat, Das Keyboard."""
_SHORT: Final = 3


def read_task(task: str) -> str | Foreign:
    """What a person asked for as the network reads it, or why it cannot be read. What stands in
    quotes is copied, so its language does not matter."""
    language = _language(QUOTATION.sub(" ", task))
    if language == "en":
        return task
    if language == "zh" and (english := _in_english(task)) is not None:
        return english
    sentences = _languages().sentences
    return Foreign(sentences.get(language, sentences[""]))


@cache
def _languages() -> _Languages:
    return read_tables("languages.toml", _Languages)


@cache
def _common() -> dict[str, frozenset[str]]:
    return {code: frozenset(words.split()) for code, words in _languages().words.items()}


def _language(said: str) -> str:
    """`en`, the code of another language, or empty for one without a code here."""
    spoken = _SIGN.sub("", said)
    letters = [unicodedata.name(one, "").split(" ")[0] for one in spoken if one.isalpha()]
    latin = letters.count("LATIN")
    words = _WORD.findall(_I_AM.sub(" ", said).lower())
    begins = bool(letters) and letters[0] != "LATIN"
    if begins or (len(letters) - latin > latin / 2 and not _common()["en"] & set(words[:1])):
        # Japanese has Chinese letters as well, Chinese never has Japanese ones.
        named = [_languages().scripts.get(name, "") for name in letters if name != "LATIN"]
        return next((code for code in ("ja", "ko") if code in named), max(named, key=named.count))
    hits = {code: marks.intersection(words) for code, marks in _common().items()}
    english = len(hits.pop("en"))
    # A single letter is a number's name or a key: x + y, Press y.
    said_in = {code: {word for word in found if len(word) > 1} for code, found in hits.items()}
    most = max(said_in, key=lambda code: len(said_in[code]))
    found = said_in[most]
    if len(found) == 1 and len(words) <= _NAME and all(len(word) <= _SHORT for word in found):
        return "en"
    return most if len(found) > english and (len(found) > 1 or not english) else "en"


# --------------------------------------------------------------------------------------- Chinese

_OPEN, _CLOSE = "“\"「『‘'《", "”\"」』’'》"
_QUOTED: Final = re.compile(f"[{_OPEN}]([^{_OPEN}{_CLOSE}]*)[{_CLOSE}]")
_JOINTS: Final = re.compile(
    r"^(?:首先|先|然后|接着|随后|之后|最后|再|并且|并|和|请|帮我|请帮我)+|[，,。；;、！!\s]+$"
)
_BREAKS: Final = re.compile(
    r"[，,。；;、！!\n]+\s*|(?<=.)(?=然后|接着|随后|最后|并且|并(?=点|单|双|右|输|勾|取|选|打|启|按|在|从)"
    r"|再(?=点|单|双|右|输|勾|取|选|打|启|按|在|从))"
)
_CHORD: Final = r"(?:[A-Za-z]+\d*(?:\s*[+＋-]\s*)?)+(?:[^\W_])?"
_LABEL: Final = r"\0\d+\0|[^\0]+"
"""A label in quotes stands as its number between zeros, so that it is copied whole."""


def _in_english(task: str) -> str | None:
    """The task as the model reads it; None where it is worded in another way."""
    labels: list[str] = []

    def keep(found: re.Match[str]) -> str:
        labels.append(found[1])
        return f"\0{len(labels) - 1}\0"

    parts = [_JOINTS.sub("", part.strip()) for part in _BREAKS.split(_QUOTED.sub(keep, task))]
    said = [_part(part) for part in parts if part]
    if not said or None in said:
        return None
    whole = ", then ".join(part for part in said if part)
    return re.sub("\0(\\d+)\0", lambda found: f'"{labels[int(found[1])]}"', whole)


@cache
def _chinese() -> tuple[_Chinese, tuple[tuple[re.Pattern[str], str], ...]]:
    """The tables, and their forms with all parts put in."""
    tables = read_tables("chinese.toml", _Chinese)
    parts = {
        **{"x": f"(?P<x>{_LABEL}?)", "y": f"(?P<y>{_LABEL})", **tables.parts},
        "program": f"(?P<program>{_LABEL})",
        "kind": f"(?P<kind>{'|'.join(tables.kinds)})?",
        "key": f"(?P<key>{_CHORD}|{'|'.join(tables.keys)})",
    }
    forms = [
        (re.compile(re.sub(r"(?<!\?P)<(\w+)>", lambda found: parts[found[1]], form)), said)
        for form, said in tables.forms.items()
    ]
    return tables, tuple(forms)


def _part(part: str) -> str | None:
    tables, forms = _chinese()
    for pattern, said in forms:
        found = pattern.fullmatch(part)
        if found is not None:
            values = found.groupdict("")
            kind, key = values.get("kind", ""), values.get("key", "")
            written = {
                **values,
                "x": _in_quotes(values.get("x", "")),
                "y": _in_quotes(values.get("y", "")),
                "kind": tables.kinds.get(kind, ""),
                "key": tables.keys.get(key, key.replace(" ", "").replace("＋", "+")),
            }
            return said.format(**written)
    return None


def _in_quotes(said: str) -> str:
    """A label as it is copied whole; one that came with quotes gets them back with its words."""
    return said if "\0" in said else f'"{said.strip()}"'


# ------------------------------------------------------------------------------- foreign labels

_WORKED: Final = frozenset({Act.CLICK, Act.DOUBLE, Act.RIGHT, Act.TYPE, Act.CALL_USER, Act.FAIL})
_VALUE: Final = re.compile(
    rf"\b(?:enter|type|write|put)\s+(?:{QUOTATION.pattern}|[\"“'‘][^\"”'’]*|\S+)", re.IGNORECASE
)
"""What is typed: in quotes, in quotes that end beyond the part, or a word."""
_FOREIGN: Final = re.compile(r"[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]+")
"""Chinese, Japanese and Korean."""
_NO_LABEL: Final = (
    "“{label}” stands nowhere on this screen, whose words are in another language. Name it as it is"
    " written there, for example: Click “Save”. "
    "这个画面上没有“{label}”，上面的文字是另一种语言。请照画面上的写法说，例如：点击“Save”。"
)


def no_label(decision: Decision, situation: Situation) -> str:
    """What is said of a label in a script that the screen does not show, which a step would work a
    control for; empty where there is none.

    Where a task says “保存” and the window “Save”, the network has nothing to compare: it points at
    something else, or asks without saying what it misses. Values that are typed may be in any
    script.
    """
    span = decision.serves
    if decision.act not in _WORKED or span is None:
        return ""
    if any(_FOREIGN.search(_words(one)) for one in situation.elements):
        return ""
    served = span_text(situation.task, situation.words, span)
    found = _FOREIGN.search(_VALUE.sub("", served))
    own = "" if decision.element is None else _words(situation.elements[decision.element])
    if found is None or set(re.findall(r"\w+", own)) & set(re.findall(r"\w+", served.casefold())):
        return ""
    return _NO_LABEL.format(label=found[0])


def _words(element: Element) -> str:
    return f"{element.text} {element.name}".casefold()


# -------------------------------------------------------------------------------- in other words

EXAMPLES: Final = (
    'Click "OK"',
    'Choose "Save" from the "File" menu',
    'Enter "Ada" into the "Name" field',
    'Type "hello world" into the document',
    'Tick "Show line numbers"',
)
"""One of each kind of wording that works; labels and text in quotes are copied as they stand."""

NO_WINDOW: Final = (
    "No window is open that it could be done in. Begin the task with the program (“Open the"
    " calculator, then …”), or name one to start first with --app COMMAND."
)
DEPENDS: Final = (
    "Whether the program is to be opened depends on something that cannot be looked up first. Say"
    " “Open …” without a condition."
)
NAME_CONTROLS: Final = (
    "It is understood best when every part names a control as it is written on the screen, with"
    " labels and text in quotes."
)
DECLINED: Final = "You said no. Begin again with other words for what is to be done instead."
REFUSED: Final = "What the task needs was refused, and there is no other way."

_BETWEEN: Final = re.compile(
    r"\s*(?:[;.]\s+|[,;.]$|,?\s+(?:and\s+)?then\s+|,\s+(?:and\s+)?|\s+and\s+)"
)
_KNOWN: Final = re.compile(r"(?:open|click|choose|enter|type|tick|untick|press)\b", re.IGNORECASE)
"""How a part of a kind that works begins."""


def reworded(task: str) -> str:
    """The parts of a task whose wording is known to fail, in a kind that works, with those that
    are of such a kind; empty where there is nothing to say better."""
    parts = [part.strip() for part in _BETWEEN.split(task) if part.strip()]
    said = [_instead(part) for part in parts]
    if said == parts:
        return ""
    kept = [new for old, new in zip(parts, said, strict=True) if new != old or _KNOWN.match(new)]
    whole = ", then ".join(kept)
    return whole[0].upper() + whole[1:]


def hint(task: str) -> str:
    """How to word a task that could not be done as it stands."""
    example = reworded(task) or "; ".join(EXAMPLES)
    return f"{NAME_CONTROLS} For example: {example}."


@cache
def _forms() -> tuple[tuple[re.Pattern[str], str], ...]:
    rows = read_tables("rewordings.toml", dict[str, tuple[tuple[str, str], ...]])["instead"]
    return tuple((re.compile(form, re.IGNORECASE), said) for form, said in rows)


def _instead(part: str) -> str:
    for form, said in _forms():
        if found := form.fullmatch(part.rstrip(".!")):
            values = found.groupdict()
            return said.format(**values, X=values.get("x", "").capitalize())
    return part
