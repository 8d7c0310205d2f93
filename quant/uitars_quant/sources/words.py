"""A source's tokenizer: that of its hub folder, or one made from the keys of a GGUF file."""

from __future__ import annotations

import json
from typing import Any, Final, cast

from uitars_quant.errors import SourceError
from uitars_quant.sources.tensors import Source
from uitars_quant.sources.tokenizer import CUTS

_CONTROL: Final = 3
_USER_DEFINED: Final = 4
_ALIASES: Final = {"deepseek-r1-qwen": "qwen2"}
"""Names that llama.cpp has for the same rules."""


def tokenizer(source: Source) -> Any:
    """A `tokenizers.Tokenizer`; `SourceError` where the source has none."""
    from tokenizers import Tokenizer

    for file in source.companions:
        if file.name == "tokenizer.json":
            return Tokenizer.from_file(str(file))
    return _from_keys(source)


def _from_keys(source: Source) -> Any:
    """Byte-level merging, as the keys `tokenizer.ggml.*` tell it."""
    from tokenizers import AddedToken, Tokenizer

    keys = source.vocabulary()
    told = str(keys.get("tokenizer.ggml.pre"))
    pre = _ALIASES.get(told, told)
    if keys.get("tokenizer.ggml.model") != "gpt2" or pre not in CUTS:
        raise SourceError("The source's tokenizer is not known here; give a hub folder.")
    words = cast("list[str]", keys["tokenizer.ggml.tokens"])
    kinds = cast("list[int]", keys["tokenizer.ggml.token_type"])
    model = {
        "type": "BPE",
        "vocab": {word: number for number, word in enumerate(words)},
        "merges": keys["tokenizer.ggml.merges"],
        "ignore_merges": pre == "llama-bpe",  # As llama.cpp takes it.
    }
    whole = {
        "model": model,
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": CUTS[pre]},
        "decoder": CUTS["gpt-2"][0],
    }
    made: Any = Tokenizer.from_str(json.dumps(whole))
    special = [word for word, kind in zip(words, kinds, strict=True) if kind == _CONTROL]
    made.add_special_tokens([AddedToken(word, special=True) for word in special])
    own = [word for word, kind in zip(words, kinds, strict=True) if kind == _USER_DEFINED]
    made.add_tokens([AddedToken(word, normalized=False) for word in own])
    return made
