"""Words on buttons that say what pressing them does, in the languages of `word_lists.toml`.

Short on purpose: verbs that a button shows for deeds that cannot be taken back (R2), that leave
this computer (R3), or that open it to others (R4). A word that is missing makes an action ordinary
work, so the list is a help and not a wall. Not here: what secrets are called (`privacy/words.py`).
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

import msgspec


class WordLists(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of a language, or of all: each list in one text with commas."""

    irreversible: str = ""
    """Deeds that cannot be taken back."""
    alone: str = ""
    """The same where they are all that a push button says; elsewhere they are names of menus, or
    mean something else, in this language or another."""
    outside: str = ""
    """Deeds with an effect outside this computer."""
    alone_outside: str = ""
    """The same where they are all that a push button says."""
    opening: str = ""
    """Deeds that open something that was locked."""
    alone_opening: str = ""
    """The same where they are all that a push button says."""
    yes: str = ""
    """What a button says that does what its window asks about."""
    no: str = ""
    """What a button says that leaves things as they are."""
    final: str = ""
    """Parts of sentences that warn of what cannot be taken back."""
    paste: str = ""
    starts: str = ""
    """What starts programs: launchers, and entries that open a terminal."""
    runs: str = ""
    """What builds or runs what stands in a development environment."""
    consoles: str = ""
    """Parts of the titles of windows in which lines are executed."""
    trash: str = ""
    """What a bin is called."""
    security: str = ""
    """Parts of the titles of windows that ask who somebody is."""
    before_secrets: str = ""
    """Words that stand before the name of a secret, on the label of its field."""
    harmless: str = ""
    """Phrases in which a listed word means something else."""
    other_words: str = ""
    """Words that differ from a listed one by a letter and mean something else."""


def _of_all_languages() -> WordLists:
    text = (files("uitars_runtime.gate") / "word_lists.toml").read_bytes()
    languages = msgspec.toml.decode(text, type=dict[str, WordLists]).values()
    return WordLists(
        **{
            name: ",".join(getattr(language, name) for language in languages)
            for name in WordLists.__struct_fields__
        }
    )


LISTS: Final = _of_all_languages()
