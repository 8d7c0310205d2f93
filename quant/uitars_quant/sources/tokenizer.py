"""The tokenizer of a hub folder as the keys of a GGUF file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast

from uitars_quant.errors import SourceError
from uitars_quant.sources.foreign import json_object

_NORMAL: Final = 1
_CONTROL: Final = 3
_USER_DEFINED: Final = 4
_UNUSED: Final = 5
_LARGEST: Final = 1 << 20
"""Words of a vocabulary; the largest in use has a quarter of them."""


def vocabulary(folder: Path, config: Mapping[str, Any]) -> dict[str, object]:
    """`tokenizer.*` keys, from tokenizer.json and tokenizer_config.json."""
    file = folder / "tokenizer.json"
    if not file.is_file():
        raise SourceError(
            f"{folder} has no tokenizer.json, without which no GGUF file can be written."
        )
    whole = json_object(file, folder)
    model = cast("dict[str, Any]", whole["model"])
    if model.get("type") != "BPE":
        raise SourceError(f"The tokenizer is of the kind {model.get('type')}; BPE is known here.")
    pre = _pre(whole, str(config.get("model_type")))
    known = cast("dict[str, int]", dict(model["vocab"]))
    added = cast("list[dict[str, Any]]", whole.get("added_tokens", []))
    types = dict.fromkeys(known.values(), _NORMAL)
    for token in added:
        known[str(token["content"])] = int(token["id"])
        types[int(token["id"])] = _CONTROL if token.get("special") else _USER_DEFINED
    text = cast("Mapping[str, Any]", config.get("text_config") or config)
    size = max(int(text.get("vocab_size", 0)), max(known.values()) + 1)
    if not 0 < size <= _LARGEST:
        raise SourceError(f"The tokenizer of {folder} cannot have {size} words.")
    names = {number: token for token, number in known.items()}
    keys: dict[str, object] = {
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.pre": pre,
        "tokenizer.ggml.tokens": [names.get(number, f"[PAD{number}]") for number in range(size)],
        "tokenizer.ggml.token_type": [types.get(number, _UNUSED) for number in range(size)],
        "tokenizer.ggml.merges": [
            pair if isinstance(pair, str) else " ".join(pair) for pair in model["merges"]
        ],
        "tokenizer.ggml.add_bos_token": False,
    }
    return keys | _special(folder, text, known)


def _pre(whole: Mapping[str, Any], family: str) -> str:
    """llama.cpp's name of the rules that cut text into pieces before they are merged."""
    told = json.dumps(whole.get("pre_tokenizer"))
    if '"ByteLevel"' not in told or whole["model"].get("byte_fallback"):
        raise SourceError(
            "The tokenizer merges letters (SentencePiece); only those that merge bytes are known."
        )
    if family != "llama":
        return "qwen2"
    if '"Digits"' in told:
        return "smollm"
    if '"Split"' not in told:
        return "gpt-2"
    if r"\\p{N}{1,3}" not in told:
        raise SourceError("The rules by which the tokenizer cuts text are not known here.")
    return "llama-bpe"


def _special(folder: Path, text: Mapping[str, Any], known: Mapping[str, int]) -> dict[str, object]:
    """Ids of the tokens that begin and end, and the template of a conversation."""
    file = folder / "tokenizer_config.json"
    told = json_object(file, folder) if file.is_file() else {}
    keys: dict[str, object] = {}
    for name, key in (("bos", "bos"), ("eos", "eos"), ("pad", "padding")):
        token = told.get(f"{name}_token", text.get(f"{name}_token_id"))
        if isinstance(token, dict):
            token = cast("dict[str, Any]", token).get("content")
        number = known.get(token) if isinstance(token, str) else token
        if isinstance(number, int):
            keys[f"tokenizer.ggml.{key}_token_id"] = number
    template = folder / "chat_template.jinja"
    spoken = template.read_text("utf-8") if template.is_file() else told.get("chat_template")
    if isinstance(spoken, str):
        keys["tokenizer.chat_template"] = spoken
    return keys
