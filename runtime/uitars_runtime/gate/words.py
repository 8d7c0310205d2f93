"""What words on buttons and in windows say of what pressing them does.

Matched whole, misread by a letter, or written to look like another. Which words: `word_lists.py`.
"""

from __future__ import annotations

import re
import unicodedata

from uitars_runtime.gate import word_lists as lists
from uitars_runtime.privacy.words import SECRETS
from uitars_runtime.risk import Risk

_LONGEST_LABEL = 6
"""Words of a line that can be a label; a longer one is a text about something."""
_LONGEST_BUTTON = 12
"""Words on what a program calls a button: the gravest ones say all that they do."""


_SHORTEST_CUT = 6
"""Letters of a word that is still known without its first or last one."""
_SHORTEST_LOST = 4
"""Letters of a word that is still known without a thin one inside."""
_THIN = "ijlt"
_UNSEEN = frozenset({"\u034f", *map(chr, range(0xFE00, 0xFE10))})
"""Marks that change nothing one sees, beside those whose category says so."""
_ALIKE = str.maketrans("1|!i0", "llllo")
"""Characters that look alike in small letters on a screen."""
_TWINS = str.maketrans(
    "авеёіјкмнорсѕтухԁӏһԛԝɡðđαβεικνορτυχ",
    "abeeijkmhopcstyxdlhqwgddabeikvoptux",
)
"""Letters of other scripts, and the Latin ones that look like them, small or as capitals."""
_SHORTCUT = re.compile(r"[_&](?=\w)|(?<=[\u3000-\uffff]) ?\([_&]?\w\)")
"""The mark of one before its letter, or the letter behind words of a script without letters."""
_APART = re.compile(r"\b(\w) (?=\w\b)")
"""A letter that stands by itself before another one."""


def _exactly(words: str) -> re.Pattern[str]:
    """Matches any of the words as a whole; scripts without spaces match anywhere."""
    return _any_of(_listed(words))


def _nearly(words: str) -> re.Pattern[str]:
    """The same for a line in which characters that look alike are one."""
    whole = {word.translate(_ALIKE) for word in _listed(words)}
    longer = [word for word in whole if len(word) >= _SHORTEST_CUT]
    cut = {word[1:] for word in longer} | {word[:-1] for word in longer}
    return _any_of(whole | (cut - lists.OTHER_WORDS))


def _listed(words: str) -> set[str]:
    return {_folded(word) for line in words.splitlines() for word in line.split(",")} - {""}


def _any_of(words: set[str]) -> re.Pattern[str]:
    ordered = sorted(words, key=len, reverse=True)
    spaced = "|".join(re.escape(word) for word in ordered if word < "\u3000")
    joined = "|".join(re.escape(word) for word in ordered if word >= "\u3000")
    return re.compile(rf"(?<!\w)(?:{spaced})(?!\w)" + (f"|{joined}" if joined else ""))


def _folded(text: str) -> str:
    """Small letters, compatibility forms, one space between words, no marks of a shortcut, and
    nothing that nobody sees: a soft hyphen in a word does not make it another one."""
    seen = text if text.isascii() else "".join(filter(_is_seen, text))
    plain = unicodedata.normalize("NFKC", seen).replace("’", "'").casefold()
    return " ".join(_SHORTCUT.sub("", plain).split())


def _is_seen(character: str) -> bool:
    return unicodedata.category(character) != "Cf" and character not in _UNSEEN


def _singles(words: str) -> list[str]:
    """Those of the words that are known with one letter wrong or lost."""
    return [word for word in _listed(words) if word.isalpha() and word < "\u3000"]


def _with_one_wrong(words: str) -> dict[tuple[str, str], str]:
    """Each in two parts without the letter between, never the last -> the whole word. Of a shorter
    one only the first letter, which is the one that is underlined most."""
    return {
        (word[:at], word[at + 1 :]): word
        for word in _singles(words)
        if len(word) >= _SHORTEST_CUT - 1
        for at in range(len(word) - 1 if len(word) >= _SHORTEST_CUT else 1)
    }


def _with_one_lost(words: str) -> dict[str, str]:
    """Each without a letter inside -> the whole word. Of a shorter one only a thin letter."""
    return {
        word[:at] + word[at + 1 :]: word
        for word in _singles(words)
        if len(word) >= _SHORTEST_LOST
        for at in range(1, len(word) - 1)
        if len(word) >= _SHORTEST_CUT or word[at] in _THIN
    }


_CLASSES = ((Risk.R4, lists.OPENING), (Risk.R3, lists.OUTSIDE), (Risk.R2, lists.IRREVERSIBLE))
_LABELS = tuple((risk, _exactly(words), _nearly(words)) for risk, words in _CLASSES)
_SINGLE = {risk: _with_one_wrong(words) for risk, words in _CLASSES}
_LOST = {risk: _with_one_lost(words) for risk, words in _CLASSES}
_ALONE = _exactly(lists.ALONE)
_SECRET = _exactly(SECRETS)
_SECRET_LABEL = re.compile(
    r"(?:(?:enter|your|new|old|current|confirm|repeat|retype|login|account|master|ihr|dein|neues"
    r"|votre|nouveau|su|tu|nueva|nuova|nova|uw|nieuw)\s+)*(?:" + _SECRET.pattern + r")"
)
_PASTING = _exactly(lists.PASTE)
_AFFIRMING = _exactly(lists.YES)
_SECURITY_TITLE = _exactly(lists.SECURITY)
_WAY_OUT = _exactly(lists.NO)
_FINALITY = _exactly(lists.FINAL)
_STARTING = _exactly(lists.STARTS)
_RUNNING = _exactly(lists.RUNS)
_CONSOLE = _exactly(lists.CONSOLES)
_BIN = _exactly(lists.TRASH)
_EDGES = re.compile(r"^\W+|\W+$")
_COMMA = re.compile("[,、]")
_QUESTION_MARKS = ("?", "？", "¿")


def risk_of(label: str, *, misread: bool = False) -> tuple[Risk, str] | None:
    """The gravest class that a line of the label speaks of, and its word; None for an ordinary one.

    `label`: what a button or its surroundings say, in one line or several. `misread`: it was read
    from a picture, so that letters which look alike and words that lost one at an edge count too.
    """
    return _gravest(_label_lines(label), misread=misread)


def risk_of_button(name: str, *, pushed: bool) -> tuple[Risk, str] | None:
    """The same of what a program calls a button and names so, which may be a whole sentence.
    `pushed`: it is no entry of a menu."""
    found = _gravest(_label_lines(name, _LONGEST_BUTTON), misread=False)
    alone = (_ALONE.fullmatch(line.rstrip(" .…")) for line in _lines(name) if pushed)
    return found or next(((Risk.R2, deed[0]) for deed in alone if deed), None)


def is_misread(label: str) -> bool:
    """Whether a line read from a picture speaks of a class only with a letter put right."""
    return risk_of(label) is None and risk_of(label, misread=True) is not None


def _gravest(lines: list[str], *, misread: bool) -> tuple[Risk, str] | None:
    for risk, exact, near in _LABELS:
        for line in lines:
            found = exact.search(line)
            if found is None and misread:
                found = near.search(line.translate(_ALIKE))
            if found is not None:
                return risk, found[0]
            if misread and (word := _one_off(line, risk)):
                return risk, word
    return None


def _one_off(line: str, risk: Risk) -> str:
    """A listed word that the line holds with one letter wrong or lost: an underlined one is easily
    misread. Empty for none."""
    for token in re.findall(r"\w+", line):
        if token in lists.OTHER_WORDS:
            continue
        if word := _LOST[risk].get(token):
            return word
        for at in range(len(token) - 1):
            if word := _SINGLE[risk].get((token[:at], token[at + 1 :])):
                return word
    return ""


def names_a_secret(label: str) -> bool:
    """Whether a field of this name is for a secret."""
    return any(_SECRET.search(line) for line in _label_lines(label))


def shows_a_secret_field(text: str) -> bool:
    """Whether a line of the text is the label of such a field, and not a sentence about one."""
    return any(_SECRET_LABEL.fullmatch(line.rstrip(" :*")) for line in _label_lines(text))


def says_yes(label: str) -> bool:
    """Whether a button of this name does what its window asks about, also with a sign beside the
    word or a sentence behind it: `Continue →`, `Yes, I'm sure`."""
    words = (_EDGES.sub("", _COMMA.split(line)[0]) for line in _label_lines(label))
    return any(map(_AFFIRMING.fullmatch, words))


def asked_about(text: str) -> tuple[Risk, str] | None:
    """The gravest class that a question or a warning in the text speaks of, and its word: what a
    button that only says yes does. Sentences of any length count."""
    asking = [
        line for line in _lines(text) if line.endswith(_QUESTION_MARKS) or _FINALITY.search(line)
    ]
    return _gravest(asking, misread=False)


def warns(text: str) -> tuple[Risk, str] | None:
    """What a text says that cannot be taken back, whatever it calls the deed."""
    final = (_FINALITY.search(line) for line in _lines(text))
    return next(((Risk.R2, word[0]) for word in final if word), None)


def lets_out(label: str) -> bool:
    """Whether a button of this name leaves things as they are."""
    return any(_WAY_OUT.fullmatch(line) for line in _label_lines(label))


def starts_programs(label: str) -> bool:
    """Whether what is called so starts programs: a launcher, an entry that opens a terminal."""
    return any(
        _STARTING.fullmatch(line.rstrip(" :.…"))
        or (len(line.split()) > 1 and _STARTING.match(line))
        for line in _label_lines(label)
    )


def runs_what_is_written(label: str) -> bool:
    """Whether what is called so in a development environment builds or runs what stands in it."""
    return any(_RUNNING.fullmatch(line.rstrip(" :.…")) for line in _label_lines(label))


def runs_code(title: str) -> bool:
    """Whether a window of this title is one in which lines are executed; names of files in it say
    nothing."""
    plain = re.sub(r"\S*[./]\S*", "", _folded(title))
    return _CONSOLE.search(plain) is not None


def names_a_bin(label: str) -> bool:
    """Whether what is dropped on something of this name is thrown away."""
    return any(_BIN.fullmatch(line) for line in _label_lines(label))


def pastes(label: str) -> bool:
    """Whether a menu entry of this name pastes the clipboard."""
    return any(_PASTING.search(line) for line in _label_lines(label))


def asks_for_credentials(title: str) -> bool:
    """Whether a window of this title asks who somebody is."""
    return _SECURITY_TITLE.search(_folded(title)) is not None


def _label_lines(label: str, longest: int = _LONGEST_LABEL) -> list[str]:
    return [line for line in _lines(label) if 0 < len(line.split()) <= longest]


def _lines(text: str) -> list[str]:
    """Its lines; also as somebody reads them who takes `p a y`, or letters of another script, for
    what they look like."""
    folded = [_APART.sub(r"\1", _folded(line)) for line in text.splitlines()]
    return [*folded, *(line.translate(_TWINS) for line in folded if not line.isascii())]
