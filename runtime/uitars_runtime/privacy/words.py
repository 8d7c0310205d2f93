"""Recognising secrets in texts by their form, and leaving them out of everything that is kept.

The forms are those that their issuers document. A password without a form of its own is recognised
only beside a word that announces it; docs/security.md says what that misses.
"""

from __future__ import annotations

import re
from typing import TypeVar, cast

import msgspec

_FORMS: dict[str, str] = {
    "private key": r"-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?"
    r"(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)",
    "AWS key": r"(?<![A-Z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Z0-9])",
    "GitHub token": r"\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{50,255})\b",
    "GitLab token": r"\bgl(?:pat|dt|rt|ptt)-[A-Za-z0-9_-]{20,}",
    "Slack token": r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}|\bxapp-[A-Za-z0-9-]{10,}",
    "Google key": r"\bAIza[A-Za-z0-9_-]{35}",
    "Stripe key": r"\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}",
    "npm token": r"\bnpm_[A-Za-z0-9]{36}\b",
    "PyPI token": r"\bpypi-[A-Za-z0-9_-]{50,}",
    "Hugging Face token": r"\bhf_[A-Za-z0-9]{30,}\b",
    "SendGrid key": r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}",
    "key": r"\bsk-[A-Za-z0-9_-]{20,}",
    "web token": r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}",
}
_WHOLE = re.compile("|".join(f"(?P<f{index}>{form})" for index, form in enumerate(_FORMS.values())))
_NAMES = tuple(_FORMS)
_IN_ADDRESS = re.compile(r"(\b[a-z][a-z0-9+.-]*://[^/\s:@]*:)([^/\s@]+)(@)", re.IGNORECASE)
_ANNOUNCED = re.compile(
    r"((?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key"
    r"|passwort|kennwort|contrase\u00f1a|mot de passe)[\w-]*[\"']?\s*[:=]\s*[\"']?|\bbearer\s+)"
    r"([^\s\"'<>,;]{6,})",
    re.IGNORECASE,
)
# Digits between letters are no card: the names of pictures are such words.
_CARD = re.compile(r"(?<![\w.])(?:\d[ -]?){12,18}\d(?![\w.])")

_Value = TypeVar("_Value")


def concealed_text(text: str) -> str:
    """The text with a note in the place of each secret."""
    text = _WHOLE.sub(lambda found: _note(_NAMES[int((found.lastgroup or "f0")[1:])]), text)
    text = _IN_ADDRESS.sub(lambda found: f"{found[1]}{_note('password')}{found[3]}", text)
    text = _ANNOUNCED.sub(_conceal_announced, text)
    return _CARD.sub(lambda found: _note("card number") if _is_card(found[0]) else found[0], text)


def concealed(value: _Value) -> _Value:
    """A value that is recorded, without the secrets in its texts; itself where there are none."""
    found = _Found()
    hidden = found.walk(msgspec.to_builtins(value))
    if not found.any:
        return value
    return msgspec.convert(hidden, type(value))


class _Found:
    """Walks through a value and notes whether there was a secret in it."""

    def __init__(self) -> None:
        self.any = False

    def walk(self, value: object) -> object:
        match value:
            case str():
                hidden = concealed_text(value)
                self.any |= hidden != value
                return hidden
            case list() | tuple():
                return [self.walk(one) for one in cast("list[object]", value)]
            case dict():
                held = cast("dict[str, object]", value)
                return {key: self.walk(one) for key, one in held.items()}
            case _:
                return value


def _note(what: str) -> str:
    return f"[hidden: {what}]"


def _conceal_announced(found: re.Match[str]) -> str:
    # A placeholder says nothing, and neither does a note that stands there already.
    if found[2].startswith(("[hidden", "<secret>", "$", "{{", "*")):
        return found[0]
    return f"{found[1]}{_note('secret')}"


def _is_card(text: str) -> bool:
    """Whether the digits pass the check that card numbers pass (Luhn) and begin like one."""
    digits = [int(one) for one in text if one.isdigit()]
    if digits[0] not in (3, 4, 5, 6):
        return False
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[-2::-2]]
    return (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0
