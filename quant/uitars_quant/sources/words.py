"""A source's tokenizer: that of its hub folder, or one made from the keys of a GGUF file."""

from __future__ import annotations

from typing import Any, Final, cast

from uitars_quant.errors import SourceError
from uitars_quant.sources.tensors import Source

_CONTROL: Final = 3


def tokenizer(source: Source) -> Any:
    """A `tokenizers.Tokenizer`; `SourceError` where the source has none."""
    from tokenizers import Tokenizer

    for file in source.companions:
        if file.name == "tokenizer.json":
            return Tokenizer.from_file(str(file))
    return _from_keys(source)


def _from_keys(source: Source) -> Any:
    """Byte-level merging, as the keys `tokenizer.ggml.*` tell it."""
    from tokenizers import AddedToken, Tokenizer, decoders, pre_tokenizers
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
    steps: list[Any] = [pre_tokenizers.ByteLevel(add_prefix_space=False)]
    if keys.get("tokenizer.ggml.pre") == "smollm":
        steps.insert(0, pre_tokenizers.Digits(individual_digits=True))
    made.pre_tokenizer = pre_tokenizers.Sequence(steps)
    made.decoder = decoders.ByteLevel()
    special = [word for word, kind in zip(words, kinds, strict=True) if kind == _CONTROL]
    made.add_special_tokens([AddedToken(word, special=True) for word in special])
    return made
