"""How many tokens a text is about, without anybody's tokenizer.

Latin text has about four characters a token in the vocabularies in use, other scripts about one.
The estimate is meant for budgets: it errs to the high side.
"""

from __future__ import annotations


def tokens_of(text: str) -> int:
    """A high estimate; 0 for the empty text."""
    if text.isascii():
        return -(-len(text) // 3)
    narrow = sum(character < "\u0250" for character in text)
    return -(-narrow // 3) + (len(text) - narrow)


def cut(text: str, tokens: int) -> str:
    """The beginning of the text that fits, with an ellipsis where something was left out."""
    if tokens_of(text) <= tokens:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if tokens_of(text[:middle]) + 1 <= tokens:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…" if low else ""
