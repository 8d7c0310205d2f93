"""The tokenizer of a hub folder as the keys of a GGUF file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast

from uitars_quant.errors import SourceError
from uitars_quant.sources.config import text_config
from uitars_quant.sources.foreign import json_object

_NORMAL: Final = 1
_CONTROL: Final = 3
_USER_DEFINED: Final = 4
_UNUSED: Final = 5
_LARGEST: Final = 1 << 20
"""Words of a vocabulary; the largest in use has a quarter of them."""
_ALIKE: Final = {"add_prefix_space": False, "trim_offsets": True}


def _cut(digits: str) -> list[dict[str, Any]]:
    """By one expression, with so many digits to a piece."""
    pattern = (
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|" + digits + "|"
        r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    )
    split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated"}
    return [{**split, "invert": False}, {"type": "ByteLevel", "use_regex": False, **_ALIKE}]


_GPT_2: Final[dict[str, Any]] = {"type": "ByteLevel", "use_regex": True, **_ALIKE}
CUTS: Final[Mapping[str, list[dict[str, Any]]]] = {
    "qwen2": _cut(r"\p{N}"),
    "llama-bpe": _cut(r"\p{N}{1,3}"),
    "smollm": [{"type": "Digits", "individual_digits": True}, _GPT_2],
    "gpt-2": [_GPT_2],
}
"""Rules that cut text into pieces before they are merged, by llama.cpp's names of them."""


def vocabulary(folder: Path, config: Mapping[str, Any]) -> dict[str, object]:
    """`tokenizer.*` keys, from tokenizer.json and tokenizer_config.json."""
    file = folder / "tokenizer.json"
    if not file.is_file():
        raise SourceError(
            f"{folder} has no tokenizer.json, which a GGUF file and a calibration need."
        )
    whole = json_object(file, folder)
    model = cast("dict[str, Any]", whole["model"])
    if model.get("type") != "BPE":
        raise SourceError(f"The tokenizer is of the kind {model.get('type')}; BPE is known here.")
    pre = _pre(whole)
    known = cast("dict[str, int]", dict(model["vocab"]))
    added = cast("list[dict[str, Any]]", whole.get("added_tokens", []))
    types = dict.fromkeys(known.values(), _NORMAL)
    for token in added:
        known[str(token["content"])] = int(token["id"])
        types[int(token["id"])] = _CONTROL if token.get("special") else _USER_DEFINED
    text = text_config(config)
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
    }
    return keys | _special(folder, text, known, whole)


def _pre(whole: Mapping[str, Any]) -> str:
    """llama.cpp's name of the rules that cut text."""
    told = cast("dict[str, Any]", whole.get("pre_tokenizer") or {})
    steps = cast("list[dict[str, Any]]", told.get("pretokenizers", [told]))
    bytewise = any(step.get("type") == "ByteLevel" for step in steps)
    if not bytewise or whole["model"].get("byte_fallback"):
        raise SourceError(
            "The tokenizer merges letters (SentencePiece); only those that merge bytes are known."
        )
    # Offsets change no piece, and files of old leave out what is usual.
    plain = [
        {**_GPT_2, **step, "trim_offsets": True} if step.get("type") == "ByteLevel" else step
        for step in steps
    ]
    for name, rules in CUTS.items():
        if plain == rules:
            return name
    raise SourceError("The rules by which the tokenizer cuts text are not known here.")


def _special(
    folder: Path, text: Mapping[str, Any], known: Mapping[str, int], whole: Mapping[str, Any]
) -> dict[str, object]:
    """Ids of the tokens that begin and end, and the template of a conversation."""
    file = folder / "tokenizer_config.json"
    told = json_object(file, folder) if file.is_file() else {}
    keys: dict[str, object] = {}
    for name, key in (("bos", "bos"), ("eos", "eos"), ("pad", "padding")):
        # Without an end llama.cpp takes GPT-2's, which is a comma elsewhere.
        token = told.get(f"{name}_token") or text.get(f"{name}_token_id")
        if isinstance(token, dict):
            token = cast("dict[str, Any]", token).get("content")
        elif isinstance(token, list):
            token = next(iter(cast("list[object]", token)), None)
        number = known.get(token) if isinstance(token, str) else token
        if isinstance(number, int) and 0 <= number < _LARGEST:  # Some configs say -1 for none.
            keys[f"tokenizer.ggml.{key}_token_id"] = number
    adds = told.get("add_bos_token")
    begins = keys.get("tokenizer.ggml.bos_token_id") in _first(whole, known)
    keys["tokenizer.ggml.add_bos_token"] = adds if isinstance(adds, bool) else begins
    spoken = _template(folder, told)
    if isinstance(spoken, str):
        keys["tokenizer.chat_template"] = spoken
    return keys


def _template(folder: Path, told: Mapping[str, Any]) -> object:
    """The template of a conversation; of several with names the one that is used unasked."""
    file, older = folder / "chat_template.jinja", folder / "chat_template.json"
    if file.is_file():
        return file.read_text("utf-8")
    spoken = told.get("chat_template")
    if spoken is None and older.is_file():
        spoken = json_object(older, folder).get("chat_template")
    if isinstance(spoken, list):
        named = cast("list[dict[str, object]]", spoken)
        spoken = {one["name"]: one["template"] for one in named}.get("default")
    return spoken


def _first(whole: Mapping[str, Any], known: Mapping[str, int]) -> set[int]:
    """The tokens that the tokenizer puts before every text."""
    told = cast("dict[str, Any]", whole.get("post_processor") or {})
    steps = cast("list[dict[str, Any]]", told.get("processors", [told]))
    singles = [step["single"][0] for step in steps if step.get("type") == "TemplateProcessing"]
    return {known[one["SpecialToken"]["id"]] for one in singles if "SpecialToken" in one}
