"""Which of the characters that were read are words, and which are ticks, icons and frames misread.

The recognizer knows 18 000 characters and reads a tick as `✓` or `V`, a menu button as `三`, a
check box as `口`. Real Chinese, Japanese and Korean words stay: two or more such characters side by
side in a line that was read with confidence.
"""

from __future__ import annotations

import re

_IDEOGRAPHS = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_EASTERN_WORD = re.compile(f"[{_IDEOGRAPHS}]{{2,}}")
_DRAWN = "口日回田囗三二一十工人入人丶丨厂亡匕凸凹目皿品"
"""Characters that plain shapes are read as."""

_WESTERN = (
    "\u0020-\u007e\u00a1-\u024f\u0370-\u03ff\u0400-\u04ff\u1e00-\u1eff\u2010-\u2027"
    "\u2030-\u203a\u20a0-\u20bf\u2190-\u2193\u2212\u221a\u2260-\u2265"
)
_NOT_WESTERN = re.compile(f"[^{_WESTERN}]")
_EASTERN_SIGNS = "\u3000-\u303f\uff00-\uffef"
_NOT_A_WORD = re.compile(f"[^{_WESTERN}{_IDEOGRAPHS}{_EASTERN_SIGNS}]")

_FULL_WIDTH = {
    ord(wide): ord(plain) for wide, plain in zip("（）：，；！？", "():,;!?", strict=True)
}

_UNDERLINED = str.maketrans("țṭạẹịọụḳṇḍḥṃṛṣẓḷỵẉḅ", "ttaeioukndhmrszlywb")
"""Letters that the underlined letter of a menu entry is read as; alone in a line they are that."""


def clean(text: str, confidence: float) -> str:
    """The words of a line as read with this confidence (0 to 1); empty when there are none."""
    words = _EASTERN_WORD.findall(text)
    real = any(any(sign not in _DRAWN for sign in word) for word in words)
    if real and confidence >= 0.8:
        return _NOT_A_WORD.sub("", text).strip()
    plain = _NOT_WESTERN.sub("", text.translate(_FULL_WIDTH))
    if sum(not sign.isascii() for sign in plain) == 1:
        plain = plain.translate(_UNDERLINED)
    return " ".join(plain.split())
