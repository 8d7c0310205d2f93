"""Recognising secrets in texts by their form, and leaving them out of everything that is kept.

The forms are those that their issuers document. A password without a form of its own is recognised
only beside a word that announces it; docs/security.md says what that misses.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import TypeVar, cast

import msgspec

_FORMS: dict[str, str] = {
    "private key": r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?"
    r"(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|\Z)",
    "AWS key": r"(?<![A-Z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Z0-9])",
    "GitHub token": r"\b(?:gh[pousr]_[A-Za-z0-9]{36,255}+|github_pat_[A-Za-z0-9_]{50,255}+)\b",
    "GitLab token": r"\bgl(?:pat|dt|rt|ptt)-[A-Za-z0-9_-]{20,}",
    "Slack token": r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}|\bxapp-[A-Za-z0-9-]{10,}",
    "Google key": r"\bAIza[A-Za-z0-9_-]{35}",
    "Stripe key": r"\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}",
    "npm token": r"\bnpm_[A-Za-z0-9]{36}\b",
    "PyPI token": r"\bpypi-[A-Za-z0-9_-]{50,}",
    "Hugging Face token": r"\bhf_[A-Za-z0-9]{30,}+\b",
    "SendGrid key": r"\bSG\.[A-Za-z0-9_-]{16,}+\.[A-Za-z0-9_-]{16,}",
    "Google token": r"\bya29\.[A-Za-z0-9_-]{20,}",
    "Shopify token": r"\bshp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}\b",
    "DigitalOcean token": r"\bdo[opr]_v1_[a-f0-9]{64}\b",
    "age key": r"\bAGE-SECRET-KEY-1[A-Z0-9]{58}\b",
    "key": r"\bsk-[A-Za-z0-9_-]{20,}",
}
# What is looked through is chosen by models, programs and pages; none of it may make the filter
# slow. Repetitions give nothing back (`+` after them); where a form begins at many places of one
# run its pattern takes the whole run, also when the rest is missing: nothing is looked at again.
_WHOLE = re.compile("|".join(f"(?P<f{index}>{form})" for index, form in enumerate(_FORMS.values())))
_NAMES = tuple(_FORMS)
_WEB_TOKEN = re.compile(r"\beyJ[A-Za-z0-9_-]{8,}+(\.eyJ[A-Za-z0-9_-]{8,}+\.[A-Za-z0-9_-]{8,}+)?+")
_IN_ADDRESS = re.compile(
    r"(://[^/\s:@]*+:)([^/\s@]++(?:@[^/\s@\"'<>,;?#&]*+(?=@))*+)(@)"  # up to the last at-sign
)
_BASIC = re.compile(
    r"(\bauthorization\\*+[\"']?\s*+[:=]\s*+\\*+[\"']?basic\s++)([A-Za-z0-9+/=_-]{6,}+)",
    re.IGNORECASE,
)
_OPTION = re.compile(
    r"((?<![^\s\"'])--[\w-]++(?:\s++(?!-)(?=[^\s\"'<>,;]{6}))?+)((?<=\s)[^\s\"'<>,;]{6,}+)?+"
)
_SWITCH = re.compile(
    r"((?<![^\s\"'])(?:(?:-[uU]|--(?:proxy-)?user)(?:[ \t]++|=)?+|-p[ \t]*+))"
    r"(\"[^\"\n]{1,200}+\"|'[^'\n]{1,200}+'|[^\s\"'-][^\s\"']{0,200}+)"
)
"""The options of a few programs behind which a password stands."""
_WITH_PASSWORD = re.compile(r"\bsshpass\b|\b(?:docker|podman)\s+login\b")
"""Of these the word behind `-p`."""
_LINE = 400
"""Characters before such an option in which its program is looked for."""
_BEARER = re.compile(r"(\bbearer\s++)([^\s\"'<>,;]{6,}+)", re.IGNORECASE)
_PASSWORDS = """
    password, passphrase, passwort, kennwort, mot de passe, contraseña, senha, palavra-passe,
    wachtwoord, hasło, парольна фраза, пароль, 密码, パスワード, 密碼, 암호, 비밀번호, parola,
    parolă, şifre, heslo, lösenord, lösenfras, adgangskode, kodeord, passord, salasana, jelszó,
    κωδικός πρόσβασης, συνθηματικό, كلمة السر, كلمة المرور
"""
"""What a password is called, in the languages of the gate; the longer of two before the shorter."""
_APART = {"senha": r"(?<![^\W\d_])senha", "암호": "암호(?!화)", "şifre": "şifre(?!le)"}
"""Those that other words hold: "desenhar", and "encryption" in Korean and Turkish."""
_IN_CAPITALS = str.maketrans({"ό": "[οό]", "ς": "[σς]"})


def _words(listed: str) -> list[str]:
    return [word for word in map(str.strip, listed.replace("\n", ",").split(",")) if word]


_ANNOUNCING = (
    r"(?:passwd|secret(?!ar)|token(?!iz|s\W{1,5}\d++(?![\w.-]))|(?:api|access|private)[_-]?key"
    rf"|{'|'.join(_APART.get(one, one.translate(_IN_CAPITALS)) for one in _words(_PASSWORDS))}"
    r"|(?<=\w_)pass(?![^\W\d_])|(?<![^\W\d_])pass(?==)"
    r"|(?<![^\W\d_])pwd(?=[\"']?[:=][\"']?[^\s/~$\"']))"
)
"""What a word is called that is kept to oneself; tokens with a number are counted. Of the short
ones only where a value is set, that of a folder left out: `DB_PASS=`, `Pwd=`."""
_IS = (
    r"(?:\s++(?:lautet|are|ist|est|is|es|\u00e8|\u00e9"
    r"|(?:auf|to)(?!\s++[\"']?[^\s\"'<>,;]*\.[a-z]\w{1,3}\.?(?![^\s\"'<>,;])))(?!\w))?+"
)
"""Not before a file, to which it is written."""
# In quotes blanks and signs belong to it; in JSON within JSON the quotes have backslashes.
_QUOTED = r"(?<=\\)\"(?:[^\"\n\\]|\\(?!\")){6,}+|\"(?:[^\"\n\\]|\\.){6,}+|'[^'\n]{6,}+"
_ANNOUNCED = re.compile(
    rf"({_ANNOUNCING}[\w-]*+{_IS}"
    rf"(?:\\*+[\"']?\s*+[:=：]\s*+\\*+(?={_QUOTED}|[^\s\"'<>,;]{{6}}))?+)"
    rf"((?<=[\s\"':=：\\])(?:{_QUOTED}|[^\s\"'<>,;]{{6,}}+))?+",
    re.IGNORECASE,
)
_SPOKEN = re.compile(
    rf"({_ANNOUNCING}{_IS}\s++[\"']?"
    rf"|<[\w:-]*?{_ANNOUNCING}>)"
    rf"((?=[^\s\"'<>,;\d]*+\d)[^\W_][^\s\"'<>,;]{{5,}}+)",
    re.IGNORECASE,
)
"""In a sentence, or between the marks of a document: only what has a digit in it is no ordinary
word."""
_AT_THE_END = re.compile(rf"{_ANNOUNCING}\s+$", re.IGNORECASE)
_NO_SECRET = re.compile(r"\[hidden|<secret>|\{\{|\$[({]|\$\w+(?!\S)|\*+(?!\S)")
"""What says nothing: a note that stands there already, a placeholder, a name of a value, dots."""
_CODE = re.compile(
    r"(?!.*(?:[^\W\d_]\d|\d[^\W\d_]))[a-z_]\w*(?:(?:\.\w+)+[(\[]|\(\)|\[\d*\])", re.IGNORECASE
)
"""What code calls or looks up; with digits among the letters it may be a word that was made up."""
# Digits between letters are no card: the names of pictures are such words. A full stop may follow
# one, a point inside a word or a number not. Of those that begin with 2, which dates do, too, all
# that is known is asked.
_CARD = re.compile(
    r"(?<![\w.])(?:[3-6](?:[ -]?[0-9]){12,18}"
    r"|2(?:22[1-9]|2[3-9][0-9]|[3-6][0-9]{2}|7[01][0-9]|720)(?:[ -]?[0-9]{4}){3})(?!\w|\.\w)"
)
_DOUBLED = str.maketrans("0123456789", "0246813579")

SECRETS = f"""
    {_PASSWORDS}, passcode, pin, pin code, security code, verification code, one-time code,
    cvv, cvc, card number, secret key, private key, recovery key, recovery phrase, seed phrase
    sicherheitscode, bestätigungscode, kartennummer, code secret, numéro de carte,
    código de verificación, número de tarjeta, parola d'ordine, numero della carta, kaartnummer,
    验证码, 暗証番号, 驗證碼, 인증번호, 인증 번호, 카드 번호, doğrulama kodu, güvenlik kodu,
    kart numarası, ověřovací kód, číslo karty, verifieringskod, kortnummer, код підтвердження,
    номер картки, bekræftelseskode, bekreftelseskode, vahvistuskoodi, ellenőrző kód, kártyaszám,
    cod de verificare, numărul cardului, κωδικός επαλήθευσης, αριθμός κάρτας, رمز التحقق,
    رقم البطاقة
"""
"""What secrets are called, as fields for them are, in the languages of the gate."""
_NAMED = re.compile(
    "|".join(
        rf"(?<![^\W\d_]){word}(?![^\W\d_])" if word < "\u3000" else word for word in _words(SECRETS)
    ),
    re.IGNORECASE,
)

_NOTES = re.compile(
    rf"\[hidden: (?:{'|'.join(_NAMES)}|web token|card number|password|secret|answer)\]"
)
_Value = TypeVar("_Value")

LONGEST = 256 * 1024
"""Characters of one text that are looked through; what follows them is not kept."""
_LONGEST_NOTE = 100


def concealed_text(text: str) -> str:
    """The text with a note in the place of each secret; what exceeds `LONGEST` is left out."""
    if len(text) > LONGEST:
        kept = LONGEST - _LONGEST_NOTE
        text = f"{text[:kept]}\n[{len(text) - kept} more characters were left out]"
    for form, replaced in _PASSES:
        text = form.sub(replaced, text)
    return text


def notes_in(text: str) -> Counter[str]:
    """What stands in a text in the place of secrets, and how often."""
    return Counter(_NOTES.findall(text))


def is_about_a_secret(text: str) -> bool:
    """Whether a sentence speaks of a secret by its name."""
    return _NAMED.search(text) is not None


def concealed(value: _Value) -> _Value:
    """A value that is recorded, without the secrets in its texts; itself where there are none."""
    return replaced(value, concealed_text)


def replaced(value: _Value, by: Callable[[str], str]) -> _Value:
    """A value with every text of it replaced; itself where all stay as they are. Raises
    `msgspec.ValidationError` where one has to be a certain word, like the kind of an action."""
    found = _Found(by)
    hidden = found.walk(msgspec.to_builtins(value))
    return msgspec.convert(hidden, type(value)) if found.any else value


class _Found:
    """Walks through a value and notes whether a text in it was replaced."""

    def __init__(self, by: Callable[[str], str]) -> None:
        self._by = by
        self.any = False

    def walk(self, value: object) -> object:
        match value:
            case str():
                hidden = self._by(value)
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


def _formed(found: re.Match[str]) -> str:
    return _note(_NAMES[int((found.lastgroup or "f0")[1:])])


def _web_token(found: re.Match[str]) -> str:
    return found[0] if found[1] is None else _note("web token")


def _in_address(found: re.Match[str]) -> str:
    return f"{found[1]}{_note('password')}{found[3]}"


def _announced(found: re.Match[str]) -> str:
    if found[2] is None:
        return found[0]
    quote = found[2][0] if found[2][0] in "\"'" else ""
    if _NO_SECRET.match(found[2], len(quote)) or (not quote and _CODE.match(found[2])):
        return found[0]
    return f"{found[1]}{quote}{_note('secret')}"


def _given(found: re.Match[str]) -> str:
    """The word after an option of a command, where its name announces a secret."""
    return _announced(found) if _AT_THE_END.search(found[1]) else found[0]


def _switched(found: re.Match[str]) -> str:
    """What `curl -u NAME:`, `mysql -p` and `sshpass -p` are given."""
    option, given = found[1], found[2]
    line = found.string[max(0, found.start() - _LINE) : found.start()].rpartition("\n")[2]
    quote = given[0] if given[0] in "\"'" else ""
    name, colon, secret = "", "", given.strip(quote)
    if option.startswith("-p"):
        joined = option == "-p" and ("mysql" in line or "mariadb" in line)
        known = len(secret) > 2 and (joined or _WITH_PASSWORD.search(line))
    else:
        name, colon, secret = secret.partition(":")
        known = "curl" in line
    if not known or not secret or _NO_SECRET.match(secret):
        return found[0]
    return f"{option}{quote}{name}{colon}{_note('password')}{quote}"


def _card(found: re.Match[str]) -> str:
    return _note("card number") if _is_card(found[0]) else found[0]


def _is_card(text: str) -> bool:
    """Whether the digits pass the check that card numbers pass (Luhn) and begin like one."""
    digits = text.replace(" ", "").replace("-", "")
    # Every second digit from the right counts double, in its own digits.
    return sum(map(int, digits[-1::-2] + digits[-2::-2].translate(_DOUBLED))) % 10 == 0


_PASSES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (_WHOLE, _formed),
    (_WEB_TOKEN, _web_token),
    (_CARD, _card),
    (_BASIC, _announced),
    (_BEARER, _announced),
    (_SWITCH, _switched),
    (_OPTION, _given),
    (_ANNOUNCED, _announced),
    (_SPOKEN, _announced),
    (_IN_ADDRESS, _in_address),
)
"""Each looks at the whole text once; what makes a text longer most comes last."""
