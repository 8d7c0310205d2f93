"""Texts made to keep the secret filter busy: 64 KiB of each against 64 KiB of plain text.

Processor time of this process, the least of some rounds taken in turn, so that what else the
machine does shows in neither.
"""

from __future__ import annotations

import random
import time

from uitars_runtime.privacy.words import concealed_text

_SIZE = 64 * 1024
_MOST = 2.0
_ROUNDS = 9
_DRAWN = 400
PLAIN = "The quick brown fox jumps over the lazy dog and types a line. "
REPEATED = (
    *("a.a.", "x-x-", "E-", "p-", "://", "://a:", "://a:b@", ":", "=", '"', " ", "\n", "[", "é"),
    *("password", "password-", "password=", "password:", "password=a ", "token=\n", "token \n"),
    *("token:1aaaaa;", "token=[hidden", "api_key", "access_keyaccess-key", "bearer ", "a:a:"),
    *("bearer bearer ", "bearer aaaaaa ", "contraseña", "mot de passe", "paſſword", "tokenİ"),
    *(
        "密碼",
        "密碼：",
        "암호",
        "암호화",
        "κωδικος ",
        "κωδικός πρόσβασης",
        "парольна ",
        "كلمة السر ",
    ),
    *("eyJ", "-eyJ", "eyJaaaaaaaa-", "eyJaaaaaaaa.", "eyJaaaaaaaa.eyJaaaaaaaa.", "sk-", "-sk-a"),
    *("1 ", "4 ", "4-4-4-", "4111-", "4111 1111 1111 1112 ", "44444444444444444444-"),
    *("4444444444444-", "-----BEGIN ", "-----BEGIN PRIVATE KEY-----", "-----END ", "-A", "-g"),
    *("AKIAAAAAAAAAAAAAAAA ", "SG.aaaaaaaaaaaaaaaaa.", "-hf_", "-npm_", "xoxb-", "glpat-"),
    *("curl -u a:b ", "curl -u 'a", "mysql -pabc ", "sshpass -p  ", "-u ", "pwd=", "a_pass=b "),
    "-ghp_" + "a" * 36,
    "-----BEGIN " + "A" * 39,
)
_PIECES = (
    *("a", "A", "1", "4", "-", ".", "_", " ", "\n", ":", "=", "/", "@", "'", "[", "eyJ", "://"),
    *("password", "token", "bearer ", "sk-", "SG.", "ghp_", "-----BEGIN ", "PRIVATE KEY-----"),
)


def run(share: float = 1.0) -> dict[str, int | float | str]:
    """Every text that was found by attacking, and drawn ones."""
    chance = random.Random(16)
    patterns = [*REPEATED, *(_drawn(chance) for _ in range(round(_DRAWN * share)))]
    plain = filled(PLAIN, _SIZE)
    ratios: dict[str, float] = {}
    for pattern in patterns:
        text = filled(pattern, _SIZE)
        ratio = _ratio(text, plain, 1)
        if ratio > _MOST * 0.8:  # looked at again, so that no hiccup of the machine counts
            ratio = _ratio(text, plain, _ROUNDS)
        ratios[pattern] = ratio
    worst = max(ratios, key=lambda pattern: ratios[pattern])
    return {
        "tried": len(ratios),
        "failed": sum(ratio > _MOST for ratio in ratios.values()),
        "worst": round(ratios[worst], 2),
        "worst_text": worst[:40],
        "plain_ms": round(1e3 * seconds(plain), 1),
    }


def filled(pattern: str, size: int) -> str:
    """The pattern repeated to that many characters."""
    return (pattern * (size // len(pattern) + 1))[:size]


def seconds(text: str) -> float:
    """Processor time of one look."""
    began = time.process_time()
    concealed_text(text)
    return time.process_time() - began


def _ratio(text: str, plain: str, rounds: int) -> float:
    taken = [(seconds(text), seconds(plain)) for _ in range(rounds)]
    return min(hostile for hostile, _ in taken) / min(ordinary for _, ordinary in taken)


def _drawn(chance: random.Random) -> str:
    return "".join(
        chance.choice(_PIECES) * chance.choice((1, 1, 1, 2, 8, 40))
        for _ in range(chance.randint(1, 6))
    )
