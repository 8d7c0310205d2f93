"""A source's tokenizer: that of its hub folder, or one made from the keys of a GGUF file."""

from __future__ import annotations

import json
from typing import Any, Final, cast

from uitars_quant.errors import SourceError
from uitars_quant.sources.foreign import damage_told
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
            with damage_told(str(file)):  # Of a path tokenizers raises what is of no kind.
                return Tokenizer.from_buffer(file.read_bytes())
    return _from_keys(source)


def hub_files(source: Source) -> dict[str, bytes]:
    """The files of a hub folder that tell what the keys of a GGUF file do, by name."""
    keys = source.vocabulary()
    words = cast("list[str]", keys["tokenizer.ggml.tokens"])
    facts = {"tokenizer_class": "PreTrainedTokenizerFast"}
    for name, key in (("bos", "bos"), ("eos", "eos"), ("pad", "padding")):
        number = keys.get(f"tokenizer.ggml.{key}_token_id")
        if isinstance(number, int) and number < len(words):
            facts[f"{name}_token"] = words[number]
    if "tokenizer.chat_template" in keys:
        facts["chat_template"] = str(keys["tokenizer.chat_template"])
    told = {
        "tokenizer.json": _from_keys(source).to_str(),
        "tokenizer_config.json": json.dumps(facts),
    }
    return {name: text.encode() for name, text in told.items()}


def _from_keys(source: Source) -> Any:
    """Byte-level merging, as the keys `tokenizer.ggml.*` tell it."""
    from tokenizers import AddedToken, Tokenizer, processors

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
    begin = keys.get("tokenizer.ggml.bos_token_id")
    # Where a file says nothing of it, llama.cpp begins a text so for these rules.
    if keys.get("tokenizer.ggml.add_bos_token", pre == "llama-bpe") and isinstance(begin, int):
        word = words[begin]
        made.post_processor = processors.TemplateProcessing(
            single=[word, "$A"], pair=[word, "$A", word, "$B:1"], special_tokens=[(word, begin)]
        )
    return made
