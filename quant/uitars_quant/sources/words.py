"""A source's tokenizer: that of its hub folder, or one made from the keys of a GGUF file."""

from __future__ import annotations

from typing import Any, Final, cast

from uitars_quant.errors import SourceError
from uitars_quant.sources.tensors import Source

_CONTROL: Final = 3
_USER_DEFINED: Final = 4
_CUT: Final = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}{digits}"
    r"| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_DIGITS: Final = {"qwen2": "", "llama-bpe": "{1,3}"}
"""Digits of a piece, by the names of rules that cut text so."""


def tokenizer(source: Source) -> Any:
    """A `tokenizers.Tokenizer`; `SourceError` where the source has none."""
    from tokenizers import Tokenizer

    for file in source.companions:
        if file.name == "tokenizer.json":
            return Tokenizer.from_file(str(file))
    return _from_keys(source)


def _from_keys(source: Source) -> Any:
    """Byte-level merging, as the keys `tokenizer.ggml.*` tell it."""
    from tokenizers import AddedToken, Regex, Tokenizer, decoders, pre_tokenizers
    from tokenizers.models import BPE

    keys = source.vocabulary()
    if keys.get("tokenizer.ggml.model") != "gpt2":
        raise SourceError("The source's tokenizer is not known here; give a hub folder.")
    words = cast("list[str]", keys["tokenizer.ggml.tokens"])
    kinds = cast("list[int]", keys["tokenizer.ggml.token_type"])
    merges = [
        cast("tuple[str, str]", tuple(pair.split(" ", 1)))
        for pair in cast("list[str]", keys["tokenizer.ggml.merges"])
    ]
    made: Any = Tokenizer(BPE({word: number for number, word in enumerate(words)}, merges))
    pre = str(keys.get("tokenizer.ggml.pre"))
    whole = pre not in _DIGITS
    steps: list[Any] = [pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=whole)]
    if not whole:
        cut = Regex(_CUT.format(digits=_DIGITS[pre]))
        steps.insert(0, pre_tokenizers.Split(cut, "isolated"))
    if pre == "smollm":
        steps.insert(0, pre_tokenizers.Digits(individual_digits=True))
    made.pre_tokenizer = pre_tokenizers.Sequence(steps)
    made.decoder = decoders.ByteLevel()
    special = [word for word, kind in zip(words, kinds, strict=True) if kind == _CONTROL]
    made.add_special_tokens([AddedToken(word, special=True) for word in special])
    own = [word for word, kind in zip(words, kinds, strict=True) if kind == _USER_DEFINED]
    made.add_tokens([AddedToken(word, normalized=False) for word in own])
    return made
