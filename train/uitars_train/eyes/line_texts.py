"""What lines of text on screens say, for training the reader of lines: words, values, signs.

Words of one split (`Vocabulary`), and strings without sense: letters are read, not guessed.
"""

from __future__ import annotations

import random
import string

from uitars_train.screens.screen import Split
from uitars_train.screens.vocabulary import Vocabulary

ACCENTED = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿŒœŠšŽžłŁśćąęğışőű"
SIGNS = "×÷−√π±²³°½µ•·–—…“”‘’«»€£¥©®™§←→↑↓≤≥≠≈∞✓✗▲▼◀▶●○■□★"
CHARACTERS = string.ascii_letters + string.digits + string.punctuation + " " + ACCENTED + SIGNS
"""All that the reader of lines can say."""
_KEYS = "0123456789+-*/=.,()%^×÷−√π²±<>[]{}#&@!?CEMR←→↑↓▲▼◀▶…•"
_CHORDS = ("Ctrl+{}", "Alt+{}", "Shift+{}", "Ctrl+Shift+{}", "Ctrl+Alt+{}", "Super+{}")
_JOINTS = (" ", " ", " ", "-", "_", "/", ".", ": ", ", ")


class LineTexts:
    """Endless texts of one split; the same source gives the same texts."""

    def __init__(self, split: Split, source: random.Random) -> None:
        self._words = Vocabulary(split, source)
        self._random = source

    def draw(self) -> str:
        """The text of one line, 1 to about 60 characters, made of `CHARACTERS` alone."""
        pick = self._random.random()
        if pick < 0.3:
            text = self._label()
        elif pick < 0.42:
            text = self._words.value()
        elif pick < 0.54:
            text = self._words.sentence(self._random.randint(2, 8))
        elif pick < 0.66:
            text = self._technical()
        elif pick < 0.78:
            text = self._nonsense()
        elif pick < 0.88:
            text = self._random.choice(_KEYS if pick < 0.84 else CHARACTERS)
        elif pick < 0.95:
            text = self._decorated(self._label())
        else:
            text = self._random.choice(_CHORDS).format(self._random.choice(string.ascii_uppercase))
        return " ".join(text.split()) or "-"

    def _label(self) -> str:
        words = self._words
        kinds = (
            words.button, words.field, words.check, words.option, words.menu_entry, words.tab,
            words.title, words.person, words.placeholder, words.menu,
        )  # fmt: skip
        text = self._random.choice(kinds)()
        style = self._random.random()
        if style < 0.08:
            return text.upper()
        return text.lower() if style < 0.2 else text

    def _technical(self) -> str:
        """Numbers, paths, prices, times, versions, code."""
        source, words = self._random, self._words
        a, b, c = (source.randint(0, 10 ** source.randint(1, 4)) for _ in range(3))
        word, other = words.word(), words.word()
        patterns = (
            f"{a}.{b}.{c}", f"{a % 24}:{b % 60:02}", f"{a % 24:02}:{b % 60:02}:{c % 60:02}",
            f"{source.choice('$€£¥')}{a}.{b % 100:02}", f"{a},{b % 1000:03}.{c % 100:02}",
            f"{a} {source.choice(('KB', 'MB', 'GB', 'kB', 'MiB', 'px', 'ms', 'kg', '%', '°C'))}",
            f"/{word}/{other}/{words.file_name()}", f"~/{word}/{other}", f"C:\\{word}\\{other}",
            f"https://{word}.{source.choice(('org', 'com', 'net'))}/{other}?{word[:2]}={a}",
            f"{word}@{other}.{source.choice(('org', 'com', 'de'))}", f"{word}_{other}({a}, {b})",
            f"{word} = {a} {source.choice('+-*/')} {b}", f"if {word} >= {a}:", f"#{a}", f"({a})",
            f"--{word}={other}", f"[{word}] {a}/{b}", f"{a} x {b}", f"+{a % 99} {b} {c}",
            f"{a}-{b}", f"{a} of {b}", f"v{a}.{b}",
            f"<{word} {other}=\"{a}\">", f"{{{word}: '{other}'}}",
            f"{a}{source.choice('+−-×÷*/=')}{b}", f"{a % 31}/{b % 12}/{1990 + c % 50}", f"&{word};",
        )  # fmt: skip
        return source.choice(patterns)

    def _nonsense(self) -> str:
        """Letters and signs as they come."""
        source = self._random
        alphabet = source.choice(
            (
                string.ascii_letters,
                string.ascii_lowercase,
                string.ascii_letters + string.digits,
                string.digits,
                CHARACTERS,
                string.ascii_letters + ACCENTED,
                "Il1|iljtfr!.,:;'",
                "O0oQCcGsSzZ5vVwWxXuU",
            )
        )
        parts = (
            "".join(source.choices(alphabet, k=source.randint(1, 9)))
            for _ in range(source.randint(1, 3))
        )
        return source.choice(_JOINTS).join(parts)

    def _decorated(self, text: str) -> str:
        source = self._random
        return source.choice(
            (
                f"{text}:", f"{text} *", f"{text}...", f"{text}…", f"({text})", f"• {text}",
                f'"{text}"', f"“{text}”", f"{text} ▼", f"{text} »", f"← {text}",
                f"{text} ({text[0]})", f"{text}?", f"{text}!", f"* {text}", f"{text} – {text}",
                f"*{text}", f"— {text}",
            )
        )  # fmt: skip
