"""What words on buttons and in windows say of what pressing them does.

Matched whole, misread by a letter, or written to look like another. Which words:
`word_lists.toml`.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from typing import NamedTuple

from uitars_runtime.gate.phrases import JOINED, Phrases
from uitars_runtime.gate.word_lists import LISTS
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
    "авеёіјкмнорсѕтухԁӏһԛԝɡðđαβεικνορτυχᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢᎠᎬᏞᎢᏚᎪᎷᎻᏒᏢᏴᏟᏀᏦᏙᏃᎫᎳ",
    "abeeijkmhopcstyxdlhqwgddabeikvoptuxabcdefghijklmnoprstuvwyzdeltsamhrpbcgkvzjw",
)
"""Letters of other scripts, and the Latin ones that look like them, small or as capitals."""
_FIGURES = (str.maketrans("01345@$", "oieasas"), str.maketrans("01345@$", "oleasas"))
"""Figures and signs that stand for letters in `Subm1t` and `De1ete`."""
_FIGURE_IN_A_WORD = re.compile(r"(?<=[^\W\d_])[01345@$]|[01345@$](?=[^\W\d_])")
_RUN_TOGETHER = re.compile("rn|vv")
"""Two letters that are easily read as one, and one as two: `m` and `w`."""
_ONE_SPELLING = str.maketrans(
    {
        **dict(zip("’ıșțάέήίόύώϊϋΐΰأإآ", "'işţαεηιουωιυιυااا", strict=True)),
        **dict.fromkeys(("\u0640", *map(chr, (*range(0x300, 0x370), *range(0x64B, 0x653)))), ""),
    }
)
"""Of letters and marks that are written now so, now so: capitals of Turkish and Greek, the Romanian
comma, strokes that belong to no letter, and the vowels and long lines of Arabic."""
_SHORTCUT = re.compile(r"[_&](?=\w)|(?<=[\u3000-\uffff]) ?\([_&]?\w\)")
"""The mark of one before its letter, or the letter behind words of a script without letters."""
_APART = re.compile(r"\b(\w)[ .·•*-](?=\w\b)")
"""A letter that stands by itself before another one."""
_JOINED_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=\w{4})_(?=\w{4})")
"""Where the next word begins in `deleteAll` and `delete_all`, as programmers name buttons."""
_DETERMINERS = re.compile(r"\b(?:the|an?|this|that|these|those|your|my|our|selected|entire) ")
"""Words of English between a deed and what it is done to: `Clear the log?`."""
_BEFORE_A_DEED = re.compile(
    r"(?:(?:are you sure|do you(?: really| also)?|would you)(?: that you)?(?: you)?"
    r"(?: want| wish| like| mean| intend) to|really|ok to|is it ok to|shall i|should i) "
)
"""How a question begins that goes on with what is done."""
_TURNED = "\u202e"
"""What follows is shown from right to left."""


def _exactly(words: str) -> Phrases:
    return Phrases(_listed(words))


def _nearly(words: str) -> Phrases:
    """The same for a line in which characters that look alike are one."""
    whole = {word.translate(_ALIKE) for word in _listed(words)}
    longer = [word for word in whole if len(word) >= _SHORTEST_CUT]
    cut = {word[1:] for word in longer} | {word[:-1] for word in longer}
    return Phrases(whole | (cut - {word.translate(_ALIKE) for word in _OTHER_WORDS}))


@functools.cache
def _listed(words: str) -> frozenset[str]:
    """The words of a list, with commas or ends of lines between them."""
    folded = _folded(words.replace("\n", ",")).split(",")
    return frozenset(map(str.strip, folded)) - {""}


def _folded(text: str) -> str:
    """Small letters, compatibility forms, one space between words, no marks of a shortcut, and
    nothing that nobody sees: a soft hyphen in a word does not make it another one."""
    if text.isascii():
        plain = text.casefold()
    else:
        seen = "".join(filter(_is_seen, text))
        plain = unicodedata.normalize("NFKC", seen).casefold().translate(_ONE_SPELLING)
    return " ".join(_SHORTCUT.sub("", plain).split())


def _is_seen(character: str) -> bool:
    return unicodedata.category(character) != "Cf" and character not in _UNSEEN


def _singles(words: str) -> list[str]:
    """Those of the words that are known with one letter wrong or lost."""
    return [word for word in _listed(words) if word.isalpha() and word < JOINED]


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


class _Misread(NamedTuple):
    """How the words of a class look where they were misread."""

    nearly: Phrases
    one_wrong: dict[tuple[str, str], str]
    one_lost: dict[str, str]


_CLASSES = {Risk.R4: LISTS.opening, Risk.R3: LISTS.outside, Risk.R2: LISTS.irreversible}
_LABELS = {risk: _exactly(words) for risk, words in _CLASSES.items()}
_ALONE = {
    Risk.R4: _exactly(LISTS.alone_opening),
    Risk.R3: _exactly(LISTS.alone_outside),
    Risk.R2: _exactly(LISTS.alone),
}
_HARMLESS = _exactly(LISTS.harmless)
_OTHER_WORDS = _listed(LISTS.other_words)
_SECRET = _exactly(SECRETS)
_BEFORE_SECRETS = _listed(LISTS.before_secrets)
_PASTING = _exactly(LISTS.paste)
_AFFIRMING = _exactly(LISTS.yes)
_SECURITY_TITLE = _exactly(LISTS.security)
_WAY_OUT = _exactly(LISTS.no)
_FINALITY = _exactly(LISTS.final)
_STARTING = _exactly(LISTS.starts)
_RUNNING = _exactly(LISTS.runs)
_CONSOLE = _exactly(LISTS.consoles)
_BIN = _exactly(LISTS.trash)
_EDGES = re.compile(r"^\W+|\W+$")
_COMMA = re.compile("[,、،]")
_QUESTION = re.compile("[?？¿؟]$|[α-ω].*;$")
"""The end of a question; in Greek a semicolon."""


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
    if found is not None or not pushed:
        return found
    said = [line.rstrip(" .…") for line in _lines(name)]
    alone = ((risk, line) for risk, deeds in _ALONE.items() for line in said if line in deeds)
    return next(alone, None)


def risk_of_picture(text: str) -> tuple[Risk, str] | None:
    """The same of what stands in the picture alone: the one line of a long button begins with what
    it does, behind a yes; a text about something may begin so, too."""
    lines = text.splitlines()
    said = _label_lines(text, _LONGEST_BUTTON) if len(lines) == 1 else []
    for line in (_HARMLESS.cut_from(line).strip() for line in said):
        first, _, rest = line.partition(",")
        deed = rest.strip() if first in _AFFIRMING else line
        for risk, exact in _LABELS.items():
            if exact.begin(deed):
                return risk, exact.search(deed) or deed
    return None


def is_misread(label: str) -> bool:
    """Whether a line read from a picture speaks of a class only with a letter put right."""
    return risk_of(label) is None and risk_of(label, misread=True) is not None


def _gravest(lines: list[str], *, misread: bool) -> tuple[Risk, str] | None:
    spoken = [_HARMLESS.cut_from(line) for line in lines]
    spoken += [_DETERMINERS.sub("", line) for line in spoken if _DETERMINERS.search(line)]
    if misread:
        split = [line for line in spoken if _RUN_TOGETHER.search(line)]
        spoken += [line.replace("rn", "m").replace("vv", "w") for line in split]
    for risk, exact in _LABELS.items():
        for line in spoken:
            word = exact.search(line) or (misread and _nearly_said(line, _misread(risk)))
            if word:
                return risk, word
    return None


@functools.cache
def _misread(risk: Risk) -> _Misread:
    words = _CLASSES[risk]
    return _Misread(_nearly(words), _with_one_wrong(words), _with_one_lost(words))


def _nearly_said(line: str, forms: _Misread) -> str:
    """A listed word that the line holds with characters that look like its own, without its first
    or last letter, or with one letter wrong or lost: an underlined one is easily misread. Empty for
    none."""
    if found := forms.nearly.search(line.translate(_ALIKE)):
        return found
    for token in re.findall(r"\w+", line):
        if token in _OTHER_WORDS:
            continue
        if word := forms.one_lost.get(token):
            return word
        for at in range(len(token) - 1):
            if word := forms.one_wrong.get((token[:at], token[at + 1 :])):
                return word
    return ""


def names_a_secret(label: str) -> bool:
    """Whether a field of this name is for a secret."""
    return any(_SECRET.search(_HARMLESS.cut_from(line)) for line in _label_lines(label))


def shows_a_secret_field(text: str) -> bool:
    """Whether a line of the text is the label of such a field, and not a sentence about one."""
    return any(_is_of_a_secret(line.rstrip(" :*")) for line in _label_lines(text))


def _is_of_a_secret(label: str) -> bool:
    first, _, rest = label.partition(" ")
    return label in _SECRET or (first in _BEFORE_SECRETS and _is_of_a_secret(rest))


def says_yes(label: str) -> bool:
    """Whether a button of this name does what its window asks about, also with a sign beside the
    word or a sentence behind it: `Continue →`, `Yes, I'm sure`."""
    words = (_EDGES.sub("", _COMMA.split(line)[0]) for line in _label_lines(label))
    return any(word in _AFFIRMING for word in words)


def asked_about(text: str) -> tuple[Risk, str] | None:
    """The gravest class that a question or a warning in the text speaks of, and its word: what a
    button that only says yes does. Sentences of any length count."""
    asking = [line for line in _lines(text) if _QUESTION.search(line) or _FINALITY.search(line)]
    deeds = [_BEFORE_A_DEED.sub("", line, count=1) for line in asking if _QUESTION.search(line)]
    named = (_gravest(asking, misread=False), *map(_beginning, deeds))
    return max((one for one in named if one), key=lambda one: one[0], default=None)


def _beginning(question: str) -> tuple[Risk, str] | None:
    """The class of a deed that a question begins with, also one that stands alone on a button."""
    first = question.split(" ", 1)[0].rstrip("?")
    return next(((risk, first) for risk, deeds in _ALONE.items() if first in deeds), None)


def warns(text: str) -> tuple[Risk, str] | None:
    """What a text says that cannot be taken back, whatever it calls the deed."""
    final = (_FINALITY.search(line) for line in _lines(text))
    return next(((Risk.R2, word) for word in final if word), None)


def lets_out(label: str) -> bool:
    """Whether a button of this name leaves things as they are."""
    return any(line in _WAY_OUT for line in _label_lines(label))


def starts_programs(label: str) -> bool:
    """Whether what is called so starts programs: a launcher, an entry that opens a terminal."""
    return any(
        line.rstrip(" :.…") in _STARTING or (len(line.split()) > 1 and _STARTING.begin(line))
        for line in _label_lines(label)
    )


def runs_what_is_written(label: str) -> bool:
    """Whether what is called so in a development environment builds or runs what stands in it."""
    return any(line.rstrip(" :.…") in _RUNNING for line in _label_lines(label))


def runs_code(title: str) -> bool:
    """Whether a window of this title is one in which lines are executed; names of files in it say
    nothing."""
    plain = re.sub(r"\S*[./]\S*", "", _folded(title))
    return _CONSOLE.search(plain) is not None


def names_a_bin(label: str) -> bool:
    """Whether what is dropped on something of this name is thrown away."""
    return any(line in _BIN for line in _label_lines(label))


def pastes(label: str) -> bool:
    """Whether a menu entry of this name pastes the clipboard."""
    return any(map(_PASTING.search, _label_lines(label)))


def asks_for_credentials(title: str) -> bool:
    """Whether a window of this title asks who somebody is."""
    return _SECURITY_TITLE.search(_folded(title)) is not None


def _label_lines(label: str, longest: int = _LONGEST_LABEL) -> list[str]:
    return [line for line in _lines(label) if 0 < len(line.split()) <= longest]


def _lines(text: str) -> list[str]:
    """Its lines; also as somebody reads them who takes `p a y`, `payNow`, or letters of another
    script, for what they look like."""
    written = text.splitlines()
    written += [_JOINED_WORDS.sub(" ", line) for line in written if _JOINED_WORDS.search(line)]
    written += [line[::-1] for line in written if _TURNED in line]
    folded = [_APART.sub(r"\1", _folded(line)) for line in written]
    folded += [line.translate(_TWINS) for line in folded if not line.isascii()]
    figured = [line for line in folded if _FIGURE_IN_A_WORD.search(line)]
    return [*folded, *(line.translate(letters) for letters in _FIGURES for line in figured)]
