"""What says "not", and what is not to be by it. Pure.

The networks read past it: "don't delete the milk" is marked as "delete the milk". What stands in
quotes is a label or a text and is covered before (`quotations.py`).
"""

from __future__ import annotations

import re
from typing import Final

_VERBS: Final = r"(?:do|does|did|is|are|was|must|should|would|could|can|ca|wo|need)"
_KNOWING: Final = r"(?! (?:sure|know|remember|forget|care|matter|mind|worry|hesitate)\b)"
"""What says nothing of what is to be."""
_DENIED: Final = (
    rf"(?:never|cannot|nobody|no one|no (?:need|reason)|(?<!why ){_VERBS}(?: not|n['’]?t))\b"
    rf"{_KNOWING}"
)
NO: Final = rf"(?:{_DENIED}|not\b{_KNOWING})"
_INSTEAD: Final = (
    r"(?:except|without|instead of|in place of|other than|rather than|(?:any|every)thing but|"
    r"all but)\b"
)
_ASKED: Final = (
    r"(?:(?:did|should|shall) (?:i|we|you)|why(?! don)|how (?:do|can|to)|what (?:if|happens)|"
    r"(?:wrong|forbidden|mistake|bad idea) to)\b"
)
_ADDED: Final = r"(?:,? (?:please|ever|(?:under|in|on) any (?:circumstances|case|account)))*"
_ASIDE: Final = r"(?:,[^,.;:!?\n]*,|,|:\s*)?"
CLAUSE: Final = r"(?:(?!\b(?:but|then|instead|so|because|please|pl[sz])\b)[^.,;:!?\n])*"
"""The words from one on in which it is still spoken of the same."""
_FORBIDS: Final = re.compile(
    rf"\b(?:{_DENIED}{_ADDED}{_ASIDE}{CLAUSE}|{_ASKED}{CLAUSE}|"
    rf"(?:not|avoid|{_INSTEAD}){_ADDED}(?: to)?[ ,]*)$",
    re.IGNORECASE,
)
_SMALL: Final = (
    r"(?:the|a|an|this|that|on|in|for|by|any|button|key|menu|box|field|entry|icon|line|"
    r"pressing|clicking|ticking|choosing|selecting|using|touching)"
)
_LEAVES_OUT: Final = re.compile(rf"\b(?:{NO}|{_INSTEAD})(?: {_SMALL})*[\s\"]*$", re.IGNORECASE)


def forbids(text: str, at: int) -> re.Match[str] | None:
    """What stands before a deed in its clause and says that it is not to be done, or only asks."""
    return _FORBIDS.search(text, 0, at)


def leaves_out(text: str, at: int) -> re.Match[str] | None:
    """What stands right before a name and says that it is another that is meant."""
    return _LEAVES_OUT.search(text, 0, at)
